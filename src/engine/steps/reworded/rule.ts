/**
 * When do sentences in the same order show that two texts say the same? Limits that were set on the pairs of
 * `test/engine/compare/rewordings.json`, forty of which an opposing expert would bring, and on passages of the Bible in
 * two translations (`npm run quality -- reworded`). The novels that are called unseen there, and the other books of the
 * Bible, judge them.
 */
import type {
  ComparedFacts,
  ComparedNames,
  ComparedNumbers,
  RewordedVerdict,
} from "../../../base/contract/operations/rewording.ts";
import type { RewordingKind } from "../../../core/vectors/kind.ts";
import type { RewordedStretch } from "../../../core/vectors/stretch.ts";

/** Name of these limits in results, and of how stretches are chosen. */
export const REWORDED_RULE = "spolia-r4 2026-11-30";

/** A text of fewer sentences, long ones counted by their clauses, or of fewer words in them, is not judged. */
export const SENTENCES_MIN = 4;
export const WORDS_MIN = 50;
/** Of a text so many are read, some 12,000 words: each is compared with each of the other text. */
export const SENTENCES_MAX = 600;

/** Says that no more of a text was read. @param words of the text, up to the last that was read */
export const readUpTo = (words: number): string =>
  `Of a long text the first ${words.toLocaleString("en")} words were read.`;

/** Two translations of a third text reached .39, and more where fewer sentences could be nearer. */
const LIKELY_MARGIN = 0.42;
const LIKELY_SENTENCES_MIN = 5;
const LIKELY_AGREEING_MIN = 2;
/** Share of all numbers and names that may differ where texts agree. */
const DIFFERING_SHARE_MAX = 0.25;
/**
 * Of all sentences together. Unrelated passages of one book reached .28, articles on one subject .67. Each number or
 * name too many that differs asks for as much again, since two tell the same of others too.
 */
const POSSIBLE_MARGINS = 0.9;
/** Names are spelt otherwise, and one is left out. */
const DIFFERING_FREE_MAX = 1;
/** So many numbers, if no more agree, are other facts in the same form. */
const OTHER_NUMBERS_MIN = 4;
/** A form that is filled in otherwise, and a parody, agree in their words and in little beyond. */
const BEYOND_WORDS_MIN = 0.25;

export function verdictOf(
  { pairs, margin, margins, beyondWords }: RewordedStretch,
  { numbers, names }: ComparedFacts,
  kind: RewordingKind,
): Exclude<RewordedVerdict, "not_searched"> {
  const others = differingIn(numbers);
  const isOtherwise = others >= OTHER_NUMBERS_MIN && others >= numbers.agree.length;
  if (pairs.length < SENTENCES_MIN || beyondWords < BEYOND_WORDS_MIN || isOtherwise) return "none_found";
  const agreeing = numbers.agree.length + names.agree.length;
  // In another language names of days and months differ too.
  const differing = others + (kind === "translation" ? 0 : differingIn(names));
  const excess = differing - DIFFERING_SHARE_MAX * (agreeing + differing);
  const isLikely = margin >= LIKELY_MARGIN && pairs.length >= LIKELY_SENTENCES_MIN;
  if (isLikely && excess <= 0 && agreeing >= LIKELY_AGREEING_MIN) return "likely";
  return margins >= POSSIBLE_MARGINS * (1 + Math.max(0, excess - DIFFERING_FREE_MAX)) ? "possible" : "none_found";
}

const differingIn = ({ a_only: onlyA, b_only: onlyB }: ComparedNumbers | ComparedNames): number =>
  onlyA.length + onlyB.length;

/** The verdict of texts among which rewordings were looked for. */
export function strongestOf(
  found: readonly { verdict: "likely" | "possible" }[],
): Exclude<RewordedVerdict, "not_searched"> {
  if (found.length === 0) return "none_found";
  return found.some(({ verdict }) => verdict === "likely") ? "likely" : "possible";
}

/** What a verdict shows and does not show. */
export const MEANINGS: Readonly<Record<Exclude<RewordedVerdict, "not_searched">, string>> = {
  likely:
    "The texts say the same in other words, in the same order, and name the same. One may be made of the other, or both of a common third source.",
  possible:
    "Sentences of the texts say the same in the same order. A common third source, one event, or the usual order of the matter is possible too.",
  none_found: "No stretch of sentences says the same in the same order. Single sentences may.",
};
