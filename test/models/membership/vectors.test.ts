/** Membership statistics against numbers that were computed elsewhere, in 50 digits. */
import { describe, expect, test } from "vitest";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { referenceKernels } from "../../../src/core/kernels/reference.ts";
import { isWithoutVariance, minKPlusPlus, surp } from "../../../src/models/membership/bounded.ts";
import {
  countOfShare,
  dcPdd,
  difference,
  gapK,
  mean,
  meanOfHighest,
  meanOfLowest,
  perByte,
  ratio,
} from "../../../src/models/membership/formulas.ts";
import { type Position, positionsOf } from "../../../src/models/membership/positions.ts";
import { standardised, topKBounds } from "../../../src/models/membership/topK.ts";
import { expectClose, type VectorCase, vectorCases } from "../../core/statistics/vectors.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { testWith } from "../../support/shared.ts";

interface Case extends VectorCase {
  // biome-ignore lint/suspicious/noExplicitAny: vectors of many forms
  input: any;
  // biome-ignore lint/suspicious/noExplicitAny: vectors of many forms
  expected: any;
}

function expectSame(got: number | null, expected: number | null, one: Case, what: string) {
  if (expected === null || got === null) expect(got, `${one.name} ${what}`).toBe(expected);
  else expectClose(got, expected, one.tolerance, `${one.name} ${what}`);
}

testWith("reference/vectors/membership_logprobs.json", "statistics of log-probabilities", (contents) => {
  const cases = vectorCases<Case>(contents);
  expect(cases.length).toBe(55);
  const met = new Set<string>();
  for (const one of notEmpty(cases)) {
    const { input, expected } = one;
    const kind = one.name.replace(/-?\d+$/, "");
    met.add("k_values" in input ? "shares" : kind);
    if ("k_values" in input) {
      expectSame(mean(input.logprobs), expected.loss_mean, one, "loss");
      input.k_values.forEach((share: number, i: number) => {
        expect(countOfShare(input.logprobs.length, share), one.name).toBe(expected.counts[i]);
        expectSame(meanOfLowest(input.logprobs, share), expected.min_k[i], one, `min ${share}`);
        expectSame(meanOfHighest(input.logprobs, share), expected.max_k[i], one, `max ${share}`);
      });
    } else if (kind === "zlib") {
      expectSame(perByte(mean(input.logprobs), input.zlib_bytes), expected.zlib_score, one, "zlib");
    } else if (kind === "ratios") {
      const own = mean(input.target);
      expectSame(difference(own, mean(input.reference_model)), expected.reference_difference, one, "difference");
      expectSame(ratio(mean(input.reference_model), own), expected.reference_ratio, one, "reference");
      expectSame(ratio(mean(input.lowercased), own), expected.lowercase_ratio, one, "lowercase");
      expectSame(ratio(mean(input.conditional_on_prefix), own), expected.recall_ratio, one, "recall");
      expectSame(difference(own, mean(input.neighbours_mean)), expected.neighbourhood, one, "neighbourhood");
    } else if (kind === "dc-pdd") {
      const counts = {
        counts: new Map<string, number>(Object.entries(input.counts)),
        total: input.N,
        vocabulary: input.V,
      };
      const tokens = input.token_ids.map(String);
      expectSame(dcPdd(tokens, input.logprobs, counts, input.cap), expected.mean_capped, one, "capped");
      expectSame(dcPdd(tokens, input.logprobs, counts, Infinity), expected.mean_uncapped, one, "uncapped");
    } else {
      expectSame(gapK(input.logprobs, input.top1_logprobs, input.k), expected.gap_k, one, "gap");
    }
  }
  expect([...met].sort()).toEqual(["dc-pdd", "gap-k", "ratios", "shares", "zlib"]);
});

describe.each([await loadKernels(), referenceKernels])("$name", (kernels) => {
  testWith("reference/vectors/membership_fullvocab.json", "Min-K%++ and SURP of whole rows", (contents) => {
    const cases = vectorCases<Case>(contents);
    expect(cases.length).toBe(31);
    for (const one of notEmpty(cases)) {
      const { input, expected } = one;
      const positions = fromLogits(input.logits, input.targets);
      positions.forEach((position, i) => {
        expectSame(position.logprob, expected.logprob[i], one, "ln p");
        expectSame(position.spread!.mean[0], expected.mu[i], one, "mean");
        const z = isWithoutVariance(position) ? null : standardised(position.logprob, position.spread!)[0];
        expectSame(z, expected.z[i], one, "z");
        if (z !== null) expectSame(Math.sqrt(position.spread!.variance[0]), expected.sigma[i], one, "deviation");
      });
      expect(positions.filter(isWithoutVariance).length, one.name).toBe(expected.positions_left_out);
      const logprobs = positions.map(({ logprob }) => logprob);
      expectSame(mean(logprobs), expected.loss_mean, one, "loss");
      expectSame(meanOfLowest(logprobs, 0.2), expected.min_k_20, one, "min-k");
      for (const [share, value] of [
        [0.2, expected.min_kpp_20],
        [1, expected.min_kpp_100],
      ]) {
        const ends = minKPlusPlus(positions, share);
        expectSame(ends?.[0] ?? null, value, one, `min-k++ ${share}`);
        expect(ends?.[1], one.name).toBe(ends?.[0]);
      }
      expectSame(surp(positions, 0.4, 2)!, expected.surp_k40_entropy2, one, "surp");
    }
  });

  function fromLogits(logits: number[][], targets: number[]): Position[] {
    const text = "x".repeat(targets.length);
    const width = logits[0]?.length ?? 1;
    const rows = Float64Array.from(logits.flat());
    const logSums = kernels.logSumExpRows(rows, width);
    const tokens = targets.map((id, i) => ({ start: i, end: i + 1, logprob: logits[i]![id]! - logSums[i]! }));
    const scored = { tokens, vocabulary_size: width, rows, ids: Uint32Array.from(targets) };
    const positions = positionsOf(kernels, scored, text);
    if (typeof positions === "string") throw new Error(positions);
    return positions;
  }
});

testWith("reference/vectors/minkpp_topk_bounds.json", "bounds from the likeliest tokens", (contents) => {
  const cases = vectorCases<Case>(contents);
  expect(cases.length).toBe(40);
  for (const one of cases) {
    const { topk_logprobs, vocab, target_logprob, target_in_topk } = one.input;
    const bounds = topKBounds({
      top: topk_logprobs,
      further: target_in_topk ? null : target_logprob,
      vocabulary: vocab,
    })!;
    expectSame(bounds.residual, one.expected.residual, one, "residual");
    const z = standardised(target_logprob, bounds);
    for (const end of [0, 1]) {
      expectSame(bounds.mean[end]!, one.expected.mu[end], one, `mean ${end}`);
      expectSame(bounds.square[end]!, one.expected.m2[end], one, `square ${end}`);
      expectSame(bounds.variance[end]!, one.expected.variance[end], one, `variance ${end}`);
      expectSame(z[end]!, one.expected.z[end], one, `z ${end}`);
    }
  }
});

test("fewer than three likeliest tokens bound nothing", () => {
  expect(topKBounds({ top: [-0.1, -3], further: null, vocabulary: 100 })).toBe(null);
  expect(topKBounds({ top: [-0.1, -3, -4], further: -5, vocabulary: 3 })).toBe(null);
});
