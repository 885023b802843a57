/**
 * A text in segments, and windows of segments. By rules of our own, so that every runtime cuts at the same places:
 * sentences where there are marks, else lines, else runs of a fixed length.
 */
import type { Text, WordRange } from "../text/text.ts";

/** A sentence of more words is cut at its lines, and what is longer still anywhere: legal sentences, verse, lists. */
const SEGMENT_WORDS_MAX = 60;
const CUT_WORDS = 30;
/** Windows have so many words where the text does: fewer say too little, more say several things. */
const WINDOW_WORDS_MIN = 60;
const WINDOW_WORDS_MAX = 120;

/** Marks that end a sentence before a space or a quotation mark; those of scripts without spaces end it anywhere. */
const ENDS = /[.!?…؟۔।॥።‽](?=[\s"'”’»)\]])|[。！？｡]|\n\s*\n/u;
const FULL_STOP_ALONE = /^["'”’»)\]]*\.["'”’»)\]]*\s+/u;
const LINE = /\n/;
/** Words before a full stop that ends no sentence, if they are not the last of the text. */
const SHORTENED = new Set(
  "mr mrs ms dr prof st no vs etc eg ie cf fig vol al jr sr z bzw usw ca nr bd hr fr".split(" "),
);
const decoder = new TextDecoder();

/** Segments of a text, in order, without gaps between their words. */
export function segmentsOf(text: Text): WordRange[] {
  return sentencesOf(text).flatMap((sentence) => cutAtLines(text, sentence));
}

/** @param near words of which one is in each of the sentences; all words of the text without it */
function sentencesOf(text: Text, near: WordRange = { start: 0, end: text.lengthWords }): WordRange[] {
  const sentences: WordRange[] = [];
  let start = Math.max(0, near.start);
  while (start > 0 && !endsAfter(text, start - 1)) start--;
  for (let word = start; word < text.lengthWords && start < near.end; word++) {
    const isLast = word + 1 === text.lengthWords;
    if (!isLast && !endsAfter(text, word)) continue;
    sentences.push({ start, end: word + 1 });
    start = word + 1;
  }
  return sentences;
}

/** Whether a word begins a sentence or a line, where it has a capital letter for that. */
export const beginsSentence = (text: Text, word: number): boolean =>
  word === 0 || LINE.test(gapAfter(text, word - 1)) || endsAfter(text, word - 1);

/** What stands between a word and the next; empty where it is one space. */
function gapAfter({ bytes, bounds }: Text, word: number): string {
  const [start, end] = [bounds[2 * word + 1]!, bounds[2 * word + 2]!];
  return end - start === 1 && bytes[start] === 0x20 ? "" : decoder.decode(bytes.subarray(start, end));
}

function endsAfter(text: Text, word: number): boolean {
  const gap = gapAfter(text, word);
  if (gap === "" || !ENDS.test(gap)) return false;
  if (!FULL_STOP_ALONE.test(gap)) return true;
  const before = wordOf(text, word);
  const next = wordOf(text, word + 1).charAt(0);
  const isShort = /^\p{L}$/u.test(before) || SHORTENED.has(before.toLowerCase());
  return !isShort && (next !== next.toLowerCase() || next === next.toUpperCase());
}

/** A word as it is written. */
export function wordOf({ bytes, bounds }: Text, word: number): string {
  return decoder.decode(bytes.subarray(bounds[2 * word]!, bounds[2 * word + 1]!));
}

function cutAtLines(text: Text, segment: WordRange): WordRange[] {
  if (lengthOf(segment) <= SEGMENT_WORDS_MAX) return [segment];
  const lines: WordRange[] = [];
  let start = segment.start;
  for (let word = segment.start; word < segment.end; word++) {
    if (word + 1 < segment.end && !LINE.test(gapAfter(text, word))) continue;
    lines.push({ start, end: word + 1 });
    start = word + 1;
  }
  return lines.flatMap((line) => (lengthOf(line) <= SEGMENT_WORDS_MAX ? [line] : cutAnywhere(line)));
}

function cutAnywhere({ start, end }: WordRange): WordRange[] {
  const parts = Math.ceil((end - start) / CUT_WORDS);
  const at = (part: number) => start + Math.floor((part * (end - start)) / parts);
  return Array.from({ length: parts }, (_, part) => ({ start: at(part), end: at(part + 1) }));
}

/** Where sentences are judged, longer ones are cut into parts of at least so many words. */
const CLAUSE_WORDS_MAX = 30;
const CLAUSE_WORDS_MIN = 8;
/** Marks between clauses, the strongest first. */
const CLAUSE_MARKS = [/[;:؛；：]/, /[—–()（）]|--/, /[,،，、]/];
/** A stronger mark is taken though it is further from the middle, by this share of the words for each step. */
const STRONGER_SHARE = 0.3;

/**
 * Sentences as they are judged: long ones are cut between their clauses, so that what says the same can correspond
 * though one text makes three sentences of one. A long one without a mark is cut as a segment is.
 *
 * @param near words of which one is in each of them; without it, those of the whole text
 */
export function clausesOf(text: Text, near?: WordRange): WordRange[] {
  const clauses = sentencesOf(text, near)
    .flatMap((sentence) => cutAtClauses(text, sentence))
    .flatMap((clause) => cutAtLines(text, clause));
  return near === undefined ? clauses : clauses.filter(({ start, end }) => end > near.start && start < near.end);
}

function cutAtClauses(text: Text, { start, end }: WordRange): WordRange[] {
  if (end - start <= CLAUSE_WORDS_MAX) return [{ start, end }];
  let [at, least] = [-1, Number.POSITIVE_INFINITY];
  for (let word = start + CLAUSE_WORDS_MIN; word <= end - CLAUSE_WORDS_MIN; word++) {
    const mark = clauseMarkBefore(text, word);
    if (mark < 0) continue;
    const distance = Math.abs(2 * word - start - end) + STRONGER_SHARE * mark * (end - start);
    if (distance < least) [at, least] = [word, distance];
  }
  if (at < 0) return [{ start, end }];
  return [...cutAtClauses(text, { start, end: at }), ...cutAtClauses(text, { start: at, end })];
}

/** The strongest mark before a word, by its place in `CLAUSE_MARKS`; -1 where there is none, or it is in a number. */
function clauseMarkBefore(text: Text, word: number): number {
  const gap = gapAfter(text, word - 1);
  if (gap === "") return -1;
  const mark = CLAUSE_MARKS.findIndex((marks) => marks.test(gap));
  const isInNumber = !/\s/.test(gap) && /\p{Nd}$/u.test(wordOf(text, word - 1)) && /^\p{Nd}/u.test(wordOf(text, word));
  return mark >= 0 && isInNumber ? -1 : mark;
}

export const lengthOf = ({ start, end }: WordRange): number => end - start;

/**
 * Runs of segments, each as long as a window may be, ascending. A text of one window is a window whole.
 *
 * @param stride share of a window after which the next one begins
 */
export function windowsOf(segments: readonly WordRange[], stride = 0.5): WordRange[] {
  const windows: WordRange[] = [];
  const end = segments.at(-1)?.end ?? 0;
  for (let first = 0; first < segments.length; ) {
    const { start } = segments[first]!;
    let last = first;
    while (last + 1 < segments.length && segments[last + 1]!.end - start <= WINDOW_WORDS_MAX) last += 1;
    windows.push({ start, end: segments[last]!.end });
    if (segments[last]!.end === end) break;
    const next = start + (segments[last]!.end - start) * stride;
    do first += 1;
    while (segments[first]!.start < next && first < last);
  }
  // A short rest stands with what is before it.
  const rest = windows.at(-1);
  if (rest !== undefined && windows.length > 1 && lengthOf(rest) < WINDOW_WORDS_MIN) {
    const from = segments.find(({ start }) => end - start <= WINDOW_WORDS_MAX);
    if (from !== undefined) rest.start = Math.min(rest.start, from.start);
  }
  return windows;
}
