/** `spolia/worker` where it is for: in workers of every kind it is the file that is shipped, and answers what `spolia` answers. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, type TestContext, test } from "vitest";
import { notEmpty } from "../../support/notEmpty.ts";
import { type Binary, binaryOf } from "./binaries.ts";

type Used = Record<string, unknown> & { names: string[] };

const FOLDER = import.meta.dirname;
function printedBy<Result>(path: string, args: string[]): Promise<Result> {
  return new Promise((resolve, reject) => {
    execFile(
      path,
      args,
      { cwd: FOLDER, timeout: 540_000, killSignal: "SIGKILL", maxBuffer: 1 << 26 },
      (error, stdout, stderr) => {
        if (error !== null) reject(new Error(`${args.join(" ")}: ${error.message}\n${stderr}`));
        else resolve(JSON.parse(stdout.trimEnd().split("\n").at(-1)!));
      },
    );
  });
}

function present(context: TestContext, binary: Binary): string {
  return "path" in binary ? binary.path : context.skip(binary.lacking);
}

let library: Used;
beforeAll(async () => {
  library = await printedBy<Used>(process.execPath, ["workers/run.js", "main"]);
});

test("what a worker is to do, the library does", () => {
  expect(library.names).toEqual(expect.arrayContaining(["buildCorpus", "createEngine", "fingerprint", "openCorpus"]));
  expect(library).toMatchObject({ kernels: "wasm", refused: "unknown_model", refusedProbe: "invalid_request" });
  expect(library["thrown"]).toEqual(["SpoliaError", "SpoliaError"]);
  expect(library["analysis"]).toMatchObject({ matches: [{ document: { id: "one" } }] });
});

describe("a worker of", () => {
  const DENO = ["run", "--no-prompt", "--no-remote", "--no-lock", "--allow-read"];
  test.for<[name: string, binary: () => Binary, args: string[]]>([
    ["this Node", () => ({ path: process.execPath }), []],
    ["Node 20", () => binaryOf("node20"), []],
    ["Deno", () => binaryOf("deno"), DENO],
    ["Bun", () => binaryOf("bun"), []],
  ])("%s", async ([, binary, args], context) => {
    const path = present(context, binary());
    expect(await printedBy<Used>(path, [...args, "workers/run.js"])).toEqual(library);
  });
});

test("Chromium: dedicated, shared, service and classic service workers", async (context) => {
  const used = await printedBy<Record<string, Used> | { lacking: string }>(process.execPath, [
    join(FOLDER, "workers/workers.js"),
  ]);
  if ("lacking" in used) return void context.skip(String(used.lacking));
  expect(Object.keys(used)).toEqual(["dedicated", "shared", "service", "classic"]);
  for (const [kind, one] of notEmpty(Object.entries(used))) expect(one, kind).toEqual(library);
});

test("Chromium: the service worker of an extension, with and without WebAssembly", async (context) => {
  const used = await printedBy<Record<string, Used> | { lacking: string }>(process.execPath, ["browsers/extension.js"]);
  if ("lacking" in used) return void context.skip(String(used.lacking));
  expect(used["wasm"]).toEqual(library);
  // What was analysed is named by the kernels, too.
  const { analysis_id: _, ...analysis } = library["analysis"] as Record<string, unknown>;
  expect(used["plain"]).toMatchObject({ ...library, kernels: "twin", analysis });
});
