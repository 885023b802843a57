/** Chance that repeats: sfc32 of PractRand (Doty-Humphrey), seeded with the SHA-256 of a name, so that each draw says what it is for. */
import { createHash } from "node:crypto";

export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter: number;

  constructor(name: string) {
    const seed = createHash("sha256").update(name).digest();
    this.#a = seed.readInt32LE(0);
    this.#b = seed.readInt32LE(4);
    this.#c = seed.readInt32LE(8);
    this.#counter = 1;
    for (let i = 0; i < 12; i++) this.next(); // as PractRand does after seeding
  }

  /** 0 to 1, without 1. */
  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to `count` - 1. */
  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  /** A new array in random order (Fisher and Yates). */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const result = [...items];
    for (let i = result.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [result[i], result[j]] = [result[j]!, result[i]!];
    }
    return result;
  }
}
