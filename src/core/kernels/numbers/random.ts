/**
 * Reproducible random numbers: a name determines the stream, which is the same in every runtime and in WebAssembly
 * (`assembly/numbers/random.ts`).
 *
 * The stream is frozen: four xoshiro128** generators, 2^64 steps apart, whose outputs are taken in turn. Each has a
 * period of 2^128 - 1. xxHash32 with four seeds maps the name (any bytes) to the 128 bits of the first generator's
 * state. This spreads names evenly but does not stop anyone from searching for a name with a wanted stream. Where
 * nobody may choose the stream, use a digest of committed data as the name.
 *
 * Sources: Blackman and Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47 (2021), with the
 * polynomial of their jump; Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019).
 */
import { xxhash32 } from "../tables/reference.ts";

/** Number of generators. */
const LANES = 4;
/** Coefficients of the polynomial that advances a generator by 2^64 steps. */
const JUMP = [0x8764000b, 0xf542d2d3, 0x6fa035c3, 0x77f2db5b] as const;

/**
 * Derives the state from a name: word 0 of the four generators, then word 1, word 2, word 3.
 *
 * @param name bytes, or text, which is encoded as UTF-8
 */
export function stateOf(name: Uint8Array | string): Uint32Array {
  const bytes = typeof name === "string" ? new TextEncoder().encode(name) : name;
  const words = Uint32Array.of(...[0, 1, 2, 3].map((seed) => xxhash32(bytes, seed)));
  if (words.every((word) => word === 0)) words[0] = 1; // the one state that the generator never leaves
  return statesFrom(words);
}

/** The state of all four generators, derived from that of the first. */
export function statesFrom(words: Uint32Array): Uint32Array {
  const state = new Uint32Array(4 * LANES);
  let generator: Uint32Array = words.slice();
  for (let lane = 0; lane < LANES; lane++) {
    for (let word = 0; word < 4; word++) state[LANES * word + lane] = generator[word]!;
    generator = jumped(generator);
  }
  return state;
}

/** The state 2^64 steps later: the XOR of the states at the steps whose coefficient is 1. */
function jumped(words: Uint32Array): Uint32Array {
  const sum = new Uint32Array(4);
  const at = words.slice();
  for (const coefficients of JUMP) {
    for (let bit = 0; bit < 32; bit++) {
      if ((coefficients >>> bit) & 1) for (let word = 0; word < 4; word++) sum[word]! ^= at[word]!;
      step(at, 0, 1);
    }
  }
  return sum;
}

/** Advances one generator, whose words are `stride` apart, by one step and returns its output. */
function step(state: Uint32Array, first: number, stride: number): number {
  const [second, third, fourth] = [first + stride, first + 2 * stride, first + 3 * stride];
  const output = Math.imul(rotl(Math.imul(state[second]!, 5), 7), 9) >>> 0;
  const shifted = state[second]! << 9;
  state[third]! ^= state[first]!;
  state[fourth]! ^= state[second]!;
  state[second]! ^= state[third]!;
  state[first]! ^= state[fourth]!;
  state[third]! ^= shifted;
  state[fourth] = rotl(state[fourth]!, 11);
  return output;
}

const rotl = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

export class RandomStream {
  readonly #state: Uint32Array;
  #lane = 0;

  /** @param source a name (see `stateOf`), or a state */
  constructor(source: string | Uint8Array | Uint32Array) {
    this.#state = source instanceof Uint32Array ? source.slice() : stateOf(source);
  }

  /** The next 32 bits. */
  next(): number {
    const lane = this.#lane;
    this.#lane = (lane + 1) % LANES;
    return step(this.#state, lane, LANES);
  }

  /** Skips the rest of the current block of four outputs. */
  toNextBlock(): void {
    while (this.#lane > 0) this.next();
  }

  /** A uniformly distributed integer from 0 to `bound` - 1. `bound` is 1 to 2^32 - 1. */
  below(bound: number): number {
    for (;;) {
      const output = this.next();
      const fraction = Math.imul(output, bound) >>> 0;
      if (fraction < bound && fraction < 0x1_0000_0000 % bound) continue;
      // The product has up to 64 bits: compute its upper 32 bits from two products of up to 48 bits.
      return Math.floor(((output >>> 16) * bound + Math.floor(((output & 0xffff) * bound) / 0x1_0000)) / 0x1_0000);
    }
  }

  /** A uniformly distributed number in [0, 1), a multiple of 2^-53. */
  fraction(): number {
    const upper = this.next() >>> 5;
    return (upper * 0x400_0000 + (this.next() >>> 6)) / 0x20_0000_0000_0000;
  }

  /** Shuffles the items in place; all orders are equally likely (Durstenfeld's shuffle). */
  shuffle<Items extends { length: number; [index: number]: unknown }>(items: Items): Items {
    for (let place = 0; place + 1 < items.length; place++) {
      const other = place + this.below(items.length - place);
      [items[place], items[other]] = [items[other], items[place]];
    }
    return items;
  }
}
