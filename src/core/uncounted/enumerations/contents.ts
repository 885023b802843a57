/**
 * Tables of contents: short lines that end in growing numbers. Only what any such table has is marked: numbers and
 * usual headings. The titles are somebody's own.
 */
import type { Text, WordRange } from "../../text/text.ts";
import { DIGITS, type EnumerationName } from "./lists.ts";
import type { Marks } from "./marks.ts";
import type { ReadWords } from "./words.ts";

/** Fewest lines that end in a number. */
const LINES_MIN = 5;
const LINE_WORDS_MAX = 15;
const LINE_FEED = 0x0a;

export function markContents(text: Text, words: ReadWords, marks: Marks<EnumerationName>): void {
  // The lines with growing numbers that were read last, and how many other lines came after them.
  let lines: (WordRange & { page: number })[] = [];
  let others = 0;
  const close = () => {
    if (lines.length >= LINES_MIN && lines.at(-1)!.page > lines[0]!.page)
      for (const line of lines) markUsual(words, line, marks);
    lines = [];
  };
  for (const { start, end } of linesOf(text)) {
    const page = end - start <= LINE_WORDS_MAX ? pageOf(words, start, end) : null;
    if (page === null) {
      if (++others > 1) close();
      continue;
    }
    others = 0;
    if (lines.length > 0 && page < lines.at(-1)!.page) close();
    lines.push({ start, end, page });
  }
  close();
}

export function* linesOf({ bytes, bounds, lengthWords }: Text): Generator<WordRange> {
  let start = 0;
  let word = 0;
  for (let feed = bytes.indexOf(LINE_FEED); feed !== -1; feed = bytes.indexOf(LINE_FEED, feed + 1)) {
    while (word < lengthWords && bounds[2 * word]! <= feed) word++;
    if (word === lengthWords) break;
    // A word that is divided at the end of a line goes on behind it.
    if (word === start || bounds[2 * word - 1]! > feed) continue;
    yield { start, end: word };
    start = word;
  }
  if (lengthWords > 0) yield { start, end: lengthWords };
}

/** The number at the end of a line, in digits or roman, where the line has other words than numbers. */
function pageOf(words: ReadWords, start: number, end: number): number | null {
  const last = words.at(end - 1).places.find(({ series }) => series === DIGITS || series.name === "roman numerals");
  if (last === undefined) return null;
  for (let word = start; word < end - 1; word++) {
    const { isNumber, places } = words.at(word);
    if (!isNumber && places.length === 0) return last.value;
  }
  return null;
}

/** Marks the label that a line begins with, its headings, and the page at its end. */
function markUsual(words: ReadWords, { start, end }: WordRange, marks: Marks<EnumerationName>): void {
  let isLabel = true;
  for (let word = start; word < end; word++) {
    const { isHeading, places } = words.at(word);
    isLabel &&= isHeading || places.length > 0;
    if (isLabel || isHeading || word === end - 1) marks.mark(word, word + 1, "a table of contents");
  }
}
