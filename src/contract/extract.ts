/** `extract`: does a model recite a work, and where? */
import type { Continuation, TokenScore } from "./answer.ts";
import type { Completeness, ContentType, Count, Method, Share, ShareInterval, Span } from "./common.ts";
import type { ChannelObservation, ObservedRate } from "./observation.ts";

/** What is to be looked for: exactly one of `content` and `work_hash`. */
export interface ExtractWork {
  /** The text itself, up to 32 MiB of UTF-8. */
  content?: string | undefined;
  /** How to read `content`; `text` when absent. */
  content_type?: ContentType | undefined;
  /** `sha256:` and 64 hexadecimal digits: names a registered work. */
  work_hash?: string | undefined;
  /** Name of the work in the result. */
  id?: string | undefined;
}

/** A text of the same kind, length and time that the model cannot have seen: what it "recites" of it is chance. */
export interface ExtractControl {
  /** Name of the control in the result, unlike every other one's. */
  id: string;
  /** The text itself. */
  content: string;
  /** How to read `content`; `text` when absent. */
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
  /**
   * `sample` unless said: a simple random sample. A census of more windows than an extraction may ask becomes a sample,
   * and says so.
   */
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
  /** The model that was asked, as the result is to name it. */
  model: string;
  /** What whoever asked attests: `absent` when the model answers from its weights alone. */
  retrieval: "absent" | "possible";
  /** Texts that the model scored. */
  scored?:
    | {
        /** The text that was scored. */
        text: string;
        /** Its tokens, in order. */
        tokens: TokenScore[];
        /** How many tokens the model chooses from; `null` where that is not known. */
        vocabulary_size: number | null;
      }[]
    | undefined;
  /** Those of temperature 0 are the likeliest continuations. */
  continued?:
    | {
        /** The prefix that was continued. */
        prefix: string;
        /** Temperature of the sampling; 0 takes the likeliest token each time. */
        temperature: number;
        /** What the model answered. */
        continuations: Continuation[];
      }[]
    | undefined;
}

export interface ExtractRequest {
  /** A model that the host configured, by its name there. */
  model?: string | undefined;
  /** The text that the model may recite. */
  work: ExtractWork;
  /** Texts that the model cannot have seen. Without them nothing is claimed. */
  controls?: ExtractControl[] | undefined;
  /** `scores` where the model gives log-probabilities, `continuations` otherwise. */
  protocol?: ExtractProtocol | undefined;
  /** Which windows of the work are asked about. */
  windows?: ExtractWindows | undefined;
  /** How continuations are drawn. */
  sampling?: ExtractSampling | undefined;
  /** Instead of `model`. */
  observations?: ExtractObservations | undefined;
}

export type ExtractProtocol = "scores" | "continuations";

/**
 * A share of windows. Its interval is that of the choice of windows, about this text and no other: exact for a sample
 * of the text's windows, the value itself twice for all of them. Windows of which it is not known count as misses in
 * the value and the lower end, as hits in the upper end. For controls: the mean over texts, with an interval that takes
 * each text for one case.
 */
export interface WindowRate extends ObservedRate {
  /** Windows that were asked and may or may not be hits. */
  undecided: Count;
}

/** A mean over windows of what lies between 0 and 1. */
export interface WindowMean {
  /** The mean. */
  value: Share;
  /** 95 % interval of `value`. */
  ci_95: ShareInterval;
  /** Windows that the mean is over. */
  windows: Count;
}

export interface WorkAndControl<Measure> {
  /** Of the work. */
  work: Measure;
  /** Of the controls; `null` without controls. */
  control: Measure | null;
}

/** Windows whose suffix is recited with this probability at least in one continuation. */
export interface ExtractableShare extends WorkAndControl<WindowRate> {
  /** The probability that is required of a window. */
  p_z: Share;
  /** Continuations after which such a suffix was recited with probability 0.5. */
  queries_for_half: number;
  /** Continuations after which such a suffix was recited with probability 0.9. */
  queries_for_nine_tenths: number;
}

/** Likeliest continuations against the suffixes, as means over windows. */
export interface NearVerbatim {
  /**
   * Share of a suffix's own words in common blocks of three words or more, longest first; words that the prompt
   * explains do not count.
   */
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
  /** Words of the run; 0 where nothing was recited. */
  words: Count;
  /** Surprise of these words under the word counts of the controls; a lower bound where a word is not among them. */
  bits: number | null;
  /** Why there are no bits, or `null`. */
  reason: string | null;
  /** Where the longest runs stand in the work, the longest first; no words are quoted. */
  spans: Span[];
  /** Words of the longest run of the controls, for comparison; `null` without controls. */
  control_words: Count | null;
}

/** A window of the work as it came out. */
export interface RecitedWindow extends Span {
  /**
   * Of one continuation under the scheme: ends equal where it is known, a simultaneous 95 % interval where it was
   * sampled. `null` where nothing was sampled, and where the model was told in a message to continue the prefix.
   */
  p_z: ShareInterval | null;
  /**
   * Continuations until it was recited with probability 0.5, at the lower end of p_z; `null` beyond 2^53, or where none
   * is known to suffice.
   */
  queries_for_half: number | null;
  /** Share of the suffix's own words that the likeliest continuation recites; `null` where it was not read. */
  recall: Share | null;
  /** Words of the longest run that the likeliest continuation and the suffix share; `null` where it was not read. */
  longest_run_words: Count | null;
}

/** A stretch of the work. All of them together are the work, none overlaps. */
export interface MapBin extends Span {
  /** Windows whose suffix begins here, that were answered. */
  windows: Count;
  /** Share of these windows that was recited; `null` where none was asked. */
  rate: WindowRate | null;
  /** Words of the longest run that was recited here; `null` where no continuation was read. */
  longest_run_words: Count | null;
}

export interface ControlOutcome {
  /** Name of the control, as the request has it. */
  id: string;
  /** Words of the control. */
  words: Count;
  /** Windows that were answered. */
  windows: Count;
  /** Windows that were recited. */
  recited: Count;
  /** Why the text does not count as a control, or `null`. */
  reason: string | null;
}

/** What the test against the controls says of one proposition. */
export interface ExtractClaim {
  /**
   * Probability that a control would be recited as much as the work is, if the work were one of them; `null` where
   * nothing is claimed.
   */
  p: Share | null;
  /** What the p-value rests on: an assumption that is named, or comparison alone. */
  exactness: "conditional" | "exploratory";
  /** Why there is none, or what it rests on. */
  reason: string;
}

export interface ExtractResult {
  /** `ex_` and a hash of the request, the answers and the engine: the same question has the same id. */
  extract_id: string;
  /** The model that was asked, as its connector names it. */
  model: string;
  /** What whoever configured the model attests: `absent` when it answers from its weights alone. */
  retrieval: "absent" | "possible";
  /** How the model was asked: by log-probabilities or by continuations. */
  protocol: ExtractProtocol;
  /** The work that was asked about. */
  work: {
    /** Name of the work, as the request has it; `null` where it has none. */
    id: string | null;
    /** Words of the work. */
    words: Count;
  };
  /** What is asked, in words. */
  propositions: {
    /** The proposition that the model reproduces the work. */
    reproduced: string;
    /** The proposition that the model was trained on the work. */
    trained_on: string;
    /** What is true if `trained_on` is not. */
    alternative: string;
  };
  /** What the test against the controls says of each proposition. */
  claims: {
    /** Of the proposition that the model reproduces the work. */
    reproduced: ExtractClaim;
    /** Of the proposition that the model was trained on the work. */
    trained_on: ExtractClaim;
  };
  /** Which windows were asked about. */
  windows: {
    /** Unit of `prefix` and `suffix`. */
    unit: "tokens" | "words";
    /** How much of the text the model is given. */
    prefix: Count;
    /** How much of the text it is expected to go on with. */
    suffix: Count;
    /** Words from one start to the next. */
    stride: Count;
    /** Whether all windows were asked about, or a random sample. */
    design: "census" | "simple_random_sample";
    /** Windows that the work has. */
    population: Count;
    /** Of the work; those of the controls are counted with them. */
    asked: Count;
    /** Of these, windows that were answered. */
    answered: Count;
    /** Windows that were not answered, by reason. */
    unanswered: {
      /** Why they were not answered. */
      reason: "budget" | "refused" | "failed" | "malformed" | "too_short";
      /** How many they are. */
      windows: Count;
    }[];
  };
  /** The share of windows that was recited, as the test compares it. */
  rates: {
    /** What counts as recited, in words. */
    event: string;
    /** Of the work. */
    work: WindowRate;
    /** Of the controls; `null` without controls. */
    control: WindowRate | null;
  };
  /** Shares of windows that were extracted verbatim. */
  extraction: {
    /** The likeliest continuation is the suffix. */
    discoverable: WorkAndControl<WindowRate>;
    /** From log-probabilities; empty for continuations. */
    n_p: ExtractableShare[];
    /** Continuations drawn at the temperature, and those that begin with the suffix; `null` where none were drawn. */
    sampled: {
      /** Continuations that were drawn. */
      continuations: Count;
      /** Of these, continuations that begin with the suffix. */
      verbatim: Count;
    } | null;
  };
  /** How near the likeliest continuations come; `null` where no continuations were read. */
  near_verbatim: NearVerbatim | null;
  /** The longest run of words that was recited; `null` where no continuations were read. */
  longest_run: LongestRun | null;
  /** The windows that are recited most, at most 20. */
  strongest: RecitedWindow[];
  /** Where in the work windows were recited: stretches of equal length. */
  map: MapBin[];
  /** What the controls came to. */
  controls: {
    /** Controls of the request. */
    given: Count;
    /** Of these, controls that the test counts. */
    used: Count;
    /** Windows of each text, the work among them, that the test counts. */
    windows_each: Count;
    /** The least p that so many controls can give. */
    p_min: Share;
    /** One entry for each control. */
    documents: ControlOutcome[];
  };
  /** What `score` takes as `observations`. */
  observations: ChannelObservation[];
  /** What limits the result, in words. */
  caveats: string[];
  /** Unit of every offset of this result. */
  offset_unit: "utf16";
  /** How the result came about: what is needed to replay it. */
  method: Method;
  completeness: Completeness;
}
