/** The frozen stream of random numbers: published values, and that each draw is as likely as any other. */
import { describe, expect, test } from "vitest";
import { RandomStream, stateOf, statesFrom } from "../../../src/core/kernels/numbers/random.ts";

const FROZEN = {
  outputs: [1283484843, 274259001, 2446240198, 814518397, 1473968959, 1700789164],
  draws: [3, 383, 1584019559],
  fraction: 0.927707468498521,
  order: [5, 4, 3, 0, 7, 6, 1, 2],
};

describe("xoshiro128**", () => {
  // From the reference program, as the tests of edorfaus/xoshiro-6502 quote it.
  const SEED = Uint32Array.of(0x964d4a0c, 0xd40ab895, 0xad7fdecb, 0x3006f0f0);
  const lane = (state: Uint32Array, lane: number) => [0, 4, 8, 12].map((word) => state[word + lane]!);

  test("published outputs, in every fourth place", () => {
    const stream = new RandomStream(statesFrom(SEED));
    const outputs = Array.from({ length: 16 }, () => stream.next());
    expect(outputs.filter((_, i) => i % 4 === 0)).toEqual([0xf1391922, 0x6fe53806, 0xa5be2840, 0xf510ee70]);
  });

  test("published state after a jump, which is the second generator's", () => {
    const state = statesFrom(SEED);
    expect(lane(state, 0)).toEqual([...SEED]);
    expect(lane(state, 1)).toEqual([0x2a6dd50d, 0x01177499, 0xd7eb7d01, 0xddc48284]);
    expect(lane(state, 2)).toEqual(lane(statesFrom(Uint32Array.from(lane(state, 1))), 1));
  });
});

describe("a stream", () => {
  test("frozen: a change of these makes every seeded result irreproducible", () => {
    const stream = new RandomStream("spolia");
    expect(Array.from({ length: 6 }, () => stream.next())).toEqual(FROZEN.outputs);
    expect([7, 1000, 2 ** 31 + 1].map((bound) => stream.below(bound))).toEqual(FROZEN.draws);
    expect(stream.fraction()).toBe(FROZEN.fraction);
    expect(stream.shuffle([0, 1, 2, 3, 4, 5, 6, 7])).toEqual(FROZEN.order);
  });

  test("a name is its UTF-8, and another name another stream", () => {
    expect(stateOf("é")).toEqual(stateOf(Uint8Array.of(0xc3, 0xa9)));
    const names = Array.from({ length: 20_000 }, (_, i) => stateOf(`name ${i}`).join());
    expect(new Set(names).size).toBe(names.length);
  });

  test("draws below a bound are within it and evenly spread", () => {
    const stream = new RandomStream("even");
    for (const bound of [1, 2, 3, 7, 10, 64, 1000]) {
      const counts = new Float64Array(bound);
      for (let i = 0; i < 200 * bound; i++) counts[stream.below(bound)]!++;
      expect(counts.reduce((sum, count) => sum + count)).toBe(200 * bound);
      const chiSquare = counts.reduce((sum, count) => sum + (count - 200) ** 2 / 200, 0);
      expect(chiSquare).toBeLessThan(bound - 1 + 5 * Math.sqrt(2 * bound));
    }
  });

  test("no draw is likelier where the bound does not divide 2^32", () => {
    // Without refusals a third of the draws below 3 × 2^30 would be twice as likely, and be hit half of the time.
    const stream = new RandomStream("biased");
    let inFirst = 0;
    for (let i = 0; i < 30_000; i++) if (stream.below(3 * 2 ** 30) % 3 === 0) inFirst++;
    expect(Math.abs(inFirst - 10_000)).toBeLessThan(5 * Math.sqrt(30_000 * (2 / 9)));
  });

  test("the largest bounds", () => {
    const stream = new RandomStream("large");
    for (const bound of [2 ** 32 - 1, 2 ** 31, 2 ** 31 + 1]) {
      const draws = Array.from({ length: 1000 }, () => stream.below(bound));
      expect(Math.max(...draws)).toBeLessThan(bound);
      expect(Math.max(...draws) / bound).toBeGreaterThan(0.98);
      expect(draws.every(Number.isInteger)).toBe(true);
    }
  });

  test("fractions are 0 to 1, evenly", () => {
    const stream = new RandomStream("fractions");
    const fractions = Array.from({ length: 20_000 }, () => stream.fraction());
    expect(Math.min(...fractions)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...fractions)).toBeLessThan(1);
    expect(Math.abs(fractions.reduce((sum, one) => sum + one) / 20_000 - 0.5)).toBeLessThan(5 / Math.sqrt(12 * 20_000));
  });

  test("every order of four is as likely", () => {
    const stream = new RandomStream("orders");
    const counts = new Map<string, number>();
    for (let i = 0; i < 24_000; i++) {
      const order = stream.shuffle([..."abcd"]).join("");
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(24);
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    expect(chiSquare).toBeLessThan(23 + 5 * Math.sqrt(46));
  });
});
