/** Scores made into probabilities and likelihood ratios: conformal thresholds, Venn-Abers, monotone intervals, logistic calibration. */

import { monotoneInterval } from "../../../src/core/statistics/monotoneInterval.ts";
import { logistic, logit } from "../../../src/core/statistics/odds.ts";
import { scoreGroups } from "../../../src/core/statistics/scoreGroups.ts";
import { fitVennAbers, predictVennAbers } from "../../../src/core/statistics/vennAbers.ts";
import type { Random } from "../../harness/random.ts";
import { splitConformal } from "../../statistics/conformal.ts";
import { calibrateLogistic, log10LrOf } from "../../statistics/logisticCalibration.ts";
import { carried, compared, exponential, normal, type Scenario } from "./scenario.ts";

const ALPHA = 0.05;

/** The share of new scores at or below the threshold is what has to be 0.95: the «truth» is a new score. */
export const conformalScenarios: readonly Scenario[] = [19, 50, 300].flatMap((count) =>
  (
    [
      ["exponential scores", exponential],
      ["scores in steps", (random: Random) => random.below(8)],
    ] as const
  ).map(([name, draw]) => ({
    name: `${count} calibration cases, ${name}`,
    draw(random: Random) {
      const { threshold } = splitConformal(
        Array.from({ length: count }, () => draw(random)),
        ALPHA,
      );
      return [{ method: carried("split conformal"), interval: [-Infinity, threshold], truth: draw(random) }];
    },
  })),
);

/** How often a case of a score is positive. */
const SHARES: readonly [name: string, shareOf: (score: number) => number][] = [
  ["a line in log-odds", (score) => logistic(6 * score - 3)],
  ["a step", (score) => (score < 0.6 ? 0.03 : 0.97)],
  ["rare", (score) => 0.01 + 0.05 * score * score],
  ["flat", () => 0.5],
];

/** The share of positives at the score of a new case. */
export const shareScenarios: readonly Scenario[] = [100, 1000].flatMap((count) =>
  [false, true].flatMap((isTied) =>
    SHARES.map(([name, shareOf]) => ({
      name: `${count} cases${isTied ? " in 21 steps" : ""}, ${name}`,
      draw(random: Random) {
        const score = () => (isTied ? random.below(21) / 20 : random.next());
        const [positives, negatives]: [number[], number[]] = [[], []];
        while (positives.length + negatives.length < count || positives.length === 0 || negatives.length === 0) {
          const one = score();
          (random.next() < shareOf(one) ? positives : negatives).push(one);
        }
        const groups = scoreGroups(positives, negatives);
        const asked = score();
        const { p0, p1 } = predictVennAbers(fitVennAbers(groups), asked);
        const truth = shareOf(asked);
        return [
          { method: carried("monotone Clopper-Pearson"), interval: monotoneInterval(groups, asked), truth },
          { method: compared("Venn-Abers, p0 to p1"), interval: [p0, p1], truth },
        ];
      },
    })),
  ),
);

/** Normal scores of both kinds, at 1.5 and at 0, as they are and to the third power; log10 LR of a new score of either. */
const KINDS: readonly [name: string, scoreOf: (base: number) => number][] = [
  ["log-odds a line", (base) => base],
  ["log-odds a curve", (base) => base * base * base],
];
const LINE = compared("logistic, Wald, where log-odds are a line");
const CURVE = compared("logistic, Wald, where they are not");

export const logisticScenarios: readonly Scenario[] = [50, 200, 1000].flatMap((count) =>
  KINDS.map(([name, scoreOf], kind) => ({
    name: `${count} a side, ${name}`,
    draw(random: Random) {
      const scores = (mean: number) => Array.from({ length: count }, () => scoreOf(mean + normal(random)));
      const [positives, negatives] = [scores(1.5), scores(0)];
      const base = 1.5 * random.below(2) + normal(random);
      const truth = (1.5 * base - 1.5 * 0.75) / Math.LN10;
      const fit = calibrateLogistic(positives, negatives);
      const shares = monotoneInterval(scoreGroups(positives, negatives), scoreOf(base));
      return [
        { method: kind === 0 ? LINE : CURVE, interval: fit && log10LrOf(fit, scoreOf(base)).interval, truth },
        {
          method: carried("monotone Clopper-Pearson, as LR"),
          interval: [logit(shares[0]) / Math.LN10, logit(shares[1]) / Math.LN10],
          truth,
        },
      ];
    },
  })),
);
