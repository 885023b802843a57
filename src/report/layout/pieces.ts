/** A part of a text cut where passages begin and end. */
import type { Span } from "../../base/contract/common.ts";

export interface Piece extends Span {
  /** Numbers of the passages over it, the shortest first. */
  over: readonly number[];
  /** Numbers of the passages that begin here, in the given order. */
  begins: readonly number[];
}

/** A text whose spans are written in another way than what is between them. */
export function withSpans<Part extends Span>(
  text: string,
  spans: readonly Part[],
  between: (words: string) => string,
  within: (words: string, span: Part) => string,
): string {
  let at = 0;
  const parts = spans.map((span) => {
    const part = between(text.slice(at, span.start)) + within(text.slice(span.start, span.end), span);
    at = span.end;
    return part;
  });
  return parts.join("") + between(text.slice(at));
}

/** @param passages those that have words in the part, and perhaps others */
export function piecesOf({ start, end }: Span, passages: readonly ({ number: number } & Span)[]): Piece[] {
  const cuts = new Set([start, end]);
  for (const passage of passages)
    for (const cut of [passage.start, passage.end]) if (cut > start && cut < end) cuts.add(cut);
  const sorted = [...cuts].sort((one, other) => one - other);
  return sorted.slice(0, -1).map((from, i) => {
    const to = sorted[i + 1]!;
    const over = passages.filter((passage) => passage.start <= from && passage.end >= to);
    return {
      start: from,
      end: to,
      over: over.toSorted((one, other) => one.end - one.start - (other.end - other.start)).map(({ number }) => number),
      begins: over.filter((passage) => passage.start === from).map(({ number }) => number),
    };
  });
}
