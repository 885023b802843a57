/** Probabilities of suffixes: published numbers, and bounds that hold whatever the rest of a row is. */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Kernels } from "../../../src/core/kernels/kernels.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { clopperPearsonUpper } from "../../../src/core/statistics/binomial.ts";
import { logOfSequence, queriesNeeded } from "../../../src/models/extraction/extraction.ts";
import { exactLogProbabilities, isLikeliest, tokenBounds } from "../../../src/models/extraction/scheme.ts";
import { expectClose, type VectorCase, vectorCases } from "../../core/statistics/vectors.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { testWith } from "../../support/shared.ts";

interface QueriesCase extends VectorCase {
  input:
    | { kind: "token_logprobs"; logprobs: (number | string)[]; p: number[] }
    | { kind: "logits"; logits: number[][]; targets: number[]; temperature: number; top_k: number; p: number[] }
    | { kind: "hits"; hits: number; samples: number; confidence: number };
  expected: {
    ln_pz: number | string;
    pz: number;
    n_real: (number | string | null)[];
    n: (number | string | null)[];
    ln_n: (number | string)[];
    upper_if_zero_hits: number | null;
  };
}

let kernels: Kernels;
beforeAll(async () => {
  kernels = await loadKernels();
});

describe("(n, p)-discoverable extraction", () => {
  testWith("reference/vectors/np_extraction.json", "agrees with values of 50 digits", (contents) => {
    const cases = vectorCases<QueriesCase>(contents);
    expect(cases).toHaveLength(40);
    for (const { name, input, expected, tolerance } of notEmpty(cases)) {
      if (input.kind === "hits") {
        if (expected.upper_if_zero_hits === null) continue;
        expectClose(
          clopperPearsonUpper(0, input.samples, input.confidence),
          expected.upper_if_zero_hits,
          tolerance,
          name,
        );
        continue;
      }
      const logs =
        input.kind === "token_logprobs"
          ? input.logprobs.map(Number)
          : Array.from(
              exactLogProbabilities(kernels, Float64Array.from(input.logits.flat()), Uint32Array.from(input.targets), {
                temperature: input.temperature,
                topK: input.top_k === 0 ? null : input.top_k,
              }),
            );
      const { lo, hi } = logOfSequence(logs.map((value) => ({ lo: value, hi: value })));
      expect(lo).toBe(hi);
      expectClose(lo, expected.ln_pz, tolerance, `${name} ln p_z`);
      input.p.forEach((p, i) => {
        const { real, whole, log } = queriesNeeded(lo, p);
        const [wantedReal, wanted] = [expected.n_real[i]!, expected.n[i]!];
        if (wantedReal !== null) expectClose(real, wantedReal, tolerance, `${name} n_real ${p}`);
        else expect(real, name).toBeGreaterThan(1e300);
        const isOnBorder =
          typeof wantedReal === "number" && Math.abs(wantedReal - Math.round(wantedReal)) <= 1e-9 * wantedReal;
        if (wanted === null) expect(whole, name).toBeGreaterThan(2 ** 53);
        else if (!isOnBorder || wantedReal === 0) expect(whole, `${name} n ${p}`).toBe(Number(wanted));
        expectClose(log, expected.ln_n[i]!, tolerance, `${name} ln n ${p}`);
      });
    }
  });

  test("so many queries are enough, and one fewer is not", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 0.999, noNaN: true }),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (pz, p) => {
          const { whole } = queriesNeeded(Math.log(pz), p);
          const recitedAfter = (n: number) => 1 - (1 - pz) ** n;
          expect(recitedAfter(whole)).toBeGreaterThanOrEqual(p - 1e-9);
          if (whole > 1) expect(recitedAfter(whole - 1)).toBeLessThan(p + 1e-9);
        },
      ),
    );
  });

  test("what is no probability is refused", () => {
    expect(() => queriesNeeded(0.1, 0.5)).toThrow(RangeError);
    expect(() => queriesNeeded(Number.NaN, 0.5)).toThrow(RangeError);
    expect(() => queriesNeeded(-1, 1)).toThrow(RangeError);
  });
});

/** A row of probabilities, a token of it and a scheme. */
const rows = fc
  .record({
    // On a grid: some tie, and none differ by less than a logarithm keeps.
    scores: fc.array(
      fc.integer({ min: -96, max: 48 }).map((eighths) => eighths / 8),
      { minLength: 2, maxLength: 40 },
    ),
    token: fc.nat(),
    shown: fc.nat({ max: 12 }),
    temperature: fc.constantFrom(0.2, 0.5, 0.7, 1, 1.3, 2, 5),
    topK: fc.option(fc.integer({ min: 1, max: 45 }), { nil: null }),
    isSizeKnown: fc.boolean(),
  })
  .map(({ scores, token, shown, ...rest }) => ({
    ...rest,
    scores,
    token: token % scores.length,
    shown: Math.min(shown, scores.length),
  }));

const exact = (scores: number[], token: number, scheme: { temperature: number; topK: number | null }) =>
  exactLogProbabilities(kernels, Float64Array.from(scores), Uint32Array.of(token), scheme)[0]!;

describe("a token under a sampling scheme", () => {
  test("exact probabilities add up to 1, over those that are kept", () => {
    fc.assert(
      fc.property(rows, ({ scores, temperature, topK }) => {
        const all = scores.map((_, token) => Math.exp(exact(scores, token, { temperature, topK })));
        fc.pre(new Set(scores).size === scores.length);
        expect(all.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 9);
        expect(all.filter((one) => one > 0).length).toBe(Math.min(topK ?? Infinity, scores.length));
      }),
      { numRuns: fewOrAll(150, 500) },
    );
  });

  test("bounds from the likeliest tokens hold the exact value", () => {
    let [exactOnes, informative] = [0, 0];
    fc.assert(
      fc.property(rows, ({ scores, token, shown, temperature, topK, isSizeKnown }) => {
        const scheme = { temperature, topK };
        const logs = scores.map((_, i) => exact(scores, i, { temperature: 1, topK: null }));
        const top = [...logs].sort((x, y) => y - x).slice(0, shown);
        const { lo, hi } = tokenBounds(
          { logprob: logs[token]!, top, vocabularySize: isSizeKnown ? scores.length : null },
          scheme,
        );
        const truth = exact(scores, token, scheme);
        if (truth === -Infinity) expect(lo).toBe(-Infinity);
        else {
          expect(lo).toBeLessThanOrEqual(truth + 1e-9);
          expect(hi).toBeGreaterThanOrEqual(truth - 1e-9);
        }
        expect(hi).toBeLessThanOrEqual(0);
        exactOnes += Number(hi - lo < 1e-12 || lo === hi);
        informative += Number(hi - lo < 1);
      }),
      { numRuns: fewOrAll(500, 5_000) },
    );
    expect(exactOnes).toBeGreaterThan(fewOrAll(50, 500));
    expect(informative).toBeGreaterThan(fewOrAll(150, 1_500));
  });

  test("where what is shown suffices, the bounds are one value", () => {
    const facts = { logprob: Math.log(0.25), top: [0.5, 0.25, 0.125].map(Math.log), vocabularySize: null };
    expect(tokenBounds(facts, { temperature: 1, topK: null })).toEqual({ lo: facts.logprob, hi: facts.logprob });
    const kept = tokenBounds(facts, { temperature: 1, topK: 2 });
    expect(kept.lo).toBe(kept.hi);
    expect(Math.exp(kept.lo)).toBeCloseTo(1 / 3, 12);
    expect(tokenBounds(facts, { temperature: 0.5, topK: 1 })).toEqual({ lo: -Infinity, hi: -Infinity });
    const unlisted = { ...facts, logprob: Math.log(0.01) };
    expect(tokenBounds(unlisted, { temperature: 1, topK: 3 })).toEqual({ lo: -Infinity, hi: -Infinity });
  });

  test("from the chosen token alone it is known of no truncation, and else bounded", () => {
    const alone = (p: number, temperature: number, topK: number | null) =>
      tokenBounds({ logprob: Math.log(p), top: [], vocabularySize: null }, { temperature, topK });
    expect(alone(0.01, 1, 5).lo).toBe(-Infinity);
    expect(alone(0.9, 1, 5).lo).toBeCloseTo(Math.log(0.9), 5);
    expect(alone(0.9, 1, 5).hi).toBe(0);
    expect(alone(0.9, 2, null).lo).toBe(-Infinity);
    expect(alone(0.9, 0.5, null).lo).toBeCloseTo(Math.log(0.81 / 0.82), 4);
  });

  test("the likeliest token is told where it can be", () => {
    const facts = (p: number, top: number[]) => ({
      logprob: Math.log(p),
      top: top.map(Math.log),
      vocabularySize: null,
    });
    expect(isLikeliest(facts(0.4, [0.4, 0.3]))).toBe(true);
    expect(isLikeliest(facts(0.3, [0.4, 0.3]))).toBe(false);
    expect(isLikeliest(facts(0.51, []))).toBe(true);
    expect(isLikeliest(facts(0.49, []))).toBe(null);
  });
});
