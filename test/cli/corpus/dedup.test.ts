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
  return { code, stdout: terminal.out(), json: () => JSON.parse(terminal.out()) };
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
