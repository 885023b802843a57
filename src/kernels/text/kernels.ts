/** What the kernels of text do: fold, hash, select. `assembly/text/` explains each. */

/** 64-bit hashes as two arrays of unsigned 32-bit halves, because halves are what is sorted, compared and stored. */
export interface Hashes {
  low: Uint32Array;
  high: Uint32Array;
}

/** The words of a text after folding. */
export interface Words {
  /** Hash of each word. */
  hashes: Hashes;
  /** Where it stands in the text, in bytes: word i from `bounds[2 * i]` to `bounds[2 * i + 1]`, the marks behind it included. */
  bounds: Uint32Array;
}

export interface TextKernels {
  /** Folds UTF-8 text into words and hashes them. Bytes that are not UTF-8 stand between words, never in one. */
  readWords(text: Uint8Array): Words;
  /** 64-bit hash of every run of `shingleWords` consecutive words, 1 to 16: none where there are fewer words. */
  hashShingles(words: Hashes, shingleWords: number): Hashes;
  /** Positions that winnowing keeps of hashes, ordered by their upper 21 bits; window of 1 to 1,024. See `assembly/text/winnow.ts`. */
  winnow(hashes: Uint32Array, window: number): Uint32Array;
}
