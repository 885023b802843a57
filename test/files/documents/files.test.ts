import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import type { CorpusDocument, Progress } from "../../../src/base/contract/resources/corpus.ts";
import { SourceLog } from "../../../src/corpus/build/sources.ts";
import { UnreadLog } from "../../../src/corpus/build/unread.ts";
import { splitLines } from "../../../src/files/documents/bytes/lines.ts";
import {
  type FoundContent,
  type ReadOptions,
  readContents,
  readDocuments,
  type SkippedInput,
} from "../../../src/files/documents/folders/files.ts";
import { UnreadIds } from "../../../src/files/documents/folders/unreadIds.ts";
import { readBytes } from "../../../src/files/documents/readBytes.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { skippable } from "../../support/skippable.ts";
import { tarOf } from "./datasets/datasetFiles.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "spolia-documents-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, content: string | Uint8Array): string {
  const whole = join(folder, path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, content);
  return whole;
}

async function read(paths: string[], options: ReadOptions = {}) {
  const skipped: SkippedInput[] = [];
  const documents: CorpusDocument[] = [];
  const onSkip = (skip: SkippedInput) => {
    skipped.push(skip);
    options.onSkip?.(skip);
  };
  for await (const one of readDocuments(paths, { ...options, onSkip })) documents.push(one);
  return { documents, skipped: skipped.map((skip) => ({ ...skip, path: skip.path.slice(folder.length + 1) })) };
}

test("readContents gives the same texts with the same ids, as requests take them", async () => {
  put("a.md", "# The *Title*\n\n> Some text");
  put("b/page.html", "<title>A &amp; B</title><p>Hello</p>");
  put("b/none.html", "<p> </p>");
  put("c.jsonl", '{"id":"x","text":"one","year":1900,"lang":"en"}\n{oops\n{"id":"x","text":"two"}\n');
  const contents: FoundContent[] = [];
  const skipped: SkippedInput[] = [];
  for await (const one of readContents([folder], { onSkip: (skip) => skipped.push(skip) })) contents.push(one);
  expect(contents).toEqual([
    { id: "a.md", file: "a.md", title: "The Title", content: "# The *Title*\n\n> Some text", content_type: "markdown" },
    { id: "x", file: "c.jsonl", line: 1, year: 1900, lang: "en", content: "one", content_type: "text" },
    { id: "x~2", file: "c.jsonl", line: 3, content: "two", content_type: "text" },
    {
      ...{ id: "b/page.html", file: "b/page.html", title: "A & B", content_type: "html" },
      content: "<title>A &amp; B</title><p>Hello</p>",
    },
  ]);
  const { documents, skipped: alike } = await read([folder]);
  expect(documents.map(({ id }) => id)).toEqual(contents.map(({ id }) => id));
  expect(alike.map(({ name, code }) => [name, code])).toEqual(skipped.map(({ name, code }) => [name, code]));
  await expect(readContents(["\0"]).next()).rejects.toMatchObject({ code: "invalid_request" });
  await expect(readContents("folder" as never).next()).rejects.toMatchObject({
    code: "invalid_request",
    message: expect.stringContaining("readContents"),
  });
});

describe("readDocuments", () => {
  it("walks folders in order, and lists what is hidden, foreign or linked, but nothing of programs", async () => {
    put("z.txt", "last of the top");
    put("a.md", "# The *Title*\n\nSome text");
    put("b/page.html", "<title>A &amp; B</title><p>Hello</p>");
    put("b/image.png", "no");
    put(".hidden/x.txt", "no");
    put("node_modules/x.txt", "no");
    put(".git/x.txt", "no");
    symlinkSync(join(folder, "z.txt"), join(folder, "link.txt"));
    const { documents, skipped } = await read([folder]);
    expect(documents).toEqual([
      {
        ...{ id: "a.md", title: "The Title", text: "The Title\n\nSome text" },
        sections: [{ kind: "heading", start: 0, label: "The Title" }],
      },
      { id: "z.txt", text: "last of the top" },
      { id: "b/page.html", title: "A & B", text: "\nHello\n" },
    ]);
    expect(skipped).toEqual([
      { path: ".hidden", name: ".hidden", code: "format_not_read", format: "hidden", reason: expect.any(String) },
      { path: "link.txt", name: "link.txt", code: "link", reason: "symbolic links are not followed" },
      {
        ...{ path: "b/image.png", name: "b/image.png", code: "format_not_read", format: "image" },
        reason: "image is not read here. It holds no text that could be read. A scan needs text recognition first",
      },
    ]);
  });

  it("takes a corpus for one entry, wherever it stands, and other manifests for files", async () => {
    put("own.spolia/manifest.json", '{\n  "format": "spolia-corpus",\n  "version": 6\n}');
    put("own.spolia/segments/1.segment", "x");
    put("other/manifest.json", '{ "format": "other" }');
    put("other/text.txt", "words");
    const { documents, skipped } = await read([folder]);
    expect(documents.map(({ id }) => id)).toEqual(["other/text.txt"]);
    const reason = expect.stringContaining("a corpus, and no documents");
    expect(skipped).toEqual([
      { path: "own.spolia", name: "own.spolia", code: "format_not_read", format: "corpus", reason },
      expect.objectContaining({ name: "other/manifest.json", format: "JSON document" }),
    ]);
    const alone: string[] = [];
    const onSkip = (skip: SkippedInput) => alone.push(skip.name);
    const asked = read([join(folder, "own.spolia")], { onSkip });
    await expect(asked).rejects.toMatchObject({ code: "no_documents" });
    // A path of the machine does not go into a corpus.
    expect(alone).toEqual(["own.spolia"]);
  });

  const hasNoPipes = process.platform === "win32";
  it.skipIf(hasNoPipes)(
    skippable("does not wait for a pipe called as a manifest", hasNoPipes, "no pipes"),
    async () => {
      put("texts/a.txt", "words");
      execFileSync("mkfifo", [join(folder, "texts/manifest.json")]);
      const { documents, skipped } = await read([join(folder, "texts")]);
      expect(documents.map(({ id }) => id)).toEqual(["a.txt"]);
      expect(skipped.map(({ name, reason }) => [name, reason])).toEqual([["manifest.json", "no regular file"]]);
    },
  );

  it("names files of other formats by their bytes, whatever they are called, and counts all kinds", async () => {
    put("good.txt", "text");
    put("paper.txt", "%PDF-1.4\n%\u00e2\u00e3");
    put("letter.md", `${"x".repeat(60)}BOOKMOBI\0`);
    put("notes.bin", "\0\x01words");
    put("more/other.bin", "\0\x01words");
    put("lines.jsonl", '{"text":"a"}\n{oops\n');
    const log = new UnreadLog();
    const { documents, skipped } = await read([folder], { onSkip: log.add.bind(log) });
    expect(documents.map(({ id }) => id)).toEqual(["good.txt", "lines.jsonl#1"]);
    expect(skipped.map(({ name, line, code, format }) => [name, line, code, format])).toEqual([
      ["notes.bin", undefined, "format_not_read", ".bin"],
      ["more/other.bin", undefined, "format_not_read", ".bin"],
      ["letter.md", undefined, "format_not_read", "Kindle book"],
      ["lines.jsonl", 2, "invalid_record", undefined],
      ["paper.txt", undefined, "damaged", undefined],
    ]);
    expect(log.inputs()).toMatchObject({
      inputs: 5,
      kinds: [
        { code: "format_not_read", format: ".bin", inputs: 2 },
        { code: "damaged", format: null, inputs: 1 },
        { code: "format_not_read", format: "Kindle book", inputs: 1 },
        { code: "invalid_record", format: null, inputs: 1 },
      ],
    });
    await expect(read([folder], { strict: true })).rejects.toMatchObject({
      code: "document_invalid",
      message: expect.stringContaining("notes.bin"),
    });
  });

  it("counts kinds and names the first, however much there is", () => {
    const log = new UnreadLog();
    for (let i = 0; i < 1_000; i++) {
      log.add({ name: `${"n".repeat(600)}${i}`, code: "format_not_read", format: `.${i}`, reason: "is not read here" });
    }
    const { inputs, kinds, first } = log.inputs();
    expect([inputs, kinds.length, first.length, first[0]!.name.length]).toEqual([1_000, 101, 20, 500]);
    expect(kinds[0]).toEqual({ code: "format_not_read", format: null, inputs: 900 });
    const twice = new UnreadLog();
    for (let i = 0; i < 2; i++) twice.addAll(log.inputs());
    expect(twice.inputs().inputs).toBe(2_000);
  });

  it("hashes the bytes of every file that gives a document, compressed ones as they are", async () => {
    const bytes = new Map<string, Uint8Array>();
    const files = {
      "a.txt": "text",
      "b/c.md": "# Title\n\nSome text",
      "lines.jsonl": `{"text":"a"}\n{"text":"${"b".repeat(600_000)}"}\nno record\n`,
    };
    for (const [name, content] of Object.entries(files)) bytes.set(name, Buffer.from(content));
    bytes.set("lines.jsonl.gz", gzipSync(Buffer.from(files["lines.jsonl"])));
    for (const [name, content] of bytes) put(name, content);
    for (const name of ["empty.txt", "image.png"]) put(name, "");
    put("none.jsonl", "no record");
    const sources = new SourceLog();
    await read([folder], { sources });
    const { sources: found, isWhole } = await sources.record();
    const hash = (content: Uint8Array) => `sha256:${createHash("sha256").update(content).digest("hex")}`;
    const wanted = [...bytes].map(([name, content]) => ({ name, bytes: content.length, sha256: hash(content) }));
    expect(wanted).toHaveLength(4);
    expect(new Set(found!.listed)).toEqual(new Set(wanted));
    expect([found!.files, isWhole]).toEqual([4, true]);
  });

  it("gives no hash of a file that is not read to its end, and says that one is missing", async () => {
    const row = (_: unknown, i: number) => JSON.stringify({ text: createHash("sha512").update(`${i}`).digest("hex") });
    const bytes = gzipSync(Array.from({ length: 30_000 }, row).join("\n"));
    put("part.jsonl.gz", bytes.fill(255, 300_000, 320_000));
    put("whole.txt", "text");
    const sources = new SourceLog();
    const { documents, skipped } = await read([folder], { sources });
    expect(documents.length).toBeGreaterThan(2);
    expect(skipped).toMatchObject([{ code: "unreadable" }]);
    const { sources: found, isWhole } = await sources.record();
    expect([found!.listed.map(({ name }) => name), isWhole]).toEqual([["whole.txt"], false]);
  });

  it("reads a named file whatever its ending, and tells equal names apart", async () => {
    const paths = [put("one/LICENSE", "permission"), put("two/LICENSE", "is granted")];
    const { documents } = await read(paths);
    expect(documents.map((one) => one.id)).toEqual(["LICENSE", "LICENSE~2"]);
    put("x/same.txt", "1");
    put("y/same.txt", "2");
    const both = await read([join(folder, "x"), join(folder, "y")]);
    expect(both.documents.map((one) => one.id)).toEqual(["same.txt", "y/same.txt"]);
  });

  it("reads JSON Lines, plain and gzip'd, and lists what it skips", async () => {
    const lines = [
      `\uFEFF${JSON.stringify({ id: "one", text: "first", title: "T", author: 7, year: 1850, lang: "en", other: true })}`,
      '{"text": "second"}\r',
      "",
      '{"text": 5}',
      "{broken",
      '["text"]',
      '{"text": " "}',
      JSON.stringify({ id: 12, text: "last, without a newline", year: "1850" }),
    ].join("\n");
    const expected = [
      { id: "one", text: "first", title: "T", year: 1850, lang: "en" },
      { id: "d.jsonl#2", text: "second" },
      { id: "12", text: "last, without a newline" },
    ];
    put("d.jsonl", lines);
    const plain = await read([folder]);
    expect(plain.documents).toEqual(expected);
    expect(plain.skipped.map(({ line, reason }) => [line, reason])).toEqual([
      [4, "`text` is a number, not text"],
      [5, "not JSON"],
      [6, "not a JSON object"],
      [7, "empty text"],
    ]);
    rmSync(join(folder, "d.jsonl"));
    put("d.jsonl.gz", gzipSync(lines));
    const zipped = await read([folder]);
    expect(zipped.documents.map((one) => one.text)).toEqual(expected.map((one) => one.text));
  });

  it("gives every document an id of its own", async () => {
    put("a.jsonl", '{"id":"1","text":"a"}\n{"id":"1~2","text":"b"}\n');
    put("b.jsonl", '{"id":"1","text":"c"}\n{"id":"1","text":"d"}\n{"id":"1~2","text":"e"}\n');
    const { documents } = await read([folder]);
    expect(documents.map((one) => [one.id, one.text].join(" "))).toEqual(["1 a", "1~2 b", "1~3 c", "1~4 d", "1~2~2 e"]);
  });

  it("skips what is broken, or refuses it when strict", async () => {
    put("good.txt", "text");
    put("empty.txt", "");
    put("latin1.txt", Uint8Array.of(0x63, 0x61, 0x66, 0xe9));
    put("cut.jsonl.gz", gzipSync('{"text":"a"}\n'.repeat(1_000)).subarray(0, 30));
    put("none.jsonl", "");
    const { documents, skipped } = await read([folder]);
    expect(documents.map((one) => one.id).filter((id) => !id.startsWith("cut"))).toEqual(["good.txt"]);
    expect(skipped.map((skip) => [skip.path, skip.reason])).toEqual([
      ["cut.jsonl.gz", "damaged: its packing is wrong or was cut"],
      ["empty.txt", "empty text"],
      ["latin1.txt", "not UTF-8"],
      ["none.jsonl", "empty file"],
    ]);
    await expect(read([folder], { strict: true })).rejects.toMatchObject({ code: "document_invalid" });
  });

  it("names an archive whose ending does not say what it is", async () => {
    put("a.txt", "text");
    put("b.gz", gzipSync(tarOf({ "c.txt": "text" })));
    const { skipped } = await read([folder]);
    expect(skipped).toMatchObject([
      { code: "format_not_read", format: "tar archive", reason: expect.stringContaining(".tar.gz") },
    ]);
  });

  it("takes notes on what is read for no loss", async () => {
    const prose = "a b c d e f g";
    put("a.jsonl", `{"text":"a\tb","body":"${prose}"}\n{"text":"c","body":"${prose}"}\n`);
    put("b.csv", `text,body\na, b,"${prose}"\nc,"${prose}"\nd,"${prose}"\n`);
    const columnData = [
      { name: "text", data: ["a"], type: "STRING" as const },
      { name: "body", data: [prose], type: "STRING" as const },
    ];
    put("c.parquet", new Uint8Array(parquetWriteBuffer({ columnData })));
    const { documents, skipped } = await read([folder], { strict: true });
    expect(documents).toHaveLength(6);
    expect(skipped.map(({ path, line, partly, note }) => [path, line, partly, note])).toEqual([
      ["a.jsonl", undefined, undefined, true],
      ["a.jsonl", 1, undefined, true],
      ["b.csv", undefined, undefined, true],
      ["b.csv", 1, undefined, true],
      ["c.parquet", undefined, undefined, true],
    ]);
    const [log, ids] = [new UnreadLog(), new UnreadIds([folder])];
    for (const one of notEmpty(skipped)) {
      log.add(one);
      ids.add(one);
    }
    expect([log.inputs().inputs, ids.has("x")]).toEqual([0, false]);
    put("b.csv", `id,text\n1,"a",b\n`);
    await expect(read([folder], { strict: true })).rejects.toThrow("the others are not read");
    const one = new TextEncoder().encode('{"text":"a\tb"}');
    const { content, unread_pages } = await readBytes(one, { name: "a.json", strict: true });
    expect([content, unread_pages]).toEqual(["a\tb", [expect.objectContaining({ note: true })]]);
  });

  it("passes over a folder further down that cannot be opened, and says so", async () => {
    const open = put("a/x.txt", "text");
    put("closed/y.txt", "text");
    // A folder that goes while the search runs is unreadable whoever runs this; permissions do not stop root.
    const closing = () => {
      let looks = 0;
      const look = () => {
        looks += 1;
        if (looks === 2) rmSync(join(folder, "closed"), { recursive: true });
        return false;
      };
      return Object.defineProperty(new AbortController().signal, "aborted", { get: look });
    };
    const { documents, skipped } = await read([folder], { signal: closing() });
    expect(documents.map((one) => one.id)).toEqual(["a/x.txt"]);
    expect(skipped).toEqual([
      { path: "closed/", name: "closed/", code: "unreadable", reason: "folder cannot be opened" },
    ]);
    put("closed/y.txt", "text");
    await expect(read([folder], { signal: closing(), strict: true })).rejects.toMatchObject({
      code: "document_invalid",
    });
    await expect(read([open, join(folder, "gone")])).rejects.toMatchObject({
      code: "invalid_request",
      fields: [{ pointer: "/paths/1", detail: `${join(folder, "gone")} does not exist` }],
    });
  });

  it("says what is missing", async () => {
    await expect(read([join(folder, "nowhere")])).rejects.toMatchObject({ code: "invalid_request" });
    await expect(read([folder])).rejects.toMatchObject({ code: "no_documents" });
  });

  it("counts up to all bytes and stops at the signal", async () => {
    put("a.txt", "x".repeat(1_000));
    put("b.jsonl", '{"text":"a"}\n'.repeat(100_000));
    const seen: Progress[] = [];
    await read([folder], { onProgress: (progress) => seen.push(progress) });
    expect(seen.at(-1)).toEqual({ stage: "read", done: 1_301_000, total: 1_301_000, unit: "bytes" });
    expect(seen.every((one, number) => number === 0 || one.done >= seen[number - 1]!.done)).toBe(true);
    expect(seen.length).toBeGreaterThan(3);
    const stop = new AbortController();
    const onProgress = () => stop.abort();
    await expect(read([folder], { signal: stop.signal, onProgress })).rejects.toMatchObject({ code: "aborted" });
  });
});

describe("splitLines", () => {
  it("gives the lines however the bytes are cut", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.stringMatching(/^[ab\n]{0,6}$/)), async (parts) => {
        const encoder = new TextEncoder();
        const chunks = (async function* () {
          for (const part of parts) yield encoder.encode(part);
        })();
        const lines: string[] = [];
        for await (const line of splitLines(chunks)) lines.push(new TextDecoder().decode(line!));
        const expected = parts.join("").split("\n");
        if (expected.at(-1) === "") expected.pop();
        expect(lines).toEqual(expected);
      }),
    );
  });

  it("holds no more than the most of a line", async () => {
    const chunks = (async function* () {
      for (const part of ["ab", "cdef", "gh\nij", "\n"]) yield new TextEncoder().encode(part);
    })();
    const lines: (string | null)[] = [];
    for await (const line of splitLines(chunks, 5)) lines.push(line && new TextDecoder().decode(line));
    expect(lines).toEqual([null, "ij"]);
  });
});
