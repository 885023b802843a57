/**
 * Which texts of a corpus share a band of their signatures (`sketch/bands.ts`), and which bands find near duplicates.
 * Only the lower 16 bits of each MinHash value are kept: a text takes 512 bytes instead of 1,024, and two different
 * values agree by chance once in 65,536.
 */
import type { Kernels } from "../../core/kernels/kernels.ts";
import { type Bands, bandKey, longestBands, power } from "../../core/sketch/bands.ts";
import { equalPlaces } from "../../core/sketch/estimate.ts";
import { SIGNATURE_PLACES, SIGNATURE_SHINGLE_WORDS } from "../../core/sketch/signature.ts";

/** Highest accepted probability that two texts at the threshold, with words changed at random, are not compared. */
const MISSED_MAX = 0.01;

export interface DuplicateBands extends Bands {
  /**
   * Expected Jaccard similarity of texts that agree in the threshold's share of words, the others being changed at
   * random.
   */
  expectedJaccard: number;
  /** Candidates with a lower estimated similarity are not compared: half of the expected similarity. */
  estimateMin: number;
}

/**
 * The longest bands, which give the fewest candidates, that miss at most `MISSED_MAX` of the pairs at the threshold.
 */
export function duplicateBandsFor(threshold: number): DuplicateBands {
  const expectedJaccard = jaccardOfAgreement(threshold);
  const { bands, rows } = longestBands(expectedJaccard, SIGNATURE_PLACES, MISSED_MAX);
  return { bands, rows, expectedJaccard, estimateMin: expectedJaccard / 2 };
}

/**
 * Expected Jaccard similarity of the shingles of two texts of equal length that agree in a share of their words, the
 * others being changed at random: a shingle survives where all of its words survive. Changes that stand together leave
 * more shingles.
 */
export function jaccardOfAgreement(share: number): number {
  const survives = power(share, SIGNATURE_SHINGLE_WORDS);
  return survives / (2 - survives);
}

/** Groups of texts that share a band. */
export interface Buckets {
  /** Members of all buckets, one bucket after another. */
  members: Uint32Array;
  /** Start of each bucket in `members`, followed by the end of the last bucket. */
  starts: Uint32Array;
}

/**
 * Buckets of at least two texts.
 *
 * @param signatures `SIGNATURE_PLACES` values of 16 bits for each text
 * @param texts      numbers of the texts to put into buckets
 */
export function bucketsOf(
  kernels: Kernels,
  signatures: Uint16Array,
  texts: Uint32Array,
  { rows, bands }: Bands,
): Buckets {
  const parts: Uint32Array[] = [];
  const starts: number[] = [];
  let count = 0;
  for (let band = 0; band < bands; band++) {
    const keys = texts.map((text) => bandKey(signatures, text * SIGNATURE_PLACES + band * rows, rows));
    const { high, low } = kernels.sort({ high: keys, low: texts });
    const shared: number[] = [];
    for (let from = 0, to = 0; from < high.length; from = to) {
      for (to = from + 1; to < high.length && high[to] === high[from]; ) to++;
      if (to - from < 2) continue;
      starts.push(count + shared.length);
      for (let at = from; at < to; at++) shared.push(low[at]!);
    }
    parts.push(Uint32Array.from(shared));
    count += shared.length;
  }
  const members = new Uint32Array(count);
  let at = 0;
  for (const part of parts) {
    members.set(part, at);
    at += part.length;
  }
  return { members, starts: Uint32Array.from([...starts, count]) };
}

/** Share of the places in which two signatures agree: an estimate of the Jaccard similarity. */
export function estimatedJaccard(signatures: Uint16Array, one: number, other: number): number {
  const [oneAt, otherAt] = [one * SIGNATURE_PLACES, other * SIGNATURE_PLACES];
  return equalPlaces(signatures, oneAt, signatures, otherAt, SIGNATURE_PLACES) / SIGNATURE_PLACES;
}
