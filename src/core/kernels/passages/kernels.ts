/** Kernels that find where two texts are alike. `assembly/passages/` explains each. */
import type { Hashes, Words } from "../text/kernels.ts";

/** A run of `lengthWords` equal words, from word `a` of one text and word `b` of the other. */
export interface Anchor {
  a: number;
  b: number;
  lengthWords: number;
}

/** The words of a text, as a comparison needs them. */
export interface WordHashes {
  readonly lengthWords: number;
  readonly words: Hashes;
}

/** The same with the shingle that starts at each word. */
export interface ShingledWords {
  readonly text: WordHashes;
  readonly shingles: Hashes;
  readonly profile: { readonly shingleWords: number };
}

/**
 * For each place of a text, the end of the repeating run that contains it, and the run's period in words; 0 outside of
 * runs.
 */
export interface Repeats {
  readonly end: Int32Array;
  readonly period: Int32Array;
}

/** Repetition in a text most of whose shingles recur, with repeating runs or with few distinct shingles. */
export interface Repetition {
  /** The repeating runs, or `null` where there are none. */
  readonly repeats: Repeats | null;
  /** For each place of a shingle the next place that follows a different word, or -1. */
  readonly nextBehindOther: Int32Array;
}

/** A text whose shingles can be looked up. It never changes: an instance keeps a copy from call to call. */
export interface IndexedWords {
  readonly shingled: ShingledWords;
  /** A bit for the lower bits of each shingle's hash: a filter that spares most shingles of other texts the lookup. */
  readonly seen: Int32Array;
  /** Open addressing hash table of a power of two slots: 1 + the first place of a shingle, or 0 for an empty slot. */
  readonly slots: Int32Array;
  /** For each place of a shingle its next place, or -1. */
  readonly next: Int32Array;
  /** How the text repeats itself; `null` where it does not. */
  readonly repetition: Repetition | null;
  /** What each word is worth where it agrees, in the units of scoring.ts. */
  readonly wordUnits: Uint8Array;
  /** Whether some shingle found no slot. */
  readonly isPartial: boolean;
}

export interface Anchors {
  /** In ascending order of b. */
  anchors: Anchor[];
  /** Whether a budget cut the search short; this happens with texts that repeat themselves thousands of times. */
  bounded: boolean;
}

interface FoundRange {
  start: number;
  end: number;
}

/** A passage, by what its words say. */
export interface AlignedPassage {
  a: FoundRange;
  b: FoundRange;
  /** Runs of words that agree, ascending in both texts. */
  agreeing: Anchor[];
  agreeingWords: number;
  longestRunWords: number;
  /** What the alignment is worth in bits. */
  bits: number;
}

export interface AlignedPassages {
  /** Most agreeing words first; then by place in a, and in b. */
  passages: AlignedPassage[];
  /**
   * Whether an anchor or a passage lies within `marginWords` of the beginning or the end of `b`: a passage may continue
   * outside.
   */
  edges: { start: boolean; end: boolean };
  bounded: boolean;
  /** Number of anchors that were found. */
  anchors: number;
}

/** Passages of a text, with its words where there are any. */
export interface SearchedText extends AlignedPassages {
  words: Words | null;
}

export interface PassageKernels {
  /** At most `anchorsMax` anchors of at least one shingle. */
  findAnchors(a: IndexedWords, b: ShingledWords, anchorsMax: number): Anchors;
  /** The passages that an indexed text shares with another. */
  findPassages(a: IndexedWords, b: ShingledWords, marginWords: number, anchorsMax: number): AlignedPassages;
  /** The same with a text in UTF-8, which is folded and shingled as the indexed text was. */
  searchText(a: IndexedWords, b: Uint8Array, marginWords: number, anchorsMax: number): SearchedText;
  /** Frees what is kept of a long indexed text: to be called behind the last comparison with it. */
  release(a: IndexedWords): void;
}
