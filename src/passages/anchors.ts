/**
 * Anchors: maximal runs of equal words that two texts share, found through their shingles.
 *
 *   a   w w w THE SLY OLD FOX RAN AWAY w w          one anchor { a: 3, b: 1, lengthWords: 6 }
 *   b   w THE SLY OLD FOX RAN AWAY w w w w
 */
import type { ShingledText } from "../fingerprint/shingles.ts";
import { hashKey } from "../fingerprint/shingles.ts";
import type { Text } from "../text/text.ts";

/** A run of equal words: `lengthWords` of them from word `a` of one text and word `b` of the other. */
export interface Anchor {
  a: number;
  b: number;
  lengthWords: number;
}

export interface Anchors {
  anchors: Anchor[];
  /** Whether a budget cut the search short, which takes texts that repeat themselves thousands of times. */
  bounded: boolean;
}

/** Places of one shingle that are followed up. A shingle that stands more often in one text tells little about either. */
const PLACES_MAX = 64;
/** Words that may be compared for each word of the two texts. Ordinary texts need about one. */
const COMPARISONS_PER_WORD_MAX = 64;
/** Anchors for each word of the two texts. Unrelated texts need few, a copy one in all; a text of three words in all orders needs ten. */
const ANCHORS_PER_WORD_MAX = 2;
/** Anchors in all: what chaining orders in about a second. A text of five million words with every tenth changed has as many. */
const ANCHORS_MAX = 500_000;

const SEEN_VALUES = 1 << 16;

/** A text whose shingles can be looked up: made once, and used against many others. */
export interface ShingleIndex {
  readonly shingled: ShingledText;
  /** First place of each shingle, and from each place the next: -1 where there is none. */
  readonly first: Map<number, number>;
  readonly next: Int32Array;
  /** 1 for each value of a hash's lower 16 bits that some shingle has: most shingles of other texts need no second look. */
  readonly seen: Uint8Array;
}

export function indexShingles(shingled: ShingledText): ShingleIndex {
  const count = shingled.shingles.low.length;
  const first = new Map<number, number>();
  const next = new Int32Array(count).fill(-1);
  const seen = new Uint8Array(SEEN_VALUES);
  for (let at = count - 1; at >= 0; at--) {
    const key = hashKey(shingled.shingles, at);
    next[at] = first.get(key) ?? -1;
    first.set(key, at);
    seen[shingled.shingles.low[at]! & (SEEN_VALUES - 1)] = 1;
  }
  return { shingled, first, next, seen };
}

/** All anchors of at least one shingle between the indexed text `a` and `b`, in the order of b. */
export function findAnchors(index: ShingleIndex, b: ShingledText): Anchors {
  const { text: textA } = index.shingled;
  const anchors: Anchor[] = [];
  const words = textA.lengthWords + b.text.lengthWords;
  let comparisonsLeft = COMPARISONS_PER_WORD_MAX * words;
  const anchorsMax = Math.min(ANCHORS_MAX, ANCHORS_PER_WORD_MAX * words);
  let bounded = false;
  for (let atB = 0; atB < b.shingles.low.length; atB++) {
    if (index.seen[b.shingles.low[atB]! & (SEEN_VALUES - 1)] === 0) continue;
    let places = 0;
    for (let atA = index.first.get(hashKey(b.shingles, atB)) ?? -1; atA >= 0; atA = index.next[atA]!) {
      if (++places > PLACES_MAX || comparisonsLeft < 0 || anchors.length >= anchorsMax) {
        bounded = true;
        break;
      }
      if (atA > 0 && atB > 0 && sameWord(textA, atA - 1, b.text, atB - 1)) continue; // inside a run that began earlier
      const lengthWords = runLength(textA, atA, b.text, atB);
      comparisonsLeft -= lengthWords;
      if (lengthWords >= b.profile.shingleWords) anchors.push({ a: atA, b: atB, lengthWords });
    }
  }
  return { anchors, bounded };
}

export function sameWord(a: Text, atA: number, b: Text, atB: number): boolean {
  return a.words.low[atA] === b.words.low[atB] && a.words.high[atA] === b.words.high[atB];
}

function runLength(a: Text, atA: number, b: Text, atB: number): number {
  const most = Math.min(a.lengthWords - atA, b.lengthWords - atB);
  let length = 0;
  while (length < most && sameWord(a, atA + length, b, atB + length)) length++;
  return length;
}
