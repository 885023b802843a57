/** What the kernels of text do: fold, hash, select. `assembly/text/` explains each. */

/** 64-bit hashes as two arrays of unsigned 32-bit halves, because halves are what is sorted, compared and stored. */
export interface Hashes {
  low: Uint32Array;
  high: Uint32Array;
}

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

export interface TextKernels {
  /** Folds UTF-8 text into words. Bytes that are not UTF-8 stand between words, never in one. */
  fold(text: Uint8Array): FoldedText;
  /** 64-bit hash of each folded word. */
  hashWords(text: FoldedText): Hashes;
  /** 64-bit hash of every run of `shingleWords` consecutive words: none where there are fewer words. */
  hashShingles(words: Hashes, shingleWords: number): Hashes;
  /** Positions that winnowing keeps, ascending; see `assembly/text/winnow.ts`. */
  winnow(hashes: Uint32Array, window: number): Uint32Array;
}
