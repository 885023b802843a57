/**
 * Items that are too short to be aligned: choices, equations, lines of code. They are found as exact runs of words. How
 * many runs would chance give? The words of the item are taken as a Markov chain of order 0 to 3, whose frequencies are
 * counted in the same documents without the occurrences of the item itself:
 *
 *   order 0   N · p(w1) p(w2) … p(wn)
 *   order m   c(w1 … wm+1) · c(w2 … wm+2) / c(w2 … wm+1) · …
 *
 * The greatest of the expectations counts: longer runs that were not seen elsewhere say nothing. The frequencies are
 * counted in the first documents and in one of eight further ones, since counting takes longer than finding.
 */
import type { Hashes, Kernels } from "../../../core/kernels/kernels.ts";
import type { Text, WordRange } from "../../../core/text/text.ts";
import type { ReadItem } from "../items.ts";
import { ALIGNED_WORDS_MIN } from "../rules.ts";
import { HashTable } from "./hashTable.ts";

/** Longest runs that are counted for the expectation: order 3. */
const GRAM_WORDS_MAX = 4;
const SHINGLE_WORDS = 5;
/** Words from the first on in which all runs are counted, and of how many later documents one is counted. */
export const COUNTED_WORDS_MIN = 1 << 22;
const DOCUMENTS_PER_COUNTED = 8;

export const isShort = ({ own }: Pick<ReadItem, "own">): boolean => own.length < ALIGNED_WORDS_MIN;

/** Texts that were looked through. */
export interface LookedThrough {
  documents: number;
  words: number;
}

/** What was counted in some texts. */
export interface ShortCounts {
  /** Words of the texts whose runs were counted. */
  words: number;
  /** By their length. */
  runs: [run: number, count: number][][];
  items: [item: number, count: number][];
}

/** A run of words in a text that is an item. */
export interface ShortRun extends WordRange {
  item: number;
}

export class ShortItems {
  readonly #kernels: Kernels;
  readonly #items: readonly ReadItem[];
  /** Of each length, a table from the hash of a run to the number of the run. */
  readonly #grams: HashTable[] = [];
  /** How often each run was seen. */
  readonly #counts: Float64Array[] = [];
  /** Number of the run with a key, by its length. */
  readonly #numbers: Map<string, number>[] = [];
  /** Items by their first words: of `GRAM_WORDS_MAX` words at most, by all words; of others, by a shingle. */
  readonly #whole: ReadonlyMap<number, HashTable>;
  /** Occurrences of each item in the documents whose runs were counted. */
  readonly #counted: Float64Array;
  #documents: number;
  #words: number;
  #countedWords = 0;

  /** @param before what was looked through before the first text: which texts are counted depends on it */
  constructor(kernels: Kernels, items: readonly ReadItem[], before: LookedThrough = { documents: 0, words: 0 }) {
    this.#documents = before.documents;
    this.#words = before.words;
    this.#kernels = kernels;
    this.#items = items;
    this.#counted = new Float64Array(items.length);
    const byLength = new Map<number, { hashes: Hashes; at: number; item: number }[]>();
    const gramHashes: { low: number[]; high: number[] }[] = [];
    for (let length = 1; length <= GRAM_WORDS_MAX; length++) {
      this.#numbers.push(new Map());
      gramHashes.push({ low: [], high: [] });
    }
    for (const [i, item] of items.entries()) {
      const words = item.own.length;
      if (!isShort(item) || words < 2) continue;
      for (let length = 1; length <= Math.min(words, GRAM_WORDS_MAX); length++) {
        const hashes = kernels.hashShingles(item.shingled.text.words, length);
        for (let at = 0; at < hashes.low.length; at++) this.#number(hashes, at, length, gramHashes[length - 1]!);
      }
      const length = Math.min(words, SHINGLE_WORDS);
      const entry = { hashes: kernels.hashShingles(item.shingled.text.words, length), at: 0, item: i };
      byLength.set(length, [...(byLength.get(length) ?? []), entry]);
    }
    for (const { low, high } of gramHashes) {
      const hashes = { low: Uint32Array.from(low), high: Uint32Array.from(high) };
      this.#grams.push(
        new HashTable(
          kernels,
          hashes,
          Uint32Array.from(low, (_, number) => number),
        ),
      );
      this.#counts.push(new Float64Array(low.length));
    }
    this.#whole = new Map(
      [...byLength].map(([length, entries]) => {
        const low = Uint32Array.from(entries, ({ hashes, at }) => hashes.low[at]!);
        const high = Uint32Array.from(entries, ({ hashes, at }) => hashes.high[at]!);
        return [
          length,
          new HashTable(
            kernels,
            { low, high },
            Uint32Array.from(entries, ({ item }) => item),
          ),
        ];
      }),
    );
  }

  #number(hashes: Hashes, at: number, length: number, into: { low: number[]; high: number[] }): void {
    const numbers = this.#numbers[length - 1]!;
    const key = keyOf(hashes, at);
    if (numbers.has(key)) return;
    numbers.set(key, numbers.size);
    into.low.push(hashes.low[at]!);
    into.high.push(hashes.high[at]!);
  }

  /** Whether the runs of the next text are counted. */
  get isNextCounted(): boolean {
    if (this.#whole.size === 0) return false;
    return this.#words < COUNTED_WORDS_MIN || this.#documents % DOCUMENTS_PER_COUNTED === 0;
  }

  /** Passes over a text whose runs are not counted, and in which others have found the items. */
  pass(lengthWords: number): void {
    if (this.#whole.size === 0) return;
    this.#documents += 1;
    this.#words += lengthWords;
  }

  /** The items in a text, by item, then by place. Counts the runs that their expectation rests on. */
  in(text: Text, shingles: Hashes): ShortRun[] {
    if (this.#whole.size === 0) return [];
    const isCounted = this.isNextCounted;
    this.pass(text.lengthWords);
    if (isCounted) this.#countedWords += text.lengthWords;
    const runs: ShortRun[] = [];
    for (let length = 1; length <= SHINGLE_WORDS; length++) {
      const whole = this.#whole.get(length);
      const counts = isCounted ? this.#counts[length - 1] : undefined;
      if (whole === undefined && counts === undefined) continue;
      const hashes = length === SHINGLE_WORDS ? shingles : this.#kernels.hashShingles(text.words, length);
      if (counts !== undefined) {
        this.#grams[length - 1]!.scan(hashes, (_, number) => {
          counts[number]! += 1;
        });
      }
      whole?.scan(hashes, (start, item) => {
        const { words } = this.#items[item]!.shingled.text;
        const end = start + words.low.length;
        if (end > text.lengthWords) return;
        for (let word = 0; word < words.low.length; word++) {
          if (words.low[word] !== text.words.low[start + word] || words.high[word] !== text.words.high[start + word])
            return;
        }
        if (isCounted) this.#counted[item]! += 1;
        runs.push({ item, start, end });
      });
    }
    return runs.sort((x, y) => x.item - y.item || x.start - y.start);
  }

  /** What was counted, in numbers that can be added: the number of a run or an item, and how often it was seen. */
  counts(): ShortCounts {
    const seen = (counts: Float64Array) => [...counts.entries()].filter(([, count]) => count > 0);
    return { words: this.#countedWords, runs: this.#counts.map(seen), items: seen(this.#counted) };
  }

  /** Adds what was counted in other texts. */
  add({ words, runs, items }: ShortCounts, allWords: number): void {
    this.#words += allWords;
    this.#countedWords += words;
    for (const [length, counts] of runs.entries())
      for (const [number, count] of counts) this.#counts[length]![number]! += count;
    for (const [item, count] of items) this.#counted[item]! += count;
  }

  /** How often chance would have given the item in the texts that were read; `null` for an item of one word. */
  expected(item: number): number | null {
    const { words } = this.#items[item]!.shingled.text;
    const length = words.low.length;
    if (length < 2) return null;
    const own = this.#counted[item]!;
    let most = 0;
    for (let order = 0; order <= Math.min(GRAM_WORDS_MAX, length) - 1; order++) {
      // Of order n - 1 the only factor is the count of the item itself, which is 0 elsewhere.
      if (order === length - 1) break;
      most = Math.max(most, this.#expectedByOrder(words, order, own));
    }
    return most * (this.#words / Math.max(1, this.#countedWords));
  }

  #expectedByOrder(words: Hashes, order: number, own: number): number {
    const total = Math.max(1, this.#countedWords);
    const runs = this.#countsElsewhere(words, order + 1, own);
    if (order === 0) return runs.reduce((expected, count) => expected * ((count + 1) / total), total);
    const middles = this.#countsElsewhere(words, order, own);
    let expected = runs[0]!;
    for (let at = 1; at < runs.length; at++) {
      if (runs[at] === 0 || middles[at] === 0) return 0;
      expected *= runs[at]! / middles[at]!;
    }
    return expected;
  }

  /** How often each run of so many words of the item stands elsewhere than in the item. */
  #countsElsewhere(words: Hashes, length: number, own: number): number[] {
    const hashes = this.#kernels.hashShingles(words, length);
    const numbers = this.#numbers[length - 1]!;
    const within = new Map<string, number>();
    for (let at = 0; at < hashes.low.length; at++) {
      const key = keyOf(hashes, at);
      within.set(key, (within.get(key) ?? 0) + 1);
    }
    return Array.from(hashes.low, (_, at) => {
      const key = keyOf(hashes, at);
      const seen = this.#counts[length - 1]![numbers.get(key)!]!;
      return Math.max(0, seen - own * within.get(key)!);
    });
  }
}

const keyOf = ({ low, high }: Hashes, at: number): string => `${high[at]} ${low[at]}`;
