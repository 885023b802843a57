/** The common words of a segment, coded: against bits that are written one by one as `commonWords.ts` draws them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { isCommonLength, packCommonWords, unpackCommonWords } from "../../../src/corpus/format/commonWords.ts";
import { COMMON_WORDS, COUNT_MAX, checksumSeed, sealPage } from "../../../src/corpus/format/layout.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { kernels } from "../../support/suites/corpus/judge.ts";
import { seeded } from "../../support/texts.ts";
import { SEED } from "./segments.ts";

/** Of a word: 48 bits of its hash, and its count. */
type Word = readonly [hash: bigint, count: number];

const LAST = 2n ** 48n - 1n;
const HEAD_BYTES = 8;

function countsOf(words: readonly Word[]) {
  const high = Uint32Array.from(words, ([hash]) => Number(hash >> 16n));
  const low = Uint32Array.from(words, ([hash]) => Number((hash & 0xffffn) << 16n));
  return { hashes: { low, high }, counts: Uint32Array.from(words, ([, count]) => count) };
}

const pack = (words: readonly Word[]) => packCommonWords(kernels, SEED, countsOf(words));
const unpack = (bytes: Uint8Array, words: number, seed = SEED) => unpackCommonWords(kernels, seed, bytes, words);

/** The bits behind the head, with parameters as they stand there: all lowest bits of distances, then the codes. */
function plainBits(words: readonly Word[], hashBits: number, countBits: number): string {
  const least = words.reduce((least, [, count]) => Math.min(least, count), COUNT_MAX);
  /** From the lowest. */
  const bitsOf = (value: bigint, width: number) =>
    width === 0 ? "" : [...value.toString(2).padStart(width, "0").slice(-width)].reverse().join("");
  const unary = (value: number) => `${"0".repeat(value)}1`;
  const distances = words.map(([hash], i) => hash - (i === 0 ? -1n : words[i - 1]![0]) - 1n);
  const codes = words.map(([, count], i) => {
    const rest = distances[i]! >> 32n;
    const coded = BigInt(count - least) + 2n ** BigInt(countBits);
    const width = coded.toString(2).length - 1;
    const hashCode = unary(Number(rest >> BigInt(hashBits))) + bitsOf(rest, hashBits);
    return hashCode + unary(width - countBits) + bitsOf(coded, width);
  });
  return [...distances.map((distance) => bitsOf(distance, 32)), ...codes].join("");
}

/** What was packed is what the drawing says, and is read again. */
function expectRead(words: readonly Word[]): Uint8Array {
  const bytes = pack(words);
  expect(unpack(bytes, words.length)).toEqual(countsOf(words));
  expect(isCommonLength(words.length, bytes.length)).toBe(true);
  if (words.length === 0) return bytes;
  const [hashBits, countBits] = [bytes[4]!, bytes[5]!];
  const stored = Array.from(bytes.subarray(HEAD_BYTES, -4), (byte) =>
    [...byte.toString(2).padStart(8, "0")].reverse().join(""),
  ).join("");
  const plain = plainBits(words, hashBits, countBits);
  expect(stored.startsWith(plain)).toBe(true);
  expect(stored.slice(plain.length)).toBe("0".repeat(stored.length - plain.length));
  expect(stored.length - plain.length).toBeLessThan(32);
  const shorter = [countBits - 1, countBits + 1].filter((other) => other >= 0 && other < 32);
  for (const other of notEmpty(shorter))
    expect(plainBits(words, hashBits, other).length).toBeGreaterThanOrEqual(plain.length);
  return bytes;
}

const random = seeded(50);
const anyHash = () => BigInt(Math.floor(random() * 2 ** 24)) * 2n ** 24n + BigInt(Math.floor(random() * 2 ** 24));
function hashesOf(words: number): bigint[] {
  const hashes = new Set<bigint>();
  while (hashes.size < words) hashes.add(anyHash());
  return [...hashes].sort((x, y) => (x < y ? -1 : 1));
}
/** Words whose counts fall off as their rank, in no order, from `most` on. */
function zipf(words: number, most: number): Word[] {
  const ranks = Array.from({ length: words }, (_, i) => i + 1);
  for (let i = words - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    [ranks[i], ranks[other]] = [ranks[other]!, ranks[i]!];
  }
  return hashesOf(words).map((hash, i) => [hash, Math.ceil(most / ranks[i]!)]);
}

describe("common words are read as they were written", () => {
  test.each<[string, readonly Word[]]>([
    ["none", []],
    ["the first hash", [[0n, 1]]],
    ["the last hash", [[LAST, COUNT_MAX]]],
    ["both", [[0n, COUNT_MAX], [LAST, 1]]], // biome-ignore format: a row
    ["neighbours at the beginning", [[0n, 3], [1n, 3], [2n, 4]]], // biome-ignore format: a row
    ["neighbours at the end", [[LAST - 2n, 3], [LAST - 1n, 2 ** 31], [LAST, 4]]], // biome-ignore format: a row
    ["all counts the largest", hashesOf(100).map((hash) => [hash, COUNT_MAX])],
    ["all counts 1", hashesOf(100).map((hash) => [hash, 1])],
    ["no count", hashesOf(3).map((hash) => [hash, 0])],
    ["the largest count and the least", hashesOf(100).map((hash, i) => [hash, i === 50 ? 0 : COUNT_MAX])],
    ["powers of two and their neighbours", hashesOf(96).map((hash, i) => [hash, 2 ** Math.floor(i / 3) - 1 + (i % 3)])],
    ["as many as there can be", hashesOf(COMMON_WORDS).map((hash) => [hash, Math.floor(random() * 2 ** 32)])],
    ["as many neighbours at the beginning", Array.from({ length: COMMON_WORDS }, (_, i) => [BigInt(i), i])],
    [
      "as many neighbours at the end",
      Array.from({ length: COMMON_WORDS }, (_, i) => [LAST - BigInt(COMMON_WORDS - 1 - i), COUNT_MAX - i]),
    ],
  ])("%s", (_, words) => void expectRead(words));

  test("any", () => {
    const hash = fc.oneof(fc.bigInt({ min: 0n, max: LAST }), fc.bigInt({ min: LAST - 9n, max: LAST }));
    const count = fc.oneof(fc.nat({ max: COUNT_MAX }), fc.nat({ max: 20 }), fc.constantFrom(0, 1, COUNT_MAX));
    const words = fc
      .uniqueArray(fc.tuple(hash, count), { selector: ([hash]) => hash, maxLength: 200 })
      .map((all) => all.sort(([x], [y]) => (x < y ? -1 : 1)));
    fc.assert(fc.property(words, (all) => void expectRead(all)));
  });

  test("in 5.7 bytes a word of a corpus whose words are as common as those of a language", () => {
    const words = zipf(COMMON_WORDS, 330_000);
    expect(Math.min(...words.map(([, count]) => count))).toBe(41);
    expect(expectRead(words).length).toMatchInlineSnapshot(`45960`);
  });
});

describe("damaged common words are an error", () => {
  const words = zipf(40, 1_000);
  const bytes = pack(words);
  /** The code of the error, or `read`. */
  const outcome = (damaged: Uint8Array, count = words.length, seed = SEED): string => {
    try {
      const { hashes, counts } = unpack(damaged, count, seed);
      expect(counts).toHaveLength(count);
      for (let i = 1; i < count; i++)
        expect(hashes.high[i]! - hashes.high[i - 1]! || hashes.low[i]! - hashes.low[i - 1]!).toBeGreaterThan(0);
      return "read";
    } catch (error) {
      if (isSpoliaError(error)) return error.code;
      throw error;
    }
  };
  const resealed = (damaged: Uint8Array): Uint8Array => {
    sealPage(kernels, damaged, checksumSeed(SEED, "common", 0));
    return damaged;
  };

  test("undamaged they are none", () => expect(outcome(bytes)).toBe("read"));

  test("with any byte changed", () => {
    const changes = fewOrAll(
      [1, 2, 4, 8, 16, 32, 64, 128],
      Array.from({ length: 255 }, (_, i) => i + 1),
    );
    for (let at = 0; at < bytes.length; at++) {
      for (const bits of notEmpty(changes)) {
        const damaged = bytes.slice();
        damaged[at]! ^= bits;
        expect(outcome(damaged), `byte ${at} ^ ${bits}`).toBe("corpus_corrupt");
      }
    }
    expect(bytes.length).toBeGreaterThan(100);
  });

  test("of any other length, seed or number", () => {
    for (let length = 0; length < bytes.length; length++)
      expect(outcome(bytes.slice(0, length)), `${length} bytes`).toBe("corpus_corrupt");
    for (const more of [1, 4, 4_096]) {
      const longer = new Uint8Array(bytes.length + more);
      longer.set(bytes);
      expect(outcome(longer), `${more} more`).toBe("corpus_corrupt");
    }
    expect(outcome(bytes, words.length, SEED + 1)).toBe("corpus_corrupt");
    for (const count of [0, words.length + 1, words.length + 4, COMMON_WORDS, COMMON_WORDS + 1, 2 ** 32 - 1])
      expect(outcome(bytes, count), `${count} words`).toBe("corpus_corrupt");
    expect(outcome(bytes, words.length - 4), "a word that nothing says").toBe("corpus_corrupt");
  });

  test("or words in order, where somebody made the checksum right", () => {
    const any = (below: number) => Math.floor(random() * below);
    const outcomes = new Set<string>();
    for (let n = 0; n < fewOrAll(2_000, 20_000); n++) {
      const damaged = bytes.slice();
      for (let i = 0; i <= n % 3; i++) damaged[any(damaged.length - 4)] = any(256);
      outcomes.add(outcome(resealed(damaged)));
    }
    expect(outcomes).toEqual(new Set(["read", "corpus_corrupt"]));
  });

  test.each<[string, (damaged: Uint8Array) => void]>([
    ["no bit set", (damaged) => damaged.fill(0, HEAD_BYTES)],
    ["codes of no bit", (damaged) => damaged.fill(0, HEAD_BYTES + 4 * words.length)],
    ["hashes of 16 low bits beyond 32", (damaged) => damaged.fill(16, 4, 5)],
    ["counts of 32 low bits", (damaged) => damaged.fill(32, 5, 6)],
    ["a parameter that is none", (damaged) => damaged.fill(1, 7, 8)],
    ["the largest least count", (damaged) => damaged.fill(0xff, 0, 4)],
    ["hashes beyond the last", (damaged) => damaged.fill(15, 4, 5)],
  ])("with %s and a right checksum", (_, change) => {
    const damaged = bytes.slice();
    change(damaged);
    expect(outcome(resealed(damaged))).toBe("corpus_corrupt");
  });

  test("no length is that of more words than there can be, and none of few words is large", () => {
    expect(isCommonLength(COMMON_WORDS, 50_000)).toBe(true);
    expect(isCommonLength(COMMON_WORDS + 1, 50_000)).toBe(false);
    for (const words of notEmpty([1, 2, 300, COMMON_WORDS])) {
      const [least, most] = [16 + 4 * words, 12 + 16 * words];
      for (const bytes of [least, most]) expect(isCommonLength(words, bytes)).toBe(true);
      for (const bytes of [0, 12, least - 4, least + 1, most + 1, most + 4])
        expect(isCommonLength(words, bytes)).toBe(false);
    }
    for (const bytes of [4, 12, 16]) expect(isCommonLength(0, bytes)).toBe(false);
  });
});
