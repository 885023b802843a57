/** A text cut into paragraphs, and these into pieces by the passages over them. */
import { type Piece, piecesOf } from "../../report/layout/pieces.ts";
import type { NumberedPassage } from "./messages.ts";

/** A paragraph; lines longer than this are cut, so that no element holds a whole book. */
const PARAGRAPH_MAX = 6_000;

export function paragraphsIn(text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let start = 0; start < text.length; ) {
    const line = text.indexOf("\n", start);
    let end = line < 0 ? text.length : line + 1;
    if (end - start > PARAGRAPH_MAX) {
      const space = text.lastIndexOf(" ", start + PARAGRAPH_MAX);
      end = space > start ? space + 1 : start + PARAGRAPH_MAX;
    }
    found.push({ start, end });
    start = end;
  }
  return found;
}

/** The pieces of each paragraph, by one pass over the passages in their order. */
export function piecesIn(
  paragraphs: readonly { start: number; end: number }[],
  passages: readonly Pick<NumberedPassage, "number" | "start" | "end">[],
): Piece[][] {
  const ordered = [...passages].sort((one, other) => one.start - other.start || one.end - other.end);
  let next = 0;
  let open: typeof ordered = [];
  return paragraphs.map(({ start, end }) => {
    while (next < ordered.length && ordered[next]!.start < end) open.push(ordered[next++]!);
    open = open.filter((passage) => passage.end > start);
    return piecesOf({ start, end }, open);
  });
}
