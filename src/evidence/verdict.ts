/**
 * The verdict on the passages that were found. A match is a derived passage of at least max(50 words, 20 % of the
 * content) that a document of the searched corpora and the content share.
 */
import { greatest, sum } from "../base/numbers.ts";
import type { EverybodysWords } from "../commonplace/commonplace.ts";
import type { Commonplace, Verdict } from "../contract/analyze.ts";
import { log2 } from "../kernels/numbers/log.reference.ts";
import { JUDGED_SHINGLES_MIN, JUDGED_WORDS_MIN, PASSAGE_WORDS_MIN } from "../limits.ts";
import { counted } from "../plural.ts";
import type { WordRange } from "../text/text.ts";
import type { ContentHit, ContentLength } from "./findings.ts";

/** Minimum of words in a passage that makes a match. */
const EVENT_WORDS_MIN = 50;
/** Minimum share of the content in such a passage. */
const EVENT_SHARE_MIN = 0.2;

/**
 * Minimum surprise, in bits beyond log2 of all searched words, of a significant passage without a run of
 * `PASSAGE_WORDS_MIN` words. Unrelated statutes share formulas of 100 to 200 bits; planted passages of 50 words that
 * were changed throughout have more. Chosen on the fit and select splits (README.md states the cost).
 */
const SIGNIFICANT_BITS_MIN = 200;

/** The reason why a content is too short to judge, or `null`. */
export function tooShortToJudge({ lengthWords, distinctShingles }: ContentLength): string | null {
  if (lengthWords < JUDGED_WORDS_MIN) {
    return `The content has ${counted(lengthWords, "word")}; a passage that would count has at least ${JUDGED_WORDS_MIN}.`;
  }
  if (distinctShingles < JUDGED_SHINGLES_MIN) {
    return `The content has ${counted(distinctShingles, "distinct shingle")}; fewer than ${JUDGED_SHINGLES_MIN} do not identify a text.`;
  }
  return null;
}

/** Minimum of words in a passage that makes a match, for a content of so many words. */
export function eventWords(lengthWords: number): number {
  return Math.max(EVENT_WORDS_MIN, EVENT_SHARE_MIN * lengthWords);
}

/**
 * Whether conclusions may rest on a passage: it has a long verbatim run, or more surprise than unrelated texts of one
 * field share. Words that everybody writes count for neither. Other passages are reported as facts; no verdict and no
 * attribution rests on them.
 *
 * @param mask 1 for each word of the content that everybody writes; `null` where there are none
 */
export function isSignificant({ passage }: ContentHit, searchedWords: number, mask: Uint8Array | null): boolean {
  const { longestRunWords, rarityBits, content, runs, surprise } = passage;
  const isMasked = mask !== null && ownWords(content, mask) < content.end - content.start;
  const run = isMasked ? greatest(runs, (one) => ownWords(one, mask)) : longestRunWords;
  if (run >= PASSAGE_WORDS_MIN) return true;
  const bits = isMasked ? rarityBits - sum(runs, (one) => maskedBits(one, mask, surprise)) : rarityBits;
  return bits - log2(Math.max(1, searchedWords)) >= SIGNIFICANT_BITS_MIN;
}

/** Words of a range of the content that not everybody writes. */
function ownWords({ start, end }: WordRange, mask: Uint8Array | null): number {
  let words = end - start;
  if (mask !== null) for (let word = start; word < end; word++) words -= mask[word]!;
  return words;
}

function maskedBits(
  { start, end }: WordRange,
  mask: Uint8Array,
  { kindOf, bits }: ContentHit["passage"]["surprise"],
): number {
  let masked = 0;
  for (let word = start; word < end; word++) if (mask[word] === 1) masked += bits[kindOf[word]!]!;
  return masked;
}

/** What most of a passage's common words belong to, and how many are common; `null` where none is. */
export function commonplaceOf(
  { passage: { content } }: ContentHit,
  common: EverybodysWords | null,
): Commonplace | null {
  if (common === null) return null;
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

/**
 * `match`: a passage of at least `eventWords`; `partial`: only shorter passages; `none_found`: a complete search
 * without findings; `insufficient_evidence`: the content is too short to judge, or a search that was not complete found
 * nothing. Words that everybody writes count for neither side of a match; boilerplate alone makes a `partial`.
 *
 * @param findings the significant ones only (`isSignificant`)
 */
export function verdictOf(
  content: ContentLength,
  findings: readonly ContentHit[],
  searchComplete: boolean,
  { mask, hasBoilerplate }: { mask: Uint8Array | null; hasBoilerplate: boolean } = NOTHING_COMMON,
): Verdict {
  if (tooShortToJudge(content) !== null) return "insufficient_evidence";
  const needed = eventWords(ownWords({ start: 0, end: content.lengthWords }, mask));
  if (findings.some(({ passage }) => ownWords(passage.content, mask) >= needed)) return "match";
  if (findings.length > 0 || hasBoilerplate) return "partial";
  return searchComplete ? "none_found" : "insufficient_evidence";
}

const NOTHING_COMMON = { mask: null, hasBoilerplate: false };
