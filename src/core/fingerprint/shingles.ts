/** The shingles of a text: every run of `shingleWords` words hashed, and which of them winnowing keeps. */
import type { Hashes, Kernels } from "../kernels/kernels.ts";
import type { Text } from "../text/text.ts";
import { PASSAGE, type Profile } from "./profile.ts";

export interface ShingledText {
  readonly text: Text;
  readonly profile: Profile;
  /** Hash of the shingle that starts at each word, up to the last that fits. */
  readonly shingles: Hashes;
  /** Word positions of the kept shingles, ascending. */
  readonly selected: Uint32Array;
}

/**
 * Hashes and winnows. The low half of a hash orders the window, so that the high halves of kept shingles stay evenly
 * spread: a corpus finds the page of a shingle by the high half.
 */
export function shingle(kernels: Kernels, text: Text, profile: Profile): ShingledText {
  const shingles = kernels.hashShingles(text.words, profile.shingleWords);
  return { text, profile, shingles, selected: kernels.winnow(shingles.low, [profile.windowShingles])[0]! };
}

/** All passage shingles of a text without winnowing: sufficient for a comparison, and a third less work. */
export function shingleUnkept(kernels: Kernels, text: Text): ShingledText {
  const shingles = kernels.hashShingles(text.words, PASSAGE.shingleWords);
  return { text, profile: PASSAGE, shingles, selected: new Uint32Array(0) };
}

/**
 * 53 of a hash's 64 bits as a number that can be the key of a map. Among a million distinct shingles two share a key
 * with probability 6 × 10^-5; where that would matter, words are compared afterwards.
 */
export function hashKey({ low, high }: Hashes, index: number): number {
  return (low[index]! >>> 11) * 0x1_0000_0000 + high[index]!;
}

/** The number of distinct hashes, counted up to `most`. */
export function countDistinct(hashes: Hashes, most: number): number {
  const seen = new Set<number>();
  for (let at = 0; at < hashes.low.length && seen.size < most; at++) seen.add(hashKey(hashes, at));
  return seen.size;
}
