/** How much of each of two texts agrees with the other: the measure of near duplicates and excerpts. */
import type { WordRange } from "../text/text.ts";
import type { Passages } from "./passages.ts";

/**
 * Share of a text's words that must agree for it to count as contained in the other text; near duplicates need it on
 * both sides. A definition.
 */
export const STANDS_IN_SHARE = 0.8;

/** Shares of the words of each side that agree with the other, 0 to 1; words that agree several times count once. */
export function agreeingShares({ passages }: Passages, wordsA: number, wordsB: number): { ofA: number; ofB: number } {
  const runs = passages.flatMap(({ agreeing }) => agreeing);
  const share = (side: "a" | "b", words: number) =>
    words === 0 ? 0 : coveredWords(runs.map((run) => ({ start: run[side], end: run[side] + run.lengthWords }))) / words;
  return { ofA: share("a", wordsA), ofB: share("b", wordsB) };
}

/** Number of words that lie in at least one of the ranges. */
export function coveredWords(ranges: readonly WordRange[]): number {
  let covered = 0;
  let coveredTo = 0;
  for (const { start, end } of [...ranges].sort((x, y) => x.start - y.start)) {
    covered += Math.max(0, end - Math.max(start, coveredTo));
    coveredTo = Math.max(coveredTo, end);
  }
  return covered;
}
