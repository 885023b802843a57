/** The observations that `score` takes, made from the results of the tests. */
import type { ChannelObservation } from "../../base/contract/operations/observation.ts";
import type { BlindGate, DatasetInference, MembershipTest } from "../../base/contract/operations/probe.ts";

/** The results of the tests, and the facts about the request that an observation contains. */
interface Concluded {
  model: string;
  retrieval: ChannelObservation["retrieval"];
  test: MembershipTest;
  gate: BlindGate;
  inference: DatasetInference;
}

/**
 * Observations of the channels that were measured. If the gate was not passed, they contain no p-value, whatever a test
 * gave.
 */
export function observationsOf(concluded: Concluded): ChannelObservation[] {
  return [membershipObservation(concluded), inferenceObservation(concluded)].filter((one) => one !== null);
}

function membershipObservation({ model, retrieval, test, gate }: Concluded): ChannelObservation | null {
  if (test.status === "not_measured") return null;
  const best = test.statistics.find(({ p_corrected }) => p_corrected === test.p)!;
  return {
    channel: "membership",
    model,
    p: gate.outcome === "passed" ? test.p : null,
    exactness: "exploratory",
    tests: test.tests,
    controls: test.clusters.controls,
    power: null,
    gate: gate.outcome,
    rates: null,
    retrieval,
    statistic: {
      statistic: best.statistic,
      suspect_mean: best.suspect_mean!,
      control_mean: best.control_mean!,
      suspects: test.clusters.suspects,
      correction: "holm",
    },
    reason: gate.reason ?? associationOf(test.p!),
  };
}

/** A p-value above this is not reported as a difference. */
const ASSOCIATION_P_MAX = 0.05;

function associationOf(p: number): string {
  return p <= ASSOCIATION_P_MAX
    ? "The model prefers the suspects to matched controls; why texts came to stand on either side is not known."
    : "The model prefers the suspects to matched controls no more than chance may. That is no evidence against training.";
}

function inferenceObservation({ model, retrieval, gate, inference }: Concluded): ChannelObservation | null {
  const { test, tested, loss_difference, exactness } = inference;
  if (test === null || loss_difference === null) return null;
  // The rule detects any difference, but training can only make texts likelier.
  const isLikelier = loss_difference > 0;
  const assumption = "That suspects and held-out texts might have changed places is assumed, not documented.";
  return {
    channel: "dataset_inference",
    model,
    p: gate.outcome !== "passed" ? null : isLikelier ? test.p : 1,
    exactness,
    tests: 1,
    controls: tested.controls,
    power: null,
    gate: gate.outcome,
    rates: null,
    retrieval,
    statistic: { difference: test.difference, loss_difference, divisions: test.divisions, suspects: tested.suspects },
    reason:
      gate.reason ??
      (isLikelier
        ? exactness === "exact"
          ? null
          : assumption
        : "The suspects are less likely to the model than the held-out texts."),
  };
}
