/** The shingles of a text: every run of `shingleWords` words hashed, and which of them winnowing keeps. */
import type { Hashes, Kernels } from "../kernels/kernels.ts";
import type { Text } from "../text/text.ts";
import type { Profile } from "./profile.ts";

export interface ShingledText {
  readonly text: Text;
  readonly profile: Profile;
  /** Hash of the shingle that starts at each word, as long as it fits. */
  readonly shingles: Hashes;
  /** Word positions of the kept shingles, ascending. */
  readonly selected: Uint32Array;
}

/**
 * Hashes and winnows. The low half of a hash orders the window, so that the high half of what is kept stays evenly spread: by it a
 * corpus finds the page of a shingle.
 */
export function shingle(kernels: Kernels, text: Text, profile: Profile): ShingledText {
  const shingles = kernels.hashShingles(text.words, profile.shingleWords);
  return { text, profile, shingles, selected: kernels.winnow(shingles.low, [profile.windowShingles])[0]! };
}

/** All shingles of a text and none kept: what it takes to be compared with, and a third less work. */
export function shingleUnkept(kernels: Kernels, text: Text, profile: Profile): ShingledText {
  return { text, profile, shingles: kernels.hashShingles(text.words, profile.shingleWords), selected: new Uint32Array(0) };
}

/**
 * 53 of a hash's 64 bits as a number that can key a map. Among a million distinct shingles two share a key with probability
 * 6 × 10^-5; where that would matter, words are compared afterwards.
 */
export function hashKey({ low, high }: Hashes, index: number): number {
  return (low[index]! >>> 11) * 0x1_0000_0000 + high[index]!;
}

/** How many distinct hashes there are, counted as far as `most`. */
export function countDistinct(hashes: Hashes, most: number): number {
  const seen = new Set<number>();
  for (let at = 0; at < hashes.low.length && seen.size < most; at++) seen.add(hashKey(hashes, at));
  return seen.size;
}
