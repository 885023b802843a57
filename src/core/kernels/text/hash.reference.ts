/**
 * Reference implementation of `assembly/text/hash.ts` and `shingles.ts`: word and shingle hashes in 64-bit integers.
 */
import type { FoldedText } from "./fold.reference.ts";
import type { Hashes } from "./kernels.ts";

const M1 = 0xbb67ae8584caa73bn;
const M2 = 0x3c6ef372fe94f82bn;
const M3 = 0xa54ff53a5f1d36f1n;
const M4 = 0x510e527fade682d1n;

const u64 = (value: bigint): bigint => BigInt.asUintN(64, value);
const rotl = (value: bigint, bits: bigint): bigint => u64(value << bits) | (value >> (64n - bits));
const shifted = (value: bigint): bigint => value ^ (value >> 32n);

function hashStep(state: bigint, a: bigint, b: bigint): bigint {
  const sum = u64(rotl(u64((a ^ state) * M1), 32n) + rotl(u64(b * M2), 17n));
  return shifted(u64(shifted(u64(sum * M3)) * M4));
}

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

function hashWord(word: Uint8Array): bigint {
  let state = 0n;
  for (let at = 0; at < word.length; at += 16) {
    state = hashStep(state, littleEndian(word.subarray(at, at + 8)), littleEndian(word.subarray(at + 8, at + 16)));
  }
  return state;
}

/** One multiplier per word of a shingle; `assembly/text/shingles.ts` explains how they were chosen. */
const A = [
  0x7b1dcda1, 0xa1b965e3, 0x80094545, 0x724c81e7, 0x51a87489, 0x747ea2eb, 0x1f4532ed, 0xc916ab2f, 0x41c98ad1,
  0x368cb0b3, 0x3cb13d15, 0x055bdef7, 0xe0bbdb79, 0x983aa93b, 0x00cc4d1d, 0x971d80bf,
];
const B = [
  0xe220a821, 0x6e789e71, 0x06c45d09, 0xf88bb8b9, 0x1b398965, 0x53cb9f15, 0x2c829aad, 0xc584133d, 0x3ee57883,
  0xf3b84893, 0x657eeccb, 0xc2d326fb, 0x8621a027, 0x8e1f7557, 0xb54e0f0f, 0x84bb3f9f,
];

/** Hash of one shingle, as low and high halves. */
function hashShingle(low: Uint32Array, high: Uint32Array): [low: number, high: number] {
  const sum = (halves: Uint32Array, multipliers: readonly number[]) =>
    halves.reduce((total, half, j) => (total + Math.imul(multipliers[j]!, half)) | 0, 0) >>> 0;
  return [sum(low, A), sum(high, B)];
}

function halves(hashes: readonly bigint[]): Hashes {
  return {
    low: Uint32Array.from(hashes, (hash) => Number(hash & 0xffffffffn)),
    high: Uint32Array.from(hashes, (hash) => Number(hash >> 32n)),
  };
}

export function hashWords({ folded, ends }: FoldedText): Hashes {
  return halves(Array.from(ends, (end, i) => hashWord(folded.subarray(ends[i - 1] ?? 0, end))));
}

export function hashShingles({ low, high }: Hashes, shingleWords: number): Hashes {
  const count = Math.max(0, low.length - shingleWords + 1);
  const hashes = { low: new Uint32Array(count), high: new Uint32Array(count) };
  for (let at = 0; at < count; at++) {
    const end = at + shingleWords;
    [hashes.low[at], hashes.high[at]] = hashShingle(low.subarray(at, end), high.subarray(at, end));
  }
  return hashes;
}
