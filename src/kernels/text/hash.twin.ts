/** Word and shingle hashes said plainly, in exact 64-bit integers. Judges of `assembly/words.ts` and `assembly/shingles.ts`. */
import type { FoldedText, Hashes } from "./kernels.ts";

const GOLDEN = 0x9e3779b97f4a7c15n;
const u64 = (value: bigint): bigint => BigInt.asUintN(64, value);

function absorb(state: bigint, word: bigint): bigint {
  const product = u64((state ^ word) * GOLDEN);
  return u64(product << 29n) | (product >> 35n);
}

function finish(state: bigint): bigint {
  const once = u64((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
  const twice = u64((once ^ (once >> 27n)) * 0x94d049bb133111ebn);
  return twice ^ (twice >> 31n);
}

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => (value << 8n) | BigInt(byte), 0n);
}

export function hashWord(word: Uint8Array): bigint {
  let state = u64(BigInt(word.length) * GOLDEN);
  for (let at = 0; at < word.length; at += 8) state = finish(absorb(state, littleEndian(word.subarray(at, at + 8))));
  return state;
}

export function hashShingle(words: readonly bigint[]): bigint {
  return finish(words.reduce(absorb, u64(BigInt(words.length) * GOLDEN)));
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
  const words = Array.from(low, (half, i) => (BigInt(high[i]!) << 32n) | BigInt(half));
  const count = Math.max(0, words.length - shingleWords + 1);
  return halves(Array.from({ length: count }, (_, i) => hashShingle(words.slice(i, i + shingleWords))));
}
