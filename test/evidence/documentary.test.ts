/** The documentary line, and which channel a score rests on. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { likelihoodRatioCap } from "../../bench/statistics/binomial.ts";
import type { TrainingPath } from "../../src/catalogue/lineage.ts";
import type { InDataset, ScoreChannel } from "../../src/contract/score.ts";
import { SHIPPED } from "../../src/evidence/calibration/shipped.ts";
import { type ChannelFacts, scoreChannels } from "../../src/evidence/channels.ts";
import { documentaryLine, documentaryRatio } from "../../src/evidence/documentary.ts";
import { matchCap, matchErrorRates, matchErrorRatesOf } from "../../src/evidence/errorRates.ts";
import { headlineOf, whatWouldChange } from "../../src/evidence/headline.ts";
import { bandOf, directionOf, nearestToNeutral, onScale, ratioDigits } from "../../src/evidence/scale.ts";

const RATES = matchErrorRates({ hits: 980, cases: 1_000 }, { hits: 1, cases: 5_000 }, "calibration-test");
const share = (min = 1e-3, max = 1 - 1e-3) => fc.double({ min, max, noNaN: true });

describe("the documentary line", () => {
  test("is the ratio of the two conditional probabilities of a match, counted out over every case", () => {
    fc.assert(
      fc.property(share(), share(), share(), share(), (truePositive, falsePositive, inclusion, inDataset) => {
        // A work stands in the dataset or not; if it does, training used it or not; the match is right or wrong.
        const used = inDataset * inclusion;
        const matchAndUsed = used * truePositive;
        const matchAndNot = inDataset * (1 - inclusion) * truePositive + (1 - inDataset) * falsePositive;
        const expected = matchAndUsed / used / (matchAndNot / (1 - used));
        const got = documentaryRatio(truePositive, falsePositive, inclusion, inDataset);
        expect(Math.abs(got / expected - 1)).toBeLessThan(1e-9);
      }),
    );
  });

  test("by hand: TPR .98, FPR .0002, all of the dataset", () => {
    const { lr, interval } = documentaryLine(RATES, { lo: 0.95, hi: 1 });
    // .98 (1 − .475) / (.98 · .05 · .5 + .0002 · .5), and at π = .9: .98 (1 − .855) / (.98 · .05 · .9 + .0002 · .1)
    expect(lr).toBeCloseTo(0.5145 / 0.0246, 9);
    expect(interval[0]).toBeCloseTo(0.1421 / 0.04412, 9);
    expect(interval[1]).toBe(matchCap(RATES));
  });

  test("the interval holds the line at every share and inclusion of its ranges; nothing is above the cap", () => {
    fc.assert(
      fc.property(
        share(0.01, 0.99),
        share(),
        share(0.1, 0.9),
        fc.integer({ min: 1, max: 400 }),
        (lo, width, π, hits) => {
          const rates = matchErrorRates({ hits: 400 + hits, cases: 800 }, { hits, cases: 4_000 }, "r");
          const inclusion = { lo, hi: lo + (1 - lo) * width };
          const { lr, interval } = documentaryLine(rates, inclusion);
          for (const g of [inclusion.lo, (inclusion.lo + inclusion.hi) / 2, inclusion.hi]) {
            const value = Math.min(
              matchCap(rates),
              documentaryRatio(rates.truePositive.value, rates.falsePositive.value, g, π),
            );
            expect(value).toBeGreaterThanOrEqual(interval[0] * (1 - 1e-12));
            expect(value).toBeLessThanOrEqual(interval[1] * (1 + 1e-12));
          }
          expect(interval[0]).toBeLessThanOrEqual(lr);
          expect(lr).toBeLessThanOrEqual(interval[1]);
          expect(interval[1]).toBeLessThanOrEqual(matchCap(rates));
        },
      ),
    );
  });

  test("the cap is that of the statistics", () => {
    expect(matchCap(RATES)).toBe(likelihoodRatioCap({ hits: 980, cases: 1_000 }, { hits: 1, cases: 5_000 }));
    const noneFalse = matchErrorRates({ hits: 300, cases: 300 }, { hits: 0, cases: 300 }, "r");
    expect(documentaryLine(noneFalse, { lo: 1, hi: 1 })).toEqual({
      lr: matchCap(noneFalse),
      interval: [matchCap(noneFalse), matchCap(noneFalse)],
    });
  });
});

const row = (verdict: "match" | "partial", dataset = "d") => ({
  ...{ dataset, corpus: dataset, matched_words: 200, share: 0.5, longest_run_words: 100, documents: 1 },
  verdict,
});
const measured = (...datasets: InDataset["datasets"]): InDataset => ({ status: "measured", datasets, reason: null });
const way = (more: Partial<TrainingPath> = {}): TrainingPath => ({
  ...{ model: "lab/m", dataset: "d", trainedDataset: "d", evidence: "documented", via: [], sources: ["s"], note: null },
  ...{
    inclusion: { lo: 0.95, hi: 1, grade: "documented_whole", basis: "All." },
    contested: false,
    cutoff: null,
    datasetEnd: null,
  },
  ...more,
});
const facts = (more: Partial<ChannelFacts> = {}): ChannelFacts => ({
  ...{ inDataset: measured(row("match")), paths: [way()], published: undefined, rates: RATES, observations: [] },
  ...more,
});
const provenance = (more: Partial<ChannelFacts> = {}) =>
  scoreChannels(facts(more)).find(({ name }) => name === "provenance")!;

describe("the provenance channel", () => {
  test("carries the line for a match in a dataset that is documented to have gone in as a whole", () => {
    const { lr, interval } = documentaryLine(RATES, { lo: 0.95, hi: 1 });
    const channel = provenance();
    expect(channel).toMatchObject({ status: "measured", basis: "documentary", sources: ["s"] });
    expect(channel.lr).toBeCloseTo(lr, 3);
    expect(channel.ci_95![0]).toBeCloseTo(interval[0], 4);
    expect(channel.statistic).toEqual({
      ...{ training_dataset: "d", inclusion_lo: 0.95, inclusion_hi: 1, cap: ratioDigits(matchCap(RATES)) },
      ...{ true_positive_rate: 0.98, false_positive_rate: 0.0002, error_rates: "calibration-test" },
    });
  });

  test("an inclusion that may be nothing is a ratio of 1 by rule, with the reason and without any rates", () => {
    for (const hi of [0.3, 1]) {
      for (const rates of [RATES, "None."]) {
        const channel = provenance({
          rates,
          paths: [way({ inclusion: { lo: 0, hi, grade: "unknown", basis: "A part went in." } })],
        });
        expect(channel).toMatchObject({ status: "measured", lr: 1, ci_95: [1, 1] });
        expect(channel.reason).toMatch(/by rule.*A part went in/);
      }
    }
  });

  test.each<[string, Partial<ChannelFacts>, string, RegExp]>([
    ["no rates", { rates: "None." }, "not_calibrated", /error rates/],
    ["reported only", { paths: [way({ evidence: "reported" })] }, "not_measured", /only reported/],
    ["passages below the event", { inDataset: measured(row("partial")) }, "not_measured", /too short/],
    ["met elsewhere only", { paths: [way({ dataset: "other" })] }, "not_measured", /not met/],
    [
      "published after the dataset",
      { published: "2021", paths: [way({ datasetEnd: "2020-07" })] },
      "not_measured",
      /2020-07/,
    ],
    [
      "published after the cutoff",
      { published: "2021-02", paths: [way({ cutoff: "2021-01" })] },
      "not_measured",
      /2021-01/,
    ],
  ])("%s carries no ratio and says why", (_, more, status, reason) => {
    const channel = provenance(more);
    expect(channel).toMatchObject({ status, lr: null, ci_95: null });
    expect(channel.reason).toMatch(reason);
  });

  test("of several ways the one with the greatest inclusion carries it, and a date excludes one way and not the other", () => {
    const paths = [
      way({
        dataset: "part",
        trainedDataset: "part",
        inclusion: { lo: 0.2, hi: 0.2, grade: "documented_rate", basis: "" },
        cutoff: null,
      }),
      way(),
    ];
    const inDataset = measured(row("match", "part"), row("match"));
    expect(provenance({ paths, inDataset }).statistic["training_dataset"]).toBe("d");
    const dated = [paths[0]!, way({ datasetEnd: "2019-12" })];
    expect(provenance({ paths: dated, inDataset, published: "2020" }).statistic["training_dataset"]).toBe("part");
  });
});

describe("the headline", () => {
  const channel = (
    name: ScoreChannel["name"],
    lr: number,
    ci_95: [number, number],
    more: Partial<ScoreChannel> = {},
  ): ScoreChannel => ({
    ...{ name, proposition: "trained_on", basis: "statistical", status: "measured", statistic: {}, lr, ci_95 },
    ...{ gate: "not_needed", reason: null, sources: [] },
    ...more,
  });
  const documentary = channel("provenance", 20, [3, 400], { basis: "documentary" });

  test("without a ratio on training there is no score, and the interval is the whole range", () => {
    const none = headlineOf([channel("match", 400, [100, 1e6], { proposition: "in_corpus" })]);
    expect(none).toMatchObject({
      score: 0,
      tier: "insufficient_evidence",
      ci_95: [0, 100],
      log10_lr: null,
      basis: null,
    });
    expect(headlineOf(scoreChannels(facts({ rates: "None." })))).toEqual(none);
  });

  test("the documentary line carries it alone, on its own numbers, and never beside a statistical channel", () => {
    expect(headlineOf([documentary])).toMatchObject({
      basis: "documentary",
      tier: "weak",
      direction: "for",
      log10_lr: { estimate: 1.30103, lo: 0.477121, hi: 2.60206 },
    });
    const canary = channel("canary", 50, [10, 200]);
    expect(headlineOf([documentary, canary])).toEqual(headlineOf([canary]));
    expect(headlineOf([canary]).basis).toBe("statistical");
  });

  test("a ratio of 1 by rule is no support, in no direction", () => {
    const paths = [way({ inclusion: { lo: 0, hi: 1, grade: "unknown", basis: "" } })];
    expect(headlineOf(scoreChannels(facts({ paths })))).toMatchObject({
      score: 0,
      ci_95: [0, 0],
      tier: "no_support",
      direction: "neutral",
    });
  });

  test("canary and order multiply; channels that share data are averaged", () => {
    const [canary, order] = [channel("canary", 10, [5, 20]), channel("order", 4, [2, 8])];
    expect(headlineOf([canary, order]).log10_lr).toMatchObject({ estimate: 1.60206, lo: 1, hi: 2.20412 });
    const shared = [channel("membership", 4, [1, 8]), channel("dataset_inference", 2, [1, 4])];
    expect(headlineOf(shared).log10_lr).toMatchObject({ estimate: 0.477121, lo: 0, hi: 0.778151 });
  });

  test("the scale is symmetric in sign: the same band the other way, and the nearest end is mirrored", () => {
    const ends = fc.array(fc.double({ min: -8, max: 8, noNaN: true }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(ends, (drawn) => {
        const [lo, estimate, hi] = drawn.sort((x, y) => x - y) as [number, number, number];
        const [one, mirrored] = [onScale({ estimate, lo, hi }), onScale({ estimate: -estimate, lo: -hi, hi: -lo })];
        expect(mirrored.tier).toBe(one.tier);
        expect(Math.abs(nearestToNeutral({ estimate, lo, hi }))).toBe(
          Math.abs(nearestToNeutral({ estimate, lo: -hi, hi: -lo })),
        );
        expect(bandOf(-estimate)).toBe(bandOf(estimate));
        const opposite = { for: "against", against: "for", neutral: "neutral" } as const;
        expect(directionOf(-estimate)).toBe(opposite[directionOf(estimate)]);
      }),
    );
  });

  test("what would change it begins with what is missing first", () => {
    const first = (more: Partial<ChannelFacts>, documented = true) =>
      whatWouldChange(scoreChannels(facts(more)), documented)[0];
    expect(first({ paths: [], inDataset: { status: "not_measured", datasets: [], reason: "" } }, false)).toMatch(
      /names a dataset/,
    );
    expect(first({ inDataset: { status: "not_measured", datasets: [], reason: "" } })).toMatch(/searched in a corpus/);
    expect(first({ paths: [way({ inclusion: { lo: 0, hi: 1, grade: "unknown", basis: "" } })] })).toMatch(
      /which documents of d/,
    );
    expect(first({ rates: "None." })).toMatch(/Error rates/);
    expect(first({})).toMatch(/canary/);
  });
});

describe("rates of a calibration", () => {
  test("count events and others apart, and are as sure as there are clusters", () => {
    const { truePositive, falsePositive, source } = matchErrorRatesOf(SHIPPED);
    const { cases, rates } = SHIPPED.provenance;
    const share = (isEvent: boolean) => {
      const alike = rates.filter(({ is_event }) => is_event === isEvent);
      return (
        alike.reduce((sum, { match }) => sum + match.count, 0) / alike.reduce((sum, { match }) => sum + match.of, 0)
      );
    };
    expect([truePositive.value, falsePositive.value]).toEqual([
      expect.closeTo(share(true), 2),
      expect.closeTo(share(false), 2),
    ]);
    expect(truePositive.lo).toBeLessThan(share(true));
    expect(falsePositive.hi).toBeGreaterThan(share(false));
    expect(source).toBe(SHIPPED.name);
    const allIndependent = {
      ...SHIPPED,
      provenance: { ...SHIPPED.provenance, cases: { ...cases, clusters: cases.select } },
    };
    expect(matchErrorRatesOf(allIndependent).falsePositive.hi).toBeLessThan(falsePositive.hi);
    expect(matchCap(matchErrorRatesOf(SHIPPED))).toBeCloseTo(truePositive.lo / falsePositive.hi, 9);
  });
});
