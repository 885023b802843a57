/**
 * Runs of so many words that stood before: in an earlier text, or earlier in the same one. They are cut out, the first
 * of each stays, and what is left has no run of so many words twice, also where a cut joins words.
 *
 *   words of the text   is the run that ends here known?   yes: its words are cut, no: it is known from now on
 *   words that are left, where any were cut:
 *                       is the run that ends here known from another text, or left earlier in this?  yes: it is cut
 */
import type { Hashes } from "../kernels/kernels.ts";
import type { WordRange } from "../text/text.ts";
import { RunKeys } from "./runKeys.ts";

/** Odd multipliers of the sums over runs, one for each half of a hash: constants of MurmurHash3 (Austin Appleby). */
const [LOW_STEP, HIGH_STEP] = [0xcc9e2d51, 0x1b873593];

/** A kept word with which no run ends. */
const NONE = -1;

/** What knows the runs of the texts so far. */
export interface KnownRuns {
  /** Adds a run of a text as it was given. @returns whether it is new */
  add(low: number, high: number): boolean;
  /** Whether a run that a cut joined is known. */
  has(low: number, high: number): boolean;
  /** Adds a run that is left. */
  join(low: number, high: number): void;
}

export class RepeatedRuns {
  readonly #words: number;
  readonly #known: KnownRuns;

  /** @param words of a run */
  constructor(words: number, known: KnownRuns = new RunKeys()) {
    this.#words = words;
    this.#known = known;
  }

  /** The words of a text that repeat others, as ranges, ascending and apart. The others are known from now on. */
  cut(words: Hashes): WordRange[] {
    const length = words.low.length;
    const sums = new RunSums(length, this.#words);
    const isCut = new Uint8Array(length);
    /** Whether the run that ends with a word is new. */
    const isNew = new Uint8Array(length);
    let cutTo = 0;
    for (let at = 0; at < length; at++) {
      sums.push(words.low[at]!, words.high[at]!);
      if (!sums.hasRun) continue;
      if (this.#known.add(sums.runLow, sums.runHigh)) {
        isNew[at] = 1;
        continue;
      }
      // All but the last word is cut already, or belongs to the same run, which came first and stays.
      const isLast = cutTo === at || sums.overlapsItself();
      cutTo = at + 1;
      isCut.fill(1, isLast ? at : cutTo - this.#words, cutTo);
    }
    return cutTo === 0 ? [] : rangesOf(this.#withoutJoined(words, isCut, isNew));
  }

  /** Cuts also what repeats a run where words were joined. */
  #withoutJoined(words: Hashes, isCut: Uint8Array, isNew: Uint8Array): Uint8Array {
    const length = isCut.length;
    const own = new Set<number>();
    const sums = new RunSums(length, this.#words);
    for (let at = 0; at < length; at++) {
      sums.push(words.low[at]!, words.high[at]!);
      if (isNew[at] === 1) own.add(sums.key);
    }
    const kept = new RunSums(length, this.#words);
    const [places, keys] = [new Uint32Array(length), new Float64Array(length)];
    const live = new Set<number>();
    for (let at = 0; at < length; at++) {
      if (isCut[at] === 1) continue;
      places[kept.length] = at;
      kept.push(words.low[at]!, words.high[at]!);
      if (!kept.hasRun) continue;
      const { key } = kept;
      keys[kept.length - 1] = NONE;
      const isElsewhere = !own.has(key) && this.#known.has(kept.runLow, kept.runHigh);
      if (!isElsewhere && !live.has(key)) {
        live.add(key);
        keys[kept.length - 1] = key;
        continue;
      }
      for (let left = kept.overlapsItself() ? 1 : this.#words; left > 0; left--) {
        kept.pop();
        isCut[places[kept.length]!] = 1;
        live.delete(keys[kept.length]!);
      }
    }
    const left = new RunSums(kept.length, this.#words);
    for (const at of places.subarray(0, kept.length)) {
      left.push(words.low[at]!, words.high[at]!);
      if (left.hasRun) this.#known.join(left.runLow, left.runHigh);
    }
    return isCut;
  }
}

/** Sums over the first words of a list, from which that of any run follows. */
class RunSums {
  length = 0;
  /** Hash of the run that ends the list. */
  runLow = 0;
  runHigh = 0;
  readonly #words: number;
  readonly #low: Uint32Array;
  readonly #high: Uint32Array;
  #lowPower = 1;
  #highPower = 1;

  /** @param most words of the list */
  constructor(most: number, words: number) {
    this.#words = words;
    this.#low = new Uint32Array(most + 1);
    this.#high = new Uint32Array(most + 1);
    for (let i = 0; i < words; i++) {
      this.#lowPower = Math.imul(this.#lowPower, LOW_STEP);
      this.#highPower = Math.imul(this.#highPower, HIGH_STEP);
    }
  }

  get hasRun(): boolean {
    return this.length >= this.#words;
  }

  /** The last run as the key of a map. */
  get key(): number {
    return (this.runLow >>> 11) * 0x1_0000_0000 + this.runHigh;
  }

  push(low: number, high: number): void {
    const at = this.length++;
    this.#low[at + 1] = Math.imul(this.#low[at]!, LOW_STEP) + low;
    this.#high[at + 1] = Math.imul(this.#high[at]!, HIGH_STEP) + high;
    if (!this.hasRun) return;
    const [one, other] = [this.#lowOf(this.length), this.#highOf(this.length)];
    // Each half depends on both, so that keys are spread evenly.
    this.runLow = mixed(one ^ Math.imul(other, LOW_STEP));
    this.runHigh = mixed(other + Math.imul(this.runLow, HIGH_STEP));
  }

  pop(): void {
    this.length--;
  }

  /** Whether the last run shares words with an earlier one that is the same. */
  overlapsItself(): boolean {
    const [low, high] = [this.#lowOf(this.length), this.#highOf(this.length)];
    const earliest = Math.max(this.#words, this.length - this.#words + 1);
    for (let end = this.length - 1; end >= earliest; end--)
      if (this.#lowOf(end) === low && this.#highOf(end) === high) return true;
    return false;
  }

  /** Of the run that ends behind so many words. */
  #lowOf(end: number): number {
    return (this.#low[end]! - Math.imul(this.#low[end - this.#words]!, this.#lowPower)) >>> 0;
  }

  #highOf(end: number): number {
    return (this.#high[end]! - Math.imul(this.#high[end - this.#words]!, this.#highPower)) >>> 0;
  }
}

/** The last steps of MurmurHash3. */
function mixed(value: number): number {
  const once = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}

/** The ranges of words that are cut. */
function rangesOf(isCut: Uint8Array): WordRange[] {
  const ranges: WordRange[] = [];
  for (const [at, cut] of isCut.entries()) {
    if (cut === 0) continue;
    const last = ranges.at(-1);
    if (last?.end === at) last.end = at + 1;
    else ranges.push({ start: at, end: at + 1 });
  }
  return ranges;
}
