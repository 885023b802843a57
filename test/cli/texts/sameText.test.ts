/** Every command that takes a text gives the same answer for the same words, in whatever file they stand. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { archiveOf, epubParts, wordParagraph, wordParts } from "../../files/documents/office/archives.ts";
import { column, pdfOf } from "../../files/documents/pdf/pdfs.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { endedHere } from "../here.ts";

const here = process.cwd();
const folder = mkdtempSync(join(tmpdir(), "spolia-same-"));
process.chdir(folder);
afterAll(() => {
  process.chdir(here);
  rmSync(folder, { recursive: true, force: true });
});

const words = zipfText(seeded(5), 160)
  .split(/\s+/)
  .map((word, at) => (at % 9 === 4 ? `${word}é` : word));
const TEXT = words.join(" ");
const LINES = Array.from({ length: Math.ceil(words.length / 10) }, (_, at) =>
  words.slice(10 * at, 10 * at + 10).join(" "),
);
const utf16 = (text: string) => new Uint8Array(Uint16Array.from(text, (character) => character.charCodeAt(0)).buffer);
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
/** Words in bold, and one of them half. */
const inline = words
  .map((word, at) => (at % 7 === 3 ? `<b>${word}</b>` : at % 7 === 5 ? `${word[0]}<i>${word.slice(1)}</i>` : word))
  .join(" ");
const page = (body: string) => `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>${body}</p></body></html>`;

/** The same words in files, and the options that they need. */
const FILES: Readonly<Record<string, readonly [bytes: Uint8Array | string, ...options: string[]]>> = {
  "html.html": [page(inline)],
  "declared.html": [latin1(`<meta charset="iso-8859-1">${page(inline)}`)],
  "marked.txt": [utf16(`\ufeff${TEXT}`)],
  "unmarked.txt": [utf16(TEXT)],
  "paper.pdf": [pdfOf([column(LINES, 72, 90)])],
  "letter.docx": [archiveOf(wordParts(wordParagraph(TEXT)))],
  "book.epub": [archiveOf(epubParts([page(inline)]))],
  "latin.txt": [latin1(TEXT), "--encoding", "iso-8859-1"],
};

interface Answered {
  [field: string]: unknown;
}

async function spolia(...args: string[]): Promise<{ code: number | null; stderr: string; answer: Answered }> {
  const { code, stdout, stderr } = await endedHere([...args, "--json"], "", {});
  return { code, stderr, answer: stdout === "" ? {} : JSON.parse(stdout) };
}

const picked = (answer: Answered, ...fields: string[]) =>
  Object.fromEntries(fields.map((field) => [field, answer[field]]));

/** Tokens are estimated of characters, white space included. */
const requestsOf = ({ models }: Answered) => (models as { requests: number }[]).map(({ requests }) => requests);

/** Each command with what its answer says of words, whatever the file and its places are called. */
const COMMANDS: readonly (readonly [
  name: string,
  line: (file: string) => string[],
  of: (answer: Answered) => unknown,
])[] = [
  [
    "analyze",
    (file) => ["analyze", file, "--corpus", "plain.spolia"],
    (answer) => picked(answer, "verdict", "relation", "confidence", "coverage", "fingerprint"),
  ],
  [
    "assess",
    (file) => ["assess", file, "--corpus", "plain.spolia", "--model", "eleutherai/pythia"],
    (answer) => picked(answer, "level", "because", "copies", "completeness"),
  ],
  [
    "score",
    (file) => ["score", file, "--corpus", "plain.spolia", "--model", "eleutherai/pythia", "--jurisdiction", "NL"],
    (answer) => picked(answer, "score", "tier", "in_dataset"),
  ],
  [
    "compare, first",
    (file) => ["compare", file, "plain/text.txt"],
    (answer) => picked(answer, "relation", "jaccard", "a"),
  ],
  [
    "compare, second",
    (file) => ["compare", "plain/text.txt", file],
    (answer) => picked(answer, "relation", "jaccard", "b"),
  ],
  [
    "quote-check --in",
    (file) => ["quote-check", words.slice(40, 70).join(" "), "--in", file],
    (answer) => picked(answer, "status", "words", "share", "differences"),
  ],
  [
    "quote-check --quotation",
    (file) => ["quote-check", "--quotation", file, "--in", "plain/text.txt"],
    (answer) => picked(answer, "status", "words", "share", "differences"),
  ],
  ["leads rows", (file) => ["leads", "rows", file, "--dataset", "a/b", "--dry-run"], (answer) => answer["sent"]],
  ["audit --items", (file) => ["audit", "--items", file, "--corpus", "plain.spolia"], (answer) => answer["summary"]],
  [
    "audit --dataset",
    (file) => ["audit", "--items", "plain/text.txt", "--dataset", file],
    (answer) => answer["summary"],
  ],
  [
    "audit --clean",
    (file) => [
      "audit",
      "--items",
      "plain/text.txt",
      "--dataset",
      file,
      "--clean",
      `clean-${file}`.replace("plain/", ""),
    ],
    (answer) => answer["summary"],
  ],
  ["dedup", (file) => ["dedup", "plain/text.txt", file], (answer) => picked(answer, "documents", "exact", "near")],
  ["rights --dataset", (file) => ["rights", "--dataset", file], (answer) => answer["all"]],
  [
    "corpus build",
    (file) => [
      "corpus",
      "build",
      file,
      "-o",
      `of-${file}.spolia`.replace("plain/", ""),
      "--dataset",
      "d",
      "--jobs",
      "1",
    ],
    (answer) => picked(answer, "documents", "words", "fingerprints", "skipped_count"),
  ],
  ["extract", (file) => ["extract", file, "--model", "m", "--models", "models.json", "--dry-run"], requestsOf],
  [
    "probe",
    (file) => ["probe", file, "--control", "other.txt", "--model", "m", "--models", "models.json", "--dry-run"],
    requestsOf,
  ],
];

beforeAll(async () => {
  mkdirSync("plain");
  writeFileSync("plain/text.txt", TEXT);
  writeFileSync("other.txt", zipfText(seeded(6), 160));
  for (const [name, [bytes]] of Object.entries(FILES)) writeFileSync(name, bytes);
  writeFileSync(
    "models.json",
    JSON.stringify({
      m: { kind: "vllm", name: "test/m", url: "http://127.0.0.1:9/v1", model: "m", retrieval: "absent" },
    }),
  );
  const built = await spolia("corpus", "build", "plain", "-o", "plain.spolia", "--dataset", "mine", "--jobs", "1");
  expect(built.code, built.stderr).toBe(0);
});

describe("the same words", () => {
  test.each(COMMANDS)("%s", async (_, line, of) => {
    const plain = await spolia(...line("plain/text.txt"));
    expect(plain.code, plain.stderr).toBe(0);
    expect(JSON.stringify(of(plain.answer)).length).toBeGreaterThan(2);
    for (const [name, [, ...options]] of notEmpty(Object.entries(FILES))) {
      const { code, stderr, answer } = await spolia(...line(name), ...options);
      expect([name, code, of(answer)], stderr).toEqual([name, 0, of(plain.answer)]);
    }
  });

  test("report --content takes it as the same text", async () => {
    const made = await endedHere(["analyze", "plain/text.txt", "--corpus", "plain.spolia", "--json"], "", {});
    writeFileSync("result.json", made.stdout);
    const shown = (...more: string[]) => endedHere(["report", "result.json", "--content", ...more], "", {});
    const plain = await shown("plain/text.txt");
    expect(plain.code, plain.stderr).toBe(0);
    for (const [name, [, ...options]] of notEmpty(Object.entries(FILES)))
      expect([name, (await shown(name, ...options)).code]).toEqual([name, 0]);
  });

  test("without its encoding, a text is refused with the way out, by every command that reads it alone", async () => {
    for (const [, line] of notEmpty(COMMANDS.slice(0, 8))) {
      const { code, stderr } = await spolia(...line("latin.txt"));
      expect(code).toBe(3);
      expect(stderr).toContain("--encoding LABEL");
    }
    const wrong = await spolia("analyze", "latin.txt", "--corpus", "plain.spolia", "--encoding", "latin-99");
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("windows-1252, koi8-r");
  });
});

test("what was replaced is told, of one text and of many", async () => {
  writeFileSync("stray.txt", latin1(`${words.map((word) => word.replace("é", "")).join(" ")} \xff`));
  const one = await spolia("analyze", "stray.txt", "--corpus", "plain.spolia");
  const told = "not read of stray.txt: wrong bytes of UTF-8 at 1 place: U+FFFD stands there";
  expect(one).toMatchObject({ code: 0, stderr: expect.stringContaining(told) });
  const many = await spolia("audit", "--items", "plain/text.txt", "--dataset", "stray.txt");
  expect(many.stderr).toContain(told);
  expect(many.answer["completeness"]).toMatchObject({ complete: false });
  const strict = await spolia("analyze", "stray.txt", "--corpus", "plain.spolia", "--strict");
  expect(strict).toMatchObject({ code: 3, stderr: expect.stringContaining("cannot be read completely") });
});

test("lists of titles in other encodings are read; without a statement they are refused with the way out", async () => {
  const list = "title\tauthor\nPêcheur d'Islande\tPierre Loti\n";
  writeFileSync("excel.tsv", utf16(`\ufeff${list}`));
  writeFileSync("latin.tsv", latin1(list.repeat(20).replaceAll("ê", "êêêêê")));
  const titles = (file: string, ...more: string[]) =>
    spolia("leads", "titles", file, "--title", "Pêcheur d'Islande", ...more);
  expect(JSON.stringify((await titles("excel.tsv")).answer)).toContain("Pierre Loti");
  const refused = await titles("latin.tsv");
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining("--encoding LABEL") });
  expect(refused.stderr).toContain("latin.tsv, line 2, cannot be read");
  writeFileSync("latin.tsv", latin1(list));
  expect(JSON.stringify((await titles("latin.tsv", "--encoding", "latin1")).answer)).toContain("Pierre Loti");
});
