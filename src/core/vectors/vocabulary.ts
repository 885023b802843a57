/** The words of texts, each with a vector that an encoder gave of it alone. */
import type { Encoder } from "../../base/contract/resources/encoder.ts";
import { throwIfAborted } from "../../base/errors.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import type { Text, WordRange } from "../text/text.ts";
import { wordOf } from "./segments.ts";
import { type CommonPart, commonPartOf, directionBytes, weightOf, wordBytes } from "./wordVectors.ts";

/** The vector of a word, and what the word counts in a text. */
interface WordVector {
  bytes: Int8Array;
  weight: number;
}

/** Vectors of words that were made before, by the keys of the words. */
export interface WordTable {
  common: CommonPart;
  /** Words of the texts that it was made for. */
  total: number;
  words: ReadonlyMap<number, WordVector>;
}

interface KnownWord {
  key: number;
  /** As it first stood, in small letters. */
  form: string;
  count: number;
  vector: WordVector | null;
}

/** Forms in one request: the work can be stopped between two. */
const FORMS_AT_ONCE = 256;
/** Forms of more characters are addresses, codes and the like. */
const FORM_CHARACTERS_MAX = 40;

/** 53 bits of the hash of a word: a table of numbers is far smaller than one of strings. */
export const wordKey = ({ words: { low, high } }: Text, word: number): number =>
  low[word]! * 0x20_0000 + (high[word]! & 0x1f_ffff);

export class Vocabulary {
  readonly #encoder: Encoder;
  readonly #words: KnownWord[] = [];
  readonly #ids = new Map<number, number>();
  /** Numbers of the words without a vector. */
  #fresh: number[] = [];
  readonly #known: Omit<WordTable, "common">;
  #common: CommonPart | undefined;
  #total: number;

  constructor(encoder: Encoder, table?: WordTable) {
    this.#encoder = encoder;
    this.#known = table ?? { total: 0, words: new Map() };
    this.#common = table?.common;
    this.#total = this.#known.total;
  }

  /**
   * Numbers of the words of a text, which count from now on; -1 where a word has a digit: numbers are compared.
   *
   * @param ranges absent: all words; those beside them have -1
   */
  idsOf(text: Text, ranges: readonly WordRange[] = [{ start: 0, end: text.lengthWords }]): Int32Array {
    const ids = new Int32Array(text.lengthWords).fill(-1);
    for (const { start, end } of ranges)
      for (let word = start; word < end; word++) {
        const key = wordKey(text, word);
        const id = this.#ids.get(key) ?? this.#add(key, wordOf(text, word).toLowerCase());
        if (id < 0) continue;
        ids[word] = id;
        this.#words[id]!.count += 1;
        this.#total += 1;
      }
    return ids;
  }

  /** The same of a text whose words were counted before. */
  knownIdsOf(text: Text): Int32Array {
    return Int32Array.from({ length: text.lengthWords }, (_, word) => this.#ids.get(wordKey(text, word)) ?? -1);
  }

  #add(key: number, form: string): number {
    const id = /\p{Nd}/u.test(form) || form.length > FORM_CHARACTERS_MAX ? -1 : this.#words.length;
    this.#ids.set(key, id);
    if (id < 0) return id;
    const vector = this.#known.words.get(key) ?? null;
    this.#words.push({ key, form, count: 0, vector });
    if (vector === null) this.#fresh.push(id);
    return id;
  }

  /** Words that have no vector. */
  get missing(): number {
    return this.#fresh.length;
  }

  /**
   * Gives words that have none a vector and a weight, which stay. What words have in common is taken from those of the
   * first call, unless a table was given.
   *
   * @param most words that get one; absent: all
   */
  async encode(
    signal: PlatformAbortSignal | undefined,
    onEncoded: (done: number, total: number) => void,
    most = Number.POSITIVE_INFINITY,
  ): Promise<void> {
    const fresh = this.#fresh.slice(0, most);
    const vectors: Float32Array[] = [];
    for (let at = 0; at < fresh.length; at += FORMS_AT_ONCE) {
      throwIfAborted(signal);
      const forms = fresh.slice(at, at + FORMS_AT_ONCE).map((id) => this.#words[id]!.form);
      vectors.push(...(await this.#encoder.encode(forms, { signal })));
      onEncoded(vectors.length, this.#fresh.length);
    }
    this.#common ??= commonPartOf(vectors, this.#encoder.dimensions);
    for (const [i, id] of fresh.entries()) {
      const word = this.#words[id]!;
      word.vector = { bytes: wordBytes(vectors[i]!, this.#common), weight: weightOf(word.count, this.#total) };
    }
    this.#fresh = this.#fresh.slice(fresh.length);
  }

  /**
   * The table that was given, and the words that got a vector since.
   *
   * @param isWhole whether the texts that were read since are to count in it: who goes on with it reads them again
   */
  table(isWhole: boolean): WordTable {
    const words = new Map(this.#known.words);
    for (const { key, vector } of this.#words) if (vector !== null) words.set(key, vector);
    const common = this.#common ?? commonPartOf([], this.#encoder.dimensions);
    return { common, total: isWhole ? this.#total : this.#known.total, words };
  }

  /** The vector of a run of words, all of which are encoded. */
  vectorOf(ids: Int32Array, { start, end }: WordRange = { start: 0, end: ids.length }): Int8Array {
    const total = new Float64Array(this.#encoder.dimensions);
    this.#addTo(total, ids, { start, end });
    return directionBytes(total);
  }

  /** The vectors of windows, each a run of segments: a segment is added up once, however many windows have it. */
  vectorsOf(ids: Int32Array, segments: readonly WordRange[], windows: readonly WordRange[]): Int8Array[] {
    const sums = segments.map((segment) => {
      const total = new Float64Array(this.#encoder.dimensions);
      this.#addTo(total, ids, segment);
      return total;
    });
    let first = 0;
    return windows.map(({ start, end }) => {
      // A window may begin before the one in front of it.
      while (first > 0 && segments[first]!.start > start) first -= 1;
      while (segments[first]!.start < start) first += 1;
      const total = new Float64Array(this.#encoder.dimensions);
      for (let at = first; at < segments.length && segments[at]!.end <= end; at++)
        for (let i = 0; i < total.length; i++) total[i]! += sums[at]![i]!;
      return directionBytes(total);
    });
  }

  #addTo(total: Float64Array, ids: Int32Array, { start, end }: WordRange): void {
    for (let word = start; word < end; word++) {
      const vector = this.#words[ids[word]!]?.vector ?? null;
      if (vector === null) continue;
      const { bytes, weight } = vector;
      for (let i = 0; i < total.length; i++) total[i]! += weight * bytes[i]!;
    }
  }
}
