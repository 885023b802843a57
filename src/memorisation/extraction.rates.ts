/** Shares and means over windows, of one text by design and of many texts by texts. Nothing is assumed of how windows depend on each other. */
import type { WindowMean, WindowRate } from "../contract/extract.ts";
import { clopperPearson } from "../statistics/binomial.ts";
import { boundedMeanInterval } from "../statistics/boundedMean.ts";
import { finiteShareInterval } from "../statistics/hypergeometric.ts";
import type { Known } from "./extraction.readings.ts";

interface Design {
  /** Windows that the text has. */
  population: number;
  /** Whether outcomes are drawn, as continuations at a temperature are: then all windows do not tell their probabilities either. */
  isDrawn: boolean;
}

/** @param outcomes of a simple random sample of the text's windows */
export function shareOfWindows(outcomes: readonly Known[], { population, isDrawn }: Design): WindowRate {
  const of = outcomes.length;
  const [hits, undecided] = [countOf(outcomes, true), countOf(outcomes, null)];
  const interval = (x: number) => (isDrawn ? clopperPearson(x, of) : finiteShareInterval(x, of, population));
  return { value: of === 0 ? 0 : hits / of, ci_95: [interval(hits)[0], interval(hits + undecided)[1]], hits, of, undecided };
}

/** @param texts outcomes of each; those without any are left out */
export function shareOfTexts(texts: readonly (readonly Known[])[]): WindowRate {
  const asked = texts.filter((outcomes) => outcomes.length > 0);
  const sum = (what: Known) => asked.reduce((total, outcomes) => total + countOf(outcomes, what), 0);
  const shares = (isHit: (outcome: Known) => boolean) =>
    asked.map((outcomes) => outcomes.filter(isHit).length / outcomes.length);
  const least = shares((outcome) => outcome === true);
  const most = shares((outcome) => outcome !== false);
  const of = asked.reduce((total, outcomes) => total + outcomes.length, 0);
  return {
    value: mean(least),
    ci_95: [boundedMeanInterval(least)[0], boundedMeanInterval(most)[1]],
    ...{ hits: sum(true), of, undecided: sum(null) },
  };
}

/** @param values each 0 to 1, of a simple random sample of the text's windows */
export function meanOfWindows(values: readonly number[], population: number): WindowMean {
  const value = mean(values);
  return { value, ci_95: values.length === population ? [value, value] : boundedMeanInterval(values), windows: values.length };
}

/** @param texts values of each; those without any are left out */
export function meanOfTexts(texts: readonly (readonly number[])[]): WindowMean {
  const means = texts.filter((values) => values.length > 0).map(mean);
  const windows = texts.reduce((sum, values) => sum + values.length, 0);
  return { value: mean(means), ci_95: boundedMeanInterval(means), windows };
}

const countOf = (outcomes: readonly Known[], what: Known) => outcomes.filter((outcome) => outcome === what).length;
// A mean of values up to 1 is no more than 1, whatever rounding makes of it.
const mean = (values: readonly number[]) =>
  values.length === 0 ? 0 : Math.min(1, values.reduce((sum, value) => sum + value, 0) / values.length);
