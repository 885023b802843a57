/** Models that may have been trained on what was found, and by whose word. */
import type { DatasetBasis, Percent, PercentInterval, Share } from "../../common.ts";

export type EvidenceClass = "documented" | "reported" | "inferred";

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
