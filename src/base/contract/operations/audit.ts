/** `audit`: which documents of a dataset hold these texts? */

import type { Completeness, Count, Share, Span } from "../common.ts";
import type { EncoderIdentity } from "../resources/encoder.ts";
import type { PassageKind } from "./analyze.ts";
import type { RewordedVerdict } from "./rewording.ts";

/** A text that is looked for: an item of an evaluation, or a work. */
export interface AuditItem {
  /** Unique among the items. */
  id: string;
  /** What is looked for. */
  text: string;
}

/** Why words of an item are not its own, so that finding them is no evidence that the item was found. */
export type AuditRule =
  /** Other items have these words too, or documents have them around other words, in three ways at least. */
  | "template"
  /** A licence or another listed text that many works carry. */
  | "boilerplate"
  /** A list that everybody writes, such as the months. */
  | "enumeration"
  /** A text that was given as one that does not count. */
  | "given";

/** What became of an item. */
export type AuditStatus =
  /**
   * A document holds at least half of the item's own words, or 800 of them, and few others in place of its numbers:
   * with other numbers it is another instance of a template. Without a run of 12 words it holds more than a formula
   * gives: half of the words and five more, by what they tell too. Of a short item, its run where chance would not
   * give it.
   */
  | "found"
  /** Documents share passages with the item, but less than that. */
  | "in_part"
  | "not_found"
  /** Of a short item: its run of words occurs, but documents that know nothing of the item have such runs too. */
  | "by_chance"
  /** The item has no words of its own, or only one word. */
  | "not_judged";

/** A place in a document that agrees with a place in the item. */
export interface AuditPassage {
  /** How similar the two sides are. */
  kind: PassageKind;
  /** Place in the item. */
  item: Span;
  /** Place in the document. */
  document: Span;
  /** Words that agree, in the same order. */
  agreeing_words: Count;
  /** Words of the longer side that do not agree: changed, put in or left out. */
  edited_words: Count;
}

/** What an item shares with one document. */
export interface AuditFinding {
  /** Id of the document. */
  document: string;
  /** Title of the document, where it is known. */
  title?: string;
  /** Name of the corpus that has the document; absent where documents were streamed. */
  corpus?: string;
  /** Other documents with the same text, where a corpus was searched by its index. */
  copies?: Count;
  /** Whether the document holds the item, by the rule of `found`. */
  holds: boolean;
  /** Share of the item's own words that stand in the document, in order. */
  share: Share;
  /** How often the document holds the item; at least 1. */
  occurrences: Count;
  /** Share of the words of the passages' longer sides that were edited. */
  edits: Share;
  /** In the order of the document, the first 100. */
  passages: AuditPassage[];
}

/** Numbers that two texts name, whether in digits or in words. */
export interface RewordedNumbers {
  /** That both name. */
  agree: number[];
  /** That only the item names. */
  item_only: number[];
  /** That only the document names. */
  document_only: number[];
}

/** A sentence of an item, or two, beside what says the same in a document. */
export interface RewordedSentence {
  /** Place in the item; `null` where the item has nothing like it. */
  item: Span | null;
  /** Place in the document; `null` where the document has nothing like it. */
  document: Span | null;
  /** How near the two are for the encoder, 1 at most; `null` where there are not two. */
  cosine: number | null;
}

/** A place in a document that says what an item, or a part of it, says in other words. */
export interface AuditRewording {
  /** Id of the document. */
  document: string;
  /** Title of the document, where it is known. */
  title?: string;
  /** Name of the corpus that has the document; absent where documents were streamed. */
  corpus?: string;
  /** `likely` or `possible`, for this place alone. */
  verdict: "likely" | "possible";
  /** Whether both are in one language, as far as it is told. */
  kind: "paraphrase" | "translation";
  /** Of items that look like this one beside documents that look like these, the share that were rewritten. */
  confidence: Share;
  /** How near the two are for the encoder, 1 at most. */
  cosine: number;
  /** How much nearer than the next five documents. */
  margin: number;
  /** Place in the item. */
  item_place: Span;
  /** Place in the document. */
  document_place: Span;
  /** The text of the item there. */
  item_text: string;
  /** The text of the document there. */
  document_text: string;
  /** What names the same. */
  numbers: RewordedNumbers;
  /** Sentences that correspond, in their order. */
  sentences: RewordedSentence[];
}

/** An item, and the documents that share words with it. */
export interface AuditedItem {
  id: string;
  /** Words of the item. */
  words: Count;
  /** Words that are the item's own. */
  own_words: Count;
  /** The words that are not, by the rule that says so. */
  left_out: { rule: AuditRule; words: Count }[];
  /**
   * `passages`: aligned word by word. `exact_run`: an item of fewer than 12 words is found only as a whole, unchanged,
   * and compared with what chance would give.
   */
  judged_by: "passages" | "exact_run";
  status: AuditStatus;
  /** Documents that hold the item. */
  documents: Count;
  /** Documents that share passages with the item, and do not hold it. */
  documents_in_part: Count;
  /** How often documents hold the item, all together: its frequency. */
  occurrences: Count;
  /**
   * Of a short item: how often the dataset would have its run by chance, by the frequencies of its words, pairs,
   * triples and quadruples elsewhere in it, the greatest of these expectations. `null` for other items.
   */
  expected_by_chance: number | null;
  /** Id of an earlier item with the same words, with which this item shares all findings; otherwise `null`. */
  same_as: string | null;
  /** The documents that hold most of it, the largest share first. */
  findings: AuditFinding[];
  /**
   * Whether documents say it in other words; absent where nobody asked. It never changes `status`.
   *
   * @since 0.2.0
   */
  reworded_verdict?: RewordedVerdict;
  /**
   * The places that do, the most certain first; absent where nobody asked.
   *
   * @since 0.2.0
   */
  rewordings?: AuditRewording[];
}

/** All items, counted. */
export interface AuditSummary {
  items: Count;
  /** Items by their status. */
  found: Count;
  in_part: Count;
  not_found: Count;
  by_chance: Count;
  not_judged: Count;
  /** Items of fewer than 12 words, which are judged by exact runs. */
  short_items: Count;
  /** Documents that hold an item of 12 words or more. */
  documents_with_items: Count;
  /** Documents that were read, or that the searched corpora have. */
  documents: Count;
  /**
   * Items that documents say in other words, by `reworded_verdict`; absent where nobody asked.
   *
   * @since 0.2.0
   */
  reworded?: Record<RewordedVerdict, Count>;
  /** Words of these documents: of each that was read, copies included; in searched corpora, copies count once. */
  words: Count;
}

export interface AuditResult {
  summary: AuditSummary;
  /** In the order in which they were given. */
  items: AuditedItem[];
  /** How documents were looked through: `searched` by the index of a corpus, or `streamed` past the items. */
  way: "searched" | "streamed";
  offset_unit: "utf16";
  /**
   * What read the texts for other words; absent where nothing did.
   *
   * @since 0.2.0
   */
  encoder?: EncoderIdentity;
  completeness: Completeness;
}
