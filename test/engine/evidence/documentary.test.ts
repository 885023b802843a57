/** The documentary line, and which channel a score rests on. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Log10Ratio } from "../../../src/base/contract/common.ts";
import type { InDataset, ScoreChannel } from "../../../src/base/contract/operations/score.ts";
import type { TrainingPath } from "../../../src/catalogue/graph/lineage.ts";
import { SHIPPED } from "../../../src/engine/evidence/calibration/shipped.ts";
import { type ChannelFacts, scoreChannels } from "../../../src/engine/evidence/channels/channels.ts";
import {
  type DocumentedUse,
  documentaryLine,
  inclusionOfCopies,
  ratioOf,
  usedRatio,
} from "../../../src/engine/evidence/channels/documentary.ts";
import { headlineOf, whatWouldChange } from "../../../src/engine/evidence/channels/headline.ts";
import type { FoundMatch } from "../../../src/engine/evidence/channels/provenance.ts";
import {
  bandOf,
  directionOf,
  nearestToNeutral,
  onScale,
  supportScore,
} from "../../../src/engine/evidence/channels/scale.ts";
import { matchErrorRatesOf, matchRatesByKind } from "../../../src/engine/evidence/confidence/errorRates.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const RATIO: Log10Ratio = { estimate: 2, lo: 1.2, hi: 4 };
const share = (min = 1e-3, max = 1 - 1e-3) => fc.double({ min, max, noNaN: true });
const ratio = () => fc.double({ min: -6, max: 6, noNaN: true });
const near = (got: number, expected: number) => expect(Math.abs(got / expected - 1)).toBeLessThan(1e-9);
/** P(used | match). */
const used = (r: number, inclusion: number, works: number) => (inclusion * r * works) / (r * works + 1 - works);
const odds = (probability: number) => probability / (1 - probability);
const use = (lo: number, hi: number, match: Log10Ratio = RATIO): DocumentedUse => ({ inclusion: { lo, hi }, match });

describe("the documentary line", () => {
  test("is the ratio of the two conditional probabilities of a match, counted out over every case", () => {
    fc.assert(
      fc.property(share(), share(), share(), share(), (ifPresent, ifAbsent, inclusion, works) => {
        // A work stands in the dataset or not; if it does, training used it or not; the match depends on presence only.
        const both = works * inclusion;
        const matchAndNot = works * (1 - inclusion) * ifPresent + (1 - works) * ifAbsent;
        near(usedRatio(ifPresent / ifAbsent, inclusion, works), ifPresent / (matchAndNot / (1 - both)));
      }),
    );
  });

  test("turns the prior odds of use into its odds after the match", () => {
    fc.assert(
      fc.property(ratio(), share(), share(), (log10Ratio, inclusion, works) => {
        const r = ratioOf(log10Ratio);
        near(odds(inclusion * works) * usedRatio(r, inclusion, works), odds(used(r, inclusion, works)));
      }),
    );
  });

  test("has the caps of its inclusion: no match says more than that the work is in the dataset", () => {
    const caps = (inclusion: number) => [0.1, 0.5, 0.9].map((works) => usedRatio(1e15, inclusion, works));
    expect(caps(0.95)).toEqual([expect.closeTo(181, 6), expect.closeTo(21, 6), expect.closeTo(3.2222, 3)]);
    expect(caps(0.999)).toEqual([expect.closeTo(9_001, 3), expect.closeTo(1_001, 3), expect.closeTo(112.111, 3)]);
    fc.assert(
      fc.property(ratio(), share(), share(), (log10Ratio, inclusion, works) => {
        const cap = (1 - inclusion * works) / ((1 - inclusion) * works);
        expect(usedRatio(ratioOf(log10Ratio), inclusion, works)).toBeLessThanOrEqual(cap * (1 + 1e-12));
      }),
    );
  });

  test("by hand: r = 100, all of the dataset, as documents say it", () => {
    const { lr, range } = documentaryLine([use(0.95, 1)]);
    // 100 (1 − .475) / (100 · .05 · .5 + .5); at π = .9 with r = 10^1.2; at π = .1 and g = 1, r itself
    near(lr, 52.5 / 3);
    near(range[0], (10 ** 1.2 * 0.145) / (10 ** 1.2 * 0.045 + 0.1));
    near(range[1], 10_000);
  });

  test("grows with the match, and its range holds every share, inclusion and ratio of its ranges", () => {
    const three = fc.tuple(ratio(), ratio(), ratio()).map((drawn) => drawn.sort((x, y) => x - y));
    fc.assert(
      fc.property(three, share(0.01, 0.99), share(), share(0.1, 0.9), share(0, 1), (ends, lo, width, works, part) => {
        const [least, estimate, most] = ends as [number, number, number];
        const hi = lo + (1 - lo) * width;
        const { lr, range } = documentaryLine([use(lo, hi, { estimate, lo: least, hi: most })]);
        for (const r of [least, estimate, most]) {
          const value = usedRatio(ratioOf(r), lo + (hi - lo) * part, works);
          expect(value).toBeGreaterThanOrEqual(range[0] * (1 - 1e-9));
          expect(value).toBeLessThanOrEqual(range[1] * (1 + 1e-9));
        }
        expect(range[0]).toBeLessThanOrEqual(lr * (1 + 1e-9));
        expect(lr).toBeLessThanOrEqual(range[1] * (1 + 1e-9));
        const stronger = documentaryLine([use(lo, hi, { estimate: most, lo: most, hi: most })]);
        expect(stronger.lr).toBeGreaterThanOrEqual(lr * (1 - 1e-9));
      }),
    );
  });

  test("of several datasets: at least the strongest, at most the sum of all", () => {
    const drawn = fc.array(fc.tuple(share(0.01, 0.99), fc.double({ min: 0, max: 6, noNaN: true })), {
      minLength: 2,
      maxLength: 5,
    });
    fc.assert(
      fc.property(drawn, (datasets) => {
        const uses = datasets.map(([g, r]) => use(g, g, { estimate: r, lo: r, hi: r }));
        const alone = uses.map((one) => documentaryLine([one]));
        const { lr, range, strongest } = documentaryLine(uses as [DocumentedUse, ...DocumentedUse[]]);
        near(lr, Math.max(...alone.map((one) => one.lr)));
        near(range[0], Math.max(...alone.map((one) => one.range[0])));
        for (const works of [0.1, 0.9]) {
          const all = uses.reduce((sum, { match, inclusion }) => sum + used(ratioOf(match.hi), inclusion.hi, works), 0);
          const most = all >= 1 ? 1e6 : odds(all) / odds(strongest.inclusion.hi * works);
          expect(range[1]).toBeGreaterThanOrEqual(Math.min(1e6, most) * (1 - 1e-9));
        }
      }),
    );
    // q is .1 each at most, so .2 for both; the prior odds are those of .1 · .1.
    const certain = { estimate: 6, lo: 6, hi: 6 };
    const both = documentaryLine([use(0.1, 0.1, certain), use(0.1, 0.1, certain)]);
    expect(both.range[1]).toBeCloseTo(odds(0.2) / odds(0.01), 2);
  });

  test("of copies, drawn at a rate: between that of one and that of independent ones", () => {
    const drawn = { lo: 0.3, hi: 0.3, grade: "documented_rate" } as const;
    expect(inclusionOfCopies(drawn, 1)).toEqual({ lo: 0.3, hi: 0.3 });
    expect(inclusionOfCopies(drawn, 3)).toEqual({ lo: 0.3, hi: expect.closeTo(1 - 0.7 ** 3, 12) });
    expect(inclusionOfCopies(drawn, 1_000)).toEqual({ lo: 0.3, hi: 0.99 });
    const whole = { lo: 0.95, hi: 0.99, grade: "documented_whole" } as const;
    expect(inclusionOfCopies(whole, 1_000)).toEqual({ lo: 0.95, hi: 0.99 });
  });
});

const row = (verdict: "match" | "partial", dataset = "d") => ({
  ...{ dataset, corpus: dataset, matched_words: 200, share: 0.5, longest_run_words: 100, documents: 1 },
  verdict,
});
const measured = (...datasets: InDataset["datasets"]): InDataset => ({ status: "measured", datasets, reason: null });
const WHOLE = { lo: 0.95, hi: 0.99, grade: "documented_whole", basis: "All." } as const;
const way = (more: Partial<TrainingPath> = {}): TrainingPath => ({
  ...{ model: "lab/m", dataset: "d", trainedDataset: "d", evidence: "documented", via: [], sources: ["s"], note: null },
  ...{ inclusion: WHOLE, contested: false, cutoff: null, datasetEnd: null },
  ...{ released: null, releasedBasis: null, languages: null },
  ...more,
});
const MATCH: FoundMatch = { verdict: "match", ratio: RATIO, copies: 1 };
const inDatasets = (more: Partial<FoundMatch> = {}, ...datasets: string[]) => {
  const match = { ...MATCH, ...more };
  const ids = datasets.length > 0 ? datasets : ["d"];
  return {
    inDataset: measured(...ids.map((id) => row(match.verdict as "match", id))),
    match,
    matches: new Map(ids.map((id) => [id, match])),
  };
};
const NOT_SEARCHED = {
  inDataset: { status: "not_measured", datasets: [], reason: "" } as InDataset,
  ...{ match: null, matches: new Map<string, FoundMatch>() },
};
const facts = (more: Partial<ChannelFacts> = {}): ChannelFacts => ({
  ...{ ...inDatasets(), paths: [way()], known: {}, observations: [] },
  ...more,
});
const channelOf = (name: ScoreChannel["name"], more: Partial<ChannelFacts> = {}) =>
  scoreChannels(facts(more)).find((one) => one.name === name)!;
const provenance = (more: Partial<ChannelFacts> = {}) => channelOf("provenance", more);

describe("the match channel", () => {
  test("states the ratio of the match, for presence in a dataset", () => {
    expect(channelOf("match")).toMatchObject({
      ...{ proposition: "in_corpus", status: "measured", lr: 100, ci_95: [15.8489, 10_000], range_basis: "sampling" },
      reason: expect.stringMatching(/presence in a dataset/),
    });
  });

  test("states it below a match too, and that it is no evidence against training", () => {
    const channel = channelOf("match", inDatasets({ verdict: "partial", ratio: { estimate: -1, lo: -6, hi: 0 } }));
    expect(channel).toMatchObject({ lr: 0.1, reason: expect.stringMatching(/no evidence against training/) });
  });

  test("has none where the calibration does not cover the case", () => {
    const channel = channelOf("match", inDatasets({ ratio: "Too long." }));
    expect(channel).toMatchObject({ status: "not_calibrated", lr: null, range_basis: null, reason: "Too long." });
  });
});

describe("the provenance channel", () => {
  test("carries the line for a match in a dataset that is documented to have gone in as a whole", () => {
    const { lr, range } = documentaryLine([use(0.95, 0.99)]);
    const channel = provenance();
    expect(channel).toMatchObject({
      ...{ status: "measured", basis: "documentary", range_basis: "sensitivity", sources: ["s"] },
      reason: expect.stringMatching(/For use from d.*assumes.*claims no coverage/),
    });
    expect(channel.lr).toBeCloseTo(lr, 3);
    expect(channel.ci_95![0]).toBeCloseTo(range[0], 4);
    expect(channel.statistic).toEqual({
      ...{ training_dataset: "d", inclusion_grade: "documented_whole", inclusion_lo: 0.95, inclusion_hi: 0.99 },
      ...{ match_lr: 100, match_lr_lo: 15.8489, match_lr_hi: 10_000 },
      ...{ works_share: 0.5, works_share_lo: 0.1, works_share_hi: 0.9 },
    });
  });

  test("grows with the ratio of the match, as far as its inclusion allows", () => {
    const scores = [0, 0.5, 1, 2, 3, 6].map((estimate) => {
      const found = inDatasets({ ratio: { estimate, lo: estimate, hi: 6 } });
      return headlineOf(scoreChannels(facts(found))).score;
    });
    for (const [i, one] of notEmpty(scores.slice(1)).entries()) expect(one).toBeGreaterThan(scores[i]!);
    expect(scores.at(-1)).toBeLessThan(supportScore(Math.log10(21)));
  });

  test("an inclusion that may be nothing is a ratio of 1 by rule, with the reason and whatever the match", () => {
    for (const hi of [0.3, 1]) {
      for (const found of [RATIO, "None."]) {
        const paths = [way({ inclusion: { lo: 0, hi, grade: "unknown", basis: "A part went in." } })];
        const channel = provenance({ ...inDatasets({ ratio: found }), paths });
        expect(channel).toMatchObject({ status: "measured", lr: 1, ci_95: [1, 1], range_basis: "rule" });
        expect(channel.reason).toMatch(/by rule.*A part went in/);
      }
    }
  });

  test.each<[string, Partial<ChannelFacts>, string, RegExp]>([
    ["an unknown ratio", inDatasets({ ratio: "None." }), "not_calibrated", /likelihood ratio of the match. None/],
    ["reported only", { paths: [way({ evidence: "reported" })] }, "not_measured", /only reported/],
    ["a quotation", inDatasets({ verdict: "partial" }), "not_measured", /too short.*quoted passage was met/],
    [
      "a match that others have as often",
      inDatasets({ ratio: { estimate: -0.01, lo: -1, hi: 1 } }),
      "not_measured",
      /only quote.*no ratio for the work/,
    ],
    ["met elsewhere only", { paths: [way({ dataset: "other" })] }, "not_measured", /not met/],
    [
      "published after the dataset",
      { known: { published: "2021" }, paths: [way({ datasetEnd: "2020-07" })] },
      "not_measured",
      /2020-07/,
    ],
    [
      "in another language",
      { known: { language: "de" }, paths: [way({ languages: ["en"] })] },
      "not_measured",
      /in German \(de\); what the model used of d is recorded as English \(en\)/,
    ],
    [
      "published after the cutoff",
      { known: { published: "2021-02" }, paths: [way({ cutoff: "2021-01" })] },
      "not_measured",
      /2021-01/,
    ],
  ])("%s carries no ratio and says why", (_, more, status, reason) => {
    const channel = provenance(more);
    expect(channel).toMatchObject({ status, lr: null, ci_95: null, range_basis: null });
    expect(channel.reason).toMatch(reason);
  });

  test("of several ways the strongest carries it, and a date excludes one way and not the other", () => {
    const paths = [
      way({
        dataset: "part",
        trainedDataset: "part",
        inclusion: { lo: 0.2, hi: 0.2, grade: "documented_rate", basis: "" },
        cutoff: null,
      }),
      way(),
    ];
    const both = inDatasets({}, "part", "d");
    expect(provenance({ ...both, paths }).statistic).toMatchObject({ training_dataset: "d", datasets: 2 });
    const dated = [paths[0]!, way({ datasetEnd: "2019-12" })];
    expect(provenance({ ...both, paths: dated, known: { published: "2020" } }).statistic["training_dataset"]).toBe(
      "part",
    );
    const mixed = { ...both, matches: new Map([...both.matches, ["part", { ...MATCH, ratio: "None." }]]) };
    expect(provenance({ ...mixed, paths })).toEqual({ ...provenance(), sources: ["s"] });
  });

  test("several datasets reach further up, unless one statement about the same training data names them", () => {
    const sampled: Partial<TrainingPath> = { inclusion: { lo: 0.2, hi: 0.2, grade: "documented_rate", basis: "" } };
    const [one, other] = [way(sampled), way({ ...sampled, dataset: "e", trainedDataset: "e", sources: ["t"] })];
    const both = inDatasets({}, "d", "e");
    const alone = provenance({ ...both, paths: [one] });
    const two = provenance({ ...both, paths: [one, other] });
    expect(two.lr).toBe(alone.lr);
    expect(two.ci_95![0]).toBe(alone.ci_95![0]);
    expect(two.ci_95![1]).toBeGreaterThan(alone.ci_95![1]);
    expect(two).toMatchObject({ sources: ["s", "t"], reason: expect.stringMatching(/adds up/) });
    const part = way({ ...sampled, dataset: "e", trainedDataset: "d" });
    expect(provenance({ ...both, paths: [one, part] })).toEqual(alone);
  });

  test("copies widen the range of a sampled dataset, and nothing else", () => {
    const paths = [way({ inclusion: { lo: 0.2, hi: 0.2, grade: "documented_rate", basis: "" } })];
    const [one, many] = [1, 5].map((copies) => provenance({ ...inDatasets({ copies }), paths }));
    expect(many!.statistic).toMatchObject({ copies: 5, inclusion_lo: 0.2, inclusion_hi: 0.67232 });
    expect([many!.lr, many!.ci_95![0]]).toEqual([one!.lr, one!.ci_95![0]]);
    expect(many!.ci_95![1]).toBeGreaterThan(one!.ci_95![1]);
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
    ...{ range_basis: "sampling", gate: "not_needed", reason: null, sources: [] },
    ...more,
  });
  const documentary = channel("provenance", 20, [3, 400], { basis: "documentary", range_basis: "sensitivity" });

  test("without a ratio on training there is no score, and the interval is the whole range", () => {
    const none = headlineOf([channel("match", 400, [100, 1e6], { proposition: "in_corpus" })]);
    expect(none).toMatchObject({
      score: 0,
      tier: "insufficient_evidence",
      ci_95: [0, 100],
      range_basis: null,
      log10_lr: null,
      basis: null,
    });
    expect(headlineOf(scoreChannels(facts(inDatasets({ ratio: "None." }))))).toEqual(none);
  });

  test("the documentary line carries it alone, on its own numbers, and never beside a statistical channel", () => {
    expect(headlineOf([documentary])).toMatchObject({
      basis: "documentary",
      range_basis: "sensitivity",
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
      range_basis: "rule",
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

  test("the range claims no more than that of any channel", () => {
    const [measuredOne, eValue, byRule] = [
      channel("canary", 10, [5, 20], { range_basis: "sampling" }),
      channel("order", 4, [4, 8], { range_basis: "alternatives" }),
      channel("extraction", 1, [1, 1], { range_basis: "rule" }),
    ];
    const basisOf = (...channels: ScoreChannel[]) => headlineOf(channels).range_basis;
    expect(basisOf(measuredOne, eValue)).toBe("alternatives");
    expect(basisOf(measuredOne, byRule)).toBe("sampling");
    expect(basisOf(byRule)).toBe("rule");
    expect(basisOf()).toBeNull();
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
    expect(first({ paths: [], ...NOT_SEARCHED }, false)).toMatch(/names a dataset/);
    expect(first({ ...NOT_SEARCHED })).toMatch(/searched in a corpus/);
    expect(first({ paths: [way({ inclusion: { lo: 0, hi: 1, grade: "unknown", basis: "" } })] })).toMatch(
      /which documents of d/,
    );
    expect(first(inDatasets({ ratio: "None." }))).toMatch(/A calibration that covers/);
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
  });

  test("by kind: every kind, with the share that was counted inside an interval that knows of clusters", () => {
    const byKind = matchRatesByKind(SHIPPED);
    const counted = SHIPPED.provenance.rates;
    expect(byKind.map(({ kind, is_event }) => [kind, is_event])).toEqual(
      counted.map(({ kind, is_event }) => [kind, is_event]),
    );
    for (const [i, { match, ci_95 }] of notEmpty(byKind).entries()) {
      const { count, of, ci_95: ifIndependent } = counted[i]!.match;
      expect(match).toBeCloseTo(count / of, 4);
      expect(ci_95[0]).toBeLessThanOrEqual(match);
      expect(ci_95[1]).toBeGreaterThanOrEqual(match);
      expect(ci_95[1] - ci_95[0]).toBeGreaterThan(ifIndependent[1] - ifIndependent[0]);
    }
  });
});
