/**
 * What a report is written on, so that a terminal and a file say the same. Text of strangers is made harmless by the
 * sheet.
 */

/** How an answer is marked: something was found, or part of it; nothing to remark on; all in order. */
export type Tone = "found" | "part" | "plain" | "sound";

export interface Lines {
  indent?: number;
  /** Before the first line: a number or a mark. */
  label?: string;
  /** Of lesser weight. */
  dim?: boolean;
}

/** Words between their neighbours. */
export interface Quotation {
  before: string;
  words: string;
  after: string;
}

export interface ShownPassage {
  number: number;
  title: string;
  /** Where the source is. */
  place?: string;
  facts: string;
  /** As it stands in the text that was asked about; `null` where the text is not at hand. */
  own: Quotation | null;
  /** As it stands in the source; a terminal shows it where `own` is not at hand. */
  source: string | null;
  others?: string;
}

/**
 * Rows of one form. On a terminal the first cell is the heading of the others, which follow with the names of their
 * columns.
 */
export interface SheetTable {
  columns: readonly string[];
  /** An empty cell is left out. */
  rows: readonly (readonly string[])[];
}

/** An estimate with its interval, in words and as places on an axis from 0 to 1. */
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

/** Where passages lie in a text: UTF-16 indices below `length`. */
export interface Strip {
  label: string;
  length: number;
  spans: readonly { start: number; end: number }[];
}

export interface Sheet {
  /** The answer in a word and a sentence. */
  verdict(word: string, sentence: string, tone: Tone): void;
  heading(text: string): void;
  /** A paragraph. */
  text(text: string, lines?: Lines): void;
  passage(passage: ShownPassage): void;
  table(table: SheetTable): void;
  estimates(estimates: readonly Estimate[], axis: Axis): void;
  /** A picture that words stand beside; nothing on a terminal. */
  strip(strip: Strip): void;
  /** What is too much to read: counted on a terminal, folded up on a page. */
  more(summary: string, table: () => SheetTable): void;
  blank(): void;
}
