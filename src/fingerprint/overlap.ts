/**
 * How much do two sets of shingles share, where of each either all are known or a sample? Both samples follow the same rule, so the sparser
 * of the two is known of both sides: in it each share is counted, as in FracMinHash (Irber et al., "Lightweight compositional analysis of
 * metagenomes with FracMinHash", 2022).
 *
 *   a   all shingles           ┐
 *   b   one in eight           ┘  counted: one in eight of a and of b
 */
import type { Interval } from "../contract/common.ts";
import type { Hashes, Kernels } from "../kernels/kernels.ts";
import { isKept, isSampled, sampleBits } from "../kernels/text/sample.ts";
import { clopperPearson } from "../statistics/binomial.ts";
import type { Fingerprint } from "./fingerprint.ts";
import type { ShingledText } from "./shingles.ts";

/** What is known of a text's distinct shingles. */
export interface KnownShingles {
  /** All that are sampled by `bits`, and maybe others, ascending by (high, low); equal ones may repeat. */
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
  /** One in so many shingles was counted: 1 where all were, and the shares are exact. */
  oneIn: number;
  /** Whether winnowing kept a shingle of both: if not, they have no run of 12 words in common. */
  isKeptShared: boolean;
}

interface OverlapCounts {
  a: number;
  b: number;
  shared: number;
}

/** All that are known of a text: those in its fingerprint, or all where the text is at hand. */
export function knownShingles(
  kernels: Kernels,
  { shingles, lengthWords }: Fingerprint,
  text: ShingledText | null,
): KnownShingles {
  return text === null ? { hashes: shingles, bits: sampleBits(lengthWords) } : { hashes: kernels.sort(text.shingles), bits: 0 };
}

interface OverlapSide {
  print: Fingerprint;
  known: KnownShingles;
}

export function sharedShingles(a: OverlapSide, b: OverlapSide): SharedShingles {
  const bits = Math.max(a.known.bits, b.known.bits);
  const sampled = countShared(a.known.hashes, b.known.hashes, (_, high) => isSampled(high, bits));
  const kept = countShared(a.print.shingles, b.print.shingles, isKept);
  // Texts of one id have the same words, so the same shingles.
  const isExact = bits === 0 || a.print.id === b.print.id;
  const estimate = (sizeOf: (counts: OverlapCounts) => number) => {
    const counts = isExact && sizeOf(sampled) === 0 ? kept : sampled;
    const size = sizeOf(counts);
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
 * Where all shingles were counted a share is exact. In a sample it is a count of successes among so many: binomial, or narrower for
 * a text of few shingles, since hashes and not texts decide what is sampled. Clopper and Pearson's interval holds for both.
 */
function shareOf(part: number, whole: number, isExact: boolean): ShareEstimate {
  const value = part / whole;
  return { value, interval: isExact ? [value, value] : clopperPearson(part, whole) };
}

/** Where no shingle was sampled, nothing is known but what winnowing kept, and of its bias nothing. */
function guessOf(part: number, whole: number): ShareEstimate {
  return { value: whole === 0 ? 0 : part / whole, interval: [0, 1] };
}

/** Counts distinct hashes of two ascending lists in one walk. The lowest bit of a lower half is none of the hash. */
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

/** Places of the wanted hashes, each once. */
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
