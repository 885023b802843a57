/** Canaries: the commitment binds, the rank is that of an exact test, and nothing is claimed beyond it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CanarySecret, CanaryTestRequest } from "../../../src/base/contract/operations/canary.ts";
import { isSpoliaError } from "../../../src/base/errors.ts";
import { RandomStream } from "../../../src/core/kernels/numbers/random.ts";
import { clopperPearson, clopperPearsonLower } from "../../../src/core/statistics/binomial.ts";
import { commitToCanary, createCanary } from "../../../src/models/canaries/canary.ts";
import { rankOf, stringsToAsk, testCanaries } from "../../../src/models/canaries/canaryTest.ts";
import { expectClose, type VectorCase, vectorCases } from "../../core/statistics/vectors.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { testWith } from "../../support/shared.ts";

const seedOf = (number: number) => number.toString(16).padStart(64, "0");
const ASKED = { model: "lab/whole", retrieval: "absent", statistic: "loss" } as const;

/** A secret with scores that give the published string a rank. */
async function revealed(number: number, strings: number) {
  const secret = await createCanary({ seed: seedOf(number), strings });
  return { secret, commitment: (await commitToCanary(secret)).commitment };
}
const ranked = ({ strings, index }: CanarySecret, rank: number) => {
  const others = strings.map((_, i) => (i < index ? i : i - 1));
  return others.map((place, i) => (i === index ? strings.length - rank + 0.5 : place + 1));
};

describe("a pool", () => {
  test("follows from its seed: 1,000 different strings of 128 bits, one of them drawn", async () => {
    const secret = await createCanary({ seed: seedOf(1) });
    expect(await createCanary({ seed: seedOf(1) })).toEqual(secret);
    expect(new Set(secret.strings).size).toBe(1_000);
    for (const string of notEmpty(secret.strings))
      expect(string).toMatch(/^([b-df-hj-np-tvz][aiou][b-df-hj-np-tvz][aiou][b-df-hj-np-tvz] ?){8}$/);
    expect(await commitToCanary(secret)).toMatchObject({ strings: 1_000, entropy_bits: 128, smallest_p: 0.001 });
    expect((await createCanary({ seed: seedOf(2) })).strings.some((string) => secret.strings.includes(string))).toBe(
      false,
    );
  });

  test("every string is drawn as often as any other", async () => {
    const counts = new Array<number>(8).fill(0);
    const made = fewOrAll(800, 2_000);
    for (let number = 0; number < made; number++) {
      const { index } = await createCanary({ seed: seedOf(number), strings: 8 });
      counts[index]!++;
    }
    // Chi-square of 7 degrees of freedom at .001: 24.3.
    expect(counts.reduce((sum, count) => sum + (count - made / 8) ** 2 / (made / 8), 0)).toBeLessThan(24.3);
  });

  test("tokens of a vocabulary, and no string of too little chance", async () => {
    const vocabulary = Array.from({ length: 256 }, (_, i) => `<${i}>`);
    const secret = await createCanary({ seed: seedOf(3), strings: 4, length: 12, vocabulary });
    expect(secret.strings.every((string) => string.split(" ").every((token) => vocabulary.includes(token)))).toBe(true);
    expect((await commitToCanary(secret)).entropy_bits).toBe(96);
    await expect(createCanary({ seed: seedOf(3), length: 7, vocabulary })).rejects.toMatchObject({
      code: "invalid_request",
      fields: [{ pointer: "/length" }],
    });
  });
});

describe("the commitment", () => {
  test("binds: any change of pool, place, nonce or seed is refused", async () => {
    const { secret, commitment } = await revealed(4, 20);
    const scores = [ranked(secret, 1)];
    const hexOther = (hex: string, at: number) => hex.slice(0, at) + (hex[at] === "0" ? "1" : "0") + hex.slice(at + 1);
    const at = fc.nat(19);
    const changes = fc.oneof(
      fc.nat(63).map((place): Partial<CanarySecret> => ({ nonce: hexOther(secret.nonce, place) })),
      fc.nat(63).map((place): Partial<CanarySecret> => ({ seed: hexOther(secret.seed, place) })),
      at.filter((index) => index !== secret.index).map((index): Partial<CanarySecret> => ({ index })),
      fc
        .tuple(at, fc.string({ minLength: 1 }))
        .filter(([i, s]) => secret.strings[i] !== s)
        .map(([i, string]): Partial<CanarySecret> => ({ strings: secret.strings.with(i, string) })),
      fc
        .tuple(at, at)
        .filter(([a, b]) => a !== b)
        .map(
          ([a, b]): Partial<CanarySecret> => ({
            strings: secret.strings.with(a, secret.strings[b]!).with(b, secret.strings[a]!),
          }),
        ),
      fc.constant<Partial<CanarySecret>>({ strings: secret.strings.slice(0, 19) }),
    );
    await expect(testCanaries({ canaries: [{ secret, commitment }], scores, ...ASKED })).resolves.toMatchObject({
      combined: { p: 0.05 },
    });
    await fc.assert(
      fc.asyncProperty(changes, async (change) => {
        const changed = { ...secret, ...change };
        const request = {
          canaries: [{ secret: changed, commitment }],
          scores: [new Array(changed.strings.length).fill(0)],
          ...ASKED,
        };
        const error = await testCanaries(request).catch((thrown) => thrown);
        expect(error.code).toBe(
          changed.index >= changed.strings.length ? "observations_invalid" : "commitment_mismatch",
        );
      }),
    );
  });

  test("names the field that does not hold: a place outside of the pool, or a commitment to another secret", async () => {
    const { secret, commitment } = await revealed(4, 20);
    const faultOf = (index: number) =>
      testCanaries({
        canaries: [{ secret: { ...secret, index }, commitment }],
        scores: [ranked(secret, 1)],
        ...ASKED,
      }).catch(({ code, fields }) => ({ code, fields }));
    expect(await faultOf(20)).toMatchObject({
      code: "observations_invalid",
      fields: [{ pointer: "/canaries/0/secret/index" }],
    });
    expect(await faultOf(secret.index === 19 ? 18 : 19)).toMatchObject({
      code: "commitment_mismatch",
      fields: [{ pointer: "/canaries/0/commitment" }],
    });
  });

  test("does not help whoever chose the draw: what was committed to has to follow from the seed", async () => {
    const { secret } = await revealed(5, 20);
    for (const chosen of [
      { ...secret, index: (secret.index + 1) % 20 },
      { ...secret, strings: secret.strings.with(0, "a favourite") },
    ]) {
      const { commitment } = await commitToCanary(chosen);
      const request = { canaries: [{ secret: chosen, commitment }], scores: [ranked(secret, 1)], ...ASKED };
      await expect(testCanaries(request)).rejects.toMatchObject({
        code: "commitment_mismatch",
        fields: [{ pointer: "/canaries/0/secret/seed" }],
      });
    }
  });
});

interface RankCase extends VectorCase {
  input: { fn?: string; observed: number; controls: number[] };
  expected: {
    greater: number;
    equal: number;
    p_conservative: number;
    exposure_bits: number;
    min_attainable_p: number;
    p_randomised_for_draw: number[];
  };
}

describe("the test", () => {
  testWith("reference/vectors/rank_pvalues.json", "gives the ranks of the vectors", async (contents) => {
    const cases = vectorCases<RankCase>(contents).filter(
      ({ input: { fn, controls, observed } }) =>
        fn === undefined && controls?.length > 0 && [...controls, observed].every(Number.isFinite),
    );
    expect(cases.length).toBeGreaterThan(10);
    for (const { name, input, expected, tolerance } of notEmpty(cases)) {
      const { secret, commitment } = await revealed(6, input.controls.length + 1);
      const scores = input.controls.toSpliced(secret.index, 0, input.observed);
      const { canaries } = await testCanaries({ canaries: [{ secret, commitment }], scores: [scores], ...ASKED });
      const [got] = canaries as [(typeof canaries)[0]];
      expect([got.greater, got.equal], name).toEqual([expected.greater, expected.equal]);
      expectClose(got.p, expected.p_conservative, tolerance, name);
      expectClose(got.exposure_bits, expected.exposure_bits, tolerance, name);
      expectClose(got.smallest_p, expected.min_attainable_p, tolerance, name);
      const least = expected.greater + 1;
      expect(Math.round(got.p_randomised * scores.length), name).toBeGreaterThanOrEqual(least);
      expect(got.p_randomised, name).toBeLessThanOrEqual(got.p);
    }
  });

  test("999 controls: the best rank gives .001, and with known power a likelihood ratio with the power's interval", async () => {
    const one = await revealed(7, 1_000);
    const positive_ranks = [...new Array(18).fill(1), 2, 40];
    const request: CanaryTestRequest = { canaries: [one], scores: [ranked(one.secret, 1)], positive_ranks, ...ASKED };
    const best = await testCanaries(request);
    expect(best.combined).toMatchObject({ by: "single", p: 0.001, smallest_p: 0.001, tests: 1 });
    expect(best.combined.e_value).toBeCloseTo(20.8, 1);
    const [lo, hi] = clopperPearson(18, 20);
    expect(best.likelihood_ratio!.estimate).toBeCloseTo(900, 9);
    expect(best.likelihood_ratio!.ci_95).toEqual([expect.closeTo(1000 * lo, 9), expect.closeTo(1000 * hi, 9)]);
    const tried = await testCanaries({ ...request, tests: 10 });
    expect(tried.combined.p).toBeCloseTo(0.01, 12);
    expect(tried.likelihood_ratio!.estimate).toBeCloseTo(90, 9);
    expect(tried.observations[0]).toMatchObject({
      channel: "canary",
      exactness: "exact",
      tests: 10,
      controls: 999,
      power: { rank: 1 },
    });
  });

  test("several canaries: the sum of ranks, or e-values where pools differ; a draw counts once", async () => {
    const [a, b, c] = [await revealed(8, 100), await revealed(9, 100), await revealed(10, 50)];
    const of = (pools: (typeof a)[], rank: number) =>
      testCanaries({ canaries: pools, scores: pools.map(({ secret }) => ranked(secret, rank)), ...ASKED });
    // Two uniform ranks of 100 with a sum of at most 4: six of 10,000.
    expect((await of([a, b], 2)).combined).toMatchObject({
      by: "rank_sum",
      p: expect.closeTo(0.0006, 12),
      smallest_p: expect.closeTo(1e-4, 12),
    });
    const mixed = await of([a, c], 1);
    expect(mixed.combined.by).toBe("e_values");
    expect(mixed.combined.p).toBeCloseTo(1 / (mixed.canaries[0]!.e_value * mixed.canaries[1]!.e_value), 12);
    await expect(of([a, a], 1)).rejects.toMatchObject({
      code: "observations_invalid",
      fields: [{ pointer: "/canaries/1/commitment" }],
    });
  });

  test("a hit of a model that never saw it is as rare as stated: 4,000 nulls, ties and all", async () => {
    const drawn = await Promise.all(Array.from({ length: 40 }, (_, i) => revealed(1_000 + i, 200)));
    const random = new RandomStream("nulls of the canary test");
    const [ps, randomised]: [number[], number[]] = [[], []];
    for (let model = 0; model < 4_000; model++) {
      const { secret, commitment } = drawn[model % drawn.length]!;
      // Half of them coarse, as counts and rounded statistics are.
      const scores = secret.strings.map(() => (model % 2 === 0 ? random.fraction() : random.below(60)));
      const { p, p_randomised } = rankOf(secret, commitment, scores, `null ${model}`);
      ps.push(p);
      randomised.push(p_randomised);
    }
    for (const [alpha, bar] of [
      [0.01, 0.01525],
      [0.05, 0.061],
      [0.1, 0.115],
    ] as const) {
      for (const values of [ps, randomised]) {
        const hits = values.filter((p) => p <= alpha).length;
        expect(hits / 4_000).toBeLessThanOrEqual(bar);
        expect(clopperPearsonLower(hits, 4_000, 0.999)).toBeLessThanOrEqual(alpha);
      }
      // The bar sees what it looks for: a statistic that prefers the published string a little.
      expect(randomised.filter((p) => p <= alpha * 2).length / 4_000).toBeGreaterThan(bar);
    }
  });

  test("any request is answered or refused in our own words", async () => {
    const { secret, commitment } = await revealed(12, 3);
    const loose = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(NaN, Infinity, -0, 1e308, undefined, secret, [secret]),
    );
    const request = fc.record({
      canaries: fc.oneof(
        loose,
        fc.constant([{ secret, commitment }]),
        fc.array(
          fc.record({
            secret: fc.oneof(loose, fc.constant(secret)),
            commitment: fc.oneof(loose, fc.constant(commitment)),
          }),
        ),
      ),
      scores: fc.oneof(loose, fc.array(fc.array(fc.double(), { maxLength: 4 }), { maxLength: 2 })),
      model: fc.oneof(loose, fc.constant("lab/whole")),
      retrieval: fc.oneof(loose, fc.constant("absent")),
      statistic: fc.oneof(loose, fc.constant("loss")),
      tests: loose,
      positive_ranks: loose,
    });
    await fc.assert(
      fc.asyncProperty(request, async (value) => {
        const error = await testCanaries(value as never).then(
          () => null,
          (thrown) => thrown,
        );
        expect(error === null || (isSpoliaError(error) && error.code !== "internal")).toBe(true);
      }),
      { numRuns: fewOrAll(150, 500) },
    );
    expect(await stringsToAsk({ canaries: [{ secret, commitment }] })).toEqual([secret.strings]);
    await expect(
      stringsToAsk({ canaries: [{ secret, commitment: `sha256:${"0".repeat(64)}` }] }),
    ).rejects.toMatchObject({
      code: "commitment_mismatch",
    });
    await expect(
      testCanaries({ canaries: [{ secret, commitment }], scores: [[1, NaN, 0]], ...ASKED }),
    ).rejects.toMatchObject({
      code: "invalid_request",
      fields: [{ pointer: "/scores/0/1" }],
    });
    await expect(
      testCanaries({ canaries: [{ secret, commitment }], scores: [[1, 0]], ...ASKED }),
    ).rejects.toMatchObject({
      code: "observations_invalid",
      fields: [{ pointer: "/scores/0" }],
    });
  });
});
