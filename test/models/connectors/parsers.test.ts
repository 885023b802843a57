/** Whatever a host sends is an answer or a reason: never a throw of another kind, never a number that is none. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ScoredText } from "../../../src/base/contract/resources/model.ts";
import { anthropicMessages } from "../../../src/models/connectors/protocols/anthropic.ts";
import { chatCompletions } from "../../../src/models/connectors/protocols/chat.ts";
import { openaiCompletions, vllmCompletions } from "../../../src/models/connectors/protocols/completions.ts";
import { geminiContent } from "../../../src/models/connectors/protocols/gemini.ts";
import { llamacppCompletion } from "../../../src/models/connectors/protocols/llamacpp.ts";
import { type Protocol, Unusable } from "../../../src/models/connectors/protocols/protocol.ts";
import { fewOrAll } from "../../support/scale.ts";

const options = { model: "m", topTokens: 2, vocabularySize: null };
const PROTOCOLS: Record<string, Protocol> = {
  openai: openaiCompletions(options),
  vllm: vllmCompletions(options),
  chat: chatCompletions({ model: "m", limitField: "max_tokens" }),
  llamacpp: llamacppCompletion(),
  anthropic: anthropicMessages({ model: "m", prefill: true }),
  gemini: geminiContent("m"),
};

/** Right answers, from which wrong ones are made. */
const RIGHT: Record<string, unknown> = {
  openai: {
    choices: [
      {
        text: "ab",
        finish_reason: "stop",
        logprobs: {
          tokens: ["a", "b", "c"],
          token_logprobs: [null, -1, -2],
          top_logprobs: [null, { b: -1, c: -2 }, { c: -2 }],
          text_offset: [0, 1, 2],
        },
      },
    ],
    usage: { prompt_tokens: 2, completion_tokens: 1 },
  },
  vllm: {
    choices: [
      {
        text: "c",
        finish_reason: "length",
        prompt_token_ids: [5, 6],
        prompt_logprobs: [
          null,
          { 6: { logprob: -1, rank: 1, decoded_token: "b" }, 4: { logprob: -2, rank: 2, decoded_token: "x" } },
        ],
      },
    ],
    usage: { prompt_tokens: 2, completion_tokens: 1 },
  },
  chat: {
    choices: [{ finish_reason: "stop", message: { content: "c", refusal: null } }],
    usage: { prompt_tokens: 2, completion_tokens: 1 },
  },
  llamacpp: { content: "c", stop_type: "eos", tokens_evaluated: 2, tokens_predicted: 1 },
  anthropic: {
    content: [{ type: "text", text: "c" }],
    stop_reason: "end_turn",
    usage: { input_tokens: 2, output_tokens: 1 },
  },
  gemini: {
    candidates: [{ content: { parts: [{ text: "c" }] }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 2, candidatesTokenCount: 1 },
  },
};

const HOSTILE: unknown[] = [
  null,
  true,
  0,
  1,
  -1,
  1e308,
  -1e308,
  0.5,
  "",
  "x",
  "\ufffd",
  [],
  {},
  [null],
  [[]],
  { toString: 1, valueOf: 1 },
  -9999,
];

/** The answer with one place of it replaced, removed or doubled. */
function changed(value: unknown, path: readonly number[], put: unknown): unknown {
  if (typeof value !== "object" || value === null || path.length === 0) return put;
  const keys = Object.keys(value);
  if (keys.length === 0) return put;
  const [first, ...rest] = path;
  const at = keys[first! % keys.length]!;
  if (Array.isArray(value)) return value.map((item, i) => (String(i) === at ? changed(item, rest, put) : item));
  if (rest.length === 0 && first! % 3 === 0)
    return Object.fromEntries(Object.entries(value).filter(([key]) => key !== at));
  return { ...value, [at]: changed((value as Record<string, unknown>)[at], rest, put) };
}

function outcomeOf(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return undefined;
  }
}

function checkScored(scored: ScoredText, text: string): void {
  expect(scored.tokens.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
  scored.tokens.forEach(({ logprob, top = [] }, i) => {
    if (logprob === null) expect(i).toBe(0);
    for (const score of [logprob ?? 0, ...top.map((item) => item.logprob)]) {
      expect(Number.isFinite(score) && score <= 0).toBe(true);
    }
    expect(top.map((item) => item.logprob)).toEqual(top.map((item) => item.logprob).sort((a, b) => b - a));
  });
}

function check(protocol: Protocol, response: unknown): void {
  const continued = outcomeOf(() => protocol.read("prefix ", response)) as
    | { text: unknown; finish: string }[]
    | undefined;
  const isSound = ({ text, finish }: { text: unknown; finish: string }) =>
    typeof text === "string" && ["stop", "length", "filtered", "unknown"].includes(finish);
  expect((continued ?? []).filter((one) => !isSound(one))).toEqual([]);
  if (continued !== undefined) expect(continued.length).toBeGreaterThan(0);
  const scored = outcomeOf(() => protocol.scoring?.read("ab", response)) as ScoredText | undefined;
  if (scored !== undefined) checkScored(scored, "ab");
  const tokens = protocol.tokensUsed(response);
  if (tokens !== null) expect(Number.isInteger(tokens) && tokens >= 0).toBe(true);
}

describe.each(Object.keys(PROTOCOLS))("%s", (name) => {
  const protocol = PROTOCOLS[name]!;

  test("the right answer is one", () => {
    expect(protocol.read("prefix ", RIGHT[name])[0]!.text).toBe(name === "openai" ? "ab" : "c");
    expect(protocol.tokensUsed(RIGHT[name])).toBe(3);
    expect(protocol.scoring?.read("ab", RIGHT[name]).tokens.map(({ logprob }) => logprob)).toEqual(
      protocol.scoring && [null, -1],
    );
  });

  test("any JSON is an answer or not", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => check(protocol, value)),
      { numRuns: fewOrAll(150, 500) },
    );
  });

  test("an answer with places of it changed is an answer or not", () => {
    const change = fc.tuple(
      fc.array(fc.nat(30), { minLength: 1, maxLength: 7 }),
      fc.oneof(fc.constantFrom(...HOSTILE), fc.jsonValue()),
    );
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 3 }), (changes) => {
        check(
          protocol,
          changes.reduce<unknown>((value, [path, put]) => changed(value, path, put), RIGHT[name]),
        );
      }),
      { numRuns: fewOrAll(200, 2_000) },
    );
  });
});

describe("what cannot be is malformed", () => {
  const withScores = (token_logprobs: unknown, top_logprobs: unknown = null) => ({
    choices: [{ logprobs: { tokens: ["a", "b"], token_logprobs, top_logprobs } }],
  });
  test.each([
    ["a score above zero", withScores([null, 0.1])],
    ["a score that is none, as JSON writes NaN", withScores([-1, null])],
    ["fewer scores than tokens", withScores([null])],
    ["probabilities above one together", withScores([null, -1], [null, { b: -0.1, c: -0.1 }])],
    ["a list of another length", withScores([null, -1], [null])],
    [
      "scores of the generated token alone, as llama.cpp gives",
      { choices: [{ logprobs: { tokens: ["c"], token_logprobs: [-1] } }] },
    ],
  ])("%s", (_, response) => {
    expect(() => PROTOCOLS["openai"]!.scoring!.read("ab", response)).toThrow(Unusable);
  });

  test("a rounding above zero is zero", () => {
    expect(PROTOCOLS["openai"]!.scoring!.read("ab", withScores([null, 9e-7])).tokens[1]!.logprob).toBe(0);
  });
});

describe("what a host withheld", () => {
  test.each([
    ["chat", { choices: [{ finish_reason: "stop", message: { content: null, refusal: "I will not" } }] }],
    ["chat", { choices: [{ finish_reason: "content_filter", message: { content: null } }] }],
    ["anthropic", { content: [], stop_reason: "refusal" }],
    ["gemini", { candidates: [{ finishReason: "RECITATION" }] }],
  ] as const)("%s: %j is told as filtered", (name, response) => {
    expect(PROTOCOLS[name]!.read("p", response)).toEqual([{ text: "", finish: "filtered" }]);
  });

  test("a blocked prompt is refused", () => {
    expect(() => PROTOCOLS["gemini"]!.read("p", { promptFeedback: { blockReason: "OTHER" } })).toThrow(
      expect.objectContaining({ reason: "refused" }),
    );
  });
});
