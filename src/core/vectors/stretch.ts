/**
 * Where do two texts say the same in the same order, and how surely? Sentences correspond if they are nearer to each other
 * than to any other sentence of the other text: texts on one subject are near each other everywhere.
 */
import { sum } from "../../base/lists/numbers.ts";
import { type AlignedStep, alignedSentences, SentenceCosines } from "./aligned.ts";

/** The sentences of a text: their vectors, and keys of their words. */
export interface SentenceSide {
  readonly vectors: readonly Float32Array[];
  readonly words: readonly ReadonlySet<number>[];
}

/** Sentences that stand in each other's place. */
export interface CorrespondingPair extends AlignedStep {
  /** As far as the encoder goes: 0 as unrelated texts, 1 the same. */
  near: number;
  /** How much nearer than to any other sentence of the two texts; below 0 where another is nearer. */
  margin: number;
  /** Share of what their words leave open, in which they say the same: 0 or less where only the frame is the same. */
  beyondWords: number;
}

/** A stretch of both texts, from its first pair to its last. */
export interface Stretch {
  pairs: CorrespondingPair[];
  /** All its sentences, whether they correspond or not. */
  sentencesA: number;
  sentencesB: number;
  /** Of its pairs. */
  near: number;
  beyondWords: number;
  /** Of its pairs, together, divided by the sentences of the longer side. */
  margin: number;
}

/** What a sentence without a counterpart costs a stretch, in margins; and a pair of which others are nearer, at most. */
const ALONE_COST = 0.15;
const NEARER_COST_MAX = 0.2;

/** The stretch that says most; `null` where no sentences correspond. */
export function stretchOf(a: SentenceSide, b: SentenceSide, background: number): Stretch | null {
  const cosines = new SentenceCosines(a.vectors, b.vectors);
  const margins = marginsOf(cosines, background);
  const steps = alignedSentences(cosines, background).map((step) =>
    step.cosine === null ? null : paired(step, a, b, (step.cosine - background) / (1 - background), margins(step)),
  );
  const { start, end } = bestRun(steps);
  const pairs = steps.slice(start, end).filter((pair) => pair !== null);
  const [first, last] = [pairs[0], pairs.at(-1)];
  if (first === undefined || last === undefined) return null;
  const sentencesA = last.i + last.step[0] - first.i;
  const sentencesB = last.j + last.step[1] - first.j;
  return {
    pairs,
    sentencesA,
    sentencesB,
    near: sum(pairs, (pair) => pair.near) / pairs.length,
    beyondWords: sum(pairs, (pair) => pair.beyondWords) / pairs.length,
    margin: sum(pairs, (pair) => pair.margin) / Math.max(sentencesA, sentencesB),
  };
}

function paired(step: AlignedStep, a: SentenceSide, b: SentenceSide, near: number, margin: number): CorrespondingPair {
  const { i, j, step: counts } = step;
  const mine = union(a.words.slice(i, i + counts[0]));
  const theirs = union(b.words.slice(j, j + counts[1]));
  const both = sum([...mine], (word) => Number(theirs.has(word)));
  const shared = (2 * both) / Math.max(1, mine.size + theirs.size);
  return { ...step, near, margin, beyondWords: shared === 1 ? 0 : (near - shared) / (1 - shared) };
}

function union(sets: readonly ReadonlySet<number>[]): ReadonlySet<number> {
  return sets.length === 1 ? sets[0]! : new Set(sets.flatMap((words) => [...words]));
}

/** The run of steps with the greatest total. */
function bestRun(steps: readonly (CorrespondingPair | null)[]): { start: number; end: number } {
  let best = { start: 0, end: 0, total: 0 };
  let [start, total] = [0, 0];
  for (const [at, pair] of steps.entries()) {
    if (total <= 0) [start, total] = [at, 0];
    total += pair === null ? -ALONE_COST : Math.max(-NEARER_COST_MAX, pair.margin);
    if (total > best.total) best = { start, end: at + 1, total };
  }
  return best;
}

/** How much nearer a pair is than its sentences are to any others. */
function marginsOf(cosines: SentenceCosines, background: number) {
  const { rows, columns } = cosines;
  const ofRows = Array.from({ length: rows }, (_, i) => nearest(columns, (j) => cosines.at(i, j)));
  const ofColumns = Array.from({ length: columns }, (_, j) => nearest(rows, (i) => cosines.at(i, j)));
  return ({ i, j, step, cosine }: AlignedStep): number => {
    const others = [background];
    for (let row = i; row < i + step[0]; row++) others.push(nearestOutside(ofRows[row]!, j, j + step[1]));
    for (let column = j; column < j + step[1]; column++)
      others.push(nearestOutside(ofColumns[column]!, i, i + step[0]));
    return (cosine! - Math.max(...others)) / (1 - background);
  };
}

/** A pair has at most two sentences a side: the nearest outside of it is among the first three. */
const NEAREST = 3;

type Nearest = readonly { at: number; cosine: number }[];

function nearest(count: number, cosineAt: (at: number) => number): Nearest {
  const found: { at: number; cosine: number }[] = [];
  for (let at = 0; at < count; at++) {
    const cosine = cosineAt(at);
    if (found.length === NEAREST && cosine <= found[NEAREST - 1]!.cosine) continue;
    const place = found.findIndex((one) => one.cosine < cosine);
    found.splice(place < 0 ? found.length : place, 0, { at, cosine });
    found.length = Math.min(found.length, NEAREST);
  }
  return found;
}

const nearestOutside = (found: Nearest, start: number, end: number): number =>
  found.find(({ at }) => at < start || at >= end)?.cosine ?? Number.NEGATIVE_INFINITY;
