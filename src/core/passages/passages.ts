/**
 * Where are two texts alike, and how? Seeds (shared shingles) become anchors, anchors chains, chains passages: ranges
 * of words on both sides, the words in them that agree, and measures of agreement. README.md of this room
 * has a drawing.
 */

import { PASSAGE_WORDS_MIN } from "../../base/limits.ts";
import type { ShingledText } from "../fingerprint/shingles.ts";
import type { Text } from "../text/text.ts";
import { type Allowance, type Anchor, findAnchors, type ShingleIndex } from "./anchors.ts";
import { chainAnchors } from "./chain.ts";
import { Extender } from "./extend.ts";
import { type Passage, passagesOf } from "./measure.ts";
import { explainedBits } from "./worth.ts";

/**
 * Smallest number of bits, beyond those that name its place, of a passage without a run of `PASSAGE_WORDS_MIN` words:
 * unrelated novels have about one such passage in a million words, or fewer.
 */
const EVIDENCE_BITS_MIN = 50;
/**
 * A passage is dropped as a repetition if more than this share of its agreeing words belongs to better passages, unless
 * it adds `PASSAGE_WORDS_MIN` words to them.
 */
const REPEATED_SHARE_MAX = 0.5;
/**
 * Most cells of extensions for each word of the two texts: unrelated texts need about one, a copy with a third of its
 * words changed ten.
 */
const CELLS_PER_WORD_MAX = 64;
/**
 * The same where the indexed text repeats itself: any place is then like many others, and the paths to all of them are
 * wide.
 */
const CELLS_PER_WORD_REPETITIVE_MAX = 8;
/** Most cells in all: about two seconds. */
const CELLS_MAX = 1 << 26;

export type { Passage } from "./measure.ts";

export interface Passages {
  /** Longest first. */
  passages: Passage[];
  /**
   * Whether an anchor or a passage lies within `marginWords` of the beginning or the end of `b`: a passage may continue
   * outside.
   */
  edges: { start: boolean; end: boolean };
  bounded: boolean;
}

/**
 * Passages of at least `PASSAGE_WORDS_MIN` agreeing words that the indexed text `a` shares with `b`. Of every common
 * run of that length, all but fewer than `PASSAGE_WORDS_MIN` words of `a` are in them, unless the result is `bounded`.
 * Passages that `b` repeats are reported where they agree best.
 */
export function findPassages(a: ShingleIndex, b: ShingledText, marginWords = 0, allowance?: Allowance): Passages {
  const { text } = a.shingled;
  const { anchors, bounded } = findAnchors(a, b, allowance);
  if (anchors.length === 0) return { passages: [], edges: { start: false, end: false }, bounded };
  const cellsPerWord = a.repetition === null ? CELLS_PER_WORD_MAX : CELLS_PER_WORD_REPETITIVE_MAX;
  const cellsMax = Math.min(CELLS_MAX, cellsPerWord * (text.lengthWords + b.text.lengthWords));
  const extender = new Extender(a, b.text, cellsMax);
  let found: Passage[];
  let open: readonly Anchor[];
  try {
    found = passagesAlong(a, b.text, anchors, extender);
    // In a text that repeats itself, some repetition stands at every edge; what continues there has been found already.
    open = a.repetition === null ? anchors : anchors.filter((anchor) => !isRepetition([anchor], extender));
  } finally {
    extender.release();
  }
  found.sort((x, y) => y.agreeingWords - x.agreeingWords || x.a.start - y.a.start || x.b.start - y.b.start);
  const passages = withoutRepetitions(found, a.places);
  const openPassages = a.repetition === null ? found : passages;
  const starts = (start: number) => start < marginWords;
  const ends = (end: number) => end > b.text.lengthWords - marginWords;
  return {
    passages,
    edges: {
      start: open.some((anchor) => starts(anchor.b)) || openPassages.some((passage) => starts(passage.b.start)),
      end:
        open.some((anchor) => ends(anchor.b + anchor.lengthWords)) ||
        openPassages.some((passage) => ends(passage.b.end)),
    },
    bounded: bounded || extender.cellsLeft <= 0,
  };
}

/** The passages of all chains, the best chain first. A chain inside an earlier passage gives no passage of its own. */
function passagesAlong(a: ShingleIndex, b: Text, anchors: readonly Anchor[], extender: Extender): Passage[] {
  const isExplained = (wordA: number, wordB: number) => extender.isTaken(wordA, wordB);
  const passages: Passage[] = [];
  for (const chain of chainAnchors(anchors)) {
    if (chain.anchors.every((anchor) => extender.isWithin(anchor))) continue;
    if (a.repetition !== null && isRepetition(chain.anchors, extender)) continue;
    for (const passage of passagesOf(a, b, chain.anchors, extender)) {
      if (passage.agreeingWords < PASSAGE_WORDS_MIN) continue;
      if (!isEvident(a, passage, isExplained)) continue;
      passages.push(passage);
      extender.take(passage.agreeing);
    }
  }
  return passages;
}

/** Whether earlier passages already contain most words of a chain. */
function isRepetition(chain: readonly Anchor[], extender: Extender): boolean {
  let words = 0;
  let repeated = 0;
  for (const { a, lengthWords } of chain) {
    words += lengthWords;
    for (let word = a; word < a + lengthWords; word++) repeated += Number(extender.isTakenA(word));
  }
  return onlyRepeats(words, repeated);
}

function onlyRepeats(words: number, repeated: number): boolean {
  return repeated > REPEATED_SHARE_MAX * words && words - repeated < PASSAGE_WORDS_MIN;
}

/**
 * Whether a passage is more than chance and more than a repetition of better ones: it has a run of `PASSAGE_WORDS_MIN`
 * words, or enough evidence in words that no better passage explains. A text that repeats itself in other words
 * resembles its source at each repetition.
 */
export function isEvident(
  { wordUnits }: ShingleIndex,
  passage: Pick<Passage, "agreeing" | "bits" | "placeBits" | "longestRunWords">,
  isExplained: (wordA: number, wordB: number) => boolean,
): boolean {
  if (passage.longestRunWords >= PASSAGE_WORDS_MIN) return true;
  const bitsBeyond = passage.bits - passage.placeBits;
  if (bitsBeyond < EVIDENCE_BITS_MIN) return false;
  return bitsBeyond - explainedBits(wordUnits, passage.agreeing, isExplained) >= EVIDENCE_BITS_MIN;
}

/**
 * Of passages that cover the same words of `a`, keeps the best one: the repetitions of a refrain need not be reported.
 *
 * @param places working memory: -1 for every word of `a`, before and after
 */
function withoutRepetitions(passages: readonly Passage[], places: Int32Array): Passage[] {
  const kept: Passage[] = [];
  for (const passage of passages) {
    let repeated = 0;
    for (const run of passage.agreeing) {
      for (let word = run.a; word < run.a + run.lengthWords; word++) repeated += Number(places[word]! >= 0);
    }
    if (onlyRepeats(passage.agreeingWords, repeated)) continue;
    for (const run of passage.agreeing) places.fill(1, run.a, run.a + run.lengthWords);
    kept.push(passage);
  }
  for (const { a } of kept) places.fill(-1, a.start, a.end);
  return kept;
}
