/** Readings: the status of each window of a text after a model was queried, and the outcomes of each answer. */
import type { Span } from "../../base/contract/common.ts";
import type { LogBounds } from "./extraction.ts";
import type { Recitation } from "./recitation.ts";

/** True, false, or `null` where it is not known. */
export type Known = boolean | null;

export interface WindowOutcomes {
  /** Whether the model recites the suffix: the event whose rate is reported. */
  recited: Known;
  /** Whether the likeliest continuation is the suffix. */
  isDiscoverable: Known;
  /**
   * Whether the prompt already contains more than half of the suffix's words, in runs of three. Then reciting the
   * suffix shows nothing, and every outcome is `false`.
   */
  isExplained: boolean;
  /** ln p_z under the scheme; `null` for continuations. */
  logPz: LogBounds | null;
  /** Measures of the likeliest continuation; `null` where the answer is scores. */
  greedy: Recitation | null;
  /** The longest run over all continuations, with its span in the text that was read and its words in the suffix. */
  run: { words: number; span: Span; symbols: Uint32Array } | null;
  /**
   * Counts of continuations: sampled at the temperature, beginning with the suffix, and cut off before they could
   * contain it.
   */
  drawn: { of: number; verbatim: number; open: number };
}

export interface WindowReading {
  /** First word of the prefix. */
  startWord: number;
  /** Span of the suffix in the text that was read. */
  suffix: Span;
  /** `budget`: not queried since the budget had ended, which is independent of the window's content. */
  status: "answered" | "budget" | "refused" | "failed" | "malformed" | "too_short";
  answer: WindowOutcomes | null;
}

export interface TextReadings {
  id: string;
  words: number;
  /** Number of windows in the text. */
  population: number;
  /** In the order of querying: the first windows, however many, are a simple random sample. */
  windows: WindowReading[];
}

/**
 * Minimum p_z of a recited window: 693 continuations contain the suffix with a probability of one half. The threshold
 * is that of Cooper et al. (arXiv 2505.12546).
 */
export const RECITED_P_Z = 0.001;
/**
 * Minimum recall of a reciting continuation: a tenth of the words may differ, as in approximate extraction (Gemma 3
 * report).
 */
export const RECITED_RECALL = 0.9;

/** Outcomes of an event over the queried windows; `null` for windows without an answer. */
export function outcomesOf(windows: readonly WindowReading[], event: (answer: WindowOutcomes) => Known): Known[] {
  return windows
    .filter(({ status }) => status !== "budget")
    .map(({ answer }) => (answer === null ? null : answer.isExplained ? false : event(answer)));
}

/** Whether ln p_z reaches a threshold. */
export function reaches(logPz: LogBounds, threshold: number): Known {
  return logPz.lo >= threshold ? true : logPz.hi < threshold ? false : null;
}

export const answersOf = (windows: readonly WindowReading[]): WindowOutcomes[] =>
  windows.flatMap(({ answer }) => (answer === null ? [] : [answer]));
