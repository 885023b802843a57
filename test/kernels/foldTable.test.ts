import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { generateFoldTable } from "../../src/kernels/fold.table.build.ts";
import { FOLD_UNICODE } from "../../src/kernels/fold.table.generated.ts";
import { foldTable, packFoldTable, unpackFoldTable } from "../../src/kernels/fold.table.ts";
import { twinKernels } from "../../src/kernels/twin.ts";

const packed = packFoldTable(foldTable());

describe("the frozen table", () => {
  test("never changes: another table is another version of the folding", () => {
    expect(createHash("sha256").update(packed).digest("hex")).toBe("");
  });

  const sameUnicode = process.versions["unicode"] === FOLD_UNICODE;
  test.skipIf(!sameUnicode)(`is what its generator gives under Unicode ${FOLD_UNICODE}`, () => {
    expect(Buffer.compare(packFoldTable(generateFoldTable()), packed)).toBe(0);
  });

  test("survives packing", () => {
    expect(unpackFoldTable(packed)).toEqual(foldTable());
  });

  test("stays within the room that the kernel's buffers leave: 12 bytes and 6 words a byte", () => {
    const encoder = new TextEncoder();
    let [mostBytes, mostWords] = [0, 0];
    for (let codePoint = 0; codePoint < 0x110000; codePoint++) {
      if (codePoint >= 0xd800 && codePoint < 0xe000) continue;
      const text = encoder.encode(String.fromCodePoint(codePoint));
      const { folded, ends } = twinKernels.fold(text);
      mostBytes = Math.max(mostBytes, folded.length / text.length);
      mostWords = Math.max(mostWords, ends.length / text.length);
    }
    expect(mostBytes).toBe(11); // U+FDFA
    expect(mostWords).toBeLessThanOrEqual(6);
  });
});
