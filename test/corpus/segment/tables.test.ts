/** Tables of an open segment: what is kept of them in memory. */
import { expect, test } from "vitest";
import { KEY_PAGE_BYTES } from "../../../src/corpus/format/layout.ts";
import { rowsPerPage, SegmentTable } from "../../../src/corpus/segment/read/tables.ts";
import { PackedRows } from "../../../src/corpus/segment/write/tables.ts";
import type { StoredFile } from "../../../src/corpus/storage/storage.ts";
import { kernels } from "../../support/suites/corpus/judge.ts";
import { SEED } from "../format/segments.ts";

const PAGES_KEPT = 1_024;

test("1,024 pages are kept, and the first of those that were not used again makes room", async () => {
  const perPage = rowsPerPage("copies");
  const packed = new PackedRows("copies");
  for (let row = 0; row <= PAGES_KEPT * perPage; row++) packed.add((view, at) => view.setUint32(at, row));
  const bytes = packed.pack(kernels, SEED);
  let reads = 0;
  const file: StoredFile = {
    ...{ sizeBytes: bytes.length, gapBytes: 0, close: async () => {} },
    read: async (offsetBytes, lengthBytes) => {
      reads++;
      return bytes.slice(offsetBytes, offsetBytes + lengthBytes);
    },
  };
  const section = { offsetBytes: 0, lengthBytes: bytes.length, rows: packed.count };
  const source = {
    kernels,
    file,
    seed: SEED,
    keyPageBytes: KEY_PAGE_BYTES,
    checked: new Map(),
    numbers: new WeakMap(),
    kept: new Map(),
  };
  const table = new SegmentTable(source, "copies", section, (view, at) => view.getUint32(at));
  const readsOf = async (page: number): Promise<number> => {
    const before = reads;
    expect(await table.row(page * perPage)).toBe(page * perPage);
    return reads - before;
  };
  for (let page = 0; page < PAGES_KEPT; page++) expect(await readsOf(page)).toBe(1);
  expect(await readsOf(0)).toBe(0);
  expect(await readsOf(PAGES_KEPT)).toBe(1);
  expect(await readsOf(0)).toBe(0);
  expect(await readsOf(2)).toBe(0);
  expect(await readsOf(1)).toBe(1);
});
