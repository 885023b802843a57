/**
 * Which texts of a corpus share a band of their signatures (`sketch/bands.ts`), and which bands find near duplicates. Of each MinHash value
 * the lower 16 bits are kept: 512 bytes a text in place of 1,024, and two values agree by chance once in 65,536.
 */
import type { Kernels } from "../kernels/kernels.ts";
import { type Bands, bandKey, longestBands, power } from "../sketch/bands.ts";
import { equalPlaces } from "../sketch/estimate.ts";
import { SIGNATURE_PLACES, SIGNATURE_SHINGLE_WORDS } from "../sketch/signature.ts";

/** Probability that two texts which agree in the threshold's share of words, changed at random, are not compared. */
const MISSED_MAX = 0.01;

export interface DuplicateBands extends Bands {
  /** Jaccard similarity to expect where words at random are changed and the threshold's share agrees. */
  expectedJaccard: number;
  /** Estimated similarity below which a candidate is not compared: half of what is expected. */
  estimateMin: number;
}

/** The longest bands, so the fewest candidates, that still miss little of what is at the threshold. */
export function duplicateBandsFor(threshold: number): DuplicateBands {
  const expectedJaccard = jaccardOfAgreement(threshold);
  const { bands, rows } = longestBands(expectedJaccard, SIGNATURE_PLACES, MISSED_MAX);
  return { bands, rows, expectedJaccard, estimateMin: expectedJaccard / 2 };
}

/**
 * Jaccard similarity of shingles to expect of two texts of one length that agree in a share of words, the others changed at random: a
 * shingle survives where all of its words do. Changes that stand together leave more.
 */
export function jaccardOfAgreement(share: number): number {
  const survives = power(share, SIGNATURE_SHINGLE_WORDS);
  return survives / (2 - survives);
}

/** Texts that share bands. */
export interface Buckets {
  /** Members of all buckets, one bucket after another. */
  members: Uint32Array;
  /** Where each bucket begins in `members`, and behind the last one the end of all. */
  starts: Uint32Array;
}

/**
 * Buckets of at least two texts.
 *
 * @param signatures `SIGNATURE_PLACES` of 16 bits a text
 * @param texts      those that take part
 */
export function bucketsOf(kernels: Kernels, signatures: Uint16Array, texts: Uint32Array, { rows, bands }: Bands): Buckets {
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

/** Share of the values in which two signatures agree: an estimate of the Jaccard similarity. */
export function estimatedJaccard(signatures: Uint16Array, one: number, other: number): number {
  const [oneAt, otherAt] = [one * SIGNATURE_PLACES, other * SIGNATURE_PLACES];
  return equalPlaces(signatures, oneAt, signatures, otherAt, SIGNATURE_PLACES) / SIGNATURE_PLACES;
}
