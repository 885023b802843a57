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
        const firsts = Math.min(own, all.length);
        const wanted = sets.flatMap((one, i) =>
          sets.flatMap((other, j) => {
            const shared = [...one].filter((run) => other.has(run) && holders(run) <= most).length;
            const isPair = i < j && i < firsts && shared > 0 && shared >= least * (other.size / 4);
            return isPair ? [{ one: i, other: j, shared }] : [];
          }),
        );
        const isEnough = (shared: number, _: number, ofOther: number) => shared >= least * (ofOther / 4);
        const found = sharingPairs(keys, { firsts, holdersMax: most, isEnough });
        expect(found.pairs).toEqual(wanted);
        expect(found.commonRuns).toBe(
          [...new Set(sets.flatMap((set) => [...set]))].filter((run) => holders(run) > most).length,
        );
      },
    ),
  );
});
