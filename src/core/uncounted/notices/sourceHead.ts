/**
 * Which words are notices at the head of a source file: who holds its rights, under which licence it may be used, and
 * what is not warranted? Whoever writes for one holder writes the same there, so notices are no evidence, be their
 * licence listed or not. What a comment says of the code is none.
 */
import type { Text, WordRange } from "../../text/text.ts";

/** Longer heads are not read to their end. */
const HEAD_BYTES = 65_536;
/** Words of a notice between two paragraphs with legal terms, such as a list of conditions. */
const APART_WORDS_MAX = 120;

/** A comment that ends where its mark does, and lines that each begin with one. */
const BLOCKS: readonly (readonly [string, string])[] = [
  ["/*", "*/"],
  ["<!--", "-->"],
  ["(*", "*)"],
  ["{-", "-}"],
  ['"""', '"""'],
  ["'''", "'''"],
  ["=begin", "=end"],
];
const LINE = /(?:\/\/|#(?=[\s#!*]|$)|--|;|%|dnl\b|\.\\"|@?rem\b)/iy;
/** What may stand before the first comment. */
const BEFORE = /(?:\s+|<\?(?:php|xml\b[^>]{0,1000}\?>)|<!doctype\b[^>]{0,1000}>)/iy;
const LEGAL =
  /copyright|©|\(c\)\s*\d{4}|licen[cs]|lizenz|warrant|permi(?:ssion|tted)|rights\s+reserved|liab(?:le|ility)|redistribut|public\s+domain|disclaim|urheber|droits?\s+d['’]auteur|derechos\s+(?:de\s+autor|reservados)|spdx-|лиценз|авторск|著作権|ライセンス|版权|許可|许可/i;
const NO_WORD = /^[^\p{L}\p{N}]*$/u;

/** Ascending and apart. */
export function noticesOf(text: Text): WordRange[] {
  if (text.lengthWords === 0) return [];
  const head = new TextDecoder("utf-8", { ignoreBOM: true }).decode(text.bytes.subarray(0, HEAD_BYTES));
  const legal = commentParagraphs(head).filter(({ from, to }) => LEGAL.test(head.slice(from, to)));
  const bytesBefore = bytesIn(head);
  const notices: WordRange[] = [];
  for (const { from, to } of legal) {
    const start = firstWordFrom(text, bytesBefore(from));
    const end = firstWordFrom(text, bytesBefore(to));
    const before = notices.at(-1);
    if (before !== undefined && start - before.end <= APART_WORDS_MAX) before.end = end;
    else notices.push({ start, end });
  }
  return notices.filter(({ start, end }) => start < end);
}

/** UTF-16 units of a head, from and to. */
interface HeadPart {
  from: number;
  to: number;
}

/** Paragraphs of the comments that a text begins with, in their order. */
function commentParagraphs(head: string): HeadPart[] {
  const paragraphs: HeadPart[] = [];
  for (let at = skipBefore(head, 0); ; ) {
    const end = commentEnd(head, at);
    if (end === at) return paragraphs;
    let open: HeadPart | null = null;
    for (const line of linesOf(head, at, end)) {
      if (NO_WORD.test(head.slice(line.from, line.to))) open = null;
      else if (open === null) {
        open = line;
        paragraphs.push(open);
      } else open.to = line.to;
    }
    at = skipBefore(head, end);
  }
}

function skipBefore(head: string, from: number): number {
  BEFORE.lastIndex = from;
  while (BEFORE.test(head)) from = BEFORE.lastIndex;
  return from;
}

/** Where the comment that begins here ends; here where none does. */
function commentEnd(head: string, from: number): number {
  const block = BLOCKS.find(([mark]) => head.startsWith(mark, from));
  if (block !== undefined) {
    const end = head.indexOf(block[1], from + block[0].length);
    return end === -1 ? head.length : end + block[1].length;
  }
  LINE.lastIndex = from;
  if (!LINE.test(head)) return from;
  const end = head.indexOf("\n", from);
  if (end === -1) return head.length;
  return commentLinesEnd(head, end + 1);
}

/** The end of the lines of comment from here on; an empty line is one between others. */
function commentLinesEnd(head: string, from: number): number {
  let end = from;
  for (const { from: start, to } of linesOf(head, from, head.length)) {
    const first = start + head.slice(start, to).search(/\S|$/);
    LINE.lastIndex = first;
    if (first < to && !LINE.test(head)) break;
    end = to;
  }
  return end;
}

function* linesOf(head: string, from: number, end: number): Generator<HeadPart> {
  for (let at = from; at < end; ) {
    const found = head.indexOf("\n", at);
    const to = found === -1 || found >= end ? end : found + 1;
    yield { from: at, to };
    at = to;
  }
}

/** Bytes of UTF-8 before a unit; units are asked for in ascending order. */
function bytesIn(head: string): (unit: number) => number {
  const encoder = new TextEncoder();
  let [units, bytes] = [0, 0];
  return (unit) => {
    bytes += encoder.encode(head.slice(units, unit)).length;
    units = unit;
    return bytes;
  };
}

function firstWordFrom({ bounds, lengthWords }: Text, byte: number): number {
  let [from, to] = [0, lengthWords];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (bounds[2 * middle]! < byte) from = middle + 1;
    else to = middle;
  }
  return from;
}
