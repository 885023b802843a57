/**
 * `analyze`: was this text met in the corpora, which models are documented to have trained on those datasets, and how
 * surely?
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
  Share,
  Span,
} from "./common.ts";

/** Exactly one of `content` and `work_hash` names the text. */
export interface AnalyzeRequest {
  /** The text itself. Valid whatever it contains, up to 32 MiB of UTF-8. */
  content?: string | undefined;
  /** How to read `content`; `text` when absent. Offsets in the result always point into `content` as it was sent. */
  content_type?: ContentType | undefined;
  /** `sha256:` and 64 hexadecimal digits: a registered work's. Offsets point into its content as it was registered. */
  work_hash?: string | undefined;
  /** What the caller says about the content. */
  metadata?: ContentMetadata | undefined;
  /** How to search, and how much to list. */
  options?: AnalyzeOptions | undefined;
}

/** How to search, and how much to list. */
export interface AnalyzeOptions {
  /** Names of the corpora to search; all that the engine has when absent. */
  corpora?: string[] | undefined;
  /** Most attribution sources to name, 1 to 1,000; 20 when absent. */
  max_sources?: number | undefined;
  /** Most passages to list, 1 to 10,000; 100 when absent. */
  max_matches?: number | undefined;
  /** Prior probability, strictly between 0 and 1; 0.5 when absent. */
  prior?: number | undefined;
  /**
   * Whether the result is to have the content's ISCC Text-Code, which takes longer than all else that is read off the
   * content.
   */
  iscc?: boolean | undefined;
}

export type Verdict = "match" | "partial" | "none_found" | "insufficient_evidence";
export type PassageKind = "verbatim" | "near_verbatim" | "reworded";
export type RiskLevel = "none" | "low" | "medium" | "high" | "critical";
export type EvidenceClass = "documented" | "reported" | "inferred";

/** The document of a corpus in which a passage was met. */
export interface MatchedDocument {
  /** Id of the document, unique within its corpus. */
  id: string;
  /** Title of the document; absent where the corpus has none. */
  title?: string | undefined;
  /** Author of the document; absent where the corpus has none. */
  author?: string | undefined;
  /** Year of first publication; absent where the corpus has none. */
  year?: number | undefined;
  /** Address of the document; absent where the corpus has none. */
  url?: string | undefined;
  /** Licence of the document as its source states it; absent where the corpus has none. */
  licence?: string | undefined;
}

/** One passage that the content and a document share. */
export interface Match {
  /** Name of the corpus. */
  corpus: string;
  /** Id of the dataset that the corpus holds, as the catalogue names it. */
  dataset: string;
  /** The document in which the passage was met. */
  document: MatchedDocument;
  /** `verbatim`: the same words; `near_verbatim`: at least 80 % of them; `reworded`: fewer. */
  kind: PassageKind;
  /** Whether many different works of the corpus carry this passage. */
  widely_shared: boolean;
  /** Where the passage stands in the content. */
  content: Span;
  /** UTF-16 indices into the document's text, and its beginning as it stands there. */
  source: Span & {
    /** The beginning of the passage as the document has it; empty for a corpus without text. */
    snippet: string;
  };
  /** Words of the content inside the passage. */
  words: Count;
  /** Words that stand in both, in order, over the words of the longer side: 0 to 1. */
  identity: Share;
  /**
   * Surprise of the shared words in bits, at least: from the corpus's own word counts without the documents in which
   * they were met.
   */
  rarity_bits: number;
  /**
   * Expected chance matches λ = N · 2^−rarity_bits, N the words of all corpora that were searched. Words of a text do
   * not come one by one, so true chance is greater; it orders passages and enters `confidence`, and is no error rate.
   */
  chance_matches: number;
  /**
   * Different works of the corpus in which this passage of the content was verified: copies and editions of one count
   * once.
   */
  document_frequency: Count;
  /** Whether the source's text was compared word by word; `false` for a corpus without text. */
  verified: boolean;
}

/** The share of a dataset that a model's training took in: probability that a given document of it was used. */
export interface Inclusion {
  /** Lower end of the range. */
  lo: Share;
  /** Upper end of the range. */
  hi: Share;
  /** Why these ends. */
  basis: string;
}

/** A model that is documented to have trained on a dataset in which the content was met. */
export interface AttributionSource {
  /** Name of the developer of the model. */
  provider: string;
  /** Name of the model. */
  model: string;
  /** Confidence of the dataset match, 0 to 100. Nothing is multiplied in: see `inclusion`. */
  confidence: Percent;
  /** Id of the dataset that the model is documented to have trained on. */
  training_dataset: string;
  /** 95 % interval of `confidence`. */
  confidence_ci_95: PercentInterval;
  /** Id of the model, `<provider>/<model>`. */
  model_id: string;
  /** Class of the weakest evidence on the way: always documented by the developer. */
  evidence: "documented";
  /**
   * Ids of datasets and models on the way from the searched dataset to the model, in order; empty for a direct edge.
   */
  via: string[];
  inclusion: Inclusion;
  /** Ids of the catalogue's sources for the edges on the way. */
  sources: string[];
  /** Name of the corpus in which the text was met. */
  corpus: string;
  /** Dates that could not be checked. */
  caveats: string[];
}

/** A dataset in which the text was met and that no model is documented to have trained on. */
export interface UnattributedDataset {
  /** Id of the dataset. */
  dataset: string;
  /** Name of the corpus in which the text was met. */
  corpus: string;
  /** Why no model is named. */
  because: string;
}

/** An edge that does not carry an attribution: reported, inferred, or excluded by its date. */
export interface PossibleSource {
  /** Name of the developer of the model. */
  provider: string;
  /** Name of the model. */
  model: string;
  /** Id of the model, `<provider>/<model>`. */
  model_id: string;
  /** Id of the dataset that the model is said to have trained on. */
  training_dataset: string;
  /** Class of the weakest evidence on the way from the dataset to the model. */
  evidence: EvidenceClass;
  /** Why the edge carries no attribution: its evidence is `reported` or `inferred`, or the dates exclude it. */
  reason: "reported" | "inferred" | "excluded_by_date";
  /** The same in words. */
  because: string;
  /**
   * Ids of datasets and models on the way from the searched dataset to the model, in order; empty for a direct edge.
   */
  via: string[];
  /** Ids of the catalogue's sources for the edges on the way. */
  sources: string[];
  /** Name of the corpus in which the text was met. */
  corpus: string;
}

export interface RevenueBasis {
  /** The agreement or award that the figure is compared with. */
  comparable: string;
  /** The amount in the words of its source. */
  amount: string;
  /** What the amount covers, such as a number of months; `null` where no source says so. */
  period: string | null;
  /** Month to which the amount applies, `YYYY-MM`; `null` where no source says so. */
  as_of: string | null;
  /** Id of the catalogue's source for the amount. */
  source: string;
}

export interface EstimatedRevenue {
  /** 0 where nothing supports a figure; `note` says why. */
  monthly: number;
  /** ISO 4217. */
  currency: string;
  /** Lower end of the range, in `currency` a month. */
  low: number;
  /** Upper end of the range, in `currency` a month. */
  high: number;
  /** Amounts that the estimate rests on; empty where nothing supports a figure. */
  basis: RevenueBasis[];
  /** What the figure means, or why there is none. */
  note: string;
}

export interface RiskExplanation {
  /** Name of the factor, as `factors` lists it. */
  factor: string;
  /** The rule that was applied. */
  rule: string;
  /** What in this content tripped it. */
  because: string;
  /** Places in the content that tripped the rule; empty where none did so by its place. */
  spans: Span[];
  /** Ids of the catalogue's sources for the rule. */
  sources: string[];
}

export interface RiskAssessment {
  /** The highest level that a rule came to; `none` where none applies. */
  level: RiskLevel;
  /** Names of the factors that apply. */
  factors: string[];
  /** Which rule found each factor, and in what. */
  explanations: RiskExplanation[];
}

/**
 * What makes a text compare as another than it reads. Folding undoes all of it but the order that overrides turn
 * around.
 */
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
  /** Characters that disguise the content, of all kinds together. */
  total: Count;
  /** The kinds that occur. */
  kinds: DisguisedKind[];
}

export interface DisguisedKind {
  /** What kind of disguise it is. */
  kind: DisguiseKind;
  /** Characters of this kind. */
  characters: Count;
  /** The first ten words or runs that have them. */
  spans: Span[];
}

export interface Coverage {
  /** Words of the content. */
  words: Count;
  /** Words of the content that stand in a reported passage, each counted once. */
  matched_words: Count;
  /** matched_words / words, 0 to 1. */
  share: Share;
  /** Words of the longest run that the content and a document share without a change. */
  longest_run_words: Count;
}

/** Confidence restated under another prior, 0 to 100. */
export interface ConfidenceAtPrior {
  /** The prior probability. */
  prior: Share;
  /** The probability under this prior, in per cent. */
  confidence: Percent;
  /** 95 % interval of `confidence`. */
  confidence_ci_95: PercentInterval;
}

/**
 * What a confidence was read from. All but the first two concern one document: that with most words in passages which
 * do not overlap in the content, taken in the order of `matches`; the first listed of several.
 */
export interface ConfidenceFeatures {
  /** Words of the content. */
  content_words: Count;
  /** Words of the corpora that were searched. */
  searched_words: Count;
  /** Words of the content in those passages; 0 where nothing was found. */
  passage_words: Count;
  /** The longest run of all matches, `coverage.longest_run_words`. */
  longest_run_words: Count;
  /** Mean of the passages' identity, weighted by their words. */
  identity: Share;
  /** Sum of the passages' surprise. */
  rarity_bits: number;
  /** `document_frequency` of the first of the passages. */
  documents: Count;
}

export interface AnalyzeResult {
  /** `an_` and a hash of inputs, options, engine, corpora and catalogue: the same question has the same id. */
  analysis_id: string;
  /** `spolia1_` id of the content: equal for texts that fold to the same words. */
  fingerprint: string;
  /** ISCC Text-Code of the content (ISO 24138), 64 bits, where `options.iscc` asked for it. */
  iscc?: string | undefined;
  /** Probability of event G under the prior, 0 to 100; 0 with [0, 100] where it cannot be given. */
  confidence: Percent;
  /** 95 % interval of `confidence`. */
  confidence_ci_95: PercentInterval;
  /** The confidence under other priors; empty where it cannot be given. */
  confidence_at_priors: ConfidenceAtPrior[];
  /** What the confidence was read from, or `null` where it cannot be given. */
  confidence_features: ConfidenceFeatures | null;
  /** Evidence for event G against its alternative, or `null` where it cannot be given. An end of ±6 bounds nothing. */
  log10_lr: Log10Ratio | null;
  /**
   * Rests on passages with a run of 12 words or with more surprise than unrelated texts have in common; where `matches`
   * lists others only, it is `none_found` and nobody is named.
   */
  verdict: Verdict;
  /** Documents that share a reported passage, before any cap. */
  potential_matches: Count;
  /** What the use of such a text may be worth, by amounts that were reported. */
  estimated_revenue: EstimatedRevenue;
  /** Models that are documented to have trained on a dataset in which the content was met, up to `max_sources`. */
  attribution_sources: AttributionSource[];
  /** Models for which the evidence or the dates do not carry an attribution. */
  possible_sources: PossibleSource[];
  /**
   * Datasets in which the text was met without any model to attribute it to. Empty without a catalogue, or where
   * nothing can be concluded.
   */
  unattributed_datasets: UnattributedDataset[];
  /** Rules of risk that the content trips, and the level that they come to. */
  risk_assessment: RiskAssessment;
  /** Passages that the content and documents share, the strongest first, up to `max_matches`. */
  matches: Match[];
  /** How much of the content stands in the reported passages. */
  coverage: Coverage;
  /** Evasion that was undone before the content was compared. */
  disguised_characters: DisguisedCharacters;
  /** Unit of every offset of this result. */
  offset_unit: "utf16";
  completeness: Completeness;
  /** How the result came about: what is needed to replay it. */
  method: Method & {
    /** The prior probability under which `confidence` is given. */
    prior: Share;
  };
}
