import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { generateFoldTable } from "../../../src/build/tables/foldTable.ts";
import { fold } from "../../../src/core/kernels/text/fold.reference.ts";
import { FOLD_UNICODE } from "../../../src/core/kernels/text/foldTable.generated.ts";
import {
  compressFoldTable,
  expandFoldTable,
  foldTable,
  packFoldTable,
} from "../../../src/core/kernels/text/foldTable.ts";
import { skippable } from "../../support/skippable.ts";

/** From here on stand Han, tags and private use, which never become more than one code point. */
const EXPANSIONS_END = 0x30000;
const TABLE_SHA256 = "d9e97be18e7fe2daf6f9da9e53ce1e0797ecc01e4a1ee4ec33cdbde756681bcf";
const packed = packFoldTable(foldTable());

describe("the frozen table", () => {
  test("never changes: another table is another version of the folding", () => {
    expect(createHash("sha256").update(packed).digest("hex")).toBe(TABLE_SHA256);
  });

  const sameUnicode = process.versions["unicode"] === FOLD_UNICODE;
  test.skipIf(!sameUnicode)(
    skippable(
      `is what its generator gives under Unicode ${FOLD_UNICODE}`,
      !sameUnicode,
      "this Node has another Unicode",
    ),
    () => {
      expect(Buffer.compare(packFoldTable(generateFoldTable()), packed)).toBe(0);
    },
  );

  test("survives being made small", () => {
    expect(expandFoldTable(compressFoldTable(foldTable()))).toEqual(foldTable());
    const extremes = {
      stage1: new Uint16Array(17_408).fill(65_535),
      stage2: Uint32Array.of(0, 2 ** 32 - 1, 1, 1),
      pool: Uint32Array.of(2 ** 31),
    };
    expect(expandFoldTable(compressFoldTable(extremes))).toEqual(extremes);
  });

  test("stays within the room that the kernel's buffers leave: 12 bytes and 2 words a byte", () => {
    const encoder = new TextEncoder();
    let [mostBytes, mostWords] = [0, 0];
    for (let codePoint = 0; codePoint < EXPANSIONS_END; codePoint++) {
      if (codePoint >= 0xd800 && codePoint < 0xe000) continue;
      const text = encoder.encode(String.fromCodePoint(codePoint));
      const { folded, ends } = fold(text, foldTable());
      mostBytes = Math.max(mostBytes, folded.length / text.length);
      mostWords = Math.max(mostWords, ends.length / text.length);
    }
    expect(mostBytes).toBe(10); // U+FDFA: 3 bytes, 15 letters of 2
    expect(mostWords).toBeLessThanOrEqual(2);
  });
});
