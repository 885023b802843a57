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
  /**
   * Where it stands in the text, in bytes: word i from `bounds[2 * i]` to `bounds[2 * i + 1]`, the marks behind it
   * included.
   */
  bounds: Uint32Array;
}

/** What the fingerprints of some texts hold, in the order of the texts. */
export interface FingerprintSelection {
  /**
   * Four unsigned 32-bit numbers a text, equal for texts that fold to the same words; see `assembly/text/identity.ts`.
   */
  identities: Uint32Array;
  lengthsWords: Uint32Array;
  /**
   * The distinct shingle hashes that winnowing keeps of each text or that are sampled, ascending by (high, low). The
   * lowest bit of a lower half says whether the shingle was kept.
   */
  selected: Hashes[];
}

export interface TextKernels {
  /** Folds UTF-8 text into words and hashes them. Bytes that are not UTF-8 stand between words, never in one. */
  readWords(text: Uint8Array): Words;
  /** Four unsigned 32-bit numbers that say which words these are, in this order. See `assembly/text/identity.ts`. */
  identity(words: Hashes): Uint32Array;
  /** 64-bit hash of every run of `shingleWords` consecutive words, 1 to 16: none where there are fewer words. */
  hashShingles(words: Hashes, shingleWords: number): Hashes;
  /**
   * Positions that winnowing keeps of hashes, which their upper 21 bits order, ascending: one array for each window, of
   * 1 to 1,024 shingles. See `assembly/text/winnow.ts`.
   */
  winnow(hashes: Uint32Array, windows: readonly number[]): Uint32Array[];
  /** Texts to what their fingerprints hold. Many small texts in one call are faster than one call each. */
  select(texts: readonly (string | Uint8Array)[], shingleWords: number, window: number): FingerprintSelection;
}
