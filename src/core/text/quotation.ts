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
  let lines: WrittenLines | undefined;
  return (passage) => {
    if (isAnswered(text, passage)) return "answer";
    if (isEnclosed(text, passage)) return "quotation";
    if (isCode) return null;
    lines ??= linesOf(text);
    return isExtract(lines, passage) || isAnnounced(text, passage) ? "quotation" : null;
  };
}

/** Whole sentences behind a colon, in one paragraph: nothing else says where such a quotation ends. */
function isAnnounced(text: string, { start, end }: Span): boolean {
  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const behind = BEHIND_COLON.exec(line);
  if (behind === null || behind[0].length > BESIDE_MAX) return false;
  const words = line.slice(0, behind.index).trim().split(/\s+/);
  if (words.length < ANNOUNCING_WORDS_MIN || /\n[^\S\n]*\n/.test(text.slice(start, end))) return false;
  return SENTENCE_END.test(text.slice(end - 1, end + 2));
}

/** As e-mail programs and Markdown mark what is quoted. */
function isAnswered(text: string, { start, end }: Span): boolean {
  const lines = writtenLines(text.slice(text.lastIndexOf("\n", start - 1) + 1, end));
  return lines.length > 0 && lines.every((line) => line.trimStart().startsWith(">"));
}

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
  return isPlain(paragraphs.slice(0, first).findLast(isWritten)) && isPlain(paragraphs.slice(behind).find(isWritten));
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
