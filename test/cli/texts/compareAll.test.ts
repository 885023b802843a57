/** `spolia compare` of a folder: pairs, table and page, and each pair as the command has it of two files. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { parseResult } from "../../../src/report/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { fakeTerminal } from "../terminal.ts";

const random = seeded(157);
const folder = mkdtempSync(join(tmpdir(), "compare-"));
const here = process.cwd();
const prose = (words: number) => zipfText(random, words);
const [shared, handout, earlier] = [prose(80), prose(60), prose(90)];

async function spolia(...words: string[]) {
  const terminal = fakeTerminal({});
  const code = await main(words, terminal);
  return { code, stdout: terminal.out(), stderr: terminal.err(), json: () => JSON.parse(terminal.out()) };
}

beforeAll(() => {
  process.chdir(folder);
  mkdirSync("class/deep", { recursive: true });
  mkdirSync("years");
  writeFileSync("class/a.txt", `${prose(40)}${shared}`);
  writeFileSync("class/deep/b.md", `# Of *mills*\n\n${shared}\n\n${prose(50)}`);
  writeFileSync("class/c.html", `<p>${handout}</p><p>${earlier}</p>`);
  writeFileSync("class/d.jsonl", `${JSON.stringify({ id: "=d", text: handout + prose(50) })}\n`);
  writeFileSync("class/e.bin", new Uint8Array([0, 1, 2, 255]));
  writeFileSync("years/a.txt", earlier);
  writeFileSync("handout.txt", handout);
});

afterAll(() => {
  process.chdir(here);
  rmSync(folder, { recursive: true, force: true });
});

test("each pair is as the command has it of the two files", async () => {
  const { code, json, stderr } = await spolia("compare", "class", "--with", "years", "--json");
  const result = json();
  expect([code, result.references]).toEqual([0, 1]);
  expect(stderr).toContain("e.bin");
  expect(result.completeness.stages.at(-1)).toMatchObject({ name: "reading", status: "skipped" });
  const pairs = result.pairs.map(({ a, b }: { a: string; b: string }) => `${a} ${b}`).sort();
  expect(pairs).toEqual(["a.txt deep/b.md", "c.html =d", "c.html a.txt~2"]);
  expect(parseResult(result)).toMatchObject({ of: "compareAll" });
  const pathOf = (id: string) => (id === "a.txt~2" ? "years/a.txt" : `class/${id}`);
  for (const { a, b, ...pair } of notEmpty<{ a: string; b: string }>(
    result.pairs.filter(({ b }: { b: string }) => b !== "=d"),
  ))
    expect((await spolia("compare", pathOf(a), pathOf(b), "--json")).json()).toMatchObject(pair);
});

test("of two datasets the texts are compared, not the files", async () => {
  const lines = (...texts: string[]) => texts.map((text) => `${JSON.stringify({ text })}\n`).join("");
  writeFileSync("one.jsonl", lines(shared, prose(40)));
  writeFileSync("other.jsonl", lines(prose(40), shared));
  const { texts, pairs } = (await spolia("compare", "one.jsonl", "other.jsonl", "--json")).json();
  expect(texts).toHaveLength(4);
  expect(pairs).toMatchObject([{ a: "one.jsonl#1", b: "other.jsonl#2", relation: "identical" }]);
});

test("a handout does not count; a table and a page have all pairs", async () => {
  const files = ["--csv", "pairs.csv", "--html", "pairs.html"];
  const { code, stdout } = await spolia("compare", "class", "--with", "years", "--ignore", "handout.txt", ...files);
  expect([code, stdout.split("\n")[0]]).toEqual([
    0,
    expect.stringContaining("PAIRS: 2 of 10 pairs of 4 texts and 1 reference"),
  ]);
  expect(
    readFileSync("pairs.csv", "utf8")
      .split("\r\n")
      .map((line) => line.split(",").slice(0, 3).join()),
  ).toEqual(["a,b,relation", "c.html,a.txt~2,identical", "a.txt,deep/b.md,partial", ""]);
  const page = readFileSync("pairs.html", "utf8");
  const [opening] = shared.split(".");
  expect(page.split(opening!).length).toBe(3);
  await spolia("compare", "class", "--csv", "all.csv");
  expect(readFileSync("all.csv", "utf8")).toContain("c.html,'=d,");
});

test("what is no folder of texts is refused, two files are compared as ever", async () => {
  writeFileSync("empty.jsonl", "");
  for (const words of [
    ["handout.txt"],
    ["handout.txt", "handout.txt", "--csv", "x.csv"],
    ["class", "-"],
    ["handout.txt", "handout.txt", "class/a.txt"],
    ["class", "--with", "class/deep"],
  ])
    expect((await spolia("compare", ...words)).code).toBe(2);
  expect((await spolia("compare", "handout.txt", "handout.txt")).stdout).toContain("IDENTICAL");
});
