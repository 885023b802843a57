import { describe, expect } from "vitest";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { referenceKernels } from "../../../src/core/kernels/reference.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { testWith } from "../../support/shared.ts";

interface Vectors<Input, Expected> {
  cases: { name: string; input: Input; expected: Expected }[];
}

describe.each([await loadKernels(), referenceKernels])("$name", (kernels) => {
  testWith("reference/vectors/xxhash.json", "xxhash32 as the reference library computes it", (json) => {
    const { cases } = JSON.parse(json) as Vectors<{ hex: string }, { xxh32_seed0: string; xxh32_seed1: string }>;
    expect(cases.length).toBeGreaterThan(30);
    for (const { name, input, expected } of notEmpty(cases)) {
      const bytes = Uint8Array.from(Buffer.from(input.hex, "hex"));
      const hashes = [0, 0x9e3779b1].map((seed) => kernels.xxhash32(bytes, seed).toString(16).padStart(8, "0"));
      expect(hashes, name).toEqual([expected.xxh32_seed0, expected.xxh32_seed1]);
    }
  });

  testWith("reference/vectors/winnowing.json", "winnowing by brute force", (json) => {
    const { cases } = JSON.parse(json) as Vectors<{ fn: string; hashes: number[]; w: number }, { winnow: number[] }>;
    // Of fewer hashes than a window, the vectors keep none and we the smallest: short texts are identified too.
    const whole = cases.filter(({ input }) => input.fn === "winnow" && input.hashes.length >= input.w);
    expect(whole.length).toBeGreaterThan(20);
    for (const { name, input, expected } of notEmpty(whole)) {
      // Ranks instead of hashes: the same order, in the upper 21 bits, where ours is.
      const ascending = [...new Set(input.hashes)].sort((a, b) => a - b);
      const ranks = Uint32Array.from(input.hashes, (hash) => ascending.indexOf(hash) << 11);
      expect([...kernels.winnow(ranks, [input.w])[0]!], name).toEqual(expected.winnow);
    }
  });

  const symbols = (text: string) => Uint32Array.from([...text], (character) => character.codePointAt(0)!);

  testWith("reference/vectors/edit_distance.json", "edit distances by dynamic programming", (json) => {
    const { cases } = JSON.parse(json) as Vectors<{ a: string; b: string }, { distance: number }>;
    expect(cases.length).toBeGreaterThan(50);
    for (const { name, input, expected } of notEmpty(cases)) {
      expect(kernels.distance(symbols(input.a), symbols(input.b)), name).toBe(expected.distance);
    }
  });

  testWith("reference/vectors/lcs.json", "longest common subsequences by dynamic programming", (json) => {
    const { cases } = JSON.parse(json) as Vectors<{ a: string; b: string }, { lcs_subsequence: number }>;
    expect(cases.length).toBeGreaterThan(50);
    for (const { name, input, expected } of notEmpty(cases)) {
      expect(kernels.commonLength(symbols(input.a), symbols(input.b)), name).toBe(expected.lcs_subsequence);
    }
  });

  testWith("reference/vectors/approximate_search.json", "the best place of a pattern", (json) => {
    const { cases } = JSON.parse(json) as Vectors<
      { pattern: string; text: string },
      { min_distance: number; end_positions: number[] }
    >;
    expect(cases.length).toBeGreaterThan(20);
    for (const { name, input, expected } of notEmpty(cases)) {
      const place = kernels.bestPlace(symbols(input.pattern), symbols(input.text));
      expect(place, name).toEqual({ distance: expected.min_distance, end: expected.end_positions[0] });
    }
  });
});
