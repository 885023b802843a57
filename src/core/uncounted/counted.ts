/** What of a passage counts: the words outside of all that is no evidence, and what they are worth. */
import { greatest, sum } from "../../base/lists/numbers.ts";
import type { Anchor } from "../passages/anchors.ts";
import type { WordRange } from "../text/text.ts";
import { hasOtherFigures } from "./otherFigures.ts";
import { withoutRepeated } from "./repeatedWording.ts";
import type { SharedPassage, Uncounted, UncountedSpan } from "./spans.ts";

/** What of a passage counts. */
interface Countable {
  /** Longest run of words that agree and count; 0 where no length of a run tells anything. */
  longestRunWords: number;
  /** Surprise of the words that agree and count, in bits. */
  bits: number;
}

/**
 * Words that everybody writes count for neither, and a table with other figures not at all. In numbered provisions no
 * run is telling, wording that the passage repeats counts once, and the bits are divided among the works that share
 * them.
 *
 * @param isProvision whether the passage stands in numbered provisions
 * @param uncounted what does not count in the content; `null` to count all words
 */
export function countedOf(passage: SharedPassage, isProvision: boolean, uncounted: Uncounted | null): Countable {
  const { longestRunWords, rarityBits, content, agreeing, surprise, documentFrequency } = passage;
  if (uncounted === null) return { longestRunWords, bits: rarityBits };
  if (hasOtherFigures(passage, uncounted)) return { longestRunWords: 0, bits: 0 };
  const { mask, keys } = uncounted;
  const isMasked = countedWords(content, mask) < content.end - content.start;
  const bitsOf = (run: Anchor, of?: Uint8Array) => bitsIn(rangeOf(run), surprise, of);
  const once = isProvision ? withoutRepeated(agreeing, keys) : agreeing;
  const repeated = sum(agreeing, (run) => bitsOf(run)) - sum(once, (run) => bitsOf(run));
  const masked = isMasked ? sum(once, (run) => bitsOf(run, mask)) : 0;
  const bits = rarityBits - repeated - masked;
  if (isProvision) return { longestRunWords: 0, bits: bits / Math.max(1, documentFrequency) };
  const longest = isMasked ? greatest(agreeing, (run) => countedWords(rangeOf(run), mask)) : longestRunWords;
  return { longestRunWords: longest, bits };
}

const rangeOf = ({ a, lengthWords }: Anchor): WordRange => ({ start: a, end: a + lengthWords });

/** Words of a range of the content that count. */
export function countedWords({ start, end }: WordRange, mask: Uint8Array): number {
  let words = end - start;
  for (let word = start; word < end; word++) words -= mask[word]!;
  return words;
}

/** The span that most uncounted words of a range belong to, with others of its name; `null` where there is none. */
export function mostOf(content: WordRange, { spans }: Uncounted): UncountedSpan | null {
  const wordsIn = ({ start, end }: WordRange) => Math.min(end, content.end) - Math.max(start, content.start);
  const within = spans.filter((span) => wordsIn(span) > 0);
  const words = new Map<string, number>();
  for (const span of within) words.set(span.name, (words.get(span.name) ?? 0) + wordsIn(span));
  return within.reduce<UncountedSpan | null>(
    (best, one) => (best === null || words.get(one.name)! > words.get(best.name)! ? one : best),
    null,
  );
}

/** Bits of the words of a range, or of those that a mask names. */
function bitsIn({ start, end }: WordRange, { kindOf, bits }: SharedPassage["surprise"], mask?: Uint8Array): number {
  let total = 0;
  for (let word = start; word < end; word++) if (mask?.[word] !== 0) total += bits[kindOf[word]!]!;
  return total;
}
