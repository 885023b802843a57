/** Datasets are written without what is taken out, and every byte comes back from the ledger, or none. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Progress } from "../../../src/base/contract/resources/corpus.ts";
import { sum } from "../../../src/base/lists/numbers.ts";
import { cleanDataset, type Decide, restoreDataset } from "../../../src/files/index.ts";
import { isSpoliaError } from "../../../src/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { seeded } from "../../support/texts.ts";
import { gzipMembers, httpResponse, tarOf, warcRecord } from "../documents/datasets/datasetFiles.ts";
import {
  archiveOf,
  chapterMarkup,
  epubParts,
  openDocumentOf,
  openDocumentParts,
  teiOf,
  wordParagraph,
  wordParts,
} from "../documents/office/archives.ts";
import { column, pdfOf } from "../documents/pdf/pdfs.ts";

const root = mkdtempSync(join(tmpdir(), "cleaning-"));
const at = (name: string) => join(root, name);
let run = 0;
const DATASETS = fileURLToPath(new URL("../documents/datasets/files", import.meta.url));

const FILES: Readonly<Record<string, string>> = {
  "a.txt": "\ufeffKeep this. SECRET words here. Keep that.\r\n",
  "deep/b.txt": "Nothing to see.\n",
  "deep/gone.txt": "All of it is OUT.\n",
  "c.md": "# Heading\n\nA SECRET in Markdown.\n",
  "lines.jsonl":
    '{"id":"1","text":"one SECRET two","n": 1.0}\r\n\n{"id":"2",   "text":"kept as it is"}\nnot json\n{"id":3,"text":"it is OUT"}\n{"text":"no end SECRET"}',
  "empty.jsonl": "",
};

/** `OUT` takes the document out, `SECRET` only the word. */
const decide: Decide = ({ text }) => {
  if (text.includes("OUT")) return { rule: "out", found: [{ word: "OUT" }], spans: "document" };
  const start = text.indexOf("SECRET");
  return start < 0 ? null : { rule: "secret", found: [], spans: [{ start, end: start + 6 }] };
};

function filesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = names.map((entry) => join(entry.parentPath, entry.name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path, "latin1")]));
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "none",
    (error) => (isSpoliaError(error) ? error.code : String(error)),
  );
}

const clean = (options = {}) =>
  cleanDataset([at("data")], at("clean"), at("ledger"), decide, { by: "test", ...options });
const restore = () => restoreDataset(at("ledger"), at("clean"), at("back"));

beforeEach(() => {
  for (const name of readdirSync(root)) rmSync(at(name), { recursive: true });
  run += 1;
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(join(at("data"), name, ".."), { recursive: true });
    writeFileSync(join(at("data"), name), text);
  }
});

afterAll(() => {
  expect(run).toBeGreaterThan(5);
  rmSync(root, { recursive: true });
});

describe("a cleaned dataset", () => {
  test("keeps every byte that was not taken out", async () => {
    const result = await clean();
    const cleaned = filesOf(at("clean"));
    expect(Object.keys(cleaned).sort()).toEqual(["a.txt", "c.md", "deep/b.txt", "empty.jsonl", "lines.jsonl"]);
    expect(cleaned["c.md"]).toBe("# Heading\n\nA in Markdown.\n");
    expect(cleaned["deep/b.txt"]).toBe(FILES["deep/b.txt"]);
    expect(Buffer.from(cleaned["lines.jsonl"]!, "latin1").toString()).toBe(
      '{"id":"1","text":"one two","n": 1.0}\r\n\n{"id":"2",   "text":"kept as it is"}\nnot json\n{"text":"no end"}',
    );
    expect(result).toMatchObject({ files: 6, documents: 8 });
  });

  test("counts records of which one of several texts is empty now", async () => {
    const input = at(`gaps-${++run}`);
    mkdirSync(input);
    const turns = (...texts: string[]) =>
      JSON.stringify({ messages: texts.map((content, i) => ({ role: i % 2 ? "assistant" : "user", content })) });
    const records = [turns("SECRET.", "two"), turns("one SECRET", "two"), turns("SECRET", "SECRET")];
    writeFileSync(join(input, "a.jsonl"), `${records.join("\n")}\n`);
    writeFileSync(join(input, "b.json"), `[${records.join()}]`);
    const done = await cleanDataset([input], `${input}.clean`, `${input}.ledger`, decide, { by: "test" });
    expect(done).toMatchObject({ documents_cut: 4, documents_removed: 2, documents_with_gaps: 2 });
  });

  test("counts what went whole though passages were asked for: files whose places are none of their text", async () => {
    const input = at(`whole-${++run}`);
    mkdirSync(input);
    const times = "1\n00:00:01,000 --> 00:00:04,000\nA SECRET here.\n";
    for (const [name, text] of [
      ["a.srt", times],
      ["b.txt", "A SECRET here.\n"],
    ])
      writeFileSync(join(input, name!), text!);
    const done = await cleanDataset([input], `${input}.clean`, `${input}.ledger`, decide, { by: "test" });
    expect(done).toMatchObject({ documents: 2, documents_removed: 1, documents_uncut: 1, documents_cut: 1 });
  });

  test("keeps whole, where that is wanted, what cannot be cut: markup, and no texts within lists", async () => {
    const input = at(`uncuttable-${++run}`);
    mkdirSync(input);
    const files = {
      "a.md": "# A\n\nA SECRET *here*.\n",
      "b.jsonl": '{"q":["SECRET one"],"a":"two"}\n',
      "c.txt": "A SECRET.\n",
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(input, name), text);
    writeFileSync(join(input, "d.json"), '[{"q":["SECRET one"],"a":"two"}]');
    const options = { by: "dedup", textField: "q[],a", keepUncuttable: true };
    const done = await cleanDataset([input], `${input}.clean`, `${input}.ledger`, decide, options);
    expect(done).toMatchObject({ documents: 4, documents_cut: 3, documents_removed: 0, documents_uncuttable: 1 });
    expect(filesOf(`${input}.clean`)).toEqual({
      "a.md": files["a.md"],
      "b.jsonl": '{"q":["one"],"a":"two"}\n',
      "c.txt": "A\n",
      "d.json": '[{"q":["one"],"a":"two"}]',
    });
    await restoreDataset(`${input}.ledger`, `${input}.clean`, `${input}.back`);
    expect(filesOf(`${input}.back`)).toEqual(filesOf(input));
  });

  test("is put back to the byte", async () => {
    const before = filesOf(at("data"));
    await clean();
    expect(filesOf(at("clean"))).not.toEqual(before);
    const result = await restore();
    expect(filesOf(at("back"))).toEqual(before);
    expect(result.files).toBe(6);
  });

  test("comes back for any bytes that lines and files may have", async () => {
    const random = seeded(5);
    const bytes = Buffer.from(
      Array.from({ length: 20_000 }, () => [10, 13, 34, 123, 195, 0, 255, 65][Math.floor(random() * 8)]!),
    );
    const records = Array.from({ length: 500 }, (_, i) =>
      JSON.stringify({ text: `${i} ${random() < 0.3 ? "OUT" : ""} ${random() < 0.3 ? "é SECRET ü" : "x"}` }),
    );
    writeFileSync(join(at("data"), "noise.jsonl"), bytes);
    writeFileSync(join(at("data"), "records.jsonl"), `${records.join("\n")}\n`);
    writeFileSync(join(at("data"), "noise.txt"), bytes);
    const before = filesOf(at("data"));
    await clean();
    await restore();
    expect(filesOf(at("back"))).toEqual(before);
  });

  test("of a format that is not written is refused, or becomes JSON Lines", async () => {
    writeFileSync(join(at("data"), "packed.jsonl.gz"), gzipSync('{"id":"p","text":"kept"}\n{"id":"q","text":"OUT"}\n'));
    expect(await codeOf(clean())).toBe("unsupported_content_type");
    expect(readdirSync(root)).toEqual(["data"]);
    await clean({ convert: true });
    expect(filesOf(at("clean"))["packed.jsonl.gz.jsonl"]).toBe('{"id":"p","text":"kept"}\n');
    expect(filesOf(at("clean"))["packed.jsonl.gz"]).toBe(undefined);
    await restore();
    expect(filesOf(at("back"))).toEqual(filesOf(at("data")));
  });

  test("goes on behind a dataset of which nothing can be read", async () => {
    writeFileSync(join(at("data"), "a.tar"), tarOf({ "x.png": "\u0000" }));
    await clean({ convert: true });
    await restore();
    expect(filesOf(at("back"))).toEqual(filesOf(at("data")));
  });

  test("has a file that was converted nowhere beside another of that name", async () => {
    writeFileSync(join(at("data"), "packed.jsonl.gz"), gzipSync('{"id":"q","text":"OUT"}\n'));
    writeFileSync(join(at("data"), "packed.jsonl.gz.jsonl"), '{"id":"p","text":"mine"}\n');
    expect(await codeOf(clean({ convert: true }))).toBe("conflict");
    expect(readdirSync(root)).toEqual(["data"]);
  });

  describe("is put back to the byte, whatever the format, and whether something was taken out or not", () => {
    const chapter = (text: string) => ({ title: "A title", paragraphs: [text, "Another paragraph."] });
    const lines = (text: string) => `${JSON.stringify({ id: "a", text })}\n{"id":"b","text":"kept"}\n`;
    const response = (text: string) =>
      warcRecord(
        "response",
        { "WARC-Target-URI": "https://example.org/", "WARC-Date": "2026-01-01T00:00:00Z" },
        httpResponse(`<p>${text}</p>`, { "content-type": "text/html" }),
      );
    const made: Readonly<Record<string, (text: string) => string | Uint8Array>> = {
      "a.txt": (text) => text,
      "a.md": (text) => `# A title\n\n${text}\n`,
      "a.html": (text) => `<title>A title</title><p>${text}`,
      "a.xml": (text) => teiOf([chapter(text)]),
      "a.epub": (text) => archiveOf(epubParts([chapterMarkup(chapter(text))])),
      "a.docx": (text) => archiveOf(wordParts(wordParagraph(text))),
      "a.odt": (text) => archiveOf(openDocumentParts(openDocumentOf(chapter(text)))),
      "a.rtf": (text) => `{\\rtf1\\ansi ${text}\\par}`,
      "a.tex": (text) => `\\documentclass{article}\\begin{document}${text}\\end{document}\n`,
      "a.pdf": (text) => pdfOf([column([text], 72, 700)]),
      "a.jsonl": lines,
      "a.jsonl.gz": (text) => gzipSync(lines(text)),
      "a.warc": response,
      "a.warc.gz": (text) => gzipMembers([response(text)]),
      "a.tar": (text) => tarOf({ "x.txt": text, "y.md": "kept" }),
      "a.tar.gz": (text) => gzipSync(tarOf({ "x.txt": text })),
    };

    test.each(notEmpty(Object.entries(made)))("%s", async (name, make) => {
      rmSync(at("data"), { recursive: true });
      for (const [folder, text] of notEmpty([
        ["losing", "This is OUT of the dataset."],
        ["keeping", "This stays in the dataset."],
      ] as const)) {
        mkdirSync(join(at("data"), folder), { recursive: true });
        writeFileSync(join(at("data"), folder, name), make(text));
      }
      const before = filesOf(at("data"));
      const { documents_removed } = await clean({ convert: true });
      expect(documents_removed).toBe(1);
      const cleaned = filesOf(at("clean"));
      expect(cleaned[`keeping/${name}`]).toBe(before[`keeping/${name}`]);
      expect(cleaned[`losing/${name}`]).not.toBe(before[`losing/${name}`]);
      await restore();
      expect(filesOf(at("back"))).toEqual(before);
    });

    const real = readdirSync(DATASETS).filter((name) => /\.(parquet|zst)$/.test(name));
    test.each(notEmpty(real))("%s, which another program wrote", async (name) => {
      cpSync(join(DATASETS, name), join(at("data"), name));
      const before = filesOf(at("data"));
      let documents = 0;
      const everySecond: Decide = () => (documents++ % 2 === 0 ? { rule: "out", found: [], spans: "document" } : null);
      await cleanDataset([join(at("data"), name)], at("clean"), at("ledger"), everySecond, {
        by: "test",
        convert: true,
      });
      expect(Object.keys(filesOf(at("clean")))).toEqual([`${name}.jsonl`]);
      await restore();
      expect(filesOf(at("back"))).toEqual({ [name]: before[name] });
    });
  });

  test("replaces nothing that exists", async () => {
    mkdirSync(at("clean"));
    expect(await codeOf(clean())).toBe("conflict");
    rmSync(at("clean"), { recursive: true });
    writeFileSync(at("ledger"), "mine");
    expect(await codeOf(clean())).toBe("conflict");
    expect(readFileSync(at("ledger"), "utf8")).toBe("mine");
    rmSync(at("ledger"));
    // Nor what has the name of its unfinished parts.
    mkdirSync(at("clean.partial"));
    writeFileSync(at("clean.partial/mine"), "mine");
    expect(await codeOf(clean())).toBe("conflict");
    expect(readFileSync(at("clean.partial/mine"), "utf8")).toBe("mine");
    rmSync(at("clean.partial"), { recursive: true });
    writeFileSync(at("ledger.partial"), "mine");
    expect(await codeOf(clean())).toBe("conflict");
    expect(readFileSync(at("ledger.partial"), "utf8")).toBe("mine");
    expect(readdirSync(root).toSorted()).toEqual(["data", "ledger.partial"]);
  });

  test("tells how many bytes of the files are done", async () => {
    const told: Progress[] = [];
    await clean({ onProgress: (progress: Progress) => told.push(progress) });
    const total = sum(Object.values(FILES), (text) => Buffer.byteLength(text));
    expect(told.at(-1)).toEqual({ stage: "clean", done: total, total, unit: "bytes" });
    const counts = told.map(({ done }) => done);
    expect(counts).toEqual(counts.toSorted((x, y) => x - y));
  });

  test("leaves nothing behind where it is stopped", async () => {
    expect(await codeOf(clean({ signal: AbortSignal.abort() }))).toBe("aborted");
    expect(readdirSync(root)).toEqual(["data"]);
  });
});

describe("a ledger", () => {
  test("is refused where any byte of it was changed", async () => {
    await clean();
    const ledger = readFileSync(at("ledger"));
    const places = Array.from({ length: 60 }, (_, i) => Math.floor((i * (ledger.length - 1)) / 59));
    for (const place of notEmpty(places)) {
      const changed = Buffer.from(ledger);
      changed[place]! ^= 1;
      writeFileSync(at("ledger"), changed);
      expect(await codeOf(restore())).toBe("document_invalid");
      expect(existsSync(at("back"))).toBe(false);
    }
    for (const cut of [0, 10, ledger.length - 2]) {
      writeFileSync(at("ledger"), ledger.subarray(0, cut));
      expect(await codeOf(restore())).toBe("document_invalid");
    }
    writeFileSync(at("ledger"), ledger);
    expect(await codeOf(restore())).toBe("none");
  });

  test("is refused where a byte of the cleaned files was changed, or one is missing", async () => {
    await clean();
    cpSync(at("clean"), at("kept"), { recursive: true });
    for (const name of notEmpty(["a.txt", "lines.jsonl"])) {
      const path = join(at("clean"), name);
      const bytes = readFileSync(path);
      for (const changed of [
        bytes.subarray(1),
        Buffer.concat([bytes, Buffer.from("x")]),
        Buffer.from(bytes).fill(88, 5, 6),
      ]) {
        writeFileSync(path, changed);
        expect(await codeOf(restore())).toBe("document_invalid");
      }
      rmSync(path);
      expect(await codeOf(restore())).toBe("document_invalid");
      writeFileSync(path, bytes);
    }
    expect(filesOf(at("clean"))).toEqual(filesOf(at("kept")));
    expect(await codeOf(restore())).toBe("none");
  });
});
