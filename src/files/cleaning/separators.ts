/**
 * A cut takes along what only separated it from the rest: the punctuation and quotation marks around it, the spaces on
 * one side, and its line, where nothing else is on it but the mark of a list, with its end and with a blank line that
 * is one too many.
 */
import type { Span } from "../../base/contract/common.ts";

const CLOSING = /[\p{Pe}\p{Pf}"'.,;:!?…。．，、！？；：]/u;
const WORD = /[\p{L}\p{N}]/u;
/** What stands alone on a line whose text is gone: marks of lists, quotations and headings. */
const MARKS = /^(?:(?:[-*+>•◦‣–—]|#{1,6}|\d{1,3}\.|\(?(?:\d{1,3}|[A-Za-z])\))[^\S\r\n]*){1,3}$/;
const MARKS_UNITS_MAX = 24;
const OPENING = /[\p{Ps}\p{Pi}"']/u;

/** @param spans ascending. @returns them as they are cut, ascending and apart */
export function withSeparators(text: string, spans: readonly Span[]): Span[] {
  const cuts: Span[] = [];
  for (const span of spans) {
    const cut = widened(text, span);
    const last = cuts.at(-1);
    if (last !== undefined && cut.start <= last.end) last.end = Math.max(last.end, cut.end);
    else cuts.push(cut);
  }
  return cuts;
}

function widened(text: string, { start, end }: Span): Span {
  let [from, to] = [start, end];
  while (to > from && isBreak(text[to - 1])) to--;
  const [first, last] = [from, to];
  while (to < text.length && CLOSING.test(text[to]!)) to++;
  while (from > 0 && OPENING.test(text[from - 1]!)) from--;
  // Within a word or a number, as in `keeper's` and `3.5`, a mark separates nothing.
  if (WORD.test(text[to] ?? "")) to = last;
  if (WORD.test(text[from - 1] ?? "")) from = first;
  const right = spacesBehind(text, to);
  const isLast = right === text.length || isBreak(text[right]);
  const left = isLast ? behindMarks(text, spacesBefore(text, from)) : spacesBefore(text, from);
  const isLine = isLast && (left === 0 || isBreak(text[left - 1]));
  if (isLine) return wholeLine(text, left, right);
  if (isLast) return { start: left, end: to };
  const isJoined = from === left && from > 0 && !isBreak(text[from - 1]);
  return { start: from, end: isJoined ? to : right };
}

/** Lines with their end; of the blank lines before and behind that then follow each other, those of one side. */
function wholeLine(text: string, start: number, lineEnd: number): Span {
  const end = breakBehind(text, lineEnd);
  const isAfterBlank = start === 0 || isBlankBefore(text, start);
  let [blankEnd, blank] = [end, start];
  while (isAfterBlank) {
    const next = spacesBehind(text, blankEnd);
    if (next === text.length || !isBreak(text[next])) break;
    blankEnd = breakBehind(text, next);
    if (blank === 0) continue;
    blank = lineBefore(text, blank);
    if (!isBlankBefore(text, blank)) break;
  }
  if (blankEnd > end) return { start, end: blankEnd };
  if (end < text.length || start === 0) return { start, end };
  // The last line: what ended the one before it goes where this one had no end of its own.
  const last = isAfterBlank ? lineBefore(text, start) : start;
  return end > lineEnd ? { start: last, end } : { start: breakBefore(text, last), end };
}

const isBreak = (unit: string | undefined): boolean => unit === "\n" || unit === "\r";
const isSpace = (unit: string | undefined): boolean => unit !== undefined && /[^\S\r\n]/.test(unit);

function spacesBefore(text: string, from: number): number {
  let at = from;
  while (at > 0 && isSpace(text[at - 1])) at--;
  return at;
}

function spacesBehind(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text[at])) at++;
  return at;
}

/** Where the line begins, if there are but marks on it before a place; else the place. */
function behindMarks(text: string, place: number): number {
  const from = Math.max(0, place - MARKS_UNITS_MAX);
  const near = text.slice(from, place);
  const start = Math.max(near.lastIndexOf("\n"), near.lastIndexOf("\r")) + 1;
  if (start === 0 && from > 0) return place;
  return MARKS.test(near.slice(start).trimStart()) ? from + start : place;
}

/** The place behind the line break at a place, if there is one. */
function breakBehind(text: string, at: number): number {
  if (text[at] === "\r" && text[at + 1] === "\n") return at + 2;
  return isBreak(text[at]) ? at + 1 : at;
}

/** The place before the line break that ends at a place. */
function breakBefore(text: string, at: number): number {
  if (text[at - 1] === "\n" && text[at - 2] === "\r") return at - 2;
  return isBreak(text[at - 1]) ? at - 1 : at;
}

/** Whether the line before the one that begins at a place is blank. */
const isBlankBefore = (text: string, start: number): boolean => {
  const line = lineBefore(text, start);
  return line < start && (line === 0 || isBreak(text[line - 1]));
};

/** Where a blank line begins that ends at a place; the place itself where what is before is no blank line. */
function lineBefore(text: string, start: number): number {
  const end = breakBefore(text, start);
  if (end === start) return start;
  const begin = spacesBefore(text, end);
  return begin === 0 || isBreak(text[begin - 1]) ? begin : start;
}
