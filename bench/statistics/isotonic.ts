/**
 * Isotonic regression of outcomes on scores: the probabilities, never falling with the score, that fit best. By pool adjacent violators
 * (Ayer et al., Annals of Mathematical Statistics 26, 1955) in whole numbers, so that what ties, ties.
 */
import { log } from "../../src/core/kernels/numbers/log.reference.ts";
import type { ScoreGroups } from "../../src/core/statistics/scoreGroups.ts";

/** A run of groups that share one probability: positives / cases. */
interface PooledGroup {
  positives: number;
  cases: number;
  groups: number;
}

interface IsotonicFit {
  scores: Float64Array;
  /** Of each score, 0 to 1, never falling. */
  probabilities: Float64Array;
  /** Natural logarithm of the likelihood ratio: log-odds less those of all cases; infinite where a probability is 0 or 1. */
  logLrs: Float64Array;
}

/** The best rising probabilities of these cases: what Cllr_min is measured by. */
export function isotonicFit(groups: ScoreGroups): IsotonicFit {
  return fitOf(groups.scores, blocksOf(groups));
}

/**
 * The same with a positive case below all scores and a negative one above all, so that no likelihood ratio is infinite. Those two count
 * in the odds of all cases.
 */
export function boundedIsotonicFit({ scores, positives, cases }: ScoreGroups): IsotonicFit {
  const blocks = blocksOf({
    positives: Float64Array.of(1, ...positives, 0),
    cases: Float64Array.of(1, ...cases, 1),
  });
  const { probabilities, logLrs } = fitOf(new Float64Array(scores.length + 2), blocks);
  return { scores, probabilities: probabilities.slice(1, -1), logLrs: logLrs.slice(1, -1) };
}

function blocksOf({ positives, cases }: Omit<ScoreGroups, "scores">): PooledGroup[] {
  const blocks: PooledGroup[] = [];
  positives.forEach((count, i) => {
    let last: PooledGroup = { positives: count, cases: cases[i]!, groups: 1 };
    for (let before = blocks.at(-1); before !== undefined && falls(before, last); before = blocks.at(-1)) {
      blocks.pop();
      last = {
        positives: before.positives + last.positives,
        cases: before.cases + last.cases,
        groups: before.groups + last.groups,
      };
    }
    blocks.push(last);
  });
  return blocks;
}

/** Whether the probability falls from one to the other; exact up to 94 million cases. */
function falls(one: PooledGroup, other: PooledGroup): boolean {
  return one.positives * other.cases > other.positives * one.cases;
}

function fitOf(scores: Float64Array, blocks: readonly PooledGroup[]): IsotonicFit {
  const positives = blocks.reduce((sum, block) => sum + block.positives, 0);
  const negatives = blocks.reduce((sum, block) => sum + block.cases - block.positives, 0);
  const spread = (levelOf: (block: PooledGroup) => number) =>
    Float64Array.from(blocks.flatMap((block) => new Array<number>(block.groups).fill(levelOf(block))));
  const logOdds = log(positives / negatives);
  return {
    scores,
    probabilities: spread((block) => block.positives / block.cases),
    logLrs: spread((block) => log(block.positives / (block.cases - block.positives)) - logOdds),
  };
}
