/** A text as one side of many comparisons: its shingles can be looked up. */
import type { ShingledText } from "../fingerprint/shingles.ts";
import type { Kernels } from "../kernels/kernels.ts";
import type { IndexedWords } from "../kernels/passages/kernels.ts";
import { wordUnits } from "../kernels/passages/scoring.ts";
import { slotOf } from "../kernels/passages/table.ts";
import { PlaceCounts, repetitionOf } from "./repeats.ts";

/**
 * Most anchors of one query in all the texts that it is compared with, for each of its words; a query of fewer than
 * `QUERY_WORDS_MIN` words counts as that long. Bills that appropriate money line by line need most: 74 over all of
 * D.C.'s law. A query that repeats itself would take 1,800.
 */
const ANCHORS_PER_QUERY_WORD = 128;
const QUERY_WORDS_MIN = 256;
/** Smallest number of table slots for each shingle. */
const SLOTS_PER_SHINGLE = 2;
/**
 * Smallest size of the filter in bits for each shingle, and its largest size in all, 128 KiB, which fits into a
 * processor's cache.
 */
const SEEN_PER_SHINGLE = 32;
const SEEN_MAX = 1 << 20;
/** What a query may still use for all the texts that it is compared with. */
export interface Allowance {
  anchors: number;
}

export function allowanceOf({ text }: ShingledText): Allowance {
  return { anchors: ANCHORS_PER_QUERY_WORD * Math.max(QUERY_WORDS_MIN, text.lengthWords) };
}

/** A text whose shingles can be looked up: built once, and compared with many others. */
export interface ShingleIndex extends IndexedWords {
  readonly shingled: ShingledText;
}

export function indexShingles(shingled: ShingledText): ShingleIndex {
  const { shingles } = shingled;
  const { low: lows, high: highs } = shingles;
  const count = lows.length;
  const seen = new Int32Array(Math.max(1, nextPowerOfTwo(Math.min(SEEN_MAX, SEEN_PER_SHINGLE * count)) >>> 5));
  const slots = new Int32Array(nextPowerOfTwo(SLOTS_PER_SHINGLE * count));
  const next = new Int32Array(count).fill(-1);
  let isPartial = false;
  const counts = new PlaceCounts(slots.length);
  for (let at = count - 1; at >= 0; at--) {
    const low = lows[at]!;
    seen[(low >>> 5) & (seen.length - 1)]! |= 1 << low;
    const slot = slotOf(slots, shingles, low, highs[at]!);
    if (slot < 0) {
      isPartial = true;
      continue;
    }
    const place = slots[slot]! - 1;
    if (place < 0) counts.addFirst();
    else {
      counts.addMore(slot);
      next[at] = place;
    }
    slots[slot] = at + 1;
  }
  const repetition = repetitionOf(shingled, next, counts);
  return { shingled, seen, slots, next, repetition, wordUnits: wordUnits(shingled.text), isPartial };
}

/**
 * Does some work with an index, and then frees what the kernels keep of it, also where the work fails: of a long text
 * up to 220 MB, which would stay until another text is compared.
 *
 * @param work may return a promise; then its end is that of the promise
 */
export function usingIndex<Result>(
  kernels: Pick<Kernels, "release">,
  index: ShingleIndex,
  work: (index: ShingleIndex) => Result,
): Result {
  let isPending = false;
  try {
    const result = work(index);
    isPending = result instanceof Promise;
    return isPending ? ((result as Promise<unknown>).finally(() => kernels.release(index)) as Result) : result;
  } finally {
    if (!isPending) kernels.release(index);
  }
}

/** The smallest power of two that is at least `value`. */
function nextPowerOfTwo(value: number): number {
  return 1 << (32 - Math.clz32(Math.max(1, value) - 1));
}
