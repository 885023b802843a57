/** Reference implementations of `assembly/tables/`. */
import { hashShingles } from "../text/hash.reference.ts";
import type { Hashes } from "../text/kernels.ts";
import { winnow } from "../text/winnow.reference.ts";
import { contextsOf } from "./context.ts";
import type { KeptShingles, TableKernels } from "./kernels.ts";
import { referenceKeyPages } from "./keyPages.reference.ts";

function sortWith({ low, high }: Hashes, payloads: Uint32Array): { hashes: Hashes; payloads: Uint32Array } {
  const order = [...low.keys()].sort((x, y) => high[x]! - high[y]! || low[x]! - low[y]!);
  return {
    hashes: { low: Uint32Array.from(order, (at) => low[at]!), high: Uint32Array.from(order, (at) => high[at]!) },
    payloads: Uint32Array.from(order, (at) => payloads[at]!),
  };
}

const sort = (hashes: Hashes): Hashes => sortWith(hashes, new Uint32Array(hashes.low.length)).hashes;

function sortDistinct(hashes: Hashes): Hashes {
  const { low, high } = sort(hashes);
  const isFirst = (_: number, i: number) => i === 0 || low[i] !== low[i - 1] || high[i] !== high[i - 1];
  return { low: low.filter(isFirst), high: high.filter(isFirst) };
}

function countWords(texts: readonly Hashes[]): { hashes: Hashes; counts: Uint32Array } {
  const counts = new Map<bigint, number>();
  for (const { low, high } of texts) {
    for (let i = 0; i < low.length; i++) {
      const word = (BigInt(high[i]!) << 16n) | BigInt(low[i]! >>> 16);
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
  }
  const words = [...counts.keys()].sort((x, y) => (x < y ? -1 : 1));
  const high = Uint32Array.from(words, (word) => Number(word >> 16n));
  const low = Uint32Array.from(words, (word) => Number((word & 0xffffn) << 16n));
  return { hashes: { low, high }, counts: Uint32Array.from(words, (word) => counts.get(word)!) };
}

function keptShingles(words: Hashes, shingleWords: number, windows: readonly number[]): KeptShingles[] {
  const { low, high } = hashShingles(words, shingleWords);
  return windows.map((window) => {
    const positions = winnow(low, window);
    const contexts = Uint32Array.from(contextsOf(words, positions, shingleWords));
    return { positions, keys: positions.map((at) => high[at]!), contexts };
  });
}

const [P1, P2, P3, P4, P5] = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d, 0x27d4eb2f, 0x165667b1] as const;

const rotl = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));
const lane = (state: number, word: number): number => Math.imul(rotl((state + Math.imul(word, P2)) | 0, 13), P1);

/** @returns unsigned 32 bits */
export function xxhash32(bytes: Uint8Array, seed: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  let hash = (seed + P5) | 0;
  if (bytes.length >= 16) {
    const lanes = [(seed + P1 + P2) | 0, (seed + P2) | 0, seed | 0, (seed - P1) | 0];
    for (; at + 16 <= bytes.length; at += 16) {
      for (const i of [0, 1, 2, 3]) lanes[i] = lane(lanes[i]!, view.getUint32(at + 4 * i, true));
    }
    hash = [1, 7, 12, 18].reduce((sum, bits, i) => (sum + rotl(lanes[i]!, bits)) | 0, 0);
  }
  hash = (hash + bytes.length) | 0;
  for (; at + 4 <= bytes.length; at += 4)
    hash = Math.imul(rotl((hash + Math.imul(view.getUint32(at, true), P3)) | 0, 17), P4);
  for (; at < bytes.length; at++) hash = Math.imul(rotl((hash + Math.imul(bytes[at]!, P5)) | 0, 11), P1);
  hash = Math.imul(hash ^ (hash >>> 15), P2);
  hash = Math.imul(hash ^ (hash >>> 13), P3);
  return (hash ^ (hash >>> 16)) >>> 0;
}

export const tableReferences: TableKernels = {
  xxhash32,
  countWords,
  keptShingles,
  sort,
  sortDistinct,
  sortWith,
  keyPages: (pageBytes, valuesMost) => referenceKeyPages(pageBytes, valuesMost, xxhash32),
};
