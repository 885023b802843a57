/**
 * Is a passage marked as a quotation: does one pair of quotation marks enclose it, `>` begin each of its lines, an
 * indentation set it apart, or a colon announce it in the same paragraph?
 */

import type { Span } from "../../base/contract/common.ts";
import { sum } from "../../base/lists/numbers.ts";
import { partitionPoint } from "../../base/lists/sorted.ts";

/** Opening marks, each with the marks that close it. */
const CLOSING: Readonly<Record<string, string>> = {
  "“": "”",
  "„": "“”",
  "«": "»",
  "»": "«",
  "‹": "›",
  "「": "」",
  "『": "』",
  '"': '"',
};
/** Most characters between a mark and the passage: a word of the quotation that was changed, a full stop, a space. */
const BESIDE_MAX = 24;
/** A mark also stands inside the passage, after a word before it that happens to agree: within this share of it. */
const INSIDE_SHARE = 1 / 8;
/** Least indentation of an extract, in characters. */
const INDENTED = /^(?:\t| {2})/;

/** Fewest words before a colon that announces: fewer name a speaker, or are the label of a field. */
const ANNOUNCING_WORDS_MIN = 3;
/** Characters in which they stand, at most. */
const ANNOUNCEMENT_MAX = 1_000;
const SENTENCE_END = /[.!?…。！？]/u;
/** What stands between an announcing colon and the passage. */
const BEHIND_COLON = /:[^\S\n][^:\n.!?…]*$/u;

/** How a passage is marked: `answer` is text with `>`, as of a message that is answered. */
export type QuotationMark = "quotation" | "answer";

/**
 * Says of passages of a text, by their UTF-16 spans, whether and how they are marked as quotations.
 *
 * @param isCode in code indentation and colons are syntax
 */
export function quotationsIn(text: string, isCode: boolean): (passage: Span) => QuotationMark | null {
  const starts = lineStarts(text);
  let lines: WrittenLines | undefined;
  return (passage) => {
    if (isAnswered(text, starts, passage)) return "answer";
    if (isEnclosed(text, passage)) return "quotation";
    if (isCode) return null;
    lines ??= linesOf(text);
    return isExtract(lines, passage) || isAnnounced(text, passage) ? "quotation" : null;
  };
}

/**
 * Whole sentences behind a colon, in one paragraph: nothing else says where such a quotation ends. Only what stands
 * near the passage is looked at, since a whole text may be one line.
 */
function isAnnounced(text: string, { start, end }: Span): boolean {
  const beside = text.slice(Math.max(0, start - BESIDE_MAX), start);
  const behind = BEHIND_COLON.exec(beside);
  if (behind === null || wordsBefore(text, start - beside.length + behind.index) < ANNOUNCING_WORDS_MIN) return false;
  return !/\n[^\S\n]*\n/.test(text.slice(start, end)) && SENTENCE_END.test(text.slice(end - 1, end + 2));
}

/** Words of a line that end before a place, counted up to `ANNOUNCING_WORDS_MIN`. */
function wordsBefore(text: string, place: number): number {
  let words = 0;
  let isInWord = false;
  const last = Math.max(0, place - ANNOUNCEMENT_MAX);
  for (let at = place - 1; at >= last && text[at] !== "\n" && words < ANNOUNCING_WORDS_MIN; at--) {
    const isLetter = !isBlank(text, at);
    if (isLetter && !isInWord) words += 1;
    isInWord = isLetter;
  }
  return words;
}

/** As e-mail programs and Markdown mark what is quoted: the first character of each line that is not blank is `>`. */
function isAnswered(text: string, starts: readonly number[], { start, end }: Span): boolean {
  let isAny = false;
  const first = partitionPoint(starts.length, (line) => starts[line]! <= start) - 1;
  for (let line = first; line < starts.length && starts[line]! < end; line++) {
    const endOfLine = Math.min(end, (starts[line + 1] ?? text.length + 1) - 1);
    let at = starts[line]!;
    while (at < endOfLine && isBlank(text, at)) at++;
    if (at === endOfLine) continue;
    if (text[at] !== ">") return false;
    isAny = true;
  }
  return isAny;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

const isBlank = (text: string, at: number): boolean => text[at]!.trim() === "";

/** Lines that are not blank. */
interface LineCounts {
  lines: number;
  indentedLines: number;
}
interface WrittenLines extends LineCounts {
  /** Each ends with a blank line. */
  paragraphs: readonly (LineCounts & { start: number })[];
}

function linesOf(text: string): WrittenLines {
  let start = 0;
  const paragraphs = text.split(/(\n[^\S\n]*\n)/).map((part) => {
    const lines = writtenLines(part);
    const paragraph = { start, lines: lines.length, indentedLines: lines.filter((line) => INDENTED.test(line)).length };
    start += part.length;
    return paragraph;
  });
  return { paragraphs, ...countedIn(paragraphs) };
}

function countedIn(some: readonly LineCounts[]): LineCounts {
  return { lines: sum(some, ({ lines }) => lines), indentedLines: sum(some, ({ indentedLines }) => indentedLines) };
}

/**
 * As books set an extract: every line of its paragraphs is indented; no line of the paragraphs before and after it is,
 * nor are most others.
 */
function isExtract({ paragraphs, ...all }: WrittenLines, { start, end }: Span): boolean {
  const first = partitionPoint(paragraphs.length, (at) => paragraphs[at]!.start <= start) - 1;
  const behind = partitionPoint(paragraphs.length, (at) => paragraphs[at]!.start < end);
  const { lines, indentedLines } = countedIn(paragraphs.slice(first, behind));
  if (indentedLines < lines || all.indentedLines - indentedLines >= (all.lines - lines) / 2) return false;
  const isWritten = (paragraph: LineCounts) => paragraph.lines > 0;
  const isPlain = (paragraph: LineCounts | undefined) => paragraph === undefined || paragraph.indentedLines === 0;
  let [before, after] = [first - 1, behind];
  while (before >= 0 && !isWritten(paragraphs[before]!)) before--;
  while (after < paragraphs.length && !isWritten(paragraphs[after]!)) after++;
  return isPlain(paragraphs[before]) && isPlain(paragraphs[after]);
}

const writtenLines = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

function isEnclosed(text: string, { start, end }: Span): boolean {
  const insideMax = Math.min(BESIDE_MAX, Math.floor(INSIDE_SHARE * (end - start)));
  const opensAt = openingAt(text, start, insideMax);
  return opensAt !== null && closesAfter(text, CLOSING[text[opensAt]!]!, opensAt + 1, { end, insideMax });
}

/** The nearest opening mark before the passage; else the first in its beginning. */
function openingAt(text: string, start: number, insideMax: number): number | null {
  const isOpening = (at: number) => CLOSING[text[at]!] !== undefined;
  for (let at = start - 1; at >= Math.max(0, start - BESIDE_MAX); at--) if (isOpening(at)) return at;
  for (let at = start; at < start + insideMax; at++) if (isOpening(at)) return at;
  return null;
}

/** Whether the first closing mark from `from` stands near the end of the passage. */
function closesAfter(
  text: string,
  closing: string,
  from: number,
  { end, insideMax }: { end: number; insideMax: number },
): boolean {
  for (let at = from; at < Math.min(text.length, end + BESIDE_MAX); at++) {
    if (closing.includes(text[at]!)) return at >= end - insideMax;
  }
  return false;
}
