/**
 * Locality-sensitive hashing: texts whose signatures agree in all values of some band are candidates. Of two texts whose sets of
 * shingles have the Jaccard similarity s, b bands of r values miss each other with probability (1 - s^r)^b (Leskovec, Rajaraman and
 * Ullman, Mining of Massive Datasets, chapter 3.4).
 */
import type { Kernels } from "../kernels/kernels.ts";

/** Values of a signature. Their agreement tells the Jaccard similarity with a standard error of at most .031. */
export const SIGNATURE_VALUES = 256;
/** Words of a shingle, in corpora of every profile: blocks run on into their next by at least one word less. */
export const SKETCH_SHINGLE_WORDS = 5;
/** Probability that two texts which agree in the threshold's share of words, changed at random, are not compared. */
const MISSED_MAX = 0.01;

export interface Bands {
  /** Values in a band. */
  rows: number;
  bands: number;
  /** Jaccard similarity to expect where words at random are changed and the threshold's share agrees. */
  expectedJaccard: number;
  /** Estimated similarity below which a candidate is not compared: half of what is expected. */
  estimateMin: number;
}

/** The longest bands, so the fewest candidates, that still miss little of what is at the threshold. */
export function bandsFor(threshold: number): Bands {
  const expectedJaccard = jaccardOfAgreement(threshold);
  let rows = 1;
  while (rows < 16 && missedShare(expectedJaccard, rows + 1) <= MISSED_MAX) rows++;
  return { rows, bands: bandsOf(rows), expectedJaccard, estimateMin: expectedJaccard / 2 };
}

/** Probability that two texts of this Jaccard similarity share no band. */
export function missedShare(jaccard: number, rows: number): number {
  return power(1 - power(jaccard, rows), bandsOf(rows));
}

/**
 * Jaccard similarity of shingles to expect of two texts of one length that agree in a share of words, the others changed at random: a
 * shingle survives where all of its words do. Changes that stand together leave more.
 */
export function jaccardOfAgreement(share: number): number {
  const survives = power(share, SKETCH_SHINGLE_WORDS);
  return survives / (2 - survives);
}

function bandsOf(rows: number): number {
  return Math.floor(SIGNATURE_VALUES / rows);
}

function power(base: number, exponent: number): number {
  let product = 1;
  for (let i = 0; i < exponent; i++) product *= base;
  return product;
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
 * @param signatures `SIGNATURE_VALUES` of 16 bits a text
 * @param texts      those that take part
 */
export function bucketsOf(kernels: Kernels, signatures: Uint16Array, texts: Uint32Array, { rows, bands }: Bands): Buckets {
  const parts: Uint32Array[] = [];
  const starts: number[] = [];
  let count = 0;
  for (let band = 0; band < bands; band++) {
    const keys = texts.map((text) => bandKey(signatures, text * SIGNATURE_VALUES + band * rows, rows));
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

/** Two values as they are, more of them mixed (FNV-1a over the halves): a chance agreement costs one look at the signatures. */
function bandKey(signatures: Uint16Array, at: number, rows: number): number {
  if (rows <= 2) return ((signatures[at]! << 16) | (rows === 2 ? signatures[at + 1]! : 0)) >>> 0;
  let key = 0x811c9dc5;
  for (let i = 0; i < rows; i++) key = Math.imul(key ^ signatures[at + i]!, 0x01000193);
  return (key ^ (key >>> 15)) >>> 0;
}

/** Share of the values in which two signatures agree: an estimate of the Jaccard similarity. */
export function estimatedJaccard(signatures: Uint16Array, one: number, other: number): number {
  const [a, b] = [one * SIGNATURE_VALUES, other * SIGNATURE_VALUES];
  let equal = 0;
  for (let i = 0; i < SIGNATURE_VALUES; i++) if (signatures[a + i] === signatures[b + i]) equal++;
  return equal / SIGNATURE_VALUES;
}
