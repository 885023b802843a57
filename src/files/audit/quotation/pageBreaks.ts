/**
 * Where a printed document breaks a sentence: page numbers, running heads, and a word that a hyphen divides across
 * them.
 */
import type { Span } from "../../../base/contract/common.ts";
import type { Mark } from "./marks.ts";

interface PrintedLine extends Span {
  text: string;
  /** Whether a form feed stands before it. */
  isFirst: boolean;
}

const HEAD_UNITS_MAX = 80;
const HEAD_WORDS_MAX = 10;
/** Fewest letters of a word that a title writes with a capital. */
const TITLE_LETTERS_MIN = 4;
const REPEATED_MIN = 3;
const NUMBER_ALONE =
  /^[-–—|[({*~\s]*(?:(?:[Pp]age|PAGE|[Pp]g\.?|[Pp]\.|[Ss]eite|S\.)\s*)?(?:\d{1,4}|[ivxlc]{1,7})(?:\s*(?:of|\/|von)\s*\d{1,4})?[-–—|\])}*~.\s]*$/u;
const WITH_NUMBER = /^(?:\d{1,4}|[ivxlc]{1,7})[\s|·•.–—-]+(?=\D)|[\s|·•.,–—-]+(?:\d{1,4}|[ivxlc]{1,7})$/u;
const SENTENCE_END = /[.!?…:;]["”’')\]»]*$/u;
/** A divided word: what stands before the break, and after it. */
const DIVIDED = /(?<=\p{L})[-‐¬\u00ad][^\S\n]*$/u;
const SMALL = /^\p{Ll}/u;

/** The breaks of a document, in their order. */
export function pageBreaksOf(document: string): Mark[] {
  const lines = linesOf(document);
  const times = new Map<string, number>();
  for (const line of lines) {
    const head = headOf(line.text);
    if (head !== "") times.set(head, (times.get(head) ?? 0) + 1);
  }
  const isFurniture = lines.map((line, i) => isBreak(lines, i, times.get(headOf(line.text)) ?? 0));
  const marks: Mark[] = [];
  for (let i = 1; i < lines.length; i++) {
    const before = lines[i - 1]!;
    let next = i;
    while (next < lines.length && isFurniture[next]) next += 1;
    const after = lines[next];
    if (after === undefined) break;
    const mark = breakBetween(document, before, lines.slice(i, next), after);
    if (mark !== null) marks.push(mark);
    i = next;
  }
  return marks;
}

/** Lines that are not blank. */
function linesOf(document: string): PrintedLine[] {
  const lines: PrintedLine[] = [];
  let isFirst = false;
  for (const { 0: line, index } of document.matchAll(/[^\n\r\f]+|\f/g)) {
    const text = line.trim();
    if (line === "\f") isFirst = true;
    if (text === "") continue;
    const start = index + line.indexOf(text);
    lines.push({ text, start, end: start + text.length, isFirst });
    isFirst = false;
  }
  return lines;
}

const withoutNumber = (text: string): string => text.replace(WITH_NUMBER, "").trim();

/** What a running head repeats, or nothing where a line is too long to be one. */
const headOf = (text: string): string => (text.length > HEAD_UNITS_MAX ? "" : withoutNumber(text).toLowerCase());

function isBreak(lines: readonly PrintedLine[], i: number, times: number): boolean {
  const { text } = lines[i]!;
  if (text.length > HEAD_UNITS_MAX) return false;
  if (NUMBER_ALONE.test(text)) return true;
  const rest = withoutNumber(text);
  const [isCapital, isTitle] = [isInCapitals(rest), isTitled(rest)];
  if (!isCapital && !isTitle) return false;
  if (rest !== text) return true;
  const isBeside =
    lines[i]!.isFirst ||
    lines[i + 1]?.isFirst === true ||
    [lines[i - 1], lines[i + 1]].some((line) => line !== undefined && NUMBER_ALONE.test(line.text));
  if (isBeside || times >= REPEATED_MIN) return true;
  const [before, after] = [lines[i - 1], lines[i + 1]];
  const interrupts =
    before !== undefined && after !== undefined && !SENTENCE_END.test(before.text) && SMALL.test(after.text);
  return isCapital && interrupts;
}

function isInCapitals(text: string): boolean {
  return /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text) && text.split(/\s+/).length <= HEAD_WORDS_MAX;
}

function isTitled(text: string): boolean {
  const words = text.split(/\s+/);
  if (words.length > HEAD_WORDS_MAX || SENTENCE_END.test(text) || !/^\P{L}*\p{Lu}/u.test(text)) return false;
  return words.every((word) => word.length < TITLE_LETTERS_MIN || !SMALL.test(word));
}

/** The mark between two lines of text: heads and numbers that stand there, and a word that they divide. */
function breakBetween(
  document: string,
  before: PrintedLine,
  heads: readonly PrintedLine[],
  after: PrintedLine,
): Mark | null {
  const hyphen = DIVIDED.exec(before.text);
  const isDivided = hyphen !== null && SMALL.test(after.text);
  // The fold joins words over one line end by itself.
  const isFar = heads.length > 0 || /\n[^\S\n]*[\n\f]|\f/u.test(document.slice(before.end, after.start));
  if (heads.length === 0 && !(isDivided && isFar)) return null;
  const head = heads.length === 0 ? null : { start: heads[0]!.start, end: heads.at(-1)!.end };
  const join = isDivided ? { start: before.start + hyphen.index, end: after.start } : null;
  const span = join ?? head!;
  return {
    ...span,
    kind: "page_break",
    joined: join === null ? [] : [join],
    aside: head,
    replaces: false,
    letters: null,
  };
}
