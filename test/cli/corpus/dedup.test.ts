/** `spolia dedup`: pairs, the filtered dataset, and the way back. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { main } from "../../../src/cli/program.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { fakeTerminal } from "../terminal.ts";

const random = seeded(71);
const folder = mkdtempSync(join(tmpdir(), "dedup-"));
const here = process.cwd();
const [one, two] = [zipfText(random, 60), zipfText(random, 60)];

async function spolia(...words: string[]) {
  const terminal = fakeTerminal({});
  const code = await main(words, terminal);
  return { code, stdout: terminal.out(), stderr: terminal.err(), json: () => JSON.parse(terminal.out()) };
}

beforeAll(() => {
  process.chdir(folder);
  mkdirSync("web");
  writeFileSync("web/a.txt", `${one}\n${two}\n`);
  writeFileSync(
    "web/b.jsonl",
    [`${one}\n${two}`, two, zipfText(random, 60)].map((text) => `${JSON.stringify({ text })}\n`).join(""),
  );
});

afterAll(() => {
  process.chdir(here);
  rmSync(folder, { recursive: true, force: true });
});

test("documents and lines that repeat are listed, taken out, and put back", async () => {
  const refused = await spolia("dedup", "web", "--pairs", "nowhere/pairs.jsonl");
  expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("nowhere/pairs.jsonl cannot be written")]);
  const listed = await spolia("dedup", "web", "--pairs", "pairs.jsonl", "--json");
  expect(listed.json()).toMatchObject({ level: "document", documents: 4, exact: 1, near: 0 });
  expect(JSON.parse(readFileSync("pairs.jsonl", "utf8"))).toMatchObject({
    part: { document: "b.jsonl#1" },
    of: { document: "a.txt" },
  });
  const lines = await spolia("dedup", "web", "--level", "line", "--threshold", "1", "-o", "clean", "--json");
  expect(lines.json()).toMatchObject({ exact: 3 });
  expect(readFileSync("clean/a.txt", "utf8")).toBe(readFileSync("web/a.txt", "utf8"));
  expect((await spolia("audit", "--restore", "clean.ledger.jsonl")).code).toBe(0);
  expect(readFileSync("clean.restored/b.jsonl", "utf8")).toBe(readFileSync("web/b.jsonl", "utf8"));
  expect((await spolia("dedup", "web", "--threshold", "0.2")).code).toBe(2);
});

test("a handout makes no duplicates of answers, and stays in each", async () => {
  mkdirSync("answers");
  writeFileSync("handout.html", `<p>${one}</p>`);
  const answers = { "a.txt": `${one}\n${zipfText(random, 20)}\n`, "b.txt": `${one}\n${zipfText(random, 20)}\n` };
  for (const [name, text] of Object.entries(answers)) writeFileSync(join("answers", name), text);
  expect((await spolia("dedup", "answers", "--threshold", "0.4", "--json")).json()).toMatchObject({
    exact: 0,
    near: 1,
  });
  const ignoring = ["--threshold", "0.4", "--ignore", "handout.html"];
  expect((await spolia("dedup", "answers", ...ignoring, "--json")).json()).toMatchObject({ exact: 0, near: 0 });
  const told = await spolia("dedup", "answers", "--level", "line", "-o", "own", "--ignore", "handout.html");
  expect(told.stdout).toContain("words of 1 text that does not count");
  for (const [name, text] of Object.entries(answers)) expect(readFileSync(join("own", name), "utf8")).toBe(text);
});

test("runs of words that stood before are cut, also within a document, and put back", async () => {
  mkdirSync("runs/deep", { recursive: true });
  const [page, other, footer] = [zipfText(random, 80), zipfText(random, 70), zipfText(random, 30).trim()];
  const part = page.split(" ").slice(5, 75).join(" ");
  writeFileSync("runs/a.txt", `${page}\n\n${footer}\n`);
  writeFileSync("runs/b.txt", `# Title\n\n${other}\n\n“${part.toUpperCase()}”\n\n${footer}\n\n${other}\n`);
  writeFileSync(
    "runs/deep/c.jsonl",
    `${JSON.stringify({ id: "1", text: `New words. ${page.trim()}` })}\n{"text":"kept"}\n`,
  );
  const flags = ["--level", "substring", "--min-words", "40"];
  const told = await spolia("dedup", "runs", ...flags, "--pairs", "runs.jsonl", "-o", "once");
  expect([told.code, told.stdout]).toEqual([0, expect.stringContaining("3 substrings of 4 documents repeat")]);
  const [pair] = readFileSync("runs.jsonl", "utf8").split("\n");
  expect(JSON.parse(pair!)).toEqual({
    kind: "exact",
    part: { document: "b.txt", span: expect.anything() },
    similarity: 1,
  });
  expect(readFileSync("once/a.txt", "utf8")).toBe(readFileSync("runs/a.txt", "utf8"));
  expect(readFileSync("once/b.txt", "utf8")).toBe(`# Title\n\n${other}\n\n${footer}\n`);
  expect(readFileSync("once/deep/c.jsonl", "utf8")).toBe(`{"id":"1","text":"New words."}\n{"text":"kept"}\n`);
  expect((await spolia("dedup", "once", ...flags, "--json")).json()).toMatchObject({ exact: 0, near: 0 });
  expect((await spolia("audit", "--restore", "once.ledger.jsonl")).code).toBe(0);
  for (const name of ["b.txt", "deep/c.jsonl"])
    expect(readFileSync(join("once.restored", name), "utf8")).toBe(readFileSync(join("runs", name), "utf8"));
  expect((await spolia("dedup", "runs", ...flags, "--threshold", "0.7")).code).toBe(2);
  writeFileSync("runs/d.md", `# *${other}*\n\nNew.`);
  const kept = await spolia("dedup", "runs", ...flags, "-o", "kept");
  expect(kept.stderr).toContain("1 document stays whole");
  expect(readFileSync("kept/d.md", "utf8")).toBe(readFileSync("runs/d.md", "utf8"));
});
