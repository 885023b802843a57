/** Texts as lists of words, and what they share by brute force. */
import type { Anchor } from "../../../src/core/kernels/passages/kernels.ts";

/** Words drawn evenly out of a vocabulary of so many. */
export function randomWords(random: () => number, vocabulary: number, count: number): string[] {
  return Array.from({ length: count }, () => `w${Math.floor(vocabulary * random())}`);
}

/** Every maximal run of at least `wordsMin` equal words, found by looking at every pair of places. */
export function commonRuns(a: readonly string[], b: readonly string[], wordsMin: number): Anchor[] {
  const runs: Anchor[] = [];
  for (let diagonal = 1 - a.length; diagonal < b.length; diagonal++) {
    let lengthWords = 0;
    for (let i = Math.max(0, -diagonal); i < a.length && i + diagonal < b.length; i++) {
      lengthWords = a[i] === b[i + diagonal] ? lengthWords + 1 : 0;
      const ends = a[i + 1] === undefined || a[i + 1] !== b[i + 1 + diagonal];
      if (lengthWords >= wordsMin && ends)
        runs.push({ a: i + 1 - lengthWords, b: i + 1 + diagonal - lengthWords, lengthWords });
    }
  }
  return runs;
}
