/** What of a passage counts: the words outside of all that is no evidence, and what they are worth. */
import { greatest, sum } from "../../base/lists/numbers.ts";
import type { Anchor } from "../kernels/passages/kernels.ts";
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

/** Wording of provisions that so many works share is a formula, also where phrases are too few to be counted. */
const FRAME_WORKS_MIN = 16;

/**
 * Words that everybody writes count for neither, and a table with other figures not at all. Words of frames lengthen no
 * run. In numbered provisions no run is telling, wording that the passage repeats counts once, words of frames have
 * no bits, and those of a passage that many works share are divided among them.
 *
 * @param isProvision whether the passage stands in numbered provisions
 * @param uncounted what does not count in the content; `null` to count all words but those of frames
 */
export function countedOf(passage: SharedPassage, isProvision: boolean, uncounted: Uncounted | null): Countable {
  const { longestRunWords, rarityBits, content, agreeing, surprise, documentFrequency, frames = null } = passage;
  if (uncounted !== null && hasOtherFigures(passage, uncounted)) return { longestRunWords: 0, bits: 0 };
  const areProvisions = uncounted !== null && isProvision;
  const mask = uncounted !== null && countedWords(content, uncounted.mask) < wordsOf(content) ? uncounted.mask : null;
  const bitsOf = (run: Anchor) => bitsIn(rangeOf(run), surprise);
  const once = areProvisions ? withoutRepeated(agreeing, uncounted.keyOf) : agreeing;
  const repeated = sum(agreeing, bitsOf) - sum(once, bitsOf);
  const [notOwn, notOwnEither] = present(mask, areProvisions ? frames : null);
  const masked =
    notOwn === undefined ? 0 : sum(once, (run) => maskedBitsIn(rangeOf(run), surprise, notOwn, notOwnEither));
  const bits = rarityBits - repeated - masked;
  if (areProvisions)
    return { longestRunWords: 0, bits: documentFrequency < FRAME_WORKS_MIN ? bits : bits / documentFrequency };
  const [first, second] = present(mask, frames);
  if (first === undefined) return { longestRunWords, bits };
  return { longestRunWords: greatest(agreeing, (run) => countedWords(rangeOf(run), first, second)), bits };
}

const present = (...masks: readonly (Uint8Array | null)[]): Uint8Array[] => masks.filter((mask) => mask !== null);
const wordsOf = ({ start, end }: WordRange): number => end - start;
const rangeOf = ({ a, lengthWords }: Anchor): WordRange => ({ start: a, end: a + lengthWords });

/** Words of a range of the content that no mask names. */
export function countedWords({ start, end }: WordRange, mask: Uint8Array, other = mask): number {
  let words = 0;
  for (let word = start; word < end; word++) if (mask[word] !== 1 && other[word] !== 1) words++;
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

/** Bits of the words of a range. */
function bitsIn({ start, end }: WordRange, { kindOf, bits }: SharedPassage["surprise"]): number {
  let total = 0;
  for (let word = start; word < end; word++) total += bits[kindOf[word]!]!;
  return total;
}

/** Of those of them that a mask names. */
function maskedBitsIn(
  { start, end }: WordRange,
  { kindOf, bits }: SharedPassage["surprise"],
  mask: Uint8Array,
  other = mask,
): number {
  let total = 0;
  for (let word = start; word < end; word++) if (mask[word] === 1 || other[word] === 1) total += bits[kindOf[word]!]!;
  return total;
}
