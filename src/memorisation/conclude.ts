/** From what was observed of every text to tests, and from tests to what `score` is told. */

import type { Interval } from "../contract/common.ts";
import type { ChannelObservation } from "../contract/observation.ts";
import type {
  BlindGate,
  DatasetInference,
  MembershipStatistic,
  MembershipTest,
  ProbedText,
  StatisticTest,
  StatisticValue,
} from "../contract/probe.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { byCluster, type Clustered, clusterMeans, combined, conformalP, eValueOf, permutationP } from "./controls.ts";
import { mean } from "./formulas.ts";
import { type Measured, measure, type Views } from "./membership.ts";

/** Independent matched controls below which no p-value is told: the smallest would be above .01. */
export const CONTROLS_MIN = 100;
/** A p-value that lies on both sides of this, as bounds are taken, is none. */
const DECISION = 0.05;

export interface ObservedText {
  id: string;
  cluster: string;
  side: "suspect" | "control";
  /** What was asked of it, or why it was not answered. */
  views: Views | { unanswered: string };
  compressedBytes: number;
  positionsLeftOut: number;
}

interface MeasuredText {
  text: ObservedText;
  values: Map<MembershipStatistic, Measured>;
}

export interface Membership {
  texts: ProbedText[];
  test: MembershipTest;
}

/** @param stream name of the random divisions */
export function membership(
  kernels: Kernels,
  texts: readonly ObservedText[],
  statistics: readonly MembershipStatistic[],
  stream: string,
): Membership {
  const measured = texts.map((text): MeasuredText => {
    const { views } = text;
    const values = "unanswered" in views ? [] : statistics.map((name) => [name, measure(name, views)] as const);
    return { text, values: new Map(values) };
  });
  const answered = measured.filter(({ text }) => !("unanswered" in text.views));
  const [suspects, controls] = (["suspect", "control"] as const).map((side) =>
    answered.filter(({ text }) => text.side === side),
  ) as [MeasuredText[], MeasuredText[]];
  const clusters = { suspects: clustersOf(suspects), controls: clustersOf(controls) };
  const hasControls = clusters.controls >= CONTROLS_MIN;
  const rows = statistics.map((statistic) => testOf(kernels, statistic, suspects, controls, hasControls, stream));
  const { corrected, p, e } = combined(rows.map((row) => row.p));
  const told = rows.map((row, i) => ({ ...row, p_corrected: corrected[i]! }));
  return {
    texts: measured.map((one) => textResult(one, statistics, hasControls ? controls : [])),
    test: {
      status: p === null ? "not_measured" : "measured",
      reason: p === null ? whyNot(clusters) : null,
      tests: statistics.length,
      clusters,
      statistics: told,
      p,
      e,
    },
  };
}

const clustersOf = (texts: readonly MeasuredText[]): number => byCluster(texts.map(({ text }) => text)).size;

function whyNot({ suspects, controls }: MembershipTest["clusters"]): string {
  if (suspects === 0) return "No suspect was answered.";
  if (controls < CONTROLS_MIN)
    return `A p-value needs ${CONTROLS_MIN} independent matched controls; ${controls} were answered.`;
  return "No statistic could be computed for all texts.";
}

function valueOf({ text, values }: MeasuredText, statistic: MembershipStatistic): Clustered<Interval | null> {
  const measured = values.get(statistic);
  return { cluster: text.cluster, value: measured !== undefined && "value" in measured ? measured.value : null };
}

/** One statistic over all texts; those for which it is undefined are left out, as they would be whichever side they stood on. */
function testOf(
  kernels: Kernels,
  statistic: MembershipStatistic,
  suspects: readonly MeasuredText[],
  controls: readonly MeasuredText[],
  hasControls: boolean,
  stream: string,
): StatisticTest {
  const sides = [suspects, controls].map((side) => side.map((one) => valueOf(one, statistic)));
  const isBounded = sides.flat().some(({ value }) => value !== null && value[0] !== value[1]);
  const [some, others] = sides.map((side) =>
    side.flatMap(({ cluster, value }) => (value === null ? [] : { cluster, value: value[0] })),
  ) as [Clustered<number>[], Clustered<number>[]];
  const p = hasControls && !isBounded ? permutationP(kernels, some, others, `${stream}/${statistic}`) : null;
  return {
    statistic,
    suspect_mean: isBounded ? null : mean(clusterMeans(some)),
    control_mean: isBounded ? null : mean(clusterMeans(others)),
    p,
    p_corrected: null,
    e: p === null ? null : eValueOf(p),
    reason: isBounded ? "only bounds are known" : reasonOf([...suspects, ...controls], statistic, [some, others]),
  };
}

/** Why a statistic has no value on one of the sides: what is said of the first text. */
function reasonOf(
  texts: readonly MeasuredText[],
  statistic: MembershipStatistic,
  sides: readonly (readonly unknown[])[],
): string | null {
  if (sides.every(({ length }) => length > 0)) return null;
  const without = texts
    .map(({ values }) => values.get(statistic))
    .find((measured) => measured !== undefined && "reason" in measured);
  return without !== undefined && "reason" in without ? without.reason : "no text on one of the sides";
}

function textResult(
  { text, values }: MeasuredText,
  statistics: readonly MembershipStatistic[],
  controls: readonly MeasuredText[],
): ProbedText {
  const { id, side, cluster, views, compressedBytes, positionsLeftOut } = text;
  const isUnanswered = "unanswered" in views;
  const told = isUnanswered
    ? []
    : statistics.map((name) => {
        const others = controls.length === 0 || side === "control" ? null : controls.map((one) => valueOf(one, name));
        return [name, toldValue(values.get(name)!, others)] as const;
      });
  const { p, e } = combined(told.map(([, value]) => value.p));
  return {
    id,
    side,
    cluster,
    status: isUnanswered ? "unanswered" : "answered",
    reason: isUnanswered ? views.unanswered : null,
    tokens: isUnanswered ? 0 : views.text.length,
    positions_left_out: positionsLeftOut,
    compressed_bytes: compressedBytes,
    statistics: Object.fromEntries(told),
    p,
    e,
  };
}

/** @param controls of the statistic, or `null` where no p-value is told */
function toldValue(measured: Measured, controls: readonly Clustered<Interval | null>[] | null): StatisticValue {
  if ("reason" in measured) return { value: null, interval: null, p: null, reason: measured.reason };
  const { value } = measured;
  const isKnown = value[0] === value[1];
  const base = { value: isKnown ? value[0] : null, interval: isKnown ? null : value };
  if (controls === null) return { ...base, p: null, reason: isKnown ? null : "only bounds are known" };
  const { p, least } = conformalP(value, controls);
  if (p > DECISION && least <= DECISION) return { ...base, p: null, reason: "the bounds leave open how rare the value is" };
  return { ...base, p, reason: isKnown ? null : "only bounds are known" };
}

/** What is needed to tell a channel's observation. */
export interface Concluded {
  model: string;
  retrieval: ChannelObservation["retrieval"];
  test: MembershipTest;
  gate: BlindGate;
  inference: DatasetInference;
}

/** Channels that were measured. Where the gate was not passed there is no p-value, whatever a test said. */
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
    reason: gate.reason ?? "Matched controls show an association; why texts came to stand on either side is not known.",
  };
}

function inferenceObservation({ model, retrieval, gate, inference }: Concluded): ChannelObservation | null {
  const { test, tested, loss_difference, exactness } = inference;
  if (test === null || loss_difference === null) return null;
  // The rule sees any difference; training makes texts likelier and never the other way round.
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
