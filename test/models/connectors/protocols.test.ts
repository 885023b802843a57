import { afterEach, describe, expect, test } from "vitest";
import type { ModelAnswer, Sampling } from "../../../src/base/contract/resources/model.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { ALL_KINDS, closeAll, connect, model, SCORING_KINDS, started, TEXTS } from "./models.ts";

afterEach(closeAll);

const SAMPLING: Sampling = { continuations: 3, max_tokens: 8, temperature: 1, seed: 5 };
const PREFIX = TEXTS[0]!.slice(0, 40);

function answerOf<Answer>(answer: ModelAnswer<Answer> | undefined): Answer {
  if (answer?.status !== "answered") throw new Error(`no answer: ${JSON.stringify(answer)}`);
  return answer.answer;
}

test("the model that all of this stands on is one: its distributions sum to one, and it prefers what it was trained on", async () => {
  for (const before of [
    [-1, -1],
    [300, 301],
    [5, 7],
  ] as const) {
    expect(model.distribution(before).reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 9);
  }
  const [known, unknown] = await Promise.all(
    [TEXTS[0]!, TEXTS[4]!].map(async (text) => {
      const { tokens } = answerOf((await model.logprobs([text]))[0]);
      return tokens.slice(1).reduce((sum, { logprob }) => sum + logprob!, 0) / (tokens.length - 1);
    }),
  );
  expect(known).toBeGreaterThan(unknown! + 1);
});

describe.each(SCORING_KINDS)("scores through %s", (kind) => {
  test.each([{ beginning: undefined }, { beginning: "<s>" }])(
    "equal the model's own, put before: $beginning",
    async ({ beginning }) => {
      const server = await started(beginning === undefined ? {} : { beginning });
      const { connector } = connect(kind, server, { vocabulary_size: model.vocabularySize });
      expect(connector).toMatchObject({ scores: "top", completes: true, continues: "prefix", retrieval: "absent" });
      const own = await model.logprobs(TEXTS);
      const got = await connector.logprobs(TEXTS);
      expect(got).toHaveLength(TEXTS.length);
      TEXTS.forEach((text, i) => {
        const [mine, theirs] = [answerOf(own[i]), answerOf(got[i])];
        expect(theirs.tokens.map(({ start, end }) => [start, end])).toEqual(
          mine.tokens.map(({ start, end }) => [start, end]),
        );
        theirs.tokens.forEach(({ logprob }, at) => {
          if (logprob === null) expect([at, beginning]).toEqual([0, undefined]);
          else expect(Math.abs(logprob - mine.tokens[at]!.logprob!)).toBeLessThan(1e-6);
        });
        expect(theirs.vocabulary_size).toBe(text === "" ? null : model.vocabularySize);
      });
    },
  );

  test("the likeliest tokens are the model's, and the text's own is not counted among them where it is not", async () => {
    const { connector } = connect(kind, await started());
    const text = TEXTS[4]!;
    const [own, got] = [answerOf((await model.logprobs([text]))[0]), answerOf((await connector.logprobs([text]))[0])];
    const asked = kind === "openai" ? 5 : 20;
    got.tokens.slice(1).forEach(({ top }, i) => {
      const mine = own.tokens[i + 1]!.top!.slice(0, asked);
      // OpenAI's list does not say whether its last is one of the likeliest or the text's own: then it is left out.
      expect(top!.length).toBeGreaterThanOrEqual(kind === "openai" ? asked - 1 : asked);
      for (const [rank, { logprob }] of notEmpty(top!.entries()))
        expect(Math.abs(logprob - mine[rank]!.logprob)).toBeLessThan(1e-6);
    });
  });

  test("without likeliest tokens the text's own are scored all the same", async () => {
    const { connector } = connect(kind, await started(), { top_tokens: 0 });
    expect(connector.scores).toBe("chosen");
    const { tokens } = answerOf((await connector.logprobs([TEXTS[0]!]))[0]);
    expect(tokens.length).toBeGreaterThan(10);
    for (const token of notEmpty(tokens)) expect(token).not.toHaveProperty("top");
  });
});

describe.each(ALL_KINDS)("continuations through %s", (kind) => {
  test("are the model's own, drawn with seeds that go on", async () => {
    const server = await started();
    const { connector } = connect(kind, server);
    const [got] = await connector.complete([PREFIX], SAMPLING);
    const isOne = ["openai", "vllm"].includes(kind);
    const batches = isOne ? [SAMPLING] : [5, 6, 7].map((seed) => ({ ...SAMPLING, continuations: 1, seed }));
    const own = await Promise.all(
      batches.map(async (sampling) => answerOf((await model.complete([PREFIX], sampling))[0])),
    );
    // Anthropic knows no seed.
    if (kind !== "anthropic") expect(answerOf(got)).toEqual(own.flat());
    expect(answerOf(got)).toHaveLength(3);
    expect(server.requests).toHaveLength(batches.length);
    expect(connector.spent.requests).toBe(batches.length);
  });

  test("without chance are drawn once and told as often as asked", async () => {
    const server = await started();
    const [got] = await connect(kind, server).connector.complete([PREFIX], { ...SAMPLING, temperature: 0 });
    const [own] = await model.complete([PREFIX], { ...SAMPLING, continuations: 1, temperature: 0 });
    expect(answerOf(got)).toEqual(Array.from({ length: 3 }, () => answerOf(own)[0]));
    expect(server.requests).toHaveLength(1);
  });
});

test("a prefix that comes twice is drawn anew", async () => {
  const server = await started();
  const { connector } = connect("llamacpp", server);
  await connector.complete([PREFIX, PREFIX], { ...SAMPLING, continuations: 2 });
  expect(server.requests.map(({ body }) => body["seed"]).sort()).toEqual([5, 6, 7, 8]);
});

test("more continuations than one request draws are drawn by several", async () => {
  const server = await started();
  const [got] = await connect("openai", server).connector.complete([PREFIX], { ...SAMPLING, continuations: 40 });
  expect(answerOf(got)).toHaveLength(40);
  expect(server.requests.map(({ body }) => [body["n"], body["seed"]]).sort()).toEqual([
    [16, 21],
    [16, 5],
    [8, 37],
  ]);
});

test("a prefilled prefix ends in no white space, and what was held back is not told twice", async () => {
  const server = await started();
  const { connector } = connect("anthropic", server, { prefill: true });
  expect(connector.continues).toBe("prefill");
  const [got] = await connector.complete(["the words of "], { ...SAMPLING, temperature: 0, continuations: 1 });
  const [own] = await model.complete(["the words of"], { ...SAMPLING, temperature: 0, continuations: 1 });
  expect(answerOf(got)[0]!.text).toBe(answerOf(own)[0]!.text.replace(/^ /, ""));
});

test("a model that refuses prefilled answers is told about, and asked by instruction it answers", async () => {
  const server = await started({ refusesPrefill: true });
  const [refused] = await connect("anthropic", server, { prefill: true }).connector.complete([PREFIX], SAMPLING);
  expect(refused).toMatchObject({ status: "unanswered", reason: "failed", detail: expect.stringContaining("400") });
  const { connector } = connect("anthropic", server);
  expect(connector.continues).toBe("instruction");
  answerOf((await connector.complete([PREFIX], SAMPLING))[0]);
});

describe("what a protocol does not give", () => {
  test.each(["chat", "llamacpp", "anthropic", "gemini"] as const)("log-probabilities by %s", async (kind) => {
    const server = await started();
    const { connector } = connect(kind, server);
    expect(connector.scores).toBe("none");
    await expect(connector.logprobs(["a text"])).rejects.toMatchObject({ code: "model_cannot" });
    await expect(connector.plan({ texts: ["a text"] })).rejects.toMatchObject({ code: "model_cannot" });
    expect(server.requests).toHaveLength(0);
  });

  test.each([
    ["chat", { top_k: 5 }, "top_k"],
    ["openai", { top_k: 5 }, "top_k"],
    ["anthropic", { temperature: 1.5 }, "a temperature above 1"],
  ] as const)("a sampling by %s", async (kind, more, what) => {
    const { connector } = connect(kind, await started());
    await expect(connector.complete([PREFIX], { ...SAMPLING, ...more })).rejects.toMatchObject({
      code: "model_cannot",
      message: expect.stringMatching(new RegExp(` cannot be sampled with ${what}\\.$`)),
    });
  });

  test.each([{ continuations: 0 }, { max_tokens: 1.5 }, { temperature: Number.NaN }, { top_p: 0 }, { seed: -1 }])(
    "%j",
    async (more) => {
      const { connector } = connect("vllm", await started());
      const [name] = Object.keys(more);
      await expect(connector.complete([PREFIX], { ...SAMPLING, ...more })).rejects.toMatchObject({
        code: "invalid_request",
        fields: [{ pointer: `/sampling/${name}` }],
      });
    },
  );
});

test("samplers that would change the distribution are switched off, where hosts have them on", async () => {
  const server = await started();
  await connect("llamacpp", server).connector.complete([PREFIX], SAMPLING);
  await connect("vllm", server).connector.complete([PREFIX], { ...SAMPLING, top_k: 7 });
  expect(server.requests[0]!.body).toMatchObject({
    top_k: 0,
    top_p: 1,
    min_p: 0,
    repeat_penalty: 1,
    cache_prompt: false,
  });
  expect(server.requests.at(-1)!.body).toMatchObject({ top_k: 7, top_p: 1, min_p: 0, repetition_penalty: 1 });
});

test("fields of the configuration are added, and none of ours replaced", async () => {
  const server = await started();
  const body = { generationConfig: { thinkingConfig: { thinkingBudget: 0 }, temperature: 2 }, safetySettings: [] };
  await connect("gemini", server, { body }).connector.complete([PREFIX], SAMPLING);
  expect(server.requests[0]!.body).toMatchObject({
    safetySettings: [],
    generationConfig: { thinkingConfig: { thinkingBudget: 0 }, temperature: 1 },
  });
});
