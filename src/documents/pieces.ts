/** Builds a reader's result: text that grows at its end, and for every part of it the place in the document it came from. */
import type { ReadText } from "../contract/engine.ts";

/**
 * Pieces that are told apart. 32 MiB of hostile markup hold 16 million, 2 GB of objects; a book holds thousands. Beyond this the
 * pieces of about `COARSE_UNITS` of the document are told as one, and offsets into them are as coarse as that.
 */
const PIECES_FINE_MAX = 1 << 20;
const COARSE_UNITS = 4_096;

/** Parts that wait to be joined. */
const PARTS_MAX = 1 << 14;

export class TextPieces {
  readonly #document: string;
  readonly #fineMax: number;
  readonly #pieces: NonNullable<ReadText["pieces"]> = [];
  readonly #texts: string[] = [];
  #parts: string[] = [];
  #lengthUnits = 0;

  constructor(document: string, fineMax = PIECES_FINE_MAX) {
    this.#document = document;
    this.#fineMax = fineMax;
  }

  /** Takes `[start, end)` of the document over as it stands. */
  keep(start: number, end: number): void {
    if (start >= end) return;
    const last = this.#pieces.at(-1);
    const text = this.#document.slice(start, end);
    const isUnitByUnit = last !== undefined && this.#lengthUnits - last.textStart === last.sourceEnd - last.sourceStart;
    if (isUnitByUnit && last.sourceEnd === start) this.#extend(last, text, end);
    else this.#piece(text, start, end);
  }

  /** Says `text` for `[start, end)` of the document, which maps as a whole. It is shorter than what it stands for. */
  put(text: string, start: number, end: number): void {
    const last = this.#pieces.at(-1);
    // One character reference may stand for two code points; both came from the same place.
    if (last !== undefined && start < last.sourceEnd) this.#extend(last, text, last.sourceEnd);
    else if (text !== "") this.#piece(text, start, end);
  }

  finish(): ReadText {
    this.#texts.push(this.#parts.join(""));
    return { text: this.#texts.join(""), pieces: this.#pieces };
  }

  #piece(text: string, sourceStart: number, sourceEnd: number): void {
    const last = this.#pieces.at(-1);
    // Pieces told as one are shorter than their source, for what lay between them is gone: they never look unit by unit.
    if (last !== undefined && this.#pieces.length >= this.#fineMax && sourceEnd - last.sourceStart <= COARSE_UNITS) {
      this.#extend(last, text, sourceEnd);
      return;
    }
    this.#pieces.push({ textStart: this.#lengthUnits, sourceStart, sourceEnd });
    this.#append(text);
  }

  #extend(piece: { sourceEnd: number }, text: string, sourceEnd: number): void {
    piece.sourceEnd = sourceEnd;
    this.#append(text);
  }

  #append(text: string): void {
    this.#parts.push(text);
    this.#lengthUnits += text.length;
    if (this.#parts.length < PARTS_MAX) return;
    this.#texts.push(this.#parts.join(""));
    this.#parts = [];
  }
}
