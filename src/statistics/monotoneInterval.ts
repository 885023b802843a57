/**
 * How surely is it known how often cases of a score turn out positive, if that share never falls as the score rises?
 * Nothing else is assumed, and the interval never covers less than its level.
 *
 *   calibration cases by score   ○ ○ ● ○ ● ○ ● ●│● ○ ● ● ● ●
 *                                      └ these ┘ └ these ┘        ● positive
 *                                 bound from below │ bound from above
 *
 * Cases at or below the score are positive at most as often as the score's own: what Clopper and Pearson say is the
 * least for them is a bound for the score. The same from above. Which cases are looked at depends on the scores alone,
 * about n^(2/3) on either side, where what the bound loses by their distance and by their number is of one size.
 */
import type { Interval } from "../contract/common.ts";
import { exp } from "../kernels/numbers/exp.reference.ts";
import { log } from "../kernels/numbers/log.reference.ts";
import { clopperPearsonLower, clopperPearsonUpper } from "./binomial.ts";
import type { ScoreGroups } from "./scoreGroups.ts";

/**
 * @param groups independent calibration cases, one a cluster
 * @param score  of the new case; where no calibration case lies on one side of it the interval reaches to that end
 * @throws RangeError
 */
export function monotoneInterval({ scores, positives, cases }: ScoreGroups, score: number, level = 0.95): Interval {
  if (Number.isNaN(score)) throw new RangeError("A score is a number.");
  const enough = Math.ceil(exp((2 / 3) * log(cases.reduce((sum, count) => sum + count, 0))));
  const eachSide = (1 + level) / 2;
  const below = nearest([...scores.keys()].filter((group) => scores[group]! <= score).reverse());
  const above = nearest([...scores.keys()].filter((group) => scores[group]! >= score));
  return [clopperPearsonLower(...below, eachSide), clopperPearsonUpper(...above, eachSide)];

  /** Positives and cases of as many groups from the first as make enough. */
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
