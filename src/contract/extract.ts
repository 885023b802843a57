/** `extract`: does a model recite a work, and where? */
import type { Continuation, TokenScore } from "./answer.ts";
import type { Completeness, ContentType, Interval, Method, Span } from "./common.ts";
import type { ChannelObservation, ObservedRate } from "./observation.ts";

/** What is to be looked for: exactly one of `content` and `work_hash`. */
export interface ExtractWork {
  content?: string | undefined;
  content_type?: ContentType | undefined;
  work_hash?: string | undefined;
  id?: string | undefined;
}

/** A text of the same kind, length and time that the model cannot have seen: what it "recites" of it is chance. */
export interface ExtractControl {
  id: string;
  content: string;
  content_type?: ContentType | undefined;
}

export interface ExtractWindows {
  /** Tokens of the model (`scores`), or words (`continuations`, and `scores` if asked for). */
  unit?: "tokens" | "words" | undefined;
  /** What the model is given; 50 unless said. */
  prefix?: number | undefined;
  /** What it is expected to go on with; 50 unless said. */
  suffix?: number | undefined;
  /** Words from one start to the next; 1 unless said. */
  stride?: number | undefined;
  /** `sample` unless said: a simple random sample. A census of more windows than an extraction may ask becomes a sample, and says so. */
  select?: "sample" | "census" | undefined;
  /** Windows of the work in a sample; 300 unless said. */
  sample?: number | undefined;
  /** Windows of each control, and of the work where it is held against them; 20 unless said. */
  per_control?: number | undefined;
  /** Names the choice of windows; whoever publishes a result commits to it before. */
  seed?: string | undefined;
}

export interface ExtractSampling {
  /** Continuations drawn of each prefix beside the likeliest one; none unless said. Continuations only. */
  continuations?: number | undefined;
  /** 1 unless said. */
  temperature?: number | undefined;
  /** Tokens that are kept at each step; all unless said. */
  top_k?: number | undefined;
  /** Handed to the model. */
  seed?: number | undefined;
}

/** Answers of a model that was asked elsewhere. A window that is not among them counts as unanswered. */
export interface ExtractObservations {
  model: string;
  retrieval: "absent" | "possible";
  scored?: { text: string; tokens: TokenScore[]; vocabulary_size: number | null }[] | undefined;
  /** Those of temperature 0 are the likeliest continuations. */
  continued?: { prefix: string; temperature: number; continuations: Continuation[] }[] | undefined;
}

export interface ExtractRequest {
  /** A model that the host configured, by its name there. */
  model?: string | undefined;
  work: ExtractWork;
  controls?: ExtractControl[] | undefined;
  /** `scores` where the model gives log-probabilities, `continuations` otherwise. */
  protocol?: ExtractProtocol | undefined;
  windows?: ExtractWindows | undefined;
  sampling?: ExtractSampling | undefined;
  /** Instead of `model`. */
  observations?: ExtractObservations | undefined;
}

export type ExtractProtocol = "scores" | "continuations";

/**
 * A share of windows. Its interval is that of the choice of windows, about this text and no other: exact for a sample of the text's
 * windows, the value itself twice for all of them. Windows of which it is not known count as misses in the value and the lower end, as
 * hits in the upper end. For controls: the mean over texts, with an interval that takes each text for one case.
 */
export interface WindowRate extends ObservedRate {
  /** Windows that were asked and may or may not be hits. */
  undecided: number;
}

/** A mean over windows of what lies between 0 and 1. */
export interface WindowMean {
  value: number;
  ci_95: Interval;
  windows: number;
}

export interface WorkAndControl<Measure> {
  work: Measure;
  /** `null` without controls. */
  control: Measure | null;
}

/** Windows whose suffix is recited with this probability at least in one continuation. */
export interface ExtractableShare extends WorkAndControl<WindowRate> {
  p_z: number;
  /** Continuations after which such a suffix was recited with probability 0.5 and 0.9. */
  queries_for_half: number;
  queries_for_nine_tenths: number;
}

/** Likeliest continuations against the suffixes, as means over windows. */
export interface NearVerbatim {
  /** Share of a suffix's own words in common blocks of three words or more, longest first; words that the prompt explains do not count. */
  recall: WorkAndControl<WindowMean>;
  /** ROUGE-L F1 over the continuation's first words. */
  rouge_l: WorkAndControl<WindowMean>;
  /** Longest common subsequence over the suffix's words. */
  lcs: WorkAndControl<WindowMean>;
  /** Share of a suffix's own words in common spans of five words. */
  span_coverage: WorkAndControl<WindowMean>;
}

/** The longest run of words that a continuation and the suffix have in common, and the prompt does not explain. */
export interface LongestRun {
  words: number;
  /** Surprise of these words under the word counts of the controls; a lower bound where a word is not among them. */
  bits: number | null;
  /** Why there are no bits, or `null`. */
  reason: string | null;
  /** Where the longest runs stand in the work, the longest first; no words are quoted. */
  spans: Span[];
  /** Of the controls, for comparison. */
  control_words: number | null;
}

/** A window of the work as it came out. */
export interface RecitedWindow extends Span {
  /**
   * Of one continuation under the scheme: ends equal where it is known, a simultaneous 95 % interval where it was sampled. `null` where
   * nothing was sampled, and where the model was told in a message to continue the prefix.
   */
  p_z: Interval | null;
  /** Continuations until it was recited with probability 0.5, at the lower end of p_z; `null` beyond 2^53, or where none is known to suffice. */
  queries_for_half: number | null;
  recall: number | null;
  longest_run_words: number | null;
}

/** A stretch of the work. All of them together are the work, none overlaps. */
export interface MapBin extends Span {
  /** Windows whose suffix begins here, that were answered. */
  windows: number;
  /** `null` where none was asked. */
  rate: WindowRate | null;
  longest_run_words: number | null;
}

export interface ControlOutcome {
  id: string;
  words: number;
  /** Windows that were answered. */
  windows: number;
  recited: number;
  /** Why the text does not count as a control, or `null`. */
  reason: string | null;
}

/** What the test against the controls says of one proposition. */
export interface ExtractClaim {
  /** Probability that a control would be recited as much as the work is, if the work were one of them; `null` where nothing is claimed. */
  p: number | null;
  exactness: "conditional" | "exploratory";
  /** Why there is none, or what it rests on. */
  reason: string;
}

export interface ExtractResult {
  extract_id: string;
  model: string;
  retrieval: "absent" | "possible";
  protocol: ExtractProtocol;
  work: { id: string | null; words: number };
  propositions: { reproduced: string; trained_on: string; alternative: string };
  claims: { reproduced: ExtractClaim; trained_on: ExtractClaim };
  windows: {
    unit: "tokens" | "words";
    prefix: number;
    suffix: number;
    stride: number;
    design: "census" | "simple_random_sample";
    /** Windows that the work has. */
    population: number;
    /** Of the work; those of the controls are counted with them. */
    asked: number;
    answered: number;
    unanswered: { reason: "budget" | "refused" | "failed" | "malformed" | "too_short"; windows: number }[];
  };
  rates: { event: string; work: WindowRate; control: WindowRate | null };
  extraction: {
    /** The likeliest continuation is the suffix. */
    discoverable: WorkAndControl<WindowRate>;
    /** From log-probabilities; empty for continuations. */
    n_p: ExtractableShare[];
    /** Continuations drawn at the temperature, and those that begin with the suffix; `null` where none were drawn. */
    sampled: { continuations: number; verbatim: number } | null;
  };
  /** `null` where no continuations were read. */
  near_verbatim: NearVerbatim | null;
  longest_run: LongestRun | null;
  /** The windows that are recited most, at most 20. */
  strongest: RecitedWindow[];
  map: MapBin[];
  controls: {
    given: number;
    used: number;
    /** Windows of each text, the work among them, that the test counts. */
    windows_each: number;
    /** The least p that so many controls can give. */
    p_min: number;
    documents: ControlOutcome[];
  };
  /** What `score` takes. */
  observations: ChannelObservation[];
  caveats: string[];
  offset_unit: "utf16";
  method: Method;
  completeness: Completeness;
}
