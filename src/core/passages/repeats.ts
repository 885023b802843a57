/**
 * Runs in which a text repeats itself: a few words again and again. Two such runs of the same words agree on as many
 * diagonals as they have periods, and all diagonals carry the same information. This file detects such runs, so that
 * one diagonal is followed instead of all.
 *
 *   a   x ABC ABC ABC ABC y          the run of a ends at y, that of b at z; where they start together (┌) the anchor covers a, where
 *   b   ┌ ABC ABC ABC ABC ABC z      they end together (┘) it may continue; the other diagonals only repeat
 */
import type { ShingledText } from "../fingerprint/shingles.ts";
import type { Text } from "../text/text.ts";
import { sameWord } from "./sameWord.ts";

/** Smallest number of periods and of words of a run: prose has almost no such runs and is not affected. */
const PERIODS_MIN = 4;
const WORDS_MIN = 12;

/**
 * For each place of a text, the end of the repeating run that contains it, and the run's period in words; 0 outside of
 * runs.
 */
interface Repeats {
  readonly end: Int32Array;
  readonly period: Int32Array;
}

/** Repetition in a text most of whose shingles recur, with repeating runs or with few distinct shingles. */
export interface Repetition {
  /** The repeating runs, or `null` where there are none. */
  readonly repeats: Repeats | null;
  /** For each place of a shingle the next place that follows a different word, or -1. */
  readonly nextBehindOther: Int32Array;
}

/** Counts stop here: a higher count adds no information. */
const PLACES_COUNTED_MAX = 64;
/**
 * A text repeats itself if its shingles, averaged over the places, stand at this many places or more. Of 85,000
 * excerpts and whole sections of real text, law and scripture included, none has more than 13.4.
 */
const MEAN_PLACES_MIN = 16;

/** Counts how often the shingles of a text recur. */
export class PlaceCounts {
  readonly #counts: Uint8Array;
  #distinct = 0;
  #places = 0;
  #sum = 0;

  constructor(slots: number) {
    this.#counts = new Uint8Array(slots);
  }

  /** Counts one more place of the shingle in this slot. */
  add(slot: number): void {
    const count = this.#counts[slot]!;
    this.#places++;
    if (count === 0) this.#distinct++;
    if (count < PLACES_COUNTED_MAX) this.#counts[slot] = count + 1;
    // Updates the sum over all places: the new place counts all of them, and each other place counts one more.
    this.#sum += count < PLACES_COUNTED_MAX ? 2 * count + 1 : PLACES_COUNTED_MAX;
  }

  /** Whether most shingles stand in the text more than once. */
  get mostRecur(): boolean {
    return 2 * this.#distinct < this.#places;
  }

  /** Whether the text has few distinct shingles for its places. */
  get areFew(): boolean {
    return 8 * this.#distinct < this.#places || this.#sum >= MEAN_PLACES_MIN * this.#places;
  }
}

/**
 * @returns `null` where the text does not repeat itself; otherwise it has few distinct shingles, or most shingles recur
 *   and some of them in repeating runs
 */
export function repetitionOf(
  { text, profile }: ShingledText,
  next: Int32Array,
  counts: PlaceCounts,
): Repetition | null {
  if (!counts.mostRecur && !counts.areFew) return null;
  const repeats = repeatsOf(next, profile.shingleWords);
  if (repeats === null && !counts.areFew) return null;
  const nextBehindOther = new Int32Array(next.length);
  for (let at = next.length - 1; at >= 0; at--) {
    const other = next[at]!;
    const isSame = at > 0 && other > 0 && sameWord(text, at - 1, text, other - 1);
    nextBehindOther[at] = isSame ? nextBehindOther[other]! : other;
  }
  return { repeats, nextBehindOther };
}

/**
 * The repeating runs of a text.
 *
 * @param next for each place of a shingle the next place of the same shingle, or -1
 */
export function repeatsOf(next: Int32Array, shingleWords: number): Repeats | null {
  const end = new Int32Array(next.length);
  const period = new Int32Array(next.length);
  let isFound = false;
  for (let to = next.length; to > 0; ) {
    // Neighbouring places with the same distance to their next place form one run.
    const distance = next[to - 1]! - (to - 1);
    let from = to - 1;
    while (from > 0 && next[from - 1]! - (from - 1) === distance) from--;
    const last = to - 1 + distance + shingleWords;
    if (distance > 0 && last - from >= Math.max(WORDS_MIN, PERIODS_MIN * distance)) {
      isFound = true;
      // The last period belongs to the run too, although it has no next place.
      for (let at = from; at <= last - shingleWords; at++) {
        if (end[at] !== 0 && at >= to) continue;
        end[at] = last;
        period[at] = distance;
      }
    }
    to = from;
  }
  return isFound ? { end, period } : null;
}

/** Finds pairs of places in repeating runs that only repeat an anchor that was followed before. */
export class RepeatFilter {
  readonly #a: Text;
  readonly #b: Text;
  readonly #inA: Repeats;
  readonly #inB: Repeats;
  /**
   * The last anchor that was followed from a place of b and, below, from each place of a: its end, and the end of the
   * run of the other text.
   */
  #fromB = { b: -1, coveredA: 0, endA: 0 };
  readonly #fromA = new Map<number, { coveredB: number; endB: number }>();

  constructor(a: Text, inA: Repeats, b: Text, inB: Repeats) {
    this.#a = a;
    this.#b = b;
    this.#inA = inA;
    this.#inB = inB;
  }

  /**
   * Whether the run from two places of one shingle repeats an anchor that was followed: it lies in the same repeating
   * runs, at least one period later, and ends where the shorter of them ends. Where both end together the run may
   * continue, so it is followed; so is a run that reaches beyond.
   */
  isRepeated(a: number, b: number): boolean {
    const endA = this.#inA.end[a]!;
    const endB = this.#inB.end[b]!;
    const period = this.#inA.period[a]!;
    if (endA === 0 || endB === 0 || period !== this.#inB.period[b] || endA - a === endB - b) return false;
    const { b: lastB, coveredA, endA: lastEndA } = this.#fromB;
    const alongA = b === lastB && endA === lastEndA && a + period <= coveredA;
    const last = this.#fromA.get(a);
    const alongB = last !== undefined && last.endB === endB && b + period <= last.coveredB;
    if (!alongA && !alongB) return false;
    const length = Math.min(endA - a, endB - b);
    const isOver = a + length >= this.#a.lengthWords || b + length >= this.#b.lengthWords;
    return isOver || !sameWord(this.#a, a + length, this.#b, b + length);
  }

  follow(a: number, b: number, lengthWords: number): void {
    const endA = this.#inA.end[a]!;
    const endB = this.#inB.end[b]!;
    if (endA === 0 || endB === 0 || this.#inA.period[a] !== this.#inB.period[b]) return;
    this.#fromB = { b, coveredA: Math.min(endA, a + lengthWords), endA };
    this.#fromA.set(a, { coveredB: Math.min(endB, b + lengthWords), endB });
  }
}
