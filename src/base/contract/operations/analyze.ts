/**
 * `analyze`: finds a text in corpora, and the models that are documented to have trained on their datasets, with a
 * confidence.
 */
import type {
  Completeness,
  ContentMetadata,
  ContentType,
  Count,
  DatasetBasis,
  Log10Ratio,
  Method,
  Percent,
  PercentInterval,
  PlacedSpan,
  SearchOptions,
  Sha256,
  Share,
  Span,
  TextSection,
} from "../common.ts";
import type { EncoderIdentity } from "../resources/encoder.ts";
import type { Decision, DecisionsInResult } from "./decision.ts";
import type { ComparedFacts, CorrespondingSentences, RewordedVerdict } from "./rewording.ts";

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
   * Whether each match has its passage whole in the words of its document (`source.text`): those of far corpora are
   * fetched. Default `false`.
   *
   * @since 0.2.0
   */
  source_texts?: boolean | undefined;
}

export type Verdict = "match" | "partial" | "none_found" | "insufficient_evidence";
export type PassageKind = "verbatim" | "near_verbatim" | "reworded";
export type RiskLevel = "none" | "low" | "medium" | "high" | "critical";
export type EvidenceClass = "documented" | "reported" | "inferred";

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

/**
 * A stretch of a document that says what the content says, in the same order and in other words. Sentences of the
 * content of which a passage has half or more do not count here.
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
  /** `likely`: a reader of both would say so, and numbers or names agree; `possible`: worth reading. */
  verdict: "likely" | "possible";
  /** Whether both are in one language, as far as it is told. */
  kind: "paraphrase" | "translation";
  /** From the first sentence of the content that corresponds to the last. */
  content: PlacedSpan;
  /** The same in the document's text, with its words. */
  source: PlacedSpan & {
    /** The stretch in the document's words. */
    text: string;
  };
  /** Words of the content from the first of these sentences to the last. */
  words: Count;
  /**
   * How much nearer a sentence of the stretch is to its counterpart than to any other, on average, where one without a
   * counterpart has 0, as in a comparison: `likely` needs .42.
   */
  margin: number;
  /** The sentences that correspond: `a` is the content, `b` the document. */
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
  /** The stretches, the most certain first, up to 20; each of another document. */
  found: ContentRewording[];
  /** What read the sentences. */
  encoder: EncoderIdentity;
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

/** What the sources show of the use of a dataset, and so how far the range of an inclusion may go. */
export type InclusionGrade =
  /** 3,000 random documents were looked up in the published order or manifest of the training data, none missing. */
  | "verified"
  /** The developer documents that the whole dataset was used, at least once; the ends are policy. */
  | "documented_whole"
  /** The developer documents the share of the dataset that was drawn, uniformly. */
  | "documented_rate"
  /** A part was used, or nobody says how much; or the dataset was met inside another one. */
  | "unknown";

/** The probability that training used a given document of a dataset. */
export interface Inclusion {
  /** Lower end of the range. */
  lo: Share;
  /** Upper end of the range. */
  hi: Share;
  /**
   * What the sources show. `verified`: [0.999, 1]; `documented_whole`: [0.95, 0.99]; `documented_rate`: the rate, with
   * the ends of `documented_whole` as its limits; `unknown`: [0, 1].
   *
   * @since 0.2.0
   */
  grade: InclusionGrade;
  /** Why the range has these ends. */
  basis: string;
}

/**
 * A model that is documented to have trained on a dataset in which the content was found, and for which the documents
 * state at least how probable it is that training used a given document of the dataset.
 */
export interface AttributionSource {
  /** Name of the developer of the model. */
  provider: string;
  /** Name of the model. */
  model: string;
  /**
   * Least probability, 0 to 100, that a document of the dataset shares a derived passage with the content and that the
   * model was trained on this document: `match_confidence` × `inclusion.lo`. 0 with the interval [0, 100 ×
   * `inclusion.hi`] if `match_confidence` is not given. Without `confidence_of` (results of 0.1.0), the value is the
   * confidence of the match.
   */
  confidence: Percent;
  /** Id of the dataset that the model is documented to have trained on. */
  training_dataset: string;
  /**
   * Range of `confidence`: lower end of `match_confidence_ci_95` × `inclusion.lo` to upper end × `inclusion.hi`. It is
   * a 95 % interval as to the match; the ends of the inclusion are not estimated.
   */
  confidence_ci_95: PercentInterval;
  /**
   * The event of `confidence`: the content shares a derived passage with the dataset, and training used it.
   *
   * @since 0.2.0
   */
  confidence_of: "used_from_dataset";
  /**
   * Confidence of the match in the dataset, 0 to 100: that of the analysis over the corpora of the dataset alone.
   * Absent if it is not given, with the reason in `completeness`.
   */
  match_confidence?: Percent | undefined;
  /** 95 % interval of `match_confidence`. */
  match_confidence_ci_95?: PercentInterval | undefined;
  /** Id of the model, `<provider>/<model>`. */
  model_id: string;
  /** Class of the weakest evidence on the path: always documented by the developer. */
  evidence: "documented";
  /**
   * Ids of the datasets and models on the path from the searched dataset to the model, in order; empty for a direct
   * edge.
   */
  via: string[];
  inclusion: Inclusion;
  /** Ids of the catalogue's sources for the edges on the path. */
  sources: string[];
  /** Name of the corpus in which the text was found. */
  corpus: string;
  /**
   * What it rests on that this corpus holds documents of its dataset. Unless it is `manifest`, the attribution holds
   * only if the corpus is what its label says.
   *
   * @since 0.2.0
   */
  dataset_basis: DatasetBasis;
  /** Dates that could not be checked. */
  caveats: string[];
}

/** A dataset in which the text was found and from which no model is attributed. */
export interface UnattributedDataset {
  /** Id of the dataset. */
  dataset: string;
  /** Name of the corpus in which the text was found. */
  corpus: string;
  /** Why no model is listed. */
  because: string;
}

/**
 * A model that is not attributed: the documents do not say whether the text was used, the evidence is only reported or
 * inferred, or the date or the language excludes it.
 */
export interface PossibleSource {
  /** Name of the developer of the model. */
  provider: string;
  /** Name of the model. */
  model: string;
  /** Id of the model, `<provider>/<model>`. */
  model_id: string;
  /** Id of the dataset that the model is said to have trained on. */
  training_dataset: string;
  /** Class of the weakest evidence on the path from the dataset to the model. */
  evidence: EvidenceClass;
  /**
   * Why the model is not attributed. `inclusion_unknown`: its developer documents that a part of the dataset was used,
   * or does not say how much, so that the least probability of use is 0; `reported`, `inferred`: the evidence is no
   * document of the developer; `excluded_by_date`: the work was published after the dataset ended, or after the model's
   * cutoff or release; `excluded_by_language`: what the model used of the dataset is in other languages.
   */
  reason: "inclusion_unknown" | "reported" | "inferred" | "excluded_by_date" | "excluded_by_language";
  /** The reason in words. */
  because: string;
  /**
   * Ids of the datasets and models on the path from the searched dataset to the model, in order; empty for a direct
   * edge.
   */
  via: string[];
  /** Ids of the catalogue's sources for the edges on the path. */
  sources: string[];
  /** Name of the corpus in which the text was found. */
  corpus: string;
  /**
   * What it rests on that this corpus holds documents of its dataset, as for an attributed model.
   *
   * @since 0.2.0
   */
  dataset_basis: DatasetBasis;
}

export interface RevenueBasis {
  /** The agreement or award that the estimate is based on. */
  comparable: string;
  /** The amount in the words of its source. */
  amount: string;
  /** What the amount covers, such as a number of months; `null` if no source states it. */
  period: string | null;
  /** Month to which the amount applies, `YYYY-MM`; `null` if no source states it. */
  as_of: string | null;
  /** Id of the catalogue's source for the amount. */
  source: string;
}

export interface EstimatedRevenue {
  /** Amount per month in `currency`; 0 if nothing supports a figure, and `note` gives the reason. */
  monthly: number;
  /** ISO 4217 code. */
  currency: string;
  /** Lower end of the range, in `currency` per month. */
  low: number;
  /** Upper end of the range, in `currency` per month. */
  high: number;
  /** Amounts that the estimate is based on; empty if nothing supports a figure. */
  basis: RevenueBasis[];
  /** What the figure means, or why there is none. */
  note: string;
}

export interface RiskExplanation {
  /** Name of the factor, as `factors` lists it. */
  factor: string;
  /** The rule that applies. */
  rule: string;
  /** What in this content triggered the rule. */
  because: string;
  /** Parts of the content that triggered the rule; empty if no particular part did. */
  spans: Span[];
  /** Ids of the catalogue's sources for the rule. */
  sources: string[];
}

export interface RiskAssessment {
  /** The highest level that a rule gives; `none` if no rule applies, or the evidence is insufficient for a level. */
  level: RiskLevel;
  /** Names of the factors that apply. */
  factors: string[];
  /** The rule and the reason for each factor. */
  explanations: RiskExplanation[];
}

/**
 * What makes a text look the same to readers but different to a comparison. Folding undoes all kinds except the order
 * of words under bidirectional overrides.
 */
export type DisguiseKind =
  /** Letters of another script that look like those of the word's script: «реорle». */
  | "look_alike_letters"
  /** Zero-width and other invisible characters between two letters of an alphabet that needs none. */
  | "invisible_characters"
  /** Mathematical, enclosed and full-width letters that spell words. */
  | "styled_letters"
  /** Several consecutive letters under a stroke, or a letter with four or more marks. */
  | "covering_marks"
  /** Characters that reverse the direction of left-to-right text. */
  | "bidirectional_overrides"
  /** Tag characters (invisible copies of ASCII) outside the flags of regions. */
  | "tag_characters";

/** Characters that disguise the content; characters that are usual in their context do not count. */
export interface DisguisedCharacters {
  /** Number of disguising characters of all kinds. */
  total: Count;
  /** The kinds that occur. */
  kinds: DisguisedKind[];
}

export interface DisguisedKind {
  /** Kind of the disguise. */
  kind: DisguiseKind;
  /** Number of characters of this kind. */
  characters: Count;
  /** The first ten words or runs that contain such characters. */
  spans: Span[];
}

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

/** The confidence under another prior. */
export interface ConfidenceAtPrior {
  /** The prior probability. */
  prior: Share;
  /** The probability under this prior, in per cent. */
  confidence: Percent;
  /** 95 % interval of `confidence`. */
  confidence_ci_95: PercentInterval;
}

/**
 * The inputs of the confidence. Except for the first two and `longest_run_words`, they describe what the content shares
 * with one document: the one with most own words.
 */
export interface ConfidenceFeatures {
  /** Words of the content, without those that everybody writes where something was found (`Match.commonplace`). */
  content_words: Count;
  /** Words of the searched corpora. */
  searched_words: Count;
  /**
   * Words of the content in the document's passages, each counted once, without those that everybody writes but with
   * formulas; 0 if nothing was found.
   */
  passage_words: Count;
  /**
   * The same words, each divided by the number of works that share it: Σ 1 / (1 + w), where w is the number of other
   * works. Copies and editions of a work count once.
   *
   * @since 0.2.0
   */
  own_words: number;
  /** The longest run of all matches, `coverage.longest_run_words`. */
  longest_run_words: Count;
  /** Share of `passage_words` that agree with the document. */
  identity: Share;
  /** Surprise of the words that agree, in bits. */
  rarity_bits: number;
  /**
   * The same, each word's divided by the number of works that share it.
   *
   * @since 0.2.0
   */
  own_bits: number;
  /** Number of works that share the passages, in the mean over their words: passage_words / own_words, rounded. */
  documents: Count;
  /**
   * Words of `passage_words` in passages that the content marks as quotations. They count for `passage_confidence`, not
   * for `confidence`.
   *
   * @since 0.2.0
   */
  quoted_words: Count;
  /**
   * Words of `passage_words` in passages that are formulas of numbered provisions (`Match.commonplace`): the verdict
   * does not rest on them, and the confidence counts them for less.
   *
   * @since 0.2.0
   */
  formula_words: Count;
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
