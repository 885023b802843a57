/** Compares words by both halves of their hashes. */
import type { Text } from "../text/text.ts";

export function sameWord(a: Text, atA: number, b: Text, atB: number): boolean {
  return a.words.low[atA] === b.words.low[atB] && a.words.high[atA] === b.words.high[atB];
}
