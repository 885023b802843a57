/**
 * Reference implementation of `assembly/passages/anchors.ts`. Anchors: maximal runs of equal words that two texts
 * share, found through their shingles.
 *
 *   a   w w w THE SLY OLD FOX RAN AWAY w w          one anchor { a: 3, b: 1, lengthWords: 6 }
 *   b   w THE SLY OLD FOX RAN AWAY w w w w
 */
import type { Hashes } from "../text/kernels.ts";
import type { Anchor, Anchors, IndexedWords, Repetition, ShingledWords, WordHashes } from "./kernels.ts";
import { RepeatFilter, repeatsOf } from "./repeats.reference.ts";
import { sameWord } from "./sameWord.ts";
import { slotOf, wasSeen } from "./table.ts";

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
 * Most anchors in all: chaining sorts them in about a second. A text of five million words with every tenth changed has
 * as many.
 */
const ANCHORS_MAX = 500_000;

/** Anchors of at least one shingle between the indexed text `a` and `b`, at most so many. */
export function anchorsOf(a: IndexedWords, b: ShingledWords, most: number): Anchors {
  const { shingled, seen, slots, next, isPartial, repetition } = a;
  const { text: textA, shingles: shinglesA } = shingled;
  const { low, high } = b.shingles;
  const anchors: Anchor[] = [];
  const words = textA.lengthWords + b.text.lengthWords;
  const budget = repetition === null ? BUDGET : BUDGET_REPETITIVE;
  let comparisonsLeft = budget.comparisonsPerWord * words;
  let placesLeft = budget.placesPerWord * words;
  const anchorsMax = Math.min(ANCHORS_MAX, most, budget.anchorsPerWord * words);
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
  return { anchors, bounded };
}

function runLength(a: WordHashes, atA: number, b: WordHashes, atB: number): number {
  const most = Math.min(a.lengthWords - atA, b.lengthWords - atB);
  let length = 0;
  while (length < most && sameWord(a, atA + length, b, atB + length)) length++;
  return length;
}

function repeatFilter(a: IndexedWords, { repeats }: Repetition, b: ShingledWords): RepeatFilter | null {
  if (repeats === null) return null;
  const repeatsB = repeatsOf(nextPlaces(a, b.shingles), b.profile.shingleWords);
  return repeatsB && new RepeatFilter(a.shingled.text, repeats, b.text, repeatsB);
}

/** For each place of a text the next place of the same shingle, if the indexed text has it; else -1. */
function nextPlaces({ shingled, seen, slots }: IndexedWords, { low, high }: Hashes): Int32Array {
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
