/** The index gives the pairs that share enough runs, as counting each pair by itself does. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { sharingPairs } from "../../../src/core/passages/sharingPairs.ts";

const texts = fc.array(fc.array(fc.nat(12), { maxLength: 10 }), { minLength: 1, maxLength: 12 });

test("pairs, counts and common runs are those of a naive count", () => {
  fc.assert(
    fc.property(
      texts,
      fc.nat(12),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 3 }),
      (all, own, most, least) => {
        // Far apart, to the end of the range.
        const keys = all.map((runs) => Uint32Array.from(runs, (run) => 0xffffffff - 357_000_000 * run));
        const sets = keys.map((runs) => new Set(runs));
        const holders = (run: number) => sets.filter((set) => set.has(run)).length;
        // A run that too many have links each of them to the next.
        const isNext = (run: number, i: number, j: number) => !sets.slice(i + 1, j).some((set) => set.has(run));
        const firsts = Math.min(own, all.length);
        const wanted = sets.flatMap((one, i) =>
          sets.flatMap((other, j) => {
            const shared = [...one].filter(
              (run) => other.has(run) && (holders(run) <= most || isNext(run, i, j)),
            ).length;
            const isPair = i < j && i < firsts && shared > 0 && shared >= least * (other.size / 4);
            return isPair ? [{ one: i, other: j, shared }] : [];
          }),
        );
        const isEnough = (shared: number, _: number, ofOther: number) => shared >= least * (ofOther / 4);
        const found = sharingPairs(keys, { firsts, holdersMax: most, pairsMax: 100, isEnough });
        expect(found.left).toBe(0);
        expect(found.pairs).toEqual(wanted);
        expect(found.commonRuns).toBe(
          [...new Set(sets.flatMap((set) => [...set]))].filter((run) => holders(run) > most).length,
        );
      },
    ),
  );
});

test("of more pairs than are kept, those that share most stay, and the others are counted", () => {
  const keys = [Uint32Array.of(1, 2, 3, 4), Uint32Array.of(1, 2, 3), Uint32Array.of(1, 2, 4), Uint32Array.of(1)];
  const options = { firsts: 4, holdersMax: 9, isEnough: () => true };
  const all = sharingPairs(keys, { ...options, pairsMax: 9 });
  expect(all.pairs).toHaveLength(6);
  expect(sharingPairs(keys, { ...options, pairsMax: 2 })).toEqual({
    pairs: [
      { one: 0, other: 1, shared: 3 },
      { one: 0, other: 2, shared: 3 },
    ],
    commonRuns: 0,
    left: 4,
  });
});
