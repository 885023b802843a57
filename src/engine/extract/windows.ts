/** What windows of a text tell: a model scores their suffixes, or goes on with their prefixes. */
import type { Method, Stage } from "../../base/contract/common.ts";
import type { HostOptions } from "../../base/contract/engine.ts";
import type {
  ExtractRequest,
  ExtractResult,
  WindowRate,
  WorkAndControl,
} from "../../base/contract/operations/extract.ts";
import type { ChannelObservation } from "../../base/contract/operations/observation.ts";
import type { ModelConnector } from "../../base/contract/resources/model.ts";
import { EXTRACT_WINDOWS_MAX } from "../../base/limits.ts";
import { sum } from "../../base/lists/numbers.ts";
import { WordNumbers } from "../../models/extraction/answers.ts";
import { type ControlTest, controlTest } from "../../models/extraction/claims.ts";
import {
  extractableShares,
  longestRun,
  type Readings,
  rates,
  recitationMap,
} from "../../models/extraction/measures.ts";
import {
  answersOf,
  outcomesOf,
  RECITED_P_Z,
  RECITED_RECALL,
  type TextReadings,
} from "../../models/extraction/readings.ts";
import { caveatsWhere, stageOf } from "../steps/completeness.ts";
import type { EngineContext } from "../steps/context.ts";
import { askWindows, type ExtractReplies } from "./ask.ts";
import { type ExtractPlan, type ExtractSettings, planOf, refuseIteration, settingsOf, stretchesOf } from "./plan.ts";

/** What a protocol has measured. Fields that stand in the result are as the result has them. */
export interface Extraction
  extends Pick<ExtractResult, "windows" | "map">,
    Pick<ExtractResult["extraction"], "n_p" | "sampled">,
    Pick<ExtractResult, "longest_run" | "iterated"> {
  plan: ExtractPlan;
  readings: Readings;
  test: ControlTest;
  /** What counts as recited, in words, and how much was. */
  event: string;
  recited: WorkAndControl<WindowRate>;
  /** In how many windows each control was recited. */
  recitedOfControls: number[];
  /** Of the observation, beside protocol and event. */
  statistic: ChannelObservation["statistic"];
  /** Of the method. */
  parameters: Method["parameters"];
  answersSha256: string;
  caveats: string[];
  stages: Stage[];
}

export async function extractWindows(
  context: EngineContext,
  request: ExtractRequest,
  model: ModelConnector,
  protocol: "scores" | "continuations",
  host: HostOptions,
): Promise<Extraction> {
  refuseIteration(request);
  const settings = settingsOf(request, protocol);
  const { kernels } = context;
  const plan = planOf(context, request, settings);
  const numbers = new WordNumbers(kernels);
  const isObserved = request.observations !== undefined;
  const replies = await askWindows(kernels, model, plan, protocol, numbers, host, isObserved);
  const readings: Readings = { work: replies.work, controls: replies.controls, isDrawn: settings.continuations > 0 };
  const runs = protocol === "scores" ? null : longestRunIn(readings, plan, numbers);
  const test = controlTest(replies.work, replies.controls);
  const { edges, stretches } = stretchesOf(plan, request.work.content!.length);
  return {
    plan,
    readings,
    test,
    event: eventOf(protocol, settings),
    recited: rates(readings, ({ recited }) => recited),
    recitedOfControls: replies.controls.map(
      ({ windows }) => outcomesOf(windows, ({ recited }) => recited).filter((outcome) => outcome === true).length,
    ),
    windows: windowsOf(settings, replies.work),
    n_p: protocol === "scores" ? extractableShares(readings) : [],
    sampled: sampledOf(replies.work, settings),
    longest_run: runs,
    map: recitationMap(readings, plan.shape, settings.prefix, edges, stretches),
    statistic: {
      windows_each: test.windowsEach,
      discoverable: rates(readings, ({ isDiscoverable }) => isDiscoverable).work.hits,
      ...(runs !== null && { longest_run_words: runs.words, longest_run_words_of_controls: runs.control_words ?? 0 }),
    },
    parameters: parametersOf(model, protocol, settings, replies),
    answersSha256: replies.answersSha256,
    caveats: caveatsOfWindows(model, protocol, settings, replies),
    stages: stagesOf(plan, replies),
  };
}

/** @param readings in which each window has its longest run */
export const longestRunIn = (readings: Readings, { work, controls }: ExtractPlan, numbers: WordNumbers) =>
  longestRun(readings, numbers.countIn(controls.map(({ content }) => content.shingled.text)), work.content.placedSpans);

export const continuesOf = ({ continues = "prefix" }: ModelConnector) => continues;

export const OF_THE_SERVICE =
  "A host may filter, rewrite or refuse what its model would recite: the rate is that of the whole service, not of the model alone.";

// The sentence stands in results that earlier versions stored: it keeps its words, so that replays agree.
function eventOf(
  protocol: "scores" | "continuations",
  { suffix, unit, continuations, temperature, topK }: ExtractSettings,
): string {
  const scheme = `temperature ${temperature}${topK === null ? "" : `, top ${topK}`}`;
  return protocol === "scores"
    ? `The model goes on with the ${unit === "tokens" ? `${suffix} tokens` : `${suffix} words`} of the suffix with a probability of ${RECITED_P_Z} at least, at ${scheme}.`
    : `The likeliest continuation${continuations === 0 ? "" : `, or one of ${continuations} drawn at ${scheme},`} has ${RECITED_RECALL} of the suffix's own words in common blocks.`;
}

function parametersOf(
  model: ModelConnector,
  protocol: "scores" | "continuations",
  { topK, samplingSeed, isCensus, ...settings }: ExtractSettings,
  { answersSha256 }: ExtractReplies,
): Method["parameters"] {
  return {
    model: model.name,
    scores: model.scores,
    protocol,
    unit: settings.unit,
    prefix: settings.prefix,
    suffix: settings.suffix,
    stride: settings.strideWords,
    select: isCensus ? "census" : "sample",
    sample: settings.sample,
    per_control: settings.perControl,
    seed: settings.seed,
    temperature: settings.temperature,
    ...(protocol === "continuations" && { continuations: settings.continuations, continues: continuesOf(model) }),
    ...(topK !== null && { top_k: topK }),
    ...(samplingSeed !== null && { sampling_seed: samplingSeed }),
    answers_sha256: answersSha256,
  };
}

export function windowsOf(
  { unit, prefix, suffix, strideWords }: ExtractSettings,
  { windows, population }: TextReadings,
): ExtractResult["windows"] {
  const reasons = ["budget", "refused", "failed", "malformed", "too_short"] as const;
  const withStatus = (status: string) => windows.filter((window) => window.status === status).length;
  const asked = windows.length - withStatus("budget");
  return {
    unit,
    prefix,
    suffix,
    stride: strideWords,
    design: asked === population ? "census" : "simple_random_sample",
    population,
    asked,
    answered: withStatus("answered"),
    unanswered: reasons.map((reason) => ({ reason, windows: withStatus(reason) })).filter((one) => one.windows > 0),
  };
}

function sampledOf(
  { windows }: TextReadings,
  { continuations }: ExtractSettings,
): ExtractResult["extraction"]["sampled"] {
  if (continuations === 0) return null;
  const drawn = answersOf(windows).map((answer) => answer.drawn);
  return {
    continuations: sum(drawn, ({ of }) => of),
    verbatim: sum(drawn, ({ verbatim }) => verbatim),
  };
}

function caveatsOfWindows(
  model: ModelConnector,
  protocol: "scores" | "continuations",
  { unit }: ExtractSettings,
  replies: ExtractReplies,
): string[] {
  const { scores } = model;
  const answers = answersOf(replies.work.windows);
  return caveatsWhere([
    [
      protocol === "scores" && unit === "tokens",
      "p_z is the probability of one division of the suffix into tokens; other divisions give the same text, so the probability of the text is a little larger.",
    ],
    [
      protocol === "scores" && answers.some(({ logPz }) => logPz !== null && logPz.lo < logPz.hi),
      `The scores (${scores}) give only bounds of p_z under this scheme: certain cases are counted, and the upper end of each interval includes the others.`,
    ],
    [
      answers.some(({ isExplained }) => isExplained),
      "Some suffixes repeat their prefix; continuing them shows no memory, so they count as not recited.",
    ],
    [
      protocol === "continuations" && continuesOf(model) === "instruction",
      "A message instructed the model to continue each prefix: the rate says how often it recites on request, not what it would continue with by itself, and no p_z is given.",
    ],
    [
      protocol === "continuations" && continuesOf(model) === "prefill",
      "Each prefix was the beginning of the model's own reply in a conversation, not its plain input: p_z is that of such a reply.",
    ],
    [protocol === "continuations", OF_THE_SERVICE],
  ]);
}

function stagesOf({ isBounded }: ExtractPlan, { work, controls: asked, stopped }: ExtractReplies): Stage[] {
  const windows = [work, ...asked].flatMap((text) => text.windows);
  const unasked = windows.filter(({ status }) => status === "budget").length;
  const lost = windows.filter(({ status }) => status !== "budget" && status !== "answered").length;
  const asking =
    unasked > 0
      ? stageOf(
          "asking",
          "bounded",
          `${unasked} of ${windows.length} windows were not asked: ${stopped ?? "the budget ran out"}. The windows that were asked are still a simple random sample.`,
        )
      : stageOf(
          "asking",
          "failed",
          lost === 0
            ? null
            : `${lost} of ${windows.length} windows gave no usable reply; the intervals allow for either outcome.`,
        );
  const tooMany = `A census would have more than ${EXTRACT_WINDOWS_MAX} windows, so this number was drawn at random.`;
  return [stageOf("windows", "bounded", isBounded ? tooMany : null), asking];
}
