/**
 * Where does a passage begin and end among the runs of a chain? From its longest run outwards, as far as what lies beyond a difference
 * is worth more than the difference costs, by more than chance gives.
 *
 *     ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇   ▇ ▇▇             ▇▇▇▇▇       score from the longest run on, by scoring.ts; the end moves where it gains
 *     longest run  ╲_╱╲╱  ╲             ╱            enough, and beyond a fall of FALL nothing is looked at: what is left over
 *                          ╲___________╱             makes passages of its own
 */
import { PASSAGE_WORDS_MIN } from "../limits.ts";
import type { Anchor } from "./anchors.ts";
import { GAP_WORDS_MAX } from "./chain.ts";
import { DIFFERS_UNITS, END_GAIN_UNITS, UNITS_PER_BIT } from "./scoring.ts";
import { gapUnits, runUnits } from "./worth.ts";

/** Share of agreeing words that a passage has at least: below it, two words differ for each that agrees, and it is no longer one passage. */
const PASSAGE_IDENTITY_MIN = 1 / 3;
/**
 * What has to be gained beyond a run of `PASSAGE_WORDS_MIN` words that so far has no difference. Nothing tells yet that words were changed, so
 * what agrees behind the first difference has to be more than chance gives: beyond 8,640 ends in novels and poems 12 bits came once.
 */
const VERBATIM_GAIN_UNITS = 12 * UNITS_PER_BIT;
/** How far the score may fall below its best: by the widest gap of a chain. */
const FALL_UNITS = GAP_WORDS_MAX * DIFFERS_UNITS;
/** Runs that are looked at beyond an end before one of them moves it. */
const RUNS_AHEAD_MAX = 64;

/** Runs of an alignment, from one to before another. */
interface Stretch {
  from: number;
  to: number;
}

/** Every run is in one of the stretches; those of longer runs come first. */
export function stretchesOf(unitsA: Uint8Array, runs: readonly Anchor[]): Stretch[] {
  const worth = runs.map((run) => runUnits(unitsA, run));
  const used = new Uint8Array(runs.length);
  const longestFirst = runs.map((_, i) => i).sort((x, y) => runs[y]!.lengthWords - runs[x]!.lengthWords || x - y);
  const stretches: Stretch[] = [];
  for (const core of longestFirst) {
    if (used[core] === 1) continue;
    const stretch = around(core, runs, worth, used);
    used.fill(1, stretch.from, stretch.to);
    stretches.push(stretch);
  }
  return stretches;
}

/** Both ends of a run without a difference are held to more, until one of them is found to go on. */
function around(core: number, runs: readonly Anchor[], worth: readonly number[], used: Uint8Array): Stretch {
  const alone = { from: core, to: core + 1 };
  const gain = runs[core]!.lengthWords >= PASSAGE_WORDS_MIN ? VERBATIM_GAIN_UNITS : END_GAIN_UNITS;
  const goesOn = (step: 1 | -1) => grown(alone, step, gain, runs, worth, used) !== alone;
  const gainMin = goesOn(1) || goesOn(-1) ? END_GAIN_UNITS : gain;
  return grown(grown(alone, 1, gainMin, runs, worth, used), -1, gainMin, runs, worth, used);
}

/** A stretch with its end moved by all that gains at least so much each time. */
function grown(
  stretch: Stretch,
  step: 1 | -1,
  gainMin: number,
  runs: readonly Anchor[],
  worth: readonly number[],
  used: Uint8Array,
): Stretch {
  let best = stretch;
  let score = 0;
  let bestScore = 0;
  let at = step > 0 ? stretch.to : stretch.from - 1;
  for (let ahead = 0; at >= 0 && at < runs.length && used[at] === 0 && ahead < RUNS_AHEAD_MAX; at += step, ahead++) {
    score -= gapUnits(runs[Math.min(at, at - step)]!, runs[Math.max(at, at - step)]!);
    if (score < bestScore - FALL_UNITS) break;
    score += worth[at]!;
    const wider = step > 0 ? { ...best, to: at + 1 } : { ...best, from: at };
    if (score <= bestScore + gainMin || identityOf(runs, wider) < PASSAGE_IDENTITY_MIN) continue;
    best = wider;
    bestScore = score;
    ahead = -1;
  }
  return best;
}

function identityOf(runs: readonly Anchor[], { from, to }: Stretch): number {
  const [first, last] = [runs[from]!, runs[to - 1]!];
  const wordsA = last.a + last.lengthWords - first.a;
  const wordsB = last.b + last.lengthWords - first.b;
  return runs.slice(from, to).reduce((sum, { lengthWords }) => sum + lengthWords, 0) / Math.max(wordsA, wordsB);
}
