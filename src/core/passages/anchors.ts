/**
 * Anchors: maximal runs of equal words that two texts share, found through their shingles.
 *
 *   a   w w w THE SLY OLD FOX RAN AWAY w w          one anchor { a: 3, b: 1, lengthWords: 6 }
 *   b   w THE SLY OLD FOX RAN AWAY w w w w
 */
import type { ShingledText } from "../fingerprint/shingles.ts";
import type { Hashes } from "../kernels/kernels.ts";
import type { Text } from "../text/text.ts";
import { PlaceCounts, RepeatFilter, type Repetition, repeatsOf, repetitionOf } from "./repeats.ts";
import { sameWord } from "./sameWord.ts";
import { wordUnits } from "./scoring.ts";

/** A run of `lengthWords` equal words, from word `a` of one text and word `b` of the other. */
export interface Anchor {
  a: number;
  b: number;
  lengthWords: number;
}

interface Anchors {
  /** In ascending order of b. */
  anchors: Anchor[];
  /** Whether a budget cut the search short; this happens with texts that repeat themselves thousands of times. */
  bounded: boolean;
}

/** Most places of one shingle that are followed up. A shingle that stands more often in one text is weak evidence. */
const ANCHOR_PLACES_MAX = 64;
/**
 * Limits for each word of the two texts.
 *
 *   comparisons   of words; ordinary texts need about one
 *   anchors       unrelated texts need few, a copy one in all, one with every tenth word changed 0.1, three words in all orders ten
 *   places        of shingles that are examined; ordinary texts need fewer than one
 */
const BUDGET = { comparisonsPerWord: 64, anchorsPerWord: 2, placesPerWord: Number.POSITIVE_INFINITY };
/** The same limits where the indexed text repeats itself: further anchors only repeat what was found. */
const BUDGET_REPETITIVE = { comparisonsPerWord: 16, anchorsPerWord: 0.25, placesPerWord: 8 };
/**
 * Most anchors of one query in all the texts that it is compared with, for each of its words; a query of fewer than
 * `QUERY_WORDS_MIN` words counts as that long. Bills that appropriate money line by line need most: 74 over all of
 * D.C.'s law. A query that repeats itself would take 1,800.
 */
const ANCHORS_PER_QUERY_WORD = 128;
const QUERY_WORDS_MIN = 256;
/**
 * Most anchors in all: chaining sorts them in about a second. A text of five million words with every tenth changed has
 * as many.
 */
const ANCHORS_MAX = 500_000;

/** Smallest number of table slots for each shingle. */
const SLOTS_PER_SHINGLE = 2;
/**
 * Smallest size of the filter in bits for each shingle, and its largest size in all, 128 KiB, which fits into a
 * processor's cache.
 */
const SEEN_PER_SHINGLE = 32;
const SEEN_MAX = 1 << 20;
/**
 * Most slots examined for one shingle. At this load a run of 64 full slots does not happen by chance, but hashes can be
 * chosen.
 */
const PROBES_MAX = 64;

/** What a query may still use for all the texts that it is compared with. */
export interface Allowance {
  anchors: number;
}

export function allowanceOf({ text }: ShingledText): Allowance {
  return { anchors: ANCHORS_PER_QUERY_WORD * Math.max(QUERY_WORDS_MIN, text.lengthWords) };
}

/** A text whose shingles can be looked up: built once, and compared with many others. */
export interface ShingleIndex {
  readonly shingled: ShingledText;
  /** A bit for the lower bits of each shingle's hash: a filter that spares most shingles of other texts the lookup. */
  readonly seen: Int32Array;
  /** Open addressing hash table of a power of two slots: 1 + the first place of a shingle, or 0 for an empty slot. */
  readonly slots: Int32Array;
  /** For each place of a shingle its next place, or -1. */
  readonly next: Int32Array;
  /** How the text repeats itself; `null` where it does not. */
  readonly repetition: Repetition | null;
  /** What each word is worth where it agrees, in the units of scoring.ts. */
  readonly wordUnits: Uint8Array;
  /** Whether some shingle found no slot. */
  readonly isPartial: boolean;
  /**
   * For each word its word in the other text, or -1: working memory of one comparison after the other, each of which
   * puts back what it changed. Made anew for each text, it took most of the time of a long query.
   */
  readonly places: Int32Array;
}

export function indexShingles(shingled: ShingledText): ShingleIndex {
  const { shingles } = shingled;
  const count = shingles.low.length;
  const seen = new Int32Array(Math.max(1, Math.min(SEEN_MAX, nextPowerOfTwo(SEEN_PER_SHINGLE * count)) >>> 5));
  const slots = new Int32Array(nextPowerOfTwo(SLOTS_PER_SHINGLE * count));
  const next = new Int32Array(count).fill(-1);
  let isPartial = false;
  const counts = new PlaceCounts(slots.length);
  for (let at = count - 1; at >= 0; at--) {
    const low = shingles.low[at]!;
    seen[(low >>> 5) & (seen.length - 1)]! |= 1 << low;
    const slot = slotOf(slots, shingles, low, shingles.high[at]!);
    if (slot < 0) isPartial = true;
    else {
      counts.add(slot);
      next[at] = slots[slot]! - 1;
      slots[slot] = at + 1;
    }
  }
  const repetition = repetitionOf(shingled, next, counts);
  const places = new Int32Array(shingled.text.lengthWords).fill(-1);
  return { shingled, seen, slots, next, repetition, wordUnits: wordUnits(shingled.text), isPartial, places };
}

/** The smallest power of two that is at least `value`. */
function nextPowerOfTwo(value: number): number {
  return 1 << (32 - Math.clz32(Math.max(1, value) - 1));
}

/** Whether a shingle with these lower bits may be in the text. The shift takes the lowest five, as JavaScript does. */
function wasSeen(seen: Int32Array, low: number): boolean {
  return ((seen[(low >>> 5) & (seen.length - 1)]! >>> low) & 1) === 1;
}

/** The slot of a shingle, or the empty slot where it belongs; -1 where all slots that may be examined are taken. */
function slotOf(slots: Int32Array, shingles: Hashes, low: number, high: number): number {
  const mask = slots.length - 1;
  for (let probe = 0; probe < PROBES_MAX; probe++) {
    const slot = (high + probe) & mask;
    const place = slots[slot]! - 1;
    if (place < 0 || (shingles.low[place] === low && shingles.high[place] === high)) return slot;
  }
  return -1;
}

/**
 * All anchors of at least one shingle between the indexed text `a` and `b`, within the allowance, which is reduced by
 * their number.
 */
export function findAnchors(
  a: ShingleIndex,
  b: ShingledText,
  allowance: Allowance = { anchors: ANCHORS_MAX },
): Anchors {
  const { shingled, seen, slots, next, isPartial, repetition } = a;
  const { text: textA, shingles: shinglesA } = shingled;
  const { low, high } = b.shingles;
  const anchors: Anchor[] = [];
  const words = textA.lengthWords + b.text.lengthWords;
  const budget = repetition === null ? BUDGET : BUDGET_REPETITIVE;
  let comparisonsLeft = budget.comparisonsPerWord * words;
  let placesLeft = budget.placesPerWord * words;
  const anchorsMax = Math.min(ANCHORS_MAX, allowance.anchors, budget.anchorsPerWord * words);
  let bounded = isPartial;
  const filter = repetition && repeatFilter(a, repetition, b);
  for (let atB = 0; atB < low.length; atB++) {
    if (!wasSeen(seen, low[atB]!)) continue;
    const slot = slotOf(slots, shinglesA, low[atB]!, high[atB]!);
    let places = 0;
    for (let atA = slot < 0 ? -1 : slots[slot]! - 1, nextA: number; atA >= 0; atA = nextA) {
      nextA = next[atA]!;
      if (++places > ANCHOR_PLACES_MAX || --placesLeft < 0 || comparisonsLeft < 0 || anchors.length >= anchorsMax) {
        bounded = true;
        break;
      }
      if (atA > 0 && atB > 0 && sameWord(textA, atA - 1, b.text, atB - 1)) {
        if (repetition !== null) nextA = repetition.nextBehindOther[atA]!;
        continue; // inside a run that began earlier
      }
      if (filter?.isRepeated(atA, atB)) continue;
      const lengthWords = runLength(textA, atA, b.text, atB);
      comparisonsLeft -= lengthWords;
      if (lengthWords < b.profile.shingleWords) continue;
      anchors.push({ a: atA, b: atB, lengthWords });
      filter?.follow(atA, atB, lengthWords);
    }
  }
  allowance.anchors -= anchors.length;
  return { anchors, bounded };
}

function runLength(a: Text, atA: number, b: Text, atB: number): number {
  const most = Math.min(a.lengthWords - atA, b.lengthWords - atB);
  let length = 0;
  while (length < most && sameWord(a, atA + length, b, atB + length)) length++;
  return length;
}

function repeatFilter(a: ShingleIndex, { repeats }: Repetition, b: ShingledText): RepeatFilter | null {
  if (repeats === null) return null;
  const repeatsB = repeatsOf(nextPlaces(a, b.shingles), b.profile.shingleWords);
  return repeatsB && new RepeatFilter(a.shingled.text, repeats, b.text, repeatsB);
}

/** For each place of a text the next place of the same shingle, if the indexed text has it; else -1. */
function nextPlaces({ shingled, seen, slots }: ShingleIndex, { low, high }: Hashes): Int32Array {
  const next = new Int32Array(low.length).fill(-1);
  const ahead = new Int32Array(slots.length).fill(-1);
  for (let at = low.length - 1; at >= 0; at--) {
    if (!wasSeen(seen, low[at]!)) continue;
    const slot = slotOf(slots, shingled.shingles, low[at]!, high[at]!);
    if (slot < 0 || slots[slot] === 0) continue;
    next[at] = ahead[slot]!;
    ahead[slot] = at;
  }
  return next;
}
