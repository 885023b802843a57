/** The surface that a reader meets: entries, names of the main one, and earlier entries, which give the same and say that they go. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { DEPRECATED_ENTRIES } from "../../../src/build/package/aliases.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { MANIFEST, ROOT, run } from "./packed.ts";

const ENTRIES_MAX = 12;
const NAMES_MAX = 120;
/** What is no module of the library's own. */
const FILES = ["./engine.wasm", "./package.json"];
const EARLIER = [...DEPRECATED_ENTRIES.map(({ alias }) => `./${alias}`), "./wasm"];

test(`the package has at most ${ENTRIES_MAX} entries, and each earlier name opens`, () => {
  const names = Object.keys(MANIFEST.exports).filter((name) => !FILES.includes(name));
  expect(names.filter((name) => !EARLIER.includes(name)).length).toBeLessThanOrEqual(ENTRIES_MAX);
  expect(EARLIER.filter((name) => !names.includes(name))).toEqual([]);
});

test(`spolia exports at most ${NAMES_MAX} names, and the page of entries lists each`, () => {
  const page = readFileSync(join(ROOT, "src/faces/site/pages/entries.md"), "utf8");
  const [, section] = page.split("## What `spolia` exports\n");
  const [table] = section!.split("\nA result's type");
  const listed = [...table!.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
  const exported = exportsOf("build/index.d.ts");
  expect(exported.length).toBeLessThanOrEqual(NAMES_MAX);
  expect([...listed].sort()).toEqual([...exported].sort());
});

describe("an earlier name", () => {
  test("gives what the entry gives, and nothing else", async () => {
    const script = `const found = [];
      for (const { alias, entry, names } of ${JSON.stringify(DEPRECATED_ENTRIES)}) {
        const [before, now] = await Promise.all([import("spolia/" + alias), import("spolia/" + entry)]);
        const given = names.filter((name) => name in now);
        found.push([alias, given.every((name) => before[name] === now[name]), given.length, Object.keys(before).length]);
      }
      console.log(JSON.stringify(found));`;
    const { stdout, stderr } = await run(process.execPath, ["--input-type=module", "-e", script], ROOT);
    expect(stderr).toBe("");
    const found: [string, boolean, number, number][] = JSON.parse(stdout);
    expect(found).toHaveLength(DEPRECATED_ENTRIES.length);
    for (const [alias, areSame, given, exported] of notEmpty(found)) {
      expect([alias, areSame, exported]).toEqual([alias, true, given]);
      expect(given, alias).toBeGreaterThan(0);
    }
  });

  test("is struck through in editors, each function and type of it", () => {
    const deprecated = deprecatedIn(
      // Two of them had types of one name.
      DEPRECATED_ENTRIES.map(({ alias, names }, i) => {
        const imported = names.map((name) => `${name} as ${name}${i}`);
        return `import type { ${imported.join(", ")} } from "spolia/${alias}";`;
      }),
    );
    expect(deprecated).toEqual(DEPRECATED_ENTRIES.flatMap(({ names }) => names));
    expect(deprecatedIn(['import { wasmBytes } from "spolia/wasm";'])).toEqual(["wasmBytes"]);
    expect(deprecatedIn(['import { auditDocuments } from "spolia/documents";'])).toEqual([]);
  });
});

/** Values and types alike. */
function exportsOf(path: string): string[] {
  const file = join(ROOT, path);
  const program = ts.createProgram([file], { module: ts.ModuleKind.NodeNext, types: [] });
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(file)!)!;
  return checker.getExportsOfModule(module).map(({ name }) => name);
}

/** Names in lines of a file of a project that TypeScript calls deprecated. */
function deprecatedIn(lines: readonly string[]): string[] {
  const path = join(ROOT, "uses.ts");
  const source = lines.join("\n");
  const host: ts.LanguageServiceHost = {
    getScriptFileNames: () => [path],
    getScriptVersion: () => "1",
    getScriptSnapshot: (file) => {
      const text = file === path ? source : ts.sys.readFile(file);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => ROOT,
    getCompilationSettings: () => ({ module: ts.ModuleKind.NodeNext, strict: true, types: [] }),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
  };
  const service = ts.createLanguageService(host);
  const faults = service.getSemanticDiagnostics(path);
  expect(faults.map(({ messageText }) => messageText)).toEqual([]);
  const found = service
    .getSuggestionDiagnostics(path)
    .filter(({ reportsDeprecated }) => reportsDeprecated !== undefined);
  return found.map(({ start }) => /^\w+/.exec(source.slice(start))![0]);
}
