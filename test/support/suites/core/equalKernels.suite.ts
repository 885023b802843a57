/** Tests that the kernels equal their reference implementations for any input. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Kernels } from "../../../../src/core/kernels/kernels.ts";
import { expectSame } from "../../same.ts";
import { fewOrAll } from "../../scale.ts";
import { seeded } from "../../texts.ts";
import { anyBytes, anyText } from "./arbitraries.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Texts of several chunks, for any chunk size below about 18,000 bytes, with a hard case at every border. */
const LONG_TEXTS: Record<string, string> = {
  "words of 2-byte letters": "éçñ ßœđ ".repeat(8_000),
  "one word without end": "å".repeat(40_000),
  "4-byte letters": "𝒜𝔅𝟘😀 ".repeat(6_000),
  "letters that become eighteen": "ﷺ".repeat(30_000),
  "words and letters alone in one character": "㏠x".repeat(30_000),
  "a word that a character goes on with": `x${"㏠".repeat(30_000)}`,
  "letters that become words": "㌀½".repeat(8_000),
  "letters with marks": "a\u0301\u0308\u0327e\u0301 ".repeat(8_000),
  "letters that are words, with marks": "กำลังก่อนが々".repeat(4_000),
  "Hangul, composed and not": "한국각\u1112\u1161\u11ab ".repeat(5_000),
  "words over line ends": "exam-\nple ço\u2010 \r\n \tmé Zu¬\nker ко-\nро\u00ad\nва 7-\na x-\n\ny B-\nC ".repeat(3_000),
  "words of mixed scripts": "реорle сoбака рoма Яndex TNFα Кoт éа ﬁа ἀaՕx дa1 ".repeat(3_000),
  "long words of mixed scripts": `${"рl".repeat(250)} ${"сoб".repeat(300)} `.repeat(100),
  "one chain of mixed words that nothing divides": "℀аo℀оa".repeat(2_500),
  "marks without a letter": "\u0301\u00ad\u200d".repeat(20_000),
};

/** What stands around a hard character. */
const AROUND = ["x", " ", "ab "];

export function equalsReferenceSuite(kernels: Kernels, twin: Kernels): void {
  describe(`${kernels.name} equals ${twin.name}`, () => {
    /** Compares words, their hashes and positions, on which all other text kernels depend. */
    const expectSameReading = (bytes: Uint8Array): void => {
      expectSame(kernels.readWords(bytes), twin.readWords(bytes));
    };

    test("text: hashes alone are those of the words of its UTF-8", () => {
      const whole = Object.values(LONG_TEXTS).join(" ");
      for (const text of ["", whole, `\ud800 ${whole}`])
        expectSame(kernels.hashWords(text), kernels.readWords(utf8(text)).hashes);
      fc.assert(
        fc.property(anyText, (text) => {
          expectSame(kernels.hashWords(text), twin.hashWords(text));
          expectSame(kernels.hashWords(text), kernels.readWords(utf8(text)).hashes);
        }),
      );
    });

    test("text: any text, any bytes", () => {
      fc.assert(fc.property(fc.oneof(anyText.map(utf8), anyBytes), expectSameReading), {
        numRuns: fewOrAll(1_000, 20_000),
      });
    });

    test("text: ASCII of every length up to 300, at every alignment of words and blocks", () => {
      const random = seeded(7);
      const rounds = fewOrAll(20, 60);
      const signs = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJ0123456789        ..,;-'\n\0@[`{/:";
      for (let length = 0; length <= 300; length++) {
        for (let round = 0; round < rounds; round++) {
          const density = random();
          const letter = () => (random() < density ? "x" : signs[Math.floor(signs.length * random())]!);
          expectSameReading(utf8(Array.from({ length }, letter).join("")));
        }
      }
    });

    test("text: alphabets of two bytes, with what stands between words, at every alignment of characters and blocks", () => {
      const random = seeded(13);
      const oneOf = (letters: string) => [...letters][Math.floor([...letters].length * random())]!;
      const alphabets = [
        "абвгджийкёЁАЖЯѳ",
        "αβγδςάΐΩΰϐ",
        "אבגדשׁםָ",
        "بتثأؤآـَّىٱ",
        "աբգևԱ",
        "éßøłŧ",
        "ߊߋ\u07f0",
        "абαβבب",
      ];
      const between = " .,-\n«»—’“…٠5a漢";
      let blocks = 0;
      for (const alphabet of alphabets) {
        for (let round = 0; round < fewOrAll(60, 1_000); round++) {
          const [density, length] = [random() / 4, 40 + Math.floor(300 * random())];
          const letter = () => oneOf(random() < density ? (random() < 0.7 ? " " : between) : alphabet);
          const bytes = utf8(Array.from({ length }, letter).join(""));
          if (round % 4 === 3) bytes[Math.floor(bytes.length * random())] = Math.floor(256 * random());
          expectSameReading(bytes);
          blocks += bytes.length >> 6;
        }
      }
      expect(blocks).toBeGreaterThan(1_000);
    });

    test("text: one hard character at every position of two blocks", () => {
      const hard = ["é", "—", "’", "\u00a0", "\u200b", "𝒜", "漢", "ﷺ", "½", "한", "\u0301", "Ж", "\ud800"];
      for (const [i, character] of hard.entries()) {
        // In `npm test` each stands between one of them, in turn.
        for (let n = 0; n < fewOrAll(1, AROUND.length); n++) {
          const around = AROUND[(i + n) % AROUND.length]!;
          for (let at = 0; at <= 140; at++) {
            const text = around.repeat(200).slice(0, 140);
            expectSameReading(utf8(text.slice(0, at) + character + text.slice(at)));
          }
        }
      }
    });

    test("text: long words with marks, cut at 1,024 bytes", () => {
      fc.assert(
        fc.property(
          fc.array(anyText, { minLength: 1, maxLength: 4 }),
          fc.integer({ min: 900, max: 3000 }),
          (parts, bytes) => {
            const word = parts.join("").replace(/[^\p{L}\p{N}\p{M}]/gu, "") || "a";
            expectSameReading(utf8(word.repeat(Math.ceil(bytes / utf8(word).length))));
          },
        ),
        { numRuns: 100 },
      );
    });

    test.each(Object.entries(LONG_TEXTS))("text: any chunk boundary: %s", (_, text) => {
      const expected = twin.readWords(utf8(text));
      for (let shiftBytes = 0; shiftBytes <= 70; shiftBytes += fewOrAll(11, 3)) {
        const shifted = utf8(" ".repeat(shiftBytes) + text);
        const words = kernels.readWords(shifted);
        expectSame({ ...words, bounds: words.bounds.map((place) => place - shiftBytes) }, expected);
      }
    });

    test("text: broken bytes over every border", () => {
      const random = seeded(1);
      const signs = [0xf0, 0x9f, 0xe2, 0x82, 0x61, 0xc3, 0xa9, 0x80, 0x20];
      expectSameReading(Uint8Array.from({ length: 200_000 }, () => signs[Math.floor(signs.length * random())]!));
    });

    test("text: every code point alone", () => {
      const text = Array.from({ length: 0x110000 }, (_, codePoint) =>
        codePoint >= 0xd800 && codePoint <= 0xdfff ? "" : `${String.fromCodePoint(codePoint)}\n`,
      ).join("");
      expectSame(kernels.readWords(utf8(text)), twin.readWords(utf8(text)));
    });

    test("shingles: every length up to 300, one to sixteen words", () => {
      const random = seeded(11);
      for (let length = 0; length <= 300; length++) {
        const words = {
          low: Uint32Array.from({ length }, () => 2 ** 32 * random()),
          high: Uint32Array.from({ length }, () => 2 ** 32 * random()),
        };
        for (let size = 1; size <= 16; size++) {
          expectSame(kernels.hashShingles(words, size), twin.hashShingles(words, size));
        }
      }
    });

    test("winnow: every length up to 300, few and many distinct values, windows of every length up to 40", () => {
      const random = seeded(13);
      for (let length = 0; length <= 300; length++) {
        const values = 2 ** (32 * random());
        const hashes = Uint32Array.from({ length }, () => (Math.floor(values * random()) << 11) >>> 0);
        // In `npm test` every fourth, by turns: each window meets every fourth length.
        const windows = Array.from({ length: 40 }, (_, i) => i + 1).filter(
          (window) => (window + length) % fewOrAll(4, 1) === 0,
        );
        expectSame(kernels.winnow(hashes, windows), twin.winnow(hashes, windows));
      }
    });

    test("shingles, winnow, identity: across the borders of the parts that a kernel gets", () => {
      const random = seeded(17);
      for (const length of [65_535, 65_536, 65_540, 65_541, 65_600, 131_083]) {
        const half = () => Uint32Array.from({ length }, () => (Math.floor(3 * random()) << 11) >>> 0);
        const words = { low: half(), high: half() };
        expectSame(kernels.hashShingles(words, 5), twin.hashShingles(words, 5));
        expectSame(kernels.winnow(words.low, [8, 64, 1]), twin.winnow(words.low, [8, 64, 1]));
        expectSame(kernels.identity(words), twin.identity(words));
      }
    });

    test("winnow: across the borders of chunks, with ties", () => {
      fc.assert(
        fc.property(
          fc.integer({ min: 1, max: 1024 }),
          fc.nat(5000),
          fc.constantFrom(1, 3, 2 ** 21),
          (window, length, values) => {
            const random = seeded(length);
            const hashes = Uint32Array.from({ length }, () => (Math.floor(values * random()) << 11) >>> 0);
            expectSame(kernels.winnow(hashes, [window]), twin.winnow(hashes, [window]));
          },
        ),
        { numRuns: fewOrAll(20, 60) },
      );
    });

    test("selections: many texts in one call, strings and bytes, one by one", () => {
      fc.assert(
        fc.property(fc.array(fc.oneof(anyText, anyText.map(utf8)), { maxLength: 8 }), (texts) => {
          const all = kernels.select(texts, 2, 3);
          expectSame(all, twin.select(texts, 2, 3));
          texts.forEach((text, i) => {
            const alone = kernels.select([text], 2, 3);
            expect(alone.selected[0]).toEqual(all.selected[i]);
            expect(alone.identities[0]).toEqual(all.identities[i]);
          });
        }),
        { numRuns: fewOrAll(150, 500) },
      );
    });

    test("selections: longer than a chunk, with windows across the border and repetition", () => {
      const random = seeded(17);
      for (const vocabulary of [3, 50, 100_000]) {
        const text = Array.from({ length: 30_000 }, () => `w${Math.floor(vocabulary * random())}`).join(" ");
        for (const cut of [0, 1, 7, 65_530, 65_536, 65_541, 131_072]) {
          const part = text.slice(0, cut);
          expectSame(kernels.select([part], 5, 8), twin.select([part], 5, 8));
          const { hashes } = kernels.readWords(new TextEncoder().encode(part));
          expectSame(kernels.identity(hashes), twin.identity(hashes));
          expectSame(kernels.identity(hashes), kernels.select([part], 5, 8).identities[0]!);
        }
        expectSame(kernels.select([text, "", text.slice(9)], 5, 8), twin.select([text, "", text.slice(9)], 5, 8));
      }
    });

    test("selections: at every length at which the sample becomes sparser, in chunks of few and of many words", () => {
      const random = seeded(19);
      for (const letters of ["w", "слово-из-букв-слово-из-букв-", "長"]) {
        const words = Array.from({ length: 18_000 }, () => `${letters}${Math.floor(40_000 * random())}`);
        for (const length of [512, 513, 1024, 1025, 2048, 2049, 4097, 8192, 8193, 18_000]) {
          // In `npm test` the reference reads one alphabet to its end.
          if (length > fewOrAll(letters === "w" ? 18_000 : 2_049, 18_000)) continue;
          const text = words.slice(0, length).join(" ");
          expectSame(kernels.select([text], 5, 8), twin.select([text], 5, 8));
        }
      }
    });

    test("xxhash32", () => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(0xffffffff), (bytes, seed) => {
          expect(kernels.xxhash32(bytes, seed)).toBe(twin.xxhash32(bytes, seed));
        }),
        { numRuns: fewOrAll(500, 2_000) },
      );
    });

    test("later calls do not change results, and a subarray is read as that subarray", () => {
      fc.assert(
        fc.property(fc.array(anyText, { minLength: 2, maxLength: 6 }), fc.nat(20), (texts, offset) => {
          const inside = texts.map((text) => utf8("x".repeat(offset) + text).subarray(offset));
          const words = inside.map((bytes) => kernels.readWords(bytes));
          const shingles = words.map(({ hashes }) => kernels.hashShingles(hashes, 2));
          const kept = shingles.map(({ low }) => kernels.winnow(low, [3]));
          texts.forEach((text, i) => {
            expectSame(words[i], twin.readWords(utf8(text)));
            expectSame(shingles[i], twin.hashShingles(words[i]!.hashes, 2));
            expectSame(kept[i], twin.winnow(shingles[i]!.low, [3]));
          });
        }),
        { numRuns: 100 },
      );
    });

    test("40 MB directly after a few bytes, then a few bytes again", () => {
      const small = utf8("Dans l’École");
      const expected = twin.readWords(small);
      expectSame(kernels.readWords(small), expected);
      const count = 6_700_000;
      const large = new Uint8Array(6 * count);
      large.set(utf8("Wörd "));
      for (let filled = 6; filled < large.length; filled *= 2)
        large.copyWithin(filled, 0, Math.min(filled, large.length - filled));
      const { hashes, bounds } = kernels.readWords(large);
      expect([hashes.low.length, bounds.at(-2), bounds.at(-1)]).toEqual([count, 6 * (count - 1), 6 * count - 1]);
      const word = twin.readWords(utf8("word")).hashes;
      expect([new Set(hashes.low), new Set(hashes.high)]).toEqual([new Set(word.low), new Set(word.high)]);
      expect(kernels.select([large, small], 5, 8).lengthsWords).toEqual([count, 3]);
      expectSame(kernels.readWords(small), expected);
    });
  });
}
