/** How often do intervals around ratios and their costs hold what they are about, if models are drawn anew? */
import type { Interval } from "../../../src/base/contract/common.ts";
import { log } from "../../../src/core/kernels/numbers/log.reference.ts";
import { monotoneInterval } from "../../../src/core/statistics/monotoneInterval.ts";
import { log1pExp, logit } from "../../../src/core/statistics/odds.ts";
import { scoreGroups } from "../../../src/core/statistics/scoreGroups.ts";
import { Random } from "../../harness/random.ts";
import { bcaInterval, percentileInterval } from "../../statistics/bca.ts";
import { bootstrapClusters } from "../../statistics/clusters.ts";
import { calibrateLogistic, log10LrOf } from "../../statistics/logisticCalibration.ts";
import type { Oracle } from "./oracle.ts";
import type { RatioMap, Truth } from "./ratioMap.ts";
import type { Summary } from "./summary.ts";

/** Models of each kind that a calibration has, and a test. */
const DRAWN = 300;
const RESAMPLES = 499;
/** The bootstrap of a fit is slow: fewer replicates, and of few resamples. */
const SLOW = { share: 0.05, resamples: 200 };
/** Scores that intervals are asked about: quantiles of either kind, where both are known. */
const QUANTILES = [0.1, 0.3, 0.5, 0.7, 0.9];

export interface Coverage {
  name: string;
  of: string;
  /** Whether anything carries it; the others are shown beside it. */
  isCarried: boolean;
  covered: number;
  replicates: number;
  width: number;
}

export function coverageOfIntervals(all: Truth, map: RatioMap, oracle: Oracle, replicates: number): Coverage[] {
  const scores = { members: all.members.map(map.fitted), nulls: all.nulls.map(map.fitted) };
  const truth = costOf(all, map);
  const asked = askedScores(scores).map((score) => ({ score, truth: oracle.at(score) / Math.LN10 }));
  const tallies = new Map<string, Coverage>();
  const add = (name: string, of: string, isCarried: boolean, interval: Interval, wanted: number) => {
    const tally = tallies.get(name) ?? { name, of, isCarried, covered: 0, replicates: 0, width: 0 };
    tallies.set(name, tally);
    tally.replicates++;
    tally.covered += Number(interval[0] <= wanted && wanted <= interval[1]);
    tally.width += Math.min(20, interval[1] - interval[0]);
  };
  for (let i = 0; i < replicates; i++) {
    const random = new Random(`ratios of tiny models, ${i}`);
    const draw = <Item>(from: readonly Item[]) => Array.from({ length: DRAWN }, () => random.pick(from));
    const [members, nulls] = [draw(scores.members), draw(scores.nulls)];
    const groups = scoreGroups(members, nulls);
    const one = asked[i % asked.length]!;
    add("monotone, by models", "log10 LR at a score", true, ratiosOf(monotoneInterval(groups, one.score)), one.truth);
    const wald = calibrateLogistic(members, nulls);
    if (wald !== null)
      add("logistic, Wald", "log10 LR at a score", false, log10LrOf(wald, one.score).interval, one.truth);
    if (i < SLOW.share * replicates)
      add(
        "logistic, models resampled, percentile",
        "log10 LR at a score",
        false,
        resampled(random, members, nulls, one.score),
        one.truth,
      );
    const costs = bootstrapClusters(
      { rows: costRows(draw(all.members), draw(all.nulls), map), columns: 4 },
      meanCost,
      RESAMPLES,
      `costs ${i}`,
    );
    const bca = bcaInterval(costs.estimate, costs.replicates, costs.jackknife);
    if (bca !== null) add("models resampled, BCa", "Cllr", true, bca, truth);
  }
  return [...tallies.values()].map((tally) => ({ ...tally, width: tally.width / tally.replicates }));
}

/** Where both kinds have models: 5 to 95 % of nulls and of members, so that the oracle is no guess. */
function askedScores({ members, nulls }: { members: number[]; nulls: number[] }): number[] {
  return [members, nulls].flatMap((scores) => {
    const ascending = [...scores].sort((a, b) => a - b);
    return QUANTILES.map((q) => ascending[Math.floor(q * ascending.length)]!);
  });
}

/** Of shares among as many members as nulls; a share of 0 or 1 leaves its end open. */
const ratiosOf = (shares: Interval): Interval =>
  [shares[0], shares[1]].map((end) =>
    end <= 0 ? -Infinity : end >= 1 ? Infinity : logit(end) / log(10),
  ) as unknown as Interval;

function resampled(random: Random, members: readonly number[], nulls: readonly number[], score: number): Interval {
  const replicates: number[] = [];
  for (let i = 0; i < SLOW.resamples; i++) {
    const again = (scores: readonly number[]) => Array.from(scores, () => random.pick(scores));
    const fit = calibrateLogistic(again(members), again(nulls));
    if (fit !== null) replicates.push(log10LrOf(fit, score).log10Lr);
  }
  return percentileInterval(Float64Array.from(replicates).sort());
}

function costRows(members: readonly Summary[], nulls: readonly Summary[], { logLr }: RatioMap): Float64Array {
  return Float64Array.from([
    ...members.flatMap((one) => [log1pExp(-logLr(one)) / Math.LN2, 1, 0, 0]),
    ...nulls.flatMap((one) => [0, 0, log1pExp(logLr(one)) / Math.LN2, 1]),
  ]);
}

function costOf({ members, nulls }: Truth, map: RatioMap): number {
  const rows = costRows(members, nulls, map);
  return meanCost(
    Float64Array.from([0, 1, 2, 3], (column) =>
      rows.reduce((sum, value, i) => sum + (i % 4 === column ? value : 0), 0),
    ),
  );
}

/** Of sums: costs of members, members, costs of nulls, nulls. */
export function meanCost(sums: Float64Array): number {
  const [ofMembers, members, ofNulls, nulls] = sums as unknown as [number, number, number, number];
  return (ofMembers / members + ofNulls / nulls) / 2;
}
