/**
 * The sample that a fingerprint contains in addition to the kept shingles: one in 2^bits of the distinct shingles.
 * Whether a shingle is sampled depends on its hash alone, not on its neighbours (`assembly/text/select.ts`). Winnowing
 * orders by the lower half of a hash and the sample reads the upper half, so the two are independent.
 *
 * The number of bits depends on the length of the text, never on its hashes: otherwise a share counted in the sample
 * would be biased.
 */

/** For texts of at most this many words, the sample contains all shingles. */
const WHOLE_WORDS = 512;
/** At least one shingle in 32 is sampled: a sample of fixed size would miss a page taken from a book. */
const BITS_MAX = 5;
/** As in `assembly/text/select.ts`. */
const SHIFT = 16;

/** Number of bits, 0 to 5, that are zero in the sampled hashes of a text of `lengthWords` words. */
export function sampleBits(lengthWords: number): number {
  let bits = 0;
  while (bits < BITS_MAX && lengthWords > WHOLE_WORDS << bits) bits++;
  return bits;
}

/** Whether the hash with this upper half is sampled with `bits` bits. If so, it is sampled with fewer bits too. */
export function isSampled(high: number, bits: number): boolean {
  return ((high >>> SHIFT) & ((1 << bits) - 1)) === 0;
}

/** Whether winnowing kept a shingle: the lowest bit of the lower half in a fingerprint. */
export function isKept(low: number): boolean {
  return (low & 1) === 1;
}
