/** Means and ratios by clusters: percentile and BCa bootstrap, and the betting interval where values are bounded. */

import { exp } from "../../../src/core/kernels/numbers/exp.reference.ts";
import { boundedMeanInterval } from "../../../src/core/statistics/boundedMean.ts";
import type { Random } from "../../harness/random.ts";
import { bcaInterval, percentileInterval } from "../../statistics/bca.ts";
import { bootstrapClusters } from "../../statistics/clusters.ts";
import { beta, carried, compared, exponential, normal, type Scenario } from "./scenario.ts";

const RESAMPLES = 1999;

interface Kind {
  name: string;
  truth: number;
  isBounded: boolean;
  /** Sums of one cluster, the ratio of whose means is estimated. */
  draw: (random: Random) => [above: number, below: number];
}

const KINDS: readonly Kind[] = [
  { name: "mean, normal", truth: 0, isBounded: false, draw: (random) => [normal(random), 1] },
  { name: "mean, exponential", truth: 1, isBounded: false, draw: (random) => [exponential(random), 1] },
  { name: "mean, log-normal", truth: exp(0.5), isBounded: false, draw: (random) => [exp(normal(random)), 1] },
  { name: "mean, beta(1, 9)", truth: 0.1, isBounded: true, draw: (random) => [beta(random, 1, 9), 1] },
  { name: "mean, 0 or 1 at 0.2", truth: 0.2, isBounded: true, draw: (random) => [Number(random.next() < 0.2), 1] },
  {
    name: "ratio, log-normal sizes",
    truth: 0.3,
    isBounded: false,
    draw(random) {
      const size = Math.ceil(exp(3 + normal(random)));
      return [0.3 * size * exponential(random), size];
    },
  },
];

export function bootstrapScenarios(): Scenario[] {
  return [20, 50, 100, 300].flatMap((count) =>
    KINDS.map(({ name, truth, isBounded, draw }) => ({
      name: `${count} clusters, ${name}`,
      draw(random: Random) {
        const clusters = Array.from({ length: count }, () => draw(random));
        const sums = { rows: Float64Array.from(clusters.flat()), columns: 2 };
        const ratio = ([above, below]: Float64Array) => above! / below!;
        const stream = `${random.below(2 ** 32)}`;
        const { estimate, replicates, jackknife } = bootstrapClusters(sums, ratio, RESAMPLES, stream);
        const trials = [
          { method: compared("cluster bootstrap, BCa"), interval: bcaInterval(estimate, replicates, jackknife), truth },
          { method: compared("cluster bootstrap, percentile"), interval: percentileInterval(replicates), truth },
        ];
        const values = clusters.map(([above]) => above);
        return isBounded
          ? [{ method: carried("bounded mean, betting"), interval: boundedMeanInterval(values), truth }, ...trials]
          : trials;
      },
    })),
  );
}
