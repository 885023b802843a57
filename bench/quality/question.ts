/** What a quality question is: it measures, and says what it found as tables, as worst cases and as a record. */
import type { Cell } from "../harness/table.ts";

export interface QuestionOptions {
  /** Queries for each condition, for a quick look; `undefined` for the full measure. */
  sample: number | undefined;
  /** Where trained models are kept; `undefined` for the usual folder. */
  models?: string | undefined;
  onProgress: (stage: string) => void;
}

export interface Answer {
  tables: { title: string; head: readonly string[]; rows: readonly (readonly Cell[])[] }[];
  /** Drawn as text, and as SVG for a file beside the record. */
  diagrams?: { name: string; lines: readonly string[]; svg: string }[];
  /** The cases to look at first, a line each. */
  worst: string[];
  /** All figures, for the record. */
  record: unknown;
}

export interface Question {
  name: string;
  question: string;
  /** Why it cannot be asked on this machine, or `null`. */
  skip: (options: QuestionOptions) => string | null | Promise<string | null>;
  run: (options: QuestionOptions) => Promise<Answer>;
}
