/** `extract`: measures whether a model recites a work, and where. */
import type { Continuation, TokenScore } from "../answer.ts";
import type {
  Completeness,
  ContentType,
  Count,
  Method,
  PlacedSpan,
  Share,
  ShareInterval,
  TextSection,
} from "../common.ts";
import type { ChannelObservation, ObservedRate } from "./observation.ts";

/** The work: exactly one of `content` and `work_hash`. */
export interface ExtractWork {
  /** The text itself, up to 32 MiB of UTF-8. */
  content?: string | undefined;
  /** How to read `content`; default `text`. */
  content_type?: ContentType | undefined;
  /** Hash of a registered work: `sha256:` and 64 hexadecimal digits. */
  work_hash?: string | undefined;
  /**
   * Headings and pages of `content`, in order, up to 100,000: places in results name them. Only for text and code.
   *
   * @since 0.2.0
   */
  sections?: TextSection[] | undefined;
  /** Name of the work in the result. */
  id?: string | undefined;
}

/** A text of the same kind, length and time that the model cannot have seen: any recitation of it is by chance. */
export interface ExtractControl {
  /** Unique name of the control in the result. */
  id: string;
  /** The text itself. */
  content: string;
  /** How to read `content`; default `text`. */
  content_type?: ContentType | undefined;
}

export interface ExtractWindows {
  /** Unit of `prefix` and `suffix`. `tokens` is the default for `scores`; `continuations` always uses `words`. */
  unit?: "tokens" | "words" | undefined;
  /** Length of the prefix that the model receives; default 50. */
  prefix?: number | undefined;
  /** Length of the suffix that the model should continue with; default 50. */
  suffix?: number | undefined;
  /** Words from the start of one window to the next; default 1. */
  stride?: number | undefined;
  /**
   * `sample` (default): a simple random sample of the windows; `census`: all windows. A census of more windows than the
   * limit becomes a sample, and the result states this.
   */
  select?: "sample" | "census" | undefined;
  /** Number of windows of the work in a sample; default 300. */
  sample?: number | undefined;
  /** Number of windows of each control, and of the work in the comparison with the controls; default 20. */
  per_control?: number | undefined;
  /** Seed of the random choice of windows. Commit to it before you publish a result. */
  seed?: string | undefined;
}

export interface ExtractSampling {
  /** Sampled continuations per prefix in addition to the most likely one; default 0. Only for `continuations`. */
  continuations?: number | undefined;
  /** Sampling temperature, 0.01 to 10; default 1. */
  temperature?: number | undefined;
  /** Number of most likely tokens to sample from at each step; default: all. */
  top_k?: number | undefined;
  /** Seed that is passed to the model. */
  seed?: number | undefined;
}

/**
 * How the continuation of a text is iterated. The model receives the beginning of the text, and then what it answered
 * itself, until it gives back no more.
 *
 * @since 0.2.0
 */
export interface ExtractIteration {
  /** Words of the beginning of each text that the model receives; default 50. They are all that it receives of it. */
  opening?: number | undefined;
  /** Maximum of queries for each text; default 100. */
  queries?: number | undefined;
  /** Maximum of tokens of each answer; default 1,000. */
  max_tokens?: number | undefined;
  /**
   * Maximum of words that a query contains of the beginning and of the answers so far, the last ones; default 1,000.
   */
  context?: number | undefined;
}

/** Recorded answers of a model. A window without a recorded answer counts as unanswered. */
export interface ExtractObservations {
  /** Name of the queried model for the result. */
  model: string;
  /** Stated by who queried the model: `absent` if it answers from its weights alone. */
  retrieval: "absent" | "possible";
  /**
   * How the model received a prefix; default `prefix`, as its direct input. `prefill`: as the beginning of its own
   * reply. `instruction`: in a message that asked to continue it.
   *
   * @since 0.2.0
   */
  continues?: "prefix" | "prefill" | "instruction" | undefined;
  /** Texts that the model scored. */
  scored?:
    | {
        /** The scored text. */
        text: string;
        /** Its tokens, in order. */
        tokens: TokenScore[];
        /** Size of the model's vocabulary; `null` if it is unknown. */
        vocabulary_size: number | null;
      }[]
    | undefined;
  /** Continuations of prefixes; those with temperature 0 are the most likely ones. */
  continued?:
    | {
        /** The prefix. */
        prefix: string;
        /** Sampling temperature; 0 always takes the most likely token. */
        temperature: number;
        /** The model's continuations. */
        continuations: Continuation[];
      }[]
    | undefined;
}

export interface ExtractRequest {
  /** Name of a model that the host configured. */
  model?: string | undefined;
  /** The text that the model may recite. */
  work: ExtractWork;
  /** Texts that the model cannot have seen. Without controls, the result makes no claim. */
  controls?: ExtractControl[] | undefined;
  /** How to query the model; default `scores` if it gives log-probabilities, otherwise `continuations`. */
  protocol?: ExtractProtocol | undefined;
  /** Which windows of the work to query; not for `iterated`. */
  windows?: ExtractWindows | undefined;
  /**
   * How continuations are iterated; only for `iterated`.
   *
   * @since 0.2.0
   */
  iteration?: ExtractIteration | undefined;
  /** How to sample continuations. */
  sampling?: ExtractSampling | undefined;
  /** Recorded answers, instead of `model`. */
  observations?: ExtractObservations | undefined;
}

/**
 * `scores`: log-probabilities of windows. `continuations`: continuations of windows. `iterated` (since 0.2.0): the
 * model continues the beginning of the text, then its own answers, and whole passages that it gives back are counted.
 */
export type ExtractProtocol = "scores" | "continuations" | "iterated";

/**
 * A share of windows; for `iterated`, of words. The interval covers the random choice of windows of this text: it is
 * exact for a sample, and both ends equal the value for all windows. Undecided windows count as misses in the value
 * and the lower end, and as hits in the upper end. For controls, the mean over texts, with an interval that treats
 * each text as one case.
 */
export interface WindowRate extends ObservedRate {
  /** Number of queried windows that may or may not be hits. */
  undecided: Count;
}

/** A mean over windows of a value between 0 and 1. */
export interface WindowMean {
  /** The mean. */
  value: Share;
  /** 95 % interval of `value`. */
  ci_95: ShareInterval;
  /** Number of windows. */
  windows: Count;
}

export interface WorkAndControl<Measure> {
  /** Value for the work. */
  work: Measure;
  /** Value for the controls; `null` without controls. */
  control: Measure | null;
}

/** Windows whose suffix one continuation recites with at least a given probability. */
export interface ExtractableShare extends WorkAndControl<WindowRate> {
  /** The required probability. */
  p_z: Share;
  /** Number of continuations that recite such a suffix at least once with probability 0.5. */
  queries_for_half: number;
  /** Number of continuations that recite such a suffix at least once with probability 0.9. */
  queries_for_nine_tenths: number;
}

/** Similarity of the most likely continuations to the suffixes, as means over windows. */
export interface NearVerbatim {
  /**
   * Share of the suffix's own words in common blocks of at least three words, longest first; words that the prompt
   * explains do not count.
   */
  recall: WorkAndControl<WindowMean>;
  /** ROUGE-L F1 over the continuation's first words. */
  rouge_l: WorkAndControl<WindowMean>;
  /** Length of the longest common subsequence divided by the suffix's words. */
  lcs: WorkAndControl<WindowMean>;
  /** Share of the suffix's own words in common spans of five words. */
  span_coverage: WorkAndControl<WindowMean>;
}

/** The longest run of words that a continuation and the suffix share and that the prompt does not explain. */
export interface LongestRun {
  /** Words of the run; 0 if nothing was recited. */
  words: Count;
  /**
   * Surprise of the run in bits, given the word counts of the controls; a lower bound if they lack one of its words.
   */
  bits: number | null;
  /** Why `bits` is `null`; otherwise `null`. */
  reason: string | null;
  /** Positions of the longest runs in the work, the longest first; no words are quoted. */
  spans: PlacedSpan[];
  /** Words of the longest run of the controls, for comparison; `null` without controls. */
  control_words: Count | null;
}

/** Result for one window of the work. */
export interface RecitedWindow extends PlacedSpan {
  /**
   * Probability that one continuation under the sampling scheme recites the suffix: equal ends if it is known, a
   * simultaneous 95 % interval if it was sampled. `null` if nothing was sampled, or if a message told the model to
   * continue the prefix.
   */
  p_z: ShareInterval | null;
  /**
   * Number of continuations that recite the suffix at least once with probability 0.5, for the lower end of `p_z`;
   * `null` if it exceeds 2^53 or no number is known to suffice.
   */
  queries_for_half: number | null;
  /** Share of the suffix's own words that the most likely continuation recites; `null` if there was no continuation. */
  recall: Share | null;
  /** Words of the longest run that the most likely continuation and the suffix share; `null` without a continuation. */
  longest_run_words: Count | null;
}

/**
 * Why the queries for a text ended. `differs`: the first answer does not continue the text, so there was no second
 * query. `refused`: the model or its host declined. `ended`: the model ended the text by itself. `strayed`: three
 * answers in a row hold no passage of 20 words of the text. `whole`: an answer reached the end of the text. `queries`:
 * the maximum for each text was reached. `budget`: budget or time ran out. `failed`, `malformed`: there was no usable
 * answer.
 *
 * @since 0.2.0
 */
export type IterationEnd =
  | "differs"
  | "refused"
  | "ended"
  | "strayed"
  | "whole"
  | "queries"
  | "budget"
  | "failed"
  | "malformed";

/**
 * What the model gave back of one text. Blocks are passages of at least 100 words, nearly word for word and in the
 * order of the text: algorithm 1 of arXiv 2601.02671.
 *
 * @since 0.2.0
 */
export interface Iteration {
  /** Words of the text that count: those after the opening, without runs of three that the opening contains too. */
  words: Count;
  /** Number of these that lie in blocks, word for word. */
  recited_words: Count;
  /** Near-verbatim recall: `recited_words` divided by `words`. */
  recall: Share;
  /** Number of blocks. */
  blocks: Count;
  /** Words of the longest block, without those that differ; 0 without blocks. */
  longest_block_words: Count;
  /** Words of all answers together. */
  answered_words: Count;
  /**
   * Share of the 50 words after the opening that the longest common run with the first answer has. Only from 0.6 on is
   * the model queried further.
   */
  first_match: Share;
  /** Number of queries, retries not counted. */
  queries: Count;
  /** Number of queries that the model or its host declined; a refusal ends the queries for this text. */
  refusals: Count;
  /** Number of answers that were cut at the maximum length. */
  truncations: Count;
  /** Why the queries ended. */
  ended: IterationEnd;
}

/**
 * The same for a control.
 *
 * @since 0.2.0
 */
export interface ControlIteration extends Iteration {
  /** Name of the control in the request. */
  id: string;
  /** Words of the work in blocks of the answers about this control: what comes of the work without its own opening. */
  work_words: Count;
}

/**
 * A passage of the work that the model gave back.
 *
 * @since 0.2.0
 */
export interface RecitedPassage extends PlacedSpan {
  /** Its words that the model gave back word for word; no words are quoted. */
  words: Count;
}

/**
 * Result of the protocol `iterated`.
 *
 * @since 0.2.0
 */
export interface IteratedExtraction {
  /** Words of the beginning of each text that the model received. */
  opening: Count;
  /** Maximum of queries for each text. */
  queries: Count;
  /** Maximum of tokens of each answer. */
  max_tokens: Count;
  /** Maximum of words that a query contains. */
  context: Count;
  /** What the model gave back of the work. */
  work: Iteration;
  /** The passages of the work that it gave back, in the order of the work; the longest 1,000 if there are more. */
  passages: RecitedPassage[];
  /** What the model gave back of each control that is used. */
  controls: ControlIteration[];
  /**
   * Number of answers for each text that the test uses: fewer than were received if a budget ended the queries, so that
   * no text has more of them than another. `null` if all are used.
   */
  answers_each: Count | null;
}

/** A part of the work. The parts cover the work and do not overlap. */
export interface MapBin extends PlacedSpan {
  /** Number of answered windows whose suffix begins here. */
  windows: Count;
  /** Share of these windows that was recited; `null` if no window was queried. */
  rate: WindowRate | null;
  /** Words of the longest run that was recited here; `null` if there was no continuation. */
  longest_run_words: Count | null;
}

export interface ControlOutcome {
  /** Name of the control in the request. */
  id: string;
  /** Words of the control. */
  words: Count;
  /** Number of answered windows. */
  windows: Count;
  /** Number of recited windows. */
  recited: Count;
  /** Why the text is not used as a control, or `null` if it is used. */
  reason: string | null;
}

/**
 * The test against the controls with all queried windows of the work. The claim's p compares one choice of them: those
 * that were drawn first, as many as each control has.
 *
 * @since 0.2.0
 */
export interface AllWindows {
  /** Number of queried windows of the work. */
  windows: Count;
  /** Share of all choices of `windows_each` of these windows that have more recited windows than every control. */
  outranking: Share;
  /**
   * `p_min` divided by `outranking`, at most 1: valid if the texts are exchangeable, and independent of the draw. It is
   * a second test of the same proposition: take the one that you chose before, not the smaller one.
   */
  p: Share;
}

/** Result of the test against the controls for one proposition. */
export interface ExtractClaim {
  /**
   * The p-value: if the work were one of the controls, the probability of a rank at least as high as the work's; `null`
   * if there is no claim.
   */
  p: Share | null;
  /** Validity of the p-value. `conditional`: under a stated assumption; `exploratory`: only a comparison. */
  exactness: "conditional" | "exploratory";
  /** Why there is no p-value, or its basis. */
  reason: string;
}

export interface ExtractResult {
  /** `ex_` and a hash of the request, the answers and the engine: the same request and answers have the same id. */
  extract_id: string;
  /** Name of the queried model, as its connector reports it. */
  model: string;
  /** Statement of the person who configured the model: `absent` if it answers from its weights alone. */
  retrieval: "absent" | "possible";
  /** How the model was queried: by log-probabilities, by continuations of windows, or by iterated continuation. */
  protocol: ExtractProtocol;
  /** The work. */
  work: {
    /** Name of the work in the request; `null` if it has none. */
    id: string | null;
    /** Words of the work. */
    words: Count;
  };
  /** The propositions, in words. */
  propositions: {
    /** The proposition that the model reproduces the work. */
    reproduced: string;
    /** The proposition that the model was trained on the work. */
    trained_on: string;
    /** The alternative to `trained_on`. */
    alternative: string;
  };
  /** Result of the test against the controls for each proposition. */
  claims: {
    /** The claim that the model reproduces the work. */
    reproduced: ExtractClaim;
    /** The claim that the model was trained on the work. */
    trained_on: ExtractClaim;
  };
  /** The queried windows; for `iterated`, the beginning of the work and the words after it. */
  windows: {
    /** Unit of `prefix` and `suffix`. */
    unit: "tokens" | "words";
    /** Length of the prefix that the model receives. */
    prefix: Count;
    /** Length of the suffix that the model should continue with. */
    suffix: Count;
    /** Words from the start of one window to the next. */
    stride: Count;
    /** Whether all windows were queried, or a random sample. */
    design: "census" | "simple_random_sample";
    /** Number of windows of the work. */
    population: Count;
    /** Number of queried windows of the work. */
    asked: Count;
    /** Number of these that were answered. */
    answered: Count;
    /** Unanswered windows, by reason. */
    unanswered: {
      /** Why they were not answered. */
      reason: "budget" | "refused" | "failed" | "malformed" | "too_short";
      /** Number of windows. */
      windows: Count;
    }[];
  };
  /** The share of recited windows, which the test compares. */
  rates: {
    /** Definition of a recited window, in words. */
    event: string;
    /** Rate for the work. */
    work: WindowRate;
    /** Rate for the controls; `null` without controls. */
    control: WindowRate | null;
  };
  /** Shares of windows that were extracted verbatim. */
  extraction: {
    /** Share of windows whose most likely continuation is the suffix. */
    discoverable: WorkAndControl<WindowRate>;
    /** Shares by required probability, from log-probabilities; empty for continuations. */
    n_p: ExtractableShare[];
    /** Sampled continuations, and those that begin with the suffix; `null` if none were sampled. */
    sampled: {
      /** Number of sampled continuations. */
      continuations: Count;
      /** Number of these that begin with the suffix. */
      verbatim: Count;
    } | null;
  };
  /** Similarity of the most likely continuations to the suffixes; `null` without continuations. */
  near_verbatim: NearVerbatim | null;
  /** The longest recited run of words; `null` without continuations. */
  longest_run: LongestRun | null;
  /** The windows that the model recites most, at most 20. */
  strongest: RecitedWindow[];
  /** Recitation along the work, in parts of equal length. */
  map: MapBin[];
  /**
   * What whole answers give back of the work; absent for other protocols than `iterated`.
   *
   * @since 0.2.0
   */
  iterated?: IteratedExtraction | undefined;
  /** Results for the controls. */
  controls: {
    /** Number of controls in the request. */
    given: Count;
    /** Number of these that the test uses. */
    used: Count;
    /** Number of windows of each text that the test uses, including the work. */
    windows_each: Count;
    /** The smallest p-value that this number of controls can give. */
    p_min: Share;
    /**
     * The test with all windows of the work; `null` if nothing could be compared, or if all of the work is compared
     * anyway.
     *
     * @since 0.2.0
     */
    all_windows?: AllWindows | null | undefined;
    /** One entry for each control. */
    documents: ControlOutcome[];
  };
  /** The results in the form that `score` accepts as `observations`. */
  observations: ChannelObservation[];
  /** What limits the result, in words. */
  caveats: string[];
  /** Unit of every offset of this result. */
  offset_unit: "utf16";
  /** How the result came about: what is needed to replay it. */
  method: Method;
  completeness: Completeness;
}
