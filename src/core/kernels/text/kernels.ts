/** Text kernels: fold, hash, select. `assembly/text/` explains each. */

import type { WordRoom } from "./growing.ts";

/** 64-bit hashes as two arrays of unsigned 32-bit halves: the form in which they are sorted, compared and stored. */
export interface Hashes {
  low: Uint32Array;
  high: Uint32Array;
}

/** The words of a text after folding. */
export interface Words {
  /** Hash of each word. */
  hashes: Hashes;
  /**
   * Position of each word in the text, in bytes: word i spans `bounds[2 * i]` to `bounds[2 * i + 1]`, including the
   * marks that follow it.
   */
  bounds: Uint32Array;
}

/** The contents of the fingerprints of several texts, in the order of the texts. */
export interface FingerprintSelection {
  /**
   * For each text four unsigned 32-bit numbers, equal for texts that fold to the same words:
   * `assembly/text/identity.ts`.
   */
  identities: Uint32Array[];
  lengthsWords: number[];
  /**
   * For each text, the distinct shingle hashes that winnowing keeps or that are sampled, ascending by (high, low). The
   * lowest bit of a lower half is 1 if winnowing kept the shingle.
   */
  selected: Hashes[];
  /** The same as fingerprints hold them: the upper half and the lower half of each, lowest byte first. */
  packed: Uint8Array[];
}

export interface TextKernels {
  /**
   * Folds UTF-8 text into words and hashes them. Bytes that are not UTF-8 separate words.
   *
   * @param room where the words are put, behind earlier ones; until it is cleared. The bounds stay until the next text
   */
  readWords(text: Uint8Array, room?: WordRoom): Words;
  /** The hashes that `readWords` gives of the text as UTF-8, which is never held as a whole. */
  hashWords(text: string): Hashes;
  /**
   * Writes a text as UTF-8, as `TextEncoder` does.
   *
   * @param room for three bytes a UTF-16 unit
   * @returns bytes that were written
   */
  encodeUtf8(text: string, room: Uint8Array): number;
  /** Four unsigned 32-bit numbers that identify this sequence of words. See `assembly/text/identity.ts`. */
  identity(words: Hashes): Uint32Array;
  /** 64-bit hash of every run of `shingleWords` consecutive words (1 to 16); empty if there are fewer words. */
  hashShingles(words: Hashes, shingleWords: number): Hashes;
  /**
   * The positions that winnowing keeps, ascending: one array for each window. A window is 1 to 1,024 shingles long;
   * hashes are ordered by their upper 21 bits. See `assembly/text/winnow.ts`.
   */
  winnow(hashes: Uint32Array, windows: readonly number[]): Uint32Array[];
  /** Computes the contents of the texts' fingerprints. One call for many small texts is faster than one call each. */
  select(texts: readonly (string | Uint8Array)[], shingleWords: number, window: number): FingerprintSelection;
}
