/** `analyze`: was this text met in the corpora, which models are documented to have trained on those datasets, and how surely? */
import type { Completeness, ContentMetadata, ContentType, Interval, Method, Span } from "./common.ts";

/** Exactly one of `content` and `work_hash` names the text. */
export interface AnalyzeRequest {
  /** The text itself. Valid whatever it contains, up to 32 MiB of UTF-8. */
  content?: string | undefined;
  /** How to read `content`; `text` when absent. Offsets in the result always point into `content` as it was sent. */
  content_type?: ContentType | undefined;
  /** `sha256:` and 64 hexadecimal digits: a registered work's. Offsets point into its content as it was registered. */
  work_hash?: string | undefined;
  metadata?: ContentMetadata | undefined;
  options?: AnalyzeOptions | undefined;
}

export interface AnalyzeOptions {
  /** Names of the corpora to search; all that the engine has when absent. */
  corpora?: string[] | undefined;
  /** Most attribution sources to name, 1 to 1,000. */
  max_sources?: number | undefined;
  /** Most passages to list, 1 to 10,000. */
  max_matches?: number | undefined;
  /** Prior probability of event G, strictly between 0 and 1. The default is 0.5. */
  prior?: number | undefined;
  /** Whether the result is to have the content's ISCC Text-Code, which takes longer than all else that is read off the content. */
  iscc?: boolean | undefined;
}

export type Verdict = "match" | "partial" | "none_found" | "insufficient_evidence";
export type PassageKind = "verbatim" | "near_verbatim" | "reworded";
export type RiskLevel = "none" | "low" | "medium" | "high" | "critical";
export type EvidenceClass = "documented" | "reported" | "inferred";

/** The document of a corpus in which a passage was met. */
export interface MatchedDocument {
  id: string;
  title?: string | undefined;
  author?: string | undefined;
  year?: number | undefined;
  url?: string | undefined;
  licence?: string | undefined;
}

/** One passage that the content and a document share. */
export interface Match {
  /** Name of the corpus. */
  corpus: string;
  dataset: string;
  document: MatchedDocument;
  /** `verbatim`: the same words; `near_verbatim`: at least 80 % of them; `reworded`: fewer. */
  kind: PassageKind;
  /** Whether many different works of the corpus carry this passage. */
  widely_shared: boolean;
  content: Span;
  /** UTF-16 indices into the document's text, and its beginning as it stands there. */
  source: Span & { snippet: string };
  /** Words of the content inside the passage. */
  words: number;
  /** Words that stand in both, in order, over the words of the longer side: 0 to 1. */
  identity: number;
  /** Surprise of the shared words in bits, at least: from the corpus's own word counts without the documents in which they were met. */
  rarity_bits: number;
  /**
   * Expected chance matches λ = N · 2^−rarity_bits, N the words of all corpora that were searched. Words of a text do not come one by one,
   * so true chance is greater; it orders passages and enters `confidence`, and is no error rate.
   */
  chance_matches: number;
  /** Different works of the corpus in which this passage of the content was verified: copies and editions of one count once. */
  document_frequency: number;
  /** Whether the source's text was compared word by word; `false` for a corpus without text. */
  verified: boolean;
}

/** The share of a dataset that a model's training took in: probability that a given document of it was used. */
export interface Inclusion {
  lo: number;
  hi: number;
  /** Why these ends. */
  basis: string;
}

/** A model that is documented to have trained on a dataset in which the content was met. */
export interface AttributionSource {
  provider: string;
  model: string;
  /** Confidence of the dataset match, 0 to 100. Nothing is multiplied in: see `inclusion`. */
  confidence: number;
  training_dataset: string;
  confidence_ci_95: Interval;
  model_id: string;
  evidence: "documented";
  /** Ids of datasets and models on the way from the searched dataset to the model, in order; empty for a direct edge. */
  via: string[];
  inclusion: Inclusion;
  /** Ids of the catalogue's sources for the edges on the way. */
  sources: string[];
  corpus: string;
  /** Dates that could not be checked. */
  caveats: string[];
}

/** A dataset in which the text was met and that no model is documented to have trained on. */
export interface UnattributedDataset {
  dataset: string;
  corpus: string;
  because: string;
}

/** An edge that does not carry an attribution: reported, inferred, or excluded by its date. */
export interface PossibleSource {
  provider: string;
  model: string;
  model_id: string;
  training_dataset: string;
  evidence: EvidenceClass;
  reason: "reported" | "inferred" | "excluded_by_date";
  because: string;
  via: string[];
  sources: string[];
  corpus: string;
}

export interface RevenueBasis {
  comparable: string;
  amount: string;
  period: string | null;
  as_of: string | null;
  source: string;
}

export interface EstimatedRevenue {
  /** 0 where nothing supports a figure; `note` says why. */
  monthly: number;
  /** ISO 4217. */
  currency: string;
  low: number;
  high: number;
  basis: RevenueBasis[];
  note: string;
}

export interface RiskExplanation {
  factor: string;
  /** The rule that was applied. */
  rule: string;
  /** What in this content tripped it. */
  because: string;
  spans: Span[];
  sources: string[];
}

export interface RiskAssessment {
  level: RiskLevel;
  factors: string[];
  explanations: RiskExplanation[];
}

/** What makes a text compare as another than it reads. Folding undoes all of it but the order that overrides turn around. */
export type DisguiseKind =
  /** Letters of another script in a word that reads as one: «реорle». */
  | "look_alike_letters"
  /** Zero-width and other invisible characters between two letters of an alphabet that needs none. */
  | "invisible_characters"
  /** Mathematical, enclosed and full-width letters that spell words. */
  | "styled_letters"
  /** Letters under a stroke, several in a row, or under four and more marks. */
  | "covering_marks"
  /** Characters that turn the direction of left-to-right text around. */
  | "bidirectional_overrides"
  /** Tags, invisible copies of ASCII, outside the flags of regions. */
  | "tag_characters";

/** Characters of the content that disguise it, where they are not ordinary in their place. */
export interface DisguisedCharacters {
  total: number;
  /** The kinds that occur. */
  kinds: DisguisedKind[];
}

export interface DisguisedKind {
  kind: DisguiseKind;
  characters: number;
  /** The first ten words or runs that have them. */
  spans: Span[];
}

export interface Coverage {
  words: number;
  matched_words: number;
  /** matched_words / words, 0 to 1. */
  share: number;
  longest_run_words: number;
}

/** Confidence restated under another prior, 0 to 100. */
export interface ConfidenceAtPrior {
  prior: number;
  confidence: number;
  confidence_ci_95: Interval;
}

/**
 * What a confidence was read from. All but the first two concern one document: that with most words in passages which do not overlap in
 * the content, taken in the order of `matches`; the first listed of several.
 */
export interface ConfidenceFeatures {
  content_words: number;
  /** Words of the corpora that were searched. */
  searched_words: number;
  /** Words of the content in those passages; 0 where nothing was found. */
  passage_words: number;
  /** The longest run of all matches, `coverage.longest_run_words`. */
  longest_run_words: number;
  /** Mean of the passages' identity, weighted by their words. */
  identity: number;
  /** Sum of the passages' surprise. */
  rarity_bits: number;
  /** `document_frequency` of the first of the passages. */
  documents: number;
}

export interface AnalyzeResult {
  /** `an_` and a hash of inputs, options, engine, corpora and catalogue: the same question has the same id. */
  analysis_id: string;
  /** `spolia1_` id of the content: equal for texts that fold to the same words. */
  fingerprint: string;
  /** ISCC Text-Code of the content (ISO 24138), 64 bits, where `options.iscc` asked for it. */
  iscc?: string | undefined;
  /** Probability of event G under the prior, 0 to 100; 0 with [0, 100] where it cannot be given. */
  confidence: number;
  confidence_ci_95: Interval;
  confidence_at_priors: ConfidenceAtPrior[];
  /** What the confidence was read from, or `null` where it cannot be given. */
  confidence_features: ConfidenceFeatures | null;
  /** Evidence for event G against its alternative, or `null` where it cannot be given. An end of ±6 bounds nothing. */
  log10_lr: { estimate: number; lo: number; hi: number } | null;
  /**
   * Rests on passages with a run of 12 words or with more surprise than unrelated texts have in common; where `matches` lists others only, it is
   * `none_found` and nobody is named.
   */
  verdict: Verdict;
  /** Documents that share a reported passage, before any cap. */
  potential_matches: number;
  estimated_revenue: EstimatedRevenue;
  attribution_sources: AttributionSource[];
  possible_sources: PossibleSource[];
  /** Datasets in which the text was met without any model to attribute it to. Empty without a catalogue, or where nothing can be concluded. */
  unattributed_datasets: UnattributedDataset[];
  risk_assessment: RiskAssessment;
  matches: Match[];
  coverage: Coverage;
  /** Evasion that was undone before the content was compared. */
  disguised_characters: DisguisedCharacters;
  /** Unit of every offset of this result. */
  offset_unit: "utf16";
  completeness: Completeness;
  method: Method & { prior: number };
}
