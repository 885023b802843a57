/** `extract` by iterated continuation: the result of what a model gives back of whole texts. */

import type { Completeness, Method } from "../../../base/contract/common.ts";
import type { HostOptions } from "../../../base/contract/engine.ts";
import type {
  ExtractRequest,
  ExtractResult,
  WindowRate,
  WorkAndControl,
} from "../../../base/contract/operations/extract.ts";
import type { ModelConnector } from "../../../base/contract/resources/model.ts";
import { EXTRACT_BLOCKS_MAX } from "../../../base/limits.ts";
import { greatest } from "../../../base/lists/numbers.ts";
import { counted } from "../../../base/plural.ts";
import { sealed } from "../../../models/canaries/custody.ts";
import {
  type ControlTest,
  claimsOf,
  extractionObservation,
  propositionsOf,
} from "../../../models/extraction/claims.ts";
import { FIRST_MATCH_MIN, iterationTest } from "../../../models/extraction/iterated.ts";
import { longestRun, nearVerbatim, rates, strongestWindows } from "../../../models/extraction/measures.ts";
import { NEAR_VERBATIM_WORDS_MIN } from "../../../models/extraction/nearVerbatim.ts";
import { meanShareOfWords, shareOfWords } from "../../../models/extraction/rates.ts";
import type { WindowReading } from "../../../models/extraction/readings.ts";
import { areDone, caveatsWhere, stageOf } from "../../steps/completeness.ts";
import { type EngineContext, methodOf, resultId } from "../../steps/context.ts";
import { WordNumbers } from "../answers.ts";
import { askedOf, requireAnswers } from "../ask.ts";
import { continuesOf, generalCaveats, OF_THE_SERVICE } from "../caveats.ts";
import type { ExtractPlan } from "../plan.ts";
import { askIterated, type IteratedReplies, type IteratedText } from "./ask.ts";
import { type IterationSettings, iterationOf, iterationPlan } from "./plan.ts";
import {
  answersEachOf,
  controlIterations,
  iterationOfText,
  longestRunsOf,
  mapOf,
  passagesOf,
  type ReadIteration,
  readIteration,
  readingsOf,
  testedOf,
} from "./read.ts";

export async function extractIterated(
  context: EngineContext,
  request: ExtractRequest,
  model: ModelConnector,
  host: HostOptions,
): Promise<ExtractResult> {
  const settings = iterationOf(request);
  const plan = iterationPlan(context, request, settings);
  const numbers = new WordNumbers(context.kernels);
  const replies = await askIterated({ kernels: context.kernels, model, numbers, settings }, plan, host);
  const answersEach = answersEachOf(replies);
  const read = (asked: IteratedText) => readIteration(context.kernels, numbers, asked, answersEach);
  const [work, controls] = [read(replies.work), replies.controls.map(read)];
  const firsts = [work, ...controls].map(({ reading }) => reading);
  requireAnswers(firsts, replies.failure, request.observations !== undefined);

  const readings = readingsOf(work, controls);
  const recited = wordRates(work, controls);
  const runs = longestRun(
    longestRunsOf(readings, work, controls),
    numbers.countIn(plan.controls.map(({ content }) => content.shingled.text)),
    plan.work.content.placedSpans,
  );
  const test = iterationTest(testedOf(work), controls.map(testedOf), answersEach ?? Infinity);
  const claims = claimsOf(test, model.retrieval);
  const method = methodOfIterated(context, model, settings, replies);
  const [ofWork, ofControls] = [iterationOfText(work), controlIterations(controls, work)];
  const statistic = {
    protocol: "iterated",
    event: EVENT,
    recited_words: ofWork.recited_words,
    longest_block_words: ofWork.longest_block_words,
    longest_block_words_of_controls: greatest(ofControls, (one) => one.longest_block_words),
    queries: ofWork.queries,
    refusals: ofWork.refusals,
  };
  return {
    extract_id: await resultId("ex", method, request),
    model: model.name,
    retrieval: model.retrieval,
    protocol: "iterated",
    work: { id: request.work.id ?? null, words: plan.work.lengthWords },
    propositions: propositionsOf(model.name),
    claims,
    windows: windowOf(plan, work.reading),
    rates: { event: EVENT, ...recited },
    extraction: { discoverable: rates(readings, ({ isDiscoverable }) => isDiscoverable), n_p: [], sampled: null },
    near_verbatim: nearVerbatim(readings),
    longest_run: runs,
    strongest: strongestWindows(readings, true, plan.work.content.placedSpans),
    map: mapOf(plan, work, request.work.content!.length),
    iterated: {
      opening: settings.openingWords,
      queries: settings.queries,
      max_tokens: settings.sampling.max_tokens,
      context: settings.contextWords,
      work: ofWork,
      passages: passagesOf(plan, work),
      controls: ofControls,
      answers_each: answersEach,
    },
    controls: controlsOf(request, plan, controls, test),
    observations: [
      await sealed(
        extractionObservation(model.name, model.retrieval, claims.trained_on, test, recited, statistic),
        askedOf(model, request, replies),
      ),
    ],
    caveats: caveatsOf(model, controls.length, plan, work),
    offset_unit: "utf16",
    method,
    completeness: completenessOf(plan, replies, work.recited.blocks.length),
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

function windowOf({ settings, work }: ExtractPlan, { status }: WindowReading): ExtractResult["windows"] {
  return {
    unit: "words",
    prefix: settings.prefix,
    suffix: settings.suffix,
    stride: work.lengthWords,
    design: "census",
    population: 1,
    asked: 1,
    answered: Number(status === "answered"),
    unanswered: status === "answered" ? [] : [{ reason: status, windows: 1 }],
  };
}

function controlsOf(
  { controls: given = [] }: ExtractRequest,
  { unused }: ExtractPlan,
  controls: readonly ReadIteration[],
  test: ControlTest,
): ExtractResult["controls"] {
  const used = controls.map(({ asked: { source }, reading, recited }) => ({
    id: source.id,
    words: source.lengthWords,
    windows: Number(reading.answer !== null),
    recited: Number(recited.words > 0),
    reason: null,
  }));
  return {
    given: given.length,
    used: controls.length,
    windows_each: test.windowsEach,
    p_min: test.pMin,
    all_windows: test.allWindows,
    documents: [...used, ...unused.map(({ id, words, reason }) => ({ id, words, windows: 0, recited: 0, reason }))],
  };
}

function methodOfIterated(
  context: EngineContext,
  model: ModelConnector,
  { openingWords, queries, contextWords, sampling }: IterationSettings,
  { answersSha256 }: IteratedReplies,
): Method {
  const method = methodOf(context, []);
  return {
    ...method,
    parameters: {
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
    },
  };
}

function caveatsOf(
  model: ModelConnector,
  controls: number,
  { work: { lengthWords } }: ExtractPlan,
  { asked }: ReadIteration,
): string[] {
  const { ended, text, refusals } = asked;
  const specific = caveatsWhere([
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
  return [...generalCaveats(model, controls), ...specific];
}

function completenessOf(
  { controls }: ExtractPlan,
  { work, controls: asked, stopped }: IteratedReplies,
  blocks: number,
): Completeness {
  const texts = [work, ...asked];
  const cut = texts.filter(({ ended }) => ended === "budget").length;
  const lost = texts.filter(({ ended }) => ended === "failed" || ended === "malformed").length;
  const of = counted(texts.length, "text");
  const unlisted = `The ${EXTRACT_BLOCKS_MAX} longest of ${blocks} passages are listed; all count.`;
  const stages = [
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
    stageOf(
      "controls",
      "skipped",
      controls.length === 0 ? "No control texts were given, so nothing is claimed." : null,
    ),
  ];
  return { complete: areDone(stages), stages };
}
