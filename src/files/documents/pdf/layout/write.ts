/**
 * Writes the lines of all pages as one text: paragraphs, also across columns and pages; notes after the paragraph in
 * which their page ends; headings of the outline where their lines stand.
 */
import type { TextSection } from "../../../../base/contract/common.ts";
import { TextFlow } from "../../markup/flow.ts";
import { type DocumentWords, jointOf } from "./hyphens.ts";
import type { TextLine } from "./lines.ts";
import type { PdfPage } from "./page.ts";
import { usualSize } from "./segments.ts";

/** Size of the letters of notes, as a part of that of the page's text. */
const NOTE_SIZE_MAX = 0.93;
/** Part of the page above which no notes stand. */
const NOTES_FROM = 0.4;
/** Where a gap between lines is larger by that, a paragraph ends. */
const PARAGRAPH_GAP = 1.35;
const SENTENCE_END = /[.!?:;…。！？]["'”’»)\]]*$/u;
const WORD_DIVIDED = /\p{L}[-‐\u00ad]$/u;
const NOTE_START = /^(?:\d{1,3}|[*†‡§¶]{1,3})[.)]?(?=[\s"“„«(]|\p{L}|$)/u;
const NOTE_MARK = /^(?:\d{1,3}|[*†‡§¶]{1,3})[.)]?\s*(?=["“„«(]?\p{Lu})/u;
const LIST_START = /^(?:[•▪◦–—*-]|\(?\d{1,3}[.)]|\(?[a-z]\))\s/u;

export function writePages(pages: readonly PdfPage[], words: DocumentWords): { text: string; sections: TextSection[] } {
  const writer = new PdfWriter(words);
  for (const page of pages) writer.page(page);
  return writer.finish();
}

class PdfWriter {
  readonly #flow = new TextFlow();
  readonly #words: DocumentWords;
  /** Labels of pages of which no line was written yet. */
  #waiting: string[] = [];
  /** The line that was read last; it is written when it is known how the next one joins. */
  #last: { line: TextLine; page: PdfPage } | undefined;

  constructor(words: DocumentWords) {
    this.#words = words;
  }

  page(page: PdfPage): void {
    this.#waiting.push(page.label);
    const notes = notesOf(page);
    const headings = headingLines(page);
    const metrics = metricsOf(page);
    let left: string | undefined;
    for (const line of page.lines) {
      if (notes.has(line)) continue;
      const heading = headings.get(line);
      const isHeadingGoingOn = left !== undefined && left !== "" && left.startsWith(lettersOf(line.text));
      if (
        heading === undefined &&
        !isHeadingGoingOn &&
        left === undefined &&
        !this.#beginsParagraph(line, page, metrics)
      ) {
        this.#continue(line, page);
        continue;
      }
      if (isHeadingGoingOn && heading === undefined) {
        left = left!.slice(lettersOf(line.text).length);
        this.#continue(line, page);
        continue;
      }
      this.#begin(line, page, heading?.isInText === false ? heading.title : undefined);
      if (heading?.isInText === true) this.#flow.markHeading();
      left = heading?.isInText === true ? lettersOf(heading.title).slice(lettersOf(line.text).length) : undefined;
    }
    this.#writeNotes(page.lines.filter((line) => notes.has(line)));
  }

  finish(): ReturnType<TextFlow["finish"]> {
    this.#end();
    this.#markPages();
    return this.#flow.finish();
  }

  /** A paragraph begins with the line. @param part title of a part that begins here, and is not in the text */
  #begin(line: TextLine, page: PdfPage, part?: string): void {
    this.#end();
    this.#markPages();
    if (part !== undefined) this.#flow.mark("heading", part);
    this.#flow.open();
    this.#last = { line, page };
  }

  #continue(line: TextLine, page: PdfPage): void {
    const { text } = this.#last!.line;
    const { removed, between } = jointOf(text, line.text, this.#words);
    this.#flow.write(text.slice(0, text.length - removed) + between);
    this.#markPages();
    this.#last = { line, page };
  }

  #end(): void {
    if (this.#last === undefined) return;
    this.#flow.write(this.#last.line.text.replace(/\u00ad$/, ""));
    this.#flow.close();
    this.#last = undefined;
  }

  #markPages(): void {
    for (const label of this.#waiting) this.#flow.mark("page", label);
    this.#waiting = [];
  }

  /** Notes are blocks inside the paragraph that is open: they come after it, also where it ends on the next page. */
  #writeNotes(notes: readonly TextLine[]): void {
    let text = "";
    const write = () => {
      if (text === "") return;
      this.#flow.open();
      this.#flow.write(text.replace(NOTE_MARK, ""));
      this.#flow.close();
      text = "";
    };
    for (const [at, line] of notes.entries()) {
      const gap = line.y - (notes[at - 1]?.y ?? line.y);
      if (NOTE_START.test(line.text) || gap > 2 * line.size) write();
      const { removed, between } = text === "" ? { removed: 0, between: "" } : jointOf(text, line.text, this.#words);
      text = text.slice(0, text.length - removed) + between + line.text;
    }
    if (notes.length > 0 && this.#last === undefined) this.#markPages();
    write();
  }

  #beginsParagraph(line: TextLine, page: PdfPage, metrics: RegionMetrics): boolean {
    const last = this.#last;
    if (last === undefined) return true;
    const isOtherSize = Math.abs(line.size - last.line.size) > 0.12 * Math.max(line.size, last.line.size);
    if (isOtherSize) return true;
    if (WORD_DIVIDED.test(last.line.text) && /^\p{Ll}/u.test(line.text)) return false;
    if (LIST_START.test(line.text)) return true;
    if (last.page !== page || last.line.region !== line.region) return !goesOn(last.line.text, line.text);
    const { leading, left, right } = metrics.get(line.region)!;
    const gap = line.y - last.line.y;
    if (gap > PARAGRAPH_GAP * leading || gap < 0) return true;
    const isIndented = line.x0 - left > 0.8 * line.size && line.x0 - last.line.x0 > 0.8 * line.size;
    const isLastShort = right - last.line.x1 > 0.15 * (right - left) && SENTENCE_END.test(last.line.text);
    return isIndented || isLastShort;
  }
}

/** Whether a sentence goes on from the end of one column or page to the beginning of the next. */
function goesOn(text: string, next: string): boolean {
  if (WORD_DIVIDED.test(text)) return true;
  return /[,;]$/.test(text) || (!SENTENCE_END.test(text) && /^["'“„«(]?[\p{Ll}\p{Lo}\p{N}]/u.test(next));
}

type RegionMetrics = ReadonlyMap<number, { leading: number; left: number; right: number }>;

/** Of each region, the usual distance of its lines, and its edges. */
function metricsOf({ lines }: PdfPage): RegionMetrics {
  const regions = new Map<number, TextLine[]>();
  for (const line of lines) {
    const region = regions.get(line.region);
    if (region === undefined) regions.set(line.region, [line]);
    else region.push(line);
  }
  return new Map(
    Array.from(regions, ([region, lines]) => {
      const gaps = lines.slice(1).map(({ y }, at) => y - lines[at]!.y);
      const sorted = gaps.filter((gap) => gap > 0).sort((a, b) => a - b);
      const leading = sorted[sorted.length >> 1] ?? 1.2 * lines[0]!.size;
      const left = lines.reduce((least, { x0 }) => Math.min(least, x0), Number.POSITIVE_INFINITY);
      return [region, { leading, left, right: lines.reduce((most, { x1 }) => Math.max(most, x1), 0) }];
    }),
  );
}

/** Lines in smaller letters at the end of a column in the lower part of a page. */
function notesOf({ lines, height }: PdfPage): ReadonlySet<TextLine> {
  const size = usualSize(lines.map(({ size, text }) => ({ size, text })));
  const isSmall = (line: TextLine) => line.size <= NOTE_SIZE_MAX * size;
  const notes = new Set<TextLine>();
  for (let at = lines.length - 1, isAtEnd = true; at >= 0; at -= 1) {
    const line = lines[at]!;
    if (lines[at + 1]?.region !== line.region) isAtEnd = true;
    isAtEnd &&= isSmall(line) && line.y > NOTES_FROM * height;
    if (isAtEnd) notes.add(line);
  }
  return notes;
}

/** Lines at which the entries of the outline begin, and whether the line is the heading itself. */
function headingLines({ lines, headings }: PdfPage): ReadonlyMap<TextLine, { title: string; isInText: boolean }> {
  const found = new Map<TextLine, { title: string; isInText: boolean }>();
  for (const { title, y } of headings) {
    const letters = lettersOf(title);
    const free = lines.filter((line) => !found.has(line));
    const distance = (line: TextLine) => Math.abs(line.y - y);
    const same = free.filter(({ text }) => isBeginningOf(lettersOf(text), letters));
    const heading = same.sort((a, b) => distance(a) - distance(b))[0];
    const next =
      heading ?? free.filter((line) => line.y >= y - 0.2 * line.size).sort((a, b) => distance(a) - distance(b))[0];
    if (next !== undefined) found.set(next, { title, isInText: heading !== undefined });
  }
  return found;
}

/** Whether a line is the title, or its first part. */
function isBeginningOf(line: string, title: string): boolean {
  return (
    line !== "" &&
    (line === title || (line.length >= 3 && title.startsWith(line)) || (title.length >= 3 && line.endsWith(title)))
  );
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
