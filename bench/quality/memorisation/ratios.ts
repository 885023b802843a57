/** Are likelihood ratios what they say, on models that nothing was fitted on? */

import type { Interval } from "../../../src/base/contract/common.ts";
import { log } from "../../../src/core/kernels/numbers/log.reference.ts";
import { clopperPearsonUpper } from "../../../src/core/statistics/binomial.ts";
import { log1pExp } from "../../../src/core/statistics/odds.ts";
import type { Cell } from "../../harness/table.ts";
import { bcaInterval } from "../../statistics/bca.ts";
import { likelihoodRatioCosts } from "../../statistics/cllr.ts";
import { bootstrapClusters } from "../../statistics/clusters.ts";
import { coverageOfIntervals, meanCost } from "./intervals.ts";
import { oracleOf } from "./oracle.ts";
import { count, type Part, share, withInterval } from "./part.ts";
import { fitRatioMap, MAP_VERSION, type RatioMap, type Truth } from "./ratioMap.ts";
import type { Summary } from "./summary.ts";

const CLAIMS = [3, 10, 30, 100];
/** Null models that the bar asks for. */
const WANTED = 1_000;
const RESAMPLES = 1_999;
/** E6: what calibration may lose in bits. */
const LOST_MAX = 0.05;
/** Members that fit, validate and test. */
const MEMBER_SHARES = [0.3, 0.3] as const;

export interface Split {
  fit: Truth;
  validation: Truth;
  test: Truth;
}

/** Untouched nulls test; the others fit and validate, half each, and members by the shares above, all in the order of their seeds. */
export function splitOf(nulls: readonly Summary[], untouched: readonly Summary[], members: readonly Summary[]): Split {
  const half = nulls.length >> 1;
  const ends = [MEMBER_SHARES[0], MEMBER_SHARES[0] + MEMBER_SHARES[1]].map((part) => Math.round(part * members.length));
  return {
    fit: { members: members.slice(0, ends[0]), nulls: nulls.slice(0, half) },
    validation: { members: members.slice(ends[0], ends[1]), nulls: nulls.slice(half) },
    test: { members: members.slice(ends[1]), nulls: untouched },
  };
}

export function ratios(split: Split, replicates: number): Part {
  const { fit, validation, test } = split;
  const fused = fitRatioMap(fit, validation);
  const single = fitRatioMap(fit, validation, ["loss"]);
  if (fused === null || single === null) return notFitted(split);
  const all = {
    members: [fit, validation, test].flatMap(({ members }) => members),
    nulls: [fit, validation, test].flatMap(({ nulls }) => nulls),
  };
  const oracle = oracleOf(all, fused.fitted);
  const oracleOfLoss = oracleOf(all, single.fitted);
  const methods: [string, (one: Summary) => number][] = [
    [`six areas, logistic, capped (${MAP_VERSION})`, fused.logLr],
    ["the same, not capped", fused.fitted],
    ["the same areas, oracle", oracle.ofModel],
    ["area of LOSS, logistic, capped", single.logLr],
    ["the same, not capped", single.fitted],
    ["area of LOSS, oracle", oracleOfLoss.ofModel],
  ];
  const rows = methods.map(([name, logLr]) => rowOf(name, logLr, test));
  const [own, , best] = rows as [Row, Row, Row];
  const intervals = coverageOfIntervals(all, fused, oracle, replicates);
  const lost = costsOf(fused.logLr, test, oracle.ofModel);
  const isEnough = test.nulls.length >= WANTED;
  const beyond = count(test.nulls, (one) => fused.logLr(one) > log(capOf(fused, one)) + 1e-9);
  const enough = (isMet: boolean) => (isMet ? (isEnough ? true : null) : false);
  return {
    tables: [
      {
        title: `Likelihood ratios of ${test.nulls.length} untouched null models and ${test.members.length} members (fitted on ${fit.nulls.length} and ${fit.members.length}, capped by ${validation.nulls.length} and ${validation.members.length})`,
        head: [
          "ratio",
          "Cllr",
          "Cllr_min",
          "Cllr_cal",
          ...CLAIMS.map((k) => `null ≥ ${k}`),
          "largest, null",
          ...CLAIMS.slice(1).map((k) => `member ≥ ${k}`),
          "member < 1",
        ],
        rows: rows.map((row): Cell[] => [
          ...[row.name, withInterval(row.cllr, row.ci_95), row.cllrMin.toFixed(3), row.cllrCal.toFixed(3)],
          ...row.nullsAt.map((hits) => `${hits} (${share(hits, test.nulls.length)})`),
          row.largestOfNulls,
          ...row.membersAt.slice(1).map((hits) => share(hits, test.members.length)),
          share(row.membersBelow1, test.members.length),
        ]),
      },
      {
        title: "What a claim may be worth: TPR_lo / FPR_hi of the validation, in models",
        head: ["claim", "LR at most, for", "LR at least, against"],
        rows: fused.caps.map((cap): Cell[] => [
          `LR ≥ ${cap.claim}`,
          cap.for.toFixed(1),
          (1 / cap.against).toPrecision(3),
        ]),
      },
      {
        title: `Do 95 % intervals hold what they are about? Models drawn again from all ${all.nulls.length} and ${all.members.length}, ${replicates} times`,
        head: ["interval", "of", "coverage", "mean width"],
        rows: intervals.map(({ name, of, covered, replicates: n, width }): Cell[] => [
          name,
          of,
          share(covered, n),
          width.toFixed(3),
        ]),
      },
    ],
    goals: [
      ...CLAIMS.map((k, i) => ({
        goal: `untouched nulls: P(LR ≥ ${k}) ≤ 1/${k}`,
        figure: `${share(own.nullsAt[i]!, test.nulls.length)} (${own.nullsAt[i]} of ${test.nulls.length}; at most ${clopperPearsonUpper(own.nullsAt[i]!, test.nulls.length).toFixed(4)}, one-sided 95 %)`,
        bar: `≤ ${(1 / k).toFixed(4)}, ${WANTED} models`,
        isMet: enough(own.nullsAt[i]! * k <= test.nulls.length),
      })),
      {
        goal: "no null model has a ratio beyond its bound TPR_lo / FPR_hi",
        figure: `${beyond}; largest ${own.largestOfNulls}`,
        bar: `0, ${WANTED} models`,
        isMet: enough(beyond === 0),
      },
      {
        goal: "Cllr less the oracle's",
        figure: withInterval(lost.difference, lost.ci_95),
        bar: `≤ ${LOST_MAX} (oracle ${best.cllr.toFixed(3)})`,
        isMet: enough(lost.difference <= LOST_MAX),
      },
      { goal: "Cllr_cal", figure: own.cllrCal.toFixed(4), bar: `< ${LOST_MAX}`, isMet: enough(own.cllrCal < LOST_MAX) },
      ...intervals
        .filter(({ isCarried }) => isCarried)
        .map(({ name, of, covered, replicates: n }) => ({
          goal: `coverage: ${name}, ${of}`,
          figure: share(covered, n),
          bar: "≥ .94, 2,000 replicates",
          isMet: covered / n < 0.94 ? false : n >= 2_000 ? true : null,
        })),
    ],
    record: { split: sizesOf(split), ratios: rows, caps: fused.caps, against_oracle: lost, intervals },
    worst: worstOf(fused, test),
  };
}

interface Row {
  name: string;
  cllr: number;
  ci_95: Interval;
  cllrMin: number;
  cllrCal: number;
  nullsAt: number[];
  membersAt: number[];
  membersBelow1: number;
  largestOfNulls: string;
}

function rowOf(name: string, logLr: (one: Summary) => number, test: Truth): Row {
  const [members, nulls] = [test.members.map(logLr), test.nulls.map(logLr)];
  const { cllr, cllrMin, cllrCal } = likelihoodRatioCosts(members, nulls);
  const at = (all: readonly number[]) => CLAIMS.map((k) => count(all, (one) => one >= log(k)));
  const { ci_95 } = costsOf(logLr, test);
  const largestOfNulls = Math.exp(Math.max(...nulls)).toPrecision(3);
  return {
    ...{ name, cllr, ci_95, cllrMin, cllrCal, nullsAt: at(nulls), membersAt: at(members), largestOfNulls },
    membersBelow1: count(members, (one) => one < 0),
  };
}

/** What ratios cost in bits, less what others do, with an interval by resampling models. */
function costsOf(logLr: (one: Summary) => number, { members, nulls }: Truth, less?: (one: Summary) => number) {
  const costOf = (one: Summary, sign: number) =>
    (log1pExp(-sign * logLr(one)) - (less === undefined ? 0 : log1pExp(-sign * less(one)))) / Math.LN2;
  const rows = Float64Array.from([
    ...members.flatMap((one) => [costOf(one, 1), 1, 0, 0]),
    ...nulls.flatMap((one) => [0, 0, costOf(one, -1), 1]),
  ]);
  const { estimate, replicates, jackknife } = bootstrapClusters(
    { rows, columns: 4 },
    meanCost,
    RESAMPLES,
    "costs of ratios",
  );
  return {
    difference: estimate,
    ci_95: bcaInterval(estimate, replicates, jackknife) ?? ([Number.NaN, Number.NaN] as const),
  };
}

function capOf({ caps, fitted }: RatioMap, one: Summary): number {
  const own = fitted(one);
  return Math.max(1, ...caps.filter(({ claim }) => own >= log(claim)).map((cap) => cap.for));
}

function worstOf({ logLr, fitted }: RatioMap, { nulls }: Truth): string[] {
  const worst = [...nulls].sort((a, b) => fitted(b) - fitted(a)).slice(0, 5);
  return worst.map(
    (one) =>
      `null ${one.seed}, ${one.condition}: LR ${Math.exp(logLr(one)).toPrecision(3)} (not capped ${Math.exp(fitted(one)).toPrecision(3)}), area of LOSS ${one.areas.loss!.toFixed(3)}`,
  );
}

const sizesOf = (split: Split) =>
  Object.fromEntries(
    Object.entries(split).map(([name, { members, nulls }]) => [name, { members: members.length, nulls: nulls.length }]),
  );

function notFitted(split: Split): Part {
  return {
    tables: [],
    goals: [
      {
        goal: "likelihood ratios",
        figure: "none: so few models are told apart without error",
        bar: `${WANTED} null models`,
        isMet: null,
      },
    ],
    record: { split: sizesOf(split) },
  };
}
