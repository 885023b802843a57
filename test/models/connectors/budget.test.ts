import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { Budget } from "../../../src/models/connectors/budget.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { ALL_KINDS, closeAll, connect, started, TEXTS } from "./models.ts";

afterEach(closeAll);

const many = Array.from({ length: 40 }, (_, i) => `${TEXTS[0]} ${i}`);
const SAMPLING = { continuations: 3, max_tokens: 8, temperature: 1, seed: 5 };

describe("requests", () => {
  test.each([
    [0, 4],
    [1, 4],
    [13, 1],
    [13, 16],
    [40, 16],
    [100, 16],
  ])("a budget of %i is spent to the last and not beyond, with %i at once", async (requests, concurrency) => {
    const answered = Math.min(requests, many.length);
    const server = await started({ answersFrom: Math.min(answered, concurrency) });
    const { connector } = connect("openai", server, { concurrency }, { budget: { requests } });
    const answers = await connector.logprobs(many);
    expect(server.requests).toHaveLength(answered);
    expect(connector.spent.requests).toBe(answered);
    expect(answers.map(({ status }) => status === "answered")).toEqual(many.map((_, i) => i < answered));
    expect(server.mostAtOnce).toBe(Math.min(answered, concurrency));
  });

  test("asked again count too", async () => {
    const server = await started({ fault: (n) => (n % 2 === 0 ? { kind: "status", status: 503 } : undefined) });
    const { connector } = connect("openai", server, { concurrency: 1 }, { budget: { requests: 5 } });
    const answers = await connector.logprobs(many);
    expect(server.requests).toHaveLength(5);
    expect(answers.filter(({ status }) => status === "answered")).toHaveLength(2);
    expect(answers.at(-1)).toEqual({ status: "unanswered", reason: "budget", detail: "the budget is used up" });
  });
});

describe("a dry run", () => {
  test.each(ALL_KINDS)("%s: sends nothing, and tells how many requests come", async (kind) => {
    const server = await started();
    const { connector } = connect(kind, server);
    const prefixes = ["the words of", "a text", "a text"];
    const plan = await connector.plan({ prefixes, sampling: SAMPLING });
    expect(server.requests).toHaveLength(0);
    await connector.complete(prefixes, SAMPLING);
    expect(server.requests).toHaveLength(plan.requests);
    expect(connector.spent.tokens).toBeLessThanOrEqual(plan.tokens);
    expect(connector.spent.tokens).toBeGreaterThan(0);
  });

  test("a budget of what it tells is enough, where tokens are as long as in most languages", async () => {
    const server = await started();
    const plan = await connect("chat", server).connector.plan({ prefixes: many, sampling: SAMPLING });
    const { connector } = connect("chat", server, {}, { budget: plan });
    for (const { status } of notEmpty(await connector.complete(many, SAMPLING))) expect(status).toBe("answered");
    expect(connector.spent).toMatchObject({ requests: plan.requests });
  });

  test("what comes twice is asked once, and what is empty never", async () => {
    const server = await started();
    const { connector } = connect("openai", server);
    expect(await connector.plan({ texts: ["a b", "a b", ""] })).toMatchObject({ requests: 1 });
    const [one, other, empty] = await connector.logprobs(["a b", "a b", ""]);
    expect(one).toEqual(other);
    expect(empty).toEqual({ status: "answered", answer: { tokens: [], vocabulary_size: null } });
    expect(server.requests).toHaveLength(1);
  });
});

test("progress goes from one to all, and a signal that fired before asks nothing", async () => {
  const server = await started();
  const { connector } = connect("openai", server);
  const seen: number[] = [];
  await connector.logprobs(many, { onProgress: ({ done }) => seen.push(done) });
  expect(seen).toEqual(many.map((_, i) => i + 1));
  const signal = AbortSignal.abort();
  await expect(connect("openai", server).connector.logprobs(["z"], { signal })).rejects.toMatchObject({
    code: "aborted",
  });
  expect(server.requests).toHaveLength(many.length);
});

test("a signal ends waiting for an answer and between answers", async () => {
  const server = await started({ fault: () => ({ kind: "hung" }) });
  const stop = new AbortController();
  const asking = connect("openai", server).connector.logprobs(many, { signal: stop.signal });
  setTimeout(() => stop.abort(), 50);
  await expect(asking).rejects.toMatchObject({ code: "aborted" });
  expect(server.requests.length).toBeLessThanOrEqual(4);
});

describe("tokens", () => {
  const question = fc.record({ estimate: fc.integer({ min: 1, max: 100 }), share: fc.integer({ min: 0, max: 100 }) });

  test("are never overdrawn where estimates hold, and who is answered does not depend on who is faster", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(question, { maxLength: 30 }),
        fc.integer({ min: 0, max: 600 }),
        fc.integer({ min: 0, max: 20 }),
        fc.array(fc.nat(1_000), { minLength: 1, maxLength: 30 }),
        async (questions, tokens, requests, order) => {
          const used = ({ estimate, share }: { estimate: number; share: number }) =>
            Math.floor((estimate * share) / 100);
          const inTurn = { tokens: 0, requests: 0 };
          const expected = questions.map((one) => {
            const fits = inTurn.tokens + one.estimate <= tokens && inTurn.requests < requests;
            if (fits) inTurn.tokens += used(one);
            if (fits) inTurn.requests++;
            return fits;
          });
          const budget = new Budget({ tokens, requests });
          const underWay: (typeof questions)[number][] = [];
          const taken = questions.map(async (one) => {
            const isTaken = await budget.take(one.estimate);
            if (isTaken) underWay.push(one);
            return isTaken;
          });
          for (let i = 0; i < questions.length; i++) {
            await Promise.resolve();
            const [next] = underWay.splice(order[i % order.length]! % Math.max(1, underWay.length), 1);
            if (next !== undefined) budget.settle(next.estimate, used(next));
            expect(budget.spent.tokens).toBeLessThanOrEqual(tokens);
          }
          for (let next = underWay.pop(); next !== undefined; next = underWay.pop()) {
            budget.settle(next.estimate, used(next));
            await Promise.resolve();
          }
          expect(await Promise.all(taken)).toEqual(expected);
          expect(budget.spent).toEqual(inTurn);
        },
      ),
      { numRuns: fewOrAll(150, 500) },
    );
  });
});
