/** Compares words by both halves of their hashes. */
import type { WordHashes } from "./kernels.ts";

export function sameWord(a: WordHashes, atA: number, b: WordHashes, atB: number): boolean {
  return a.words.low[atA] === b.words.low[atB] && a.words.high[atA] === b.words.high[atB];
}
