/** Membership statistics of models whose training is known, and bounds that hold the truth. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MembershipStatistic } from "../../../src/base/contract/operations/probe.ts";
import type { ScoredText } from "../../../src/base/contract/resources/model.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { minKPlusPlus, surp } from "../../../src/models/membership/bounded.ts";
import { compressedBytes, measure, type Views } from "../../../src/models/membership/membership.ts";
import { membership, type ScoredDocument } from "../../../src/models/membership/membershipTest.ts";
import { faultOf, type Position, point, positionsOf } from "../../../src/models/membership/positions.ts";
import { type Spread, standardised, topKBounds, topKSpread } from "../../../src/models/membership/topK.ts";
import { fewOrAll } from "../../support/scale.ts";
import { seeded, zipfText } from "../../support/texts.ts";
import { tinyModel } from "./tinyModel.ts";

const kernels = await loadKernels();
const random = seeded(11);
const prose = (words = 60) => zipfText(random, words).toLowerCase().trim();

async function positions(model: ReturnType<typeof tinyModel>, text: string, from = 0): Promise<Position[]> {
  const [answer] = await model.logprobs([text]);
  if (answer?.status !== "answered") throw new Error("not answered");
  expect(faultOf(answer.answer, text)).toBe(null);
  return positionsOf(kernels, answer.answer, text, from) as Position[];
}

describe("larger is more like a text that was trained on", async () => {
  const members = Array.from({ length: 40 }, () => prose());
  const others = Array.from({ length: 40 }, () => prose());
  const model = tinyModel(members);
  const reference = tinyModel(Array.from({ length: 40 }, () => prose()));
  const prefix = `${others[0]} `;
  const counts = {
    counts: new Map([..."abcdefghijklmnopqrstuvwxyz .,"].map((letter) => [letter, 100])),
    total: 3_000,
    vocabulary: 30,
  };
  const shuffled = (text: string) =>
    [...text.matchAll(/\w+/g)]
      .map(([word]) => word)
      .reverse()
      .join(" ");
  const known = new Map<string, Views>();
  const viewsOf = async (text: string): Promise<Views> => {
    const views = known.get(text) ?? (await askedOf(text));
    known.set(text, views);
    return views;
  };
  const askedOf = async (text: string): Promise<Views> => ({
    text: await positions(model, text),
    lowercase: await positions(model, text.toLowerCase()),
    reference: await positions(reference, text),
    prefixed: await positions(model, prefix + text, prefix.length),
    neighbours: [await positions(model, shuffled(text))],
    counts,
    compressedBytes: compressedBytes(text),
  });
  const meanOf = async (texts: readonly string[], statistic: MembershipStatistic) => {
    const values: number[] = [];
    for (const text of texts) {
      const measured = measure(statistic, await viewsOf(text));
      if ("value" in measured) values.push(measured.value[0]);
    }
    expect(values.length).toBeGreaterThan(texts.length / 2);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };

  test.each<MembershipStatistic>([
    "loss",
    "zlib",
    "reference_difference",
    "reference_ratio",
    "min_k",
    "max_k",
    "min_k_plus_plus",
    "gap_k",
    "surp",
    "dc_pdd",
    "neighbourhood",
  ])("%s", async (statistic) => {
    expect(await meanOf(members, statistic)).toBeGreaterThan(await meanOf(others, statistic));
  });

  test("lowercase: a text with the capitals that it was trained on", async () => {
    const titled = members.map((text) => text.replace(/(?<=^|\. )\w/g, (letter) => letter.toUpperCase()));
    const own = tinyModel(titled);
    const ratioOf = async (text: string) => {
      const views = {
        text: await positions(own, text),
        lowercase: await positions(own, text.toLowerCase()),
        compressedBytes: 1,
      };
      return (measure("lowercase", views) as { value: [number, number] }).value[0];
    };
    expect(await ratioOf(titled[0]!)).toBeGreaterThan(1);
  });

  test("recall is above 1 where the prefix makes the text less likely", () => {
    const of = (logprob: number): Position[] => [{ token: "a", logprob, greatest: null, spread: null }];
    expect(measure("recall", { text: of(-1), prefixed: of(-2), compressedBytes: 1 })).toEqual({ value: [2, 2] });
  });
});

/** A distribution over up to 400 tokens: flat, peaked, or anything between. */
const distribution = fc
  .record({
    size: fc.integer({ min: 4, max: 400 }),
    spread: fc.double({ min: 0, max: 8, noNaN: true }),
    seed: fc.integer(),
    known: fc.integer({ min: 3, max: 40 }),
    target: fc.nat(),
  })
  .map(({ size, spread, seed, known, target }) => {
    const next = seeded(seed);
    const scores = Float64Array.from({ length: size }, () => spread * (next() + next() + next() + next() - 2));
    const logSum = kernels.logSumExpRows(scores, size)[0]!;
    const logprobs = [...scores].map((score) => Math.min(0, score - logSum)).sort((a, b) => b - a);
    return { scores, logprobs, top: logprobs.slice(0, Math.min(known, size)), target: target % size };
  });

describe("bounds from the likeliest tokens", () => {
  /** Of a peaked row z is in the hundreds and has the error of 1 − Σ p in it, so rounding is a share of what is told. */
  const slackOf = (truth: number) => 1e-9 * Math.max(1, Math.abs(truth));
  const holds = ([lo, hi]: readonly [number, number], truth: number) =>
    lo - slackOf(truth) <= truth && truth <= hi + slackOf(truth);

  test("hold mean, variance and z of the whole distribution", () => {
    fc.assert(
      fc.property(distribution, ({ scores, logprobs, top, target }) => {
        const { means, variances } = kernels.momentsRows(scores, scores.length);
        const further = target < top.length ? null : logprobs[target]!;
        const [wide, bounds] = [topKBounds, topKSpread].map(
          (of) => of({ top, further, vocabulary: scores.length })!,
        ) as [Spread, Spread];
        expect(holds(wide.variance, bounds.variance[0]) && holds(wide.variance, bounds.variance[1])).toBe(true);
        expect(holds(bounds.mean, means[0]!), "mean").toBe(true);
        expect(holds(bounds.variance, variances[0]!), "variance").toBe(true);
        if (variances[0]! < 1e-9) return;
        expect(
          holds(standardised(logprobs[target]!, bounds), (logprobs[target]! - means[0]!) / Math.sqrt(variances[0]!)),
        ).toBe(true);
      }),
      { numRuns: fewOrAll(200, 2_000) },
    );
  });

  test("hold Min-K%++ and SURP of whole rows, whether or not a host lists the text's own token behind the likeliest", () => {
    const share = fc.constantFrom(0.05, 0.2, 0.5, 1);
    fc.assert(
      fc.property(fc.array(distribution, { minLength: 1, maxLength: 12 }), share, fc.boolean(), (rows, k, listsOwn) => {
        const whole: Position[] = [];
        const partial: Position[] = [];
        for (const { scores, logprobs, top, target } of rows) {
          const { means, variances } = kernels.momentsRows(scores, scores.length);
          const logprob = logprobs[target]!;
          const exact = { mean: point(means[0]!), variance: point(variances[0]!) };
          whole.push({ token: "x", logprob, greatest: logprobs[0]!, spread: exact });
          const listed = listsOwn && target >= top.length ? [...top, logprob] : top;
          const scored: ScoredText = {
            tokens: [{ start: 0, end: 1, logprob, top: listed.map((one) => ({ token: "x", logprob: one })) }],
            vocabulary_size: scores.length,
          };
          partial.push(...(positionsOf(kernels, scored, "x") as Position[]));
        }
        if (partial.some(({ spread }) => spread === null)) return;
        const [truth, bounds] = [minKPlusPlus(whole, k), minKPlusPlus(partial, k)];
        // A variance close to the limit below which it counts as none is for neither to say.
        if (whole.some(({ spread }) => spread!.variance[0] < 1e-9)) return;
        expect(bounds![0] - 1e-6 <= truth![0] && truth![0] <= bounds![1] + 1e-6, `${bounds} ${truth}`).toBe(true);
        const [known, told] = [surp(whole, k, 2), surp(partial, k, 2)];
        if (told !== undefined) expect(told).toBe(known);
      }),
      { numRuns: fewOrAll(150, 1_500) },
    );
  });
});

describe("a p-value of membership", () => {
  const scored = (side: "suspect" | "control", many: number): ScoredDocument[] =>
    Array.from({ length: many }, (_, i) => {
      const text: Position[] = [{ token: "a", logprob: -1 - i / 100, greatest: null, spread: null }];
      const id = `${side} ${i}`;
      return { id, cluster: id, side, views: { text, compressedBytes: 1 }, compressedBytes: 1, positionsLeftOut: 0 };
    });
  const testOf = (controls: number, statistic: MembershipStatistic) =>
    membership(kernels, [...scored("suspect", 2), ...scored("control", controls)], [statistic], "edge");

  test("needs a hundred controls, and no more", () => {
    const [few, enough] = [testOf(99, "loss"), testOf(100, "loss")];
    expect(few.test).toMatchObject({ status: "not_measured", p: null });
    expect(few.test.reason).toBe("A p-value needs 100 independent matched controls; 99 were answered.");
    expect(few.texts[0]!.p).toBeNull();
    expect(enough.test).toMatchObject({ status: "measured", p: expect.any(Number), reason: null });
    expect(enough.texts[0]!.p).not.toBeNull();
  });

  test("that a hundred controls do not give is missing for another reason", () => {
    expect(testOf(100, "recall").test.reason).toBe("No statistic could be computed for all texts.");
    expect(testOf(99, "recall").test.reason).toMatch(/99 were answered/);
  });
});

test("bytes after deflate are what they were: another number would be another statistic", () => {
  const texts = [
    "",
    "a",
    "hello hello hello hello",
    "Ünïcödé – 漢字 🙂 text",
    "To be, or not to be, that is the question: ".repeat(4),
  ];
  expect(texts.map(compressedBytes)).toMatchInlineSnapshot(`
    [
      8,
      9,
      15,
      42,
      48,
    ]
  `);
});

describe("what cannot be is refused", () => {
  const good = (): ScoredText => ({
    tokens: [
      { start: 0, end: 1, logprob: null },
      {
        start: 1,
        end: 3,
        logprob: -1,
        top: [
          { token: "a", logprob: -0.5 },
          { token: "b", logprob: -1 },
        ],
      },
    ],
    vocabulary_size: 3,
  });
  const withToken = (more: object) => {
    const scored = good();
    return { ...scored, tokens: [scored.tokens[0]!, { ...scored.tokens[1]!, ...more }] };
  };
  test.each<[string, ScoredText]>([
    ["above zero", withToken({ logprob: 0.1 })],
    ["not a number", withToken({ logprob: Number.NaN })],
    ["infinite", withToken({ logprob: -Infinity })],
    ["beyond the text", withToken({ end: 4 })],
    ["backwards", withToken({ start: 2, end: 1 })],
    ["half a place", withToken({ start: 0.5 })],
    ["likeliest above zero", withToken({ top: [{ token: "a", logprob: 1 }] })],
    [
      "likeliest out of order",
      withToken({
        top: [
          { token: "a", logprob: -3 },
          { token: "b", logprob: -2 },
        ],
      }),
    ],
    [
      "likeliest more than all",
      withToken({
        top: [
          { token: "a", logprob: -0.1 },
          { token: "b", logprob: -0.1 },
        ],
      }),
    ],
    ["likeliest not the likeliest", withToken({ top: [{ token: "a", logprob: -4 }] })],
    ["no vocabulary", { ...good(), vocabulary_size: 0 }],
    ["ragged rows", { ...good(), rows: new Float64Array(5), ids: new Uint32Array(2) }],
    ["rows without tokens", { ...good(), rows: new Float64Array(6) }],
    ["a token that no row has", { ...good(), rows: new Float64Array(6), ids: Uint32Array.of(0, 3) }],
  ])("%s", (_, scored) => expect(faultOf(scored, "abc")).toMatch(/^(have|hold|are|do) /));

  test("and what can be is not", () => expect(faultOf(good(), "abc")).toBe(null));

  test("rows that say otherwise than the log-probabilities", () => {
    const rows = Float64Array.of(0, 0, 0, 0, 0, 0);
    const scored = { ...good(), rows, ids: Uint32Array.of(0, 1) };
    expect(positionsOf(kernels, { ...withToken({ logprob: -1.0986 }), rows, ids: scored.ids }, "abc")).toHaveLength(1); // ln 1/3
    expect(positionsOf(kernels, { ...withToken({ logprob: -2 }), rows, ids: Uint32Array.of(0, 1) }, "abc")).toMatch(
      /rows/,
    );
  });
});
