/**
 * How the list of boilerplate is packed. Of each text it holds the shingles that winnowing keeps, with its first and
 * its last. Over four, a run of eight words of a listed text has a listed shingle in it, and at most three words at
 * each end of a longer run stay unmarked; of long texts, which are most of the list, over twelve: 16 words, and 11,
 * one less than tell anything.
 *
 * Shingles of the same texts are a class. Of each class the list has how many texts there are and which, how many
 * keys, and the keys: all ascending, each by its distance from the one before. Numbers are in Elias' gamma code, keys
 * in a Rice code, whose parameter follows from how many there are.
 */
import { fromBase64, toBase64 } from "../../../base/bytes/bytes.ts";

/** Shingles of a window of the list, in texts of at most `SHORT_WORDS_MAX` words and in longer ones. */
export const LIST_WINDOWS = { short: 4, long: 12 };
export const SHORT_WORDS_MAX = 300;
/** Bits of a key: the high ones of the high half of a shingle's hash. Twelve words need three keys of one text. */
export const KEY_BITS = 24;
export const KEY_SHIFT_BITS = 32 - KEY_BITS;

export interface Listed {
  /** Each once. */
  keys: readonly number[];
  /** The class of each key. */
  classes: readonly number[];
  /** Numbers of the texts that have the shingles of each class. */
  textsOfClass: readonly (readonly number[])[];
}

/** Shingles that the same texts have. */
interface ListedClass {
  texts: readonly number[];
  keys: readonly number[];
}

/** Quotients of keys are geometric with a mean near 1 where the parameter is the logarithm of their mean distance. */
const riceBits = (count: number): number => Math.max(0, KEY_BITS - 32 + Math.clz32(count));

export function packed(classes: readonly ListedClass[]): string {
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let bit = 0; bit < count; bit++) bits.push((value >>> bit) & 1);
  };
  const number = (value: number) => {
    const below = 31 - Math.clz32(value);
    put(0, below);
    put(1, 1);
    put(value, below);
  };
  for (const { texts, keys } of classes) {
    number(texts.length);
    for (const [i, text] of texts.entries()) number(text - (texts[i - 1] ?? -1));
    number(keys.length);
    const rice = riceBits(keys.length);
    for (const [i, key] of keys.entries()) {
      const distance = key - (keys[i - 1] ?? 0);
      for (let quotient = distance >>> rice; quotient > 0; quotient--) put(1, 1);
      put(0, 1);
      put(distance, rice);
    }
  }
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  for (const [at, bit] of bits.entries()) bytes[at >>> 3]! |= bit << (at & 7);
  return toBase64(bytes);
}

export function unpacked(base64: string): Listed {
  const bits = new PackedBits(fromBase64(base64));
  const keys: number[] = [];
  const classes: number[] = [];
  const textsOfClass: number[][] = [];
  // Less than a byte is left where the list ends; a class takes more.
  while (bits.left >= 8) {
    const texts: number[] = [];
    for (let left = bits.number(); left > 0; left--) texts.push((texts.at(-1) ?? -1) + bits.number());
    const count = bits.number();
    const rice = riceBits(count);
    for (let left = count, key = 0; left > 0; left--) {
      key += (bits.ones() << rice) | bits.take(rice);
      keys.push(key);
      classes.push(textsOfClass.length);
    }
    textsOfClass.push(texts);
  }
  return { keys, classes, textsOfClass };
}

/** Bits that are always at hand: a word of 32 from any byte on has so many of any bit on. */
const WINDOW_BITS = 24;

/** Reads bits, those of a byte from the lowest on. */
class PackedBits {
  readonly #view: DataView;
  readonly #end: number;
  #at = 0;

  constructor(bytes: Uint8Array) {
    const padded = new Uint8Array(bytes.length + 4);
    padded.set(bytes);
    this.#view = new DataView(padded.buffer);
    this.#end = bytes.length * 8;
  }

  get left(): number {
    return this.#end - this.#at;
  }

  /** The next bits, as a number. @param count at most `WINDOW_BITS` */
  take(count: number): number {
    const value = this.#window() & ((1 << count) - 1);
    this.#at += count;
    return value;
  }

  /** A number from 1 in Elias' gamma code, below 2^`WINDOW_BITS`. */
  number(): number {
    const below = 31 - Math.clz32(lowestOf(this.#window()));
    this.#at += below + 1;
    return (1 << below) | this.take(below);
  }

  /** How many ones stand before the next zero, which is read too. */
  ones(): number {
    let ones = 0;
    for (;;) {
      const more = 31 - Math.clz32(lowestOf(~this.#window() | (1 << WINDOW_BITS)));
      this.#at += more;
      ones += more;
      if (more < WINDOW_BITS) break;
    }
    this.#at++;
    return ones;
  }

  #window(): number {
    return this.#view.getUint32(this.#at >>> 3, true) >>> (this.#at & 7);
  }
}

const lowestOf = (bits: number): number => bits & -bits;
