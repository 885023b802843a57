/**
 * How much do two sets of shingles share, if either all shingles of each or a sample are known? Both samples follow the
 * same rule, so the sparser sample is known for both sides. Shares are counted in it, as in FracMinHash (Irber et al.,
 * "Lightweight compositional analysis of metagenomes with FracMinHash", 2022).
 *
 *   a   all shingles           ┐
 *   b   one in eight           ┘  counted: one in eight of a and of b
 */
import type { Interval } from "../../base/contract/common.ts";
import type { Hashes, Kernels } from "../kernels/kernels.ts";
import { isKept, isSampled, sampleBits } from "../kernels/text/sample.ts";
import { clopperPearson } from "../statistics/binomial.ts";
import type { Fingerprint } from "./fingerprint.ts";
import type { ShingledText } from "./shingles.ts";

/** The known distinct shingles of a text. */
export interface KnownShingles {
  /** All shingles that `bits` samples, and possibly others, ascending by (high, low); duplicates are allowed. */
  readonly hashes: Hashes;
  /** 0 where all shingles are known. */
  readonly bits: number;
}

/** A share of distinct shingles with its 95 % interval. */
export interface ShareEstimate {
  value: number;
  interval: Interval;
}

export interface SharedShingles {
  jaccard: ShareEstimate;
  aInB: ShareEstimate;
  bInA: ShareEstimate;
  /** One in `oneIn` shingles was counted: 1 where all were, and the shares are exact. */
  oneIn: number;
  /** Whether winnowing kept a shingle that both have: if not, they have no common run of 12 words. */
  isKeptShared: boolean;
}

interface OverlapCounts {
  a: number;
  b: number;
  shared: number;
}

/** The known shingles of a text: those in its fingerprint, or all where the text is available. */
export function knownShingles(
  kernels: Kernels,
  { shingles, lengthWords }: Fingerprint,
  text: ShingledText | null,
): KnownShingles {
  return text === null
    ? { hashes: shingles, bits: sampleBits(lengthWords) }
    : { hashes: kernels.sort(text.shingles), bits: 0 };
}

interface OverlapSide {
  print: Fingerprint;
  known: KnownShingles;
}

export function sharedShingles(a: OverlapSide, b: OverlapSide): SharedShingles {
  const bits = Math.max(a.known.bits, b.known.bits);
  const sampled = countShared(a.known.hashes, b.known.hashes, (_, high) => isSampled(high, bits));
  const kept = countShared(a.print.shingles, b.print.shingles, isKept);
  // Texts with the same id have the same words, so the same shingles; fewer than five words have none.
  const isSame = a.print.id === b.print.id && a.print.lengthWords > 0;
  const isExact = bits === 0 || isSame;
  const estimate = (sizeOf: (counts: OverlapCounts) => number) => {
    const counts = isExact && sizeOf(sampled) === 0 ? kept : sampled;
    const size = sizeOf(counts);
    if (size === 0 && isSame) return shareOf(1, 1, isExact);
    return size > 0 ? shareOf(counts.shared, size, isExact) : guessOf(kept.shared, sizeOf(kept));
  };
  return {
    jaccard: estimate((counts) => counts.a + counts.b - counts.shared),
    aInB: estimate((counts) => counts.a),
    bInA: estimate((counts) => counts.b),
    oneIn: isExact ? 1 : 1 << bits,
    isKeptShared: kept.shared > 0,
  };
}

/**
 * A share is exact where all shingles were counted. In a sample it is a binomial proportion, or narrower for a text of
 * few shingles, since hashes and not texts decide what is sampled. The Clopper-Pearson interval holds for both.
 */
function shareOf(part: number, whole: number, isExact: boolean): ShareEstimate {
  const value = part / whole;
  return { value, interval: isExact ? [value, value] : clopperPearson(part, whole) };
}

/** Estimate where no shingle was sampled: only kept shingles are known, and their bias is unknown. */
function guessOf(part: number, whole: number): ShareEstimate {
  return { value: whole === 0 ? 0 : part / whole, interval: [0, 1] };
}

/** Counts distinct hashes of two ascending lists in one pass. The lowest bit of `low` is not part of the hash. */
function countShared(a: Hashes, b: Hashes, isWanted: (low: number, high: number) => boolean): OverlapCounts {
  const [ofA, ofB] = [distinctOnes(a, isWanted), distinctOnes(b, isWanted)];
  let shared = 0;
  for (let i = 0, j = 0; i < ofA.length && j < ofB.length; ) {
    const order = compareAt(a, ofA[i]!, b, ofB[j]!);
    if (order === 0) shared++;
    if (order <= 0) i++;
    if (order >= 0) j++;
  }
  return { a: ofA.length, b: ofB.length, shared };
}

/** Places of the distinct hashes that are wanted. */
function distinctOnes(hashes: Hashes, isWanted: (low: number, high: number) => boolean): Uint32Array {
  const { low, high } = hashes;
  const places = new Uint32Array(low.length);
  let count = 0;
  for (let at = 0; at < low.length; at++) {
    if (at > 0 && high[at] === high[at - 1] && compareAt(hashes, at - 1, hashes, at) === 0) continue;
    if (isWanted(low[at]!, high[at]!)) places[count++] = at;
  }
  return places.subarray(0, count);
}

function compareAt(a: Hashes, i: number, b: Hashes, j: number): number {
  return a.high[i]! - b.high[j]! || (a.low[i]! >>> 1) - (b.low[j]! >>> 1);
}
