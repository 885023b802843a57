/** The verdict on what a content shares with the searched corpora. */

import type { Commonplace, Verdict } from "../../../base/contract/operations/analyze.ts";
import { JUDGED_SHINGLES_MIN, JUDGED_WORDS_MIN } from "../../../base/limits.ts";
import { greatest, sum } from "../../../base/lists/numbers.ts";
import { counted } from "../../../base/plural.ts";
import type { EverybodysWords } from "../../../core/commonplace/commonplace.ts";
import { log2 } from "../../../core/kernels/numbers/log.reference.ts";
import type { WordRange } from "../../../core/text/text.ts";
import { type ContentHit, type ContentLength, OTHER_FIGURES } from "../findings.ts";
import { withoutRepeated } from "./repeatedWording.ts";
import { tellingRunWords } from "./telling.ts";

/**
 * Minimum surprise, in bits beyond log2 of all searched words, of a significant passage without a telling run.
 * Unrelated statutes share formulas of 100 to 200 bits; planted passages of 50 words that were changed throughout have
 * more. Chosen on the fit and select splits, for few false findings in clean law; passages of 12 to 45 words that were
 * changed throughout lose their `partial`.
 */
const SIGNIFICANT_BITS_MIN = 200;

/** The same in numbered provisions, whose formulas have more (`npm run quality -- provisions` states what it costs). */
const PROVISION_BITS_MIN = 250;

/** The reason why a content is too short to judge, or `null`. */
export function tooShortToJudge({ lengthWords, distinctShingles }: ContentLength): string | null {
  if (lengthWords < JUDGED_WORDS_MIN) {
    return `The content is too short: it has ${counted(lengthWords, "word")}, and a passage that would count has at least ${JUDGED_WORDS_MIN}.`;
  }
  if (distinctShingles < JUDGED_SHINGLES_MIN) {
    return `The content has ${counted(distinctShingles, "distinct shingle")}; fewer than ${JUDGED_SHINGLES_MIN} do not identify a text.`;
  }
  return null;
}

/** Least share of numbers in a table of figures. */
const TABLE_NUMBERS_MIN = 0.3;
/** Most of its numbers that agree in another table with the same rows. */
const OTHER_FIGURES_MAX = 1 / 2;
/**
 * Least share of its words that the document has in the same places: subtitles put numbers between the words of a
 * book.
 */
const SAME_PLACES_MIN = 0.9;

/**
 * Whether a passage is a table with other figures in the document: only its form is shared, such as stops or places.
 */
function hasOtherFigures({ passage }: ContentHit, common: EverybodysWords): boolean {
  const { content, agreeing, sourceWords } = passage;
  const words = content.end - content.start;
  const numbers = common.numbersIn(content);
  if (numbers < TABLE_NUMBERS_MIN * words || sourceWords < SAME_PLACES_MIN * words) return false;
  const equal = sum(agreeing, ({ a, lengthWords }) => common.numbersIn({ start: a, end: a + lengthWords }));
  return equal <= OTHER_FIGURES_MAX * numbers;
}

/**
 * Whether conclusions may rest on a passage: it has a telling run (`telling.ts`), or more surprise than unrelated texts
 * of one field share. In numbered provisions no run is telling, the surprise is divided among the works that share the
 * passage, wording that the passage repeats counts once, and more bits are needed. Words that everybody writes count
 * for neither, and a table with other figures not at all. Other passages are reported as facts; no verdict and no
 * attribution rests on them.
 *
 * @param common what everybody writes; `null` to count all words
 */
export function isSignificant(
  hit: ContentHit,
  { lengthWords: contentWords }: Pick<ContentLength, "lengthWords">,
  searchedWords: number,
  common: EverybodysWords | null,
): boolean {
  if (common !== null && hasOtherFigures(hit, common)) return false;
  const { longestRunWords, rarityBits, content, agreeing, surprise, documentFrequency } = hit.passage;
  const rangeOf = ({ a, lengthWords }: (typeof agreeing)[number]): WordRange => ({ start: a, end: a + lengthWords });
  const areProvisions = common !== null && hit.isProvision;
  const bitsOf = (one: (typeof agreeing)[number]) => bitsIn(rangeOf(one), surprise);
  const mask = common !== null && ownWords(content, common.mask) < content.end - content.start ? common.mask : null;
  if (!areProvisions) {
    const run = mask === null ? longestRunWords : greatest(agreeing, (one) => ownWords(rangeOf(one), mask));
    if (run >= tellingRunWords({ contentWords, searchedWords, language: null })) return true;
  }
  const counted = areProvisions ? withoutRepeated(agreeing, common.keys) : agreeing;
  const repeated = sum(agreeing, bitsOf) - sum(counted, bitsOf);
  const masked = mask === null ? 0 : sum(counted, (one) => bitsIn(rangeOf(one), surprise, mask));
  const bits = (rarityBits - repeated - masked) / (areProvisions ? Math.max(1, documentFrequency) : 1);
  const bitsMin = areProvisions ? PROVISION_BITS_MIN : SIGNIFICANT_BITS_MIN;
  return bits - log2(Math.max(1, searchedWords)) >= bitsMin;
}

/** Words of a range of the content that not everybody writes. */
function ownWords({ start, end }: WordRange, mask: Uint8Array): number {
  let words = end - start;
  for (let word = start; word < end; word++) words -= mask[word]!;
  return words;
}

/** Bits of the words of a range, or of those that a mask names. */
function bitsIn(
  { start, end }: WordRange,
  { kindOf, bits }: ContentHit["passage"]["surprise"],
  mask?: Uint8Array,
): number {
  let total = 0;
  for (let word = start; word < end; word++) if (mask?.[word] !== 0) total += bits[kindOf[word]!]!;
  return total;
}

/**
 * What a passage that is not significant consists of, if that is the reason: what most of its common words belong to,
 * or formulas of numbered provisions; else `null`.
 */
export function commonplaceOf(
  hit: ContentHit,
  content: ContentLength,
  searchedWords: number,
  common: EverybodysWords,
): Commonplace | null {
  const isSignificantTo = (some: EverybodysWords | null) => isSignificant(hit, content, searchedWords, some);
  if (isSignificantTo(common)) return null;
  const range = hit.passage.content;
  const words = range.end - range.start;
  if (hasOtherFigures(hit, common)) return { kind: "enumeration", name: OTHER_FIGURES, words };
  const inRanges = isSignificantTo(null) ? commonRangeOf(range, common) : null;
  if (inRanges !== null) return inRanges;
  return hit.isProvision ? { kind: "formula", name: "numbered provisions", words } : null;
}

/** What most of the common words of a range belong to, and how many are common; `null` where none is. */
function commonRangeOf(content: WordRange, common: EverybodysWords): Commonplace | null {
  const wordsIn = ({ start, end }: WordRange) => Math.min(end, content.end) - Math.max(start, content.start);
  const within = common.ranges.filter((range) => wordsIn(range) > 0);
  const words = new Map<string, number>();
  for (const range of within) words.set(range.name, (words.get(range.name) ?? 0) + wordsIn(range));
  const most = within.reduce<(typeof within)[number] | null>(
    (best, one) => (best === null || words.get(one.name)! > words.get(best.name)! ? one : best),
    null,
  );
  if (most === null) return null;
  return { kind: most.kind, name: most.name, words: content.end - content.start - ownWords(content, common.mask) };
}

interface VerdictFacts {
  /** Whether a passage is significant (`isSignificant`). */
  hasSignificant: boolean;
  /** Whether a passage is text that many works carry: a listed text such as a licence, or a content of formulas. */
  hasCarriedText: boolean;
  /** log10 of the likelihood ratio of event G. */
  log10Lr: number;
  /** Whether the content only quotes the document with which it shares most. */
  isQuotation: boolean;
  /** Whether it shares less with that document than makes any event (`isBelowEvent`). */
  isBelowEvent: boolean;
}

/** Where there is enough to judge. Only these verdicts have a confidence. */
export type JudgedVerdict = Exclude<Verdict, "insufficient_evidence">;

/**
 * `match`: significant passages that are no quotation and enough for an event, and the event G is at least as probable
 * with what was found as without; `partial`: other significant passages, or text that many works carry; `none_found`:
 * neither.
 */
export function verdictOf(facts: VerdictFacts): JudgedVerdict {
  const { hasSignificant, hasCarriedText, log10Lr, isQuotation, isBelowEvent } = facts;
  if (hasSignificant) return log10Lr >= 0 && !isQuotation && !isBelowEvent ? "match" : "partial";
  return hasCarriedText ? "partial" : "none_found";
}
