/** How much of each of two texts agrees with the other: what near duplicates and excerpts are told by. */
import type { Passages } from "./passages.ts";

/** Share of a side's words that must agree for it to stand in the other, or of both for them to be near duplicates. A definition. */
export const NEAR_DUPLICATE_SHARE = 0.8;

/** Shares of the words of each side that agree with the other, 0 to 1; words that agree several times count once. */
export function agreeingShares({ passages }: Passages, wordsA: number, wordsB: number): { ofA: number; ofB: number } {
  const runs = passages.flatMap(({ agreeing }) => agreeing);
  return { ofA: shareCovered(runs, "a", wordsA), ofB: shareCovered(runs, "b", wordsB) };
}

function shareCovered(runs: readonly { a: number; b: number; lengthWords: number }[], side: "a" | "b", words: number): number {
  if (words === 0) return 0;
  const ranges = runs.map((run) => ({ start: run[side], end: run[side] + run.lengthWords })).sort((x, y) => x.start - y.start);
  let [covered, reached] = [0, 0];
  for (const { start, end } of ranges) {
    if (end <= reached) continue;
    covered += end - Math.max(start, reached);
    reached = end;
  }
  return covered / words;
}
