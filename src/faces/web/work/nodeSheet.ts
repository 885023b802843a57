/** A report as parts that the page draws: the same words as on a terminal and in the HTML file. */
import type {
  Axis,
  DifferingSpan,
  Estimate,
  Histogram,
  Lines,
  ShownPassage as QuotedPassage,
  Sheet,
  SheetTable,
  Strip,
  Tone,
} from "../../../report/layout/sheet.ts";
import { printable } from "../../../report/layout/terminal.ts";

export type SheetPart =
  | { is: "verdict"; word: string; sentence: string; tone: Tone }
  | { is: "heading" | "item"; text: string }
  | { is: "text"; text: string; label: string; dim: boolean }
  | { is: "table"; columns: string[]; rows: string[][] }
  | { is: "estimates"; estimates: Estimate[]; axis: Axis }
  | { is: "histogram"; histogram: Histogram }
  | { is: "more"; summary: string; table: { columns: string[]; rows: string[][] } }
  | { is: "sentences"; title: string; facts: string; own: QuotedSide | null; source: QuotedSide | null };

export interface QuotedSide {
  words: string;
  differing: DifferingSpan[];
}

export class NodeSheet implements Sheet {
  readonly parts: SheetPart[] = [];

  verdict(word: string, sentence: string, tone: Tone): void {
    this.parts.push({ is: "verdict", word, sentence: printable(sentence), tone });
  }

  heading(text: string): void {
    this.parts.push({ is: "heading", text: printable(text) });
  }

  text(text: string, { label = "", dim = false }: Lines = {}): void {
    this.parts.push({ is: "text", text: printable(text), label: label.trim(), dim });
  }

  item(text: string): void {
    this.parts.push({ is: "item", text: printable(text) });
  }

  table(table: SheetTable): void {
    if (table.rows.length > 0) this.parts.push({ is: "table", ...withFilledColumns(table) });
  }

  estimates(estimates: readonly Estimate[], axis: Axis): void {
    this.parts.push({ is: "estimates", estimates: [...estimates], axis });
  }

  histogram(histogram: Histogram): void {
    this.parts.push({ is: "histogram", histogram });
  }

  more(summary: string, table: () => SheetTable): void {
    this.parts.push({ is: "more", summary, table: withFilledColumns(table()) });
  }

  /** The page has the passages in the text itself. */
  passage(_: QuotedPassage): void {}
  strip(_: Strip): void {}
  reading(): void {}
  blank(): void {}
}

/** Columns that are empty in every row are left out. */
function withFilledColumns({ columns, rows }: SheetTable): { columns: string[]; rows: string[][] } {
  const shown = columns.map((_, i) => i).filter((i) => rows.some((row) => row[i] !== ""));
  const picked = (row: readonly string[]) => shown.map((i) => printable(row[i]!));
  return { columns: picked(columns), rows: rows.map(picked) };
}
