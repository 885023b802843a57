/** The words of items and documents, each with a vector that an encoder gave of it alone. */
import type { Encoder } from "../../../base/contract/resources/encoder.ts";
import type { PlatformAbortSignal } from "../../../base/platform.ts";
import type { Text, WordRange } from "../../../core/text/text.ts";
import { wordOf } from "../../../core/vectors/segments.ts";
import { type CommonPart, commonPartOf, textBytes, weightOf, wordBytes } from "../../../core/vectors/wordVectors.ts";

interface KnownWord {
  /** As it first stood, in small letters. */
  form: string;
  count: number;
  bytes: Int8Array | null;
  weight: number;
}

/** Forms in one request: an audit can be stopped between two. */
const FORMS_AT_ONCE = 256;
/** Forms of more characters are addresses, codes and the like. */
const FORM_CHARACTERS_MAX = 40;

export class Vocabulary {
  readonly #encoder: Encoder;
  readonly #words: KnownWord[] = [];
  readonly #ids = new Map<number, number>();
  #total = 0;
  #encoded = 0;
  #common: CommonPart | undefined;

  constructor(encoder: Encoder) {
    this.#encoder = encoder;
  }

  /** Numbers of the words of a text, which count from now on; -1 where a word has a digit: numbers are compared. */
  idsOf(text: Text): Int32Array {
    const ids = new Int32Array(text.lengthWords).fill(-1);
    for (let word = 0; word < ids.length; word++) {
      // 53 bits of the hash: a table of numbers is far smaller than one of strings.
      const key = text.words.low[word]! * 0x20_0000 + (text.words.high[word]! & 0x1f_ffff);
      let id = this.#ids.get(key);
      if (id === undefined) {
        const form = wordOf(text, word).toLowerCase();
        id = /\p{Nd}/u.test(form) || form.length > FORM_CHARACTERS_MAX ? -1 : this.#words.length;
        this.#ids.set(key, id);
        if (id >= 0) this.#words.push({ form, count: 0, bytes: null, weight: 0 });
      }
      if (id < 0) continue;
      ids[word] = id;
      this.#words[id]!.count += 1;
      this.#total += 1;
    }
    return ids;
  }

  /**
   * Gives every word that has none a vector and a weight, which stay. What words have in common is taken from those of
   * the first call.
   */
  async encode(signal: PlatformAbortSignal | undefined, onEncoded: (done: number, total: number) => void) {
    const fresh = this.#words.slice(this.#encoded);
    const vectors: Float32Array[] = [];
    for (let at = 0; at < fresh.length; at += FORMS_AT_ONCE) {
      const forms = fresh.slice(at, at + FORMS_AT_ONCE).map(({ form }) => form);
      vectors.push(...(await this.#encoder.encode(forms, { signal })));
      onEncoded(vectors.length, fresh.length);
    }
    this.#common ??= commonPartOf(vectors, this.#encoder.dimensions);
    for (const [i, word] of fresh.entries()) {
      word.bytes = wordBytes(vectors[i]!, this.#common);
      word.weight = weightOf(word.count, this.#total);
    }
    this.#encoded = this.#words.length;
  }

  /** The vector of a run of words, all of which are encoded. */
  vectorOf(ids: Int32Array, { start, end }: WordRange = { start: 0, end: ids.length }): Int8Array {
    const words: { bytes: Int8Array; weight: number }[] = [];
    for (let word = start; word < end; word++) {
      const known = this.#words[ids[word]!];
      if (known?.bytes) words.push({ bytes: known.bytes, weight: known.weight });
    }
    return textBytes(words, this.#encoder.dimensions);
  }
}
