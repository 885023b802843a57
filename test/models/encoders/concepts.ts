/**
 * An encoder for tests: each concept has a direction drawn by its name, words of one concept have the same, and a text is
 * the sum of its words. It is right where it is told which words are one concept, and needs no weights.
 */
import type { Encoder } from "../../../src/base/contract/resources/encoder.ts";
import { seeded } from "../../support/texts.ts";

const DIMENSIONS = 64;
const COMMON = 0.5;

export interface CountingEncoder extends Encoder {
  /** Texts that were encoded. */
  readonly asked: string[];
}

/** @param concepts words of one concept each, divided by spaces */
export function conceptEncoder(concepts: readonly string[] = []): CountingEncoder {
  const names = new Map(concepts.flatMap((words) => words.split(" ").map((word, _, all) => [word, all[0]!] as const)));
  const asked: string[] = [];
  return {
    name: "concepts",
    weights: null,
    implementation: "test",
    dimensions: DIMENSIONS,
    languages: ["en"],
    asked,
    async encode(texts, { signal } = {}) {
      signal?.throwIfAborted();
      asked.push(...texts);
      return texts.map((text) => {
        const vector = new Float32Array(DIMENSIONS).fill(COMMON);
        for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
          const direction = directionOf(names.get(word) ?? word);
          for (let i = 0; i < DIMENSIONS; i++) vector[i]! += direction[i]!;
        }
        const length = Math.hypot(...vector);
        return vector.map((value) => value / length);
      });
    },
  };
}

function directionOf(name: string): number[] {
  const random = seeded([...name].reduce((sum, letter) => (Math.imul(sum, 31) + letter.codePointAt(0)!) >>> 0, 7));
  return Array.from({ length: DIMENSIONS }, () => random() * 2 - 1);
}
