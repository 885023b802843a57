/**
 * Reference implementation of `assembly/text/words/words.ts` and `stretch.ts`, which explain the rules: folds one code
 * point at a time into one list of words.
 */
import { ENTRY_CLASS, type FoldPiece, type FoldTable, piecesAt } from "./foldTable.ts";
import { decodeAt, joinLines } from "./lines.reference.ts";
import { undoLookAlikes } from "./lookalikes.ts";

/** The words of a text after folding. All arrays except `folded` have one entry per word. */
export interface FoldedText {
  /** The folded words in UTF-8, concatenated. */
  folded: Uint8Array;
  /** Where each word ends in `folded`. */
  ends: Uint32Array;
  /** Where each word begins in the text, in bytes. */
  starts: Uint32Array;
  /** Where each word ends in the text, in bytes, including the marks that follow it. */
  stops: Uint32Array;
}

/** Maximum bytes of text that one word may span; as in `assembly/text/words/stretch.ts`. */
const TOKEN_BYTES_MAX = 1024;

type Word = { letters: number[]; kind: number; start: number; stop: number };

const SEPARATOR: readonly FoldPiece[] = [{ kind: ENTRY_CLASS.separator, codePoint: 0 }];

export function fold(original: Uint8Array, table: FoldTable): FoldedText {
  const text = joinLines(original, table);
  const words: Word[] = [];
  let open: Word | undefined;
  const close = (): void => {
    if (open !== undefined) words.push({ ...open, letters: undoLookAlikes(open.letters, table) ?? open.letters });
    open = undefined;
  };
  for (let start = 0, stop = 0; start < text.length; start = stop) {
    const { codePoint, length } = decodeAt(text, start);
    stop = start + length;
    if (open !== undefined && stop - open.start > TOKEN_BYTES_MAX) close();
    for (const { kind, codePoint: letter } of codePoint === null ? SEPARATOR : piecesAt(codePoint, table)) {
      if (
        kind === ENTRY_CLASS.separator ||
        kind === ENTRY_CLASS.solo ||
        (kind === ENTRY_CLASS.letter && open?.kind === ENTRY_CLASS.solo)
      )
        close();
      if (kind === ENTRY_CLASS.letter || kind === ENTRY_CLASS.solo) open ??= { letters: [], kind, start, stop };
      if (open === undefined) continue;
      open.stop = stop;
      if (kind !== ENTRY_CLASS.drop) open.letters.push(letter);
    }
  }
  close();
  return laidOut(words);
}

function laidOut(words: Word[]): FoldedText {
  const encoder = new TextEncoder();
  const folded = words.map(({ letters }) =>
    encoder.encode(letters.map((letter) => String.fromCodePoint(letter)).join("")),
  );
  const bytes = new Uint8Array(folded.reduce((sum, { length }) => sum + length, 0));
  let end = 0;
  const ends = Uint32Array.from(folded, (word) => {
    bytes.set(word, end);
    end += word.length;
    return end;
  });
  return {
    folded: bytes,
    ends,
    starts: Uint32Array.from(words, ({ start }) => start),
    stops: Uint32Array.from(words, ({ stop }) => stop),
  };
}
