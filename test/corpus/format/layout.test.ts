/** What stands where in a segment is known in one place: the numbers of `layout.ts`, which two files read and write by. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  ROW_BYTES,
  ROW_OFFSETS,
  SECTION_ENTRY_BYTES,
  SECTIONS,
  type SegmentTableName,
} from "../../../src/corpus/format/layout.ts";

const ROOM = join(import.meta.dirname, "../../../src/corpus");
/** Rows and the footer of segments, checksums of pages, lists of deletions, journals, vectors, and hashes in a manifest, forms of their own. */
const READ_AND_WRITE = [
  ...["build/journal.ts", "format/layout.ts", "format/rows.ts", "segment/carried.ts", "segment/deletions.ts"],
  ...["segment/footer.ts", "segment/vectors/sealed.ts"],
];
const FIELD = /\.(?:get|set)(?:Big)?(?:Uint|Int|Float)\d+\(/;

test("no other file of the room reads or writes a field at a hard-coded offset", () => {
  const files = readdirSync(ROOM, { recursive: true, encoding: "utf8" })
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".ts") && !name.startsWith("storage/"));
  const found = files.filter((name) => FIELD.test(readFileSync(join(ROOM, name), "utf8")));
  expect(found.sort()).toEqual(READ_AND_WRITE);
  expect(files.length).toBeGreaterThan(40);
});

test("rows, the footer and the journal use named offsets, not numbers", () => {
  for (const [name, callsMin] of [
    ["segment/footer.ts", 11],
    ["format/rows.ts", 11],
    ["build/journal.ts", 2],
  ] as const) {
    const calls = readFileSync(join(ROOM, name), "utf8").match(new RegExp(`${FIELD.source}[^,)]*`, "g")) ?? [];
    expect(calls.length).toBeGreaterThanOrEqual(callsMin);
    expect(calls.filter((call) => /[(+\s]\d/.test(call.replace(FIELD, "(")))).toEqual([]);
  }
});

test("fields of a row do not overlap", () => {
  for (const table of Object.keys(ROW_OFFSETS) as SegmentTableName[]) {
    const places = Object.values(ROW_OFFSETS[table]) as number[];
    expect(new Set(places).size, table).toBe(places.length);
    expect(Math.max(...places), table).toBeLessThan(ROW_BYTES[table]);
  }
  expect(112 + SECTION_ENTRY_BYTES * SECTIONS.length).toBeLessThanOrEqual(508);
});
