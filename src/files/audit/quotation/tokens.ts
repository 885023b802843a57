/** The words of a text with marks, as they are compared: which must agree, and which may be absent or differ. */
import type { Span } from "../../../base/contract/common.ts";
import { partitionPoint } from "../../../base/lists/sorted.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { readText, type Text, utf16Spans } from "../../../core/text/text.ts";
import type { Mark } from "./marks.ts";

/** A word; its place is in the text as it was given. */
export interface MarkedWord extends Span {
  /** The word without marks. */
  hash: string;
  /** The same with the digits that stand at its end: they may be a note, or a part of the word. */
  withDigits: string | null;
  /** The word without the letters that an editor supplied. */
  bare: string | null;
  /** Letters before an ending that an editor changed. */
  stem: string | null;
  /** The word and the next one, where a hyphen stands between them. */
  joined: string | null;
  /** The mark that the word belongs to, where it may be absent. */
  mark: Mark | null;
  /** Whether it may stand for another word. */
  replaces: boolean;
}

/** A text without its marks, and where it came from. */
export interface Stripped {
  text: string;
  /** Place in the text as it was given. */
  originOf(at: number, isEnd: boolean): number;
}

const HYPHEN = /^[-‐‑¬\u00ad]\s*$/u;
/** Fewest letters that a word with another ending has to keep. */
const STEM_LETTERS_MIN = 3;
/** Words of the author beyond those of a bracket that it may stand for. */
const REPLACED_MORE = 2;

export function strip(text: string, marks: readonly Mark[]): Stripped {
  const cuts = marks.flatMap((mark) =>
    mark.joined.length > 0
      ? mark.joined.map((span) => ({ ...span, put: "" }))
      : mark.aside === null
        ? []
        : [{ start: mark.start, end: mark.end, put: " " }],
  );
  const parts: string[] = [];
  /** Where each cut stands in what is left, and how much was taken out up to behind it. */
  const places: number[] = [];
  const taken: number[] = [0];
  let [from, length] = [0, 0];
  for (const { start, end, put } of cuts) {
    const kept = text.slice(from, start) + put;
    parts.push(kept);
    length += kept.length;
    places.push(length);
    from = end;
    taken.push(end - length);
  }
  parts.push(text.slice(from));
  return {
    text: cuts.length === 0 ? text : parts.join(""),
    originOf(at, isEnd) {
      const cutsBefore = partitionPoint(places.length, (i) => (isEnd ? places[i]! < at : places[i]! <= at));
      return at + taken[cutsBefore]!;
    },
  };
}

/**
 * The words of a text in their order.
 *
 * @param offset where the text begins in the text as it was given
 */
export function tokensOf(kernels: Kernels, text: string, marks: readonly Mark[], offset: number): MarkedWord[] {
  const stripped = strip(text, marks);
  const tokens = wordsOf(kernels, stripped.text).map(({ hash, start, end }) =>
    token(hash, { start: stripped.originOf(start, false), end: stripped.originOf(end, true) }, null),
  );
  for (const mark of marks) {
    if (mark.aside !== null) tokens.push(...asideOf(kernels, text, mark));
    else if (mark.kind === "note" || mark.letters !== null) addForms(kernels, text, mark, tokens);
  }
  tokens.sort((x, y) => x.start - y.start || x.end - y.end);
  addJoined(kernels, text, tokens);
  for (const one of tokens) {
    one.start += offset;
    one.end += offset;
  }
  return tokens;
}

const token = (hash: string, span: Span, mark: Mark | null): MarkedWord => ({
  ...span,
  hash,
  withDigits: null,
  bare: null,
  stem: null,
  joined: null,
  mark,
  replaces: mark?.replaces === true,
});

function wordsOf(kernels: Kernels, text: string): (Span & { hash: string })[] {
  const read = readText(kernels, text);
  return allSpans(read).map((span, i) => ({ ...span, hash: hashOf(read, i) }));
}

export function allSpans(read: Text): Span[] {
  return utf16Spans(
    read,
    Array.from({ length: read.lengthWords }, (_, word) => ({ start: word, end: word + 1 })),
  );
}

const hashOf = ({ words }: Text, i: number): string => `${words.high[i]}:${words.low[i]}`;

/** The hash of a text that is one word. */
function oneWord(kernels: Kernels, text: string): string | null {
  const read = readText(kernels, text);
  return read.lengthWords === 1 ? hashOf(read, 0) : null;
}

function asideOf(kernels: Kernels, text: string, mark: Mark): MarkedWord[] {
  const { start, end } = mark.aside!;
  const words = wordsOf(kernels, text.slice(start, end)).map(({ hash, ...span }) =>
    token(hash, { start: start + span.start, end: start + span.end }, mark),
  );
  if (!mark.replaces) return words;
  const more = Array.from({ length: REPLACED_MORE }, () => token("", { start: end, end }, mark));
  return [...words, ...more];
}

/** Other ways in which the word with a mark in it may be written. */
function addForms(kernels: Kernels, text: string, mark: Mark, tokens: readonly MarkedWord[]): void {
  const one = tokens.find(({ start, end }) => start <= mark.end && mark.start <= end);
  if (one === undefined) return;
  if (mark.kind === "note") {
    // Superscripts are notes alone.
    if (one.end <= mark.start && /^\d/.test(text.slice(mark.start, mark.end)))
      one.withDigits = oneWord(kernels, text.slice(one.start, mark.end));
    return;
  }
  const { start, end } = mark.letters!;
  const before = text.slice(Math.min(one.start, mark.start), mark.start);
  const after = text.slice(mark.end, Math.max(one.end, mark.end));
  one.start = Math.min(one.start, mark.start);
  one.end = Math.max(one.end, mark.end);
  one.bare = oneWord(kernels, before + after);
  const isEnding = after === "" && end > start && before.length >= STEM_LETTERS_MIN;
  one.stem = isEnding ? lettersOf(before) : null;
}

function addJoined(kernels: Kernels, text: string, tokens: readonly MarkedWord[]): void {
  const own = tokens.filter(({ mark }) => mark === null);
  for (const [i, one] of own.entries()) {
    const next = own[i + 1];
    if (next === undefined || !HYPHEN.test(text.slice(one.end, next.start))) continue;
    one.joined = oneWord(kernels, text.slice(one.start, one.end) + text.slice(next.start, next.end));
  }
}

/** Letters without case and accents, for the beginning of a word. */
export function lettersOf(word: string): string {
  return word
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
}
