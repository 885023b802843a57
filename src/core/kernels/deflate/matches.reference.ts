/** Reference implementation of `assembly/deflate/matches.ts`. */

const MATCH_MIN = 4;
const MATCH_MAX = 258;
const HASH_BITS = 13;
const TRIED_MAX = 2;
const LONG = 16;
const BLOCK_SYMBOLS = 16_384;
const WINDOW_BYTES = 32_768;

/** A literal, where its length is 0, or a match. */
interface Matched {
  byte: number;
  length: number;
  distance: number;
}

/** The symbols of a text, block by block. */
export class Matches {
  readonly #text: Uint8Array;
  readonly #view: DataView;
  /** Of each hash the last place, and of each place the one before with its hash; -1 where there is none. */
  readonly #heads = new Int32Array(1 << HASH_BITS).fill(-1);
  readonly #before = new Int32Array(WINDOW_BYTES);
  #at = 0;

  constructor(text: Uint8Array) {
    this.#text = text;
    this.#view = new DataView(text.buffer, text.byteOffset, text.byteLength);
  }

  get isDone(): boolean {
    return this.#at === this.#text.length;
  }

  next(): Matched[] {
    const found: Matched[] = [];
    const text = this.#text;
    const last = text.length - MATCH_MIN + 1;
    const addLiteral = () => found.push({ byte: text[this.#at++]!, length: 0, distance: 0 });
    while (!this.isDone && found.length < BLOCK_SYMBOLS) {
      let match = this.#at < last ? this.#longest(this.#at, MATCH_MIN - 1) : null;
      if (match === null) {
        addLiteral();
        continue;
      }
      let seen = this.#at + 1;
      while (match.length < LONG && this.#at + 1 < last) {
        seen++;
        const better = this.#longest(this.#at + 1, match.length);
        if (better === null) break;
        addLiteral();
        match = better;
      }
      found.push(match);
      this.#at += match.length;
      for (const until = Math.min(this.#at, last); seen < until; seen++) this.#remember(seen);
    }
    return found;
  }

  /** @returns the place before with the same hash, or -1 */
  #remember(at: number): number {
    const hash = Math.imul(this.#view.getUint32(at, true), 0x9e3779b1) >>> (32 - HASH_BITS);
    const before = this.#heads[hash]!;
    this.#before[at % WINDOW_BYTES] = before;
    this.#heads[hash] = at;
    return before;
  }

  /** The longest match of more than `length` bytes among the nearest places with the same hash. */
  #longest(at: number, length: number): Matched | null {
    let place = this.#remember(at);
    const most = Math.min(this.#text.length - at, MATCH_MAX);
    if (length >= most) return null;
    let match: Matched | null = null;
    let longest = length;
    for (let tried = 0; place >= 0 && tried < TRIED_MAX && at - place <= WINDOW_BYTES; tried++) {
      let found = 0;
      while (found < most && this.#text[place + found] === this.#text[at + found]) found++;
      if (found > longest) {
        match = { byte: 0, length: found, distance: at - place };
        longest = found;
        if (found === most) break;
      }
      place = this.#before[place % WINDOW_BYTES]!;
    }
    return match;
  }
}
