/**
 * Where in a text may an item stand? The text's shingles that an item has, close together.
 *
 *   text    ........s.s....s..................s........        one stretch with three seeds; the last one is alone
 *                 [              ]
 */
import type { Hashes, Kernels } from "../../../core/kernels/kernels.ts";
import type { WordRange } from "../../../core/text/text.ts";
import type { ReadItem } from "../items.ts";
import { ALIGNED_WORDS_MIN } from "../rules.ts";
import { HashTable } from "./hashTable.ts";

/** Words between seeds of one stretch: with 30 % of the words changed, few gaps are wider. */
const SEED_GAP_WORDS_MAX = 64;
/** What a stretch has beyond the item's likely beginning and end, in words, and for each of the item's words. */
const MARGIN_WORDS = 26;
const MARGIN_PER_WORD = 0.5;
/** A single common shingle is a phrase. */
const SEEDS_MIN = 2;
/** Seeds of one text: more are those of texts that repeat themselves thousands of times. */
const SEEDS_MAX = 1 << 20;

/** A stretch of the text to be aligned with an item. */
export interface SeededStretch extends WordRange {
  item: number;
}

interface OpenStretch {
  item: number;
  /** First and last word that the item may cover. */
  start: number;
  end: number;
  /** The last seed: its place in the text, and in the item. */
  at: number;
  place: number;
  /** Whether the seeds stand at different places of the item. */
  seeds: number;
}

export class Seeds {
  readonly #table: HashTable;
  readonly #items: readonly ReadItem[];
  /** Number of the first shingle of each item, among those of all items. */
  readonly #starts: Uint32Array;

  constructor(kernels: Kernels, items: readonly ReadItem[]) {
    this.#items = items;
    const starts = new Uint32Array(items.length + 1);
    for (const [i, { shingled }] of items.entries()) starts[i + 1] = starts[i]! + shingled.shingles.low.length;
    this.#starts = starts;
    const places: number[] = [];
    for (const [i, item] of items.entries()) for (const at of ownShingles(item)) places.push(starts[i]! + at);
    const hashes = { low: new Uint32Array(places.length), high: new Uint32Array(places.length) };
    let item = 0;
    for (const [i, place] of places.entries()) {
      while (starts[item + 1]! <= place) item += 1;
      const { low, high } = items[item]!.shingled.shingles;
      hashes.low[i] = low[place - starts[item]!]!;
      hashes.high[i] = high[place - starts[item]!]!;
    }
    this.#table = new HashTable(kernels, hashes, Uint32Array.from(places));
  }

  /**
   * The stretches of a text where items may stand, by item, then by place.
   *
   * @param lengthWords of the text
   */
  in(shingles: Hashes, lengthWords: number): { stretches: SeededStretch[]; bounded: boolean } {
    const open = new Map<number, OpenStretch>();
    const stretches: SeededStretch[] = [];
    let seeds = 0;
    const close = ({ item, start, end, seeds }: OpenStretch) => {
      if (seeds >= SEEDS_MIN) stretches.push({ item, start, end });
    };
    this.#table.scan(shingles, (at, shingle) => {
      if (++seeds > SEEDS_MAX) return;
      const item = this.#itemOf(shingle);
      const place = shingle - this.#starts[item]!;
      const words = this.#items[item]!.own.length;
      const known = open.get(item);
      const range = {
        start: Math.max(0, at - reach(place)),
        end: Math.min(lengthWords, at + reach(words - place)),
      };
      // An item that begins anew is another occurrence.
      const isNext = known !== undefined && at - known.at <= SEED_GAP_WORDS_MAX && known.place - place <= words / 2;
      if (isNext) {
        known.start = Math.min(known.start, range.start);
        known.end = Math.max(known.end, range.end);
        if (place !== known.place) known.seeds += 1;
        known.at = at;
        known.place = place;
      } else {
        if (known !== undefined) close(known);
        open.set(item, { item, ...range, at, place, seeds: 1 });
      }
    });
    for (const one of open.values()) close(one);
    stretches.sort((x, y) => x.item - y.item || x.start - y.start);
    return { stretches, bounded: seeds > SEEDS_MAX };
  }

  #itemOf(shingle: number): number {
    let [from, to] = [0, this.#items.length];
    while (to - from > 1) {
      const middle = (from + to) >>> 1;
      if (this.#starts[middle]! <= shingle) from = middle;
      else to = middle;
    }
    return from;
  }
}

/** Words of a text that may stand beside a seed with so many words of the item on that side. */
function reach(words: number): number {
  return (
    Math.min(words, SEED_GAP_WORDS_MAX) +
    Math.ceil(MARGIN_PER_WORD * Math.min(words, SEED_GAP_WORDS_MAX)) +
    MARGIN_WORDS
  );
}

/** The places of the shingles that have a word of the item's own. */
function* ownShingles({ own, shingled }: ReadItem): Generator<number> {
  if (own.length < ALIGNED_WORDS_MIN) return;
  const { shingleWords } = shingled.profile;
  let lastOwn = -1;
  for (let word = 0; word < own.length; word++) {
    if (own[word] === 1) lastOwn = word;
    const at = word + 1 - shingleWords;
    if (at >= 0 && lastOwn >= at) yield at;
  }
}
