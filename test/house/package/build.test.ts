/** What a newcomer's commands do and print before they come to the point: install, build and check. */
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { skippable } from "../../support/skippable.ts";
import { binaryOf } from "../runtimes/binaries.ts";
import { type Ended, ROOT, run } from "./packed.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spolia-build-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = (path: string): string => join(folder, path);
const ends = (ended: Ended): [code: number, stdout: string[]] => [ended.code, ended.stdout.split("\n").filter(Boolean)];

describe("the build", () => {
  const build = () => run(process.execPath, ["src/build/package/package.ts"], folder).then(ends);
  const BUILT = [
    0,
    [expect.stringMatching(/^build: /), ...Array(5).fill(expect.any(String)), expect.stringMatching(/ done in /)],
  ];
  const FRESH = [0, []];

  /** A package of one source and one product, each of whose six steps is noisy. */
  beforeEach(() => {
    rmSync(folder, { recursive: true });
    for (const name of ["src/build/package", "src/faces/client/python/spolia", "build"])
      mkdirSync(at(name), { recursive: true });
    copyFileSync(join(ROOT, "src/build/package/package.ts"), at("src/build/package/package.ts"));
    writeFileSync(at("src/index.ts"), "export const answer = 42;\n");
    writeFileSync(at("steps.mjs"), STEPS);
    const step = (name: string) => `node steps.mjs ${name}`;
    const scripts = Object.fromEntries(
      ["records", "wasm", "contract", "samples", "clients", "js"].map((name) => [`build:${name}`, step(name)]),
    );
    writeFileSync(at("package.json"), JSON.stringify({ type: "module", scripts }));
  });

  const STEPS = `
    import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
    console.log("two hundred lines of " + process.argv[2]);
    mkdirSync("build/generated", { recursive: true });
    if (process.argv[2] === "wasm") writeFileSync("build/generated/wasm.ts", "");
    if (process.argv[2] === "clients") writeFileSync("src/faces/client/python/spolia/_types.py", "");
    if (process.argv[2] === "js") copyFileSync("src/index.ts", "build/index.js");`;

  test("is made once, without the noise of its tools", async () => {
    expect(await build()).toEqual(BUILT);
    expect(existsSync(at("build/index.js"))).toBe(true);
    expect(await build()).toEqual(FRESH);
  });

  const CHANGES: [what: string, change: () => void][] = [
    ["a source changed", () => appendFileSync(at("src/index.ts"), "// more\n")],
    ["a source came", () => writeFileSync(at("src/new.ts"), "")],
    ["the settings changed", () => writeFileSync(at("tsup.config.ts"), "export default {};")],
    ["the lockfile changed", () => writeFileSync(at("package-lock.json"), "{}")],
    ["a product was edited", () => appendFileSync(at("build/index.js"), "// by hand\n")],
    ["a product is lost", () => rmSync(at("build/index.js"))],
    ["a product came that it did not make", () => writeFileSync(at("build/old.js"), "")],
    ["the generated kernels are lost", () => rmSync(at("build/generated/wasm.ts"))],
    ["a generated file of Python's package is lost", () => rmSync(at("src/faces/client/python/spolia/_types.py"))],
    ["the note of the last build is damaged", () => writeFileSync(at("build/.inputs.json"), "{")],
  ];
  // Of sources, settings, products and the note one each in `npm test`.
  test.each(CHANGES.filter((_, i) => i % fewOrAll(2, 1) === 0))("is made again where %s", async (_, change) => {
    expect(await build()).toEqual(BUILT);
    change();
    expect(await build()).toEqual(BUILT);
    expect(readFileSync(at("build/index.js"), "utf8")).toBe(readFileSync(at("src/index.ts"), "utf8"));
    expect(await build()).toEqual(FRESH);
  });

  test("that fails shows what its tool said, and is not taken for built", async () => {
    expect(await build()).toEqual(BUILT);
    writeFileSync(at("steps.mjs"), `${STEPS}\nif (process.argv[2] === "js") throw new Error("no such type");`);
    appendFileSync(at("src/index.ts"), "// more\n");
    for (let again = 0; again < 2; again++) {
      const { code, stderr } = await run(process.execPath, ["src/build/package/package.ts"], folder);
      expect(code).toBe(1);
      expect(stderr).toContain("two hundred lines of js");
      expect(stderr).toContain("no such type");
    }
  });
});

const isWindows = process.platform === "win32";
describe.skipIf(isWindows)(
  skippable("the check", isWindows, "Windows runs no shell scripts, which stand in for its tools"),
  () => {
    const TOOLS = ["npm", "biome", "knip"];
    /** Runs the check with tools that print what real ones may, and of which one may fail. */
    async function check(failing?: string): Promise<Ended> {
      for (const path of ["bin", "src/build/package", "test/support/run"]) mkdirSync(at(path), { recursive: true });
      for (const path of ["src/build/package/package.ts", "test/support/run/check.ts"])
        copyFileSync(join(ROOT, path), at(path));
      writeFileSync(at("package.json"), JSON.stringify({ type: "module" }));
      for (const tool of TOOLS) {
        writeFileSync(at(`bin/${tool}`), `#!/bin/sh\necho "💀 ${tool} says"\nexit ${tool === failing ? 2 : 0}\n`);
        chmodSync(at(`bin/${tool}`), 0o755);
      }
      const path = process.env["PATH"];
      process.env["PATH"] = `${at("bin")}${delimiter}${path}`;
      try {
        return await run(process.execPath, ["test/support/run/check.ts"], folder);
      } finally {
        process.env["PATH"] = path;
      }
    }

    test("prints a line for each tool", async () => {
      const { code, stdout, stderr } = await check();
      expect([code, stderr]).toEqual([0, ""]);
      const lines = stdout.trim().split("\n");
      expect(lines.length).toBeGreaterThanOrEqual(TOOLS.length);
      for (const line of notEmpty(lines)) expect(line).toMatch(/^check: [\w. ]+, \d+\.\d s$/);
    });

    test.each(TOOLS)("fails with what %s says, and says it once", async (tool) => {
      const { code, stdout, stderr } = await check(tool);
      expect(code).toBe(1);
      expect(stderr.match(/💀 \w+/g)).toEqual([`💀 ${tool}`]);
      expect(stdout).not.toContain("💀");
    });
  },
);

test("nothing to be installed asks for a later Node than the package does", async (context) => {
  const binary = binaryOf("node20");
  if (!("path" in binary)) return context.skip(binary.lacking);
  for (const name of ["package.json", "package-lock.json"]) copyFileSync(join(ROOT, name), at(name));
  const { code, stdout, stderr } = await run(
    "npm",
    ["ci", "--dry-run", "--offline", "--ignore-scripts"],
    folder,
    binary.path,
  );
  expect(code, stderr).toBe(0);
  expect(stdout).toMatch(/added \d+ packages/);
  expect(stderr).not.toContain("EBADENGINE");
});
