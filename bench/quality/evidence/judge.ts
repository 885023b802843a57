/** What confidences are worth: calibrated or not, by kind and by stratum; false attributions; what an answer predicts. */
import { clopperPearsonUpper } from "../../../src/core/statistics/binomial.ts";
import { scoreGroups } from "../../../src/core/statistics/scoreGroups.ts";
import { clusteredShareInterval } from "../../statistics/binomial.ts";
import { brier, calibrationError, calibrationLine, type Forecast, logLoss } from "../../statistics/calibrationError.ts";
import { areaUnderRoc } from "../../statistics/roc.ts";
import { grouped, mean, type Proportion, proportion } from "../figures.ts";
import type { Observation } from "./observe.ts";

export interface CalibrationRow {
  group: string;
  cases: number;
  events: number;
  error: number;
  slope: number | null;
  intercept: number | null;
  log_loss: number;
  brier: number;
}

/** A confidence that was not given is no forecast. */
export const isForecast = ({ notGiven }: Observation): boolean => notGiven === null;

export const forecastOf = ({ confidence, isEvent }: Observation): Forecast => ({
  probability: confidence / 100,
  isTrue: isEvent,
});

export const passageForecastOf = ({ passageConfidence, isPassageEvent }: Observation): Forecast => ({
  probability: passageConfidence / 100,
  isTrue: isPassageEvent,
});

export function calibrationRow(
  group: string,
  some: readonly Observation[],
  forecast: (one: Observation) => Forecast = forecastOf,
): CalibrationRow {
  const forecasts = some.filter(isForecast).map(forecast);
  const line = calibrationLine(forecasts);
  return {
    ...{ group, cases: forecasts.length, events: forecasts.filter(({ isTrue }) => isTrue).length },
    ...{ error: calibrationError(forecasts), slope: line?.slope ?? null, intercept: line?.intercept ?? null },
    ...{ log_loss: logLoss(forecasts), brier: brier(forecasts) },
  };
}

const LENGTHS = [200, 1_000, 4_000, Infinity];

export function lengthStratum({ lengthWords }: Observation): string {
  const most = LENGTHS.find((length) => lengthWords <= length)!;
  const least = LENGTHS[LENGTHS.indexOf(most) - 1] ?? 49;
  return most === Infinity ? `over ${least} words` : `${least + 1} to ${most} words`;
}

export interface KindRow {
  kind: string;
  is_event: boolean;
  cases: number;
  match: Proportion;
  found: Proportion;
  mean_confidence: number | null;
  /** Confidence of 50 and more, and of 95 and more. */
  over_50: Proportion;
  over_95: Proportion;
}

export function kindRows(some: readonly Observation[]): KindRow[] {
  return grouped(some, ({ kind }) => kind).map(([kind, cases]) => {
    const share = (holds: (one: Observation) => boolean) => proportion(cases.filter(holds).length, cases.length);
    return {
      ...{ kind, is_event: cases[0]!.isEvent, cases: cases.length },
      match: share(({ verdict }) => verdict === "match"),
      found: share(isAttributed),
      mean_confidence: mean(cases.filter(isForecast).map(({ confidence }) => confidence)),
      over_50: share(({ confidence }) => confidence >= 50),
      over_95: share(({ confidence }) => confidence >= 95),
    };
  });
}

export interface Bin {
  cases: number;
  stated: number;
  came: Proportion;
  /** The mean of the intervals that were stated. */
  interval: [number, number];
}

const BINS = 15;

/** Equally many cases in each bin; equal confidences are not parted. */
export function reliabilityBins(some: readonly Observation[]): Bin[] {
  const ascending = some.filter(isForecast).sort((a, b) => a.confidence - b.confidence);
  const places = grouped(ascending, ({ confidence }) => String(confidence));
  let before = 0;
  const binned = places.flatMap(([, alike]) => {
    const bin = Math.floor((BINS * (before + alike.length / 2)) / ascending.length);
    before += alike.length;
    return alike.map((one) => ({ bin, one }));
  });
  return grouped(binned, ({ bin }) => String(bin)).map(([, members]) => {
    const cases = members.map(({ one }) => one);
    const average = (measureOf: (one: Observation) => number) => mean(cases.map(measureOf))! / 100;
    return {
      cases: cases.length,
      stated: average(({ confidence }) => confidence),
      came: proportion(cases.filter(({ isEvent }) => isEvent).length, cases.length),
      interval: [average(({ confidence_ci_95: [lo] }) => lo), average(({ confidence_ci_95: [, hi] }) => hi)],
    };
  });
}

/** How often a stated interval held the share of events among all cases of the same statement, by cases. */
export function intervalsHeld(some: readonly Observation[]): { statements: number; held: number; cases_held: number } {
  const statements = grouped(
    some.filter(isForecast),
    ({ confidence, confidence_ci_95 }) => `${confidence} ${confidence_ci_95}`,
  );
  const held = statements.filter(([, cases]) => {
    const share = (100 * cases.filter(({ isEvent }) => isEvent).length) / cases.length;
    const [lo, hi] = cases[0]!.confidence_ci_95;
    return lo <= share && share <= hi;
  });
  const all = some.filter(isForecast).length;
  return {
    statements: statements.length,
    held: held.length,
    cases_held: held.reduce((sum, [, cases]) => sum + cases.length, 0) / all,
  };
}

export const isAttributed = ({ verdict }: Observation): boolean => verdict === "match" || verdict === "partial";

export interface FalseAttribution {
  group: string;
  excerpts: number;
  false_alarms: Proportion;
  /** One-sided, exact, of independent excerpts. */
  upper_95: number;
  of_them_match: number;
  works: number;
  works_with_one: number;
  /** Mean over works of each one's share, which allows for unlike works. */
  by_works_95: [number, number];
}

export function falseAttribution(group: string, clean: readonly Observation[]): FalseAttribution {
  const alarms = clean.filter(isAttributed).length;
  const works = grouped(clean, ({ set, cluster }) => `${set} ${cluster}`).map(([, cases]) => ({
    hits: cases.filter(isAttributed).length,
    cases: cases.length,
  }));
  return {
    ...{ group, excerpts: clean.length, false_alarms: proportion(alarms, clean.length) },
    upper_95: clopperPearsonUpper(alarms, clean.length),
    of_them_match: clean.filter(({ verdict }) => verdict === "match").length,
    ...{ works: works.length, works_with_one: works.filter(({ hits }) => hits > 0).length },
    by_works_95: clusteredShareInterval(works),
  };
}

export interface PredictiveRow {
  group: string;
  answer: string;
  prevalence: number;
  /** Of such answers, how many are right: at the rates measured, and with the false alarms at their upper bound. */
  value: number;
  value_at_bound: number;
}

export const PREVALENCES = [0.5, 0.1, 0.01, 0.001];

/** Answers on content of which that share is event G and the rest clean text, without quotations and formulas. */
export function predictiveRows(
  group: string,
  events: readonly Observation[],
  clean: readonly Observation[],
): PredictiveRow[] {
  return (["match", "match or partial"] as const).flatMap((answer) => {
    const isAnswer = (one: Observation) => (answer === "match" ? one.verdict === "match" : isAttributed(one));
    const right = events.filter(isAnswer).length / events.length;
    const alarms = clean.filter(isAnswer).length;
    return PREVALENCES.map((prevalence) => {
      const valueAt = (wrong: number) => (prevalence * right) / (prevalence * right + (1 - prevalence) * wrong);
      const [value, value_at_bound] = [
        valueAt(alarms / clean.length),
        valueAt(clopperPearsonUpper(alarms, clean.length)),
      ];
      return { group, answer, prevalence, value, value_at_bound };
    });
  });
}

/** Area under the ROC curve of a measure of what was found: passages that were planted against those of clean text. */
export function separation(group: string, some: readonly Observation[]) {
  const found = some.filter(({ features }) => features.passage_words > 0);
  const reuse = found.filter(({ isEvent, kind }) => isEvent || kind === "below the event");
  const chance = found.filter(({ kind }) => kind.startsWith("clean") || kind === "natural formulas");
  const area = (measureOf: (features: Observation["features"]) => number) => {
    if (reuse.length === 0 || chance.length === 0) return null;
    return areaUnderRoc(
      scoreGroups(
        reuse.map(({ features }) => measureOf(features)),
        chance.map(({ features }) => measureOf(features)),
      ),
    );
  };
  return {
    ...{ group, reuse: reuse.length, chance: chance.length },
    rarity_bits: area(({ rarity_bits }) => rarity_bits),
    surprise: area(({ rarity_bits, searched_words }) => rarity_bits - Math.log2(searched_words)),
    passage_words: area(({ passage_words }) => passage_words),
    longest_run: area(({ longest_run_words }) => longest_run_words),
    bits_a_word: area(({ rarity_bits, passage_words }) => rarity_bits / passage_words),
  };
}

export function worstLines(some: readonly Observation[], count: number): string[] {
  const lossOf = ({ confidence, isEvent }: Observation) => (isEvent ? 100 - confidence : confidence);
  return some
    .filter(isForecast)
    .sort((a, b) => lossOf(b) - lossOf(a))
    .filter((one, i, all) => all.slice(0, i).filter(({ kind }) => kind === one.kind).length < 4)
    .slice(0, count)
    .map(
      ({ id, verdict, confidence, isEvent, size, lengthWords, features, passage }) =>
        `${isEvent ? "event" : "no event"} told with ${confidence.toFixed(1)}, ${verdict}, ${lengthWords} words on the ${size}: ${id}; ` +
        `${features.passage_words} words in ${features.documents} documents: ${passage}`,
    );
}

/** What was told falsely of clean excerpts, a line each. */
export function falseLines(clean: readonly Observation[]): string[] {
  return clean
    .filter(isAttributed)
    .map(
      ({ id, verdict, size, lengthWords, features, passage }) =>
        `clean, told as ${verdict}, ${lengthWords} words on the ${size}: ${id}; ${features.passage_words} words, ` +
        `run of ${features.longest_run_words}: ${passage}`,
    );
}
