/**
 * Reference implementation of `assembly/passages/alone.ts`. Can an anchor be a passage if no other anchor joins it? Of
 * formulas that two texts share nearly none can: too few words around them agree, which is known without their
 * alignment.
 *
 * It is never less than what extend.reference.ts finds: a path is abandoned later, and words are alike whose
 * numbers agree.
 */
import { PASSAGE_WORDS_MIN } from "../../../base/limits.ts";
import { DROP_UNITS } from "./extend.reference.ts";
import type { Anchor, IndexedWords, WordHashes } from "./kernels.ts";
import { DIFFERS_UNITS, log2Units, SKIPS_UNITS, UNITS_PER_BIT } from "./scoring.ts";
import { EVIDENCE_BITS_MIN, runUnits } from "./worth.ts";

/** Diagonals on which paths are followed: so many before that of the anchor, and one less behind it. */
const DIAGONALS = 16;
/** Most that a path may gain, and most words of `a` that it may have. */
const GAIN_MAX_UNITS = 95;
const ROWS_JUDGED_MAX = 64;

/** Whether an anchor can be no passage, nor a part of one, without others. */
export function isHopeless(a: IndexedWords, b: WordHashes, anchor: Anchor): boolean {
  if (anchor.lengthWords >= PASSAGE_WORDS_MIN) return false;
  const placeUnits = log2Units(a.shingled.text.lengthWords) + log2Units(b.lengthWords);
  const end = { ...anchor, a: anchor.a + anchor.lengthWords, b: anchor.b + anchor.lengthWords };
  // A passage beside the anchor would be worth at most GAIN_MAX_UNITS + DROP_UNITS, which is no evidence.
  const most =
    runUnits(a.wordUnits, anchor) + gainFrom(a, b, end, 1) + gainFrom(a, b, { a: anchor.a - 1, b: anchor.b - 1 }, -1);
  return most - placeUnits < EVIDENCE_BITS_MIN * UNITS_PER_BIT;
}

/**
 * The most that a path beyond an end of an anchor gains; infinite where it is not known, or where a run of
 * `PASSAGE_WORDS_MIN` words may stand there.
 */
function gainFrom(
  { shingled: { text }, wordUnits }: IndexedWords,
  b: WordHashes,
  at: Pick<Anchor, "a" | "b">,
  step: 1 | -1,
): number {
  // Of each diagonal the best score of a path to it, and the words that have agreed on it without another between them.
  let scores = new Array<number>(2 * DIAGONALS).fill(Number.NEGATIVE_INFINITY);
  for (let skipped = 0; SKIPS_UNITS * skipped <= DROP_UNITS; skipped++)
    scores[DIAGONALS + skipped] = -SKIPS_UNITS * skipped;
  const runs = new Array<number>(2 * DIAGONALS).fill(0);
  let best = 0;
  let longest = 0;
  for (let row = 0; ; row++) {
    const wordA = at.a + step * row;
    if (wordA < 0 || wordA >= text.lengthWords) break;
    if (row === ROWS_JUDGED_MAX) return Number.POSITIVE_INFINITY;
    const next: number[] = [];
    for (let lane = 0; lane < scores.length; lane++) {
      const wordB = at.b + step * (row + lane - DIAGONALS);
      const isAlike = areAlike(text, wordA, b, wordB);
      runs[lane] = isAlike ? runs[lane]! + 1 : 0;
      const score = Math.max(
        scores[lane]! + (isAlike ? wordUnits[wordA]! : -DIFFERS_UNITS),
        (scores[lane + 1] ?? Number.NEGATIVE_INFINITY) - SKIPS_UNITS,
        (next[lane - 1] ?? Number.NEGATIVE_INFINITY) - SKIPS_UNITS,
      );
      next.push(score < -DROP_UNITS ? Number.NEGATIVE_INFINITY : score);
      longest = Math.max(longest, runs[lane]!);
      best = Math.max(best, score);
    }
    scores = next;
    if (scores.every((score) => score === Number.NEGATIVE_INFINITY)) break;
    if (Math.max(scores[0]!, scores.at(-1)!) >= SKIPS_UNITS - DROP_UNITS) return Number.POSITIVE_INFINITY;
  }
  return longest >= PASSAGE_WORDS_MIN || best > GAIN_MAX_UNITS ? Number.POSITIVE_INFINITY : best;
}

const areAlike = (a: WordHashes, wordA: number, b: WordHashes, wordB: number): boolean =>
  wordB >= 0 && wordB < b.lengthWords && numberOf(a, wordA) === numberOf(b, wordB);

/** The number of a word: few words that differ have the same. */
const numberOf = ({ words: { low } }: WordHashes, word: number): number => Math.min(low[word]! & 255, 254);
