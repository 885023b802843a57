/** The parts of a quotation between its marks of omission. */
import type { Span } from "../../../base/contract/common.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { type Mark, marksOf } from "./marks.ts";
import { type MarkedWord, tokensOf } from "./tokens.ts";

export interface QuotedPart {
  /** The quotation up to the next omission. */
  text: string;
  /** Where that begins in the quotation. */
  offset: number;
  /** Places of marks and tokens are in the quotation. */
  marks: readonly Mark[];
  tokens: readonly MarkedWord[];
  /** The author's words: those of marks do not count. */
  words: number;
  /** From the first to the last word. */
  span: Span;
}

/** `…`, `...`, `[…]`, `. . .` between words, and `（中略）`. */
const OMISSION =
  /[[(]?\s{0,20}(?:…|\.\s?\.\s?\.)\s{0,20}[\])]?|[[(（［〔]\s?(?:[前中後下]略|以下略|略|省略|[전중후]략|생략)\s?[\])）］〕]/gu;

export function partsOf(kernels: Kernels, quotation: string): QuotedPart[] {
  const marks = marksOf(quotation, true);
  const isInMark = (at: number) => marks.some(({ start, end }) => start < at && at < end);
  const omissions = [...quotation.matchAll(OMISSION)].filter(({ index }) => !isInMark(index));
  const starts = [0, ...omissions.map(({ 0: omission, index }) => index + omission.length)];
  const ends = [...omissions.map(({ index }) => index), quotation.length];
  const parts = starts.map((start, i) => partOf(kernels, quotation, { start, end: ends[i]! }, marks));
  return parts.flatMap((part) => part ?? []);
}

function partOf(kernels: Kernels, quotation: string, { start, end }: Span, all: readonly Mark[]): QuotedPart | null {
  const text = quotation.slice(start, end);
  const marks = all.filter((mark) => mark.start >= start && mark.end <= end);
  const tokens = tokensOf(
    kernels,
    text,
    marks.map((mark) => moved(mark, -start)),
    start,
  );
  const words = tokens.filter(({ mark }) => mark === null).length;
  // All of it stands in brackets: then it is the quotation.
  if (words === 0 && marks.length > 0 && tokens.length > 0) return partOf(kernels, quotation, { start, end }, []);
  if (words === 0) return null;
  const own = tokens.filter(({ mark }) => mark === null);
  return { text, offset: start, marks, tokens, words, span: { start: own[0]!.start, end: own.at(-1)!.end } };
}

/** The same mark where its text begins elsewhere. */
export function moved(mark: Mark, by: number): Mark {
  const span = ({ start, end }: Span): Span => ({ start: start + by, end: end + by });
  const { joined, aside, letters } = mark;
  return {
    ...mark,
    ...span(mark),
    joined: joined.map(span),
    aside: aside === null ? null : span(aside),
    letters: letters === null ? null : span(letters),
  };
}
