/**
 * One suite in every runtime: Node 20, 22 and 24, Deno without a permission, Bun, pages of Chromium and Firefox and their workers. All
 * checks hold and all results have the same bytes as under the Node that runs these tests.
 */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, type TestContext, test } from "vitest";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { type Binary, binaryOf, type RuntimeName } from "./binaries.ts";
import { differences, expectSame, type SuiteResult } from "./sameBytes.ts";

const FOLDER = import.meta.dirname;
const TIMEOUT_MS = 540_000;
const files = mkdtempSync(join(tmpdir(), "spolia-runtimes-"));
afterAll(() => rmSync(files, { recursive: true, force: true }));

/** Runs a program to its end, which comes by force when it takes too long, and reads its last line. */
function resultOf<Result>(path: string, args: string[]): Promise<Result> {
  return new Promise((resolve, reject) => {
    const options = { cwd: FOLDER, timeout: TIMEOUT_MS, killSignal: "SIGKILL" as const, maxBuffer: 1 << 26 };
    execFile(path, args, options, (error, stdout, stderr) => {
      if (error !== null) reject(new Error(`${args.join(" ")}: ${error.message}\n${stderr}`));
      else resolve(JSON.parse(stdout.trimEnd().split("\n").at(-1)!));
    });
  });
}

/** The program, unless this machine truly lacks it: then the test is skipped, and says why. */
function present(context: TestContext, binary: Binary): string {
  if ("path" in binary) return binary.path;
  console.log(`skipped: ${binary.lacking}`);
  return context.skip(binary.lacking);
}

let suite: SuiteResult;
let host: SuiteResult;

beforeAll(async () => {
  if (!existsSync(join(FOLDER, "../../../build/index.js"))) throw new Error("The library is not built: npm run build");
  suite = await resultOf(process.execPath, ["suite/run.js"]);
  host = await resultOf(process.execPath, ["suite/host.js", join(files, "here")]);
});

/** Nothing is downloaded, asked for or written on the side. */
const DENO = ["run", "--no-prompt", "--no-remote", "--no-lock"];
const denoPermissions = (folder: string) => [
  `--allow-read=${folder}`,
  `--allow-write=${folder}`,
  "--allow-net=127.0.0.1",
];

describe.concurrent("one suite, the same bytes", () => {
  test("this Node", () => {
    expectSame(suite, suite);
    expectSame(host, host);
    expect(suite.checks.length).toBeGreaterThan(50);
    expect(Object.keys(suite.golden).length).toBeGreaterThan(40);
    expect(Object.keys(suite.ids).length).toBeGreaterThan(10);
    // The corpus in files is the corpus in memory, and the server answers what the handler answers.
    const shared = Object.keys(host.golden).filter((name) => name in suite.golden);
    expect(shared.length).toBeGreaterThan(8);
    expect(shared.filter((name) => host.golden[name] !== suite.golden[name])).toEqual([]);
  });

  const RUNTIMES: RuntimeName[] = ["node20", "deno", "bun"];
  test.for<RuntimeName>(fewOrAll(RUNTIMES, [...RUNTIMES, "node22"]))("%s", async (runtime, context) => {
    const path = present(context, binaryOf(runtime));
    const folder = join(files, runtime);
    const [bare, permitted] = runtime === "deno" ? [DENO, [...DENO, ...denoPermissions(folder)]] : [[], []];
    expectSame(await resultOf(path, [...bare, "suite/run.js"]), suite);
    expectSame(await resultOf(path, [...permitted, "suite/host.js", folder]), host);
  });

  const BROWSERS = { chromium: "browsers/chromium.js", firefox: "browsers/firefoxSuite.js" };
  test.for(Object.entries(BROWSERS))(
    "%s: page and worker, with and without WebAssembly; OPFS and HTTP",
    async ([browser, script], context) => {
      // Without WebAssembly Firefox does the same more slowly.
      const kernels = fewOrAll(browser === "chromium", true) ? ["wasm", "twin"] : ["wasm"];
      type Visit = SuiteResult & { failed?: string };
      type Visits = { page: Visit; worker: Visit; referencePage?: Visit; referenceWorker?: Visit; storage: Visit };
      const visits = await resultOf<Visits | { lacking: string }>(process.execPath, [script, ...kernels]);
      if ("lacking" in visits) return void present(context, visits);
      const { storage, ...suites } = visits;
      for (const visit of notEmpty(Object.values(suites))) {
        expect(visit.failed).toBeUndefined();
        expectSame(visit, suite);
      }
      const reference = kernels.length > 1 ? ["referencePage", "referenceWorker"] : [];
      expect(Object.keys(suites)).toEqual(["page", "worker", ...reference]);
      expect(storage.failed).toBeUndefined();
      expect(storage.checks.filter(({ ok }) => !ok)).toEqual([]);
      expect(storage.checks.length).toBeGreaterThan(80);
    },
  );
});

test("a difference of one byte is seen and named", () => {
  const changed = {
    ...suite,
    golden: { ...suite.golden, "corpus info": suite.golden["corpus info"]!.replace("made", "Made") },
  };
  expect(differences(changed, suite)).toMatchObject([{ name: "corpus info" }]);
});
