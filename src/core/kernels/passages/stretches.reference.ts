/**
 * Reference implementation of `assembly/passages/stretches.ts`. Where does a passage begin and end among the runs of a
 * chain? It grows outwards from its longest run, as long as the words beyond a difference are worth more than the
 * difference costs, by more than chance gives.
 *
 *     ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇   ▇ ▇▇             ▇▇▇▇▇       score from the longest run on, by scoring.ts; the end moves where it gains
 *     longest run  ╲_╱╲╱  ╲             ╱            enough, and nothing is examined beyond a fall of FALL: the remaining runs
 *                          ╲___________╱             make passages of their own
 */
import { PASSAGE_WORDS_MIN } from "../../../base/limits.ts";
import type { Anchor } from "./kernels.ts";
import { DIFFERS_UNITS, END_GAIN_UNITS, GAP_WORDS_MAX, PASSAGE_IDENTITY_MIN, UNITS_PER_BIT } from "./scoring.ts";
import { gapUnits, runUnits } from "./worth.ts";

/**
 * Gain that is needed beyond a run of `PASSAGE_WORDS_MIN` words without a difference so far. Nothing shows yet that
 * words were changed, so what agrees after the first difference has to exceed chance: beyond 8,640 ends in novels and
 * poems, chance gave at most 10 bits.
 */
const VERBATIM_GAIN_UNITS = 12 * UNITS_PER_BIT;
/** How far the score may fall below its best: by the widest gap of a chain. */
const FALL_UNITS = GAP_WORDS_MAX * DIFFERS_UNITS;
/** Most runs that are examined beyond an end before one of them moves it. */
const RUNS_AHEAD_MAX = 64;

/** Runs `from` to before `to` of an alignment. */
interface Stretch {
  from: number;
  to: number;
}

/** The runs of an alignment, with derived values that growing a stretch needs repeatedly. */
interface AgreeingRuns {
  runs: readonly Anchor[];
  /** What each run is worth. */
  units: readonly number[];
  /** Agreeing words before each run, and of all runs. */
  wordsBefore: Uint32Array;
  /** 1 for each run that is in a stretch. */
  used: Uint8Array;
}

/** Divides runs into stretches; every run is in one of them. Stretches of longer runs come first. */
export function stretchesOf(unitsA: Uint8Array, runs: readonly Anchor[]): Stretch[] {
  const wordsBefore = new Uint32Array(runs.length + 1);
  runs.forEach(({ lengthWords }, i) => {
    wordsBefore[i + 1] = wordsBefore[i]! + lengthWords;
  });
  const all = { runs, units: runs.map((run) => runUnits(unitsA, run)), wordsBefore, used: new Uint8Array(runs.length) };
  const longestFirst = runs.map((_, i) => i).sort((x, y) => runs[y]!.lengthWords - runs[x]!.lengthWords || x - y);
  const stretches: Stretch[] = [];
  for (const core of longestFirst) {
    if (all.used[core] === 1) continue;
    const stretch = around(all, core);
    all.used.fill(1, stretch.from, stretch.to);
    stretches.push(stretch);
  }
  return stretches;
}

/**
 * Grows a stretch around a run. Both ends of a run without a difference need a higher gain, until one of them
 * continues.
 */
function around(all: AgreeingRuns, core: number): Stretch {
  const alone = { from: core, to: core + 1 };
  const gain = all.runs[core]!.lengthWords >= PASSAGE_WORDS_MIN ? VERBATIM_GAIN_UNITS : END_GAIN_UNITS;
  const goesOn = grown(all, alone, 1, gain) !== alone || grown(all, alone, -1, gain) !== alone;
  const gainMin = goesOn ? END_GAIN_UNITS : gain;
  return grown(all, grown(all, alone, 1, gainMin), -1, gainMin);
}

/** Moves one end of a stretch over all runs that gain enough each time; returns the same object where nothing moves. */
function grown({ runs, units, used, ...all }: AgreeingRuns, stretch: Stretch, step: 1 | -1, gainMin: number): Stretch {
  let best = stretch;
  let score = 0;
  let bestScore = 0;
  let at = step > 0 ? stretch.to : stretch.from - 1;
  for (let ahead = 0; at >= 0 && at < runs.length && used[at] === 0 && ahead < RUNS_AHEAD_MAX; at += step, ahead++) {
    score -= gapUnits(runs[Math.min(at, at - step)]!, runs[Math.max(at, at - step)]!);
    if (score < bestScore - FALL_UNITS) break;
    score += units[at]!;
    if (score <= bestScore + gainMin) continue;
    const wider = step > 0 ? { from: best.from, to: at + 1 } : { from: at, to: best.to };
    const agreeingWords = all.wordsBefore[wider.to]! - all.wordsBefore[wider.from]!;
    if (agreeingWords < PASSAGE_IDENTITY_MIN * longerSide(runs[wider.from]!, runs[wider.to - 1]!)) continue;
    best = wider;
    bestScore = score;
    ahead = -1;
  }
  return best;
}

/** Words from the beginning of one run to the end of another, on the side that has more. */
function longerSide(first: Anchor, last: Anchor): number {
  return Math.max(last.a - first.a, last.b - first.b) + last.lengthWords;
}
