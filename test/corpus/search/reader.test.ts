/** Up to where a passage may reach from a candidate block: told for all blocks in one pass. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { reachesOf } from "../../../src/corpus/search/reader.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../support/notEmpty.ts";

/** By the definition: from a block on, over each following candidate that is within reach. */
function byDefinition(blocks: readonly number[], block: number, reach: number) {
  let last = block + reach;
  for (const next of blocks) if (next > block && next <= last + 1) last = next + reach;
  return { first: block - reach, last };
}

test("a block reaches over all candidates that are within reach of each other", () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(300), { maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (drawn, reach) => {
      const blocks = drawn.sort((x, y) => x - y);
      const reaches = reachesOf(blocks, reach);
      expect(reaches.size).toBe(blocks.length);
      for (const block of notAlwaysEmpty(blocks))
        expect(reaches.get(block)).toEqual(byDefinition(blocks, block, reach));
    }),
  );
});

test("each block is looked at once, however many candidates a long query has", () => {
  for (const count of notEmpty([1_000, 2_000, 4_000])) {
    let looked = 0;
    const blocks = new Proxy(
      Array.from({ length: count }, (_, i) => i),
      {
        get(target, key) {
          looked += Number(typeof key === "string" && /^\d+$/.test(key));
          return Reflect.get(target, key);
        },
      },
    );
    reachesOf(blocks, 50);
    expect(looked).toBe(count);
  }
});
