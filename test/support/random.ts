/** Numbers and sets for tests of kernels, drawn from a seed. */
import type { Hashes } from "../../src/core/kernels/kernels.ts";
import { seeded } from "./texts.ts";

export class Draw {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seeded(seed);
  }

  /** 0 to `count` - 1. */
  below(count: number): number {
    return Math.floor(count * this.#next());
  }

  /** Unsigned 32-bit numbers with at most the given number of distinct values. */
  words(length: number, values = 2 ** 32): Uint32Array {
    return Uint32Array.from({ length }, () => this.below(values));
  }

  hashes(length: number, values = 2 ** 32): Hashes {
    return { low: this.words(length, values), high: this.words(length, values) };
  }
}

/** The hashes at the given positions. */
export function picked({ low, high }: Hashes, positions: ArrayLike<number>): Hashes {
  return { low: Uint32Array.from(positions, (at) => low[at]!), high: Uint32Array.from(positions, (at) => high[at]!) };
}
