/** What a model gives back of whole texts, by iterated continuation: words, passages, and where they stand. */
import type { Method, Stage } from "../../base/contract/common.ts";
import type { HostOptions } from "../../base/contract/engine.ts";
import type {
  ControlIteration,
  ExtractRequest,
  Iteration,
  MapBin,
  RecitedPassage,
  WindowRate,
  WorkAndControl,
} from "../../base/contract/operations/extract.ts";
import type { ModelConnector } from "../../base/contract/resources/model.ts";
import { EXTRACT_BLOCKS_MAX } from "../../base/limits.ts";
import { greatest } from "../../base/lists/numbers.ts";
import { counted } from "../../base/plural.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { utf16Spans, type WordRange } from "../../core/text/text.ts";
import { readContinuations, WordNumbers } from "../../models/extraction/answers.ts";
import {
  countIn,
  FIRST_MATCH_MIN,
  iterationTest,
  type RecitableText,
  type Recited,
  recitedOf,
  type TestedIteration,
} from "../../models/extraction/iterated.ts";
import { indexWords } from "../../models/extraction/longRuns.ts";
import type { Readings } from "../../models/extraction/measures.ts";
import { NEAR_VERBATIM_WORDS_MIN, rangeOf } from "../../models/extraction/nearVerbatim.ts";
import { meanShareOfWords, shareOfWords } from "../../models/extraction/rates.ts";
import type { TextReadings, WindowReading } from "../../models/extraction/readings.ts";
import { caveatsWhere, stageOf } from "../steps/completeness.ts";
import type { EngineContext } from "../steps/context.ts";
import { requireAnswers } from "./ask.ts";
import { type ExtractPlan, type IterationSettings, iterationOf, iterationPlan, stretchesOf } from "./plan.ts";
import { askIterated, type IteratedReplies, type IteratedText } from "./rounds.ts";
import { continuesOf, type Extraction, longestRunIn, OF_THE_SERVICE, windowsOf } from "./windows.ts";

export async function extractIterated(
  context: EngineContext,
  request: ExtractRequest,
  model: ModelConnector,
  host: HostOptions,
): Promise<Extraction> {
  const { kernels } = context;
  const settings = iterationOf(request);
  const plan = iterationPlan(context, request, settings);
  const numbers = new WordNumbers(kernels);
  const replies = await askIterated({ kernels, model, numbers, settings }, plan, host);
  const answersEach = answersEachOf(replies);
  const read = (asked: IteratedText) => readIteration(kernels, numbers, asked, answersEach);
  const [work, controls] = [read(replies.work), replies.controls.map(read)];
  const firsts = [work, ...controls].map(({ reading }) => reading);
  requireAnswers(firsts, replies.failure, request.observations !== undefined);

  const readings = readingsOf(work, controls);
  const [ofWork, ofControls] = [iterationOfText(work), controlIterations(controls, work)];
  const { openingWords: opening, queries, contextWords, sampling } = settings;
  return {
    plan,
    readings,
    test: iterationTest(testedOf(work), controls.map(testedOf), answersEach ?? Infinity),
    event: EVENT,
    recited: wordRates(work, controls),
    recitedOfControls: controls.map(({ recited }) => Number(recited.words > 0)),
    windows: { ...windowsOf(plan.settings, readings.work), stride: plan.work.lengthWords, design: "census", asked: 1 },
    n_p: [],
    sampled: null,
    longest_run: longestRunIn(longestRunsOf(readings, work, controls), plan, numbers),
    map: mapOf(plan, work, request.work.content!.length),
    iterated: {
      opening,
      queries,
      max_tokens: sampling.max_tokens,
      context: contextWords,
      work: ofWork,
      passages: passagesOf(plan, work),
      controls: ofControls,
      answers_each: answersEach,
    },
    statistic: {
      recited_words: ofWork.recited_words,
      longest_block_words: ofWork.longest_block_words,
      longest_block_words_of_controls: greatest(ofControls, (one) => one.longest_block_words),
      queries: ofWork.queries,
      refusals: ofWork.refusals,
    },
    parameters: parametersOf(model, settings, replies),
    answersSha256: replies.answersSha256,
    caveats: caveatsOfIterated(model, plan, work),
    stages: stagesOf(replies, work.recited.blocks.length),
  };
}

function parametersOf(
  model: ModelConnector,
  { openingWords, queries, contextWords, sampling }: IterationSettings,
  { answersSha256 }: IteratedReplies,
): Method["parameters"] {
  return {
    model: model.name,
    protocol: "iterated",
    opening: openingWords,
    queries,
    max_tokens: sampling.max_tokens,
    context: contextWords,
    temperature: sampling.temperature,
    ...(sampling.top_k !== undefined && { top_k: sampling.top_k }),
    ...(sampling.seed !== undefined && { sampling_seed: sampling.seed }),
    continues: continuesOf(model),
    first_match_min: FIRST_MATCH_MIN,
    block_words_min: NEAR_VERBATIM_WORDS_MIN,
    answers_sha256: answersSha256,
  };
}

const EVENT = `A word counts where it lies in a passage of at least ${NEAR_VERBATIM_WORDS_MIN} words that the model gave back nearly word for word, after it was given the beginning of the text and then its own answers.`;

/** What was not answered leaves open how many more words the model would give back. */
const isOpen = ({ asked: { ended } }: ReadIteration): boolean =>
  ended === "budget" || ended === "failed" || ended === "malformed";

function wordRates(work: ReadIteration, controls: readonly ReadIteration[]): WorkAndControl<WindowRate> {
  const countsOf = (one: ReadIteration) => {
    const of = one.asked.text.words;
    return { hits: one.recited.words, of, undecided: isOpen(one) ? of - one.recited.words : 0 };
  };
  const share = controls.length === 0 ? null : meanShareOfWords(controls.map(countsOf));
  return { work: shareOfWords(countsOf(work)), control: share };
}

/** A text, what the model gave back of it, and the reading of the first answer. */
interface ReadIteration {
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
function answersEachOf({ work, controls }: IteratedReplies): number | null {
  const cut = [work, ...controls].filter(({ ended }) => ended === "budget");
  return cut.length === 0 ? null : cut.reduce((least, { ends }) => Math.min(least, ends.length), Infinity);
}

function readIteration(
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
function readingsOf(work: ReadIteration, controls: readonly ReadIteration[]): Readings {
  const textOf = ({ asked: { source }, reading }: ReadIteration): TextReadings => {
    return { id: source.id, words: source.lengthWords, population: 1, windows: [reading] };
  };
  return { work: textOf(work), controls: controls.map(textOf), isDrawn: false };
}

/** The same, in which each window has the longest run of all answers. */
function longestRunsOf(readings: Readings, work: ReadIteration, controls: readonly ReadIteration[]): Readings {
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

const testedOf = (one: ReadIteration): TestedIteration => {
  const { ended, text } = one.asked;
  const isUnknown = ended === "failed" || ended === "malformed";
  return { words: text.words, recited: isUnknown ? null : one.tested };
};

function iterationOfText({ asked, answers, recited: { blocks, words } }: ReadIteration): Iteration {
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
function controlIterations(controls: readonly ReadIteration[], { asked }: ReadIteration): ControlIteration[] {
  if (controls.length === 0) return [];
  const index = asked.index ?? indexWords(asked.text.reference);
  return controls.map((one) => ({
    id: one.asked.source.id,
    ...iterationOfText(one),
    work_words: recitedOf(asked.text, index, one.answers).words,
  }));
}

function passagesOf(plan: ExtractPlan, { asked, recited: { blocks } }: ReadIteration): RecitedPassage[] {
  const kept = [...blocks]
    .sort((x, y) => y.words - x.words || rangeOf(x).start - rangeOf(y).start)
    .slice(0, EXTRACT_BLOCKS_MAX)
    .sort((x, y) => rangeOf(x).start - rangeOf(y).start);
  const spans = plan.work.content.placed(rangesIn(plan.work, asked.text, kept.map(rangeOf)));
  return kept.map(({ words }, i) => ({ ...spans[i]!, words }));
}

/** The share of each stretch that was given back, and its longest run. */
function mapOf(plan: ExtractPlan, { asked: { text }, recited }: ReadIteration, contentLength: number): MapBin[] {
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

function caveatsOfIterated(
  model: ModelConnector,
  { work: { lengthWords } }: ExtractPlan,
  { asked }: ReadIteration,
): string[] {
  const { ended, text, refusals } = asked;
  return caveatsWhere([
    [
      ended === "differs",
      "The first answer did not continue the text, so the model was asked no further. It may know other parts of it.",
    ],
    [
      refusals > 0,
      "The model or its host declined to continue. No prompt was varied to get around that, so what it would have given back is not known.",
    ],
    [
      true,
      "There was one course of queries for each text. Another opening, length of answers or day may give another result.",
    ],
    [
      continuesOf(model) === "instruction",
      "A message instructed the model to continue its own answers: the recall says what it gives back on request.",
    ],
    [true, OF_THE_SERVICE],
    [
      2 * text.words < lengthWords,
      "More than half of the words of the work lie in the opening or repeat it, so few words are left to give back.",
    ],
  ]);
}

function stagesOf({ work, controls: asked, stopped }: IteratedReplies, blocks: number): Stage[] {
  const texts = [work, ...asked];
  const cut = texts.filter(({ ended }) => ended === "budget").length;
  const lost = texts.filter(({ ended }) => ended === "failed" || ended === "malformed").length;
  const of = counted(texts.length, "text");
  const unlisted = `The ${EXTRACT_BLOCKS_MAX} longest of ${blocks} passages are listed; all count.`;
  return [
    cut > 0
      ? stageOf(
          "asking",
          "bounded",
          `The queries for ${cut} of ${of} ended early: ${stopped ?? "the budget ran out"}. Texts are compared after equally many answers.`,
        )
      : stageOf(
          "asking",
          "failed",
          lost === 0
            ? null
            : `The queries for ${lost} of ${of} ended without a usable answer; intervals allow for either outcome.`,
        ),
    stageOf("passages", "bounded", blocks > EXTRACT_BLOCKS_MAX ? unlisted : null),
  ];
}
