import { afterEach, describe, expect, test } from "vitest";
import { waitBeforeMs, withoutKey } from "../../../src/models/connectors/ask.ts";
import { memoryJournal } from "../../../src/models/connectors/journal.ts";
import type { JsonObject } from "../../../src/models/connectors/protocols/protocol.ts";
import { ALL_KINDS, closeAll, connect, KEY, SCORING_KINDS, started, TEXTS } from "./models.ts";
import type { ServerFault } from "./server.ts";

afterEach(closeAll);

const TEXT = TEXTS[0]!;
const SAMPLING = { continuations: 1, max_tokens: 4, temperature: 1, seed: 1 };
const status = (
  code: number,
  more: Omit<Extract<ServerFault, { kind: "status" }>, "kind" | "status"> = {},
): ServerFault => {
  return { kind: "status", status: code, ...more };
};
/** Faults in order, then none. */
const first =
  (...faults: ServerFault[]) =>
  (n: number) =>
    faults[n];
const always = (fault: ServerFault) => () => fault;

async function right() {
  return (await connect("openai", await started()).connector.logprobs([TEXT]))[0];
}

describe("what may pass is asked again", () => {
  test.each<[string, ServerFault]>([
    ...[408, 409, 429, 500, 502, 503, 529].map((code): [string, ServerFault] => [`status ${code}`, status(code)]),
    ["JSON that breaks off", { kind: "text", change: (text) => text.slice(0, -10) }],
    ["a line that is cut", { kind: "broken" }],
  ])("%s", async (_, fault) => {
    const server = await started({ fault: first(fault, fault) });
    const { connector, slept } = connect("openai", server);
    expect((await connector.logprobs([TEXT]))[0]).toEqual(await right());
    expect(server.requests).toHaveLength(3);
    expect(connector.spent.requests).toBe(3);
    expect(slept).toHaveLength(2);
    expect(slept[0]).toBeGreaterThanOrEqual(250);
    expect(slept[1]).toBeGreaterThanOrEqual(500);
  });

  test.each([400, 422, 499])("status %i will not pass, and is asked once", async (code) => {
    const server = await started({ fault: always(status(code)) });
    const [answer] = await connect("openai", server).connector.logprobs([TEXT]);
    expect(answer).toMatchObject({ reason: "failed", detail: expect.stringContaining(`status ${code}`) });
    expect(server.requests).toHaveLength(1);
  });

  test("not before the host's own time", async () => {
    const date = { "retry-after": "Wed, 21 Oct 2026 07:28:09 GMT", date: "Wed, 21 Oct 2026 07:28:00 GMT" };
    const server = await started({
      fault: first(status(429, { headers: { "retry-after": "7" } }), status(503, { headers: date })),
    });
    const { connector, slept } = connect("vllm", server);
    expect((await connector.logprobs([TEXT]))[0]).toMatchObject({ status: "answered" });
    expect(slept).toEqual([7_000, 9_000]);
  });

  test("as often as configured, and no more", async () => {
    const server = await started({ fault: always(status(500)) });
    const { connector, slept } = connect("openai", server, { retries: 2 });
    expect(await connector.logprobs([TEXT])).toEqual([
      { status: "unanswered", reason: "failed", detail: "the host answered with status 500 (made_up)" },
    ]);
    expect([server.requests.length, slept.length]).toEqual([3, 2]);
  });

  test("not at all where the host wants to be left alone for hours", async () => {
    const server = await started({ fault: always(status(429, { headers: { "retry-after": "7200" } })) });
    const { connector, slept } = connect("openai", server);
    expect((await connector.logprobs([TEXT]))[0]).toMatchObject({ reason: "failed" });
    expect([server.requests.length, slept.length]).toEqual([1, 0]);
  });

  test("waits double, by a chance that repeats, up to a minute", () => {
    for (let attempt = 0; attempt < 12; attempt++) {
      const step = Math.min(60_000, 500 * 2 ** attempt);
      const waits = ["a", "b", "c"].map((id) => waitBeforeMs(id, attempt, undefined));
      for (const wait of waits) expect(wait >= step / 2 && wait <= step).toBe(true);
      expect(new Set(waits).size).toBe(3);
      expect(waitBeforeMs("a", attempt, undefined)).toBe(waits[0]);
      expect(waitBeforeMs("a", attempt, 90_000)).toBe(90_000);
    }
  });
});

const choiceOf = (answer: JsonObject) => (answer["choices"] as JsonObject[])[0]!;
const inLogprobs =
  (change: (logprobs: JsonObject) => void) =>
  (answer: JsonObject): unknown => {
    change(choiceOf(answer)["logprobs"] as JsonObject);
    return answer;
  };

describe("an answer that is none is malformed, and not asked for again", () => {
  test.each<[string, (answer: JsonObject) => unknown]>([
    ["no choices", ({ choices: _, ...answer }) => answer],
    ["no choice", (answer) => ({ ...answer, choices: [] })],
    ["an error with status 200", () => ({ error: { message: "overloaded" } })],
    ["null", () => null],
    ["no scores", (answer) => ({ ...answer, choices: [{ text: "", finish_reason: "length" }] })],
    ["likeliest tokens only", inLogprobs((logprobs) => delete logprobs["token_logprobs"])],
    [
      "a null in the midst, as JSON writes NaN",
      inLogprobs((logprobs) => (logprobs["token_logprobs"] as unknown[]).fill(null, 3, 4)),
    ],
    ["a score above zero", inLogprobs((logprobs) => (logprobs["token_logprobs"] as unknown[]).fill(0.5, 3, 4))],
    ["tokens of another text", inLogprobs((logprobs) => (logprobs["tokens"] as unknown[]).fill("zebra", 3, 4))],
    [
      "tokens in capitals",
      inLogprobs((l) => (l["tokens"] = (l["tokens"] as string[]).map((token) => token.toUpperCase()))),
    ],
    ["a token too few", inLogprobs((logprobs) => (logprobs["tokens"] as unknown[]).pop())],
  ])("%s", async (_, change) => {
    const server = await started({ fault: always({ kind: "changed", change }) });
    const [answer] = await connect("openai", server).connector.logprobs([TEXT]);
    expect(answer).toMatchObject({ status: "unanswered", reason: "malformed" });
    expect(JSON.stringify(answer)).not.toContain(TEXT.slice(0, 20));
    expect(server.requests).toHaveLength(1);
  });

  test("NaN is no JSON: asked for again, then malformed", async () => {
    const change = (text: string) => text.replace(/-\d+\.\d+/, "NaN");
    const server = await started({ fault: always({ kind: "text", change }) });
    const [answer] = await connect("vllm", server, { retries: 1 }).connector.logprobs([TEXT]);
    expect(answer).toEqual({ status: "unanswered", reason: "malformed", detail: "the answer is not JSON" });
    expect(server.requests).toHaveLength(2);
  });

  test("an answer without end is given up", async () => {
    const server = await started({ fault: always({ kind: "huge" }) });
    expect(await connect("openai", server).connector.logprobs([TEXT])).toMatchObject([{ reason: "malformed" }]);
    expect(server.requests).toHaveLength(1);
  });
});

describe("hosts that do not answer", () => {
  test.each(["hung", "drip"] as const)("%s: given up in time", async (kind) => {
    const server = await started({ fault: first({ kind }) });
    const { connector } = connect("openai", server, { timeout_seconds: 1, retries: 0 });
    expect(await connector.logprobs([TEXT])).toMatchObject([
      { reason: "failed", detail: expect.stringContaining("did not answer within 1 s") },
    ]);
    // Of the one that has a second, a busy machine would decide.
    expect((await connect("openai", server).connector.logprobs([TEXT]))[0]).toEqual(await right());
  });

  test("nobody there", async () => {
    const server = await started();
    await server.close();
    const { connector, slept } = connect("openai", server);
    expect(await connector.logprobs([TEXT])).toMatchObject([{ reason: "failed" }]);
    expect(slept).toHaveLength(4);
  });

  test.each(ALL_KINDS)("%s: a redirect is not followed, and the key stays", async (kind) => {
    const elsewhere = await started();
    const server = await started({
      fault: always(status(307, { headers: { location: `${elsewhere.url}/v1/completions` } })),
    });
    const [answer] = await connect(kind, server).connector.complete(["a b"], SAMPLING);
    expect(answer).toMatchObject({ status: "unanswered", reason: "failed" });
    expect([server.requests.length, elsewhere.requests.length]).toEqual([1, 0]);
  });

  test("a wrong key or address stops the questions after it", async () => {
    const server = await started({ key: "another key" });
    const { connector } = connect("openai", server, { concurrency: 1 });
    const answers = await connector.logprobs(["a", "b", "c", "d"]);
    expect(server.requests).toHaveLength(1);
    expect(answers.map((answer) => answer.status === "unanswered" && answer.reason)).toEqual(Array(4).fill("failed"));
    expect(answers[3]).toMatchObject({ detail: expect.stringContaining("not asked") });
  });

  test("where nobody has ever answered, one question's patience stands for all; a host that was there is asked on", async () => {
    const gone = await started();
    await gone.close();
    const { connector, slept } = connect("openai", gone, { concurrency: 1 });
    const answers = await connector.logprobs(["a", "b", "c", "d"]);
    expect(answers).toMatchObject(Array(4).fill({ detail: expect.stringContaining("could not be reached") }));
    expect([slept.length, connector.spent.requests]).toEqual([4, 5]);
    // A host that wakes up is asked again at once.
    const slow = await started({ fault: (n) => (n < 2 ? { kind: "hung" } : undefined) });
    const waking = connect("openai", slow, { concurrency: 2, timeout_seconds: 1 }).connector;
    const [asleep, awake] = [
      waking.logprobs(["a"]),
      new Promise((done) => setTimeout(done, 1_500)).then(() => waking.logprobs(["b"])),
    ];
    expect((await asleep)[0]).toBeDefined();
    expect((await awake)[0]).toMatchObject({ status: "answered" });
    expect((await waking.logprobs(["c"]))[0]).toMatchObject({ status: "answered" });
    const flaky = await started({ fault: (n) => (n >= 1 && n <= 5 ? { kind: "broken" } : undefined) });
    const flakily = await connect("openai", flaky, { concurrency: 1 }).connector.logprobs(["a", "b", "c", "d"]);
    expect(flakily.map((answer) => answer.status)).toEqual(["answered", "unanswered", "answered", "answered"]);
  });

  test("a refusal by a filter is one", async () => {
    const body = JSON.stringify({ error: { code: "content_filter", message: TEXT } });
    const server = await started({ fault: always(status(400, { body })) });
    expect(await connect("chat", server).connector.complete(["a b"], SAMPLING)).toEqual([
      { status: "unanswered", reason: "refused", detail: "the host answered with status 400 (content_filter)" },
    ]);
  });
});

describe("keys", () => {
  test("stand in no journal, no answer and no error, whatever the host repeats", async () => {
    const echo = JSON.stringify({ error: { type: KEY, code: KEY, message: `Incorrect key ${KEY}` } });
    const faults: ServerFault[] = [
      status(500, { body: echo, headers: { "x-request-id": KEY } }),
      status(429, { body: KEY, headers: { "retry-after": KEY } }),
      { kind: "changed", change: (answer) => ({ ...answer, note: KEY, [KEY]: KEY }) },
    ];
    for (const kind of ALL_KINDS) {
      const journal = memoryJournal();
      const server = await started({ fault: (n) => faults[n] ?? status(401, { body: echo }) });
      const { connector } = connect(kind, server, { body: { user: KEY } }, { journal });
      const answers = [...(await connector.complete([`my key is ${KEY}`, "b"], SAMPLING))];
      if (connector.scores !== "none") answers.push(...((await connector.logprobs([KEY])) as never[]));
      const kept = journal.content() + JSON.stringify(answers);
      expect(kept).not.toContain(KEY);
      expect(kept.toLowerCase()).not.toMatch(/authorization|bearer|x-api-key|x-goog-api-key/);
      expect(journal.content()).toContain("[key removed]");
      expect(server.requests[0]!.headers).toSatisfy((headers) => JSON.stringify(headers).includes(KEY));
    }
  });

  test("with signs that JSON escapes are found too", () => {
    const key = 'k"e\\y-123456';
    for (const text of [key, JSON.stringify({ key }), `${key}${key}`])
      expect(withoutKey(text, key)).not.toMatch(/123456/);
    expect(withoutKey("EMPTY", "EMPTY")).toBe("EMPTY"); // a place holder
    expect(withoutKey("text", undefined)).toBe("text");
  });

  test.each(SCORING_KINDS)("%s: none is sent where none is configured", async (kind) => {
    const server = await started({ key: "" });
    const connector = connect(kind, server).connector;
    expect((await connector.logprobs([TEXT]))[0]).toMatchObject({ reason: "failed" });
  });
});
