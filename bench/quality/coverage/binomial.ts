/** Shares of independent cases, and of cases that come in clusters. */
import type { Interval } from "../../../src/base/contract/common.ts";
import { betaQuantile } from "../../../src/core/statistics/beta.ts";
import { clopperPearson, clopperPearsonLower, clopperPearsonUpper } from "../../../src/core/statistics/binomial.ts";
import type { HitCount } from "../../../src/core/statistics/evalues.ts";
import type { Random } from "../../harness/random.ts";
import { clusteredShareInterval, jeffreys, wilson } from "../../statistics/binomial.ts";
import { studentQuantile } from "../../statistics/student.ts";
import { beta, binomial, carried, compared, type Method, type Scenario } from "./scenario.ts";

const METHODS: readonly [Method, (hits: number, cases: number) => Interval][] = [
  [carried("Clopper-Pearson"), clopperPearson],
  [carried("Clopper-Pearson, from below"), (hits, cases) => [clopperPearsonLower(hits, cases), 1]],
  [carried("Clopper-Pearson, from above"), (hits, cases) => [0, clopperPearsonUpper(hits, cases)]],
  [compared("Wilson"), wilson],
  [compared("Jeffreys"), jeffreys],
];

function independent(cases: number, share: number): Scenario {
  return {
    name: `${share} of ${cases}`,
    draw(random) {
      const hits = binomial(random, cases, share);
      return METHODS.map(([method, intervalOf]) => ({ method, interval: intervalOf(hits, cases), truth: share }));
    },
  };
}

export const binomialScenarios: readonly Scenario[] = [10, 50, 300, 3000].flatMap((cases) =>
  [0.0005, 0.005, 0.05, 0.3, 0.5].map((share) => independent(cases, share)),
);

/** How the shares of clusters are spread, and their mean. */
interface Spread {
  name: string;
  mean: number;
  draw: (random: Random) => number;
}

const SPREADS: readonly Spread[] = [
  { name: "all 0.002", mean: 0.002, draw: () => 0.002 },
  { name: "all 0.3", mean: 0.3, draw: () => 0.3 },
  { name: "beta(1, 19)", mean: 0.05, draw: (random) => beta(random, 1, 19) },
  { name: "beta(3, 7)", mean: 0.3, draw: (random) => beta(random, 3, 7) },
  { name: "1 % at 0.5, else 0", mean: 0.005, draw: (random) => (random.next() < 0.01 ? 0.5 : 0) },
  { name: "2 % at 1, else 0.02", mean: 0.0396, draw: (random) => (random.next() < 0.02 ? 1 : 0.02) },
  { name: "half at 0, half at 1", mean: 0.5, draw: (random) => Math.floor(2 * random.next()) },
];

export const clusteredScenarios: readonly Scenario[] = [10, 60, 300].flatMap((count) =>
  SPREADS.map(({ name, mean, draw }) => ({
    name: `${count} works of 1 to 50, ${name}`,
    draw(random: Random) {
      const clusters = Array.from({ length: count }, () => {
        const cases = 1 + random.below(50);
        return { hits: binomial(random, cases, draw(random)), cases };
      });
      const [hits, cases] = [total(clusters.map((one) => one.hits)), total(clusters.map((one) => one.cases))];
      return [
        { method: carried("by works, betting"), interval: clusteredShareInterval(clusters), truth: mean },
        { method: compared("by works, design effect"), interval: designEffectInterval(clusters), truth: mean },
        { method: compared("Clopper-Pearson, works ignored"), interval: clopperPearson(hits, cases), truth: mean },
      ];
    },
  })),
);

/**
 * Clopper and Pearson's of as many cases as the spread between clusters leaves (Korn and Graubard, Survey Methodology 24, 1998). Without
 * hits, or with nothing else, each cluster counts as one case.
 */
function designEffectInterval(clusters: readonly HitCount[]): Interval {
  const [hits, cases] = [total(clusters.map((one) => one.hits)), total(clusters.map((one) => one.cases))];
  const share = hits / cases;
  const squares = total(clusters.map((one) => (one.hits - share * one.cases) * (one.hits - share * one.cases)));
  const variance = (clusters.length * squares) / ((clusters.length - 1) * cases * cases);
  const shrink = studentQuantile(0.975, cases - 1) / studentQuantile(0.975, clusters.length - 1);
  const effective = Math.min(
    cases,
    variance === 0 ? clusters.length : (share * (1 - share) * shrink * shrink) / variance,
  );
  const x = share * effective;
  return [
    x === 0 ? 0 : betaQuantile(0.025, x, effective - x + 1),
    x >= effective ? 1 : betaQuantile(0.975, x + 1, effective - x),
  ];
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
