/** The evaluation of memorisation: would it see a test that is not exact, a ratio that claims too much, a wrong oracle? */
import { describe, expect, test } from "vitest";
import { Random } from "../../../bench/harness/random.ts";
import { exactTests } from "../../../bench/quality/memorisation/exact.ts";
import { oracleOf } from "../../../bench/quality/memorisation/oracle.ts";
import { isConsistent, largestConsistent } from "../../../bench/quality/memorisation/part.ts";
import { fitRatioMap } from "../../../bench/quality/memorisation/ratioMap.ts";
import { OWN_STATISTICS, type Summary } from "../../../bench/quality/memorisation/summary.ts";
import { normalQuantile } from "../../../src/core/statistics/normal.ts";

const random = new Random("evaluation of memorisation");
const normal = () => normalQuantile((random.next() * (2 ** 32 - 1) + 0.5) / 2 ** 32);

function summary(kind: "null" | "member", seed: number, p: () => number, area = 0.5 + 0.04 * normal()): Summary {
  const ranked = { repetitions: 4, rank: 1, p: p() };
  const tests = {
    inference: p(),
    inferenceObserved: p(),
    membership: p(),
    membershipUncorrected: p() ** 4,
    loss: p(),
    firstText: p(),
  };
  const areas = Object.fromEntries(OWN_STATISTICS.map((name) => [name, area + 0.01 * normal()]));
  const canaries = Array.from({ length: 6 }, () => ({ ...ranked, p: p() }));
  return { kind, seed, condition: "200 × 1", epochs: 1, canaries, order: ranked, tests, areas, passages: [] };
}

const models = (kind: "null" | "member", count: number, shift: number) =>
  Array.from({ length: count }, (_, i) => summary(kind, i, () => random.next(), 0.5 + shift + 0.04 * normal()));

describe("exact tests", () => {
  test("the bars for 4,000 models are those that evidence states", () => {
    expect([0.01, 0.05, 0.1].map((level) => largestConsistent(4_000, level))).toEqual([0.01525, 0.061, 0.115]);
    expect([isConsistent(61, 4_000, 0.01), isConsistent(62, 4_000, 0.01), isConsistent(0, 10, 0.01)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test("p-values that are uniform meet them, p-values that are a little too small do not", () => {
    const verdicts = (p: () => number) => {
      const nulls = Array.from({ length: 4_000 }, (_, i) => summary("null", i, p));
      return exactTests(nulls, []).goals.map(({ isMet }) => isMet);
    };
    expect(verdicts(() => random.next())).not.toContain(false);
    expect(verdicts(() => random.next() ** 1.15).slice(0, -1)).not.toContain(true);
  });
});

describe("likelihood ratios", () => {
  const split = () => ({ members: models("member", 300, 0.12), nulls: models("null", 1_500, 0) });

  test("none is larger than what its validation carries, whatever was fitted", () => {
    // The validation is of models that the map cannot tell apart: no claim is worth anything.
    const same = { members: models("member", 300, 0), nulls: models("null", 300, 0) };
    const map = fitRatioMap(split(), same)!;
    const strong = models("member", 200, 0.2);
    expect(Math.max(...strong.map(map.fitted))).toBeGreaterThan(Math.log(100));
    expect(Math.max(...strong.map(map.logLr))).toBeLessThan(Math.log(3));
  });

  test("of a good map they reach the hundreds, and never the fitted millions", () => {
    const map = fitRatioMap(split(), split())!;
    const most = Math.max(...models("member", 200, 0.3).map(map.logLr));
    expect(most).toBeGreaterThan(Math.log(100));
    expect(most).toBeLessThan(Math.log(1_500 / 3 + 1));
  });

  test("the oracle knows the ratio of two Gaussians, and leaves the asked model out", () => {
    const all = { members: models("member", 3_000, 0.12), nulls: models("null", 3_000, 0) };
    const oracle = oracleOf(all, ({ areas }) => areas.loss!);
    const variance = 0.04 ** 2 + 0.01 ** 2;
    for (const score of [0.5, 0.56, 0.62]) {
      const truth = (0.12 * (score - 0.56)) / variance;
      expect(Math.abs(oracle.at(score) - truth)).toBeLessThan(0.25);
    }
    // A lone null among members would vouch for itself.
    const lone = summary("null", 9, () => 1, 0.9);
    const known = oracleOf({ ...all, nulls: [...all.nulls, lone] }, ({ areas }) => areas.loss!);
    expect(known.ofModel(lone)).toBeGreaterThan(known.at(lone.areas.loss!));
  });
});
