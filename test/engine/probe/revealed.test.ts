/** `probe` of what chance decided before publication: canaries and orders, asked of models whose training is known. */
import { describe, expect, test } from "vitest";
import type { CanarySecret } from "../../../src/base/contract/operations/canary.ts";
import type { ProbeRequest } from "../../../src/base/contract/operations/probe.ts";
import type { ModelConnector } from "../../../src/base/contract/resources/model.ts";
import { shapeFaults } from "../../../src/base/contract/shapes.ts";
import {
  commitToCanary,
  commitToOrder,
  createCanary,
  createEngine,
  createOrder,
  isSpoliaError,
  type ProbeResult,
} from "../../../src/index.ts";
import { type TinyOptions, tinyModel } from "../../models/membership/tinyModel.ts";

const seedOf = (digit: string) => digit.repeat(64);
const secrets = await Promise.all(["a", "b"].map((digit) => createCanary({ seed: seedOf(digit), strings: 40 })));
const canaries = await Promise.all(
  secrets.map(async (secret) => ({ secret, commitment: (await commitToCanary(secret)).commitment })),
);
const published = ({ strings, index }: CanarySecret) => strings[index]!;
const items = ["the red house", "a cold lake", "seven old ships", "one more night", "no birds sang", "grey stones"];
const orderSecret = await createOrder({ seed: seedOf("c"), items });
const order = {
  randomisation: "seeded_shuffle" as const,
  secret: orderSecret,
  commitment: await commitToOrder(orderSecret),
  permutations: 99,
};

const times = (count: number, text: string) => new Array<string>(count).fill(text);
const learnt = [
  ...secrets.flatMap((secret) => times(20, published(secret))),
  ...times(20, orderSecret.items.join("\n")),
];

async function probe(trainedOn: readonly string[], request: Partial<ProbeRequest>, options: TinyOptions = {}) {
  const asked: string[] = [];
  const tiny = tinyModel(trainedOn, options);
  const model: ModelConnector = {
    ...tiny,
    logprobs: (texts, host) => {
      asked.push(...texts);
      return tiny.logprobs(texts, host);
    },
  };
  const engine = await createEngine({ corpora: [], models: { tiny: model } });
  return { asked, result: await engine.probe({ model: "tiny", ...request }) };
}

async function codeOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  return isSpoliaError(error) ? error.code : String(error);
}

function expectForm(result: ProbeResult): void {
  expect(shapeFaults("ProbeResult", result)).toEqual([]);
}

describe.each(["rows", "top", "chosen"] as const)("a model with %s scores", (scores) => {
  test("that learnt the published string ranks it first, and score takes what comes of it", async () => {
    const { result, asked } = await probe(learnt, { canaries, order }, { scores });
    expectForm(result);
    expect(asked).toHaveLength(2 * 40 + 100);
    expect(result.canaries).toMatchObject({ status: "measured", reason: null, asked: 80, answered: 80 });
    expect(result.canaries!.test!.canaries.map(({ rank }) => rank)).toEqual([1, 1]);
    expect(result.canaries!.test!.combined.by).toBe("rank_sum");
    expect(result.order!.test).toMatchObject({ items: 6 });
    expect(result.order!.test!.p).toBeLessThanOrEqual(0.05);
    expect(result.observations.map(({ channel, exactness, model }) => [channel, exactness, model])).toEqual([
      ["canary", "exact", "tests/tiny"],
      ["order", "exact", "tests/tiny"],
    ]);
    expect(result.completeness.complete).toBe(true);
    const told = JSON.stringify(result);
    for (const kept of [...secrets.flatMap(({ seed, nonce, strings }) => [seed, nonce, ...strings]), ...items])
      expect(told).not.toContain(kept);
  });
});

test("a model that learnt other strings of the pool does not rank the published one first", async () => {
  const others = secrets.flatMap(({ strings, index }) => strings.filter((_, i) => i !== index));
  const { result } = await probe(others, { canaries });
  expect(result.canaries!.test!.canaries.every(({ rank }) => rank > 1)).toBe(true);
});

test("canaries and suspects in one result", async () => {
  const suspects = [{ id: "s", text: published(secrets[0]!) }];
  const { result } = await probe(learnt, { suspects, controls: [{ id: "c", text: "something else" }], canaries });
  expectForm(result);
  expect([result.texts.length, result.canaries!.status, result.order]).toEqual([2, "measured", null]);
  expect(result.completeness.stages.map(({ name }) => name)).toContain("membership");
});

describe("errors are reported before any query", () => {
  const wrong: [string, Partial<ProbeRequest>, string][] = [
    [
      "another commitment",
      { canaries: [{ ...canaries[0]!, commitment: `sha256:${seedOf("0")}` }] },
      "commitment_mismatch",
    ],
    [
      "another index",
      { canaries: [{ ...canaries[0]!, secret: { ...secrets[0]!, index: (secrets[0]!.index + 1) % 40 } }] },
      "commitment_mismatch",
    ],
    ["a natural order", { order: { ...order, randomisation: "natural" } }, "invalid_request"],
    ["another order", { order: { ...order, secret: { ...orderSecret, items } } }, "commitment_mismatch"],
    ["nothing", {}, "invalid_request"],
    ["controls alone", { controls: [{ id: "c", text: "x" }], canaries }, "invalid_request"],
    [
      "records instead of a model",
      { model: undefined, observations: { model: "m", retrieval: "absent", texts: {} }, canaries },
      "invalid_request",
    ],
    ["a model that is not there", { model: "other", canaries }, "model_not_configured"],
  ];
  test.each(wrong)("%s", async (_, request, code) => {
    let asked = 0;
    const model = tinyModel([], { spoil: (scored) => ({ ...scored, ...(asked++ === 0 && {}) }) });
    const engine = await createEngine({ corpora: [], models: { tiny: model } });
    expect(await codeOf(engine.probe({ model: "tiny", ...request }))).toBe(code);
    expect(asked).toBe(0);
  });

  test("a model without scores", async () => {
    expect(await codeOf(probe([], { canaries }, { scores: "none" }))).toBe("model_cannot");
  });
});

describe("a budget that runs out", () => {
  const [secret] = secrets as [CanarySecret];
  const one = canaries.slice(0, 1);

  test("unanswered strings count against the work", async () => {
    const budget = secret.index + 1;
    const { result } = await probe(learnt, { canaries: one }, { budget });
    expectForm(result);
    expect(result.canaries).toMatchObject({ status: "measured", asked: 40, answered: budget });
    expect(result.canaries!.test!.canaries[0]!.rank).toBe(1 + 40 - budget);
    expect(result.completeness).toMatchObject({
      complete: false,
      stages: [{ name: "canaries", status: "bounded" }, {}, {}, {}],
    });
  });

  test("without the published string there is no test, with nothing at all an error", async () => {
    if (secret.index > 0) {
      const { result } = await probe(learnt, { canaries: one }, { budget: secret.index });
      expectForm(result);
      expect(result.canaries).toMatchObject({ status: "not_measured", test: null, answered: secret.index });
      expect(result.observations).toEqual([]);
    }
    expect(await codeOf(probe(learnt, { canaries: one, order }, { budget: 0 }))).toBe("budget_exhausted");
  });
});

test("the same request has the same result", async () => {
  const [first, second] = [await probe(learnt, { canaries, order }), await probe(learnt, { canaries, order })];
  expect(second.result).toEqual(first.result);
});
