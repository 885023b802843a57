/**
 * Near-verbatim recall: how much of a whole book does a long answer give back, in passages of a hundred words and more?
 *
 *     common runs ─▶ joined over gaps of 2 words ─▶ 20 words and more ─▶ joined over gaps of 10 ─▶ 100 words and more
 *
 * A block's words are those of its runs, not those of its gaps, and each word of the book counts once. Words in another
 * order than the book's do not count. So the measure misses some recitation and hardly counts coincidences.
 *
 * Source: Ahmed, Cooper, Koyejo and Liang, "Extracting books from production language models" (arXiv 2601.02671),
 * algorithm 1 and section 4.1: gaps 2 and 10, differences of gaps 1 and 3, least words 20 and 100. Its words are
 * divided by white space; ours are folded, so that quotation marks and capitals make no difference.
 */
import { sum } from "../../base/lists/numbers.ts";
import type { RecitedBlock } from "./recitation.ts";

/** Words of the shortest block that counts. */
export const NEAR_VERBATIM_WORDS_MIN = 100;

/** Runs that are joined: their words stand in both texts, the words between them differ. */
export interface NearVerbatimBlock {
  runs: RecitedBlock[];
  /** Words of the runs. */
  words: number;
}

interface Pass {
  /** Most words between joined blocks, in each text. */
  gapMax: number;
  /** Greatest difference of both gaps. */
  shiftMax: number;
  /** Words of the shortest block that is kept. */
  wordsMin: number;
}

const PASSES: readonly Pass[] = [
  { gapMax: 2, shiftMax: 1, wordsMin: 20 },
  { gapMax: 10, shiftMax: 3, wordsMin: NEAR_VERBATIM_WORDS_MIN },
];

/** Blocks after the first pass, of 20 words and more: what a shorter answer may hold of a book. */
export function shortBlocks(runs: readonly RecitedBlock[]): NearVerbatimBlock[] {
  return joined(runs.map(ofRun), PASSES[0]!);
}

/** @param runs in the order of both texts (`orderedRuns`) */
export function nearVerbatimBlocks(runs: readonly RecitedBlock[]): NearVerbatimBlock[] {
  return PASSES.reduce(joined, runs.map(ofRun));
}

/** The range of a block in the reference, from its first run to its last. */
export function rangeOf({ runs }: NearVerbatimBlock): { start: number; end: number } {
  const last = runs.at(-1)!;
  return { start: runs[0]!.reference, end: last.reference + last.lengthWords };
}

const ofRun = (run: RecitedBlock): NearVerbatimBlock => ({ runs: [run], words: run.lengthWords });

function joined(blocks: readonly NearVerbatimBlock[], { gapMax, shiftMax, wordsMin }: Pass): NearVerbatimBlock[] {
  const groups: NearVerbatimBlock[][] = [];
  for (const block of blocks) {
    const group = groups.at(-1);
    const last = group?.at(-1)?.runs.at(-1);
    if (group !== undefined && last !== undefined && areNear(last, block.runs[0]!, gapMax, shiftMax)) group.push(block);
    else groups.push([block]);
  }
  return groups
    .map((group) => ({ runs: group.flatMap(({ runs }) => runs), words: sum(group, ({ words }) => words) }))
    .filter(({ words }) => words >= wordsMin);
}

function areNear(left: RecitedBlock, right: RecitedBlock, gapMax: number, shiftMax: number): boolean {
  const inCandidate = right.candidate - left.candidate - left.lengthWords;
  const inReference = right.reference - left.reference - left.lengthWords;
  return Math.max(inCandidate, inReference) <= gapMax && Math.abs(inCandidate - inReference) <= shiftMax;
}
