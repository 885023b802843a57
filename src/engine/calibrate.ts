/**
 * A calibration for one's own corpora: cases made of their own texts and of texts that the caller knows are not in them. The logistic
 * weights stay those that are shipped; what they are worth here is measured anew, and the words of corpora that it holds for.
 */
import { rounded } from "../base/numbers.ts";
import type { ConfidenceFeatures } from "../contract/analyze.ts";
import type { Engine, HostOptions } from "../contract/engine.ts";
import { SpoliaError } from "../errors.ts";
import type { Calibration, CalibrationRate } from "../evidence/calibration/calibration.ts";
import { independentCases } from "../evidence/calibration/independent.ts";
import { type LabelledCase, makeCases, type TextUnits, unitsOf } from "../evidence/calibration/planted.ts";
import { stepsOf } from "../evidence/calibration/recalibrate.ts";
import { SHIPPED } from "../evidence/calibration/shipped.ts";
import { featuresOfResult } from "../evidence/confidence.features.ts";
import { logOddsOfFeatures } from "../evidence/confidence.ts";
import type { KernelOptions } from "../kernels/load.ts";
import { RandomStream } from "../kernels/numbers/random.ts";
import { clopperPearson } from "../statistics/binomial.ts";

export interface CalibrateOptions extends HostOptions, KernelOptions {
  /** What results are to name it by. */
  name: string;
  /** YYYY-MM-DD of today: the engine has no clock. */
  date: string;
}

const CASES = 4_000;
/** Works of either side below which nothing can be said. */
const TEXTS_MIN = 5;

type CalibrationCase = LabelledCase & { features: ConfidenceFeatures; verdict: string };

/**
 * @param engine over the corpora, without a calibration
 * @param own   texts of the corpora, each a work
 * @param clean texts of which nothing stands in the corpora, each a work; whether that is so only the caller knows
 * @throws invalid_request where there are too few texts to make cases of; aborted
 */
export async function calibrateWith(
  engine: Engine,
  own: readonly string[],
  clean: readonly string[],
  { name, date, signal, onProgress }: CalibrateOptions,
): Promise<Calibration> {
  const [indexed, foreign] = [own, clean].map((texts) => texts.map(unitsOf).filter(({ places }) => places.length >= 100)) as [
    TextUnits[],
    TextUnits[],
  ];
  if (indexed.length < TEXTS_MIN || foreign.length < TEXTS_MIN) {
    throw new SpoliaError(
      "invalid_request",
      `A calibration needs ${TEXTS_MIN} texts of 100 words of the corpus, and as many clean ones.`,
      {
        hint: `There are ${indexed.length} and ${foreign.length}.`,
      },
    );
  }
  const asked: CalibrationCase[] = [];
  const cases = makeCases(indexed, foreign, CASES, new RandomStream("calibrate"));
  for (const one of cases) {
    asked.push(await ask(engine, one, signal));
    onProgress?.({ stage: "calibrate", done: asked.length, total: cases.length, unit: "cases" });
  }
  const scored = (some: readonly CalibrationCase[]) =>
    some.map(({ features, isEvent }) => ({ isEvent, logOdds: logOddsOfFeatures(SHIPPED, features) }));
  const independent = independentCases(new RandomStream("calibrate independent").shuffle([...asked]));
  const edges = SHIPPED.steps.flatMap(({ from }) => (from === null ? [] : [from]));
  const words = asked.map(({ features }) => features.content_words);
  const { searched_words } = asked[0]!.features;
  return {
    ...SHIPPED,
    name,
    date,
    strata: {
      content_words: [words.reduce((a, b) => Math.min(a, b)), words.reduce((a, b) => Math.max(a, b))],
      // What was searched is one size; a corpus that grew to twice of it has to be calibrated anew.
      searched_words: [Math.ceil(searched_words / 2), 2 * searched_words],
    },
    steps: stepsOf(edges, scored(asked), scored(independent)),
    provenance: {
      data: engine.corpora.map(({ name, revision }) => `${name} ${revision}`),
      held_out: [],
      weights: Object.fromEntries(kindsOf(asked).map(([kind, some]) => [kind, rounded(some.length / asked.length, 4)])),
      cases: { fit: 0, select: asked.length, clusters: independent.length },
      rates: kindsOf(asked).map(([kind, some]) => rateOf(kind, some)),
    },
  };
}

async function ask(engine: Engine, one: LabelledCase, signal: AbortSignal | undefined): Promise<CalibrationCase> {
  const result = await engine.analyze(
    { content: one.text, content_type: "text", options: { max_matches: 10_000 } },
    { signal },
  );
  return { ...one, verdict: result.verdict, features: featuresOfResult(result) };
}

function kindsOf(asked: readonly CalibrationCase[]): [string, CalibrationCase[]][] {
  return [...new Set(asked.map(({ kind }) => kind))].map((kind) => [kind, asked.filter((one) => one.kind === kind)]);
}

function rateOf(kind: string, some: readonly CalibrationCase[]): CalibrationRate {
  const counted = (verdicts: readonly string[]) => {
    const count = some.filter(({ verdict }) => verdicts.includes(verdict)).length;
    const [lo, hi] = clopperPearson(count, some.length);
    return { count, of: some.length, ci_95: [rounded(lo, 4), rounded(hi, 4)] as [number, number] };
  };
  return {
    ...{ kind, is_event: some[0]!.isEvent, cases: { fit: 0, select: some.length } },
    ...{ match: counted(["match"]), found: counted(["match", "partial"]) },
  };
}
