/**
 * Folding said plainly: one code point at a time, one list of words. Judge of `assembly/text/words.ts` and
 * `stretch.ts`, which explain the rules.
 */
import { ENTRY_CLASS, type FoldTable } from "./fold.table.ts";

/** The words of a text after folding. All arrays but `folded` have one entry a word. */
export interface FoldedText {
  /** Folded words end to end, UTF-8. */
  folded: Uint8Array;
  /** Where each word ends in `folded`. */
  ends: Uint32Array;
  /** Where each word begins in the text, in bytes. */
  starts: Uint32Array;
  /** Where it ends there, the marks behind it included. */
  stops: Uint32Array;
}

/** Longest stretch of text that one word may span, in bytes; as in `assembly/text/stretch.ts`. */
const TOKEN_BYTES_MAX = 1024;
const HANGUL_FIRST = 0xac00;

type Piece = { kind: number; codePoint: number };
type Word = { letters: number[]; kind: number; start: number; stop: number };

export function fold(text: Uint8Array, table: FoldTable): FoldedText {
  const words: Word[] = [];
  let open: Word | undefined;
  const close = (): void => {
    if (open !== undefined) words.push(open);
    open = undefined;
  };
  for (let start = 0, stop = 0; start < text.length; start = stop) {
    const { codePoint, length } = decodeAt(text, start);
    stop = start + length;
    if (open !== undefined && stop - open.start > TOKEN_BYTES_MAX) close();
    for (const { kind, codePoint: letter } of piecesOf(codePoint, table)) {
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

/** The code point at `at`; a separator of one byte where none stands. */
function decodeAt(bytes: Uint8Array, at: number): { codePoint: number | null; length: number } {
  const lead = bytes[at]!;
  if (lead < 0x80) return { codePoint: lead, length: 1 };
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  const rest = bytes.subarray(at + 1, at + length);
  const malformed = { codePoint: null, length: 1 };
  if (lead < 0xc2 || lead > 0xf4 || rest.length < length - 1 || rest.some((byte) => byte >> 6 !== 2)) return malformed;
  const codePoint = rest.reduce((bits, byte) => (bits << 6) | (byte & 0x3f), lead & (0x7f >> length));
  const smallest = [0, 0, 0x80, 0x800, 0x10000][length]!;
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return codePoint < smallest || codePoint > 0x10ffff || isSurrogate ? malformed : { codePoint, length };
}

function piecesOf(codePoint: number | null, { stage1, stage2, pool }: FoldTable): Piece[] {
  if (codePoint === null) return [{ kind: ENTRY_CLASS.separator, codePoint: 0 }];
  const entry = stage2[stage1[codePoint >> 6]! * 64 + (codePoint & 63)]!;
  if (entry & ENTRY_CLASS.isExpansion) {
    const at = entry >>> 4;
    const packed = pool.subarray(at + 1, at + 1 + pool[at]!);
    return Array.from(packed, (piece) => ({ kind: piece & 7, codePoint: piece >>> 4 }));
  }
  if ((entry & 7) === ENTRY_CLASS.hangul) return jamo(codePoint - HANGUL_FIRST);
  return [{ kind: entry & 7, codePoint: codePoint + (entry >> 4) }];
}

/** The letters of a Hangul syllable: 19 leads × 21 vowels × 28 tails, the first tail being none. */
function jamo(index: number): Piece[] {
  const letters = [0x1100 + Math.floor(index / 588), 0x1161 + Math.floor((index % 588) / 28), 0x11a7 + (index % 28)];
  return (index % 28 === 0 ? letters.slice(0, 2) : letters).map((codePoint) => ({ kind: ENTRY_CLASS.letter, codePoint }));
}

function laidOut(words: Word[]): FoldedText {
  const encoder = new TextEncoder();
  const folded = words.map(({ letters }) => encoder.encode(letters.map((letter) => String.fromCodePoint(letter)).join("")));
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
