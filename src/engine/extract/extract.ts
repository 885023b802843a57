/**
 * `extract`: chooses windows, queries the model, measures what it recites, and claims no more than the controls
 * support.
 */

import type { Completeness, Method } from "../../base/contract/common.ts";
import type { HostOptions } from "../../base/contract/engine.ts";
import type {
  ControlOutcome,
  ExtractProtocol,
  ExtractRequest,
  ExtractResult,
} from "../../base/contract/operations/extract.ts";
import type { ModelConnector } from "../../base/contract/resources/model.ts";
import { extractRequestSchema } from "../../base/contract/schemas/operations/extract.ts";
import { SpoliaError } from "../../base/errors.ts";
import { EXTRACT_WINDOWS_MAX } from "../../base/limits.ts";
import { sum } from "../../base/lists/numbers.ts";
import { sealed } from "../../models/canaries/custody.ts";
import { claimsOf, controlTest, extractionObservation, propositionsOf } from "../../models/extraction/claims.ts";
import {
  extractableShares,
  longestRun,
  nearVerbatim,
  type Readings,
  rates,
  recitationMap,
  strongestWindows,
} from "../../models/extraction/measures.ts";
import {
  answersOf,
  outcomesOf,
  RECITED_P_Z,
  RECITED_RECALL,
  type TextReadings,
} from "../../models/extraction/readings.ts";
import { areDone, caveatsWhere, stageOf } from "../steps/completeness.ts";
import { type EngineContext, methodOf, modelNamed, type OperationCode, resultId } from "../steps/context.ts";
import { WordNumbers } from "./answers.ts";
import { askedOf, askWindows, type ExtractReplies } from "./ask.ts";
import { continuesOf, generalCaveats, OF_THE_SERVICE } from "./caveats.ts";
import { extractIterated } from "./iterated/iterated.ts";
import { refuseIteration } from "./iterated/plan.ts";
import { observedModel } from "./observed.ts";
import { type ExtractPlan, type ExtractSettings, planOf, settingsOf, stretchesOf } from "./plan.ts";

export const extractOperation: OperationCode<"extract"> = { schema: extractRequestSchema, answer: extract };

async function extract(context: EngineContext, request: ExtractRequest, host: HostOptions): Promise<ExtractResult> {
  const { observations } = request;
  const model = observations === undefined ? modelNamed(context, request.model, "/model") : observedModel(observations);
  const protocol = protocolOf(model, request.protocol);
  if (protocol === "iterated") return extractIterated(context, request, model, host);
  refuseIteration(request);
  const settings = settingsOf(request, protocol);
  const plan = planOf(context, request, settings);
  const numbers = new WordNumbers(context.kernels);
  const replies = await askWindows(context.kernels, model, plan, protocol, numbers, host, observations !== undefined);

  const readings: Readings = { work: replies.work, controls: replies.controls, isDrawn: settings.continuations > 0 };
  const recited = rates(readings, (answer) => answer.recited);
  const discoverable = rates(readings, ({ isDiscoverable }) => isDiscoverable);
  const runs =
    protocol === "scores"
      ? null
      : longestRun(
          readings,
          numbers.countIn(plan.controls.map(({ content }) => content.shingled.text)),
          plan.work.content.placedSpans,
        );
  const test = controlTest(replies.work, replies.controls);
  const claims = claimsOf(test, model.retrieval);
  const method = extractMethod(context, model, protocol, settings, replies);
  const statistic = {
    protocol,
    event: eventOf(protocol, settings),
    windows_each: test.windowsEach,
    discoverable: discoverable.work.hits,
    ...(runs !== null && { longest_run_words: runs.words, longest_run_words_of_controls: runs.control_words ?? 0 }),
  };
  return {
    extract_id: await resultId("ex", method, request),
    model: model.name,
    retrieval: model.retrieval,
    protocol,
    work: { id: request.work.id ?? null, words: replies.work.words },
    propositions: propositionsOf(model.name),
    claims,
    windows: windowsOf(settings, replies.work),
    rates: { event: eventOf(protocol, settings), ...recited },
    extraction: {
      discoverable,
      n_p: protocol === "scores" ? extractableShares(readings) : [],
      sampled: sampledOf(replies.work, settings),
    },
    near_verbatim: protocol === "scores" ? null : nearVerbatim(readings),
    longest_run: runs,
    strongest: strongestWindows(readings, continuesOf(model) !== "instruction", plan.work.content.placedSpans),
    map: mapOf(readings, plan, request.work.content!.length),
    controls: {
      given: request.controls?.length ?? 0,
      used: plan.controls.length,
      windows_each: test.windowsEach,
      p_min: test.pMin,
      all_windows: test.allWindows,
      documents: controlOutcomes(replies.controls, plan),
    },
    observations: [
      await sealed(
        extractionObservation(model.name, model.retrieval, claims.trained_on, test, recited, statistic),
        askedOf(model, request, replies),
      ),
    ],
    caveats: caveatsOf(model, protocol, settings, replies),
    offset_unit: "utf16",
    method,
    completeness: completenessOf(plan, replies),
  };
}

/** @throws model_cannot */
function protocolOf({ scores, completes }: ModelConnector, asked: ExtractProtocol | undefined): ExtractProtocol {
  const protocol = asked ?? (scores === "none" ? "continuations" : "scores");
  if (protocol === "scores" ? scores !== "none" : completes) return protocol;
  const [lacks, other] = protocol === "scores" ? ["log-probabilities", "continuations"] : ["continuations", "scores"];
  const hasOther = protocol === "scores" ? completes : scores !== "none";
  throw new SpoliaError("model_cannot", `This model gives no ${lacks}.`, {
    hint: hasOther
      ? `Request the protocol "${other}".`
      : "It gives neither log-probabilities nor continuations: use another model.",
    fields: [{ pointer: "/protocol", detail: "must be one that the model can answer" }],
  });
}

// The sentence stands in results that earlier versions stored: it keeps its words, so that replays agree.
function eventOf(
  protocol: ExtractProtocol,
  { suffix, unit, continuations, temperature, topK }: ExtractSettings,
): string {
  const scheme = `temperature ${temperature}${topK === null ? "" : `, top ${topK}`}`;
  return protocol === "scores"
    ? `The model goes on with the ${unit === "tokens" ? `${suffix} tokens` : `${suffix} words`} of the suffix with a probability of ${RECITED_P_Z} at least, at ${scheme}.`
    : `The likeliest continuation${continuations === 0 ? "" : `, or one of ${continuations} drawn at ${scheme},`} has ${RECITED_RECALL} of the suffix's own words in common blocks.`;
}

function extractMethod(
  context: EngineContext,
  model: ModelConnector,
  protocol: ExtractProtocol,
  { topK, samplingSeed, isCensus, ...settings }: ExtractSettings,
  { answersSha256 }: ExtractReplies,
): Method {
  const method = methodOf(context, []);
  return {
    ...method,
    parameters: {
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
    },
  };
}

function windowsOf(
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

function mapOf(readings: Readings, plan: ExtractPlan, contentLength: number): ExtractResult["map"] {
  const { edges, stretches } = stretchesOf(plan, contentLength);
  const { shape, settings } = plan;
  return recitationMap(readings, shape, settings.prefix, edges, stretches);
}

function controlOutcomes(controls: readonly TextReadings[], { unused }: ExtractPlan): ControlOutcome[] {
  const used = controls.map(({ id, words, windows }) => ({
    id,
    words,
    windows: answersOf(windows).length,
    recited: outcomesOf(windows, ({ recited }) => recited).filter((outcome) => outcome === true).length,
    reason: null,
  }));
  return [...used, ...unused.map(({ id, words, reason }) => ({ id, words, windows: 0, recited: 0, reason }))];
}

function caveatsOf(
  model: ModelConnector,
  protocol: ExtractProtocol,
  { unit }: ExtractSettings,
  replies: ExtractReplies,
): string[] {
  const { scores } = model;
  const answers = answersOf(replies.work.windows);
  const specific = caveatsWhere([
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
  return [...generalCaveats(model, replies.controls.length), ...specific];
}

function completenessOf(
  { controls, isBounded }: ExtractPlan,
  { work, controls: asked, stopped }: ExtractReplies,
): Completeness {
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
  const noControls = "No control texts were given, so nothing is claimed.";
  const stages = [
    stageOf("windows", "bounded", isBounded ? tooMany : null),
    asking,
    stageOf("controls", "skipped", controls.length === 0 ? noControls : null),
  ];
  return { complete: areDone(stages), stages };
}
