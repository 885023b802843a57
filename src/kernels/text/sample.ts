/**
 * Which shingles a fingerprint holds beside the kept ones: all whose hash begins with so many zero bits, so one in 2^bits of the distinct
 * ones, whatever stands around them (FracMinHash, see `assembly/sketch/below.ts`). Winnowing orders by the lower half of a hash and
 * this by the upper one, so neither tells anything about the other.
 *
 * The number of bits follows from the length of the text alone and never from its hashes: otherwise a share counted in the sample would
 * be biased.
 */

/** Words up to which a text's sample is all its shingles. */
const WHOLE_WORDS = 512;
/** One in 32 at least: from 16,384 words on a sample grows with its text, so that an excerpt can be told from a book. */
const BITS_MAX = 5;

/** Bits with which the sampled hashes of a text of so many words begin, all zero: 0 to 5. */
export function sampleBits(lengthWords: number): number {
  let bits = 0;
  while (bits < BITS_MAX && lengthWords > WHOLE_WORDS << bits) bits++;
  return bits;
}

/** The largest upper half that a hash of the sample can have. */
export function sampleLimit(bits: number): number {
  return 0xffff_ffff >>> bits;
}
