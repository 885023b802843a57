/**
 * The elements of a report. A terminal page and an HTML page implement them, so that both say the same. The
 * implementation makes untrusted text harmless.
 */

import type { Span } from "../../base/contract/common.ts";

/** The colour of a verdict: `found` and `part` for findings, `plain` for no finding, `sound` for a passed check. */
export type Tone = "found" | "part" | "plain" | "sound";

export interface Lines {
  indent?: number;
  /** A number or a mark before the first line. */
  label?: string;
  /** Whether the text is less important. */
  dim?: boolean;
}

/** Words with the text before and after them. */
export interface Quotation {
  before: string;
  words: string;
  after: string;
}

/**
 * Words that differ from the other side; `moved` are there too, at another place; `agrees` is a name or number of
 * both.
 */
export interface DifferingSpan extends Span {
  kind?: "replaced" | "inserted" | "left_out" | "moved" | "agrees";
}

export interface ShownPassage {
  number: number;
  title: string;
  /** Where the source is. */
  place?: string;
  facts: string;
  /** Where the passage stands in the text and in the source. */
  stands?: string;
  /** The passage in the text of the request; `null` if that text is not available. */
  own: Quotation | null;
  /** The passage in the source; a terminal shows it if `own` is `null`, or if both are whole. */
  source: Quotation | null;
  /** Whether both sides have the passage from its first word to its last, however long it is. */
  isWhole?: boolean;
  /** Words that differ: in the words of `own`, and in those of `source`. */
  differing?: { own: readonly DifferingSpan[]; source: readonly DifferingSpan[] };
  /** Words of `own` that do not count, ascending and apart. */
  uncounted?: readonly GreySpan[];
  others?: string;
}

/** Words that a page shows in grey, and why. */
export interface GreySpan extends Span {
  reason: string;
}

/**
 * A table. On a terminal, the first cell of a row is its heading, and the others follow with the names of their
 * columns.
 */
export interface SheetTable {
  columns: readonly string[];
  /** Empty cells are omitted. */
  rows: readonly (readonly string[])[];
}

/** An estimate with its interval, in words and as positions on an axis from 0 to 1. */
export interface Estimate {
  label: string;
  value: string;
  interval: string;
  at: number;
  lo: number;
  hi: number;
}

/** Marks on an axis from 0 to 1. */
export type Axis = readonly (readonly [at: number, label: string])[];

/** The positions of passages in a text: UTF-16 indices up to `length`. */
export interface Strip {
  label: string;
  length: number;
  spans: readonly { start: number; end: number }[];
}

/** Numbers of cases by group, in the order of the groups. */
export interface Histogram {
  /** What is counted. */
  label: string;
  bars: readonly { label: string; cases: number }[];
}

export interface Sheet {
  /** The answer as a word and a sentence. */
  verdict(word: string, sentence: string, tone: Tone): void;
  heading(text: string): void;
  /** A paragraph. */
  text(text: string, lines?: Lines): void;
  /** An item of a list. */
  item(text: string): void;
  passage(passage: ShownPassage): void;
  table(table: SheetTable): void;
  estimates(estimates: readonly Estimate[], axis: Axis): void;
  /** The whole text with its numbered passages; nothing on a terminal. */
  reading(content: string, passages: readonly Span[]): void;
  /** A drawing that repeats information in the text; nothing on a terminal. */
  strip(strip: Strip): void;
  /** Bars, each with its number; lines of text on a terminal. */
  histogram(histogram: Histogram): void;
  /** Further rows: only their number on a terminal, a collapsible table on a page. */
  more(summary: string, table: () => SheetTable): void;
  blank(): void;
}
