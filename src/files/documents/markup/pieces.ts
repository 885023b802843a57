/** Builds a reader's result: the text, and for every part of it the place in the document that it comes from. */
import type { ReadText } from "../../../base/contract/engine.ts";

/**
 * Most pieces that are stored separately. 32 MiB of hostile markup have 16 million, 2 GB of objects; a book has
 * thousands. Beyond it, the pieces of about `COARSE_UNITS` of the document are merged, and offsets into them are as
 * coarse.
 */
const PIECES_FINE_MAX = 1 << 20;
const COARSE_UNITS = 4_096;

/** Most text parts that wait to be joined. */
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

  /** UTF-16 units of the text so far. */
  get lengthUnits(): number {
    return this.#lengthUnits;
  }

  /** Copies `[start, end)` of the document unchanged. */
  keep(start: number, end: number): void {
    if (start >= end) return;
    const last = this.#pieces.at(-1);
    const text = this.#document.slice(start, end);
    const isUnitByUnit = last !== undefined && this.#lengthUnits - last.textStart === last.sourceEnd - last.sourceStart;
    if (isUnitByUnit && last.sourceEnd === start) this.#extend(last, text, end);
    else this.#piece(text, start, end);
  }

  /**
   * Puts `text` in place of `[start, end)` of the document, which maps as a whole. It must be shorter than the range.
   */
  put(text: string, start: number, end: number): void {
    const last = this.#pieces.at(-1);
    // One character reference may stand for two code points; both come from the same place.
    if (last !== undefined && start < last.sourceEnd) this.#extend(last, text, last.sourceEnd);
    else if (text !== "") this.#piece(text, start, end);
  }

  finish(): ReadText {
    this.#texts.push(this.#parts.join(""));
    return { text: this.#texts.join(""), pieces: this.#pieces };
  }

  #piece(text: string, sourceStart: number, sourceEnd: number): void {
    const last = this.#pieces.at(-1);
    // Merged pieces are shorter than their source, because text between them is gone: they never look like unit-by-unit
    // copies.
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
