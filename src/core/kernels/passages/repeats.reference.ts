/**
 * Reference implementation of `assembly/passages/repeats.ts`. Runs in which a text repeats itself: a few words again
 * and again. Two such runs of the same words agree on as many diagonals as they have periods, and all diagonals carry
 * the same information. This file detects such runs, so that one diagonal is followed instead of all.
 *
 *   a   x ABC ABC ABC ABC y          the run of a ends at y, that of b at z; where they start together (┌) the anchor covers a, where
 *   b   ┌ ABC ABC ABC ABC ABC z      they end together (┘) it may continue; the other diagonals only repeat
 */
import type { Repeats, WordHashes } from "./kernels.ts";
import { sameWord } from "./sameWord.ts";

/** Smallest number of periods and of words of a run: prose has almost no such runs and is not affected. */
const PERIODS_MIN = 4;
const WORDS_MIN = 12;

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
  readonly #a: WordHashes;
  readonly #b: WordHashes;
  readonly #inA: Repeats;
  readonly #inB: Repeats;
  /**
   * The last anchor that was followed from a place of b and, below, from each place of a: its end, and the end of the
   * run of the other text.
   */
  #fromB = { b: -1, coveredA: 0, endA: 0 };
  readonly #fromA = new Map<number, { coveredB: number; endB: number }>();

  constructor(a: WordHashes, inA: Repeats, b: WordHashes, inB: Repeats) {
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
