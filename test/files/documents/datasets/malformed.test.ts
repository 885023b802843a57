/** Datasets that were cut, changed or made to harm: each gives documents and reasons, within limits. */

import { readFileSync } from "node:fs";
import * as zlib from "node:zlib";
import * as arrow from "@uwdata/flechette";
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { bytesInMemory, chunksOf } from "../../../../src/files/documents/bytes/byteSource.ts";
import type { NotRead } from "../../../../src/files/documents/bytes/notRead.ts";
import { readDataset } from "../../../../src/files/documents/datasets/dataset.ts";
import { checkPage, pageAt } from "../../../../src/files/documents/datasets/parquet/page.ts";
import type { DatasetItem } from "../../../../src/files/documents/datasets/reading.ts";
import { type DatasetKind, isDataset, kindOf, packingOf } from "../../../../src/files/documents/kinds.ts";
import { notAlwaysEmpty } from "../../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../../support/notEmpty.ts";
import { fewOrAll } from "../../../support/scale.ts";
import { skippable } from "../../../support/skippable.ts";
import { harmed, numbers } from "../harm.ts";
import { gzipMembers, httpResponse, tarEntry, tarOf, warcRecord } from "./datasetFiles.ts";

const TYPED = new Set([
  ...[
    "damaged",
    "encrypted",
    "too_large",
    "format_not_read",
    "not_utf8",
    "unreadable",
    "empty",
    "invalid_record",
    "link",
  ],
]);

async function itemsOf(name: string, bytes: Uint8Array): Promise<DatasetItem[]> {
  const kind = kindOf(name);
  if (!isDataset(kind)) throw new Error(`${name} is no dataset`);
  const source = bytesInMemory(bytes);
  const about = {
    source,
    stream: () => chunksOf(source),
    packing: packingOf(name),
    name,
    fields: {},
    onBytes: () => {},
  };
  const items: DatasetItem[] = [];
  for await (const item of readDataset(kind, { ...about, after: 0, record: 0 })) items.push(item);
  return items;
}

const text = (i: number): string => Array.from({ length: 20 }, (_, k) => `word${(i * 31 + k * 7) % 97}`).join(" ");
const lines = Array.from({ length: 40 }, (_, i) => `${JSON.stringify({ id: `d${i}`, text: text(i) })}\n`).join("");
const page = (i: number) => httpResponse(`<p>${text(i)}</p>`, { "Content-Type": "text/html" });
const records = Array.from({ length: 12 }, (_, i) => warcRecord("response", { "WARC-Date": "2026" }, page(i)));
const files = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`a/${i}.txt`, text(i)]));
const fixture = (name: string) => new Uint8Array(readFileSync(`test/files/documents/datasets/files/${name}`));

const PARQUET = ["none", "snappy", "gzip", "zstd", "brotli", "lz4", "pages2", "differences", "no-dictionary"];
const LISTS = ["packed", "pages2", "small-pages", "former-names"];
const WHOLE: Readonly<Record<string, readonly Uint8Array[]>> = {
  "a.jsonl": [new TextEncoder().encode(lines)],
  "a.jsonl.gz": [zlib.gzipSync(lines)],
  "a.jsonl.zst": [fixture("frames.jsonl.zst")],
  "a.warc": [Buffer.concat(records)],
  "a.warc.gz": [gzipMembers(records)],
  "a.tar": [tarOf(files)],
  "a.tar.gz": [zlib.gzipSync(tarOf(files))],
  "a.parquet": PARQUET.map((name) => fixture(`${name}.parquet`)),
  "lists.parquet": LISTS.map((name) => fixture(`lists/${name}.parquet`)),
};

/** Files of each format that are harmed. */
const FILES = fewOrAll(250, 1_000);

test("the list of a JSON document is read, packed, in a tar and otherwise", async () => {
  const whole = JSON.stringify({ rows: Array.from({ length: 50 }, (_, i) => ({ text: text(i) })) }, null, 2);
  const array = `[\r\n${Array.from({ length: 50 }, (_, i) => JSON.stringify({ text: text(i) })).join(",\r\n")}\r\n]\r\n`;
  const texts = Array.from({ length: 50 }, (_, i) => ({ text: text(i) }));
  for (const document of [whole, array, `\n\n${whole}`]) {
    const bytes = new TextEncoder().encode(document);
    for (const [name, packed] of [
      ["a.json.gz", zlib.gzipSync(bytes)],
      ["a.jsonl", bytes],
    ] as const)
      expect(await itemsOf(name, packed)).toMatchObject(texts);
    const archive = tarOf({ "a.jsonl": document, "b.txt": text(1) });
    expect(await itemsOf("t.tar", archive)).toMatchObject([...texts, { text: text(1) }]);
  }
  // A line that is one record, or no JSON at all, is a line.
  expect(await itemsOf("a.jsonl", new TextEncoder().encode(`{}\n{\n${lines}`))).toHaveLength(42);
});

test("bodies that are cut, packed without saying so, or by deflate alone, are read and told", async () => {
  const html = { "Content-Type": "text/html" };
  const body = new TextEncoder().encode(`<p>${text(1)}</p>`);
  const item = async (sent: string | Uint8Array, headers: Record<string, string>) =>
    itemsOf("a.warc", warcRecord("response", {}, httpResponse(sent, { ...html, ...headers })));
  const document = { text: expect.stringContaining(text(1)) };
  const cut = { code: "damaged", partly: true };
  const sent = `5\r\n<p>a \r\nff\r\n${text(1)}`;
  expect(await item(sent, { "Transfer-Encoding": "chunked" })).toMatchObject([cut, document]);
  // The first line is no size: the archive has put the parts together.
  const numbered = await item(`12\r\n<p>${text(1)}`, { "Transfer-Encoding": "chunked" });
  expect(numbered).toMatchObject([{ text: expect.stringMatching(/^12\s/) }]);
  expect(await item(zlib.gzipSync(body).subarray(0, -6), { "Content-Encoding": "gzip" })).toMatchObject([
    cut,
    document,
  ]);
  expect(await item(zlib.gzipSync(body), {})).toMatchObject([document]);
  expect(await item(zlib.deflateRawSync(body), { "Content-Encoding": "deflate" })).toMatchObject([document]);
  expect(await item(body, { "Content-Encoding": "br" })).toMatchObject([document]);
  const noise = Uint8Array.from({ length: 90 }, (_, i) => (i * 71) % 256);
  expect(await item(noise, { "Content-Encoding": "br" })).toMatchObject([{ code: "damaged" }]);
  expect(await item(noise, { "Content-Encoding": "compress" })).toMatchObject([{ code: "format_not_read" }]);
});

test("what servers send as XML, RTF, mail or slides is read as in files", async () => {
  const sent = async (type: string, body: string) =>
    itemsOf("a.warc", warcRecord("response", {}, httpResponse(body, { "Content-Type": type })));
  for (const [type, body] of notEmpty([
    ["application/rss+xml", `<rss><item><description>${text(1)}</description></item></rss>`],
    [
      "text/xml",
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>${text(1)}</p></body></html>`,
    ],
    ["application/rtf", `{\\rtf1 ${text(1)}}`],
    ["message/rfc822", `From: a\n\n${text(1)}`],
    ["application/octet-stream", `<?xml version="1.0"?>\n<html><body><p>${text(1)}</p></body></html>`],
  ] as const))
    expect(await sent(type, body)).toMatchObject([{ text: expect.stringContaining(text(1)) }]);
  expect(await sent("image/png", text(1))).toMatchObject([{ code: "format_not_read" }]);
});

test("tar archives one behind another are read, and other bytes behind the end are told", async () => {
  const [one, other] = [tarOf({ "a.txt": text(1) }), tarOf({ "../b.txt": text(2) })];
  expect(await itemsOf("a.tar", Buffer.concat([one, other]))).toMatchObject([{ text: text(1) }, { text: text(2) }]);
  const junk = Buffer.concat([one, new TextEncoder().encode("junk".repeat(200))]);
  expect(await itemsOf("a.tar", junk)).toMatchObject([{ text: text(1) }, { reason: "damaged: bytes follow its end" }]);
  const packed = zlib.gzipSync(one);
  packed[packed.length - 6]! ^= 1;
  expect(await itemsOf("a.tar.gz", packed)).toMatchObject([{ text: text(1) }, { code: "unreadable" }]);
  expect(await itemsOf("a.tar.gz", one)).toMatchObject([{ text: text(1) }]);
});

describe(`${FILES} malformed files of each format`, () => {
  test.each(Object.keys(WHOLE))("%s", async (name) => {
    const wholes = await Promise.all(WHOLE[name]!.map((bytes) => itemsOf(name, bytes)));
    const documents = Math.max(...wholes.map((whole) => documentsIn(whole)));
    expect(documents).toBeGreaterThan(9);
    const random = numbers(7);
    const counts = { told: 0, same: 0 };
    for (let file = 0; file < FILES; file += 1) {
      const items = await itemsOf(name, harmed(WHOLE[name]![file % wholes.length]!, random));
      for (const item of notAlwaysEmpty(items)) if ("reason" in item) expect(TYPED, item.reason).toContain(item.code);
      const read = documentsIn(items);
      if (items.length > read) counts.told += 1;
      else if (read === documents) counts.same += 1;
      // Nothing multiplies: a part that was doubled gives what it holds.
      expect(read).toBeLessThanOrEqual(3 * documents);
    }
    expect(counts.told + counts.same).toBeGreaterThan(FILES / 2);
  });
});

const documentsIn = (items: readonly DatasetItem[]): number => items.filter((item) => !("reason" in item)).length;
const reasonsIn = (items: readonly DatasetItem[]) => items.flatMap((item) => ("reason" in item ? [item.code] : []));

test.each(Object.keys(WHOLE))("%s goes on after records that were read before", async (name) => {
  const bytes = name === "a.parquet" ? fixture("small-pages.parquet") : WHOLE[name]![0]!;
  const from = async (after: number) => {
    const source = bytesInMemory(bytes);
    const about = {
      source,
      stream: () => chunksOf(source),
      packing: packingOf(name),
      name,
      fields: {},
      onBytes: () => {},
    };
    const reading = { ...about, after, record: after };
    const items: { item: DatasetItem; record: number }[] = [];
    // What is told of a file once stands before its first record.
    for await (const item of readDataset(kindOf(name) as DatasetKind, reading))
      if (!("note" in item)) items.push({ item, record: reading.record });
    return items;
  };
  const all = await from(0);
  expect(all.length).toBeGreaterThan(9);
  for (const { record } of notEmpty(all)) {
    expect(await from(record)).toEqual(all.filter((one) => one.record > record));
  }
});

describe("files made to harm", () => {
  test("a text that rows repeat without end is refused; as much as text packs to is read", async () => {
    const file = (rows: number) => {
      const data = new Array<string>(rows).fill("word ".repeat(200_000));
      return new Uint8Array(parquetWriteBuffer({ columnData: [{ name: "text", data, type: "STRING" }] }));
    };
    const bomb = file(300);
    expect(bomb.length).toBeLessThan(2_000_000);
    const items = await itemsOf("a.parquet", file(300));
    expect(reasonsIn(items)).toEqual(["too_large"]);
    expect(documentsIn(items)).toBe(268);
    expect(documentsIn(await itemsOf("a.parquet", file(268)))).toBe(268);
  });

  /** The most that is read takes seconds. */
  const mebibytesRead = fewOrAll(16, 255);
  test.skipIf(zlib.zstdCompressSync === undefined)(
    skippable(
      `a bomb of Zstandard is refused; ${mebibytesRead} MiB are read`,
      zlib.zstdCompressSync === undefined,
      "Node before 22.15 has no Zstandard",
    ),
    async () => {
      const bomb = (mebibytes: number) => zlib.zstdCompressSync!(Buffer.alloc(mebibytes * 1024 * 1024, " "));
      expect(bomb(257).length).toBeLessThan(100_000);
      expect(reasonsIn(await itemsOf("a.jsonl.zst", bomb(257)))).toEqual(["too_large"]);
      const last = zlib.zstdCompressSync!(Buffer.from('{"text":"read"}'));
      expect(documentsIn(await itemsOf("a.jsonl.zst", Buffer.concat([bomb(mebibytesRead), last])))).toBe(1);
    },
  );

  test.skipIf(zlib.zstdCompressSync === undefined)(
    skippable(
      "buffers of Arrow count together, before they are unpacked",
      zlib.zstdCompressSync === undefined,
      "Node before 22.15 has no Zstandard",
    ),
    async () => {
      const encode = (bytes: Uint8Array) => new Uint8Array(zlib.zstdCompressSync!(bytes));
      arrow.setCompressionCodec(arrow.CompressionType.ZSTD, { encode, decode: (bytes) => bytes });
      const cells = Array.from({ length: 5 }, () => new Uint8Array(64 * 1024 * 1024));
      const columns = Object.fromEntries(
        cells.map((cell, i) => [`c${i}`, arrow.columnFromArray([cell], arrow.binary())]),
      );
      const bomb = arrow.tableToIPC(arrow.tableFromColumns(columns), { codec: arrow.CompressionType.ZSTD })!;
      expect(bomb.length).toBeLessThan(100_000);
      expect(reasonsIn(await itemsOf("a.arrow", bomb))).toEqual(["too_large"]);
    },
  );

  test("a row of Arrow that names one entry without end is refused before it is written", async () => {
    const entry = "six words that nobody has read. ".repeat(3_000);
    const file = (times: number) => {
      const types = { types: { text: arrow.list(arrow.dictionary(arrow.utf8())) } };
      return arrow.tableToIPC(arrow.tableFromArrays({ text: [Array(times).fill(entry)] }, types), { format: "file" })!;
    };
    expect(documentsIn(await itemsOf("a.arrow", file(10)))).toBe(1);
    for (const times of notEmpty([3_000, 30_000]))
      expect(reasonsIn(await itemsOf("a.arrow", file(times)))).toEqual(["too_large"]);
  });

  test("a footer that nests lists is damaged, before memory is reserved for them", async () => {
    const nested = Buffer.concat([Uint8Array.of(0x19), ...new Array(50_000).fill(Uint8Array.of(0xf9, 0xff, 0x7f))]);
    const file = Buffer.concat([Buffer.from("PAR1"), nested, uint32(nested.length), Buffer.from("PAR1")]);
    expect(reasonsIn(await itemsOf("a.parquet", file))).toEqual(["damaged"]);
  });

  test("pages state at most eight million values, and runs as many as their page", () => {
    const refusal = (work: () => unknown) => {
      try {
        return work() === undefined ? "accepted" : "accepted";
      } catch (error) {
        return (error as NotRead).code;
      }
    };
    expect(refusal(() => pageAt(pageHeader(2 ** 23, 0), 0))).toBe("accepted");
    expect(refusal(() => pageAt(pageHeader(2 ** 23 + 1, 0), 0))).toBe("too_large");
    // Levels: their length, one run of so many values that are present.
    const runOf = (values: number) =>
      Buffer.concat([uint32(varint(2 * values).length + 1), varint(2 * values), Uint8Array.of(1)]);
    const page = pageAt(pageHeader(1_000, 0), 0);
    expect(refusal(() => checkPage(page, runOf(1_000), new Uint8Array(0), { levelMax: 1, repetitionMax: 0 }))).toBe(
      "accepted",
    );
    expect(refusal(() => checkPage(page, runOf(1_001), new Uint8Array(0), { levelMax: 1, repetitionMax: 0 }))).toBe(
      "damaged",
    );
    expect(refusal(() => checkPage(page, runOf(2 ** 30), new Uint8Array(0), { levelMax: 1, repetitionMax: 0 }))).toBe(
      "damaged",
    );
    // Of a dictionary: a run of three, or eight packed values of two bits, up to the third.
    const indexed = pageAt(pageHeader(3, 8), 0);
    const inPage = (bytes: number[], values: number) =>
      refusal(() =>
        checkPage(indexed, Uint8Array.from(bytes), new Uint8Array(0), { levelMax: 0, repetitionMax: 0 }, values),
      );
    for (const bytes of notEmpty([
      [2, 6, 3],
      [2, 3, 0b11_01_00, 0],
    ]))
      expect([inPage(bytes, 4), inPage(bytes, 3)]).toEqual(["accepted", "damaged"]);
    // Each value repeats all of the one before, and adds a letter.
    const growing = (values: number) => {
      const blocks = Math.ceil((values - 1) / 128);
      const lengths = (first: number, more: number) => [
        ...[varint(128), varint(4), varint(values), varint(2 * first)],
        ...new Array(blocks).fill(Uint8Array.of(2 * more, 0, 0, 0, 0)),
      ];
      return Buffer.concat([...lengths(0, 1), ...lengths(1, 0)]);
    };
    const deltas = (values: number) =>
      checkPage(pageAt(pageHeader(values, 7), 0), growing(values), new Uint8Array(0), {
        levelMax: 0,
        repetitionMax: 0,
      });
    expect(refusal(() => deltas(30_000))).toBe("accepted");
    expect(refusal(() => deltas(34_000))).toBe("too_large");
  });

  test("zeros behind gzip'd bytes are passed over; other bytes are told, after what was read", async () => {
    for (const fill of notEmpty([1, 2, 512, 200_000])) {
      const padded = await itemsOf("a.jsonl.gz", Buffer.concat([zlib.gzipSync(lines), Buffer.alloc(fill)]));
      expect([documentsIn(padded), reasonsIn(padded)]).toEqual([40, []]);
      const other = Buffer.concat([zlib.gzipSync(lines), Buffer.alloc(fill - 1), Buffer.from("x")]);
      const told = await itemsOf("a.jsonl.gz", other);
      expect([documentsIn(told), reasonsIn(told).length]).toEqual([40, 1]);
    }
  });

  test("an entry of a tar archive that states more than there is was cut", async () => {
    const [header, body] = tarEntry("a.txt", new TextEncoder().encode("text"), "0");
    const large = tarEntry("b.txt", new Uint8Array(0), "0")[0]!;
    const items = await itemsOf("a.tar", Buffer.concat([...tarEntry("c.txt", Buffer.from("c"), "0"), header!, body!]));
    expect(documentsIn(items)).toBe(1);
    expect(reasonsIn(items)).toEqual(["unreadable"]);
    expect(reasonsIn(await itemsOf("a.tar", large.subarray(0, 500)))).toEqual(["unreadable"]);
  });

  test("a record that states a length beyond the end of the file costs itself, and not those behind it", async () => {
    const record = (text: string) => Buffer.from(warcRecord("conversion", { "WARC-Target-URI": "http://x/" }, text));
    const long = Buffer.from(
      record("first")
        .toString()
        .replace(/Content-Length: \d+/, "Content-Length: 9999"),
    );
    const items = await itemsOf("a.warc", Buffer.concat([long, record("second"), record("third")]));
    expect([documentsIn(items), reasonsIn(items)]).toEqual([2, ["unreadable"]]);
    expect(reasonsIn(await itemsOf("a.warc", Buffer.concat([record("second"), long])))).toEqual(["unreadable"]);
  });

  test("a record of a web archive without a length, or with endless headers, is refused", async () => {
    const endless = `WARC/1.0\r\n${"x: y\r\n".repeat(1_000_000)}`;
    for (const text of notEmpty(["WARC/1.0\r\nWARC-Type: response\r\n\r\n", endless, "PK no archive\r\n\r\n"]))
      expect(reasonsIn(await itemsOf("a.warc", Buffer.from(text)))).toEqual(["unreadable"]);
    const long = warcRecord("conversion", { "WARC-Target-URI": `http://x/${"y".repeat(500_000)}` }, "text");
    expect(documentsIn(await itemsOf("a.warc", long))).toBe(1);
  });
});

/** The header of a page in Thrift's compact protocol. */
function pageHeader(values: number, encoding: number): Uint8Array {
  const number = (value: number) => [...varint(2 * value)];
  const data = [0x15, ...number(values), 0x15, ...number(encoding), 0x15, 6, 0x15, 6, 0];
  return Uint8Array.from([0x15, 0, 0x15, ...number(100), 0x15, ...number(100), 0x2c, ...data, 0]);
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return Uint8Array.from([...bytes, left]);
    bytes.push((left % 128) + 128);
  }
}

function uint32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}
