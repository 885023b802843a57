/**
 * Documents of any number that are to five-word shingles what more of the real text would be. Several are written at a time, a word
 * of each in turn, because the chain waits for memory at every step and the waits of several overlap.
 */
import { Random } from "../random.ts";
import { type Chain, chainOf, ORDERS, ROW, tokensOf } from "./chain.ts";
import { type Genre, realText } from "./genres.ts";
import { AS_IT_IS, MADE_UP, madeUpWords, OWN_WORD, type Stock, stockOf, waysOf } from "./words.ts";

export interface GeneratedDocument {
  id: string;
  text: Uint8Array;
}

/** What calibration set (README.md): how readily the chain of a genre forgets. */
const BOLDNESS: Record<Genre, number> = { novels: 1, law: 0.5 };
/** Documents under way at a time. */
const STREAMS = 16;
/** Words a stream is written by between two looks at what is complete. */
const STEP_WORDS = 512;
const PARAGRAPH_WORDS = 80;
const LINE_FEED = 10;
const SPACE = 32;

export class TextGenerator {
  readonly #chain: Chain;
  readonly #forms: Stock;
  readonly #madeUp: Stock;
  readonly #ways: Uint8Array;
  readonly #lengths: number[];

  /** @param boldness for calibration; that of the genre where absent */
  constructor(genre: Genre, texts: readonly string[], boldness: number = BOLDNESS[genre]) {
    const tokens = tokensOf(texts);
    this.#chain = chainOf(tokens, boldness);
    this.#forms = stockOf(tokens.printedForms);
    this.#madeUp = madeUpWords(tokens);
    this.#ways = waysOf(tokens);
    this.#lengths = texts.map((text) => Math.max(20, Math.round(text.length / 5.6)));
  }

  /** Without end; lengths are drawn from those of the real documents. */
  *documents(seed: string): Generator<GeneratedDocument> {
    const random = new Random(`generated ${seed}`);
    const streams = Array.from({ length: STREAMS }, (_, i) => this.#open(random, i));
    const steps = new Uint32Array(STREAMS * STEP_WORDS);
    const state = Uint32Array.from(streams, ({ rank }) => rank);
    const memory = new Uint8Array(STREAMS).fill(1);
    const chance = new Uint32Array([random.below(2 ** 32), random.below(2 ** 32) | 1]);
    for (let opened = STREAMS; ; ) {
      this.#step(state, memory, steps, chance);
      for (let i = 0; i < STREAMS; i++) {
        const stream = streams[i]!;
        this.#write(stream, steps.subarray(i * STEP_WORDS, (i + 1) * STEP_WORDS));
        if (stream.wordsLeft > 0) continue;
        yield { id: `${seed}-${stream.number}`, text: stream.bytes.subarray(0, stream.length) };
        streams[i] = this.#open(random, opened++);
        state[i] = streams[i]!.rank;
        memory[i] = 1;
      }
    }
  }

  #open(random: Random, number: number): Stream {
    const words = random.pick(this.#lengths);
    return {
      number,
      rank: random.below(this.#chain.behind.length),
      wordsLeft: words,
      seed: random.below(2 ** 32),
      bytes: new Uint8Array(8 * words + 4096),
      length: 0,
    };
  }

  /** `STEP_WORDS` printed forms for each stream. */
  #step(state: Uint32Array, memory: Uint8Array, steps: Uint32Array, chance: Uint32Array): void {
    const { rows, behind } = this.#chain;
    let [x, y] = [chance[0]!, chance[1]!];
    for (let at = 0; at < STEP_WORDS; at++) {
      for (let stream = 0; stream < STREAMS; stream++) {
        const row = ROW * state[stream]!;
        // xorshift of Marsaglia, two words: a draw for the order and one for the place.
        const t = x ^ (x << 10);
        x = y;
        y = y ^ (y >>> 10) ^ t ^ (t >>> 13);
        let draw = y;
        let order = memory[stream]!;
        let odds = rows[row + ROW - 1]! << (8 * (4 - order));
        while (order > 0 && (draw & 255) < odds >>> 24) {
          draw >>>= 8;
          odds <<= 8;
          order--;
        }
        const first = order === 0 ? 0 : rows[row + 2 * order - 1]!;
        const count = order === 0 ? behind.length : rows[row + 2 * order]!;
        const next = behind[first + Math.floor(((x >>> 0) / 4294967296) * count)]!;
        state[stream] = next;
        memory[stream] = order < ORDERS ? order + 1 : ORDERS;
        steps[stream * STEP_WORDS + at] = rows[ROW * next]!;
      }
    }
    chance[0] = x;
    chance[1] = y;
  }

  /** Prints forms until the document has its words; what is left over of them is dropped. */
  #write(stream: Stream, steps: Uint32Array): void {
    const { bytes: formBytes, starts } = this.#forms;
    const { bytes: madeUpBytes, starts: madeUpStarts } = this.#madeUp;
    const ways = this.#ways;
    const words = Math.min(stream.wordsLeft, steps.length);
    let { bytes, length, seed, wordsLeft } = stream;
    for (let i = 0; i < words; i++) {
      const id = steps[i]!;
      const [start, end] = [starts[id]!, starts[id + 1]!];
      if (length + (end - start) + 64 > bytes.length) {
        const longer = new Uint8Array(2 * bytes.length + end - start);
        longer.set(bytes);
        bytes = longer;
      }
      const way = ways[id]!;
      if (way === AS_IT_IS) {
        for (let at = start; at < end; at++) bytes[length++] = formBytes[at]!;
      } else {
        const own = mixed(seed, id);
        if (way === OWN_WORD) {
          // The square makes the first ones common, as names are.
          const name = Math.floor((own / 2 ** 32) ** 2 * MADE_UP);
          for (let at = madeUpStarts[name]!; at < madeUpStarts[name + 1]!; at++) bytes[length++] = madeUpBytes[at]!;
        } else {
          for (let at = start, digits = own; at < end; at++, digits = (digits >>> 3) | (digits << 29)) {
            const byte = formBytes[at]!;
            bytes[length++] = byte >= 48 && byte <= 57 ? 48 + ((digits >>> 0) % 10) : byte;
          }
        }
      }
      bytes[length++] = --wordsLeft % PARAGRAPH_WORDS === 0 ? LINE_FEED : SPACE;
    }
    stream.bytes = bytes;
    stream.length = length;
    stream.wordsLeft = wordsLeft;
  }
}

interface Stream {
  number: number;
  rank: number;
  wordsLeft: number;
  seed: number;
  bytes: Uint8Array;
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
