/**
 * The features of confidence: numbers of a result that describe what the content shares with one document, the one with
 * most own words that are not formulas alone; and the regressors made from them.
 */

import type { ConfidenceFeatures } from "../../../base/contract/operations/analyze.ts";
import { rounded } from "../../../base/lists/numbers.ts";
import { log, log2 } from "../../../core/kernels/numbers/log.reference.ts";
import type { SharedDocument } from "../sharedDocuments.ts";

/** Size of the search, besides what it found. */
interface SearchSize {
  /** Words of the content. */
  contentWords: number;
  /** Words of all corpora that were searched. */
  searchedWords: number;
  /** Words of the longest run of all matches. */
  longestRunWords: number;
}

/** @param best the document with most own words, `undefined` where nothing was found */
export function featuresOf(best: SharedDocument | undefined, searched: SearchSize): ConfidenceFeatures {
  return {
    content_words: searched.contentWords,
    searched_words: searched.searchedWords,
    passage_words: best === undefined ? 0 : best.words - best.commonWords,
    own_words: rounded(best?.ownWords ?? 0),
    longest_run_words: searched.longestRunWords,
    identity: rounded(best?.identity ?? 0),
    rarity_bits: rounded(best?.rarityBits ?? 0),
    own_bits: rounded(best?.ownBits ?? 0),
    documents: best?.works ?? 0,
    quoted_words: best?.quotedWords ?? 0,
    formula_words: best?.formulaWords ?? 0,
  };
}

/** Names of the regressors of each form of calibration. */
export const REGRESSORS = {
  /** Of calibrations of version 0.1.0. */
  g1: [
    "below_event",
    "beyond_event",
    "ln_passage_words",
    "ln_passage_words_squared",
    "ln_longest_run",
    "identity",
    "ln_surprise",
    "several_documents",
    "ln_searched_words",
    "ln_content_words",
  ],
  g2: [
    "below_event",
    "beyond_event",
    "ln_passage_words",
    "ln_passage_words_squared",
    "ln_longest_run",
    "identity",
    "ln_own_surprise",
    "shared_share",
    "shared_share_uncovered",
    "formula_share",
    "ln_searched_words",
    "ln_content_words",
  ],
} as const;
export type CalibrationForm = keyof typeof REGRESSORS;

/**
 * The regressors that a calibration's coefficients multiply. All logarithms are natural. `passage_words` must not be 0.
 *
 * @param neededWords words of the event: `eventWords` for G, `EVENT_WORDS_MIN` for G50; form `g1` knows G only
 */
export function regressorsOf(
  form: CalibrationForm,
  features: ConfidenceFeatures,
  neededWords: number,
): Readonly<Record<string, number>> {
  return form === "g1" ? regressorsOf1(features) : regressorsOf2(features, neededWords);
}

/** Words count for the event whoever else has them; that others have them too counts against it, as a share. */
function regressorsOf2(features: ConfidenceFeatures, neededWords: number) {
  const { content_words, searched_words, passage_words, longest_run_words, identity, own_words, own_bits } = features;
  const { formula_words } = features;
  const reach = log(passage_words / neededWords);
  const shared = 1 - own_words / passage_words;
  return {
    /** ln(words / words of the event), below and above 0. */
    below_event: Math.min(reach, 0),
    beyond_event: Math.max(reach, 0),
    ln_passage_words: log(passage_words),
    /** Quotations are short, so the effect of one more word depends on the number of words. */
    ln_passage_words_squared: log(passage_words) * log(passage_words),
    ln_longest_run: log(Math.max(1, longest_run_words)),
    identity,
    ln_own_surprise: log(1 + Math.max(0, own_bits - log2(Math.max(1, searched_words)))),
    /** Share of the passages' words that belong to other works, and the same where most of the content is elsewhere. */
    shared_share: shared,
    shared_share_uncovered: shared * (1 - passage_words / content_words),
    formula_share: formula_words / passage_words,
    ln_searched_words: log(Math.max(1, searched_words)),
    ln_content_words: log(content_words),
  };
}

/**
 * By version 0.1.0: words that several works share are one yes or no, and the event grows with the content without end.
 */
function regressorsOf1(features: ConfidenceFeatures) {
  const { content_words, searched_words, passage_words, longest_run_words, identity, rarity_bits, documents } =
    features;
  const reach = log(passage_words / Math.max(50, 0.2 * content_words));
  return {
    below_event: Math.min(reach, 0),
    beyond_event: Math.max(reach, 0),
    ln_passage_words: log(passage_words),
    ln_passage_words_squared: log(passage_words) * log(passage_words),
    ln_longest_run: log(Math.max(1, longest_run_words)),
    identity,
    ln_surprise: log(1 + Math.max(0, rarity_bits - log2(Math.max(1, searched_words)))),
    several_documents: documents > 1 ? 1 : 0,
    ln_searched_words: log(Math.max(1, searched_words)),
    ln_content_words: log(content_words),
  };
}
