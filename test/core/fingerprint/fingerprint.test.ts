import { decode, encode } from "@msgpack/msgpack";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../../src/base/bytes/sha256.ts";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { PASSAGE_WORDS_MIN } from "../../../src/base/limits.ts";
import {
  type Fingerprint,
  fingerprint,
  fingerprintAll,
  parseFingerprint,
} from "../../../src/core/fingerprint/fingerprint.ts";
import { PASSAGE } from "../../../src/core/fingerprint/profile.ts";
import { hashKey, shingle } from "../../../src/core/fingerprint/shingles.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { isKept, isSampled, sampleBits } from "../../../src/core/kernels/text/sample.ts";
import { readText } from "../../../src/core/text/text.ts";
import { fewOrAll } from "../../support/scale.ts";
import { anyText } from "../../support/suites/core/arbitraries.ts";

const kernels = await loadKernels();
const word = fc.constantFrom(..."the of fox ran over a lazy dog and sly old was then seen".split(" "));
const words = (minLength: number, maxLength: number) => fc.array(word, { minLength, maxLength });
const example = await fingerprint(
  `${"the sly old fox ran over the lazy dog ".repeat(3)}and then was seen no more by any dog of the town`,
);

const errorCode = (call: () => unknown): string => {
  try {
    call();
    return "none";
  } catch (error) {
    if (isSpoliaError(error)) return error.code;
    throw error;
  }
};

const key = (high: number, low: number): bigint => (BigInt(high) << 31n) | BigInt(low >>> 1);
/** Of the hashes that a fingerprint holds, those that pass, without the bit that says which were kept. */
const keysOf = ({ shingles }: Fingerprint, isWanted: (low: number, high: number) => boolean = () => true): bigint[] =>
  Array.from(shingles.high, (high, i) =>
    isWanted(shingles.low[i]!, high) ? [key(high, shingles.low[i]!)] : [],
  ).flat();

const ascending = (keys: readonly bigint[]): bigint[] => [...new Set(keys)].sort((a, b) => (a < b ? -1 : 1));

describe("the id of a text", () => {
  test("is equal for texts that fold to the same words, and has the form that is promised", async () => {
    const ids = await Promise.all(
      ["L’École est finie.", "l'ecole EST   finie", "l ecole est finie"].map((text) => fingerprint(text)),
    );
    expect(new Set(ids.map(({ id }) => id)).size).toBe(1);
    expect(ids[0]!.id).toMatch(/^spolia1_[0-9a-f]{32}$/);
    expect((await fingerprint("finie est l ecole")).id).not.toBe(ids[0]!.id);
    expect((await fingerprint("l ecole est")).id).not.toBe(ids[0]!.id);
  });

  test("differs exactly where the words do", async () => {
    const hashes = (text: string) => readText(kernels, text).words;
    await fc.assert(
      fc.asyncProperty(anyText, anyText, async (one, other) => {
        const [first, second] = await Promise.all([fingerprint(one), fingerprint(other)]);
        expect(first.id === second.id).toBe(JSON.stringify(hashes(one)) === JSON.stringify(hashes(other)));
        expect((await fingerprint(`  ${one.normalize("NFC")}… `)).id).toMatch(/^spolia1_/);
      }),
      { numRuns: 200 },
    );
  });

  test("many at once are what they are one by one", async () => {
    const texts = ["sly old fox", "", new TextEncoder().encode("the lazy dog"), "word ".repeat(50)];
    expect(await fingerprintAll(texts)).toEqual(await Promise.all(texts.map((text) => fingerprint(text))));
  });

  test("bytes and string are one text; no words are a text too", async () => {
    expect(await fingerprint(new TextEncoder().encode("sly old fox"))).toEqual(await fingerprint("sly old fox"));
    expect(await fingerprint("")).toMatchObject({ lengthWords: 0 });
    expect((await fingerprint("")).id).toBe((await fingerprint(" !? ")).id);
  });

  test("is frozen", () => expect(example.id).toBe("spolia1_e022bff7ddde99802740ad6da759f2ad"));
});

describe("kept shingles", () => {
  test("are those that winnowing keeps of the text, distinct and ascending", async () => {
    await fc.assert(
      fc.asyncProperty(words(0, 120), async (content) => {
        const print = await fingerprint(content.join(" "));
        const { shingles, selected } = shingle(kernels, readText(kernels, content.join(" ")), PASSAGE);
        const kept = Array.from(selected, (at) => key(shingles.high[at]!, shingles.low[at]!));
        expect(print.lengthWords).toBe(content.length);
        expect(keysOf(print, isKept)).toEqual(ascending(kept));
        if (shingles.low.length > 0) expect(kept.length).toBeGreaterThan(0);
      }),
      { numRuns: 200 },
    );
  });

  test("any common run of 12 words shares one", () => {
    expect(PASSAGE.shingleWords + PASSAGE.windowShingles - 1).toBe(PASSAGE_WORDS_MIN);
    const keptKeys = (content: string[]) => {
      const { shingles, selected } = shingle(kernels, readText(kernels, content.join(" ")), PASSAGE);
      return new Set(Array.from(selected, (at) => hashKey(shingles, at)));
    };
    const around = () => fc.tuple(words(0, 30), words(0, 30));
    fc.assert(
      fc.property(
        words(PASSAGE_WORDS_MIN, PASSAGE_WORDS_MIN),
        around(),
        around(),
        (run, [before, after], [otherBefore, otherAfter]) => {
          const one = keptKeys([...before, ...run, ...after]);
          const other = keptKeys([...otherBefore, ...run, ...otherAfter]);
          expect([...one].some((key) => other.has(key))).toBe(true);
        },
      ),
      { numRuns: fewOrAll(200, 2_000) },
    );
  });

  test("about 22 % of the places of an ordinary text", () => {
    const text = Array.from({ length: 20_000 }, (_, i) => `w${(i * 7919) % 20_011}`).join(" ");
    const { selected } = shingle(kernels, readText(kernels, text), PASSAGE);
    expect(selected.length / 20_000).toBeCloseTo(2 / 9, 2);
  });

  test("their high halves are evenly spread, for that is how a corpus finds them", () => {
    const text = Array.from({ length: 20_000 }, (_, i) => `w${(i * 7919) % 20_011}`).join(" ");
    const { shingles, selected } = shingle(kernels, readText(kernels, text), PASSAGE);
    const counts = new Uint32Array(16);
    for (const at of selected) counts[shingles.high[at]! >>> 28]!++;
    const expected = selected.length / 16;
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    expect(chiSquare).toBeLessThan(45); // 15 degrees of freedom: one text in ten thousand
  });
});

describe("sampled shingles", () => {
  const textOf = (lengthWords: number, vocabulary: number) =>
    Array.from({ length: lengthWords }, (_, i) => `w${(i * i * 7919 + i) % vocabulary}`).join(" ");
  const allKeys = (text: string) => {
    const { low, high } = shingle(kernels, readText(kernels, text), PASSAGE).shingles;
    return Array.from(low, (half, i) => ({ key: key(high[i]!, half), high: high[i]! }));
  };

  test("of every text are all that its length calls for, and of 512 words all there are", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 20_000 }),
        fc.constantFrom(3, 500, 100_003),
        async (length, vocabulary) => {
          const text = textOf(length, vocabulary);
          const bits = sampleBits(length);
          expect(2 ** bits).toBe(Math.min(32, 2 ** Math.max(0, Math.ceil(Math.log2(length / 512)))));
          const expected = allKeys(text).filter(({ high }) => isSampled(high, bits));
          const print = await fingerprint(text);
          expect(keysOf(print, (_, high) => isSampled(high, bits))).toEqual(ascending(expected.map((one) => one.key)));
          if (length <= 512) expect(keysOf(print)).toEqual(ascending(allKeys(text).map((one) => one.key)));
        },
      ),
      { numRuns: 60 },
    );
  });

  test("are their share of all, whatever winnowing keeps", async () => {
    const text = textOf(100_000, 100_003);
    const all = new Set(allKeys(text).map((one) => one.key)).size;
    const print = await fingerprint(text);
    const sampled = keysOf(print, (_, high) => isSampled(high, 5));
    const keptToo = keysOf(print, (low, high) => isSampled(high, 5) && isKept(low)).length;
    const spread = (n: number, p: number) => 5 * Math.sqrt(n * p * (1 - p)); // five standard deviations
    expect(Math.abs(sampled.length - all / 32)).toBeLessThan(spread(all, 1 / 32));
    expect(Math.abs(keptToo - (2 / 9) * sampled.length)).toBeLessThan(spread(sampled.length, 2 / 9));
  });
});

describe("the bytes", () => {
  test("hold everything", async () => {
    expect(parseFingerprint(example.bytes)).toEqual(example);
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const print = await fingerprint(text);
        expect(parseFingerprint(print.bytes)).toEqual(print);
      }),
      { numRuns: 100 },
    );
  });

  test("are read from the middle of a larger array too", () => {
    const larger = new Uint8Array(example.bytes.length + 7);
    larger.set(example.bytes, 3);
    expect(parseFingerprint(larger.subarray(3, -4)).shingles).toEqual(example.shingles);
  });

  /** Never another error, and what is read is as sound as what was made. */
  const expectSound = (bytes: Uint8Array): void => {
    const code = errorCode(() => {
      const print = parseFingerprint(bytes);
      expect(parseFingerprint(print.bytes)).toEqual(print);
      expect(print.id).toMatch(/^spolia1_[0-9a-f]{32}$/);
      expect(print.shingles.low.length).toBeLessThanOrEqual(print.lengthWords);
      expect(keysOf(print)).toEqual(ascending(keysOf(print)));
      const bits = sampleBits(print.lengthWords);
      expect(keysOf(print, (low, high) => isKept(low) || isSampled(high, bits))).toEqual(keysOf(print));
    });
    expect(["none", "fingerprint_invalid", "incompatible_fingerprints"]).toContain(code);
  };

  test("cut anywhere, lengthened, or with any bit flipped", () => {
    for (let end = 0; end < example.bytes.length; end++) {
      expect(errorCode(() => parseFingerprint(example.bytes.subarray(0, end)))).toBe("fingerprint_invalid");
    }
    expect(errorCode(() => parseFingerprint(Uint8Array.of(...example.bytes, 0)))).toBe("fingerprint_invalid");
    for (let bit = 0; bit < 8 * example.bytes.length; bit++) {
      expectSound(example.bytes.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)));
    }
  });

  test("any bytes, and any MessagePack", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => expectSound(bytes)),
      { numRuns: fewOrAll(200, 2_000) },
    );
    const value = fc.jsonValue({ maxDepth: 3 });
    const field = fc.oneof(
      value,
      fc.uint8Array({ maxLength: 16 }),
      fc.constantFrom(...(decode(example.bytes) as unknown[])),
    );
    fc.assert(
      fc.property(fc.array(field, { minLength: 7, maxLength: 7 }), (fields) => expectSound(encode(fields))),
      { numRuns: fewOrAll(150, 1_000) },
    );
  });

  test("that claim to be huge are refused, and not believed", () => {
    const arrays = Uint8Array.from({ length: 50 }, (_, i) => [0xdd, 1, 0xff, 0xff, 0xff][i % 5]!);
    for (const claim of [
      arrays,
      Uint8Array.of(0xc6, 0xff, 0xff, 0xff, 0xff),
      Uint8Array.of(0xdf, 0xff, 0xff, 0xff, 0xff),
    ]) {
      expect(errorCode(() => parseFingerprint(claim))).toBe("fingerprint_invalid");
    }
  });

  test("of the layout before this one are told apart from what is no fingerprint", () => {
    const before = encode(["spolia1", 1, 5, 8, 12, 8, "spolia1_0123456789abcdef0123456789abcdef", new Uint8Array(8)]);
    expect(errorCode(() => parseFingerprint(before))).toBe("incompatible_fingerprints");
  });

  test.each<[string, number, unknown, string]>([
    ["another folding", 0, "spolia2", "incompatible_fingerprints"],
    ["the layout before", 1, 2, "incompatible_fingerprints"],
    ["another shingle length", 2, 8, "incompatible_fingerprints"],
    ["another window", 3, 32, "incompatible_fingerprints"],
    ["half a word", 4, 10.5, "fingerprint_invalid"],
    ["fewer than no words", 4, -1, "fingerprint_invalid"],
    ["fewer words than shingles are kept", 4, 1, "fingerprint_invalid"],
    ["an id of another length", 5, new Uint8Array(15), "fingerprint_invalid"],
    ["an id in letters", 5, "0123456789abcdef", "fingerprint_invalid"],
    ["half a hash", 6, new Uint8Array(12), "fingerprint_invalid"],
    ["equal hashes", 6, new Uint8Array(16), "fingerprint_invalid"],
    [
      "hashes that differ in whether they were kept alone",
      6,
      Uint8Array.of(...new Uint8Array(8), 0, 0, 0, 0, 1, 0, 0, 0),
      "fingerprint_invalid",
    ],
    ["descending hashes", 6, Uint8Array.of(2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0), "fingerprint_invalid"],
    ["fewer words than hashes call for", 4, 600, "fingerprint_invalid"],
  ])("with %s", (_, place, value, code) => {
    const fields = decode(example.bytes) as unknown[];
    expect(errorCode(() => parseFingerprint(encode(fields.with(place, value))))).toBe(code);
  });
});

test("sha256 of published inputs (FIPS 180-4 examples)", async () => {
  expect(await sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(await sha256(new Uint8Array())).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
});
