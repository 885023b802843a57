/** A report for a terminal, line by line. */

import type { Inclusion } from "../../base/contract/operations/analyze.ts";
import { plural } from "../../base/plural.ts";
import { withSpans } from "./pieces.ts";
import type {
  DifferingSpan,
  Estimate,
  Histogram,
  Lines,
  Quotation,
  Sheet,
  SheetTable,
  ShownPassage,
  Tone,
} from "./sheet.ts";
import { type Colours, columnsOf, printable, wrap } from "./terminal.ts";

export interface PlainOptions {
  colours: Colours;
  /** Width of the terminal in columns. */
  columns: number;
  /**
   * How much a report of `analyze`, `audit`, `score`, `assess` or `compare` says. `full`: all that is known, the
   * default; `short`: at most 15 lines, the answer and what it rests on; `line`: the verdict in one line of any length.
   * Other reports are always full.
   *
   * @since 0.2.0
   */
  detail?: Detail | undefined;
}

export type Detail = "full" | "short" | "line";

/** Mark highlighted words during line breaking; `printable` removes these characters from all other text. */
const BEGIN = "\u0001";
const END = "\u0002";

export const TONES = { found: "red", part: "yellow", plain: "cyan", sound: "green" } as const;

export class TerminalPage implements Sheet {
  readonly colours: Colours;
  readonly #columns: number;
  readonly #source: string;
  readonly #lines: string[] = [];

  /** @param source what a passage is shown under that stands on the other side */
  constructor({ colours, columns }: PlainOptions, source = "In the document") {
    this.colours = colours;
    this.#source = source;
    this.#columns = Math.max(40, Math.min(columns, 120));
  }

  /** The answer as a word and a sentence. */
  verdict(word: string, sentence: string, tone: Tone): void {
    const colour = this.colours[TONES[tone]];
    const [first = "", ...more] = wrap(printable(`${word}: ${sentence}`), this.#columns);
    this.#lines.push(this.colours.bold(colour(word)) + first.slice(word.length), ...more);
  }

  heading(text: string): void {
    this.#lines.push("", this.colours.bold(text));
  }

  /** A paragraph; `label` precedes its first line. Removes control characters. */
  text(text: string, { indent = 2, label = "", dim = false }: Lines = {}): void {
    const hanging = " ".repeat(indent + columnsOf(label));
    const lines = wrap(printable(text), this.#columns - hanging.length);
    for (const [number, line] of lines.entries()) {
      const start = number === 0 ? " ".repeat(indent) + label : hanging;
      this.#lines.push(start + (dim ? this.colours.dim(line) : line));
    }
  }

  item(text: string): void {
    this.text(text, { label: "- " });
  }

  passage({ number, title, place, facts, stands, own, source, isWhole, differing, others }: ShownPassage): void {
    const label = `${number}. `;
    const indent = 2 + label.length;
    this.blank();
    this.text(title, { label });
    if (place !== undefined) this.text(place, { indent, dim: true });
    this.text(facts, { indent });
    if (stands !== undefined) this.text(stands, { indent });
    // What differs is marked where both sides are there to be read.
    const marks = isWhole && differing ? { own: differs(differing.own), source: differs(differing.source) } : undefined;
    if (own !== null) this.#quotation(own, indent, marks?.own);
    const legend =
      marks !== undefined && marks.own.length + marks.source.length > 0 ? "; ‹ › are around what differs" : "";
    if (own !== null && source !== null && isWhole) this.text(`${this.#source}${legend}:`, { indent, dim: true });
    if (source !== null && (own === null || isWhole)) this.#quotation(source, indent, marks?.source);
    if (others !== undefined) this.text(others, { indent, dim: true });
  }

  table({ columns, rows }: SheetTable): void {
    for (const [first = "", ...cells] of rows) {
      this.item(first);
      for (const [i, cell] of cells.entries()) if (cell !== "") this.text(`${columns[i + 1]}: ${cell}`, { indent: 4 });
    }
  }

  estimates(estimates: readonly Estimate[]): void {
    for (const { label, value, interval } of estimates) this.text(`${label}: ${value} (${interval})`);
  }

  strip(): void {}

  reading(): void {}

  histogram({ label, bars }: Histogram): void {
    this.text(`${label}:`);
    const columns = Math.max(...bars.map((bar) => columnsOf(bar.label)));
    for (const { label: name, cases } of bars)
      this.text(figure(cases), { indent: 4, label: `${name}${" ".repeat(columns - columnsOf(name))}  ` });
  }

  more(summary: string): void {
    this.blank();
    this.text(`${summary}: see the result document (--json).`);
  }

  /** Highlights the words by colour and by « and », so that they are visible without colour too. */
  #quotation({ before, words, after }: Quotation, indent: number, differing: readonly DifferingSpan[] = []): void {
    const shown = printable(withSpans(words, differing, same, (other) => `‹${other}›`));
    const inner = shown.trim();
    // Leading and trailing spaces stay, but outside the marks.
    const [left, right] = [shown.startsWith(" ") ? " " : "", shown.endsWith(" ") ? " " : ""];
    const marked = printable(before) + left + BEGIN + inner + END + right + printable(after);
    let inside = false;
    for (const line of wrap(marked, this.#columns - indent)) {
      const parts = line.split(new RegExp(`(${BEGIN}|${END})`));
      const coloured = parts.map((part) => {
        if (part === BEGIN || part === END) {
          inside = part === BEGIN;
          return this.colours.yellow(inside ? "«" : "»");
        }
        return part === "" ? "" : inside ? this.colours.yellow(part) : this.colours.dim(part);
      });
      this.#lines.push(" ".repeat(indent) + coloured.join(""));
    }
  }

  blank(): void {
    this.#lines.push("");
  }

  finish(): string {
    return `${this.#lines.map((line) => line.trimEnd()).join("\n")}\n`;
  }
}

const NUMBERS = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2 });
/** For numbers below 0.01, which two decimal places would round to 0. */
const SMALL_NUMBERS = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 2 });

/** A number with grouped digits, and its noun. */
export function count(value: number, one: string, many?: string): string {
  return `${NUMBERS.format(value)} ${plural(value, one, many)}`;
}

export function figure(value: number): string {
  return (Math.abs(value) < 0.01 ? SMALL_NUMBERS : NUMBERS).format(value);
}

/** A share of 0 to 1 in per cent; only exactly 0 and 1 give 0 % and 100 %. */
export function percent(share: number): string {
  const rounded = Math.round(share * 1000) / 10;
  if (share < 1 && rounded >= 100) return "over 99.9 %";
  if (share > 0 && rounded <= 0) return "under 0.1 %";
  return `${rounded} %`;
}

/** The probability that training used a given document. */
export function inclusionInWords({ lo, hi }: Pick<Inclusion, "lo" | "hi">): string {
  if (lo === 0 && hi === 1) return "unknown";
  return lo === hi ? percent(lo) : `${percent(lo)} to ${percent(hi)}`;
}

/** A p-value to three significant digits. */
export function probability(p: number): string {
  return String(Number(p.toPrecision(3)));
}

export function bytes(value: number): string {
  const units = [plural(value, "byte"), "kB", "MB", "GB", "TB"];
  let size = value;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? size : size.toFixed(size < 10 ? 2 : 1)} ${units[unit]}`;
}

const differs = (spans: readonly DifferingSpan[]): DifferingSpan[] => spans.filter(({ kind }) => kind !== "agrees");
const same = (words: string): string => words;
