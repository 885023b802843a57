/**
 * Shares and means over windows. Intervals for one text rest on the sampling design, intervals for many texts on the
 * texts as cases. Neither assumes anything about the dependence of windows.
 */
import type { WindowMean, WindowRate } from "../../base/contract/operations/extract.ts";
import { clopperPearson } from "../../core/statistics/binomial.ts";
import { boundedMeanInterval } from "../../core/statistics/boundedMean.ts";
import { finiteShareInterval } from "../../core/statistics/hypergeometric.ts";
import type { Known } from "./readings.ts";

interface Design {
  /** Number of windows in the text. */
  population: number;
  /**
   * Whether outcomes are random, as continuations at a temperature are: then even a census of all windows has a
   * sampling error.
   */
  isDrawn: boolean;
}

/** @param outcomes of a simple random sample of the text's windows */
export function shareOfWindows(outcomes: readonly Known[], { population, isDrawn }: Design): WindowRate {
  const of = outcomes.length;
  const [hits, undecided] = [countOf(outcomes, true), countOf(outcomes, null)];
  const interval = (x: number) => (isDrawn ? clopperPearson(x, of) : finiteShareInterval(x, of, population));
  return {
    value: of === 0 ? 0 : hits / of,
    ci_95: [interval(hits)[0], interval(hits + undecided)[1]],
    hits,
    of,
    undecided,
  };
}

/** @param texts outcomes of each text; texts without outcomes are left out */
export function shareOfTexts(texts: readonly (readonly Known[])[]): WindowRate {
  const queried = texts.filter((outcomes) => outcomes.length > 0);
  const sum = (what: Known) => queried.reduce((total, outcomes) => total + countOf(outcomes, what), 0);
  const shares = (isHit: (outcome: Known) => boolean) =>
    queried.map((outcomes) => outcomes.filter(isHit).length / outcomes.length);
  const least = shares((outcome) => outcome === true);
  const most = shares((outcome) => outcome !== false);
  const of = queried.reduce((total, outcomes) => total + outcomes.length, 0);
  return {
    value: mean(least),
    ci_95: [boundedMeanInterval(least)[0], boundedMeanInterval(most)[1]],
    hits: sum(true),
    of,
    undecided: sum(null),
  };
}

/** Words of one text: those that were given back, all that count, and those of which that is not known. */
interface RecitedWords {
  hits: number;
  of: number;
  undecided: number;
}

/** All words of a text were compared, so only what is not known makes an interval. */
export function shareOfWords({ hits, of, undecided }: RecitedWords): WindowRate {
  const share = (words: number) => (of === 0 ? 0 : words / of);
  return { value: share(hits), ci_95: [share(hits), share(hits + undecided)], hits, of, undecided };
}

/** The mean over texts, each one case. */
export function meanShareOfWords(texts: readonly RecitedWords[]): WindowRate {
  const shares = texts.filter(({ of }) => of > 0).map(shareOfWords);
  const total = (count: (one: RecitedWords) => number) => texts.reduce((sum, one) => sum + count(one), 0);
  const end = (place: 0 | 1) => boundedMeanInterval(shares.map(({ ci_95 }) => ci_95[place]))[place];
  return {
    value: mean(shares.map(({ value }) => value)),
    ci_95: [end(0), end(1)],
    hits: total(({ hits }) => hits),
    of: total(({ of }) => of),
    undecided: total(({ undecided }) => undecided),
  };
}

/** @param values of a simple random sample of the text's windows, each from 0 to 1 */
export function meanOfWindows(values: readonly number[], population: number): WindowMean {
  const value = mean(values);
  return {
    value,
    ci_95: values.length === population ? [value, value] : boundedMeanInterval(values),
    windows: values.length,
  };
}

/** @param texts values of each text; texts without values are left out */
export function meanOfTexts(texts: readonly (readonly number[])[]): WindowMean {
  const means = texts.filter((values) => values.length > 0).map(mean);
  const windows = texts.reduce((sum, values) => sum + values.length, 0);
  return { value: mean(means), ci_95: boundedMeanInterval(means), windows };
}

const countOf = (outcomes: readonly Known[], what: Known) => outcomes.filter((outcome) => outcome === what).length;
// The values are at most 1, so a mean above 1 can only come from rounding.
const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : Math.min(1, values.reduce((sum, value) => sum + value, 0) / values.length);
