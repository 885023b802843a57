/**
 * How much does each word of an item tell? A word that other items have after, or before, the same words tells little:
 * it stands in a formula, such as "in accordance with the provisions of the". In bits, of the best of six forecasts:
 *
 *   log2 (items with the context + PRIOR) / (items with the context and the word)
 *
 * where the context is none, one or two words on either side. Only other items count, so that the words of a single
 * item tell the same.
 */
import type { ShingledText } from "../../core/fingerprint/shingles.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { log2Units, UNITS_PER_BIT } from "../../core/kernels/passages/scoring.ts";
import { sharedBy } from "../../core/uncounted/frames/sharedRuns.ts";

/** Longest runs that forecast their last word, or their first. */
const RUN_WORDS_MAX = 3;
/** Items with other words there that are assumed besides those that are seen. */
const PRIOR = 2;
const UNITS_MIN = 0.5 * UNITS_PER_BIT;
/** A word that no other item has; names are no better evidence than other rare words. */
const UNITS_MAX = 8 * UNITS_PER_BIT;

/** What each word of each item tells, in quarters of a bit. */
export function tellingUnits(kernels: Kernels, items: readonly ShingledText[]): Uint8Array[] {
  const shared = Array.from({ length: RUN_WORDS_MAX }, (_, i) =>
    sharedBy(
      kernels,
      items.map(({ text }) => kernels.hashShingles(text.words, i + 1)),
    ),
  );
  return items.map(({ text }, item) => {
    /** Other items that have the run of so many words from a word on. */
    const others = (from: number, words: number): number => {
      if (words === 0) return items.length - 1;
      return (shared[words - 1]![item]![from] ?? 1) - 1;
    };
    return Uint8Array.from({ length: text.lengthWords }, (_, word) => {
      let best = UNITS_MAX;
      for (let words = 1; words <= RUN_WORDS_MAX; words++)
        for (const [from, context] of [
          [word - words + 1, word - words + 1],
          [word, word + 1],
        ] as const) {
          if (from < 0 || from + words > text.lengthWords) continue;
          const seen = others(from, words);
          if (seen > 0) best = Math.min(best, log2Units(others(context, words - 1) + PRIOR) - log2Units(seen));
        }
      return Math.max(UNITS_MIN, best);
    });
  });
}
