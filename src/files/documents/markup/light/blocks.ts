/** Blocks of text markup: paragraphs, headings, text that stands as it is, and notes behind their paragraph. */
import type { DocumentText } from "../../documentText.ts";
import { TextFlow } from "../flow.ts";

export class LightBlocks {
  readonly #flow = new TextFlow();
  readonly #inline: (text: string, note: (text: string) => void) => string;
  #lines: string[] = [];
  #notes: string[] = [];
  #isRaw = false;
  title: string | undefined;

  /** @param inline the text of a paragraph without its marks; notes in it are given to `note` */
  constructor(inline: (text: string, note: (text: string) => void) => string) {
    this.#inline = inline;
  }

  /** Whether a paragraph is open. */
  get isOpen(): boolean {
    return this.#lines.length > 0;
  }

  /** A line of the paragraph that is open, or of a new one. */
  line(text: string): void {
    if (this.#isRaw) this.end();
    if (text.trim() !== "") this.#lines.push(text.trim());
  }

  /** A line of text that has no marks. */
  raw(text: string): void {
    if (!this.#isRaw) this.end();
    this.#isRaw = true;
    this.#lines.push(text);
  }

  /** The last line of the paragraph, which turns out to be something else. */
  takeLine(): string | undefined {
    return this.#lines.pop();
  }

  heading(text: string): void {
    this.end();
    const shown = this.#inline(text.trim(), (note) => this.#notes.push(note)).trim();
    this.title ??= shown || undefined;
    this.#write(shown, true);
    this.end();
  }

  end(): void {
    const text = this.#lines.join("\n");
    const shown = this.#isRaw ? text : this.#inline(text, (note) => this.#notes.push(note));
    this.#lines = [];
    this.#isRaw = false;
    this.#write(shown, false);
    const notes = this.#notes;
    this.#notes = [];
    for (const note of notes)
      this.#write(
        this.#inline(note, () => {}),
        false,
      );
  }

  finish(): DocumentText {
    this.end();
    return { ...this.#flow.finish(), ...(this.title !== undefined && { title: this.title }) };
  }

  #write(text: string, isHeading: boolean): void {
    if (text.trim() === "") return;
    this.#flow.open();
    if (isHeading) this.#flow.markHeading();
    this.#flow.write(isHeading ? text : text.replace(/^\n+/, "").trimEnd());
    this.#flow.close();
  }
}

export const linesOfText = (text: string): string[] => text.replace(/^\ufeff/, "").split(/\r\n?|\n/);

/** Lines from one on that are indented deeper than a column, or blank. @returns where they end */
export function endOfIndented(lines: readonly string[], from: number, column: number): number {
  let end = from;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at]!;
    if (line.trim() === "") continue;
    if (indentOf(line) <= column) break;
    end = at + 1;
  }
  return end;
}

export const indentOf = (line: string): number => line.search(/\S/);

/** Cells of several lines, each joined with those below it. */
export function joinedCells(rows: readonly (readonly string[])[]): string[] {
  const cells: string[][] = [];
  for (const row of rows)
    for (const [i, cell] of row.entries()) {
      cells[i] ??= [];
      if (cell.trim() !== "") cells[i].push(cell.trim());
    }
  return cells.map((cell) => cell.join(" ")).filter((cell) => cell !== "");
}

/** Without what stands between marks, the marks too; `put` says what comes in its place. Linear in the text. */
export function withoutBetween(
  text: string,
  opening: RegExp,
  closingOf: (name: string) => RegExp,
  put: (inner: string, name: string) => string,
): string {
  const never = new Set<string>();
  let [shown, at] = ["", 0];
  opening.lastIndex = 0;
  for (let found = opening.exec(text); found !== null; found = opening.exec(text)) {
    const name = (found[1] ?? "").toLowerCase();
    const start = opening.lastIndex;
    if (found[0].endsWith("/>")) {
      shown += text.slice(at, found.index) + put("", name);
      at = start;
      continue;
    }
    if (never.has(name)) continue;
    const closing = closingOf(name);
    closing.lastIndex = start;
    const end = closing.exec(text);
    if (end === null) {
      never.add(name);
      continue;
    }
    shown += text.slice(at, found.index) + put(text.slice(start, end.index), name);
    at = closing.lastIndex;
    opening.lastIndex = at;
  }
  return shown + text.slice(at);
}

/** A pair of marks around words, as `*bold*`: not within a word, and on one paragraph. */
export const emphasis = (mark: string): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\p{N}\\])${mark}(?=\S)((?:(?!${mark})[^\n]|\n(?!\n)){1,2000}?)(?<=\S)${mark}(?![\p{L}\p{N}])`,
    "gu",
  );

/** What names stand for. All together give no more than a text has, since one long value may be named very often. */
export class NamedValues {
  readonly #values = new Map<string, string>();
  #left: number;

  /** @param text that has the names */
  constructor(text: string) {
    this.#left = text.length;
  }

  set(name: string, value: string): void {
    this.#values.set(name, value);
  }

  /** Absent where nothing has the name, or no room is left. */
  take(name: string): string | undefined {
    const value = this.#values.get(name);
    if (value === undefined || value.length > this.#left) return undefined;
    this.#left -= value.length;
    return value;
  }
}

/** What must not be looked at for marks: signs that no text has stand in its place. */
export class KeptTexts {
  readonly #texts: string[] = [];

  /** A text without the signs. */
  static bare(text: string): string {
    return text.replace(/[\ufdd0-\ufdd2]/g, "");
  }

  keep(text: string): string {
    return `\ufdd0${this.#texts.push(text) - 1}\ufdd1`;
  }

  /** The text with what `put` makes of what was kept. */
  restore(text: string, put: (kept: string) => string = (kept) => kept): string {
    return text.replace(/\ufdd0(\d{1,9})\ufdd1/g, (_, number: string) => put(this.#texts[Number(number)] ?? ""));
  }
}
