/** What was found of a tiny model, in the form in which `score` takes it, and the likelihood ratio that it makes of that. */
import type { ChannelObservation, ObservedRate } from "../../../src/base/contract/operations/observation.ts";
import { exp } from "../../../src/core/kernels/numbers/exp.reference.ts";
import { clopperPearson } from "../../../src/core/statistics/binomial.ts";
import { headlineOf } from "../../../src/engine/evidence/channels/headline.ts";
import { checkObservations, observedChannels } from "../../../src/engine/evidence/channels/observations.ts";
import type { Ranked, Summary } from "./summary.ts";

const CANARY_CONTROLS = 199;
const ORDER_CONTROLS = 99;
const DOCUMENTS = 100;
const TESTED = 50;

const BASE = {
  ...({ model: "tiny", tests: 1, power: null, rates: null, retrieval: "absent", statistic: {}, reason: null } as const),
};

export function membershipObservation({ tests }: Summary, gate: "refused" | "passed"): ChannelObservation {
  const isPassed = gate === "passed";
  return {
    ...{ ...BASE, channel: "membership", exactness: "exploratory", controls: DOCUMENTS },
    ...{ p: isPassed ? tests.membership : null, gate: isPassed ? "passed" : "not_passed" },
  };
}

export function inferenceObservation(p: number): ChannelObservation {
  return { ...BASE, channel: "dataset_inference", exactness: "exact", p, controls: TESTED, gate: "passed" };
}

export function orderObservation(p: number): ChannelObservation {
  return { ...BASE, channel: "order", exactness: "exact", p, controls: ORDER_CONTROLS, gate: "not_needed" };
}

/** @param positives ranks of canaries that members learnt as often; none, and the p-value counts as an e-value */
export function canaryObservation(
  { p, rank }: Pick<Ranked, "p" | "rank">,
  positives: readonly number[] = [],
): ChannelObservation {
  const power = positives.length === 0 ? null : { rank, rate: powerAt(rank, positives) };
  return { ...BASE, channel: "canary", exactness: "exact", p, controls: CANARY_CONTROLS, power, gate: "not_needed" };
}

function powerAt(rank: number, positives: readonly number[]): ObservedRate {
  const hits = positives.filter((one) => one <= rank).length;
  return { value: hits / positives.length, ci_95: clopperPearson(hits, positives.length), hits, of: positives.length };
}

/** What `score` gives as the ratio of these observations together. */
export function headlineRatio(observations: readonly ChannelObservation[]): number {
  checkObservations(observations, () => true);
  return exp(Math.LN10 * (headlineOf(observedChannels(observations)).log10_lr?.estimate ?? 0));
}
