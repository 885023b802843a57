/** The mutation tool itself: what it draws, which tests it runs, how it tells a mutant that was caught from one that was not. */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { importersIn, relatedTests, usableTests } from "../../support/run/related.ts";
import { compilerOver } from "./compiler.ts";
import { draw, inProportion, type Mutant, mutated } from "./draw.ts";
import { GROUP_NAMES, groupOf } from "./groups.ts";
import type { Verdict } from "./judge.ts";
import { EQUIVALENTS, isEquivalent } from "./ledger.ts";
import { changesIn } from "./operators.ts";
import { isBarReached, summary } from "./table.ts";

const ROOT = dirname(dirname(dirname(import.meta.dirname)));
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A repository of these files. */
function planted(files: Record<string, string>): { root: string; names: string[] } {
  const root = mkdtempSync(join(tmpdir(), "spolia-planted-"));
  folders.push(root);
  const options = {
    target: "es2022",
    module: "nodenext",
    strict: true,
    types: [],
    allowImportingTsExtensions: true,
    noEmit: true,
  };
  for (const [name, text] of Object.entries({
    ...files,
    "tsconfig.json": JSON.stringify({ compilerOptions: options }),
  })) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return { root, names: Object.keys(files) };
}

/** For each text the operators that apply to it, each with the text that it makes. */
function made(texts: readonly string[]): [operator: string, text: string][][] {
  const { root, names } = planted(Object.fromEntries(texts.map((text, i) => [`src/core/text/${i}.ts`, text])));
  const compiler = compilerOver(root, names);
  return names.map((name, i) =>
    changesIn(compiler.sourceFile(name), compiler.checker).map((change) => [
      change.operator,
      mutated(texts[i]!, change),
    ]),
  );
}

describe("what is changed", () => {
  const shape = "declare const a: number, b: number, s: string, f: () => Promise<void>;\n";
  const cases: readonly [text: string, operator: string, made: string][] = [
    ["export const x = a < b;", "< to <=", "export const x = a <= b;"],
    ["export const x = a === b;", "=== to !==", "export const x = a !== b;"],
    ["export const x = a + b;", "+ to -", "export const x = a - b;"],
    ["export const x = 7.5;", "number raised", "export const x = 8.25;"],
    ["export const x = 70;", "number lowered", "export const x = 69;"],
    ['export const x = "word";', "string changed", 'export const x = "word_";'],
    ["export const x = { name: a };", "property renamed", "export const x = { name_: a };"],
    ["export const x = Math.min(a, b);", "min to max", "export const x = Math.max(a, b);"],
    ["export const x = s.slice(a);", "slice from or to one later", "export const x = s.slice((a) + 1);"],
    ["export const x = [a].filter((one) => one);", "filter removed", "export const x = [a].slice();"],
    ["export const x = a ? 1n : 2n;", "branches exchanged", "export const x = a ? (2n) : (1n);"],
    ["export const x = !a;", "! removed", "export const x = a;"],
    ["await f();", "await removed", "f();"],
    ["await f();", "statement removed", ";"],
    ["if (a) f();", "condition negated", "if (!(a)) f();"],
    ["if (a) f();", "if removed", ";"],
    ["for (const c of s) { if (c) continue; f(); }", "continue removed", "for (const c of s) { if (c) ; f(); }"],
    ["export function x() { return a > 0n; }", "returned value changed", "export function x() { return !(a > 0n); }"],
    ["export const x = s ?? a;", "?? and its right side removed", "export const x = s;"],
  ];
  const all = made(cases.map(([text]) => `${shape}${text}`));
  test.each(cases.map((one, i) => [...one, all[i]!] as const))("%s: %s", (_, operator, expected, found) => {
    expect(found).toContainEqual([operator, `${shape}${expected}`]);
  });

  test("nothing in types, imports, comments, messages of errors, texts that are joined and orders of sorting", () => {
    const text = [
      'import type { A } from "./a.ts";',
      'export type B = "one" | A;',
      'export const join = (s: string) => "see " + s; // "word" + 7',
      'export function refuse(): never { throw new Error("refused"); }',
      "export const ordered = (s: string[]) => s.sort((x, y) => (x < y ? -1 : 1));",
    ].join("\n");
    const operators = made([text])[0]!.map(([operator]) => operator);
    expect(operators.sort()).toEqual(["< to <=", "branches exchanged", "sort removed"]);
  });
});

describe("the draw", () => {
  const line = (i: number) => `export const value${i} = (a: number): boolean => a < ${i + 10};`;
  const files = (corpus: string[], text: string[]) =>
    planted({ "src/corpus/a.ts": corpus.join("\n"), "src/core/text/a.ts": text.join("\n") });
  const drawn = ({ root, names }: ReturnType<typeof planted>, seed = 1) =>
    draw(names, compilerOver(root, names), 20, seed);
  const lines = Array.from({ length: 30 }, (_, i) => line(i));
  const others = Array.from({ length: 90 }, (_, i) => line(1_000 + i));
  const before = drawn(files(lines, others));

  test("has rooms in proportion to their lines, a line once, and is the same for the same seed alone", () => {
    expect(before.filter(({ group }) => group === "corpus and catalogue")).toHaveLength(5);
    expect(before.filter(({ group }) => group === "base and core")).toHaveLength(15);
    expect(new Set(before.map(({ file, line }) => `${file}:${line}`)).size).toBe(20);
    expect(drawn(files(lines, others))).toEqual(before);
    expect(drawn(files(lines, others), 2).map(({ id }) => id)).not.toEqual(before.map(({ id }) => id));
  });

  test("stays where other lines are edited or moved", () => {
    const ids = (mutants: readonly Mutant[]) => mutants.map(({ id }) => id).sort();
    const taken = new Set(before.map((mutant) => mutant.before));
    const edited = others.map((one, i) => (i < 9 && !taken.has(one) ? `export const other${i} = 1n;` : one));
    expect(edited).not.toEqual(others);
    expect(ids(drawn(files(lines, edited)))).toEqual(ids(before));
    expect(ids(drawn(files(["// A remark.", ...lines].reverse(), others)))).toEqual(ids(before));
  });

  test("holds nothing that the compiler refuses", () => {
    const strict = planted({
      "src/core/text/a.ts": 'export const x: "one" = "one";\nexport const y: { a: 1n } = { a: 1n };\n',
    });
    expect(drawn(strict)).toEqual([]);
  });

  test("shares add up", () => {
    const weights = new Map(["a", "b", "c"].map((name) => [name, 1]));
    expect([...inProportion(weights, 10).values()]).toEqual([4, 3, 3]);
  });
});

describe("related tests", () => {
  const { root, names } = planted({
    "src/core/text/a.ts": "export const a = 1;",
    "src/core/text/b.ts": 'import { a } from "./a.ts";\nexport const b = a;',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of the planted file
    "src/cli/index.ts": "export const run = (name: string) => import(`./commands/${name}.ts`);",
    "src/cli/commands/one.ts": 'export { b } from "../../core/text/b.ts";',
    "test/core/text/a.test.ts": 'import { a } from "../../../src/core/text/a.ts";\na;',
    "test/core/text/b.test.ts": 'import { b } from "../../../src/core/text/b.ts";\nb;',
    "test/core/text/types.test.ts": 'import type { b } from "../../../src/core/text/b.ts";\nexport type B = typeof b;',
    "test/cli/terminal/process.test.ts": 'export const CLI = new URL("../../../src/cli/index.ts", import.meta.url);',
    "test/cli/other.test.ts": "",
    "test/house/package/all.test.ts": 'import { a } from "../../../src/core/text/a.ts";\na;',
  });
  const importers = importersIn(root, names);
  const lengths = usableTests(root, names);

  test("import the file, also through processes and commands by name, or are of its room; the nearest come first", () => {
    expect([...lengths.keys()]).not.toContain("test/house/package/all.test.ts");
    const ofA = relatedTests("src/core/text/a.ts", importers, lengths);
    expect(ofA).toEqual([
      "test/core/text/a.test.ts",
      "test/core/text/b.test.ts",
      "test/cli/terminal/process.test.ts",
      "test/core/text/types.test.ts",
    ]);
    expect(relatedTests("src/cli/commands/one.ts", importers, lengths)).toEqual([
      "test/cli/terminal/process.test.ts",
      "test/cli/other.test.ts",
    ]);
  });
});

describe("the table", () => {
  const mutant = (id: string, group: string): Mutant => ({
    ...{ id, group, file: "src/core/text/a.ts", line: 3, before: "a < b", replaced: "<", replacement: "<=" },
    ...{ operator: "< to <=", start: 0, end: 1 },
  });
  const verdict = (id: string, isCaught: boolean): [string, Verdict] => [
    id,
    { id, isCaught, by: null, ran: ["test/core/text/a.test.ts"], leftOut: 2 },
  ];
  const [group, other] = GROUP_NAMES as [string, string];
  const tenth = Array.from({ length: 10 }, (_, i) => mutant(`m${i}`, group));

  test("nine of ten reach the bar, eight do not, and each group has to", () => {
    const withCaught = (count: number) => new Map(tenth.map(({ id }, i) => verdict(id, i < count)));
    expect(isBarReached(tenth, withCaught(9))).toBe(true);
    expect(isBarReached(tenth, withCaught(8))).toBe(false);
    const both = [...tenth, mutant("other", other)];
    expect(isBarReached(both, new Map([...withCaught(10), verdict("other", false)]))).toBe(false);
  });

  test("names who survived, where, and what ran", () => {
    const told = summary(tenth, new Map(tenth.map(({ id }, i) => verdict(id, i !== 4))));
    expect(told).toContain("9 of 10");
    expect(told).toContain("survived: m4 src/core/text/a.ts:3 < to <=: a < b");
    expect(told).toContain("ran: test/core/text/a.test.ts (2 more were not run)");
  });

  test("tells what npm test catches without the rest", () => {
    const by = ["test/core/text/text.test.ts: a", "test/corpus/failures/crash.test.ts: b", "the compiler"];
    const caught = by.map((one, i): [string, Verdict] => [`m${i}`, { ...verdict(`m${i}`, true)[1], by: one }]);
    expect(summary(tenth, new Map(caught))).toContain("npm test alone catches 2 of 3 that are caught.");
  });
});

describe("the repository", () => {
  const sources = globSync("src/**/*.ts", { cwd: ROOT });

  test("every file with code of its own is in a group", () => {
    const lost = sources.filter((file) => groupOf(file) === undefined);
    expect(lost.filter((file) => !/generated|\/index\.ts$|^src\/(?:build|faces\/web)\//.test(file)).sort()).toEqual([
      "src/engine/evidence/calibration/shipped.ts",
      "src/report/layout/style.ts",
      "src/service/http/openapi/examples.ts",
      "src/service/http/pages/docs.ts",
    ]);
  });

  test("each mutant that is called equivalent is one of a line that is there, with a reason", () => {
    for (const { file, before, operator, why } of EQUIVALENTS) {
      const text = readFileSync(join(ROOT, file), "utf8");
      expect(
        text.split("\n").map((line) => line.trim()),
        `${file}: ${operator}`,
      ).toContain(before);
      expect(why.length).toBeGreaterThan(40);
    }
    const [first] = EQUIVALENTS;
    if (first !== undefined) expect(isEquivalent({ ...mutantOf(first), ...first })).toBe(true);
  });
});

const mutantOf = (of: { file: string }): Mutant => ({
  ...{ id: "", group: "", file: of.file, line: 1, before: "", replaced: "", replacement: "" },
  ...{ operator: "", start: 0, end: 0 },
});
