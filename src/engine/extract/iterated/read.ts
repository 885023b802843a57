/** Reads what a model gave back of whole texts: words, passages, and where they stand. */

import type { ControlIteration, Iteration, MapBin, RecitedPassage } from "../../../base/contract/operations/extract.ts";
import { EXTRACT_BLOCKS_MAX } from "../../../base/limits.ts";
import { greatest } from "../../../base/lists/numbers.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { utf16Spans, type WordRange } from "../../../core/text/text.ts";
import {
  countIn,
  type RecitableText,
  type Recited,
  recitedOf,
  type TestedIteration,
} from "../../../models/extraction/iterated.ts";
import { indexWords } from "../../../models/extraction/longRuns.ts";
import type { Readings } from "../../../models/extraction/measures.ts";
import { rangeOf } from "../../../models/extraction/nearVerbatim.ts";
import { shareOfWords } from "../../../models/extraction/rates.ts";
import type { TextReadings, WindowReading } from "../../../models/extraction/readings.ts";
import { readContinuations, type WordNumbers } from "../answers.ts";
import { type ExtractPlan, stretchesOf } from "../plan.ts";
import type { IteratedReplies, IteratedText } from "./ask.ts";

/** A text, what the model gave back of it, and the reading of the first answer. */
export interface ReadIteration {
  asked: IteratedText;
  answers: Uint32Array;
  recited: Recited;
  /** Number of words that were given back in as many answers as the test uses of each text. */
  tested: number;
  reading: WindowReading;
}

/**
 * Number of answers of each text that the test uses: fewer than were given if budget or time ended the queries for one.
 */
export function answersEachOf({ work, controls }: IteratedReplies): number | null {
  const cut = [work, ...controls].filter(({ ended }) => ended === "budget");
  return cut.length === 0 ? null : cut.reduce((least, { ends }) => Math.min(least, ends.length), Infinity);
}

export function readIteration(
  kernels: Kernels,
  numbers: WordNumbers,
  asked: IteratedText,
  answersEach: number | null,
): ReadIteration {
  const { source, text, answers, ends, first, ended } = asked;
  const words = numbers.read(answers).words;
  const index = asked.index ?? indexWords(text.reference);
  const recited = recitedOf(text, index, words);
  const used = ends[Math.min(answersEach ?? Infinity, ends.length) - 1] ?? 0;
  const tested =
    used === answers.length ? recited.words : recitedOf(text, index, numbers.read(answers.slice(0, used)).words).words;
  const window = source.windows[0]!;
  const place = { startWord: 0, suffix: window.suffix };
  if (first === null) {
    const status = ended === "budget" || ended === "refused" || ended === "malformed" ? ended : "failed";
    return { asked, answers: words, recited, tested, reading: { ...place, status, answer: null } };
  }
  const suffix = source.content.text.slice(window.suffix.start, window.suffix.end);
  const given = { likeliest: first, drawn: [], wanted: 0 };
  const answer = readContinuations(kernels, numbers, asked.opening, suffix, given, window.suffix.start);
  return { asked, answers: words, recited, tested, reading: { ...place, status: "answered", answer } };
}

/** The first answers, as one window of each text. */
export function readingsOf(work: ReadIteration, controls: readonly ReadIteration[]): Readings {
  const textOf = ({ asked: { source }, reading }: ReadIteration): TextReadings => {
    return { id: source.id, words: source.lengthWords, population: 1, windows: [reading] };
  };
  return { work: textOf(work), controls: controls.map(textOf), isDrawn: false };
}

/** The same, in which each window has the longest run of all answers. */
export function longestRunsOf(readings: Readings, work: ReadIteration, controls: readonly ReadIteration[]): Readings {
  const withRun = (text: TextReadings, one: ReadIteration): TextReadings => {
    const [window] = text.windows;
    if (window!.answer === null) return text;
    return { ...text, windows: [{ ...window!, answer: { ...window!.answer, run: runOf(one) } }] };
  };
  return {
    ...readings,
    work: withRun(readings.work, work),
    controls: readings.controls.map((text, i) => withRun(text, controls[i]!)),
  };
}

function runOf({ asked: { source, text }, recited: { runs } }: ReadIteration) {
  const words = greatest(runs, ({ lengthWords }) => lengthWords);
  const run = runs.find(({ lengthWords }) => lengthWords === words);
  if (run === undefined) return null;
  const symbols = text.reference.subarray(run.reference, run.reference + words);
  const range = rangesIn(source, text, [{ start: run.reference, end: run.reference + words }]);
  return { words, span: utf16Spans(source.content.shingled.text, range)[0]!, symbols };
}

/** Ranges of words after the opening, in the whole text. */
function rangesIn(
  { lengthWords }: IteratedText["source"],
  { reference }: RecitableText,
  ranges: readonly WordRange[],
): WordRange[] {
  const opening = lengthWords - reference.length;
  return ranges.map(({ start, end }) => ({ start: opening + start, end: opening + end }));
}

export const testedOf = (one: ReadIteration): TestedIteration => {
  const { ended, text } = one.asked;
  const isUnknown = ended === "failed" || ended === "malformed";
  return { words: text.words, recited: isUnknown ? null : one.tested };
};

export function iterationOfText({ asked, answers, recited: { blocks, words } }: ReadIteration): Iteration {
  return {
    words: asked.text.words,
    recited_words: words,
    recall: asked.text.words === 0 ? 0 : words / asked.text.words,
    blocks: blocks.length,
    longest_block_words: greatest(blocks, (block) => block.words),
    answered_words: answers.length,
    first_match: asked.firstMatch,
    queries: asked.queries,
    refusals: asked.refusals,
    truncations: asked.truncations,
    ended: asked.ended!,
  };
}

/** The controls, each with the words of the work that came back in answers about it. */
export function controlIterations(controls: readonly ReadIteration[], { asked }: ReadIteration): ControlIteration[] {
  if (controls.length === 0) return [];
  const index = asked.index ?? indexWords(asked.text.reference);
  return controls.map((one) => ({
    id: one.asked.source.id,
    ...iterationOfText(one),
    work_words: recitedOf(asked.text, index, one.answers).words,
  }));
}

export function passagesOf(plan: ExtractPlan, { asked, recited: { blocks } }: ReadIteration): RecitedPassage[] {
  const kept = [...blocks]
    .sort((x, y) => y.words - x.words || rangeOf(x).start - rangeOf(y).start)
    .slice(0, EXTRACT_BLOCKS_MAX)
    .sort((x, y) => rangeOf(x).start - rangeOf(y).start);
  const spans = plan.work.content.placed(rangesIn(plan.work, asked.text, kept.map(rangeOf)));
  return kept.map(({ words }, i) => ({ ...spans[i]!, words }));
}

/** The share of each stretch that was given back, and its longest run. */
export function mapOf(plan: ExtractPlan, { asked: { text }, recited }: ReadIteration, contentLength: number): MapBin[] {
  const opening = plan.settings.prefix;
  const { edges, stretches } = stretchesOf(plan, contentLength);
  const runs = recited.blocks.flatMap((block) => block.runs);
  const isRecited = new Uint8Array(text.isOwn.length);
  for (const { reference, lengthWords } of runs)
    isRecited.set(text.isOwn.subarray(reference, reference + lengthWords), reference);
  return edges.slice(1).map((edge, i) => {
    const [from, to] = [Math.max(0, edges[i]! - opening), Math.max(0, edge - opening)];
    const [hits, of] = [countIn(isRecited, from, to), countIn(text.isOwn, from, to)];
    const longest = greatest(
      runs,
      ({ reference, lengthWords }) => Math.min(to, reference + lengthWords) - Math.max(from, reference),
    );
    return {
      ...stretches[i]!,
      windows: Number(i === 0),
      rate: shareOfWords({ hits, of, undecided: 0 }),
      longest_run_words: longest,
    };
  });
}
