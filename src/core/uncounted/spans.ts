/** The one form of what does not count, and of the passages that it is taken from. */
import type { Anchor } from "../kernels/passages/kernels.ts";
import type { WordRange } from "../text/text.ts";

/** Words of a content that are no evidence that it was copied, and why. */
export interface UncountedSpan extends WordRange {
  kind: "enumeration" | "boilerplate" | "given";
  /** What it is: `months`, or a text by its name, `MIT licence`; of a given text its place. */
  name: string;
}

/** All of them in one content. */
export interface Uncounted {
  /** Name, date and hash of the lists that they were found by. */
  lists: string;
  /** Ascending by their first words. A word may be in a span of each kind. */
  spans: readonly UncountedSpan[];
  /** 1 for each word that is in a span. */
  mask: Uint8Array;
  /** A key of a word: equal words have equal keys. */
  keyOf(word: number): number;
  /** Whether a range of words, with those around it, is of numbered provisions, as in laws. */
  areProvisions(range: WordRange): boolean;
  /** Number of words that are numbers, in a range. */
  numbersIn(range: WordRange): number;
}

/** What a content shares with a document, as a search of a corpus finds it. */
export interface SharedPassage {
  /** Words of the content, and how many the document has there. */
  content: WordRange;
  sourceWords: number;
  /** Runs of words that agree, ascending; `a` is the first word in the content. */
  agreeing: readonly Anchor[];
  longestRunWords: number;
  rarityBits: number;
  /** Number of works that share the passage. */
  documentFrequency: number;
  /** 1 for each word of the content that stands in a frame of the corpus; absent or `null` where none does. */
  frames?: Uint8Array | null;
  /** Word i of the content is worth `bits[kindOf[i]]`. */
  surprise: { readonly kindOf: Uint32Array; readonly bits: Float64Array };
}
