/**
 * Turns the statistics of all texts into p-values: of each suspect among the controls, and of all suspects against all
 * controls.
 */

import type { Interval } from "../../base/contract/common.ts";
import type {
  MembershipStatistic,
  MembershipTest,
  ProbedText,
  StatisticTest,
  StatisticValue,
} from "../../base/contract/operations/probe.ts";
import { counted } from "../../base/plural.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import {
  byCluster,
  type Clustered,
  type ConformalP,
  clusterMeans,
  combined,
  conformalAmong,
  eValueOf,
  permutationP,
} from "./controls.ts";
import { mean } from "./formulas.ts";
import { type Measured, measure, type Views } from "./membership.ts";

/** Minimum of independent matched controls for a p-value: with fewer, the smallest p-value would be above .01. */
export const CONTROLS_MIN = 100;
/** A bounded p-value is not reported where its ends lie on both sides of this level. */
const DECISION = 0.05;

export interface ScoredDocument {
  id: string;
  cluster: string;
  side: "suspect" | "control";
  /** The answers about the text, or the reason why there are none. */
  views: Views | { unanswered: string };
  compressedBytes: number;
  positionsLeftOut: number;
}

interface MeasuredText {
  text: ScoredDocument;
  values: Map<MembershipStatistic, Measured>;
}

interface Membership {
  texts: ProbedText[];
  test: MembershipTest;
}

/** @param stream name of the random stream for the permutations */
export function membership(
  kernels: Kernels,
  texts: readonly ScoredDocument[],
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
  const withCorrected = rows.map((row, i) => ({ ...row, p_corrected: corrected[i]! }));
  const ranks = new Map(
    statistics.map((name) => [name, conformalAmong(controls.map((one) => clusteredValue(one, name)))] as const),
  );
  return {
    texts: measured.map((one) => textResult(one, one.text.side === "suspect" && hasControls ? ranks : null)),
    test: {
      status: p === null ? "not_measured" : "measured",
      reason: p === null ? whyNot(clusters) : null,
      tests: statistics.length,
      clusters,
      statistics: withCorrected,
      p,
      e,
    },
  };
}

const clustersOf = (texts: readonly MeasuredText[]): number => byCluster(texts.map(({ text }) => text)).size;

function whyNot({ suspects, controls }: MembershipTest["clusters"]): string {
  if (suspects === 0) return "No suspect was answered.";
  if (controls < CONTROLS_MIN)
    return `A p-value needs ${CONTROLS_MIN} independent matched controls; ${counted(controls, "was", "were")} answered.`;
  return "No statistic could be computed for all texts.";
}

function clusteredValue({ text, values }: MeasuredText, statistic: MembershipStatistic): Clustered<Interval | null> {
  const measured = values.get(statistic);
  return { cluster: text.cluster, value: measured !== undefined && "value" in measured ? measured.value : null };
}

/** Tests one statistic over all texts. Texts for which it is undefined are left out, on either side alike. */
function testOf(
  kernels: Kernels,
  statistic: MembershipStatistic,
  suspects: readonly MeasuredText[],
  controls: readonly MeasuredText[],
  hasControls: boolean,
  stream: string,
): StatisticTest {
  const sides = [suspects, controls].map((side) => side.map((one) => clusteredValue(one, statistic)));
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

/** The reason why a statistic has no value on one of the sides: that of the first text without a value. */
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

type Ranks = ReadonlyMap<MembershipStatistic, (observed: Interval) => ConformalP>;

/** @param ranks among the controls, or `null` where no p-value is reported */
function textResult({ text, values }: MeasuredText, ranks: Ranks | null): ProbedText {
  const { id, side, cluster, views, compressedBytes, positionsLeftOut } = text;
  const isUnanswered = "unanswered" in views;
  const statistics = [...values].map(
    ([name, measured]) => [name, statisticValue(measured, ranks?.get(name) ?? null)] as const,
  );
  const { p, e } = combined(statistics.map(([, value]) => value.p));
  return {
    id,
    side,
    cluster,
    status: isUnanswered ? "unanswered" : "answered",
    reason: isUnanswered ? views.unanswered : null,
    tokens: isUnanswered ? 0 : views.text.length,
    positions_left_out: positionsLeftOut,
    compressed_bytes: compressedBytes,
    statistics: Object.fromEntries(statistics),
    p,
    e,
  };
}

function statisticValue(measured: Measured, rank: ((observed: Interval) => ConformalP) | null): StatisticValue {
  if ("reason" in measured) return { value: null, interval: null, p: null, reason: measured.reason };
  const { value } = measured;
  const isKnown = value[0] === value[1];
  const base = { value: isKnown ? value[0] : null, interval: isKnown ? null : value };
  const ranked = rank?.(value) ?? null;
  const isOpen = ranked !== null && ranked.p > DECISION && ranked.least <= DECISION;
  const reason = isOpen ? "the bounds leave open how rare the value is" : isKnown ? null : "only bounds are known";
  return { ...base, p: isOpen ? null : (ranked?.p ?? null), reason };
}
