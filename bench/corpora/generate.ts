/**
 * Documents of any number that are to five-word shingles what more of the real text would be. Several are written at a time, a word
 * of each in turn, because the chain waits for memory at every step and the waits of several overlap.
 */
import { Random } from "../harness/random.ts";
import { type Chain, chainOf, type Forgetting, LAST_ROW, ORDERS, tokensOf } from "./chain.ts";
import { type Genre, realText } from "./genres.ts";
import { AS_IT_IS, MADE_UP, madeUpWords, OWN_DIGITS, OWN_WORD, type Stock, stockOf, waysOf } from "./words.ts";

export interface GeneratedDocument {
  id: string;
  text: Uint8Array;
}

/** What calibration set (README.md): how readily the chain of a genre forgets. */
const FORGETTING: Record<Genre, Forgetting> = {
  novels: { boldness: 0.25, seenLeast: 8 },
  law: { boldness: 0.25, seenLeast: 2 },
};
/** Documents under way at a time. */
const STREAMS = 32;
/** Words a stream is written by at a time: an odd number of lines of the cache, so that those of all streams fit in it side by side. */
const STEP_WORDS = 528;
const PARAGRAPH_WORDS = 80;
const LINE_FEED = 10;
const ZERO = 48;
/** Bytes that a word of a document's own may have at most, and more. */
const LONGEST_OWN = 64;

export class TextGenerator {
  readonly #chain: Chain;
  readonly #forms: Stock;
  readonly #madeUp: Stock;
  readonly #ways: Uint8Array;
  readonly #lengths: number[];

  /** @param forgetting for calibration; that of the genre where absent */
  constructor(genre: Genre, texts: readonly string[], forgetting: Forgetting = FORGETTING[genre]) {
    const tokens = tokensOf(texts);
    this.#chain = chainOf(tokens, forgetting);
    this.#forms = stockOf(tokens.printedForms);
    this.#madeUp = madeUpWords(tokens);
    this.#ways = waysOf(tokens);
    this.#lengths = texts.map((text) => Math.max(20, Math.round(text.length / 5.6)));
  }

  /** Without end; lengths are drawn from those of the real documents. */
  *documents(seed: string): Generator<GeneratedDocument> {
    const random = new Random(`generated ${seed}`);
    const streams = Array.from({ length: STREAMS }, (_, i) => this.#open(random, i));
    const steps = new Int32Array(STREAMS * STEP_WORDS);
    const start = Int32Array.from(streams, () => 2 * random.below(this.#chain.behind.length / 2));
    const state = start.map((rank) => this.#chain.behind[rank]!);
    const printed = start.map((rank) => this.#chain.behind[rank + 1]!);
    const memory = new Uint8Array(STREAMS).fill(1);
    const chance = Int32Array.of(random.below(2 ** 32) | 0, random.below(2 ** 32) | 1);
    for (let opened = STREAMS; ; ) {
      this.#step(state, printed, memory, steps, chance);
      for (let i = 0; i < STREAMS; i++) {
        // A document that ends leaves the rest of the words to the next: the chain goes on.
        for (let at = i * STEP_WORDS; at < (i + 1) * STEP_WORDS; ) {
          const stream = streams[i]!;
          at += this.#write(stream, steps.subarray(at, (i + 1) * STEP_WORDS));
          if (stream.wordsLeft > 0) break;
          yield { id: `${seed}-${stream.number}`, text: stream.bytes.subarray(0, stream.length - 1) };
          streams[i] = this.#open(random, opened++);
        }
      }
    }
  }

  #open(random: Random, number: number): Stream {
    const words = random.pick(this.#lengths);
    return {
      number,
      wordsLeft: words,
      seed: random.below(2 ** 32),
      bytes: new Uint8Array(7 * words + 4096),
      length: 0,
    };
  }

  /**
   * `STEP_WORDS` printed forms for each stream. Two passes with few branches: each waits for memory once, for all streams together.
   */
  #step(state: Int32Array, printed: Int32Array, memory: Uint8Array, steps: Int32Array, chance: Int32Array): void {
    const { rows, ofLast, behind } = this.#chain;
    const places = behind.length / 2;
    const targets = new Int32Array(STREAMS);
    let x = chance[0]!;
    let y = chance[1]!;
    for (let at = 0; at < STEP_WORDS; at++) {
      for (let stream = 0; stream < STREAMS; stream++) {
        const rank = state[stream]!;
        const last = LAST_ROW * printed[stream]!;
        // xorshift of Marsaglia, two words: a draw for the order and one for the place.
        const t = x ^ (x << 10);
        x = y;
        y = y ^ (y >>> 10) ^ t ^ (t >>> 13);
        const row2 = rows[2 * rank]!;
        const row3 = rows[2 * rank + 1]!;
        const known = memory[stream]!;
        // A difference below zero has its highest bit set: 1 where an order is forgotten, or was never known.
        const no3 = (((y & 255) - ((row3 >>> 8) & 255)) | (known - 3)) >>> 31;
        const no2 = no3 & (((((y >>> 8) & 255) - (row3 & 255)) | (known - 2)) >>> 31);
        const no1 = no2 & ((((y >>> 16) & 255) - ofLast[last + 2]!) >>> 31);
        const order = 3 - no3 - no2 - no1;
        let before = row3 >>> 24;
        let count = (row3 >>> 16) & 255;
        if (no3 === 1) {
          before = row2 >>> 16;
          count = row2 & 0xffff;
        }
        let first = rank - before;
        if (no2 === 1) {
          first = no1 === 1 ? 0 : ofLast[last]!;
          count = no1 === 1 ? places : ofLast[last + 1]!;
        }
        targets[stream] = first + (((x >>> 0) * 2 ** -32 * count) | 0);
        memory[stream] = Math.min(order + 1, ORDERS);
      }
      for (let stream = 0; stream < STREAMS; stream++) {
        const target = 2 * targets[stream]!;
        state[stream] = behind[target]!;
        const form = behind[target + 1]!;
        printed[stream] = form;
        steps[stream * STEP_WORDS + at] = form;
      }
    }
    chance[0] = x;
    chance[1] = y;
  }

  /** Prints forms until the document has its words, and says how many. */
  #write(stream: Stream, steps: Int32Array): number {
    const { starts, view: forms } = this.#forms;
    const { starts: madeUpStarts, view: madeUp } = this.#madeUp;
    const ways = this.#ways;
    const words = Math.min(stream.wordsLeft, steps.length);
    const { seed } = stream;
    let { bytes, length, wordsLeft } = stream;
    let page = new DataView(bytes.buffer);
    for (let i = 0; i < words; i++) {
      const id = steps[i]!;
      let start = starts[id]!;
      let end = starts[id + 1]!;
      if (length + (end - start) + LONGEST_OWN > bytes.length) {
        bytes = longer(bytes, length + (end - start) + LONGEST_OWN);
        page = new DataView(bytes.buffer);
      }
      let stock = forms;
      const way = ways[id]!;
      const own = way === AS_IT_IS ? 0 : mixed(seed, id);
      if (way === OWN_WORD) {
        // The square makes the first ones common, as names are.
        const name = Math.floor((own / 2 ** 32) ** 2 * MADE_UP);
        start = madeUpStarts[name]!;
        end = madeUpStarts[name + 1]!;
        stock = madeUp;
      }
      // Four bytes at a time: what is too much the next word writes over.
      for (let at = start, to = length; at < end; at += 4, to += 4) page.setUint32(to, stock.getUint32(at, true), true);
      if (way === OWN_DIGITS) scrambleDigits(bytes, length, length + end - start, own);
      length += end - start;
      if (--wordsLeft % PARAGRAPH_WORDS === 0) bytes[length - 1] = LINE_FEED;
    }
    stream.bytes = bytes;
    stream.length = length;
    stream.wordsLeft = wordsLeft;
    return words;
  }
}

function longer(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(2 * length);
  result.set(bytes);
  return result;
}

function scrambleDigits(bytes: Uint8Array, start: number, end: number, own: number): void {
  for (let at = start, digits = own; at < end; at++, digits = (digits >>> 3) | (digits << 29)) {
    if (bytes[at]! >= ZERO && bytes[at]! <= ZERO + 9) bytes[at] = ZERO + ((digits >>> 0) % 10);
  }
}

interface Stream {
  number: number;
  wordsLeft: number;
  seed: number;
  bytes: Uint8Array<ArrayBuffer>;
  length: number;
}

/** The finalizer of MurmurHash3: unlike for every document and form. */
function mixed(seed: number, id: number): number {
  let h = seed ^ Math.imul(id, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A generator over what is known of a genre. */
export function generatorOf(genre: Genre): TextGenerator {
  return new TextGenerator(
    genre,
    realText(genre).known.map(({ text }) => text),
  );
}
