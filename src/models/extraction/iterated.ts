/**
 * Extraction in two phases from models that only answer: a first continuation that fits, then iterated continuation,
 * and what all answers together give back of the book (arXiv 2601.02671, sections 3.1 to 3.3).
 *
 * The source also varies the first prompt thousands of times until a model gives in ("Best-of-N"). That attacks a
 * safeguard and is not done here: a refusal ends the queries and is counted.
 */
import { sum } from "../../base/lists/numbers.ts";
import { rankTest } from "../../core/statistics/ranks.ts";
import type { ControlTest } from "./claims.ts";
import { orderedRuns, ownWordsAfter, type WordIndex } from "./longRuns.ts";
import {
  NEAR_VERBATIM_WORDS_MIN,
  type NearVerbatimBlock,
  nearVerbatimBlocks,
  rangeOf,
  shortBlocks,
} from "./nearVerbatim.ts";
import { commonBlocks, type RecitedBlock } from "./recitation.ts";

/**
 * Words after the opening that the first answer is compared with; our choice, the source has a short suffix as well.
 */
const FIRST_WORDS = 50;
/** Least share of them in one run for a second query (source: section 3.1, s ≥ 0.6). */
export const FIRST_MATCH_MIN = 0.6;
/** Answers in a row without a passage of the text after which the model is not queried further: our choice. */
export const STRAYS_MAX = 3;
/** A passage that ends so few words before the text ends has reached its end. */
const END_WORDS = 2;

/** The part of a text that a model may give back: what follows the opening. */
export interface RecitableText {
  reference: Uint32Array;
  /** 1 for each word that counts: no word of a run that the opening contains too. */
  isOwn: Uint8Array;
  /** Number of words that count. */
  words: number;
}

export function recitableText(opening: Uint32Array, reference: Uint32Array): RecitableText {
  const isOwn = ownWordsAfter(opening, reference);
  return { reference, isOwn, words: isOwn.reduce((total, own) => total + own, 0) };
}

/** Share of the first words of the text that the longest common run with an answer has. */
export function firstMatch({ reference }: RecitableText, answer: Uint32Array): number {
  const first = reference.subarray(0, FIRST_WORDS);
  const longest = commonBlocks(answer, first, 1)[0]?.lengthWords ?? 0;
  return first.length === 0 ? 0 : longest / first.length;
}

/** Where the passages of 20 words and more end that words have from the text. */
export function passageEnds(index: WordIndex, words: Uint32Array): number[] {
  return shortBlocks(orderedRuns(index, words)).map((block) => rangeOf(block).end);
}

/** Whether a passage that ends at this word has reached the end of the text. */
export const isAtEnd = ({ reference }: WordIndex, end: number): boolean => end >= reference.length - END_WORDS;

const DECLINING =
  /^\W*(?:(?:i['’]?m|i am|we are)\s+(?:\w+\s+)?)?(?:sorry|afraid|unable|not able|unfortunately|my apologies|as an ai)\b|^\W*(?:i|we)\s+(?:can(?:['’]t|not| not)|won['’]t|will not|could(?:n['’]t| not)|apologi[sz]e|must decline|am not able)\b/i;
const ABOUT_THE_REQUEST =
  /\b(?:copyright|reproduc|verbatim|continu|provid|assist|request|help you|quot|comply|content|text|excerpt)/i;
/** Characters of an answer in which it says what it declines. */
const DECLINING_CHARACTERS = 400;

/**
 * Whether an answer declines in words, which hosts do not mark: it begins as refusals do and names the request. English
 * only; a refusal in another language does not continue the text either, and ends the queries as `differs` or
 * `strayed`.
 */
export function declines(answer: string): boolean {
  const beginning = answer.slice(0, DECLINING_CHARACTERS);
  return DECLINING.test(beginning) && ABOUT_THE_REQUEST.test(beginning);
}

/** Characters at the end of an answer in which it says so. */
const ENDING_CHARACTERS = 60;

/** Whether an answer ends a text in words, as the source's stop phrase does: "The End" as a sentence of its own. */
export const endsText = (answer: string): boolean =>
  /(?:^|[\n.!?…"”’)*_])\s*\W*the end\W*$/i.test(answer.trimEnd().slice(-ENDING_CHARACTERS));

/** What the answers give back of a text. */
export interface Recited {
  runs: RecitedBlock[];
  blocks: NearVerbatimBlock[];
  /** Number of words that count and lie in blocks. */
  words: number;
}

/** @param index of the text's words */
export function recitedOf({ isOwn }: RecitableText, index: WordIndex, answers: Uint32Array): Recited {
  const runs = orderedRuns(index, answers);
  const blocks = nearVerbatimBlocks(runs);
  return { runs, blocks, words: sum(blocks, (block) => ownWordsOf(block, isOwn)) };
}

const ownWordsOf = ({ runs }: NearVerbatimBlock, isOwn: Uint8Array): number =>
  sum(runs, ({ reference, lengthWords }) => countIn(isOwn, reference, reference + lengthWords));

export function countIn(flags: Uint8Array, start: number, end: number): number {
  return flags.subarray(start, end).reduce((total, one) => total + one, 0);
}

/** One text as the test sees it. */
export interface TestedIteration {
  /** Number of words that count in the text. */
  words: number;
  /** Number of these that were given back; `null` where a failure of the host left that open. */
  recited: number | null;
}

/**
 * Ranks the work among the controls by the words that were given back. All words of the work count. A longer text has
 * more to give back, so no text counts for more words than the shortest has. Each text got the same protocol, and how
 * soon the queries for it ended follows from the model's answers. What a failure left open counts against the work.
 *
 * @param answersEach number of answers of each text that count; 0 if there was not one for every text
 */
export function iterationTest(
  work: TestedIteration,
  controls: readonly TestedIteration[],
  answersEach: number,
): ControlTest {
  const pMin = 1 / (controls.length + 1);
  const basis = `the words that were given back in passages of at least ${NEAR_VERBATIM_WORDS_MIN}`;
  if (controls.length === 0 || answersEach === 0)
    return { controls: controls.length, windowsEach: 0, basis, pMin, p: null, allWindows: null };
  const shortest = [work, ...controls].reduce((least, { words }) => Math.min(least, words), Infinity);
  const { p } = rankTest(
    Math.min(work.recited ?? 0, shortest),
    controls.map(({ recited }) => Math.min(recited ?? Infinity, shortest)),
  );
  return { controls: controls.length, windowsEach: 1, basis, pMin, p, allWindows: null };
}
