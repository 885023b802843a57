/**
 * Whole pages, to be read: what each command writes on a terminal, on its HTML page, and which fields its document has. `npx vitest run
 * test/cli/terminal/golden.test.ts -u` writes the files of `golden/` anew; what changed in them is to be read before it is committed.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { columnsOf } from "../../../src/report/layout/terminal.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { EXTRACT, type GoldenWorld, openGoldenWorld, spolia } from "./goldenWorld.ts";
import { shapeOf } from "./shape.ts";

const here = process.cwd();
let world: GoldenWorld;
beforeAll(async () => {
  world = await openGoldenWorld();
  writeFileSync("canary.json", (await spolia(...canary("scores.json"), "--json")).stdout);
  writeFileSync("essay.json", (await spolia("analyze", "essay.txt", ...SEARCHED, "--json")).stdout);
  for (const more of DECIDED) await spolia("decide", "essay.json", "--decisions", "decisions.json", ...more);
  mkdirSync("table");
  for (const name of ["essay.txt", "letter.txt"]) copyFileSync(name, `table/${name}`);
  writeFileSync("table/book.mobi", "BOOKMOBI");
  writeFileSync("table/notes.jsonl", '{"id":"=one","title":"Whales, \\"and\\" clocks","text":"Call me Ishmael."}\n{\n');
  const { strings, index } = JSON.parse(readFileSync("canary.secret.json", "utf8"));
  writeFileSync("essay-canary.txt", `${readFileSync("essay.txt", "utf8")}\n${strings[index]}\n`);
});
afterAll(() => {
  process.chdir(here);
  rmSync(world.folder, { recursive: true });
});

/** Without what differs from version to version, or from run to run. */
const lasting = (text: string): string =>
  text
    .replaceAll(/\b(an|as|cmp|ex|pr|sc|rev|cat|rp)_[0-9a-f]{16,}/g, "$1_…")
    .replaceAll(/spolia \d+\.\d+\.\d+(?:-[\w.]+)?/g, "spolia VERSION")
    .replaceAll(/(?<![:0-9a-f])[0-9a-f]{64}/g, "HASH")
    .replaceAll(/ · \d{4}-\d\d-\d\d(?=<)/g, " · DAY");

/** A page without its style and the document at its end, whose fields stand in a file of their own; an element on a line. */
const readable = (html: string): string =>
  lasting(html)
    .replace(/<style>.*?<\/style>/s, "<style>…</style>")
    .replace(/(<summary>The result document<\/summary><pre>).*?(<\/pre>)/s, "$1…$2")
    .replaceAll(/(<\/(?:p|li|h\d|td|th|tr|table|figure|article|svg|dt|dd|div|section)>)(?=<)/g, "$1\n")
    .replaceAll(/(<(?:svg|table|thead|tbody|tr|article|section|line|circle|text|rect)\b)/g, "\n$1")
    .replaceAll(/\n{2,}/g, "\n");

const LEDGER = ["--ledger", "ledger.json"];
const CORPUS = ["--corpus", "novels.spolia"];
const SEARCHED = [...CORPUS, ...LEDGER];
const ASKED = ["--models", "models.json"];
const SCORE = ["score", "essay.txt", "--model", "quayside/lantern-1", "--jurisdiction", "DE", ...SEARCHED];
const CANARY = ["--observations", "canary.json"];
const EXTRACTED = ["--control", "unpublished", "--model", "recited", ...ASKED, ...EXTRACT];
const PROBED = ["--model", "probed", ...ASKED];
const canary = (scores: string) => [
  ...["canary", "test", scores, "--secret", "canary.secret.json", "--commitment", world.commitment],
];

const BY = ["--author", "A. Lind", "--date", "2026-11-23"];
const DECIDED = [
  ["--passage", "1", "--as", "quoted", "--reason", "An epigraph.", ...BY],
  ["--text", "--as", "mine", "--reason", "I wrote the rest.", ...BY],
];

const COMMANDS: readonly [name: string, words: () => string[], kind?: "html"][] = [
  ["model", () => ["models", "quayside/lantern-1", ...LEDGER]],
  ["model-of-base", () => ["models", "quayside/lantern-1-chat", ...LEDGER]],
  ["dataset", () => ["datasets", "quay-novels", ...LEDGER]],
  ["analysis", () => ["analyze", "essay.txt", ...SEARCHED], "html"],
  ["analysis-decided", () => ["analyze", "essay.txt", ...SEARCHED, "--decisions", "decisions.json"], "html"],
  ["analysis-none", () => ["analyze", "letter.txt", ...SEARCHED], "html"],
  ["audit", () => ["audit", "--items", "essay.txt", "--items", "letter.txt", ...CORPUS]],
  ["comparison", () => ["compare", "essay.txt", "novels/moby-dick.txt"], "html"],
  ["score", () => SCORE, "html"],
  [
    "score-observed",
    () => ["score", "essay-canary.txt", ...SCORE.slice(2), ...CANARY, "--secret", "canary.secret.json"],
    "html",
  ],
  ["score-unverified", () => [...SCORE, ...CANARY]],
  ["assessment", () => ["assess", "essay.txt", "--model", "quayside/lantern-1-7b", ...SEARCHED]],
  ["assessment-none", () => ["assess", "letter.txt", "--model", "harbour/tide", ...SEARCHED]],
  ["probe", () => ["probe", "suspects", "--control", "controls", ...PROBED], "html"],
  ["probe-chance", () => ["probe", "controls", "--control", "suspects", ...PROBED], "html"],
  ["probe-few", () => ["probe", "suspects/000.txt", "suspects/001.txt", "--control", "controls/000.txt", ...PROBED]],
  ["extraction", () => ["extract", "work.txt", ...EXTRACTED], "html"],
  ["extraction-none", () => ["extract", "innocent.txt", ...EXTRACTED], "html"],
  ["canary", () => canary("scores.json")],
  ["canary-chance", () => canary("scores-chance.json")],
  ["commitment", () => ["canary", "commit", "canary.secret.json"]],
  ["corpus", () => ["corpus", "info", "novels.spolia"]],
  ["duplicates", () => ["corpus", "duplicates", "novels.spolia"]],
  ["verification", () => ["corpus", "verify", "novels.spolia"]],
  ["verification-damaged", () => ["corpus", "verify", "damaged.spolia"]],
];

/** Commands that give a short answer unless the full one is wanted. */
const SHORT = /^(?:analysis|audit|score|assessment|comparison)\b/;
const LINES_MAX = 15;

describe.each(COMMANDS)("%s", (name, words) => {
  test("on a terminal", async () => {
    const full = SHORT.test(name) ? ["--full"] : [];
    const { code, stdout, stderr, colours } = await spolia(...words(), ...full);
    expect(code, stderr).toBeLessThan(2);
    const ending = colours.length === 0 ? "" : `\n(The first line is ${colours.join(" and ")}.)\n`;
    await expect(lasting(stdout) + ending).toMatchFileSnapshot(`golden/${name}.txt`);
    // A hash is not divided.
    const lines = stdout.replaceAll(/[0-9a-f]{64}/g, "").split("\n");
    expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(80);
  });

  test("as a document", async () => {
    const { code, stdout, stderr } = await spolia(...words(), "--json");
    expect(code, stderr).toBeLessThan(2);
    await expect(shapeOf(JSON.parse(stdout))).toMatchFileSnapshot(`golden/${name}.fields.txt`);
  });
});

test.each(COMMANDS.filter(([name]) => SHORT.test(name)))("%s, in short and in one line", async (name, words) => {
  const { code, stdout, stderr } = await spolia(...words());
  expect(code, stderr).toBeLessThan(2);
  await expect(lasting(stdout)).toMatchFileSnapshot(`golden/${name}.short.txt`);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(LINES_MAX);
  expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(80);
  expect(stdout).not.toMatch(/[0-9a-f]{16}/);
  const quiet = (await spolia(...words(), "--quiet")).stdout;
  expect(quiet.trimEnd().split("\n")).toHaveLength(1);
  const [word] = lines[0]!.split(":");
  expect(quiet.startsWith(`${word}: `)).toBe(true);
});

test("a table of a folder: its file, and what the terminal is told", async () => {
  const { code, stderr } = await spolia("analyze", "table", ...SEARCHED, "-o", "table.csv");
  expect(code, stderr).toBe(0);
  const notices = stderr
    .split("\u001b[2K")
    .at(-1)!
    .replaceAll(/[^ -~]\[\d+m/g, "");
  const file = readFileSync("table.csv", "utf8").replaceAll(/@[0-9a-f]{64}/g, "@REVISION");
  await expect(`${notices}\n${lasting(file)}`).toMatchFileSnapshot("golden/table.txt");
});

test("the progress bar is cleared before the notice of what the models used", async () => {
  const { stderr } = await spolia("extract", "work.txt", ...EXTRACTED);
  const [drawn = "", ...notices] = stderr.split("\u001b[2K");
  expect(drawn).toContain("100 %");
  expect(notices.map((notice) => notice.replaceAll(/[^ -~]\[\d+m/g, ""))).toEqual([
    "spolia: recited: 0 requests, 0 tokens.\n",
  ]);
});

test.each(COMMANDS.filter(([, , kind]) => kind === "html"))("%s, as a page", async (name, words) => {
  await spolia(...words(), "--html", `${name}.html`);
  await expect(readable(readFileSync(`${name}.html`, "utf8"))).toMatchFileSnapshot(`golden/${name}.page.txt`);
});

test.each(["models", "datasets"])("the list of %s, as a document", async (command) => {
  const { code, stdout } = await spolia(command, "--json");
  expect(code).toBe(0);
  await expect(shapeOf(JSON.parse(stdout))).toMatchFileSnapshot(`golden/list-of-${command}.fields.txt`);
});

/** The names of commands, as the help of what groups them lists them. */
async function commandsOf(...group: string[]): Promise<string[]> {
  const { stdout } = await spolia(...group, "--help");
  return [...(/\nCommands:\n(.*?)\n\n/s.exec(stdout)?.[1] ?? "").matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name!);
}

test("the help of every command: its options, their values and defaults", async () => {
  const pages: string[] = [];
  for (const name of ["", ...notEmpty(await commandsOf()).filter((one) => one !== "help")]) {
    const group = name === "" ? [] : [name];
    const members = name === "" ? [] : await commandsOf(...group);
    for (const words of [group, ...members.filter((one) => one !== "help").map((one) => [...group, one])])
      pages.push(`===== spolia ${words.join(" ")}\n\n${(await spolia(...words, "--help")).stdout}`);
  }
  await expect(pages.join("\n")).toMatchFileSnapshot("golden/help.txt");
});
