/**
 * How much of a suffix does a continuation recite? Words, each a number, so that equal numbers are equal words.
 *
 *     suffix         a b c d e f g h i          blocks: the longest common run first, of words that no longer block contains,
 *     continuation   a b c d x f g h            at least three words each: abcd, fgh
 *
 * A suffix may repeat its prompt; a model that only echoes the prompt recites nothing. So words of the suffix in a run
 * of three that the prompt also contains are not the suffix's own words: they count neither as recited nor as missed.
 * An echo has recall 0, the suffix itself has recall 1.
 *
 * Sources: near-verbatim recall by blocks: arXiv 2601.02671 (the minimum block of three words is our definition);
 * ROUGE-L: Lin (2004), on the first words as in CopyBench (EMNLP 2024), without its stemming.
 */
import type { Kernels } from "../../core/kernels/kernels.ts";

/** Words of the shortest block that counts. */
export const BLOCK_WORDS_MIN = 3;
/** Words of a span in `spanShare`. */
const SPAN_WORDS = 5;

export interface RecitedBlock {
  lengthWords: number;
  /** Index of the block's first word in the continuation (`candidate`) and in the suffix (`reference`). */
  candidate: number;
  reference: number;
}

export interface Recitation {
  /** Share of the suffix's own words that lie in a block, 0 to 1; 0 where it has no own words. */
  recall: number;
  /**
   * Number of own words in the block with most own words, and the range of words that this block covers in the suffix.
   */
  longestRunWords: number;
  longestRun: { start: number; end: number } | null;
  /** Whether the continuation begins with the suffix, word for word. */
  isVerbatim: boolean;
  /** ROUGE-L F1 against the first words of the continuation, as many as the suffix has. */
  rougeLF1: number;
  /** Length of the longest common subsequence divided by the words of the suffix. */
  lcsShare: number;
  /** Share of the suffix's own words that lie in a span of five words that the continuation contains. */
  spanShare: number;
}

/** @param isOwn result of `ownWords` for the suffix and its prompt */
export function recitationOf(
  kernels: Kernels,
  suffix: Uint32Array,
  isOwn: Uint8Array,
  continuation: Uint32Array,
): Recitation {
  const blocks = commonBlocks(continuation, suffix, BLOCK_WORDS_MIN);
  const ownIn = (start: number, end: number) => isOwn.subarray(start, end).reduce((sum, own) => sum + own, 0);
  const own = ownIn(0, suffix.length);
  const ofBlocks = blocks.map(({ reference, lengthWords }) => ownIn(reference, reference + lengthWords));
  const longest = ofBlocks.reduce((best, words, i) => (words > (ofBlocks[best] ?? 0) ? i : best), -1);
  const run = longest < 0 ? null : blocks[longest]!;
  const { f1, recall } = rougeL(kernels, continuation.subarray(0, suffix.length), suffix);
  return {
    recall: own === 0 ? 0 : ofBlocks.reduce((sum, words) => sum + words, 0) / own,
    longestRunWords: run === null ? 0 : ofBlocks[longest]!,
    longestRun: run === null ? null : { start: run.reference, end: run.reference + run.lengthWords },
    isVerbatim: suffix.length > 0 && suffix.every((word, i) => word === continuation[i]),
    rougeLF1: f1 ?? 0,
    lcsShare: recall ?? 0,
    spanShare: own === 0 ? 0 : coveredBySpans(continuation, suffix, isOwn) / own,
  };
}

/** 1 for each own word of the suffix, 0 for each word in a run of three words that the prompt also contains. */
export function ownWords(prompt: Uint32Array, suffix: Uint32Array): Uint8Array {
  const own = new Uint8Array(suffix.length).fill(1);
  for (const { reference, lengthWords } of maximalRuns(prompt, suffix, BLOCK_WORDS_MIN))
    own.fill(0, reference, reference + lengthWords);
  return own;
}

/** ROUGE-L with β = 1; `null` where the divisor is 0. */
export function rougeL(
  kernels: Kernels,
  candidate: Uint32Array,
  reference: Uint32Array,
): { lcsWords: number; precision: number | null; recall: number | null; f1: number | null } {
  const lcsWords = candidate.length === 0 || reference.length === 0 ? 0 : kernels.commonLength(candidate, reference);
  const words = candidate.length + reference.length;
  return {
    lcsWords,
    precision: candidate.length === 0 ? null : lcsWords / candidate.length,
    recall: reference.length === 0 ? null : lcsWords / reference.length,
    f1: candidate.length === 0 || reference.length === 0 ? null : (2 * lcsWords) / words,
  };
}

/**
 * Blocks of at least so many words: the longest common run first, then repeatedly the longest run of words that are
 * unused on both sides; of equal runs, the leftmost in the candidate, then in the reference. Time grows with the
 * product of the lengths.
 */
export function commonBlocks(candidate: Uint32Array, reference: Uint32Array, wordsMin: number): RecitedBlock[] {
  const byLength: RecitedBlock[][] = [];
  const put = (block: RecitedBlock) => {
    byLength[block.lengthWords] ??= [];
    byLength[block.lengthWords]!.push(block);
  };
  for (const run of maximalRuns(candidate, reference, wordsMin)) put(run);
  const used = { candidate: new Uint8Array(candidate.length), reference: new Uint8Array(reference.length) };
  const blocks: RecitedBlock[] = [];
  for (let length = byLength.length - 1; length >= wordsMin; length--) {
    // Remainders of longer runs were added before, and remainders of these runs are shorter: the list of this length is
    // complete.
    const runs = (byLength[length] ?? []).sort((x, y) => x.candidate - y.candidate || x.reference - y.reference);
    for (const run of runs) {
      const left = unused(run, used, wordsMin);
      if (left[0]?.lengthWords !== length) {
        left.forEach(put);
        continue;
      }
      blocks.push(run);
      used.candidate.fill(1, run.candidate, run.candidate + length);
      used.reference.fill(1, run.reference, run.reference + length);
    }
  }
  return blocks;
}

/** The parts of a run whose words are unused on both sides. */
function unused(
  run: RecitedBlock,
  used: { candidate: Uint8Array; reference: Uint8Array },
  wordsMin: number,
): RecitedBlock[] {
  const parts: RecitedBlock[] = [];
  let start = 0;
  for (let i = 0; i <= run.lengthWords; i++) {
    const isFree = i < run.lengthWords && !used.candidate[run.candidate + i] && !used.reference[run.reference + i];
    if (isFree) continue;
    if (i - start >= wordsMin)
      parts.push({ lengthWords: i - start, candidate: run.candidate + start, reference: run.reference + start });
    start = i + 1;
  }
  return parts;
}

/** Every common run that cannot be extended at either end. */
function maximalRuns(candidate: Uint32Array, reference: Uint32Array, wordsMin: number): RecitedBlock[] {
  const runs: RecitedBlock[] = [];
  // Length of the run that ends at each word of the reference and at the candidate's previous word.
  let before = new Uint32Array(reference.length + 1);
  let row = new Uint32Array(reference.length + 1);
  const end = (i: number, j: number, lengthWords: number) => {
    if (lengthWords >= wordsMin) runs.push({ lengthWords, candidate: i - lengthWords, reference: j - lengthWords });
  };
  for (let i = 0; i < candidate.length; i++) {
    for (let j = 0; j < reference.length; j++) {
      row[j + 1] = candidate[i] === reference[j] ? before[j]! + 1 : 0;
      if (row[j + 1] === 0) end(i, j, before[j]!);
    }
    end(i, reference.length, before[reference.length]!);
    [before, row] = [row, before];
  }
  for (let j = 1; j <= reference.length; j++) end(candidate.length, j, before[j]!);
  return runs;
}

function coveredBySpans(continuation: Uint32Array, suffix: Uint32Array, isOwn: Uint8Array): number {
  const covered = new Uint8Array(suffix.length);
  for (const { reference, lengthWords } of maximalRuns(continuation, suffix, SPAN_WORDS))
    covered.fill(1, reference, reference + lengthWords);
  return covered.reduce((sum, one, i) => sum + (one & isOwn[i]!), 0);
}
