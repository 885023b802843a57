/** `spolia audit` over files and over a corpus, with all that it writes. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AuditedItem, AuditResult } from "../../../src/base/contract/operations/audit.ts";
import { main } from "../../../src/cli/program.ts";
import { pdfOf } from "../../files/documents/pdf/pdfs.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { fakeTerminal } from "../terminal.ts";

const random = seeded(22);
const folder = mkdtempSync(join(tmpdir(), "audit-"));
const here = process.cwd();
const [first, second, third] = [zipfText(random, 40), zipfText(random, 40), zipfText(random, 40)];

async function spolia(...words: string[]) {
  const terminal = fakeTerminal({});
  const code = await main(words, terminal);
  return { code, stdout: terminal.out(), stderr: terminal.err(), json: () => JSON.parse(terminal.out()) };
}

beforeAll(() => {
  process.chdir(folder);
  mkdirSync("web");
  writeFileSync("items.jsonl", [first, second].map((text, i) => `${JSON.stringify({ id: `q${i}`, text })}\n`).join(""));
  writeFileSync(
    "fields.jsonl",
    `${JSON.stringify({ question: first, choices: ["yes of course", "no"], answer: 1 })}\n`,
  );
  writeFileSync("web/a.txt", `${zipfText(random, 100)} ${first} ${zipfText(random, 100)}`);
  writeFileSync("web/b.html", `<title>B</title><p>${zipfText(random, 50)}</p><p>${first.toUpperCase()}</p>`);
  writeFileSync("web/c.jsonl", `${JSON.stringify({ id: "c1", text: third })}\n`);
});

afterAll(() => {
  process.chdir(here);
  rmSync(folder, { recursive: true, force: true });
});

describe("spolia audit", () => {
  test("reads files of every kind once, and answers in JSON, in JSON Lines, in words and as a page", async () => {
    const asked = ["audit", "--items", "items.jsonl", "--dataset", "web"];
    const { code, json } = await spolia(...asked, "--results", "found.jsonl", "--html", "audit.html", "--json");
    expect(code).toBe(0);
    const result: AuditResult = json();
    expect(result.items.map(({ id, status, documents }) => [id, status, documents])).toEqual([
      ["q0", "found", 2],
      ["q1", "not_found", 0],
    ]);
    expect(result.items[0]!.findings).toMatchObject([{ document: "a.txt" }, { document: "b.html", title: "B" }]);
    const [head, ...lines] = readFileSync("found.jsonl", "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(head.summary).toEqual(result.summary);
    expect(lines as AuditedItem[]).toEqual(result.items);
    const page = readFileSync("audit.html", "utf8");
    expect(page).toContain("default-src 'none'");
    expect(page).toContain('<rect class="bar"');
    expect(page).not.toContain("<script");
    const plain = await spolia(...asked, "--full", "--exit-code");
    expect(plain.code).toBe(1);
    expect(plain.stdout).toContain("FOUND: 1 of 2 items is in 2 of 3 documents");
    expect(plain.stdout).toContain("a.txt, b.html");
    // Shorter items are not among these numbers.
    expect(plain.stdout).toContain("Items of 12 words and more, by the number of documents that hold them");
  });

  test("says in its result what of the items and of the dataset was not read", async () => {
    mkdirSync("partly", { recursive: true });
    writeFileSync("partly/a.txt", readFileSync("web/a.txt"));
    writeFileSync("partly/b.pdf", "%PDF-1.4 cut");
    writeFileSync("partly.jsonl", `${readFileSync("items.jsonl", "utf8").trimEnd()}\nnot JSON\n`);
    for (const more of notEmpty([[], ["--clean", "partly.clean"]])) {
      const asked = ["audit", "--items", "partly.jsonl", "--dataset", "partly", "--html", "partly.html", ...more];
      const { completeness } = (await spolia(...asked, "--json")).json() as AuditResult;
      expect(completeness.complete).toBe(false);
      expect(completeness.stages.map(({ name, status }) => [name, status])).toEqual([
        ["alignment", "done"],
        ["reading", "skipped"],
        ["reading", "skipped"],
      ]);
      expect(completeness.stages[1]!.reason).toMatch(/^1 input of the dataset was not read: /);
      expect(completeness.stages[2]!.reason).toMatch(/^1 input of the items was not read: /);
      expect(readFileSync("partly.html", "utf8")).toContain("1 input of the dataset was not read");
    }
  });

  test("what is said of inputs that are read is told once, and is no loss", async () => {
    mkdirSync("noted", { recursive: true });
    const record = JSON.stringify({ text: "a", body: "one two three four five six seven" });
    writeFileSync("noted/a.jsonl", Array(12).fill(record.replace('"a"', '"a\tb"')).join("\n"));
    const asked = ["audit", "--items", "items.jsonl", "--dataset", "noted", "--strict", "--json"];
    const done = await spolia(...asked);
    expect((done.json() as AuditResult).completeness.complete).toBe(true);
    expect(done.stderr).not.toContain("not read of");
    expect(done.stderr.match(/a\.jsonl: fields that hold text too are not read: body/g)).toHaveLength(1);
    expect(done.stderr).toContain("at 1 place, which JSON escapes: all of it is read; 11 more inputs like it");
  });

  test("an item may be fields of JSON Lines", async () => {
    const asked = ["audit", "--items", "fields.jsonl", "--dataset", "web", "--json"];
    const { json } = await spolia(...asked, "--fields", "question,choices");
    expect(json().items).toMatchObject([{ id: "fields.jsonl#1", words: 44, status: "found" }]);
    const wrong = await spolia(...asked, "--fields", "prompt");
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain("Its fields are question, choices, answer.");
  });

  test("over a corpus, searched and streamed", async () => {
    expect((await spolia("corpus", "build", "-o", "c.spolia", "--dataset", "d", "web", "--jobs", "1")).code).toBe(0);
    for (const way of ["searched", "streamed"] as const) {
      const { json } = await spolia("audit", "--items", "items.jsonl", "--corpus", "c.spolia", "--way", way, "--json");
      expect(json()).toMatchObject({ way, items: [{ status: "found", documents: 2 }, { status: "not_found" }] });
    }
  });

  test.each(["document", "passage"])(
    "--clean --cut %s leaves what shares only a frame, the first of it too",
    async (cut) => {
      const frame = zipfText(random, 20);
      const instance = (filling: string) => `${frame} ${filling} ${frame.split(" ").slice(3, 7).join(" ")}`;
      const [asked, ...others] = Array.from({ length: 12 }, () => instance(zipfText(random, 12)));
      const lines = [...others, asked].map((text, i) => `${JSON.stringify({ id: `r${i}`, text })}\n`);
      writeFileSync("framed.jsonl", lines.join(""));
      writeFileSync("asked.jsonl", `${JSON.stringify({ id: "asked", text: asked })}\n`);
      const out = `framed-${cut}`;
      const words = [
        "audit",
        "--items",
        "asked.jsonl",
        "--dataset",
        "framed.jsonl",
        "--clean",
        out,
        "--cut",
        cut,
        "--json",
      ];
      const { json, stderr } = await spolia(...words);
      expect(json().items).toMatchObject([{ status: "found", documents: 1, findings: [{ document: "r11" }] }]);
      const left = readFileSync(`${out}/framed.jsonl`, "utf8");
      expect(left.startsWith(lines.slice(0, -1).join(""))).toBe(true);
      expect(left).not.toContain(asked!);
      expect(stderr.match(/Ledger:/g)).toHaveLength(1);
      expect((await spolia("audit", "--restore", `${out}.ledger.jsonl`)).code).toBe(0);
      expect(readFileSync(`${out}.restored/framed.jsonl`, "utf8")).toBe(lines.join(""));
    },
  );

  test("writes the dataset without what it found, and puts it back", async () => {
    const asked = ["audit", "--items", "items.jsonl", "--dataset", "web", "--clean"];
    const whole = await spolia(...asked, "clean", "--json");
    expect(whole.code).toBe(0);
    expect(whole.json().summary).toMatchObject({ found: 1, documents: 3 });
    expect(whole.stderr).toContain("2 of 3 documents were taken out");
    expect(readdirSync("clean")).toEqual(["c.jsonl"]);
    expect((await spolia("audit", "--restore", "clean.ledger.jsonl")).code).toBe(0);
    for (const name of ["a.txt", "b.html", "c.jsonl"])
      expect(readFileSync(`clean.restored/${name}`, "utf8")).toBe(readFileSync(`web/${name}`, "utf8"));
    expect((await spolia(...asked, "parts", "--cut", "passage")).code).toBe(0);
    const text = readFileSync("web/a.txt", "utf8");
    // The passage, and the space beside it.
    expect(readFileSync("parts/a.txt", "utf8")).toHaveLength(text.length - first.length - 1);
    const again = await spolia("audit", "--items", "items.jsonl", "--dataset", "parts", "--json");
    expect(again.json().summary.found).toBe(0);
  });

  test("with --strict it ends at the first file that cannot be read, and writes nothing", async () => {
    mkdirSync("mixed", { recursive: true });
    writeFileSync("mixed/a.txt", first);
    writeFileSync("mixed/b.epub", "no archive");
    writeFileSync("mixed/c.jsonl", '{"id":"1","text":"one"}\nno record\n');
    const asked = ["audit", "--items", "items.jsonl", "--dataset"];
    for (const [inputs, told] of notEmpty([
      [["mixed/a.txt", "mixed/b.epub"], "mixed/b.epub"],
      [["mixed/c.jsonl"], "mixed/c.jsonl, line 2"],
    ] as const)) {
      expect((await spolia(...asked, ...inputs)).code).toBe(0);
      for (const more of notEmpty([[], ["--clean", "strictly"]])) {
        const { code, stderr } = await spolia(...asked, ...inputs, "--strict", ...more);
        expect([code, stderr], stderr).toEqual([3, expect.stringContaining(`A document cannot be read (${told})`)]);
        expect(existsSync("strictly") || existsSync("strictly.ledger.jsonl")).toBe(false);
      }
    }
    expect((await spolia(...asked, "mixed/a.txt", "--strict")).code).toBe(0);
    const items = await spolia("audit", "--items", "mixed/c.jsonl", "--dataset", "web", "--strict");
    expect([items.code, items.stderr]).toEqual([3, expect.stringContaining("mixed/c.jsonl, line 2")]);
  });

  test("a quotation is compared with all pages of a document, or with --strict with none", async () => {
    const quotedLine = "It was the best of times, it was the worst of times, it was the age of wisdom";
    const text = [0, 1].map((i) => ({
      x: 72,
      y: 72 + 20 * i,
      text: i === 0 ? quotedLine : "and it was the age of foolishness",
    }));
    const image =
      "<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Length 1>>\nstream\nA\nendstream";
    writeFileSync("scan.pdf", pdfOf([text, text, "q 612 0 0 792 0 0 cm /X0 Do Q"], { images: [image] }));
    const asked = ["quote-check", quotedLine, "--in", "scan.pdf"];
    const part = await spolia(...asked);
    expect([part.code, part.stderr]).toEqual([0, expect.stringContaining("not read of scan.pdf")]);
    const strict = await spolia(...asked, "--strict");
    expect(strict.code).toBe(3);
    expect(strict.stderr).toContain("scan.pdf");
  });

  test("a quotation is looked for in corpora where no document is cited, and a file is none", async () => {
    const text = Array.from({ length: 300 }, (_, i) => `word${(i * 7_919) % 997}`).join(" ");
    writeFileSync("cited.txt", text);
    expect((await spolia("corpus", "build", "-o", "cited.spolia", "--dataset", "d", "cited.txt")).code).toBe(0);
    const quotation = text.split(" ").slice(40, 60).join(" ");
    const found = await spolia("quote-check", quotation, "--corpus", "cited.spolia");
    expect(found.stdout.replace(/\s+/g, " ")).toMatch(
      /^ELSEWHERE: It is in a document of the searched corpora\. No document was cited\. /,
    );
    expect(found.stdout).toMatch(/^ {2}quotation {2}20 words$/m);
    expect(found.stdout).toMatch(/cited\.txt \(cited\): 100 % of its words, at characters \d+ to \d+$/m);
    expect(found.stdout).toContain("cited document: skipped. None was given.");
    const file = await spolia("quote-check", "cited.txt", "--corpus", "cited.spolia");
    expect([file.code, file.stderr]).toEqual([2, expect.stringContaining("Read it: --quotation cited.txt.")]);
    // Longer than any name of a file, and the name of a folder.
    for (const words of notEmpty([text.split(" ").slice(0, 200).join(" "), "cited.spolia"]))
      expect((await spolia("quote-check", words, "--in", "cited.txt")).code).toBe(0);
  });

  test("a quotation of a text that does not count is told as that, and is no finding", async () => {
    const words = Array.from({ length: 80 }, (_, i) => `other${(i * 7_919) % 997}`);
    writeFileSync("handout.html", `<p>${words.join(" ")}</p>`);
    writeFileSync("novel.txt", "No word of the handout stands in this small novel of one sentence.");
    const asked = ["quote-check", words.slice(10, 30).join(" "), "--in", "novel.txt", "--exit-code"];
    const found = await spolia(...asked);
    expect([found.code, found.stdout]).toEqual([1, expect.stringMatching(/^NOWHERE: /)]);
    const given = await spolia(...asked, "--ignore", "handout.html");
    expect([given.code, given.stdout]).toEqual([0, expect.stringMatching(/^GIVEN: /)]);
    expect(given.stdout.replace(/\s+/g, " ")).toMatch(
      /given 20 words of text 1 of those that do not count, characters 0 to \d+ of the quotation/,
    );
    expect((await spolia(...asked, "--ignore", "absent.txt")).stderr).toContain("absent.txt");
  });

  test("says what is wrong with a command line", async () => {
    const both = await spolia("audit", "--items", "items.jsonl", "--dataset", "web", "--corpus", "c.spolia");
    const way = await spolia("audit", "--items", "items.jsonl", "--dataset", "web", "--way", "searched");
    const missing = await spolia("audit", "--items", "nowhere.jsonl", "--dataset", "web");
    expect([both.code, way.code, missing.code]).toEqual([2, 2, 3]);
    expect(both.stderr).toContain("either --corpus or --dataset");
  });
});
