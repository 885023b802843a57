/** What came of asking a model about the windows of texts, and what each answer says. */
import type { Span } from "../contract/common.ts";
import type { LogBounds } from "./extraction.ts";
import type { Recitation } from "./recitation.ts";

/** Whether something is so; `null` where it is not known. */
export type Known = boolean | null;

export interface WindowOutcomes {
  /** The event whose rate is told. */
  recited: Known;
  /** The likeliest continuation is the suffix. */
  isDiscoverable: Known;
  /** The prompt has half of the suffix's words already, in runs of three: reciting it shows nothing, and every outcome is `false`. */
  isExplained: boolean;
  /** ln p_z under the scheme; `null` for continuations. */
  logPz: LogBounds | null;
  /** Of the likeliest continuation; `null` for scores. */
  greedy: Recitation | null;
  /** The longest run over all continuations, and the words of the suffix where it stands. */
  run: { words: number; span: Span; symbols: Uint32Array } | null;
  /** Continuations drawn at the temperature, those that begin with the suffix, and those that were cut before they could. */
  drawn: { of: number; verbatim: number; open: number };
}

export interface WindowReading {
  /** First word of the prefix. */
  startWord: number;
  /** Where the suffix stands, in the content as it was sent. */
  suffix: Span;
  /** `budget`: not asked, which has nothing to do with what the window is. */
  status: "answered" | "budget" | "refused" | "failed" | "malformed" | "too_short";
  answer: WindowOutcomes | null;
}

export interface TextReadings {
  id: string;
  words: number;
  /** Windows that the text has. */
  population: number;
  /** In the order in which they were to be asked: any first ones are a simple random sample. */
  windows: WindowReading[];
}

/** Least p_z of a window that counts as recited: half of the time within 693 continuations. Cooper et al. (arXiv 2505.12546) count from there. */
export const RECITED_P_Z = 0.001;
/** Least recall of a continuation that recites: a tenth of the words may be off, as in approximate extraction (Gemma 3 report). */
export const RECITED_RECALL = 0.9;

/** Outcomes of an event over the windows that were asked; those that gave no answer may or may not be hits. */
export function outcomesOf(windows: readonly WindowReading[], event: (answer: WindowOutcomes) => Known): Known[] {
  return windows
    .filter(({ status }) => status !== "budget")
    .map(({ answer }) => (answer === null ? null : answer.isExplained ? false : event(answer)));
}

/** The event that ln p_z reaches a threshold. */
export function reaches(logPz: LogBounds, threshold: number): Known {
  return logPz.lo >= threshold ? true : logPz.hi < threshold ? false : null;
}

export const answersOf = (windows: readonly WindowReading[]): WindowOutcomes[] =>
  windows.flatMap(({ answer }) => (answer === null ? [] : [answer]));
