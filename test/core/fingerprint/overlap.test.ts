/** What samples of shingles tell of the sets they are drawn from. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Fingerprint } from "../../../src/core/fingerprint/fingerprint.ts";
import {
  type KnownShingles,
  type SharedShingles,
  type ShareEstimate,
  sharedShingles,
} from "../../../src/core/fingerprint/overlap.ts";
import { PASSAGE } from "../../../src/core/fingerprint/profile.ts";
import type { Hashes } from "../../../src/core/kernels/kernels.ts";
import { isSampled } from "../../../src/core/kernels/text/sample.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { seeded } from "../../support/texts.ts";

interface ContainmentCase {
  name: string;
  hits: number;
  sampled: number;
  containment: number | null;
  clopper_pearson: [number, number];
}

const random = seeded(41);
const half = () => Math.floor(2 ** 32 * random());
const hash = (high: number): bigint => (BigInt(high) << 32n) | BigInt((half() & ~1) >>> 0);

function side(id: string, hashes: readonly bigint[], bits: number): { print: Fingerprint; known: KnownShingles } {
  const ascending = [...hashes].sort((x, y) => (x < y ? -1 : x > y ? 1 : 0));
  const shingles: Hashes = {
    low: Uint32Array.from(ascending, (one) => Number(one & 0xffff_ffffn)),
    high: Uint32Array.from(ascending, (one) => Number(one >> 32n)),
  };
  const print = { id, bytes: new Uint8Array(), profile: PASSAGE, lengthWords: hashes.length + 4, shingles };
  return { print, known: { hashes: shingles, bits } };
}

/** Two sets of random hashes that share so many. */
function sets(shared: number, onlyA: number, onlyB: number): [bigint[], bigint[]] {
  const draw = (count: number) => Array.from({ length: count }, () => hash(half()));
  const both = draw(shared);
  return [
    [...both, ...draw(onlyA)],
    [...both, ...draw(onlyB)],
  ];
}

const holds = ({ interval: [lo, hi] }: ShareEstimate, truth: number) => lo <= truth && truth <= hi;

describe("shares from samples", () => {
  const { cases } = JSON.parse(readFileSync("test/support/vectors/containment.json", "utf8")) as {
    cases: ContainmentCase[];
  };
  test.each(cases)("are those computed elsewhere: $name", ({ hits, sampled, containment, clopper_pearson }) => {
    const drawn = Array.from({ length: sampled }, () => hash((half() & ~0xf0000) >>> 0)); // all of them sampled by four bits
    const rest = [...drawn.slice(0, hits), hash(0)];
    const { aInB } = sharedShingles(side("a", drawn, 4), side("b", rest, 2));
    expect(aInB.value).toBeCloseTo(containment ?? 0, 12);
    for (const [i, end] of notEmpty(aInB.interval.entries())) expect(end).toBeCloseTo(clopper_pearson[i]!, 9);
  });

  test("of all shingles are exact, whatever else is held is left out of a sample", () => {
    const [a, b] = sets(300, 100, 500);
    const exact = sharedShingles(side("a", a, 0), side("b", b, 0));
    expect(exact).toMatchObject({ oneIn: 1, aInB: { value: 0.75, interval: [0.75, 0.75] }, bInA: { value: 0.375 } });
    const held = (hashes: bigint[]) => hashes.filter((one, i) => isSampled(Number(one >> 32n), 3) || i % 4 === 0);
    const onlySampled = (hashes: bigint[]) => hashes.filter((one) => isSampled(Number(one >> 32n), 3));
    const [withMore, without] = [held, onlySampled].map((some) =>
      sharedShingles(side("a", some(a), 3), side("b", some(b), 2)),
    );
    expect(withMore!.oneIn).toBe(8);
    expect([withMore!.aInB, withMore!.jaccard]).toEqual([without!.aInB, without!.jaccard]);
  });

  /** Sizes of what is shared and of what is not, and bits of the sparser sample. */
  const SCENARIOS: [shared: number, onlyA: number, onlyB: number, bits: number][] = [
    [900, 100, 100, 2],
    [300, 700, 1_700, 2],
    [100, 0, 2_900, 5],
    [0, 800, 900, 3],
    [20, 780, 3_000, 4],
    [40, 10, 50, 1],
  ];
  test.each(SCENARIOS)(
    "intervals hold the truth in 94 of 100: %i shared, %i and %i not, %i bits",
    (shared, onlyA, onlyB, bits) => {
      const replicates = fewOrAll(700, 2_000);
      const truths = {
        aInB: shared / (shared + onlyA),
        bInA: shared / (shared + onlyB),
        jaccard: shared / (shared + onlyA + onlyB),
      };
      const held = { aInB: 0, bInA: 0, jaccard: 0 };
      for (let i = 0; i < replicates; i++) {
        const [a, b] = sets(shared, onlyA, onlyB);
        const estimate: SharedShingles = sharedShingles(side("a", a, 0), side("b", b, bits));
        for (const name of ["aInB", "bInA", "jaccard"] as const)
          held[name] += Number(holds(estimate[name], truths[name]));
      }
      for (const count of notEmpty(Object.values(held))) expect(count / replicates).toBeGreaterThanOrEqual(0.94);
    },
  );
});
