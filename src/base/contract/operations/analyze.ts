/**
 * `analyze`: finds a text in corpora, and the models that are documented to have trained on their datasets, with a
 * confidence.
 */

import type {
  Completeness,
  ContentMetadata,
  ContentType,
  Count,
  Log10Ratio,
  Method,
  Percent,
  PercentInterval,
  SearchOptions,
  Sha256,
  Share,
  TextSection,
} from "../common.ts";
import type { ConfidenceAtPrior, ConfidenceFeatures } from "./analysis/confidence.ts";
import type { DisguisedCharacters } from "./analysis/disguises.ts";
import type { ContentRelation, DocumentRelation, Match, SameText, UncountedWords } from "./analysis/matches.ts";
import type { ContentRewordings } from "./analysis/rewordings.ts";
import type { EstimatedRevenue, RiskAssessment } from "./analysis/risks.ts";
import type { AttributionSource, PossibleSource, UnattributedDataset } from "./analysis/sources.ts";
import type { Decision, DecisionsInResult } from "./decision.ts";

export type * from "./analysis/confidence.ts";
export type * from "./analysis/disguises.ts";
export type * from "./analysis/matches.ts";
export type * from "./analysis/rewordings.ts";
export type * from "./analysis/risks.ts";
export type * from "./analysis/sources.ts";

/** Exactly one of `content` and `work_hash` names the text. */
export interface AnalyzeRequest {
  /** The text itself, up to 32 MiB of UTF-8. Any string is valid. */
  content?: string | undefined;
  /** How to read `content`; default `text`. Offsets in the result always refer to `content` as sent. */
  content_type?: ContentType | undefined;
  /** Hash of a registered work: `sha256:` and 64 hexadecimal digits. Offsets refer to the registered content. */
  work_hash?: string | undefined;
  /**
   * Headings and pages of `content`, in order, up to 100,000: places in results name them. Only for text and code; of
   * Markdown and HTML they are read.
   *
   * @since 0.2.0
   */
  sections?: TextSection[] | undefined;
  /** What the caller says about the content. */
  metadata?: ContentMetadata | undefined;
  /** How to search, and how much to list. */
  options?: AnalyzeOptions | undefined;
  /**
   * Decisions of people about earlier findings, up to 10,000; over HTTP some 700 fit into a request, and registered
   * ones do not count. They are shown beside what is found, and change nothing else.
   */
  decisions?: Decision[] | undefined;
}

/** How to search, and how much to list. */
export interface AnalyzeOptions extends SearchOptions {
  /** Names of the corpora to search; default: all corpora of the engine. */
  corpora?: string[] | undefined;
  /** Maximum number of attribution sources to list, 1 to 1,000; default 20. */
  max_sources?: number | undefined;
  /** Maximum number of passages to list, 1 to 10,000; default 100. */
  max_matches?: number | undefined;
  /** Prior probability, strictly between 0 and 1; default 0.5. */
  prior?: number | undefined;
  /** Whether to compute the content's ISCC Text-Code; this takes longer than its fingerprint. Default `false`. */
  iscc?: boolean | undefined;
  /**
   * Whether each match has its passage whole in the words of its document (`source.text`), and each rewording its
   * stretch: those of far corpora are fetched. Default `false`.
   *
   * @since 0.2.0
   */
  source_texts?: boolean | undefined;
  /**
   * Whether an encoder, where there is one, reads the content, to find what documents say in other words. Default
   * `true`. Over HTTP the words of a request without count as they are.
   *
   * @since 0.2.0
   */
  reworded?: boolean | undefined;
}

export type Verdict = "match" | "partial" | "none_found" | "insufficient_evidence";

export interface Coverage {
  /** Words of the content. */
  words: Count;
  /** Words of the content that are in a reported passage, each counted once. */
  matched_words: Count;
  /** matched_words / words, 0 to 1. */
  share: Share;
  /** Words of the longest unchanged run that the content and a document share. */
  longest_run_words: Count;
}

/** How an analysis came about: what is needed to replay it. @since 0.2.0 */
export interface AnalysisMethod extends Method {
  /** The prior probability of `confidence`. */
  prior: Share;
  /**
   * SHA-256 of the canonical JSON of the decisions in the request; `null` if it has none.
   *
   * @since 0.2.0
   */
  decisions: Sha256 | null;
}

export interface AnalyzeResult {
  /** `an_` and a hash of inputs, options, engine, corpora and catalogue: the same request has the same id. */
  analysis_id: string;
  /** `spolia1_` id of the content: equal for texts that fold to the same words. */
  fingerprint: string;
  /**
   * Hash of the content: SHA-256 of its UTF-8 as it was sent, the `work_hash` of a registered work.
   *
   * @since 0.2.0
   */
  work_hash: Sha256;
  /** ISCC Text-Code of the content (ISO 24138), 64 bits; present if `options.iscc` is `true`. */
  iscc?: string | undefined;
  /**
   * Probability under the prior, 0 to 100, that the content and one work of the corpora share at least max(50, min(n/5,
   * 800)) derived words, where n is the number of words of the content. 0 with the interval [0, 100] only where the
   * verdict is `insufficient_evidence`.
   */
  confidence: Percent;
  /** 95 % interval of `confidence`. */
  confidence_ci_95: PercentInterval;
  /**
   * The same probability for at least 50 derived words, whatever the length of the content. A book that repeats 100
   * words of another has a low `confidence` and a high `passage_confidence`.
   *
   * @since 0.2.0
   */
  passage_confidence: Percent;
  /**
   * 95 % interval of `passage_confidence`.
   *
   * @since 0.2.0
   */
  passage_confidence_ci_95: PercentInterval;
  /** The confidence under other priors; empty if it is unknown. */
  confidence_at_priors: ConfidenceAtPrior[];
  /** The inputs of the confidence, or `null` if it is unknown. */
  confidence_features: ConfidenceFeatures | null;
  /**
   * Likelihood ratio of what `confidence` is the probability of, or `null` if it is unknown. An end of ±6 means that
   * the interval is open on that side.
   */
  log10_lr: Log10Ratio | null;
  /**
   * `match`: what was found makes the event of `confidence` at least as probable as before, and is no quotation;
   * `partial`: otherwise, if there are passages with a run of at least 12 words that is longer than works of different
   * authors share by chance, given the words of the content and of the searched corpora, or with more surprise than
   * unrelated texts have in common. If `matches` lists only other passages, the verdict is `none_found` and no model is
   * attributed. The prior does not change it.
   */
  verdict: Verdict;
  /**
   * How the content stands to the document with which it shares most own words; `null` where the verdict is neither
   * `match` nor `partial`.
   *
   * @since 0.2.0
   */
  relation: ContentRelation | null;
  /** Number of documents that share a reported passage, without a limit. */
  potential_matches: Count;
  /**
   * What the content shares with each document, most own words first, up to `max_matches`.
   *
   * @since 0.2.0
   */
  documents: DocumentRelation[];
  /**
   * Texts that stand unchanged in corpora of different datasets, in the order of `documents`, up to `max_matches`.
   *
   * @since 0.2.0
   */
  same_texts: SameText[];
  /** Estimated value of using such a text, from reported amounts. */
  estimated_revenue: EstimatedRevenue;
  /**
   * Models that are documented to have trained on the whole of a dataset in which the content was found, or on a
   * documented share of it; up to `max_sources`.
   */
  attribution_sources: AttributionSource[];
  /** Models that may have used the text and models that cannot have, each with its reason; up to `max_sources`. */
  possible_sources: PossibleSource[];
  /**
   * Datasets in which the text was found and to which no model is attributed. Empty without a catalogue, or if no
   * conclusion is possible.
   */
  unattributed_datasets: UnattributedDataset[];
  /** Risk rules that the content triggers, and the resulting level. */
  risk_assessment: RiskAssessment;
  /** Passages that the content and documents share, the strongest first, up to `max_matches`. */
  matches: Match[];
  /**
   * Words of the content in passages of `matches` that do not count, ascending: no verdict, confidence or risk rests on
   * them, whatever stands around them. Words that do not count for two reasons are listed for each.
   *
   * @since 0.2.0
   */
  uncounted: UncountedWords[];
  /**
   * What documents say in other words; absent without an encoder. Only corpora that `encodeCorpus` gave vectors of this
   * encoder are looked at; `completeness` names the others.
   *
   * @since 0.2.0
   */
  reworded?: ContentRewordings;
  /** How much of the content is in the reported passages. */
  coverage: Coverage;
  /**
   * Decisions of people beside what was found; `null` if the request has none. No other field depends on them but
   * `method.decisions`, and so `analysis_id`.
   *
   * @since 0.2.0
   */
  decisions: DecisionsInResult | null;
  /**
   * Language of the content: ISO 639-1, as `metadata.language` states it or as the detector of `method.parameters`
   * finds it. `und`: not known, since the text is short, mixed, disguised or code, or since there is no catalogue.
   *
   * @since 0.2.0
   */
  content_language: string;
  /** Disguises that were undone before the comparison. */
  disguised_characters: DisguisedCharacters;
  /** Unit of every offset of this result. */
  offset_unit: "utf16";
  completeness: Completeness;
  /** How the result came about: what is needed to replay it. */
  method: AnalysisMethod;
}
