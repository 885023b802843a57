/** What a report is written on, so that a terminal and a file say the same. Text of strangers is made harmless by the sheet. */

/** How an answer is marked: something was found, or part of it; nothing to remark on; all in order. */
export type Tone = "found" | "part" | "plain" | "sound";

export interface Lines {
  indent?: number;
  /** Before the first line: a number or a mark. */
  label?: string;
  /** Of lesser weight. */
  dim?: boolean;
}

export interface Sheet {
  /** The answer in a word and a sentence. */
  verdict(word: string, sentence: string, tone: Tone): void;
  heading(text: string): void;
  /** A paragraph. */
  text(text: string, lines?: Lines): void;
  /** Words between their neighbours. */
  quotation(before: string, words: string, after: string, indent: number): void;
  blank(): void;
}
