/**
 * Calibrates the confidence for the caller's own corpora. Cases are made from texts of the corpora and from texts that
 * the caller knows are not in them. The shipped logistic weights are kept; their likelihood ratios and the valid range
 * of corpus sizes are measured anew.
 */

import type { Engine, HostOptions } from "../base/contract/engine.ts";
import type { ConfidenceFeatures } from "../base/contract/operations/analyze.ts";
import { SpoliaError } from "../base/errors.ts";
import { rounded } from "../base/lists/numbers.ts";
import { inOrder } from "../base/queues/inOrder.ts";
import type { KernelOptions } from "../core/kernels/load.ts";
import { RandomStream } from "../core/kernels/numbers/random.ts";
import { clopperPearson } from "../core/statistics/binomial.ts";
import type { Corpus } from "../corpus/search/corpus.ts";
import {
  type Calibration,
  type CalibrationRate,
  type EventModel,
  largestLog10Lr,
} from "./evidence/calibration/calibration.ts";
import { independentCases } from "./evidence/calibration/independent.ts";
import { type LabelledCase, makeCases, type TextUnits, unitsOf } from "./evidence/calibration/planted.ts";
import { stepsOf } from "./evidence/calibration/recalibrate.ts";
import { SHIPPED, SHIPPED_WITHOUT_TEXT } from "./evidence/calibration/shipped.ts";
import { logOddsOfFeatures } from "./evidence/confidence/confidence.ts";
import { EVENT_WORDS_MIN, eventWords } from "./evidence/confidence/event.ts";

export interface CalibrateOptions extends HostOptions, KernelOptions {
  /** Name of the calibration in results. */
  name: string;
  /** YYYY-MM-DD of today: the engine has no clock. */
  date: string;
}

const CASES = 4_000;
/** Least number of works on each side. */
const TEXTS_MIN = 5;

interface CalibrateWithOptions extends CalibrateOptions {
  /** Cases that the engine answers at once. Default 1: an engine of this thread answers no two the sooner. */
  lanes?: number;
}

type CalibrationCase = LabelledCase & { features: ConfidenceFeatures; verdict: string };
type Label = "isEvent" | "isPassageEvent";

/**
 * @param engine over the corpora, without a calibration
 * @param corpora searched in the same depth
 * @param own   texts of the corpora, each a work
 * @param clean texts of which no part is in the corpora, each a work; only the caller can guarantee this
 * @throws invalid_request where there are too few texts to make cases of; aborted
 */
export async function calibrateWith(
  engine: Engine,
  corpora: readonly Pick<Corpus, "info" | "lookups">[],
  own: readonly string[],
  clean: readonly string[],
  { name, date, signal, onProgress, lanes = 1 }: CalibrateWithOptions,
): Promise<Calibration> {
  const fitted_for = fittedFor(corpora);
  const shipped = fitted_for.text === "none" ? SHIPPED_WITHOUT_TEXT : SHIPPED;
  const [indexed, foreign] = [own, clean].map((texts) =>
    texts.map(unitsOf).filter(({ places }) => places.length >= 100),
  ) as [TextUnits[], TextUnits[]];
  if (indexed.length < TEXTS_MIN || foreign.length < TEXTS_MIN) {
    throw new SpoliaError(
      "invalid_request",
      `A calibration needs ${TEXTS_MIN} texts of at least 100 words from the corpus, and as many clean texts.`,
      {
        hint: `There are ${indexed.length} and ${foreign.length}.`,
      },
    );
  }
  const analysed: CalibrationCase[] = [];
  const cases = makeCases(indexed, foreign, CASES, new RandomStream("calibrate"));
  for await (const answered of inOrder(lanes, cases, (one) => ask(engine, one, signal))) {
    // A search that ended early and found nothing gives no confidence, with any calibration.
    if (answered !== null) analysed.push(answered);
    onProgress?.({ stage: "calibrate", done: analysed.length, total: cases.length, unit: "cases" });
  }
  const independent = independentCases(new RandomStream("calibrate independent").shuffle([...analysed]));
  const words = analysed.map(({ features }) => features.content_words);
  const { searched_words } = analysed[0]!.features;
  const strata: Calibration["strata"] = {
    content_words: [words.reduce((a, b) => Math.min(a, b)), words.reduce((a, b) => Math.max(a, b))],
    // The cases cover one corpus size; a corpus that has doubled needs a new calibration.
    searched_words: [Math.ceil(searched_words / 2), 2 * searched_words],
  };
  const recalibrated = (model: EventModel, label: Label): EventModel => {
    const edges = model.steps.flatMap(({ from }) => (from === null ? [] : [from]));
    const scored = (some: readonly CalibrationCase[]) =>
      some.map((one) => ({
        isEvent: one[label],
        logOdds: logOddsOfFeatures(
          { ...shipped, strata },
          model,
          one.features,
          label === "isEvent" ? eventWords(one.features.content_words) : EVENT_WORDS_MIN,
        ),
      }));
    // A corpus' own cases are too few for a table of each length.
    return { ...model, steps: stepsOf(edges, scored(analysed), scored(independent)), by_length: undefined };
  };
  const others = new Set(analysed.filter(({ isEvent }) => !isEvent).map(({ cluster }) => cluster)).size;
  return {
    ...shipped,
    ...recalibrated(shipped, "isEvent"),
    passage: recalibrated(shipped.passage ?? shipped, "isPassageEvent"),
    name,
    date,
    fitted_for,
    strata,
    largest: [{ content_words: strata.content_words, log10_lr: largestLog10Lr(others) }],
    provenance: {
      data: engine.corpora.map(({ name, revision }) => `${name} ${revision}`),
      held_out: [],
      weights: Object.fromEntries(
        kindsOf(analysed).map(([kind, some]) => [kind, rounded(some.length / analysed.length, 4)]),
      ),
      cases: { fit: 0, select: analysed.length, clusters: independent.length },
      rates: kindsOf(analysed).map(([kind, some]) => rateOf(kind, some)),
    },
  };
}

/** A calibration with which corpora without text give the features that the new one is made of. */
export function provisionalFor(corpora: readonly Corpus[]): { calibration?: Calibration } {
  const fitted_for = fittedFor(corpora);
  return fitted_for.text === "none" ? { calibration: { ...SHIPPED_WITHOUT_TEXT, fitted_for } } : {};
}

/**
 * What a calibration over these corpora is for. Those without text give no confidence without one.
 *
 * @throws invalid_request where some have text and others have none, or are searched in other depths
 */
function fittedFor(corpora: readonly Pick<Corpus, "info" | "lookups">[]): Calibration["fitted_for"] {
  const withText = corpora.filter(({ info }) => info.has_text).length;
  if (withText > 0 && withText < corpora.length) {
    throw new SpoliaError("invalid_request", "Some of the corpora have text and others have none.", {
      hint: "A calibration is for one of both: make two.",
    });
  }
  const common = { ...SHIPPED.fitted_for, lookups: lookupsOf(corpora) };
  const [first] = corpora;
  if (first === undefined || withText > 0) return common;
  return { ...common, profile: first.info.profile.name, text: "none" };
}

/** @throws invalid_request where some corpora are searched in coarse depth and others are not */
function lookupsOf(corpora: readonly Pick<Corpus, "lookups">[]): Calibration["fitted_for"]["lookups"] {
  const coarse = corpora.filter(({ lookups }) => lookups === "coarse").length;
  if (coarse === 0) return "full";
  if (coarse === corpora.length) return "coarse";
  throw new SpoliaError("invalid_request", "Some of the corpora are searched in coarse depth and others in full.", {
    hint: "A calibration is for one depth: open all with the same `depth`.",
  });
}

async function ask(
  engine: Engine,
  one: LabelledCase,
  signal: AbortSignal | undefined,
): Promise<CalibrationCase | null> {
  const result = await engine.analyze(
    { content: one.text, content_type: "text", options: { max_matches: 1 } },
    { signal },
  );
  const { verdict, confidence_features: features } = result;
  return features && { ...one, verdict, features };
}

function kindsOf(analysed: readonly CalibrationCase[]): [string, CalibrationCase[]][] {
  return [...new Set(analysed.map(({ kind }) => kind))].map((kind) => [
    kind,
    analysed.filter((one) => one.kind === kind),
  ]);
}

function rateOf(kind: string, some: readonly CalibrationCase[]): CalibrationRate {
  const counted = (verdicts: readonly string[]) => {
    const count = some.filter(({ verdict }) => verdicts.includes(verdict)).length;
    const [lo, hi] = clopperPearson(count, some.length);
    return { count, of: some.length, ci_95: [rounded(lo, 4), rounded(hi, 4)] as [number, number] };
  };
  return {
    kind,
    is_event: some[0]!.isEvent,
    cases: { fit: 0, select: some.length },
    match: counted(["match"]),
    found: counted(["match", "partial"]),
  };
}
