/**
 * Which shingles a fingerprint holds beside the kept ones: one in 2^bits of the distinct ones, by their hashes alone
 * and whatever stands around them (`assembly/text/select.ts`). Winnowing orders by the lower half of a hash and this
 * reads the upper one, so neither tells anything about the other.
 *
 * The number of bits follows from the length of the text and never from its hashes: otherwise a share counted in the
 * sample would be biased.
 */

/** Words up to which a text's sample is all its shingles. */
const WHOLE_WORDS = 512;
/** At least one in 32: a sample of fixed size would hold nothing of a page out of a book. */
const BITS_MAX = 5;
/** As in `assembly/text/select.ts`. */
const SHIFT = 16;

/** Bits that are zero in the sampled hashes of a text of so many words: 0 to 5. */
export function sampleBits(lengthWords: number): number {
  let bits = 0;
  while (bits < BITS_MAX && lengthWords > WHOLE_WORDS << bits) bits++;
  return bits;
}

/** Whether a hash of this upper half is sampled by so many bits. What more bits sample, fewer do too. */
export function isSampled(high: number, bits: number): boolean {
  return ((high >>> SHIFT) & ((1 << bits) - 1)) === 0;
}

/** Whether winnowing kept a shingle: the lowest bit of what a fingerprint holds as the lower half of its hash. */
export function isKept(low: number): boolean {
  return (low & 1) === 1;
}
