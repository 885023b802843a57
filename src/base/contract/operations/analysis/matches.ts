/** What an analysis found in documents: passages that the content shares with each, and texts that stand in several. */
import type { Count, PlacedSpan, Share, Span } from "../../common.ts";

export type PassageKind = "verbatim" | "near_verbatim" | "reworded";

/** The document of a corpus in which a passage was found. */
export interface MatchedDocument {
  /** Id of the document, unique within its corpus. */
  id: string;
  /** Title of the document; absent if the corpus does not state it. */
  title?: string | undefined;
  /** Author of the document; absent if the corpus does not state one. */
  author?: string | undefined;
  /** Year of first publication; absent if the corpus does not state it. */
  year?: number | undefined;
  /** Address of the document; absent if the corpus does not state it. */
  url?: string | undefined;
  /** Licence of the document as its source states it; absent if the corpus does not state one. */
  licence?: string | undefined;
  /**
   * The first 32 hexadecimal digits of the SHA-256 of the document's text: equal for identical texts.
   *
   * @since 0.2.0
   */
  text_digest: string;
}

/**
 * What everybody writes, so that no conclusion rests on a passage: `enumeration` is a sequence such as numbers, months
 * or an alphabet, or the form of a table that has other figures in the document; `boilerplate` is text that many works
 * carry, such as a licence, or a standing notice of mail, pages and publishers; `formula` is wording of numbered
 * provisions, as in laws and contracts, with too few rare words to point to a source; `given` is of a text in
 * `options.ignore`.
 */
export interface Commonplace {
  /** `enumeration`, `boilerplate`, `formula` or `given`. */
  kind: "enumeration" | "boilerplate" | "formula" | "given";
  /** What most of these words are: `months`, `MIT licence` (by its SPDX id), `disclaimer`, `numbered provisions`. */
  name: string;
  /** Words of the content in the passage that everybody writes. */
  words: Count;
}

/** Words of the content that do not count as evidence, and why. */
export interface UncountedWords {
  /** `enumeration`, `boilerplate` or `given`, as in `Match.commonplace`. */
  kind: "enumeration" | "boilerplate" | "given";
  /** What they are, in words. */
  name: string;
  /** How many they are. */
  words: Count;
  /** Where they stand in the content. */
  content: Span;
}

/** A passage whole, in the words of its document. */
export interface SourceText {
  /** Words of the document before the passage, some 240 characters; empty at its beginning. */
  before: string;
  /** The passage from its first word to its last. */
  passage: string;
  /** Words of the document after the passage, some 240 characters; empty at its end. */
  after: string;
}

/** One passage that the content and a document share. */
export interface Match {
  /** Name of the corpus. */
  corpus: string;
  /** Id in the catalogue of the dataset that the corpus contains. */
  dataset: string;
  /** The document in which the passage was found. */
  document: MatchedDocument;
  /** `verbatim`: the same words; `near_verbatim`: at least 80 % the same; `reworded`: less. */
  kind: PassageKind;
  /** Whether many different works of the corpus contain this passage. */
  widely_shared: boolean;
  /** Position of the passage in the content. */
  content: PlacedSpan;
  /**
   * Position of the passage in the document's text, and its beginning in the document's words. In a corpus without text
   * the position is that of the blocks of some 2,000 words that contain the passage.
   */
  source: PlacedSpan & {
    /** The beginning of the passage in the document's words; empty for a corpus without text. */
    snippet: string;
    /**
     * The whole passage; where `options.source_texts` asked for it and the corpus holds text.
     *
     * @since 0.2.0
     */
    text?: SourceText | undefined;
  };
  /** Words of the content in the passage. */
  words: Count;
  /**
   * Id of the passage's words in the content: equal wherever a text has the same words. It tells their number, a hash
   * of the first and a hash of all.
   *
   * @since 0.2.0
   */
  passage_id: string;
  /** Number of words in both sides in the same order, divided by the words of the longer side: 0 to 1. */
  identity: Share;
  /**
   * Lower bound of the surprise of the shared words in bits, from the word counts of the corpus without the documents
   * in which the words were found.
   */
  rarity_bits: number;
  /**
   * Expected chance matches λ = N · 2^−rarity_bits, where N is the number of words of all searched corpora. Words of a
   * text are not independent, so the true number is greater. It orders passages and is an input of `confidence`; it is
   * not an error rate.
   */
  chance_matches: number;
  /**
   * Number of different works of the corpus that share this passage, in the harmonic mean over its words; copies and
   * editions of a work count once.
   */
  document_frequency: Count;
  /** Whether the passage was compared with the source's text word by word; `false` for a corpus without text. */
  verified: boolean;
  /**
   * Share of claimed runs that were no common runs where such claims were compared with the text: the upper end of its
   * 95 % interval in the worst of the measured kinds of text. Absent if `verified`.
   *
   * @since 0.2.0
   */
  claim_error_rate?: Share | undefined;
  /**
   * What the passage consists of, if it supports no verdict because everybody writes its words; else `null`. No
   * confidence, attribution or risk rests on such a passage.
   *
   * @since 0.2.0
   */
  commonplace: Commonplace | null;
}

/** How the content stands to a document. */
export type ContentRelation =
  /** The content and the document are one text, at least 80 % of each. */
  | "same"
  /** At least 80 % of the content stands in the document. */
  | "part_of"
  /** At least 80 % of the document stands in the content. */
  | "contains"
  /** The shared passages are marked as quotations, or shared by many works. */
  | "quotes"
  /** Passages are shared, and most of either text is elsewhere. */
  | "shares_passages";

/** What the content shares with one document. */
export interface DocumentRelation {
  /** Name of the corpus. */
  corpus: string;
  /** Id in the catalogue of the dataset that the corpus contains. */
  dataset: string;
  document: MatchedDocument;
  relation: ContentRelation;
  /** Words of the content in passages of the document, each counted once. */
  words: Count;
  /** The same words, each divided by the number of works that share it. */
  own_words: number;
  /** `words`, divided by the words of the content. */
  content_share: Share;
  /** Share of the document's words in these passages. */
  document_share: Share;
  /** Words of the longest run. */
  longest_run_words: Count;
}

/** A text that stands unchanged in corpora of different datasets: one finding under several labels. */
export interface SameText {
  /** The document of the first of these corpora. */
  document: MatchedDocument;
  /** Number of documents with this text; identical documents of one corpus count once. */
  documents: Count;
  /** Names of the corpora. */
  corpora: string[];
  /** Ids of the datasets that the corpora state. */
  datasets: string[];
}
