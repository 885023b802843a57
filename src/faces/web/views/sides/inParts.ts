/** Long texts are drawn some paragraphs at a time, so that a book does not stop the page. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Piece } from "../../../../report/layout/pieces.ts";

/** Paragraphs, or characters, that are drawn at once: what takes some milliseconds. */
const AT_ONCE = { lines: 20, characters: 6_000 };
/** A line on a screen: what is not in sight takes the room of so many until it is. */
const LINE = { characters: 72, rem: 1.82 };

export interface DrawnTogether {
  lines: readonly Piece[][];
  /** Numbers of the passages over them. */
  numbers: readonly number[];
  /** Room until they are in sight. */
  style: { containIntrinsicHeight: string };
}

export function inParts(lines: readonly Piece[][]): DrawnTogether[] {
  const parts: DrawnTogether[] = [];
  for (let from = 0; from < lines.length; ) {
    let [to, characters, rows] = [from, 0, 0];
    while (to < lines.length && to - from < AT_ONCE.lines && (to === from || characters < AT_ONCE.characters)) {
      const line = lines[to++]!;
      const length = (line.at(-1)?.end ?? 0) - (line[0]?.start ?? 0);
      characters += length;
      rows += Math.max(1, Math.ceil(length / LINE.characters));
    }
    const some = lines.slice(from, to);
    const style = { containIntrinsicHeight: `auto ${Math.round(rows * LINE.rem)}rem` };
    parts.push({ lines: some, numbers: numbersOver(some.flat()), style });
    from = to;
  }
  return parts;
}

export const numbersOver = (pieces: readonly Piece[]): number[] => [...new Set(pieces.flatMap(({ over }) => over))];

/** How many of the parts are drawn by now: one more in each turn. */
export function useDrawn(parts: readonly DrawnTogether[]): number {
  const drawn = useSignal(1);
  useEffect(() => {
    if (drawn.value >= parts.length) return;
    const turn = setTimeout(() => {
      drawn.value += 1;
    });
    return () => clearTimeout(turn);
  }, [drawn.value, parts]);
  return drawn.value;
}
