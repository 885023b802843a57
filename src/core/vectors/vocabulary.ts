/** The words of texts, each with a vector that an encoder gave of it alone. */
import type { Encoder } from "../../base/contract/resources/encoder.ts";
import { throwIfAborted } from "../../base/errors.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import type { Text, WordRange } from "../text/text.ts";
import { languageVectors } from "./languages.ts";
import { wordOf } from "./segments.ts";
import { type CommonPart, commonPartOf, directionBytes, weightOf, wordBytes } from "./wordVectors.ts";

/** Most words of a part of a table: some 50 seconds of an encoder, and 3 MiB in 384 numbers. */
export const PART_WORDS_MAX = 8_192;

/** Vectors of words, in the order in which they were made: the most frequent first. */
export interface WordPart {
  keys: Float64Array;
  /** Hashes of the forms that were encoded: words with one key may be written in several. */
  forms: Uint32Array;
  /** What each counts in a text. */
  weights: Uint16Array;
  /** One after the other. */
  vectors: Int8Array;
}

/** Vectors of words that were made before. */
export class WordTable {
  readonly common: CommonPart;
  /** Words of the texts that it was made for. */
  readonly total: number;
  /** Each of at most `PART_WORDS_MAX` words. */
  readonly parts: readonly WordPart[];
  readonly #places = new Map<number, number>();

  constructor(common: CommonPart, total: number, parts: readonly WordPart[]) {
    this.common = common;
    this.total = total;
    this.parts = parts;
    for (const [number, { keys }] of parts.entries())
      for (const [row, key] of keys.entries()) this.#places.set(key, number * PART_WORDS_MAX + row);
  }

  /** Number of the part × `PART_WORDS_MAX` + number in the part; -1 where the word has no vector. */
  placeOf(key: number): number {
    return this.#places.get(key) ?? -1;
  }
}

/** A word without a vector, as it first stood, in small letters. */
interface FreshWord {
  id: number;
  form: string;
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
  readonly #table: WordTable | undefined;
  readonly #isQuestion: boolean;
  readonly #parts: WordPart[];
  readonly #ids = new Map<number, number>();
  // Of each word, by its number: objects would take several times the room of a vocabulary.
  readonly #keys: number[] = [];
  readonly #counts: number[] = [];
  readonly #weights: number[] = [];
  readonly #places: number[] = [];
  #fresh: FreshWord[] = [];
  #isSorted = true;
  #common: CommonPart | undefined;
  #total: number;

  /**
   * @param use `question`: of the table only the first part has to be there. What stands in the others is as if the
   *   encoder were asked again, so that whoever has to fetch them gets the same answer without
   */
  constructor(encoder: Encoder, table?: WordTable, use: "texts" | "question" = "texts") {
    this.#encoder = encoder;
    this.#table = table;
    this.#isQuestion = use === "question";
    this.#parts = [...(table?.parts ?? [])];
    this.#common = this.#parts.length > 0 ? table!.common : undefined;
    this.#total = table?.total ?? 0;
  }

  /**
   * Numbers of the words of a text, which count from now on; -1 where a word has a digit: numbers are compared.
   *
   * @param ranges absent: all words; those beside them have -1
   */
  idsOf(text: Text, ranges: readonly WordRange[] = [{ start: 0, end: text.lengthWords }]): Int32Array {
    const ids = new Int32Array(text.lengthWords).fill(-1);
    this.#isSorted = false;
    for (const { start, end } of ranges)
      for (let word = start; word < end; word++) {
        const key = wordKey(text, word);
        const id = this.#ids.get(key) ?? this.#add(key, wordOf(text, word).toLowerCase());
        if (id < 0) continue;
        ids[word] = id;
        this.#counts[id]! += 1;
        this.#total += 1;
      }
    return ids;
  }

  /** The same of a text whose words were counted before. */
  knownIdsOf(text: Text): Int32Array {
    return Int32Array.from({ length: text.lengthWords }, (_, word) => this.#ids.get(wordKey(text, word)) ?? -1);
  }

  #add(key: number, form: string): number {
    const id = /\p{Nd}/u.test(form) || form.length > FORM_CHARACTERS_MAX ? -1 : this.#keys.length;
    this.#ids.set(key, id);
    if (id < 0) return id;
    const place = this.#placeOf(key, form);
    this.#keys.push(key);
    this.#counts.push(0);
    this.#places.push(place);
    this.#weights.push(place < 0 ? 0 : weightAt(this.#parts, place));
    if (place < 0) this.#fresh.push({ id, form });
    return id;
  }

  #placeOf(key: number, form: string): number {
    const place = this.#table?.placeOf(key) ?? -1;
    if (!this.#isQuestion || place < PART_WORDS_MAX) return place;
    const { forms } = this.#parts[Math.floor(place / PART_WORDS_MAX)]!;
    return forms[place % PART_WORDS_MAX] === formHash(form) ? place : -1;
  }

  /** Words that have no vector. */
  get missing(): number {
    return this.#fresh.length;
  }

  /** Words of all texts, those of the table included. */
  get total(): number {
    return this.#total;
  }

  /** What all words have in common. */
  get common(): CommonPart {
    this.#common ??= commonPartOf([], this.#encoder.dimensions);
    return this.#common;
  }

  /**
   * Gives all words that have none a vector and a weight, which stay. What words have in common is taken from those of
   * the first call, unless a table was given.
   */
  async encode(signal: PlatformAbortSignal | undefined, onEncoded: OnEncoded): Promise<void> {
    if (this.#isQuestion)
      for (const [id, place] of this.#places.entries())
        if (place >= PART_WORDS_MAX) this.#weights[id] = weightOf(this.#counts[id]!, this.#total);
    const words = this.#fresh;
    const vectors = await this.#encoded(words, words.length, signal, onEncoded);
    this.#common ??= await this.#commonOf(vectors, signal);
    this.#fresh = [];
    for (let at = 0; at < words.length; at += PART_WORDS_MAX)
      this.#keep(words.slice(at, at + PART_WORDS_MAX), vectors.slice(at, at + PART_WORDS_MAX), this.#common);
  }

  /** The same for the most frequent of these words. @param most words that get a vector, at most `PART_WORDS_MAX` */
  async encodePart(signal: PlatformAbortSignal | undefined, onEncoded: OnEncoded, most: number): Promise<WordPart> {
    const [counts, keys] = [this.#counts, this.#keys];
    if (!this.#isSorted) this.#fresh.sort((a, b) => counts[a.id]! - counts[b.id]! || keys[b.id]! - keys[a.id]!);
    this.#isSorted = true;
    // From the end: what is taken out there leaves the others where they are.
    const words = this.#fresh.slice(-most).reverse();
    const vectors = await this.#encoded(words, this.#fresh.length, signal, onEncoded);
    this.#common ??= await this.#commonOf(vectors, signal);
    this.#fresh.length -= words.length;
    return this.#keep(words, vectors, this.#common);
  }

  async #commonOf(vectors: readonly Float32Array[], signal: PlatformAbortSignal | undefined): Promise<CommonPart> {
    return commonPartOf(vectors, this.#encoder.dimensions, await languageVectors(this.#encoder, { signal }));
  }

  async #encoded(
    words: readonly FreshWord[],
    total: number,
    signal: PlatformAbortSignal | undefined,
    onEncoded: OnEncoded,
  ): Promise<Float32Array[]> {
    const vectors: Float32Array[] = [];
    for (let at = 0; at < words.length; at += FORMS_AT_ONCE) {
      throwIfAborted(signal);
      const forms = words.slice(at, at + FORMS_AT_ONCE).map(({ form }) => form);
      vectors.push(...(await this.#encoder.encode(forms, { signal })));
      onEncoded(vectors.length, total);
    }
    return vectors;
  }

  #keep(words: readonly FreshWord[], vectors: readonly Float32Array[], common: CommonPart): WordPart {
    const { dimensions } = this.#encoder;
    const part: WordPart = {
      keys: Float64Array.from(words, ({ id }) => this.#keys[id]!),
      forms: Uint32Array.from(words, ({ form }) => formHash(form)),
      weights: Uint16Array.from(words, ({ id }) => weightOf(this.#counts[id]!, this.#total)),
      vectors: new Int8Array(words.length * dimensions),
    };
    for (const [row, vector] of vectors.entries()) part.vectors.set(wordBytes(vector, common), row * dimensions);
    for (const [row, { id }] of words.entries()) {
      this.#places[id] = this.#parts.length * PART_WORDS_MAX + row;
      this.#weights[id] = part.weights[row]!;
    }
    this.#parts.push(part);
    return part;
  }

  /** The vector of a run of words, all of which are encoded. */
  vectorOf(ids: Int32Array, { start, end }: WordRange = { start: 0, end: ids.length }): Int8Array {
    return directionBytes(this.#sumOf(ids, { start, end }));
  }

  /**
   * The vectors of windows, each a run of segments: a segment is added up once, however many windows in a row have it.
   * One by one, since those of a long text would take several times the room of the text.
   */
  *vectorsOf(
    ids: Int32Array,
    segments: readonly WordRange[],
    windows: readonly WordRange[],
  ): Generator<Int8Array, void, undefined> {
    /** Of segments of the last window. */
    const sums = new Map<number, Float64Array>();
    let first = 0;
    for (const { start, end } of windows) {
      // A window may begin before the one in front of it.
      while (first > 0 && segments[first]!.start > start) first -= 1;
      while (segments[first]!.start < start) first += 1;
      for (const at of sums.keys()) if (at < first) sums.delete(at);
      const total = new Float64Array(this.#encoder.dimensions);
      for (let at = first; at < segments.length && segments[at]!.end <= end; at++) {
        const own = sums.get(at) ?? this.#sumOf(ids, segments[at]!);
        sums.set(at, own);
        for (let i = 0; i < total.length; i++) total[i]! += own[i]!;
      }
      yield directionBytes(total);
    }
  }

  #sumOf(ids: Int32Array, segment: WordRange): Float64Array {
    const total = new Float64Array(this.#encoder.dimensions);
    this.#addTo(total, ids, segment);
    return total;
  }

  #addTo(total: Float64Array, ids: Int32Array, { start, end }: WordRange): void {
    for (let word = start; word < end; word++) {
      const id = ids[word]!;
      const place = id < 0 ? -1 : this.#places[id]!;
      if (place < 0) continue;
      const weight = this.#weights[id]!;
      const { vectors } = this.#parts[Math.floor(place / PART_WORDS_MAX)]!;
      const from = (place % PART_WORDS_MAX) * total.length;
      for (let i = 0; i < total.length; i++) total[i]! += weight * vectors[from + i]!;
    }
  }
}

type OnEncoded = (done: number, total: number) => void;

const weightAt = (parts: readonly WordPart[], place: number): number =>
  parts[Math.floor(place / PART_WORDS_MAX)]!.weights[place % PART_WORDS_MAX]!;

/** FNV-1a of its UTF-16 units. */
function formHash(form: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < form.length; i++) hash = Math.imul(hash ^ form.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
