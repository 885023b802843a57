/**
 * An interval for the share of positive cases at a score. The only assumption is that this share never falls as the
 * score rises. The interval never covers less than its level.
 *
 *   calibration cases by score   ○ ○ ● ○ ● ○ ● ●│● ○ ● ● ● ●
 *                                      └ these ┘ └ these ┘        ● positive
 *                                 bound from below │ bound from above
 *
 * Cases at or below the score are positive at most as often as cases of the score itself. So Clopper and Pearson's
 * lower bound for them is a lower bound at the score; likewise from above. The choice of cases depends on the scores
 * only: about n^(2/3) on either side, which balances the loss from their distance and the loss from their number.
 */
import type { Interval } from "../../base/contract/common.ts";
import { exp } from "../kernels/numbers/exp.reference.ts";
import { log } from "../kernels/numbers/log.reference.ts";
import { clopperPearsonLower, clopperPearsonUpper } from "./binomial.ts";
import type { ScoreGroups } from "./scoreGroups.ts";

const LEVEL_OF_EACH_SIDE = (1 + 0.95) / 2;

/**
 * @param groups independent calibration cases, one per cluster
 * @param score  score of the new case; if no calibration case is on one side of it, the interval is open to that side
 * @throws RangeError
 */
export function monotoneInterval({ scores, positives, cases }: ScoreGroups, score: number): Interval {
  if (Number.isNaN(score)) throw new RangeError("A score is a number.");
  const enough = Math.ceil(exp((2 / 3) * log(cases.reduce((sum, count) => sum + count, 0))));
  const below = nearest([...scores.keys()].filter((group) => scores[group]! <= score).reverse());
  const above = nearest([...scores.keys()].filter((group) => scores[group]! >= score));
  return [clopperPearsonLower(...below, LEVEL_OF_EACH_SIDE), clopperPearsonUpper(...above, LEVEL_OF_EACH_SIDE)];

  /** Positives and cases of the first groups that together have `enough` cases. */
  function nearest(groups: readonly number[]): [hits: number, of: number] {
    let [hits, of] = [0, 0];
    for (const group of groups) {
      if (of >= enough) break;
      hits += positives[group]!;
      of += cases[group]!;
    }
    return [hits, of];
  }
}
