/** A text as a report shows it: where it has markup and its reader's result is given, without the markup. */

import type { Span } from "../../base/contract/common.ts";
import type { ReadText } from "../../base/contract/engine.ts";
import { partitionPoint } from "../../base/lists/sorted.ts";

/** A content: as it was sent, or as its reader read it (`readers` of `spolia/documents`). */
export type GivenText = string | ReadText;

export interface ReportedText {
  readonly text: string;
  /** Where a span of the content as it was sent stands in `text`. */
  spanOf(original: Span): Span;
}

export function shownText(given: GivenText): ReportedText {
  if (typeof given === "string") return { text: given, spanOf: (span) => span };
  const { text, pieces } = given;
  if (pieces === undefined) return { text, spanOf: (span) => span };
  const lengthOf = (piece: number) => (pieces[piece + 1]?.textStart ?? text.length) - pieces[piece]!.textStart;
  /** What is between two pieces has no text: it belongs to the end of the first one. */
  const placeOf = (original: number, isEnd: boolean): number => {
    const piece = partitionPoint(pieces.length, (i) => pieces[i]!.sourceStart <= original) - 1;
    if (piece < 0) return 0;
    const { textStart, sourceStart, sourceEnd } = pieces[piece]!;
    const length = lengthOf(piece);
    if (original >= sourceEnd) return textStart + length;
    if (length === sourceEnd - sourceStart) return textStart + original - sourceStart;
    return isEnd && original > sourceStart ? textStart + length : textStart;
  };
  return { text, spanOf: ({ start, end }) => ({ start: placeOf(start, false), end: placeOf(end, true) }) };
}
