/** The verdict on what a content shares with the searched corpora. */

import type { Commonplace, Verdict } from "../../../base/contract/operations/analyze.ts";
import { JUDGED_SHINGLES_MIN, JUDGED_WORDS_MIN } from "../../../base/limits.ts";
import { counted } from "../../../base/plural.ts";
import { log2 } from "../../../core/kernels/numbers/log.reference.ts";
import { countedOf, countedWords, mostOf } from "../../../core/uncounted/counted.ts";
import { hasOtherFigures, OTHER_FIGURES } from "../../../core/uncounted/otherFigures.ts";
import type { Uncounted } from "../../../core/uncounted/spans.ts";
import type { ContentHit, ContentLength } from "../findings.ts";
import { tellingRunWords } from "./telling.ts";

/**
 * Minimum surprise, in bits beyond log2 of all searched words, of a significant passage without a telling run.
 * Unrelated statutes share formulas of 100 to 200 bits; planted passages of 50 words that were changed throughout have
 * more. Chosen on the fit and select splits, for few false findings in clean law; passages of 12 to 45 words that were
 * changed throughout lose their `partial`.
 */
const SIGNIFICANT_BITS_MIN = 200;

/**
 * The same in numbered provisions, whose formulas have more (`npm run quality -- provisions` states what it costs). A
 * few works that have the wording too tell nothing: in planted copies of law as much of it is shared as in what is
 * common by chance (`bench/quality/README.md`, evidence). `countedOf` says from how many works on it does.
 */
const PROVISION_BITS_MIN = 300;

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

/**
 * Whether conclusions may rest on a passage: of what counts (`countedOf`), it has a telling run (`telling.ts`), or more
 * surprise than unrelated texts of one field share; numbered provisions share more. Other passages are reported as
 * facts; no verdict and no attribution rests on them.
 *
 * @param uncounted what does not count; `null` to count all words
 */
export function isSignificant(
  { passage, isProvision }: ContentHit,
  { lengthWords: contentWords }: Pick<ContentLength, "lengthWords">,
  searchedWords: number,
  uncounted: Uncounted | null,
): boolean {
  const { longestRunWords, bits } = countedOf(passage, isProvision, uncounted);
  if (longestRunWords >= tellingRunWords({ contentWords, searchedWords, language: null })) return true;
  const bitsMin = uncounted !== null && isProvision ? PROVISION_BITS_MIN : SIGNIFICANT_BITS_MIN;
  return bits - log2(Math.max(1, searchedWords)) >= bitsMin;
}

/**
 * Why a passage that is not significant is not, if it consists of what does not count: what most of these words belong
 * to, or formulas of numbered provisions; else `null`.
 */
export function commonplaceOf(
  hit: ContentHit,
  content: ContentLength,
  searchedWords: number,
  uncounted: Uncounted,
): Commonplace | null {
  const range = hit.passage.content;
  const words = range.end - range.start;
  if (hasOtherFigures(hit.passage, uncounted)) return { kind: "enumeration", name: OTHER_FIGURES, words };
  const most = isSignificant(hit, content, searchedWords, null) ? mostOf(range, uncounted) : null;
  if (most !== null) return { kind: most.kind, name: most.name, words: words - countedWords(range, uncounted.mask) };
  return hit.isProvision ? { kind: "formula", name: "numbered provisions", words } : null;
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
