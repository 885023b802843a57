/** Reference implementation of `assembly/passages/passages.ts`: where are two texts alike? */
import { PASSAGE_WORDS_MIN } from "../../../base/limits.ts";
import { isHopeless } from "./alone.reference.ts";
import { anchorsOf } from "./anchors.reference.ts";
import { chainAnchors } from "./chain.reference.ts";
import { Extender } from "./extend.reference.ts";
import type {
  AlignedPassage,
  AlignedPassages,
  Anchor,
  IndexedWords,
  PassageKernels,
  ShingledWords,
  WordHashes,
} from "./kernels.ts";
import { passagesOf } from "./measure.reference.ts";
import { placeBits } from "./scoring.ts";
import { searchTextBy, type TextReader } from "./searchText.ts";
import { isEvident } from "./worth.ts";

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

/**
 * For each word of an indexed text its word in the other text, or -1: working memory of one comparison after the other,
 * each of which puts back what it changed. Made anew for each text, it took most of the time of a long query.
 */
const placesOf = new WeakMap<IndexedWords, Int32Array>();

export function findPassages(
  a: IndexedWords,
  b: ShingledWords,
  marginWords: number,
  anchorsMax: number,
): AlignedPassages {
  const { text } = a.shingled;
  const { anchors, bounded } = anchorsOf(a, b, anchorsMax);
  if (anchors.length === 0) return { passages: [], edges: { start: false, end: false }, bounded, anchors: 0 };
  const places = placesOf.get(a) ?? new Int32Array(text.lengthWords).fill(-1);
  placesOf.set(a, places);
  const cellsPerWord = a.repetition === null ? CELLS_PER_WORD_MAX : CELLS_PER_WORD_REPETITIVE_MAX;
  const cellsMax = Math.min(CELLS_MAX, cellsPerWord * (text.lengthWords + b.text.lengthWords));
  const extender = new Extender(a, places, b.text, cellsMax);
  const found = passagesAlong(a, b.text, anchors, extender);
  // In a text that repeats itself, some repetition stands at every edge; what continues there has been found already.
  const open = a.repetition === null ? anchors : anchors.filter((anchor) => !isRepetition([anchor], extender));
  extender.release();
  found.sort((x, y) => y.agreeingWords - x.agreeingWords || x.a.start - y.a.start || x.b.start - y.b.start);
  const passages = withoutRepetitions(found, places);
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
    anchors: anchors.length,
  };
}

/** The passages of all chains, the best chain first. A chain inside an earlier passage gives no passage of its own. */
function passagesAlong(
  a: IndexedWords,
  b: WordHashes,
  anchors: readonly Anchor[],
  extender: Extender,
): AlignedPassage[] {
  const place = { placeBits: placeBits(a.shingled.text.lengthWords, b.lengthWords) };
  const isExplained = (wordA: number, wordB: number) => extender.isTaken(wordA, wordB);
  const passages: AlignedPassage[] = [];
  for (const chain of chainAnchors(anchors)) {
    if (chain.anchors.every((anchor) => extender.isWithin(anchor))) continue;
    if (a.repetition !== null && isRepetition(chain.anchors, extender)) continue;
    if (chain.anchors.length === 1 && isHopeless(a, b, chain.anchors[0]!)) continue;
    for (const passage of passagesOf(a, b, chain.anchors, extender)) {
      if (passage.agreeingWords < PASSAGE_WORDS_MIN) continue;
      if (!isEvident(a, { ...passage, ...place }, isExplained)) continue;
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
 * Of passages that cover the same words of `a`, keeps the best one: the repetitions of a refrain need not be reported.
 *
 * @param places working memory: -1 for every word of `a`, before and after
 */
function withoutRepetitions(passages: readonly AlignedPassage[], places: Int32Array): AlignedPassage[] {
  const kept: AlignedPassage[] = [];
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

export const passageReferences = (text: TextReader): PassageKernels => ({
  findAnchors: anchorsOf,
  findPassages,
  searchText: searchTextBy(text, findPassages),
  release: () => {},
});
