/**
 * Completions as OpenAI defined them (`POST /completions`), which many servers support, and vLLM's own field
 * `prompt_logprobs`.
 *
 * The prompt is the model's input, unchanged, so the model continues the prefix itself. `echo` and `logprobs` give
 * scores of a text; OpenAI gives them for base models only, llama.cpp not at all.
 *
 * Sources: OpenAI API reference, "Completions (legacy)"; vLLM, `entrypoints/openai/serving_completion.py` and its
 * documentation of extra parameters.
 */
import type { Continuation, Sampling, ScoredText } from "../../../base/contract/resources/model.ts";
import { align } from "./align.ts";
import type { Draw, JsonObject, Protocol } from "./protocol.ts";
import { logprobAt, type ScoredToken, scoredText, topOf, topOfMap } from "./scored.ts";
import { bearer, countsOf, fieldOf, finishOf, given, listAt, malformed, objectAt, textAt } from "./wire.ts";

interface CompletionsOptions {
  model: string;
  /** Number of likeliest tokens requested at each position. */
  topTokens: number;
  vocabularySize: number | null;
}

/** OpenAI accepts up to 128; fewer keep answers short and failures cheap. */
const DRAWS_MAX = 16;
/** Maximum of UTF-16 units in which the end of the first token is searched. */
const FIRST_TOKEN_MAX = 32;
const FINISH = { stop: "stop", length: "length", content_filter: "filtered" } as const;

export function openaiCompletions({ model, topTokens, vocabularySize }: CompletionsOptions): Protocol {
  return {
    ...completions(topTokens),
    scoring: {
      // One token is generated and left out: not every server takes 0.
      body: (text) => ({ model, prompt: text, echo: true, logprobs: topTokens, max_tokens: 1, temperature: 0 }),
      read: (text, response) => echoed(text, response, topTokens, vocabularySize),
    },
    cannot: ({ top_k }) => (top_k === undefined ? null : "top_k"),
    body: (prefix, sampling, draw) => samplingBody(model, prefix, sampling, draw),
  };
}

export function vllmCompletions({ model, topTokens, vocabularySize }: CompletionsOptions): Protocol {
  return {
    ...completions(topTokens),
    scoring: {
      // `return_token_ids` identifies the text's own token at each position, since JSON loses the order of the map.
      body: (text) => ({
        model,
        prompt: text,
        prompt_logprobs: topTokens,
        return_token_ids: true,
        max_tokens: 1,
        temperature: 0,
      }),
      read: (text, response) => prompted(text, response, topTokens, vocabularySize),
    },
    cannot: () => null,
    // vLLM takes absent fields from the model's own `generation_config.json`, so all fields are set.
    body: (prefix, sampling, draw) => ({
      ...samplingBody(model, prefix, sampling, draw),
      top_p: sampling.top_p ?? 1,
      top_k: sampling.top_k ?? -1,
      min_p: 0,
      repetition_penalty: 1,
    }),
  };
}

function completions(topTokens: number): Omit<Protocol, "cannot" | "body" | "scoring"> {
  return {
    scores: topTokens > 0 ? "top" : "chosen",
    continues: "prefix",
    path: "/completions",
    headers: bearer,
    drawsMax: DRAWS_MAX,
    read: (_, response) => choicesOf(response).map((choice) => continuationOf(objectAt(choice, "a choice"))),
    tokensUsed(response) {
      const usage = fieldOf(response, "usage");
      return countsOf(fieldOf(usage, "prompt_tokens"), fieldOf(usage, "completion_tokens"));
    },
  };
}

function samplingBody(model: string, prompt: string, sampling: Sampling, { count, seed }: Draw): JsonObject {
  const { max_tokens, temperature, top_p } = sampling;
  return given({ model, prompt, n: count, max_tokens, temperature, top_p, seed });
}

function continuationOf(choice: JsonObject): Continuation {
  return { text: textAt(choice["text"], "a choice's text"), finish: finishOf(choice["finish_reason"], FINISH) };
}

function choicesOf(response: unknown): unknown[] {
  return listAt(fieldOf(response, "choices"), "choices");
}

function echoed(text: string, response: unknown, topTokens: number, vocabularySize: number | null): ScoredText {
  const logprobs = objectAt(fieldOf(choicesOf(response)[0], "logprobs"), "logprobs");
  const tokens = listAt(logprobs["tokens"], "tokens").map((token) => textAt(token, "a token"));
  const scores = listAt(logprobs["token_logprobs"], "token_logprobs");
  const tops = logprobs["top_logprobs"] ?? null;
  if (scores.length !== tokens.length) throw malformed("token_logprobs are not as many as the tokens");
  if (tops !== null && listAt(tops, "top_logprobs").length !== tokens.length) {
    throw malformed("top_logprobs are not as many as the tokens");
  }
  const pieces = tokens.map((token, i): ScoredToken => {
    const logprob = scores[i] === null ? null : logprobAt(scores[i], "token_logprobs");
    const top = topTokens === 0 || tops === null ? null : topOfMap((tops as unknown[])[i], token, "top_logprobs");
    return { token, logprob, top };
  });
  return scoredText(text, pieces, vocabularySize, 1);
}

function prompted(text: string, response: unknown, topTokens: number, vocabularySize: number | null): ScoredText {
  const choice = objectAt(choicesOf(response)[0], "a choice");
  const places = listAt(choice["prompt_logprobs"], "prompt_logprobs");
  const ids = choice["prompt_token_ids"];
  if (!Array.isArray(ids))
    throw malformed("prompt_token_ids are missing: a server before vLLM 0.10.2 is asked as kind openai");
  if (ids.length !== places.length) throw malformed("prompt_token_ids are not as many as prompt_logprobs");
  if (places[0] !== null) throw malformed("the first of prompt_logprobs is not null");
  const rest = places
    .slice(1)
    .map((place, i) => promptedPiece(objectAt(place, "prompt_logprobs"), ids[i + 1], topTokens));
  const first = firstToken(text, rest);
  const pieces = first === "" ? rest : [{ token: first, logprob: null, top: null }, ...rest];
  return scoredText(text, pieces, vocabularySize, 0);
}

/**
 * The first token, which the host does not return: the text before the other tokens, or empty where it only marks the
 * beginning.
 */
function firstToken(text: string, pieces: readonly ScoredToken[]): string {
  const rest = pieces.map(({ token }) => token);
  const joined = rest.join("");
  if (text.endsWith(joined)) return text.slice(0, text.length - joined.length);
  // Tokens write partial characters differently from the text: then the first position at which the other tokens fit is
  // used.
  for (let length = 0; length <= Math.min(text.length, FIRST_TOKEN_MAX); length++) {
    if (align(text.slice(length), rest) !== null) return text.slice(0, length);
  }
  return "";
}

function promptedPiece(place: JsonObject, id: unknown, topTokens: number): ScoredToken {
  if (typeof id !== "number") throw malformed("a token id is not a number");
  const items = Object.entries(place).map(([key, value]) => {
    const { logprob, rank, decoded_token } = objectAt(value, "prompt_logprobs");
    const token = decoded_token === null || decoded_token === undefined ? "" : textAt(decoded_token, "decoded_token");
    return { isOwn: key === String(id), token, logprob: logprobAt(logprob, "prompt_logprobs"), rank };
  });
  const own = items.find(({ isOwn }) => isOwn);
  if (own === undefined) throw malformed("prompt_logprobs lack the text's own token");
  const likeliest = items.filter(({ rank }) => typeof rank === "number" && rank <= topTokens);
  const top = topOf(
    likeliest.map(({ token, logprob }) => ({ token, logprob })),
    "prompt_logprobs",
  );
  return { token: own.token, logprob: own.logprob, top: topTokens === 0 || top.length === 0 ? null : top };
}
