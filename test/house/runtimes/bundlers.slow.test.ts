/**
 * A project in each bundler, in Next and in workerd, with the library from its tarball: it builds, runs in a browser or on its server, and
 * gives the bytes that Node gives. Tools and their versions stand in `bundlers/package.json`, and are installed for the run.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Readable } from "node:stream";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, type TestContext, test } from "vitest";
import { notEmpty } from "../../support/notEmpty.ts";
import { skippable } from "../../support/skippable.ts";
import { type Installed, install, run } from "../package/packed.ts";
import { expectSame, type SuiteResult } from "./sameBytes.ts";

const FOLDER = import.meta.dirname;
const isAbsent = spawnSync("npm", ["view", "next", "version"], { timeout: 60_000 }).status !== 0;
const NEEDS = "needs the npm registry";

/** What a program printed last, as JSON. */
async function printedBy<Result>(args: string[], cwd: string): Promise<Result> {
  const { code, stdout, stderr } = await run(process.execPath, args, cwd);
  if (code !== 0) throw new Error(`${args.join(" ")}: ${stdout}\n${stderr}`);
  return JSON.parse(stdout.trimEnd().split("\n").at(-1)!);
}

let project: Installed;
let suite: SuiteResult;
let worker: object;
beforeAll(async () => {
  if (isAbsent) return;
  project = await install(join(FOLDER, "bundlers"));
  for (const file of ["suite/suite.js", "suite/samples.js", "workers/use.js"])
    copyFileSync(join(FOLDER, file), join(project.folder, "app", basename(file)));
  const entry = (_: string, path: string) => (path === "index" ? '"spolia"' : `"spolia/${path}"`);
  const library = readFileSync(join(FOLDER, "suite/library.js"), "utf8").replace(
    /"[./]+\/build\/([\w/-]+)\.js"/g,
    entry,
  );
  writeFileSync(join(project.folder, "app/library.js"), library);
  suite = await printedBy<SuiteResult>(["suite/run.js"], FOLDER);
  worker = await printedBy<object>(["workers/run.js", "main"], FOLDER);
});
afterAll(() => project?.remove());

interface Visited {
  page: SuiteResult;
  worker: SuiteResult;
  service: object;
}

/** What was found in Chromium on the page of a folder or a server. */
async function visited(place: string, context: TestContext): Promise<Visited> {
  const found = await printedBy<Visited | { lacking: string }>(
    [join(FOLDER, "bundlers/bundlers.js"), place],
    project.folder,
  );
  return "lacking" in found ? context.skip(found.lacking) : found;
}

/** Packages that the library names as optional and this project has not. */
const OPTIONAL = /hyparquet|flechette|fzstd|unpdf\/pdfjs|aws4fetch/;

describe.skipIf(isAbsent)(skippable("an application in", isAbsent, NEEDS), () => {
  test.for(["esbuild", "rollup", "vite", "webpack", "rspack"])("%s", async (bundler, context) => {
    const { warnings } = await printedBy<{ warnings: string[] }>(["bundle.js", bundler], project.folder);
    expect(warnings.filter((one) => !OPTIONAL.test(one) && !one.includes("PLUGIN_TIMINGS"))).toEqual([]);
    const found = await visited(join(project.folder, "dist", bundler), context);
    expectSame(found.page, suite);
    expectSame(found.worker, suite);
    expect(found.service).toEqual(worker);
  });

  test("parcel, with the settings of bundlers/package.json and spolia/worker in workers", async (context) => {
    const app = join(project.folder, "app");
    const kept = readFileSync(join(app, "worker.js"));
    copyFileSync(join(app, "worker.bare.js"), join(app, "worker.js"));
    const made = await printedBy<{ warnings: string[] }>(["bundle.js", "parcel"], project.folder);
    writeFileSync(join(app, "worker.js"), kept);
    expect(made.warnings).toEqual([]);
    const found = await visited(join(project.folder, "dist/parcel"), context);
    expectSame(found.page, suite);
    expect(found.worker).toEqual(worker);
    expect(found.service).toEqual(worker);
  });
});

/** Starts a server, and waits for the line that names its port. It is ended with the test. */
async function served(path: string, args: string[], cwd: string, port: RegExp, context: TestContext): Promise<string> {
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
  const child: ChildProcess = spawn(path, args, { cwd, env, stdio: ["ignore", "pipe", "pipe", "pipe"] });
  const ended = new Promise((resolve) => child.once("close", resolve));
  context.onTestFinished(async () => {
    child.kill();
    await ended;
  });
  let said = "";
  const line = new Promise<string>((resolve) => {
    for (const stream of child.stdio.slice(1) as Readable[])
      stream.on("data", (text) => {
        said += text;
        const found = port.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
  });
  const failed = ended.then((code) => Promise.reject(new Error(`${path} ended with ${code}: ${said}`)));
  failed.catch(() => {});
  return `http://127.0.0.1:${await Promise.race([line, failed])}/`;
}

const answerOf = async (url: string): Promise<unknown> => (await fetch(url)).json();

test.skipIf(isAbsent)(
  skippable("next: a client component with its worker, and a route of the server", isAbsent, NEEDS),
  async (context) => {
    const folder = join(project.folder, "next");
    const service = { entryPoints: [join(project.folder, "app/service.js")], bundle: true, format: "iife" as const };
    await build({ ...service, target: "es2022", outfile: join(folder, "public/service.js"), logLevel: "error" });
    const next = join(project.folder, "node_modules/next/dist/bin/next");
    const built = await run(process.execPath, [next, "build"], folder);
    expect([built.code, built.code === 0 ? "" : built.stdout + built.stderr]).toEqual([0, ""]);
    const args = [next, "start", "--port", "0", "--hostname", "127.0.0.1"];
    const url = await served(process.execPath, args, folder, /http:\/\/127\.0\.0\.1:(\d+)/, context);
    expectSame((await answerOf(`${url}suite`)) as SuiteResult, suite);
    const found = await visited(url, context);
    expectSame(found.page, suite);
    expectSame(found.worker, suite);
    expect(found.service).toEqual(worker);
  },
);

test.skipIf(isAbsent)(
  skippable("workerd: the twins, and spolia/slim with its module", isAbsent, NEEDS),
  async (context) => {
    const folder = join(project.folder, "workerd");
    mkdirSync(join(folder, "dist"));
    for (const file of notEmpty(readdirSync(join(project.folder, "app"))))
      cpSync(join(project.folder, "app", basename(file)), join(folder, file));
    copyFileSync(join(FOLDER, "bundlers/workerd/worker.js"), join(folder, "worker.js"));
    copyFileSync(join(project.folder, "node_modules/spolia/build/engine.wasm"), join(folder, "dist/engine.wasm"));
    const made = { entryPoints: [join(folder, "worker.js")], outfile: join(folder, "dist/worker.js"), bundle: true };
    const external = ["spolia/engine.wasm"];
    await build({ ...made, format: "esm", target: "es2022", external, logLevel: "error" });
    const packages = join(project.folder, "node_modules/@cloudflare");
    const path = join(packages, readdirSync(packages).find((one) => one.startsWith("workerd-"))!, "bin/workerd");
    const url = await served(path, ["serve", "config.capnp", "--control-fd=3"], folder, /"port":(\d+)/, context);
    expectSame((await answerOf(`${url}twin`)) as SuiteResult, suite);
    expect(await answerOf(`${url}slim`)).toEqual(worker);
  },
);
