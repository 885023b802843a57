/**
 * Takes out what is drawn again to look bold: whole pieces, a page drawn again, or each letter by itself, twice or more
 * often. Of the last, pieces begin within the one before: `T` `Th` `he` `e lliig` is `The lig`.
 */
import { addTo } from "../../../../base/lists/groups.ts";

/** Where a piece stands, and what is drawn there. */
interface Drawn {
  text: string;
  x0: number;
  x1: number;
  y: number;
  size: number;
  hasSpaceAfter: boolean;
}

/** Text that is drawn again lies that near: as a part of its size. */
const SHIFT = 0.15;
/** Of much that is alike, so many places are looked at, the last ones. */
const ALIKE_MAX = 200;
/** Pieces begin so far within the one before, as a part of their size. */
const OVERLAP_MIN = 0.2;
/** Fewest pieces that lie so, and letters in them: fewer are doubled by chance. */
const PIECES_MIN = 3;
const LETTERS_MIN = 8;
/** How often a letter is drawn, as programs do it. */
const TIMES = [4, 3, 2];

export function withoutDoubles<Piece extends Drawn>(group: readonly Piece[]): Piece[] {
  const drawn = new Map<string, Piece[]>();
  return letterByLetter(group).filter((fragment) => {
    const alike = drawn.get(fragment.text) ?? [];
    if (alike.slice(-ALIKE_MAX).some((before) => isNear(before, fragment))) return false;
    addTo(drawn, fragment.text, fragment);
    return true;
  });
}

function isNear(one: Drawn, other: Drawn): boolean {
  const shift = SHIFT * other.size;
  return Math.abs(one.x0 - other.x0) < shift && Math.abs(one.y - other.y) < shift;
}

/** The pieces; those in which each letter is drawn several times are one. */
function letterByLetter<Piece extends Drawn>(group: readonly Piece[]): Piece[] {
  const pieces: Piece[] = [];
  for (let from = 0; from < group.length; ) {
    let to = from + 1;
    while (to < group.length && beginsWithin(group[to]!, group[to - 1]!)) to++;
    const united = to - from >= PIECES_MIN ? unitedOf(group.slice(from, to)) : null;
    pieces.push(...(united === null ? group.slice(from, to) : [united]));
    from = to;
  }
  return pieces;
}

function beginsWithin({ x0, y, size }: Drawn, before: Drawn): boolean {
  return Math.abs(y - before.y) < SHIFT * size && x0 > before.x0 && before.x1 - x0 > OVERLAP_MIN * size;
}

/** One piece with each letter once; `null` where not all of them are drawn equally often. */
function unitedOf<Piece extends Drawn>(pieces: readonly Piece[]): Piece | null {
  const words = pieces
    .map((piece) => piece.text + (piece.hasSpaceAfter ? " " : ""))
    .join("")
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => Array.from(word));
  const times = TIMES.find((times) => words.every((word) => areRepeated(word, times)));
  if (times === undefined || words.flat().length < LETTERS_MIN) return null;
  const text = words.map((word) => word.filter((_, at) => at % times === 0).join("")).join(" ");
  const last = pieces.at(-1)!;
  return { ...pieces[0]!, text, x1: last.x1, hasSpaceAfter: last.hasSpaceAfter };
}

/** Whether each letter stands that often before the next one. */
const areRepeated = (letters: readonly string[], times: number): boolean =>
  letters.length % times === 0 && letters.every((letter, at) => letter === letters[at - (at % times)]);
