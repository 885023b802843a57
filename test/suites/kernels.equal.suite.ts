/** The kernels under test give what their twins give, whatever goes in. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FoldedText, Kernels } from "../../src/kernels/kernels.ts";
import { anyBytes, anyHashes, anyText } from "./arbitraries.ts";
import { wordsOf } from "./kernels.suite.ts";
import { seeded } from "./texts.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Several chunks of whatever size below about 18,000 bytes the implementation takes, with something hard at every border. */
const LONG_TEXTS: Record<string, string> = {
  "words of 2-byte letters": "éçñ ßœđ ".repeat(8_000),
  "one word without end": "å".repeat(40_000),
  "4-byte letters": "𝒜𝔅𝟘😀 ".repeat(6_000),
  "letters that become eighteen": "ﷺ".repeat(12_000),
  "letters that become words": "㌀½".repeat(8_000),
  "letters with marks": "a\u0301\u0308\u0327e\u0301 ".repeat(8_000),
  "letters that are words, with marks": "กำลังก่อนが々".repeat(4_000),
  "Hangul, composed and not": "한국각\u1112\u1161\u11ab ".repeat(5_000),
  "marks without a letter": "\u0301\u00ad\u200d".repeat(20_000),
};

export function equalsTwinSuite(kernels: Kernels, twin: Kernels): void {
  describe(`${kernels.name} equals ${twin.name}`, () => {
    test("fold: any text, any bytes", () => {
      fc.assert(
        fc.property(fc.oneof(anyText.map(utf8), anyBytes), (bytes) => {
          expect(kernels.fold(bytes)).toEqual(twin.fold(bytes));
        }),
        { numRuns: 4000 },
      );
    });

    test("fold: long words with marks, cut at 1,024 bytes", () => {
      fc.assert(
        fc.property(fc.array(anyText, { minLength: 1, maxLength: 4 }), fc.integer({ min: 900, max: 3000 }), (parts, bytes) => {
          const word = parts.join("").replace(/[^\p{L}\p{N}\p{M}]/gu, "") || "a";
          const text = utf8(word.repeat(Math.ceil(bytes / utf8(word).length)));
          expect(kernels.fold(text)).toEqual(twin.fold(text));
        }),
        { numRuns: 80 },
      );
    });

    test.each(Object.entries(LONG_TEXTS))("fold: wherever the text is cut: %s", (_, text) => {
      const expected = twin.fold(utf8(text));
      for (let shiftBytes = 0; shiftBytes <= 40; shiftBytes++) {
        const shifted = kernels.fold(utf8(" ".repeat(shiftBytes) + text));
        expectSame(shiftedBack(shifted, shiftBytes), expected);
      }
    });

    test("fold: broken bytes over every border", () => {
      const random = seeded(1);
      const lead = Uint8Array.from(
        { length: 60_000 },
        () => [0xf0, 0x9f, 0xe2, 0x82, 0x61, 0xc3, 0xa9][Math.floor(7 * random())]!,
      );
      expectSame(kernels.fold(lead), twin.fold(lead));
    });

    test("fold: every code point there is, alone", () => {
      const text = Array.from({ length: 0x110000 }, (_, codePoint) =>
        codePoint >= 0xd800 && codePoint <= 0xdfff ? "" : `${String.fromCodePoint(codePoint)}\n`,
      ).join("");
      expectSame(kernels.fold(utf8(text)), twin.fold(utf8(text)));
    });

    test("word and shingle hashes", () => {
      fc.assert(
        fc.property(
          fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 20 }),
          fc.integer({ min: 1, max: 12 }),
          (words, size) => {
            let end = 0;
            const ends = Uint32Array.from(words, ({ length }) => (end += length));
            const text = { folded: Uint8Array.from(words.flatMap((word) => [...word])), ends, starts: ends, stops: ends };
            const hashes = twin.hashWords(text);
            expect(kernels.hashWords(text)).toEqual(hashes);
            expect(kernels.hashShingles(hashes, size)).toEqual(twin.hashShingles(hashes, size));
          },
        ),
        { numRuns: 1000 },
      );
    });

    test("winnow", () => {
      fc.assert(
        fc.property(anyHashes, fc.integer({ min: 1, max: 400 }), (hashes, window) => {
          expect(kernels.winnow(hashes, window)).toEqual(twin.winnow(hashes, window));
        }),
        { numRuns: 2000 },
      );
    });

    test("xxhash32", () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(0xffffffff), (bytes, seed) => {
          expect(kernels.xxhash32(bytes, seed)).toBe(twin.xxhash32(bytes, seed));
        }),
        { numRuns: 2000 },
      );
    });

    test("results stay as they were while other calls go on, and a part of a larger array is read as that part", () => {
      fc.assert(
        fc.property(fc.array(anyText, { minLength: 2, maxLength: 6 }), fc.nat(20), (texts, offset) => {
          const inside = texts.map((text) => utf8("x".repeat(offset) + text).subarray(offset));
          const folded = inside.map((bytes) => kernels.fold(bytes));
          const hashes = folded.map((text) => kernels.hashWords(text));
          const shingles = hashes.map((words) => kernels.hashShingles(words, 2));
          const kept = shingles.map(({ low }) => kernels.winnow(low, 3));
          texts.forEach((text, i) => {
            expect(folded[i]).toEqual(twin.fold(utf8(text)));
            expect(hashes[i]).toEqual(twin.hashWords(folded[i]!));
            expect(shingles[i]).toEqual(twin.hashShingles(hashes[i]!, 2));
            expect(kept[i]).toEqual(twin.winnow(shingles[i]!.low, 3));
          });
        }),
        { numRuns: 100 },
      );
    });

    test("40 MB right after a few bytes, and a few bytes after that", () => {
      const small = utf8("Dans l’École");
      const expected = twin.fold(small);
      expectSame(kernels.fold(small), expected);
      const count = 6_700_000;
      const large = new Uint8Array(6 * count);
      large.set(utf8("Wörd "));
      for (let filled = 6; filled < large.length; filled *= 2)
        large.copyWithin(filled, 0, Math.min(filled, large.length - filled));
      const text = kernels.fold(large);
      expect([text.ends.length, text.folded.length, text.starts.at(-1), text.stops.at(-1)]).toEqual([
        ...[count, 4 * count],
        ...[6 * (count - 1), 6 * count - 1],
      ]);
      expect(new Set(kernels.hashWords(text).low)).toEqual(new Set(twin.hashWords(twin.fold(utf8("word"))).low));
      expectSame(kernels.fold(small), expected);
    });
  });
}

function shiftedBack(text: FoldedText, shiftBytes: number): FoldedText {
  const back = (offsets: Uint32Array) => offsets.map((offset) => offset - shiftBytes);
  return { ...text, starts: back(text.starts), stops: back(text.stops) };
}

/** Quick for long results: the words are only spelled out when they differ. */
function expectSame(one: FoldedText, other: FoldedText): void {
  const differs = (["folded", "ends", "starts", "stops"] as const).filter((key) => !sameNumbers(one[key], other[key]));
  if (differs.includes("folded")) {
    const [left, right] = [wordsOf(one), wordsOf(other)];
    const at = left.findIndex((word, i) => word !== right[i]);
    expect({ at, word: left[at] }).toEqual({ at, word: right[at] });
  }
  expect(differs).toEqual([]);
}

function sameNumbers(one: Uint8Array | Uint32Array, other: Uint8Array | Uint32Array): boolean {
  return one.length === other.length && one.every((value, i) => value === other[i]);
}
