/** Clients in TypeScript, made from the document that a service serves: they compile strictly and call this service. */
import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { skippable } from "../suites/skippable.ts";
import { openForClients, run } from "./generated.ts";

const ROOT = join(import.meta.dirname, "../..");
const inModules = (...path: string[]): string => join(import.meta.dirname, "node_modules", ...path);

let service: Awaited<ReturnType<typeof openForClients>>;
beforeAll(async () => {
  service = await openForClients();
});
afterAll(() => service.close());

type Use = (url: string, key: string, content: string) => Promise<{ verdict: string; keys: number }>;

/** Compiles a file that uses a client, and gives its function. */
async function used(name: string): Promise<Use> {
  const { folder } = service;
  cpSync(join(import.meta.dirname, `${name}.use.ts.txt`), join(folder, `${name}.use.ts`));
  const how = ["--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom,dom.iterable", "--module", "esnext"];
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  await run(process.execPath, [tsc, ...how, "--moduleResolution", "bundler", `${name}.use.ts`], folder);
  const outfile = join(folder, `${name}.use.mjs`);
  await build({
    entryPoints: [join(folder, `${name}.use.ts`)],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
  });
  return (await import(pathToFileURL(outfile).href)).use;
}

const isAbsent = !existsSync(inModules());
describe.skipIf(isAbsent)(skippable("clients in TypeScript", isAbsent, "npm ci --prefix test/clients"), () => {
  test.each([
    ["openapi-typescript", inModules("openapi-typescript/bin/cli.js"), ["openapi.json", "-o", "types.ts"]],
    ["hey-api", inModules("@hey-api/openapi-ts/bin/run.js"), ["-i", "openapi.json", "-o", "hey"]],
  ])("%s makes a client that compiles and calls the service", async (name, program, args) => {
    const { folder, url, key, content } = service;
    await run(process.execPath, [program, ...args], folder);
    const use = await used(name);
    expect(await use(url, key, content)).toEqual({ verdict: "match", keys: 1 });
  });
});
