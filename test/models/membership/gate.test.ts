/** The blind gate, matched controls and dataset inference on data whose truth is known. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { areaUnderRoc } from "../../../bench/statistics/roc.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { clopperPearson } from "../../../src/core/statistics/binomial.ts";
import { clusteredArea, upperBoundOfArea } from "../../../src/core/statistics/clusteredRoc.ts";
import { normalQuantile } from "../../../src/core/statistics/normal.ts";
import { rankTest } from "../../../src/core/statistics/ranks.ts";
import { fitRule, type SparseRow, scoreOf } from "../../../src/models/membership/classifier.ts";
import { combined, conformalAmong, permutationP } from "../../../src/models/membership/controls.ts";
import { datasetInference, INFERENCE_CLUSTERS_MIN } from "../../../src/models/membership/datasetInference.ts";
import { blindGate, GATE_CLUSTERS_MIN, type GateText } from "../../../src/models/membership/gate.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { seeded, zipfText, zipfWords } from "../../support/texts.ts";

const kernels = await loadKernels();

describe("the area under a ROC curve by clusters", () => {
  const cases = fc.array(
    fc.record({ score: fc.integer({ min: 0, max: 8 }), isPositive: fc.boolean(), stratum: fc.constant(0) }),
    { minLength: 4, maxLength: 60 },
  );

  test("is the share of pairs, as areaUnderRoc has it, and DeLong's error where each case is a cluster", () => {
    fc.assert(
      fc.property(cases, (some) => {
        const all = some.map((one, cluster) => ({ ...one, cluster }));
        const [positives, negatives] = [true, false].map((side) => all.filter(({ isPositive }) => isPositive === side));
        fc.pre(positives!.length >= 2 && negatives!.length >= 2);
        const scores = [...new Set(all.map(({ score }) => score))].sort((a, b) => a - b);
        const count = (of: typeof all) =>
          Float64Array.from(scores, (score) => of.filter((one) => one.score === score).length);
        const area = areaUnderRoc({ positives: count(positives!), cases: count(all) });
        const got = clusteredArea(all)!;
        expect(got.area).toBeCloseTo(area, 12);
        const win = (a: number, b: number) => (a > b ? 1 : a === b ? 0.5 : 0);
        const spread = (mine: typeof all, wins: (score: number) => number) => {
          const values = mine.map(({ score }) => wins(score));
          return values.reduce((sum, value) => sum + (value - area) ** 2, 0) / (values.length - 1) / values.length;
        };
        const mean = (of: typeof all, wins: (score: number) => number) =>
          of.reduce((sum, { score }) => sum + wins(score), 0) / of.length;
        const variance =
          spread(positives!, (score) => mean(negatives!, (other) => win(score, other))) +
          spread(negatives!, (score) => mean(positives!, (other) => win(other, score)));
        expect(got.standardError).toBeCloseTo(Math.sqrt(variance), 12);
      }),
    );
  });

  test("a case told twice in its cluster says no more", () => {
    fc.assert(
      fc.property(cases, (some) => {
        const all = some.map((one, cluster) => ({ ...one, cluster }));
        const [once, twice] = [clusteredArea(all), clusteredArea([...all, ...all])];
        if (once === null) return;
        expect(twice!.area).toBeCloseTo(once.area, 12);
        expect(twice!.standardError).toBeCloseTo(once.standardError, 12);
      }),
    );
  });

  test("the upper bound holds the truth in 95 of 100 cases, whatever texts of a cluster share", () => {
    const random = seeded(5);
    const normal = () => normalQuantile((Math.floor(random() * 2 ** 31) + 0.5) / 2 ** 31);
    const [clusters, size, shared, distance, replicates] = [60, 4, 0.8, 0.4, 1_500];
    const truth = 0.6114; // Φ(.4 / √2)
    let held = 0;
    for (let i = 0; i < replicates; i++) {
      const cases = Array.from({ length: 2 * clusters }, (_, cluster) => {
        const common = normal();
        return Array.from({ length: size }, () => ({
          score: shared * common + Math.sqrt(1 - shared * shared) * normal() + (cluster < clusters ? distance : 0),
          isPositive: cluster < clusters,
          cluster,
          stratum: 0,
        }));
      }).flat();
      held += Number(upperBoundOfArea(clusteredArea(cases)!) >= truth);
    }
    expect(clopperPearson(held, replicates)[1]).toBeGreaterThan(0.95);
    expect(held / replicates).toBeGreaterThan(0.93);
  });
});

describe("the classifier", () => {
  test("finds the minimum: no weight can be moved to a better place", () => {
    const row = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(fc.tuple(row, fc.boolean()), { minLength: 2, maxLength: 20 }), (cases) => {
        const rows = cases.map(
          ([values]): SparseRow => ({ features: Uint32Array.of(0, 1, 2), values: Float64Array.from(values) }),
        );
        const isPositive = cases.map(([, outcome]) => outcome);
        const rule = fitRule(rows, isPositive, { featureCount: 3, strength: 1, passes: 3_000 });
        const loss = ({ weights, intercept }: typeof rule) =>
          (intercept * intercept + weights.reduce((sum, weight) => sum + weight * weight, 0)) / 2 +
          rows.reduce((sum, one, i) => {
            const margin = (isPositive[i] ? 1 : -1) * scoreOf({ weights, intercept }, one);
            return sum + Math.log1p(Math.exp(-margin));
          }, 0);
        for (const [at, step] of notAlwaysEmpty(
          [0, 1, 2, 3].flatMap((feature) => [[feature, 1e-3] as const, [feature, -1e-3] as const]),
        )) {
          const moved = { weights: rule.weights.slice(), intercept: rule.intercept };
          if (at === 3) moved.intercept += step;
          else moved.weights[at]! += step;
          expect(loss(moved)).toBeGreaterThan(loss(rule) - 1e-12);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("the blind gate", () => {
  const side = (random: () => number, isSuspect: boolean, clusters: number, write: () => string): GateText[] =>
    Array.from({ length: clusters }, (_, i) => ({
      text: write(),
      cluster: `${isSuspect} ${i % clusters}`,
      isSuspect,
    })).sort(() => random() - 0.5);

  test("passes texts that came apart by chance, and refuses another vocabulary, another time, another length", () => {
    const random = seeded(3);
    const write = () => zipfText(random, 40, 2_000);
    const controls = side(random, false, 300, write);
    const gateOf = (suspect: () => string) =>
      blindGate(kernels, [...side(random, true, 300, suspect), ...controls], "gate");
    expect(gateOf(write)).toMatchObject({ outcome: "passed", reason: null });
    const shifts = [
      () => zipfText(random, 40, 1_000),
      () => `${write()} in 2026`,
      () => zipfText(random, 60, 2_000),
      () => write().toUpperCase(),
    ];
    for (const shift of shifts) {
      const refused = gateOf(shift);
      expect(refused.outcome).toBe("not_passed");
      expect(refused.auc).toBeGreaterThan(0.6);
      expect(refused.reason).toMatch(/never saw the model/);
    }
  });

  test("does not depend on the names of what is independent, but on what is not: a cluster never stands in both", () => {
    const random = seeded(4);
    // Each cluster has a word of its own: whoever saw one of its texts knows the side of the others.
    const texts = [true, false].flatMap((isSuspect) =>
      Array.from({ length: 180 }, (_, cluster) => {
        const own = zipfText(random, 8, 1_000_000);
        return Array.from({ length: 3 }, () => ({
          text: `${zipfWords(random, 20, 500).join(" ")} ${own}`,
          cluster: `${isSuspect} ${cluster}`,
          isSuspect,
        }));
      }).flat(),
    );
    expect(blindGate(kernels, texts, "gate").outcome).toBe("passed");
    const apart = texts.map((text, i) => ({ ...text, cluster: `${text.cluster} ${i}` }));
    expect(blindGate(kernels, apart, "gate").auc).toBeGreaterThan(0.8);
  });

  test("texts that have a likeness on the other side are no independent ones", () => {
    const random = seeded(6);
    const texts = Array.from({ length: 200 }, () => zipfText(random, 30, 20_000));
    const both = [true, false].flatMap((isSuspect) =>
      texts.map((text, i) => ({ text, cluster: `${isSuspect} ${i}`, isSuspect })),
    );
    expect(blindGate(kernels, both, "gate")).toMatchObject({
      outcome: "not_passed",
      reason: expect.stringMatching(/depend/),
    });
  });

  test("too few clusters never pass, and it is said how many are needed", () => {
    const random = seeded(8);
    const few = [true, false].flatMap((isSuspect) => side(random, isSuspect, GATE_CLUSTERS_MIN - 1, () => "a text"));
    const { outcome, reason, clusters_needed, auc } = blindGate(kernels, few, "gate");
    expect([outcome, clusters_needed, auc]).toEqual(["not_passed", GATE_CLUSTERS_MIN, null]);
    expect(reason).toContain(`${GATE_CLUSTERS_MIN}`);
  });
});

describe("matched controls", () => {
  const score = fc.integer({ min: -5, max: 5 });

  test("are ranks where each control is a cluster", () => {
    fc.assert(
      fc.property(score, fc.array(score, { maxLength: 50 }), (observed, scores) => {
        const controls = scores.map((value, i) => ({ cluster: `${i}`, value: [value, value] as [number, number] }));
        const { p, least } = conformalAmong(controls)([observed, observed]);
        expect(p).toBeCloseTo(rankTest(observed, scores).p, 12);
        expect(least).toBe(p);
      }),
    );
  });

  test("bounds hold the p-value of whatever lies between them", () => {
    const bounded = fc.tuple(score, fc.nat(3), fc.double({ min: 0, max: 1, noNaN: true }));
    fc.assert(
      fc.property(
        bounded,
        fc.array(fc.tuple(bounded, fc.nat(9)), { minLength: 1, maxLength: 40 }),
        (observed, some) => {
          const ends = ([lo, width]: [number, number, number]): [number, number] => [lo, lo + width];
          const truth = ([lo, width, share]: [number, number, number]): [number, number] => [
            lo + width * share,
            lo + width * share,
          ];
          const of = (value: typeof ends) =>
            conformalAmong(some.map(([one, cluster]) => ({ cluster: `${cluster}`, value: value(one) })))(
              value(observed),
            );
          const [outer, inner] = [of(ends), of(truth)];
          expect(outer.p).toBeGreaterThanOrEqual(inner.p - 1e-12);
          expect(outer.least).toBeLessThanOrEqual(inner.p + 1e-12);
        },
      ),
    );
  });

  test("reject no more often than they say, in clusters of one text to many", () => {
    const random = seeded(9);
    const replicates = 4_000;
    let rejected = 0;
    for (let i = 0; i < replicates; i++) {
      const cluster = (size: number) => {
        const common = random();
        return Array.from({ length: size }, () => common + 0.2 * random());
      };
      const controls = Array.from({ length: 39 }, (_, name) =>
        cluster(1 + Math.floor(8 * random())).map((value) => ({
          cluster: `${name}`,
          value: [value, value] as [number, number],
        })),
      ).flat();
      const [observed] = cluster(3);
      rejected += Number(conformalAmong(controls)([observed!, observed!]).p <= 0.05);
    }
    expect(clopperPearson(rejected, replicates)[0]).toBeLessThan(0.05);
    expect(rejected).toBeGreaterThan(0);
  });

  test("one suspect alone has the permutation p-value of its rank", () => {
    const controls = Array.from({ length: 120 }, (_, i) => ({ cluster: `${i}`, value: i }));
    expect(permutationP(kernels, [{ cluster: "x", value: 117 }], controls, "s")).toBeCloseTo(4 / 121, 12);
  });

  test("what was tried and gave no p-value counts as tried", () => {
    expect(combined([0.01, null]).p).toBeCloseTo(0.02, 12);
    expect(combined([null, null])).toEqual({ corrected: [null, null], p: null, e: null });
    expect(combined([0.001, 0.9]).e).toBeGreaterThan(combined([0.001, 0.9, null, null]).e!);
  });
});

describe("dataset inference", () => {
  const text = (random: () => number, cluster: string, isSuspect: boolean, likelier: number) => ({
    cluster,
    isSuspect,
    views: {
      text: Array.from({ length: 30 }, () => ({
        token: "a",
        logprob: -3 * random() * likelier,
        greatest: null,
        spread: null,
      })),
      compressedBytes: 100,
    },
  });
  const texts = (random: () => number, clusters: number, likelier: number) =>
    [true, false].flatMap((isSuspect) =>
      Array.from({ length: clusters }, (_, i) =>
        text(random, `${isSuspect} ${i}`, isSuspect, isSuspect ? likelier : 1),
      ),
    );

  test("finds texts that are likelier, and rejects the others no more often than it says", () => {
    const random = seeded(12);
    const found = datasetInference(kernels, texts(random, 60, 0.8), "seen");
    expect(found.test!.p).toBeLessThan(0.001);
    expect(found.loss_difference).toBeGreaterThan(0);
    let rejected = 0;
    const tested = fewOrAll(100, 300);
    for (let i = 0; i < tested; i++)
      rejected += Number(datasetInference(kernels, texts(random, 20, 1), `${i}`).test!.p <= 0.1);
    expect(clopperPearson(rejected, tested)[0]).toBeLessThan(0.1);
  });

  test("needs enough clusters, however many texts each has", () => {
    const random = seeded(13);
    const few = texts(random, INFERENCE_CLUSTERS_MIN - 1, 0.5);
    const { status, reason } = datasetInference(kernels, [...few, ...few, ...few], "few");
    expect([status, reason]).toEqual(["not_measured", expect.stringContaining(`${INFERENCE_CLUSTERS_MIN}`)]);
  });
});
