/** Datasets are read as other programs read them: their texts, ids and fields, in every packing. */
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { tableFromArrays, tableToIPC } from "@uwdata/flechette";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { CorpusDocument } from "../../../../src/base/contract/resources/corpus.ts";
import { SourceLog } from "../../../../src/corpus/build/sources.ts";
import { bytesInMemory } from "../../../../src/files/documents/bytes/byteSource.ts";
import { openParquet } from "../../../../src/files/documents/datasets/parquet/file.ts";
import { readLists } from "../../../../src/files/documents/datasets/parquet/lists.ts";
import { loadParquet } from "../../../../src/files/documents/datasets/peers.ts";
import { unpackLz4 } from "../../../../src/files/documents/datasets/records/lz4.ts";
import { valueAt } from "../../../../src/files/documents/datasets/records/valueAt.ts";
import { type ReadOptions, readDocuments, type SkippedInput } from "../../../../src/files/documents/folders/files.ts";
import { readBytes } from "../../../../src/files/documents/readBytes.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { gzipMembers, httpResponse, sha256Of, tarEntry, tarOf, warcRecord } from "./datasetFiles.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "spolia-datasets-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FIXTURES = "test/files/documents/datasets/files";
interface Row {
  id: string;
  text: string | null;
  large: string | null;
  source: string;
  year: number;
  score: number;
  big: string;
  flag: boolean | null;
  meta: { url: string; inner: { note: string } | null } | null;
}
interface Chat {
  id: string;
  messages: { role: string; content: string | null }[] | null;
  doc: { paragraphs: (string | null)[] };
}
const ROWS = JSON.parse(readFileSync(join(FIXTURES, "rows.json"), "utf8")) as Row[];

async function read(name: string, bytes: string | Uint8Array, options: ReadOptions = {}) {
  writeFileSync(join(folder, name), bytes);
  const documents: CorpusDocument[] = [];
  const skipped: SkippedInput[] = [];
  for await (const one of readDocuments([join(folder, name)], { ...options, onSkip: (skip) => skipped.push(skip) }))
    documents.push(one);
  return { documents, skipped: skipped.map(({ name, line, code, reason }) => ({ name, line, code, reason })) };
}

describe("Parquet", () => {
  test.each(readdirSync(FIXTURES).filter((name) => name.endsWith(".parquet")))(
    "%s reads as pyarrow reads it",
    async (name) => {
      const bytes = readFileSync(join(FIXTURES, name));
      for (const textField of notEmpty(["text", "large"] as const)) {
        const fields = ["source", "score", "big", "flag", "meta.url", "meta.inner.note"];
        const { documents, skipped } = await read(name, bytes, { textField, fields });
        const withText = ROWS.filter((row) => row[textField] !== null && row[textField] !== "");
        expect(withText.length).toBeGreaterThan(20);
        expect(documents).toEqual(
          withText.map((row) => ({
            ...{ id: row.id, text: row[textField], year: row.year },
            fields: {
              ...{ source: row.source, score: row.score, big: row.big },
              ...(row.flag !== null && { flag: row.flag }),
              ...(row.meta !== null && { "meta.url": row.meta.url }),
              ...(row.meta?.inner && { "meta.inner.note": row.meta.inner.note }),
            },
          })),
        );
        const missing = ROWS.flatMap((row, i) => (row[textField] === null ? [i + 1] : []));
        const told = skipped.filter(({ reason }) => reason === `\`${textField}\` is null`);
        expect(told.map(({ line }) => line)).toEqual(missing);
        expect(skipped.length - told.length).toBe(ROWS.filter((row) => row[textField] === "").length);
      }
    },
  );

  test("turns in lists of lists, and in the fields of an object, can be named", () => {
    const turns = [[{ content: "One" }], [[{ content: "Two" }]], { content: "Three" }];
    const chat = { conversation: turns, mapping: { a: { parts: ["Four"] }, b: { parts: ["Five"] } } };
    for (const path of notEmpty(["conversation[].content", "conversation[][].content"]))
      expect(valueAt(chat, path)).toEqual(["One", "Two", "Three"]);
    expect(valueAt(chat, "mapping.*.parts[]")).toEqual([["Four"], ["Five"]]);
    const deep = JSON.parse(`{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`) as Record<string, unknown>;
    expect(valueAt(deep, "a[].content")).toBeUndefined();
  });

  test.each(readdirSync(join(FIXTURES, "lists")).filter((name) => name.endsWith(".parquet")))(
    "lists/%s: turns of chats, and texts in lists, are read as pyarrow reads them",
    async (name) => {
      const bytes = readFileSync(join(FIXTURES, "lists", name));
      const rows = JSON.parse(readFileSync(join(FIXTURES, "lists/rows.json"), "utf8")) as Chat[];
      const textOf = (texts: readonly (string | null)[]) => texts.filter((one) => one?.trim()).join("\n\n");
      const wanted = (texts: (row: Chat) => (string | null)[]) =>
        rows.map((row) => ({ id: row.id, text: textOf(texts(row)) })).filter(({ text }) => text !== "");
      const turns = wanted(({ messages }) => (messages ?? []).map(({ content }) => content));
      expect(turns.length).toBeGreaterThan(20);
      // Without a name too: chats keep their turns there.
      for (const options of notEmpty([{}, { textField: "messages[].content" }])) {
        const { documents, skipped } = await read(name, bytes, options);
        expect(documents).toEqual(turns);
        expect(skipped).toHaveLength(rows.length - turns.length);
      }
      const inDoc = await read(name, bytes, { textField: "doc.paragraphs[]" });
      expect(inDoc.documents).toEqual(wanted(({ doc }) => doc.paragraphs));
      await expect(read(name, bytes, { textField: "messages[].contents" })).rejects.toMatchObject({
        hint: "Its fields are id, messages[].role, messages[].content, doc.paragraphs[].",
      });
    },
  );

  test("lists of the older form, and of the newer one alone, have the same paths", async () => {
    const bytes = new Uint8Array(readFileSync(join(FIXTURES, "lists/packed.parquet")));
    const source = bytesInMemory(bytes);
    const library = await loadParquet();
    const rows = JSON.parse(readFileSync(join(FIXTURES, "lists/rows.json"), "utf8")) as Chat[];
    type Metadata = ReturnType<typeof library.hyparquet.parquetMetadata>;
    // One repeated group of two fields, as parquet-avro writes it: the group of an entry is gone.
    const older = ({ schema, row_groups: groups }: Metadata) => {
      const at = schema.findIndex(({ name }) => name === "list");
      schema.splice(at, 2, { ...schema[at]!, name: "array", num_children: schema[at + 1]!.num_children! });
      for (const { columns } of groups)
        for (const { meta_data: column } of columns)
          if (column!.path_in_schema[0] === "messages")
            column!.path_in_schema = ["messages", "array", ...column!.path_in_schema.slice(3)];
    };
    const newer = ({ schema }: Metadata) => {
      delete schema.find(({ name }) => name === "messages")!.converted_type;
    };
    for (const changed of notEmpty([older, newer])) {
      const parquetMetadata = (...given: Parameters<typeof library.hyparquet.parquetMetadata>) => {
        const metadata = library.hyparquet.parquetMetadata(...given);
        changed(metadata);
        return metadata;
      };
      const file = await openParquet(source, { ...library, hyparquet: { ...library.hyparquet, parquetMetadata } });
      expect(file.leaves.map(({ recordPath }) => recordPath)).toContain("messages[].content");
      // With one definition level less, the levels that are written do not fit: places are looked at, not texts.
      const { givenPath } = file.leaves.find(({ recordPath }) => recordPath === "messages[].content")!;
      expect(givenPath).toBe(changed === older ? "messages.array[].content" : "messages.list[].element.content");
      if (changed === older) continue;
      const values = await readLists(source, file, library, "messages");
      const texts = values.slice(0, 17).map((value) => valueAt({ messages: value }, givenPath) ?? []);
      const wanted = rows.slice(0, 17).map(({ messages }) => (messages ?? []).map(({ content }) => content));
      expect(texts).toEqual(wanted);
    }
  });

  test("lists without a byte of their own are bounded", async () => {
    const source = bytesInMemory(new Uint8Array(readFileSync(join(FIXTURES, "lists/packed.parquet"))));
    const library = await loadParquet();
    const file = await openParquet(source, library);
    const group = file.metadata.row_groups[0]!;
    const most = 2 ** 23;
    const rowsOf = (rows: number) => ({
      ...file,
      metadata: { ...file.metadata, row_groups: [{ ...group, num_rows: BigInt(rows) }] },
    });
    // Two columns with 1 + 4 + 1 levels, as many as both say.
    const perRow = file.leaves
      .filter(({ path }) => path.startsWith("messages."))
      .reduce((sum, { levelMax, repetitionMax }) => sum + 1 + levelMax + repetitionMax, 0);
    await expect(readLists(source, rowsOf(Math.floor(most / perRow) + 1), library, "messages")).rejects.toMatchObject({
      code: "too_large",
    });
    // So many rows are looked for, which the file has not.
    expect(await readLists(source, rowsOf(Math.floor(most / perRow)), library, "messages")).toHaveLength(
      Math.floor(most / perRow),
    );
  });

  test("a field that does not exist is refused with those that do; a list is told to be one", async () => {
    const bytes = readFileSync(join(FIXTURES, "zstd.parquet"));
    const refusal = (options: ReadOptions) => read("a.parquet", bytes, options).catch((error: unknown) => error);
    expect(await refusal({ textField: "body" })).toMatchObject({
      code: "invalid_request",
      fields: [{ pointer: "/options/textField", detail: "`body` is no column" }],
      hint: expect.stringContaining("id, text, large, source, year, score, big, flag, meta.url, meta.inner.note"),
    });
    expect(await refusal({ fields: ["tokens"] })).toMatchObject({ fields: [{ detail: "`tokens` is a list" }] });
    expect(await refusal({ idField: "meta" })).toMatchObject({ fields: [{ detail: "`meta` is a group of fields" }] });
    const { skipped } = await read("a.parquet", bytes, { textField: "year" }).catch((error) => ({ skipped: [error] }));
    expect(skipped[0]).toMatchObject({ code: "no_documents" });
  });

  test("without the column, the file is told with its columns", async () => {
    const file = parquetWriteBuffer({ columnData: [{ name: "body", data: ["a text"], type: "STRING" }] });
    const skipped: SkippedInput[] = [];
    writeFileSync(join(folder, "a.parquet"), new Uint8Array(file));
    const documents = readDocuments([folder], { onSkip: (skip) => skipped.push(skip) });
    await expect(documents.next()).rejects.toMatchObject({ code: "no_documents" });
    expect(skipped).toMatchObject([
      {
        code: "invalid_record",
        reason: expect.stringMatching(/^no `text` column; its columns are body. Name .*--text-field/),
      },
    ]);
  });

  test("without a name that tells it, columns of prose are the text", async () => {
    const prose = ["six words that nobody has read", "and six more of the same"];
    const columnData = [
      { name: "url", data: ["https://a.example/one-two-three-four-five-six", "x"], type: "STRING" as const },
      { name: "body", data: prose, type: "STRING" as const },
    ];
    const { documents, skipped } = await read("a.parquet", new Uint8Array(parquetWriteBuffer({ columnData })));
    expect(documents.map(({ text }) => text)).toEqual(prose);
    expect(skipped).toMatchObject([{ reason: expect.stringMatching(/^read as the text, .*: body\. /) }]);
  });

  test("columns of prose that no document has are told, by what the file says of their values", async () => {
    const prose = ["six words that nobody has read", "and six more of the same"];
    const columnData = [
      { name: "text", data: ["one", "two"] },
      { name: "title", data: prose },
      { name: "summary", data: prose },
      { name: "label", data: ["few words", "x"] },
    ];
    const bytes = new Uint8Array(
      parquetWriteBuffer({
        columnData: columnData.map((one) => ({ ...one, type: "STRING" })),
        statisticsTruncateLength: 64,
      }),
    );
    const { documents, skipped } = await read("a.parquet", bytes);
    expect(documents).toHaveLength(2);
    expect(skipped).toMatchObject([{ reason: expect.stringMatching(/^columns .* not read: summary \(12 words\)\. /) }]);
    expect((await read("a.parquet", bytes, { textField: "text" })).skipped).toEqual([]);
  });

  test("reads only the wanted columns, and hashes the file", async () => {
    const text = Array.from({ length: 3_000 }, (_, i) => `text ${i}`);
    const ballast = text.map((_, i) => createHash("sha512").update(String(i)).digest("hex"));
    const columnData = [
      { name: "ballast", data: ballast, type: "STRING" as const },
      { name: "text", data: text, type: "STRING" as const },
    ];
    const bytes = new Uint8Array(parquetWriteBuffer({ columnData, rowGroupSize: [1_000] }));
    const { openParquet } = await import("../../../../src/files/documents/datasets/parquet/file.ts");
    const { loadParquet } = await import("../../../../src/files/documents/datasets/peers.ts");
    const { readDataset } = await import("../../../../src/files/documents/datasets/dataset.ts");
    let readBytesTotal = 0;
    const source = {
      sizeBytes: bytes.length,
      read: async (at: number, length: number) => {
        readBytesTotal += length;
        return bytes.subarray(at, at + length);
      },
    };
    const { metadata } = await openParquet(source, await loadParquet());
    expect(metadata.row_groups.length).toBe(3);
    readBytesTotal = 0;
    let documents = 0;
    const about = { stream: async function* () {}, packing: "none", name: "a", fields: {}, onBytes() {} } as const;
    for await (const _ of readDataset("parquet", { ...about, source, after: 0, record: 0 })) documents += 1;
    expect(documents).toBe(3_000);
    expect(bytes.length).toBeGreaterThan(300_000);
    expect(readBytesTotal).toBeLessThan(bytes.length / 2);
    const sources = new SourceLog();
    await read("a.parquet", bytes, { sources });
    expect((await sources.record()).sources?.listed).toEqual([
      { name: "a.parquet", bytes: bytes.length, sha256: sha256Of(bytes) },
    ]);
  });

  test("passes over row groups that were read before", async () => {
    const bytes = readFileSync(join(FIXTURES, "small-pages.parquet"));
    const { readDataset } = await import("../../../../src/files/documents/datasets/dataset.ts");
    const { bytesInMemory } = await import("../../../../src/files/documents/bytes/byteSource.ts");
    const from = async (after: number) => {
      const about = { stream: async function* () {}, packing: "none", name: "a", fields: {}, onBytes() {} } as const;
      const items = [];
      for await (const item of readDataset("parquet", { ...about, source: bytesInMemory(bytes), after, record: 0 }))
        if (!("note" in item)) items.push(item);
      return items;
    };
    const all = await from(0);
    expect(all.length).toBe(ROWS.length);
    for (const after of notEmpty([1, 16, 17, 18, 39, 40])) expect(await from(after)).toEqual(all.slice(after));
  });
});

const LINES = ['{"id":"1","text":"one","language":"en"}', '{"data":{"body":"two"},"text":null}', '{"text":["x"]}'];

describe("JSON Lines", () => {
  test.each([
    ["a.jsonl", (text: string) => Buffer.from(text)],
    ["a.ndjson", (text: string) => Buffer.from(text)],
    ["a.jsonl.gz", (text: string) => gzipSync(text)],
    ["a.json.gz", (text: string) => gzipSync(text)],
  ])("%s", async (name, pack) => {
    const { documents, skipped } = await read(name, pack(LINES.join("\n")));
    expect(documents).toEqual([
      { id: "1", text: "one", lang: "en" },
      { id: `${name}#3`, text: "x" },
    ]);
    expect(skipped.map(({ line, reason }) => [line, reason])).toEqual([[2, "`text` is null"]]);
  });

  test.each(["Node", "fzstd"])("frames of Zstandard are unpacked by %s", async (by) => {
    const builtin = process.getBuiltinModule;
    const lacking = (name: string) => ({ ...(builtin(name) as object), createZstdDecompress: undefined });
    if (by === "fzstd")
      vi.spyOn(process, "getBuiltinModule").mockImplementation(((name: string) =>
        name === "node:zlib" ? lacking(name) : builtin(name)) as typeof builtin);
    try {
      const bytes = readFileSync(join(FIXTURES, "frames.jsonl.zst"));
      const { documents, skipped } = await read("a.jsonl.zst", bytes);
      expect(documents.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, i) => String(i + 1)));
      expect(skipped).toEqual([]);
      const cut = await read("a.jsonl.zst", bytes.subarray(0, bytes.length - 8)).catch((error: unknown) => error);
      expect(cut).toSatisfy(
        (seen: { code?: string; skipped?: SkippedInput[] }) =>
          seen.code === "no_documents" || seen.skipped?.at(-1)?.code === "unreadable",
      );
    } finally {
      vi.restoreAllMocks();
    }
  });

  test("fields are named by paths", async () => {
    const line = JSON.stringify({ data: { body: "two", n: 5 }, "a.b": "dotted", tags: ["x"], key: 7 });
    const options = { textField: "data.body", idField: "key", fields: ["data.n", "a.b", "tags"] };
    const { documents } = await read("a.jsonl", line, options);
    expect(documents).toEqual([{ id: "7", text: "two", fields: { "a.b": "dotted", "data.n": 5, tags: '["x"]' } }]);
  });

  const TURNS = [{ content: "asked" }, { content: [{ type: "text", text: "answered" }, { type: "image" }] }, {}];
  test.each([
    ["turns", { messages: TURNS }, undefined, "asked\n\nanswered"],
    ["turns of ShareGPT", { conversations: [{ from: "human", value: "asked" }] }, undefined, "asked"],
    ["instructions", { output: "done", instruction: "do", input: "" }, undefined, "do\n\ndone"],
    ["answers", { question: "of a model", answer: "of it", id: 5 }, undefined, "of a model\n\nof it"],
    ["a text before all else", { text: "one", messages: TURNS, content: "two" }, undefined, "one"],
    ["named fields", { a: { b: "one" }, c: "two", text: "no" }, "c, a.b", "two\n\none"],
    ["a field in a list in a list", { a: [{ b: [{ c: "one" }, { c: "two" }] }, { b: 1 }] }, "a[].b[].c", "one\n\ntwo"],
  ])("records have their text in %s", async (_, record, textField, text) => {
    const { documents } = await read("a.jsonl", JSON.stringify(record), { textField });
    expect(documents.map((one) => one.text)).toEqual([text]);
  });

  test("records without any text are told, and lists of numbers are none", async () => {
    const lines = [
      { text: "one" },
      { messages: [] },
      { messages: [{ role: "user" }] },
      { content: [1, 2] },
      { instruction: 5 },
    ];
    const { skipped } = await read("a.jsonl", lines.map((line) => JSON.stringify(line)).join("\n"));
    expect(skipped.map(({ line }) => line)).toEqual([2, 3, 4, 5]);
  });

  test("a field that no record has is refused with those that they have", async () => {
    const error = await read("a.jsonl", LINES.join("\n"), { textField: "content" }).catch((error: unknown) => error);
    expect(error).toMatchObject({
      code: "invalid_request",
      hint: "Its fields are id, text, language, data.body.",
      fields: [{ pointer: "/options/textField", detail: "`content` is no field of its records" }],
    });
    const found = await read("a.jsonl", `${LINES.join("\n")}\n{"content":"late"}`, { textField: "content" });
    expect(found.documents.map(({ text }) => text)).toEqual(["late"]);
  });
});

const PAGE = "<title>A page</title><p>Its text</p>";
const ABOUT = {
  "WARC-Record-ID": "<urn:uuid:0f>",
  "WARC-Target-URI": "https://example.org/a",
  "WARC-Date": "2026-11-24T00:00:00Z",
  "WARC-Payload-Digest": "sha1:ABC",
};
const ORIGIN = { url: "https://example.org/a", fields: { date: "2026-11-24T00:00:00Z", digest: "sha1:ABC" } };

describe("web archives", () => {
  const html = { "Content-Type": "text/html; charset=utf-8" };
  const chunked = `4\r\n${PAGE.slice(0, 4)}\r\n${(PAGE.length - 4).toString(16)}\r\n${PAGE.slice(4)}\r\n0\r\n\r\n`;
  const records = [
    warcRecord("warcinfo", {}, "software: x"),
    warcRecord("response", ABOUT, httpResponse(PAGE, html)),
    warcRecord("request", ABOUT, "GET / HTTP/1.1\r\n\r\n"),
    warcRecord("response", {}, httpResponse(gzipSync(PAGE), { ...html, "Content-Encoding": "gzip" })),
    warcRecord("response", {}, httpResponse(chunked, { ...html, "Transfer-Encoding": "chunked" })),
    warcRecord("response", {}, httpResponse("no", html, "404 Not Found")),
    warcRecord("response", {}, httpResponse("x", { "Content-Type": "image/png" })),
    warcRecord(
      "conversion",
      { ...ABOUT, "Content-Type": "text/plain", "WARC-Identified-Content-Language": "eng" },
      "plain",
    ),
  ];

  test.each([
    ["a.warc", Buffer.concat(records)],
    ["a.warc.gz", gzipMembers(records)],
    ["a.warc.wet.gz", gzipSync(Buffer.concat(records))],
  ])("%s", async (name, bytes) => {
    const { documents, skipped } = await read(name, bytes);
    const page = { text: "\nIts text\n", title: "A page" };
    expect(documents).toEqual([
      { id: "0f", ...page, ...ORIGIN },
      { id: `${name}#4`, ...page },
      { id: `${name}#5`, ...page },
      { id: "0f~2", text: "plain", lang: "eng", ...ORIGIN },
    ]);
    expect(skipped).toEqual([
      { name, line: 6, code: "invalid_record", reason: "HTTP status 404" },
      { name, line: 7, code: "format_not_read", reason: "image/png is not read here" },
    ]);
  });

  test("a bad record costs no other, be it at the beginning, in the middle or at the end", async () => {
    const [good, other] = [records[1]!, records[7]!];
    const endless = Buffer.from(`WARC/1.0\r\nWARC-Type: response\r\n\r\n${"x".repeat(100_000)}\r\n\r\n`);
    for (const bad of [Buffer.from("GARBAGE RECORD\r\n\r\n"), Buffer.from("x\nWARC-like"), endless])
      for (const [at, parts] of [
        [bad, good, other],
        [good, bad, other],
        [good, other, bad],
      ].entries()) {
        const lines = Buffer.concat(parts.map((part) => Buffer.concat([part, Buffer.from("\r\n")])));
        const { documents, skipped } = await read("a.warc", lines);
        expect(documents.map(({ text }) => text)).toEqual(["\nIts text\n", "plain"]);
        expect(skipped).toEqual([
          {
            name: "a.warc",
            line: at + 1,
            code: "unreadable",
            reason: expect.stringMatching(/^damaged: a record does not/),
          },
        ]);
      }
  });

  test("lines of headers may end with LF alone, and a page without a type is known by its beginning", async () => {
    const bare = (record: Uint8Array) =>
      Buffer.from(Buffer.from(record).toString("latin1").replaceAll("\r\n", "\n"), "latin1");
    for (const type of [{}, { "Content-Type": "application/octet-stream" }, html])
      for (const page of [PAGE, `\n<!doctype html>${PAGE}`]) {
        const record = warcRecord("response", {}, httpResponse(page, type));
        const found = await Promise.all([
          read("a.warc", record),
          read("a.warc", bare(warcRecord("resource", type, page))),
        ]);
        expect(found.map(({ documents }) => documents[0]?.text.trim())).toEqual(["Its text", "Its text"]);
      }
    for (const type of ["*/*", "html", "text/html, text/html; charset=utf-8", "application/x-unknown"]) {
      const page = `\ufeff<!doctype html>${PAGE}`;
      const found = await read("a.warc", warcRecord("response", {}, httpResponse(page, { "Content-Type": type })));
      expect(found.documents[0]?.text.trim()).toBe("Its text");
    }
    const unknown = await read("a.warc", Buffer.concat([records[1]!, warcRecord("resource", {}, "\x89PNG")]));
    expect(unknown.skipped).toMatchObject([{ code: "format_not_read", reason: "unknown media type is not read here" }]);
  });

  test("one that was cut is read as far as it goes, and told", async () => {
    const whole = gzipMembers(records);
    const { documents, skipped } = await read("a.warc.gz", whole.subarray(0, whole.length - 100));
    expect(documents.length).toBe(3);
    expect(skipped.at(-1)).toMatchObject({ code: "unreadable" });
  });
});

describe("tar archives", () => {
  const long = `${"folder/".repeat(20)}long.txt`;
  const files = {
    "./a.txt": "first",
    "b.html": PAGE,
    "c.jsonl": '{"id":"j","text":"line"}\n{"text":5}\n',
    "d.json": "{}",
    "e.parquet": "PAR1",
    ".hidden.txt": "no",
    ".a/b.txt": "no",
    ".git/c.txt": "no",
    [long]: "deep",
  };

  test.each([
    ["a.tar", tarOf(files)],
    ["a.tar.gz", gzipSync(tarOf(files))],
    ["a.tgz", gzipSync(tarOf(files))],
  ])("%s", async (name, bytes) => {
    const { documents, skipped } = await read(name, bytes);
    expect(documents).toEqual([
      { id: `${name}/a.txt`, text: "first" },
      { id: `${name}/b.html`, text: "\nIts text\n", title: "A page" },
      { id: "j", text: "line" },
      { id: `${name}/${long}`, text: "deep" },
    ]);
    expect(skipped.map(({ name, line, code }) => [name, line, code])).toEqual([
      [`${name}/c.jsonl`, 2, "invalid_record"],
      [`${name}/d.json`, undefined, "format_not_read"],
      [`${name}/e.parquet`, undefined, "format_not_read"],
      [name, undefined, "format_not_read"],
    ]);
    expect(skipped.at(-1)).toMatchObject({ reason: expect.stringMatching(/^2 hidden files .*\.a\/b\.txt/) });
  });

  test("links are not followed, folders are no files", async () => {
    const parts = [...tarEntry("x.txt", new Uint8Array(0), "2"), ...tarEntry("folder/", new Uint8Array(0), "5")];
    const { skipped } = await read("a.tar", Buffer.concat([...parts, tarOf({ "a.txt": "text" })]));
    expect(skipped).toMatchObject([{ name: "a.tar/x.txt", code: "link" }]);
    // The path is what people are told.
    const paths: string[] = [];
    const onSkip = ({ path }: SkippedInput) => paths.push(path);
    const ids: string[] = [];
    for await (const { id } of readDocuments([join(folder, "a.tar")], { onSkip })) ids.push(id);
    expect(ids).toEqual(["a.tar/a.txt"]);
    expect(paths).toEqual([join(folder, "a.tar/x.txt")]);
  });
});

test("readBytes reads a dataset of one document, and refuses one of several", async () => {
  const one = tarOf({ "a.txt": "only" });
  expect(await readBytes(one, { name: "a.tar" })).toEqual({ content: "only", content_type: "text" });
  await expect(readBytes(tarOf({ "a.txt": "x", "b.txt": "y" }), { name: "a.tar" })).rejects.toMatchObject({
    code: "document_invalid",
    message: "a.tar cannot be read: it holds several documents.",
  });
});

test("ARC, the web archive before WARC, packed record by record", async () => {
  const record = (line: string, body: string) => new TextEncoder().encode(`${line} ${body.length}\n${body}\n`);
  const page = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<title>Ships</title><p>The keeper left.";
  const records = [
    record("filedesc://a.arc 0.0.0.0 20060102030405 text/plain", "1 0 InternetArchive\nURL IP-address\n"),
    record("dns:a.example 1.2.3.4 20060102030405 text/dns", "20060102 a.example"),
    record("http://a.example/b 1.2.3.4 20060102030405 text/html", page),
    record("http://a.example/c 1.2.3.4 20060102 text/html 200 - - 0 a.arc", page.replace("left", "came")),
  ];
  const { documents, skipped } = await read("a.arc.gz", gzipMembers(records));
  expect(documents).toMatchObject([
    { url: "http://a.example/b", title: "Ships", text: "\nThe keeper left.", fields: { date: "2006-01-02T03:04:05Z" } },
    { url: "http://a.example/c", text: "\nThe keeper came.", fields: { date: "2006-01-02" } },
  ]);
  expect(skipped).toEqual([]);
});

describe("Arrow", () => {
  const prose = ["six words that nobody has read", "and six more of the same"];
  const table = tableFromArrays({ id: ["a", "b"], body: prose, big: [1n, 2n ** 60n], list: [[1.5], [2.5, 3]] });

  test.each(["file", "stream"] as const)("a %s is rows", async (format) => {
    const bytes = tableToIPC(table, { format })!;
    const { documents, skipped } = await read("a.arrow", bytes, { fields: ["big", "list"] });
    expect(documents).toEqual([
      { id: "a", text: prose[0], fields: { big: 1, list: "[1.5]" } },
      { id: "b", text: prose[1], fields: { big: String(2n ** 60n), list: "[2.5,3]" } },
    ]);
    expect(skipped).toMatchObject([{ reason: expect.stringMatching(/^read as the text, .*: body\. /) }]);
  });

  test("what is damaged, or of version 1, is told", async () => {
    const bytes = tableToIPC(table, { format: "file" })!;
    for (let at = 0; at < bytes.length; at += 7) {
      const wrong = Uint8Array.from(bytes, (byte, i) => (i === at ? byte ^ 0x55 : byte));
      const found = await read("a.arrow", wrong).catch((error) => error);
      expect(found.documents ?? found.code).toSatisfy((one) => Array.isArray(one) || one === "no_documents");
    }
    await expect(read("a.arrow", new TextEncoder().encode("FEA1xxxx"))).rejects.toMatchObject({ code: "no_documents" });
  });

  test("frames of LZ4", () => {
    // "ab", eight bytes from two before, "c"; then four bytes as they are.
    const block = [0x24, 0x61, 0x62, 2, 0, 0x10, 0x63];
    const frame = [
      4,
      34,
      77,
      24,
      0x60,
      0x40,
      0,
      block.length,
      0,
      0,
      0,
      ...block,
      4,
      0,
      0,
      0x80,
      1,
      2,
      3,
      4,
      0,
      0,
      0,
      0,
    ];
    const right = [...new TextEncoder().encode("ababababab"), 0x63, 1, 2, 3, 4];
    expect([...unpackLz4(Uint8Array.from(frame), right.length)]).toEqual(right);
    for (let end = 0; end < frame.length; end += 1)
      expect(() => unpackLz4(Uint8Array.from(frame.slice(0, end)), right.length)).toThrow("packing");
    expect(() => unpackLz4(Uint8Array.from(frame), right.length - 1)).toThrow("packing");
  });
});
