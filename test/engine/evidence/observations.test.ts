/** What observations of a model carry in a score: every rule, and that none of them can be talked round. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ChannelObservation, ObservedRate } from "../../../src/base/contract/operations/observation.ts";
import type { ScoreChannel } from "../../../src/base/contract/operations/score.ts";
import type { SpoliaError } from "../../../src/base/errors.ts";
import { RandomStream } from "../../../src/core/kernels/numbers/random.ts";
import { clopperPearson, clopperPearsonLower, clopperPearsonUpper } from "../../../src/core/statistics/binomial.ts";
import { sellkeBound } from "../../../src/core/statistics/evalues.ts";
import { scoreChannels } from "../../../src/engine/evidence/channels/channels.ts";
import { headlineOf, whatWouldChange } from "../../../src/engine/evidence/channels/headline.ts";
import {
  checkObservations,
  observedChannels,
  reproducedOf,
} from "../../../src/engine/evidence/channels/observations.ts";
import { expectClose, type VectorCase, vectorCases } from "../../core/statistics/vectors.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { testWith } from "../../support/shared.ts";

const rate = (hits: number, of: number): ObservedRate => ({
  value: hits / of,
  ci_95: clopperPearson(hits, of),
  hits,
  of,
});

const observation = (
  channel: ChannelObservation["channel"],
  more: Partial<ChannelObservation> = {},
): ChannelObservation => ({
  ...{
    channel,
    model: "lab/whole",
    p: 0.001,
    exactness: "exact",
    tests: 1,
    controls: 999,
    power: null,
    gate: "not_needed",
  },
  ...{ rates: channel === "extraction" ? { work: rate(60, 100), control: rate(0, 100) } : null, retrieval: "absent" },
  ...{ statistic: {}, reason: null },
  ...more,
});
const membership = (more: Partial<ChannelObservation> = {}) =>
  observation("membership", { exactness: "exploratory", gate: "passed", ...more });
const inference = (more: Partial<ChannelObservation> = {}) =>
  observation("dataset_inference", { exactness: "conditional", gate: "passed", ...more });
const one = (given: ChannelObservation): ScoreChannel =>
  observedChannels([given]).find(({ proposition }) => proposition === "trained_on")!;
const headline = (...given: ChannelObservation[]) => headlineOf(observedChannels(given));

interface EValueCase extends VectorCase {
  input: { fn: string; p: number };
  expected: { e_integral: number | string; sellke_upper_bound: number | string };
}

describe("an exact p-value", () => {
  testWith(
    "reference/vectors/evalues.json",
    "is the e-value of the vectors, from 1 on, up to the bound of Sellke, Bayarri and Berger",
    (contents) => {
      const cases = vectorCases<EValueCase>(contents).filter(({ input }) => input.fn === "p_to_e" && input.p > 1e-90);
      expect(cases.length).toBeGreaterThan(8);
      for (const { name, input, expected } of cases) {
        const { lr, ci_95 } = one(observation("order", { p: input.p }));
        const sixDigits = { rel: 1e-5, abs: 0 };
        expectClose(lr!, Math.max(1, Number(expected.e_integral)), sixDigits, name);
        expectClose(
          ci_95![1],
          Math.max(1, Number(expected.e_integral), Number(expected.sellke_upper_bound)),
          sixDigits,
          name,
        );
      }
    },
  );

  test("an e-value below 1 is not support against: nothing, and no direction", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.17, max: 1, noNaN: true }), (p) => {
        const { lr, ci_95 } = one(observation("canary", { p }));
        expect([lr, ci_95![0]]).toEqual([1, 1]);
      }),
    );
    expect(headline(observation("canary", { p: 0.9 }))).toMatchObject({
      score: 0,
      tier: "no_support",
      direction: "neutral",
    });
  });

  test("of canary and order carries as it stands; whatever was not drawn by chance is refused", () => {
    expect(headline(observation("canary"))).toMatchObject({ tier: "moderate", basis: "statistical" });
    for (const channel of ["canary", "order"] as const) {
      for (const exactness of ["conditional", "exploratory"] as const) {
        expect(one(observation(channel, { exactness }))).toMatchObject({ status: "refused", lr: null });
      }
    }
    expect(headline(observation("order", { exactness: "conditional" })).tier).toBe("insufficient_evidence");
    expect(one(observation("canary", { p: null, reason: "The budget ended." }))).toMatchObject({
      status: "not_measured",
      lr: null,
      reason: "The budget ended.",
    });
  });

  test("with the power of the test is a ratio, with the interval of the power, less for every statistic that was tried", () => {
    const power = { rank: 2, rate: rate(18, 20) };
    const given = observation("canary", { p: 0.002, power });
    const [lo, hi] = clopperPearson(18, 20);
    expect(one(given)).toMatchObject({ lr: 450, ci_95: [expect.closeTo(500 * lo, 2), expect.closeTo(500 * hi, 2)] });
    expect(one({ ...given, p: 0.01, tests: 5 }).lr).toBeCloseTo(90, 6);
    // Never more than 1 / p, and no support against where the test is blind.
    expect(one({ ...given, p: 0.5 }).lr).toBe(2);
    expect(one({ ...given, power: { rank: 2, rate: rate(0, 20) } })).toMatchObject({
      lr: 1,
      ci_95: [1, expect.closeTo(84.2, 1)],
    });
    // Two ratios of tails are not multiplied: one of them counts as an e-value.
    const order = { ...given, channel: "order" as const };
    expect(one(order).lr).toBe(450);
    expect(observedChannels([given, order]).map(({ lr }) => lr)).toEqual([450, expect.closeTo(12.9, 0)]);
  });
});

describe("what rests on more than chance", () => {
  const anyP = fc.double({ min: 1e-300, max: 1, noNaN: true });

  test("membership and dataset inference are weak at most, alone and together, at any p", () => {
    fc.assert(
      fc.property(anyP, anyP, fc.constantFrom("exact", "conditional", "exploratory"), (p, other, exactness) => {
        const given = [membership({ p, exactness }), inference({ p: other })];
        for (const set of [given, [given[0]!], [given[1]!]]) {
          expect(["no_support", "weak"]).toContain(headline(...set).tier);
          expect(headline(...set).score).toBeLessThanOrEqual(100 / 6 + 1e-6);
          expect(headline(...set).ci_95[1]).toBeLessThanOrEqual(100 / 6 + 1e-6);
        }
      }),
    );
    expect(one(membership({ p: 1e-9 }))).toMatchObject({ status: "outside_validated_population", lr: 10 });
    expect(one(membership({ p: 1e-9 })).statistic).toMatchObject({ p: 1e-9, e_value: expect.any(Number) });
    expect(one(inference({ p: 1e-9, exactness: "exact", gate: "not_needed" })).lr).toBe(10);
  });

  test("without a blind gate that passed the ratio is 1, with the reason", () => {
    for (const gate of ["not_passed", "not_run", "not_needed"] as const) {
      for (const given of [membership({ gate }), inference({ gate })]) {
        expect(one(given)).toMatchObject({
          status: "refused",
          lr: 1,
          ci_95: [1, 1],
          gate,
          reason: expect.stringMatching(/by rule/),
        });
      }
    }
    expect(one(inference({ exactness: "exact", gate: "not_passed" }))).toMatchObject({ status: "refused", lr: 1 });
    expect(one(membership({ controls: 99 }))).toMatchObject({
      status: "refused",
      lr: 1,
      reason: expect.stringMatching(/100 matched/),
    });
    expect(one(membership({ controls: 100 }))).toMatchObject({ status: "outside_validated_population", lr: 10 });
    expect(headline(membership({ gate: "not_run" }))).toMatchObject({ tier: "no_support", score: 0 });
  });

  test("what was refused takes nothing from what was measured, nor from documents", () => {
    const refused = membership({ gate: "not_passed" });
    expect(headline(observation("canary"), refused)).toEqual(headline(observation("canary")));
    const documentary: ScoreChannel = {
      ...{ name: "provenance", proposition: "trained_on", basis: "documentary", status: "measured", statistic: {} },
      ...{ lr: 20, ci_95: [3, 400], range_basis: "sensitivity", gate: "not_needed", reason: null, sources: [] },
    };
    expect(headlineOf([documentary, ...observedChannels([refused])])).toEqual(headlineOf([documentary]));
  });

  test("copied channels do not inflate: no support beyond that of the strongest, and no higher tier", () => {
    const shared = [
      (p: number) => membership({ p }),
      (p: number) => inference({ p }),
      (p: number) => observation("extraction", { p, exactness: "conditional" }),
    ];
    fc.assert(
      fc.property(anyP, fc.subarray(shared, { minLength: 1 }), (p, copies) => {
        const alone = copies.map((make) => headline(make(p)));
        const together = headline(...copies.map((make) => make(p)));
        for (const place of [0, 1] as const) {
          expect(together.ci_95[place]).toBeLessThanOrEqual(Math.max(...alone.map(({ ci_95 }) => ci_95[place])) + 1e-5);
        }
        expect(together.score).toBeLessThanOrEqual(Math.max(...alone.map(({ score }) => score)) + 1e-5);
        // Beside a canary they are averaged in, and can double nothing.
        const canary = observation("canary", { p: 0.001 });
        const most = Math.max(headline(canary).score, together.score);
        expect(headline(canary, ...copies.map((make) => make(p))).score).toBeLessThanOrEqual(most + 1e-5);
      }),
    );
  });

  test("canary and order multiply, and nothing else does", () => {
    const [canary, order] = [observation("canary"), observation("order", { p: 0.01 })];
    const [a, b] = [one(canary).lr!, one(order).lr!];
    expect(10 ** headline(canary, order).log10_lr!.estimate).toBeCloseTo(a * b, 2);
    const both = headline(canary, order, membership({ p: 0.001 }));
    expect(10 ** both.log10_lr!.estimate).toBeCloseTo((a * b + 10) / 2, 2);
  });
});

test("a model that saw nothing gets a ratio of k or more in one case of k at most: copies, products, power and all", () => {
  const random = new RandomStream("null models of a score");
  const rounds = 20_000;
  const rank = () => 1 + random.below(1_000);
  const ratios: Record<string, number[]> = { copied: [], product: [], powered: [], everything: [] };
  for (let round = 0; round < rounds; round++) {
    const [p, r, s] = [rank() / 1_000, rank(), rank() / 1_000];
    const copies = [membership({ p }), inference({ p }), observation("extraction", { p, exactness: "exact" })];
    // The most powerful test there can be: every rank of it would be reached.
    const canary = observation("canary", {
      p: r / 1_000,
      power: { rank: r, rate: { value: 1, ci_95: [0.99, 1], hits: 300, of: 300 } },
    });
    const order = observation("order", { p: s });
    const sets = {
      copied: copies,
      product: [observation("canary", { p: r / 1_000 }), order],
      powered: [canary, order],
      everything: [...copies, canary, order],
    };
    for (const [name, set] of Object.entries(sets)) ratios[name]!.push(10 ** headline(...set).log10_lr!.estimate);
  }
  for (const [name, values] of Object.entries(ratios)) {
    for (const k of [3, 10, 30, 100]) {
      const hits = values.filter((ratio) => ratio >= k * (1 - 1e-4)).length;
      expect(clopperPearsonLower(hits, rounds, 0.999), `${name}, ${k}: ${hits}`).toBeLessThanOrEqual(1 / k);
    }
  }
  expect(Math.max(...ratios["powered"]!)).toBeGreaterThan(100);
});

test("what an observation calls its statistics cannot pass for what the score reads", () => {
  const { statistic } = one(
    observation("order", { statistic: { e_value: 1e9, power: 1, power_rank: 1, name: "loss", rate: 1 } }),
  );
  expect(statistic).toEqual({
    ...{
      name: "loss",
      p: 0.001,
      e_value: expect.closeTo(20.8, 0),
      exactness: "exact",
      tests: 1,
      controls: 999,
      retrieval: "absent",
    },
  });
});

describe("extraction", () => {
  const extraction = (more: Partial<ChannelObservation> = {}) =>
    observation("extraction", { exactness: "conditional", ...more });

  test("bears on what the model repeats always, on training only without retrieval and with controls", () => {
    const [reproduced, trained] = observedChannels([extraction()]);
    expect(reproduced).toMatchObject({
      proposition: "reproduced",
      status: "measured",
      lr: null,
      statistic: { rate: 0.6 },
    });
    expect(trained).toMatchObject({ proposition: "trained_on", status: "measured", lr: expect.closeTo(20.8, 0) });
    const { work, control } = extraction().rates!;
    expect(trained!.statistic).toMatchObject({ rate: work.value, rate_lo: work.ci_95[0], rate_hi: work.ci_95[1] });
    const [control_rate_lo, control_rate_hi] = control!.ci_95;
    expect(trained!.statistic).toMatchObject({ control_rate: control!.value, control_rate_lo, control_rate_hi });
    expect(one(extraction({ retrieval: "possible" }))).toMatchObject({
      status: "refused",
      lr: null,
      reason: expect.stringMatching(/looked up/),
    });
    const alone = extraction({ rates: { work: rate(60, 100), control: null } });
    expect(one(alone)).toMatchObject({ status: "refused", lr: null });
    expect(reproducedOf([alone])).toMatchObject({
      status: "measured",
      rate: 0.6,
      reason: expect.stringMatching(/control/),
    });
    expect(headline(extraction({ retrieval: "possible" })).tier).toBe("insufficient_evidence");
    expect(reproducedOf([extraction()])).toEqual({
      status: "measured",
      rate: 0.6,
      ci_95: rate(60, 100).ci_95,
      reason: null,
    });
    expect(reproducedOf([observation("canary")])).toMatchObject({ status: "not_measured", rate: null });
  });

  test("carries no more than so many controls do, and nothing where controls are repeated as much", () => {
    const given = extraction({ p: 1e-30, controls: 100 });
    expect(one(given).lr).toBeCloseTo(1 / clopperPearsonUpper(0, 100), 3);
    expect(one(given).ci_95![1]).toBe(one(given).lr);
    expect(one({ ...given, rates: { work: rate(3, 100), control: rate(4, 100) } })).toMatchObject({
      lr: 1,
      ci_95: [1, 1],
    });
  });
});

test("membership permutes suspects and controls, so its p may be far below one over its controls", () => {
  expect(() => checkObservations([membership({ controls: 165, p: 7e-4 })], () => true)).not.toThrow();
});

describe("observations that cannot be", () => {
  const pointers = (given: ChannelObservation[], target = "lab/whole") => {
    try {
      checkObservations(given, (name) => name === target);
    } catch (error) {
      expect((error as SpoliaError).code).toBe("invalid_request");
      return (error as SpoliaError).fields.map(({ pointer }) => pointer);
    }
    return [];
  };

  test.each<[string, ChannelObservation[], string[]]>([
    [
      "of another model",
      [observation("canary"), observation("order", { model: "lab/other" })],
      ["/observations/1/model"],
    ],
    ["the same channel twice", [observation("canary"), observation("canary")], ["/observations/1/channel"]],
    ["extraction without rates", [observation("extraction", { rates: null })], ["/observations/0/rates"]],
    [
      "rates of something else",
      [observation("canary", { rates: { work: rate(1, 2), control: null } })],
      ["/observations/0/rates"],
    ],
    ["a p that 99 controls cannot give", [observation("canary", { controls: 99, p: 0.001 })], ["/observations/0/p"]],
    [
      "a rank beyond the controls",
      [observation("canary", { p: 1, power: { rank: 1_001, rate: rate(1, 2) } })],
      ["/observations/0/power/rank"],
    ],
    [
      "a rank better than its p",
      [observation("canary", { p: 0.001, power: { rank: 2, rate: rate(1, 2) } })],
      ["/observations/0/power/rank"],
    ],
    [
      "power without p",
      [observation("canary", { p: null, power: { rank: 1, rate: rate(1, 2) } })],
      ["/observations/0/power/rank"],
    ],
  ])("%s", (_, given, expected) => expect(pointers(given)).toEqual(expected));

  test("but several canaries may have a p that one could not", () => {
    expect(pointers([observation("canary", { controls: 198, p: 1e-4, statistic: { canaries: 2 } })])).toEqual([]);
    expect(pointers([observation("canary", { controls: 198, p: 9e-5, statistic: { canaries: 2 } })])).toEqual([
      "/observations/0/p",
    ]);
  });
});

test("any observations give finite ratios inside their intervals, and a score", () => {
  const named = fc.constantFrom("extraction", "canary", "order", "dataset_inference", "membership") as fc.Arbitrary<
    ChannelObservation["channel"]
  >;
  const counts = fc.tuple(fc.nat(50), fc.integer({ min: 50, max: 100 })).map(([hits, of]) => rate(hits, of));
  const any = named.chain((channel) =>
    fc.record<ChannelObservation>({
      channel: fc.constant(channel),
      model: fc.constant("lab/whole"),
      p: fc.option(fc.double({ min: Number.MIN_VALUE, max: 1, noNaN: true })),
      exactness: fc.constantFrom("exact", "conditional", "exploratory"),
      tests: fc.integer({ min: 1, max: 1e6 }),
      controls: fc.integer({ min: 1, max: 1e9 }),
      power: fc.option(fc.record({ rank: fc.constant(1), rate: counts })),
      gate: fc.constantFrom("passed", "not_passed", "not_needed", "not_run"),
      rates: channel === "extraction" ? fc.record({ work: counts, control: fc.option(counts) }) : fc.constant(null),
      retrieval: fc.constantFrom("absent", "possible"),
      statistic: fc.constant({}),
      reason: fc.constant(null),
    }),
  );
  const set = fc
    .uniqueArray(any, { selector: ({ channel }) => channel, maxLength: 5 })
    .filter((given) => given.every(({ p, power }) => power === null || p !== null));
  fc.assert(
    fc.property(set, (given) => {
      const channels = scoreChannels({
        inDataset: { status: "not_measured", datasets: [], reason: "None." },
        ...{ match: null, matches: new Map(), paths: [], known: {}, observations: given },
      });
      for (const { lr, ci_95 } of notAlwaysEmpty(channels)) {
        if (lr === null) continue;
        expect(ci_95![0]).toBeGreaterThanOrEqual(1);
        expect(ci_95![0]).toBeLessThanOrEqual(lr);
        expect(lr).toBeLessThanOrEqual(ci_95![1]);
        expect(Number.isFinite(ci_95![1])).toBe(true);
      }
      const { score, ci_95, direction } = headlineOf(channels);
      expect(score >= ci_95[0] && score <= ci_95[1] && direction !== "against").toBe(true);
      expect(whatWouldChange(channels, false).length).toBeGreaterThan(0);
    }),
    { numRuns: fewOrAll(150, 1_000) },
  );
  expect(sellkeBound(1)).toBe(1);
});

test("what would change the answer follows what was observed", () => {
  const told = (...given: ChannelObservation[]) =>
    whatWouldChange(
      scoreChannels({
        inDataset: { status: "not_measured", datasets: [], reason: "None." },
        ...{ match: null, matches: new Map(), paths: [], known: {}, observations: given },
      }),
      true,
    ).join("\n");
  expect(told()).toMatch(/committed before publication/);
  expect(told(observation("canary"))).not.toMatch(/committed before publication/);
  expect(told(observation("canary"))).toMatch(/known to have been trained on/);
  expect(told(observation("canary", { power: { rank: 1, rate: rate(9, 10) } }))).not.toMatch(
    /known to have been trained on/,
  );
  expect(told(observation("extraction", { retrieval: "possible" }))).toMatch(/attestation/);
  expect(told(observation("extraction", { rates: { work: rate(1, 2), control: null } }))).toMatch(
    /same continuations of control texts/,
  );
  expect(told(membership({ gate: "not_passed" }))).toMatch(/blind gate/);
  expect(told(membership())).toMatch(/calibration of membership/);
});
