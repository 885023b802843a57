/**
 * Where does a passage begin and end among the runs of a chain? From its longest run outwards, as far as what lies beyond a difference
 * is worth more than the difference costs, by more than chance gives.
 *
 *     ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇   ▇ ▇▇             ▇▇▇▇▇       score from the longest run on, by scoring.ts; the end moves where it gains
 *     longest run  ╲_╱╲╱  ╲             ╱            enough, and beyond a fall of FALL nothing is looked at: what is left over
 *                          ╲___________╱             makes passages of its own
 */
import { PASSAGE_WORDS_MIN } from "../limits.ts";
import type { Text } from "../text/text.ts";
import type { Anchor } from "./anchors.ts";
import { GAP_WORDS_MAX } from "./chain.ts";
import { DIFFERS_UNITS, END_GAIN_UNITS, UNITS_PER_BIT } from "./scoring.ts";
import { gapUnits, runUnits } from "./worth.ts";

/** Share of agreeing words that a passage has at least: below it, two words differ for each that agrees, and it is no longer one passage. */
const PASSAGE_IDENTITY_MIN = 1 / 3;
/** Words on either side of the longest passage that a text can be in: each of its words agrees once at most. */
export function passageWordsMax({ lengthWords }: Text): number {
  return Math.ceil(lengthWords / PASSAGE_IDENTITY_MIN);
}

/**
 * What has to be gained beyond a run of `PASSAGE_WORDS_MIN` words that so far has no difference. Nothing tells yet that words were changed, so
 * what agrees behind the first difference has to be more than chance gives: beyond 8,640 ends in novels and poems it never gave more than 10 bits.
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

/** The runs of an alignment, with what growing a stretch over them asks again and again. */
interface AgreeingRuns {
  runs: readonly Anchor[];
  /** What each is worth. */
  units: readonly number[];
  /** Agreeing words of the runs before each, and of all. */
  wordsBefore: Uint32Array;
  /** 1 for each run that is in a stretch already. */
  used: Uint8Array;
}

/** Every run is in one of the stretches; those of longer runs come first. */
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

/** Both ends of a run without a difference are held to more, until one of them is found to go on. */
function around(all: AgreeingRuns, core: number): Stretch {
  const alone = { from: core, to: core + 1 };
  const gain = all.runs[core]!.lengthWords >= PASSAGE_WORDS_MIN ? VERBATIM_GAIN_UNITS : END_GAIN_UNITS;
  const goesOn = grown(all, alone, 1, gain) !== alone || grown(all, alone, -1, gain) !== alone;
  const gainMin = goesOn ? END_GAIN_UNITS : gain;
  return grown(all, grown(all, alone, 1, gainMin), -1, gainMin);
}

/** A stretch with one end moved on by all that gains enough each time; the same object where nothing does. */
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
