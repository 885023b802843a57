/** Packed files in a runtime without the modules of Node, as a browser is one: the packages unpack them. */
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readBytes } from "../../../src/files/index.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { gzipMembers, httpResponse, tarOf, warcRecord } from "./datasets/datasetFiles.ts";

const TEXT = zipfText(seeded(5), 30_000);
const bytesOf = (text: string) => new TextEncoder().encode(text);

beforeEach(() => {
  vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
});
afterEach(() => vi.restoreAllMocks());

const page = (body: Uint8Array, encoding: string) =>
  warcRecord(
    "response",
    { "WARC-Record-ID": "<urn:uuid:1>" },
    httpResponse(body, { "Content-Type": "text/plain; charset=utf-8", "Content-Encoding": encoding }),
  );
const parquet = (codec: "SNAPPY" | "UNCOMPRESSED") =>
  new Uint8Array(parquetWriteBuffer({ columnData: [{ name: "text", data: [TEXT] }], codec }));

test.each<[name: string, bytes: () => Uint8Array]>([
  ["a.jsonl.gz", () => gzipSync(JSON.stringify({ text: TEXT }))],
  ["b.tar.gz", () => gzipSync(tarOf({ "a.txt": TEXT }))],
  ["c.warc.gz", () => gzipMembers([warcRecord("warcinfo", {}, "about"), page(bytesOf(TEXT), "identity")])],
  ["gzip.warc", () => page(gzipSync(TEXT), "gzip")],
  ["deflate.warc", () => page(deflateSync(TEXT), "deflate")],
  ["plain.parquet", () => parquet("UNCOMPRESSED")],
  ["snappy.parquet", () => parquet("SNAPPY")],
])("%s", async (name, bytes) => {
  expect((await readBytes(bytes(), { name })).content).toBe(TEXT);
});

test("what was cut is told", async () => {
  const packed = gzipSync(JSON.stringify({ text: TEXT }));
  await expect(readBytes(packed.subarray(0, -100), { name: "a.jsonl.gz" })).rejects.toMatchObject({
    code: "document_invalid",
    message: "a.jsonl.gz cannot be read: damaged: its packing is wrong or was cut.",
  });
});

test("Brotli, which browsers do not unpack for scripts, is named", async () => {
  await expect(readBytes(page(brotliCompressSync(TEXT), "br"), { name: "a.warc" })).rejects.toMatchObject({
    message: "a.warc cannot be read: its packing, Brotli, is not read in a browser.",
  });
});
