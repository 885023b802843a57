/**
 * Where do two texts say the same in the same order, and how surely? Sentences correspond if they are nearer to each
 * other than to any other sentence of the other text: texts on one subject are near each other everywhere.
 */
import { sum } from "../../base/lists/numbers.ts";
import {
  alignedSentences,
  type Gain,
  JOINED_COST,
  joinedIn,
  nearGain,
  SentenceCosines,
  type SentenceRange,
  type SentenceStep,
} from "./aligned.ts";

/** The sentences of a text: their vectors, and keys of their words. */
export interface SentenceSide {
  readonly vectors: readonly Float32Array[];
  readonly words: readonly ReadonlySet<number>[];
}

type SentenceRanges = Pick<SentenceStep, "a" | "b">;

/** Sentences that stand in each other's place. */
interface CorrespondingPair extends SentenceStep {
  cosine: number;
  /** As far as the encoder goes: 0 as unrelated texts, 1 the same. */
  near: number;
  /** How much nearer than to any other sentence of the two texts; below 0 where another is nearer. */
  margin: number;
  /** Share of what their words leave open, in which they say the same: 0 or less where only the frame is the same. */
  beyondWords: number;
}

/** A stretch of both texts, from its first pair to its last. */
export interface RewordedStretch {
  pairs: CorrespondingPair[];
  /** Of its pairs. */
  near: number;
  beyondWords: number;
  /** Of a sentence of its longer side, on average: one without a counterpart has 0. */
  margin: number;
  /** Of its pairs, together: it grows with the text. */
  margins: number;
}

/** What a sentence without a counterpart costs a stretch, in margins. */
const ALONE_COST = 0.15;
/** Sentences correspond though others are nearer by so much. */
const NEARER_MAX = 0.2;

/** The stretch that says most; `null` where no sentences correspond. */
export function stretchOf(a: SentenceSide, b: SentenceSide, background: number): RewordedStretch | null {
  const cosines = new SentenceCosines(a.vectors, b.vectors);
  const othersOf = nearestOthers(cosines);
  const scaled = (cosine: number) => (cosine - background) / (1 - background);
  const marginOf: Gain = (ofA, ofB) => scaled(cosines.at(ofA, ofB)) - Math.max(0, scaled(othersOf(ofA, ofB)));
  const nearness = nearGain(cosines, background);
  const gain: Gain = (ofA, ofB) => {
    const near = nearness(ofA, ofB);
    // Most are far, and of these nobody asks by how much.
    return near <= 0 ? near : Math.min(near, marginOf(ofA, ofB) + NEARER_MAX - JOINED_COST * joinedIn(ofA, ofB));
  };
  const steps = alignedSentences(cosines, gain).map(({ cosine, ...ranges }): CorrespondingPair | null => {
    if (cosine === null) return null;
    const near = scaled(cosine);
    const margin = marginOf(ranges.a, ranges.b);
    return { ...ranges, cosine, near, margin, beyondWords: beyondWordsOf(ranges, a, b, near) };
  });
  const run = bestRun(steps);
  const pairs = steps.slice(run.start, run.end).filter((pair) => pair !== null);
  const [first, last] = [pairs[0], pairs.at(-1)];
  if (first === undefined || last === undefined) return null;
  const sentences = Math.max(last.a.end - first.a.start, last.b.end - first.b.start);
  const margins = sum(pairs, (pair) => pair.margin);
  return {
    pairs,
    near: sum(pairs, (pair) => pair.near) / pairs.length,
    beyondWords: sum(pairs, (pair) => pair.beyondWords) / pairs.length,
    margin: margins / sentences,
    margins,
  };
}

function beyondWordsOf(ranges: SentenceRanges, a: SentenceSide, b: SentenceSide, near: number): number {
  const [mine, theirs] = [union(a.words, ranges.a), union(b.words, ranges.b)];
  const both = sum([...mine], (word) => Number(theirs.has(word)));
  const shared = (2 * both) / Math.max(1, mine.size + theirs.size);
  return shared === 1 ? 0 : (near - shared) / (1 - shared);
}

const union = (words: SentenceSide["words"], { start, end }: SentenceRange): ReadonlySet<number> =>
  new Set(words.slice(start, end).flatMap((own) => [...own]));

/** The run of steps with the greatest total. */
function bestRun(steps: readonly (CorrespondingPair | null)[]): { start: number; end: number } {
  let best = { start: 0, end: 0, total: 0 };
  let [start, total] = [0, 0];
  for (const [at, pair] of steps.entries()) {
    if (total <= 0) [start, total] = [at, 0];
    total += pair === null ? -ALONE_COST : pair.margin;
    if (total > best.total) best = { start, end: at + 1, total };
  }
  return best;
}

/** The cosine of the nearest two sentences of which one is in the ranges and the other outside of them. */
function nearestOthers(cosines: SentenceCosines) {
  const { rows, columns } = cosines;
  const ofRows = Array.from({ length: rows }, (_, i) => nearest(columns, (j) => cosines.of(i, j)));
  const ofColumns = Array.from({ length: columns }, (_, j) => nearest(rows, (i) => cosines.of(i, j)));
  return (a: SentenceRange, b: SentenceRange): number =>
    Math.max(
      ...ofRows.slice(a.start, a.end).map((found) => nearestOutside(found, b)),
      ...ofColumns.slice(b.start, b.end).map((found) => nearestOutside(found, a)),
    );
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

const nearestOutside = (found: Nearest, { start, end }: SentenceRange): number =>
  found.find(({ at }) => at < start || at >= end)?.cosine ?? Number.NEGATIVE_INFINITY;
