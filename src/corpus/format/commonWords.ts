/**
 * The most common words of a segment, and how often each stands in it: coded as a whole, since the first search of a
 * segment reads all of them.
 *
 *   0  u32 least count     4  u8 hashBits     5  u8 countBits     6  u16 0
 *   8  u32s: the lowest 32 bits of the distance of each word, ascending by hash: 48 bits of its hash, less those of the
 *      word before and 1
 *      bits, from the lowest of each byte; of each word:
 *        the rest of its distance, as a Rice code (R. F. Rice, "Some practical universal noiseless coding techniques",
 *          1979): all bits above the lowest hashBits in unary, then the lowest hashBits
 *        its count less the least plus 2^countBits, as an exponential Golomb code (J. Teuhola, "A compression method for
 *          clustered bit-vectors", 1978): the number of bits below its highest, less countBits, in unary, then these bits
 *        A number in unary is as many 0, then a 1.
 *   u32 checksum, at the next multiple of 4
 *
 * No words have no bytes. Hashes are uniform, so that the Rice code takes .1 bits a word more than their entropy. The
 * lowest bits of a distance are noise, and stand apart because they are read faster so. Counts fall off as their rank,
 * which suits the exponential Golomb code.
 */
import { powerOfTwo } from "../../base/lists/numbers.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { getBits, log2Floor, setBits, wordsFrom } from "../../core/kernels/tables/bits.ts";
import { COMMON_WORDS, COUNT_MAX, checkPage, checksumSeed, corrupt, sealPage } from "./layout.ts";
import { emptyCounts, type WordCounts } from "./vocabulary.ts";

const HASH_BITS = 48;
const LAST_HASH = powerOfTwo(HASH_BITS) - 1;
const HALF = 0x1_0000;
const LOWEST_BITS = 32;
const LOWEST = 0x1_0000_0000;
/** The bytes are an array of 32-bit numbers. */
const NUMBER_BITS = 32;
const HEAD_NUMBERS = 2;
const CHECKSUM_NUMBERS = 1;
/** Largest `countBits`, and most bits that a coded count has below its highest. */
const COUNT_BITS_MAX = 31;
const CODED_BITS_MAX = 32;
/** Of a word, on average: 51 bits for its distance, and 65 for its count. */
const WORD_BYTES_MAX = 16;
/**
 * The parameter of the Rice code is the binary logarithm of this share of the mean distance, rounded down (A. Kiely,
 * "Selecting the Golomb parameter in Rice coding", IPN Progress Report 42-159, 2004).
 */
const RICE_SHARE = 0.962;
const WHAT = "The list of common words";

/** Whether so many bytes can hold so many words. */
export function isCommonLength(words: number, bytes: number): boolean {
  if (words === 0) return bytes === 0;
  const ofWords = bytes - 4 * (HEAD_NUMBERS + CHECKSUM_NUMBERS);
  return words <= COMMON_WORDS && bytes % 4 === 0 && ofWords > 4 * words && ofWords <= WORD_BYTES_MAX * words;
}

/** @param words at most `COMMON_WORDS`, ascending, of whose hashes the lowest 16 bits are 0 */
export function packCommonWords(kernels: Kernels, seed: number, { hashes, counts }: WordCounts): Uint8Array {
  const words = counts.length;
  if (words === 0) return new Uint8Array(0);
  const least = counts.reduce((least, count) => Math.min(least, count), COUNT_MAX);
  const above = Float64Array.from(counts, (count) => count - least);
  const distances = distancesOf(hashes);
  const hashBits = log2Floor((RICE_SHARE * powerOfTwo(HASH_BITS)) / words) - LOWEST_BITS;
  const countBits = bestCountBits(above);
  const scale = powerOfTwo(hashBits);
  let bits = countCodeBits(above, countBits);
  for (const distance of distances) bits += Math.floor(distance / LOWEST / scale) + 1 + hashBits;
  const packed = new Uint32Array(HEAD_NUMBERS + words + Math.ceil(bits / NUMBER_BITS) + CHECKSUM_NUMBERS);
  packed[0] = least;
  packed[1] = hashBits | (countBits << 8);
  let bit = (HEAD_NUMBERS + words) * NUMBER_BITS;
  /** Adds a number in unary, then bits. */
  const add = (unary: number, width: number, value: number) => {
    bit += unary;
    setBits(packed, bit, 1, 1);
    setBits(packed, bit + 1, width, value);
    bit += 1 + width;
  };
  for (let i = 0; i < words; i++) {
    packed[HEAD_NUMBERS + i] = distances[i]! % LOWEST;
    const rest = Math.floor(distances[i]! / LOWEST);
    add(Math.floor(rest / scale), hashBits, rest % scale);
    const value = above[i]! + powerOfTwo(countBits);
    const width = log2Floor(value);
    add(width - countBits, width, value - powerOfTwo(width));
  }
  const bytes = new Uint8Array(packed.buffer);
  sealPage(kernels, bytes, checksumSeed(seed, "common", 0));
  return bytes;
}

/** @throws corpus_corrupt */
export function unpackCommonWords(kernels: Kernels, seed: number, bytes: Uint8Array, words: number): WordCounts {
  if (!isCommonLength(words, bytes.length)) throw corrupt(WHAT);
  const all = emptyCounts(words);
  if (words === 0) return all;
  const packed = wordsFrom(checkPage(kernels, bytes, checksumSeed(seed, "common", 0), WHAT), 0);
  const end = (packed.length - CHECKSUM_NUMBERS) * NUMBER_BITS;
  const [least, parameters] = [packed[0]!, packed[1]!];
  const [hashBits, countBits] = [parameters & 0xff, parameters >>> 8];
  if (hashBits >= HASH_BITS - LOWEST_BITS || countBits > COUNT_BITS_MAX) throw corrupt(WHAT);
  const scale = powerOfTwo(hashBits);
  const leastCoded = powerOfTwo(countBits);
  let bit = (HEAD_NUMBERS + words) * NUMBER_BITS;
  let hash = -1;
  for (let i = 0; i < words; i++) {
    const upper = zerosFrom(packed, bit, end);
    bit += upper + 1;
    hash += 1 + (upper * scale + getBits(packed, bit, hashBits)) * LOWEST + packed[HEAD_NUMBERS + i]!;
    bit += hashBits;
    const more = zerosFrom(packed, bit, end);
    bit += more + 1;
    const width = countBits + more;
    if (width > CODED_BITS_MAX) throw corrupt(WHAT);
    const count = least + powerOfTwo(width) + getBits(packed, bit, width) - leastCoded;
    bit += width;
    if (bit > end || hash > LAST_HASH || count > COUNT_MAX) throw corrupt(WHAT);
    all.hashes.high[i] = Math.floor(hash / HALF);
    all.hashes.low[i] = (hash % HALF) * HALF;
    all.counts[i] = count;
  }
  if (end - bit >= NUMBER_BITS) throw corrupt(WHAT);
  return all;
}

/** For each word, the 48 bits of its hash less those of the word before and 1. */
function distancesOf({ high, low }: WordCounts["hashes"]): Float64Array {
  let next = 0;
  return Float64Array.from(high, (upper, i) => {
    const hash = upper * HALF + (low[i]! >>> 16);
    const distance = hash - next;
    next = hash + 1;
    return distance;
  });
}

/** The parameter of the exponential Golomb code that makes these numbers shortest. */
function bestCountBits(above: Float64Array): number {
  let best = 0;
  let bestBits = Number.POSITIVE_INFINITY;
  for (let countBits = 0; countBits <= COUNT_BITS_MAX; countBits++) {
    const bits = countCodeBits(above, countBits);
    if (bits < bestBits) [best, bestBits] = [countBits, bits];
  }
  return best;
}

function countCodeBits(above: Float64Array, countBits: number): number {
  const leastCoded = powerOfTwo(countBits);
  return above.reduce((bits, count) => bits + 2 * log2Floor(count + leastCoded) - countBits + 1, 0);
}

/** Zeros from a bit to the next 1. @throws corpus_corrupt where there is none */
function zerosFrom(words: Uint32Array, bit: number, end: number): number {
  for (let at = bit; at < end; at += NUMBER_BITS - (at & 31)) {
    const rest = words[at >>> 5]! >>> (at & 31);
    if (rest !== 0) return at - bit + 31 - Math.clz32(rest & -rest);
  }
  throw corrupt(WHAT);
}
