/**
 * Where does a document have other words in the place of some of an item's, with the rest as the item has it?
 *
 *   item      Let m and n be … the probability that  a fair coin shows heads nine times  . Find m + n.
 *   document  Let m and n be … the probability that  the product of two dice is a square . Find m + n.
 *             └────────────── agrees ─────────────┘  └───────── the slot ─────────────┘
 *
 * What stands there may be told by words that agree behind it, be they few, or by the end of the document.
 */
import type { Anchor } from "../../kernels/passages/kernels.ts";
import type { Text, WordRange } from "../../text/text.ts";

/** Fewer words are an edit. */
const SLOT_WORDS_MIN = 5;
/** Of the words of a slot, a reworded text keeps more than so many. */
const KEPT_SHARE_MAX = 0.5;
/** A filling is at most so much longer than the item's, and so many words; at the end of a document, at least half. */
const FILLING_MAX = 2;
const FILLING_WORDS_MORE = 8;
const FILLING_MIN = 0.5;
/** Fewer words that agree are chance. */
const RUN_WORDS_MIN = 3;
/** More words in a row are no frame, but a copy of a part: from 50 on, a confidence speaks of reuse. */
const FRAME_RUN_WORDS_MAX = 49;
/** Who has the beginning or the end of a text, and no more than so many words less, may have used its frame. */
const EDGE_WORDS_MAX = 400;
/** Further places that are looked at in one document, if it is no longer than a page: not in a dataset in one text. */
const FURTHER_PLACES_MAX = 16;
const PAGE_WORDS_MAX = 50_000;

/** A place of an item, and the words that a document has there. */
interface Slot extends WordRange {
  filling: ReadonlySet<number>;
}

/** One place of a document that has the words of an item around slots. */
export interface FrameInstance {
  /** Ascending; an end that both texts have in common is a run of no words. */
  agreeing: readonly Anchor[];
  slots: readonly Slot[];
}

/** The places of a document that share these runs with an item, if they have slots. */
export function instancesOf(item: Text, agreeing: readonly Anchor[], text: Text): FrameInstance[] {
  const chains: Anchor[][] = [];
  // Single words agree by chance, in the middle of other fillings too.
  const runs = agreeing.filter(({ lengthWords }) => lengthWords >= RUN_WORDS_MIN);
  if (runs.some(({ lengthWords }) => lengthWords > FRAME_RUN_WORDS_MAX)) return [];
  for (const run of runs.sort((x, y) => x.b - y.b || x.a - y.a)) {
    const last = chains.at(-1)?.at(-1);
    const goesOn =
      last !== undefined &&
      run.a >= endA(last) &&
      run.b >= endB(last) &&
      run.b - endB(last) <= roomOf(item.lengthWords);
    if (goesOn) chains.at(-1)!.push(run);
    else chains.push([run]);
  }
  const instances = chains.flatMap((chain) => instanceOf(item, chain, text));
  if (instances.length === 0 || text.lengthWords > PAGE_WORDS_MAX) return instances;
  return [...instances, ...furtherPlaces(item, runs, text).flatMap((place) => instanceOf(item, place, text))];
}

function instanceOf(item: Text, chain: readonly Anchor[], text: Text): FrameInstance[] {
  const agreeing = [...openingOf(item, chain[0]!, text), ...chain, ...closingOf(item, chain.at(-1)!, text)];
  const slots = slotsOf(item, agreeing, text);
  return slots.length === 0 ? [] : [{ agreeing, slots }];
}

/** Where else the longest run stands: an item is aligned once with a page that has its frame many times. */
function furtherPlaces(item: Text, runs: readonly Anchor[], text: Text): Anchor[][] {
  const longest = runs.reduce((best, run) => (run.lengthWords > best.lengthWords ? run : best), runs[0]!);
  const { a, lengthWords } = longest;
  const places: Anchor[][] = [];
  for (let b = 0; b + lengthWords <= text.lengthWords && places.length < FURTHER_PLACES_MAX; b++) {
    const place = { a, b, lengthWords };
    if (agrees(item, text, place) && runs.every((run) => b >= endB(run) || b + lengthWords <= run.b))
      places.push([place]);
  }
  return places;
}

/** Whether two fillings of a slot, or a filling and the item's own, say something else. */
export function areOther(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  let common = 0;
  for (const word of one) common += Number(other.has(word));
  return common <= KEPT_SHARE_MAX * Math.min(one.size, other.size);
}

function slotsOf(item: Text, agreeing: readonly Anchor[], text: Text): Slot[] {
  return agreeing.slice(1).flatMap((behind, i) => {
    const before = agreeing[i]!;
    const mine = { start: endA(before), end: behind.a };
    const theirs = { start: endB(before), end: behind.b };
    const filling = wordsOf(text, theirs);
    const isSlot =
      mine.end - mine.start >= SLOT_WORDS_MIN &&
      theirs.end > theirs.start &&
      theirs.end - theirs.start <= roomOf(mine.end - mine.start) &&
      areOther(filling, wordsOf(item, mine));
    return isSlot ? [{ ...mine, filling }] : [];
  });
}

/** Where an item goes on and nothing agrees any more: its last words, if the document has them, or the ends of both. */
function closingOf(item: Text, last: Anchor, text: Text): Anchor[] {
  const [start, from] = [endA(last), endB(last)];
  const left = item.lengthWords - start;
  if (left < SLOT_WORDS_MIN || left > EDGE_WORDS_MAX) return [];
  const upTo = Math.min(text.lengthWords, from + roomOf(left));
  for (let end = from + 1 + RUN_WORDS_MIN; end <= upTo; end++) {
    const most = Math.min(left - SLOT_WORDS_MIN, end - from - 1);
    let words = 0;
    while (words < most && areSame(item, item.lengthWords - 1 - words, text, end - 1 - words)) words++;
    if (words >= RUN_WORDS_MIN) return [{ a: item.lengthWords - words, b: end - words, lengthWords: words }];
  }
  return isAsLong(text.lengthWords - from, left) ? [{ a: item.lengthWords, b: text.lengthWords, lengthWords: 0 }] : [];
}

/** The same where an item begins with other words than the document. */
function openingOf(item: Text, first: Anchor, text: Text): Anchor[] {
  const { a: left, b: to } = first;
  if (left < SLOT_WORDS_MIN || left > EDGE_WORDS_MAX) return [];
  const downTo = Math.max(0, to - roomOf(left));
  for (let b = to - 1 - RUN_WORDS_MIN; b >= downTo; b--) {
    const most = Math.min(left - SLOT_WORDS_MIN, to - 1 - b);
    let words = 0;
    while (words < most && areSame(item, words, text, b + words)) words++;
    if (words >= RUN_WORDS_MIN) return [{ a: 0, b, lengthWords: words }];
  }
  return isAsLong(to, left) ? [{ a: 0, b: 0, lengthWords: 0 }] : [];
}

function agrees(item: Text, text: Text, { a, b, lengthWords }: Anchor): boolean {
  for (let i = 0; i < lengthWords; i++) if (!areSame(item, a + i, text, b + i)) return false;
  return true;
}

const areSame = (item: Text, a: number, text: Text, b: number): boolean =>
  item.words.low[a] === text.words.low[b] && item.words.high[a] === text.words.high[b];

/** Whether what is left of a document may stand for what is left of an item. */
const isAsLong = (theirs: number, mine: number): boolean => theirs >= FILLING_MIN * mine && theirs <= roomOf(mine);
const wordsOf = ({ words }: Text, { start, end }: WordRange): Set<number> => new Set(words.low.subarray(start, end));
const roomOf = (words: number): number => FILLING_MAX * words + FILLING_WORDS_MORE;
const endA = ({ a, lengthWords }: Anchor): number => a + lengthWords;
const endB = ({ b, lengthWords }: Anchor): number => b + lengthWords;
