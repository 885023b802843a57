/** Datasets with wrong bytes, other encodings, and numbers that are none. */
import { parquetWriteBuffer } from "hyparquet-writer";
import { describe, expect, test } from "vitest";
import { bytesInMemory, chunksOf } from "../../../../src/files/documents/bytes/byteSource.ts";
import { readDataset } from "../../../../src/files/documents/datasets/dataset.ts";
import type { DatasetItem } from "../../../../src/files/documents/datasets/reading.ts";
import type { DatasetKind } from "../../../../src/files/documents/kinds.ts";
import { notEmpty } from "../../../support/notEmpty.ts";

const bytesIn = (binary: string) => Uint8Array.from(binary, (character) => character.charCodeAt(0));
const PROSE = "The lighthouse keeper kept a second logbook under the floorboards, and wrote down what he heard. ";

async function itemsOf(kind: DatasetKind, bytes: Uint8Array, encoding?: string): Promise<DatasetItem[]> {
  const source = bytesInMemory(bytes);
  const how = { source, stream: () => chunksOf(source), packing: "none" as const, name: "x", onBytes: () => {} };
  const items: DatasetItem[] = [];
  for await (const item of readDataset(kind, { ...how, fields: {}, encoding, after: 0, record: 0 })) items.push(item);
  return items;
}
const textsOf = (items: readonly DatasetItem[]) => items.map((item) => ("text" in item ? item.text : item.reason));
const told = "wrong bytes of UTF-8 at 1 place: U+FFFD stands there";

describe("JSON Lines", () => {
  test("wrong bytes are replaced and told, each line for itself", async () => {
    const items = await itemsOf(
      "jsonl",
      bytesIn(`{"text":"${PROSE}\xff"}\n{"text":"two"}\n{"text":"\xe9\xe9\xe9\xe9\xe9"}\n`),
    );
    expect(textsOf(items)).toEqual([told, `${PROSE}\ufffd`, "two", "not UTF-8"]);
    expect(items[0]).toMatchObject({ line: 1, code: "not_utf8", partly: true });
  });

  test.each([true, false])("UTF-16, with a mark: %s", async (isMarked) => {
    const text = `${isMarked ? "\ufeff" : ""}${`{"text":"日本語 ${PROSE}"}\r\n`.repeat(200)}`;
    const bytes = new Uint8Array(Uint16Array.from(text, (character) => character.charCodeAt(0)).buffer);
    const swapped = bytes.map((_, at) => bytes[at ^ 1]!);
    for (const one of [bytes, swapped]) {
      const texts = textsOf(await itemsOf("jsonl", one));
      expect(texts).toHaveLength(200);
      expect(new Set(texts)).toEqual(new Set([`日本語 ${PROSE}`]));
    }
  });

  test("an encoding that is stated", async () => {
    expect(textsOf(await itemsOf("jsonl", bytesIn('{"text":"\xf0\xd2\xc9"}\n'), "koi8-r"))).toEqual(["При"]);
  });

  test("numbers as Python writes them", async () => {
    const lines = [
      '{"score": NaN, "text": "NaN is \\"NaN\\\\", "more": [Infinity, -Infinity, {"x": NaN}]}',
      '{"text": "one", "score": NaNo}',
      '{"text": "NaN',
    ];
    expect(textsOf(await itemsOf("jsonl", bytesIn(lines.join("\n"))))).toEqual([
      'NaN is "NaN\\',
      "not JSON",
      "not JSON: a string in it does not end. A line break within it is written \\n",
    ]);
  });

  test("raw characters in strings are read and told, as Python reads with `strict=False`", async () => {
    const told = (places: string) =>
      `a string has a raw tab, line break or control character ${places}, which JSON escapes: all of it is read`;
    const bytes = bytesIn('{"text": "one\ttwo \\" \\\\\u0001three", "t\tb": NaN}\n{"text": "an\\\tescape"}');
    expect(textsOf(await itemsOf("jsonl", bytes))).toEqual([
      told("at 3 places"),
      'one\ttwo " \\\u0001three',
      "not JSON",
    ]);
    for (const whole of notEmpty(['[{"text": "one\r\ntwo"}]', '{"text":\n"one\r\ntwo"}']))
      expect(textsOf(await itemsOf("json", bytesIn(whole)))).toEqual([told("at 2 places"), "one\r\ntwo"]);
  });
});

describe("web archives", () => {
  const record = (type: string, body: string) => {
    const block = `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\n${body}`;
    return `WARC/1.0\r\nWARC-Type: response\r\nContent-Length: ${block.length}\r\n\r\n${block}\r\n\r\n`;
  };

  test("the charset of HTTP comes first, then that of the page; what is wrong is told beside the page", async () => {
    const warc = [
      record("text/html; charset=koi8-r", "<meta charset=latin1><p>\xf0\xd2\xc9\xd7\xc5\xd4"),
      record("text/html; charset=unknown-8", "<meta charset=latin1><p>caf\xe9"),
      record('text/plain; charset="UTF-16LE"', "h\0e\0l\0l\0o\0"),
      record("text/html", `<meta charset=utf-8><p>${PROSE}\xff`),
      record("text/html", "<p>\x1b$B8c\x1b(B"),
    ].join("");
    const items = await itemsOf("warc", bytesIn(warc));
    expect(textsOf(items).map((text) => text.trim())).toEqual([
      "Привет",
      "café",
      "hello",
      told,
      `${PROSE}\ufffd`,
      "it holds escape sequences, as text does not",
    ]);
    expect(items[3]).toMatchObject({ line: 4, partly: true });
  });
});

test("Parquet: a text with a wrong byte is read, and told", async () => {
  // Binary columns of the writer are bytes; the reader takes them as text where their type says so.
  const columnData = [{ name: "text", data: [`${PROSE}§`, "two"], type: "STRING" as const }];
  const bytes = new Uint8Array(parquetWriteBuffer({ columnData, codec: "UNCOMPRESSED" }));
  // Wherever the sign stands, in the page and in the statistics.
  for (let at = 0; at + 1 < bytes.length; at += 1) if (bytes[at] === 0xc2 && bytes[at + 1] === 0xa7) bytes[at] = 0x21;
  expect(textsOf(await itemsOf("parquet", bytes))).toEqual([told, `${PROSE}!\ufffd`, "two"]);
});
