/** What an analysis found in other words. */

import type { Count, PlacedSpan } from "../../common.ts";
import type { EncoderIdentity } from "../../resources/encoder.ts";
import type { ComparedFacts, CorrespondingSentences, RewordedVerdict } from "../rewording.ts";
import type { MatchedDocument } from "./matches.ts";

/**
 * A stretch of a document that says what the content says, in the same order and in other words. A sentence of over 30
 * words counts as its clauses, each of them as a sentence here. What a passage has half or more of does not count.
 *
 * @since 0.2.0
 */
export interface ContentRewording extends ComparedFacts {
  /** Name of the corpus. */
  corpus: string;
  /** Id in the catalogue of the dataset that the corpus contains. */
  dataset: string;
  /** The document in which the stretch stands. */
  document: MatchedDocument;
  /** Names of the searched corpora in which its text was near, `corpus` first: one finding under several labels. */
  corpora: string[];
  /** Ids of the datasets that these corpora state. */
  datasets: string[];
  /** `likely`: a reader of both would say so, and numbers or names agree; `possible`: worth reading. */
  verdict: "likely" | "possible";
  /** Whether both are in one language, as far as it is told. */
  kind: "paraphrase" | "translation";
  /** From the first sentence of the content that corresponds to the last. */
  content: PlacedSpan;
  /** The same in the document's text, with its beginning in the document's words. */
  source: PlacedSpan & {
    /** The beginning of the stretch in the document's words. */
    snippet: string;
    /** The whole stretch, where `options.source_texts` asked for it. */
    text?: string | undefined;
  };
  /** Words of the content from the first of these sentences to the last. */
  words: Count;
  /**
   * How much nearer a sentence of the stretch is to its counterpart than to any other, on average, where one without a
   * counterpart has 0, as in a comparison: `likely` needs .42.
   */
  margin: number;
  /** The sentences and clauses that correspond: `a` is the content, `b` the document. */
  sentences: CorrespondingSentences[];
  /** What this shows and does not show, in words. */
  meaning: string;
}

/**
 * What the content says in other words, as far as it was looked for.
 *
 * @since 0.2.0
 */
export interface ContentRewordings {
  /** The strongest verdict of `found`. No other verdict, confidence or attribution rests on it. */
  verdict: RewordedVerdict;
  /** The stretches, the most certain first, up to 20; each of another text. */
  found: ContentRewording[];
  /** What read the sentences. */
  encoder: EncoderIdentity;
}
