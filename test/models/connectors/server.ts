/**
 * A host on loopback that speaks the protocols of `src/models/connectors/` around any model, and misbehaves when it is told to. Other tests
 * start it for `probe` and `extract`.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Continuation, ModelConnector, Sampling, ScoredText } from "../../../src/base/contract/resources/model.ts";
import type { JsonObject } from "../../../src/models/connectors/protocols/protocol.ts";

/** What goes wrong with one request. */
export type ServerFault =
  | { kind: "status"; status: number; headers?: Record<string, string>; body?: string }
  /** The answer, changed before it is written. */
  | { kind: "changed"; change: (answer: JsonObject) => unknown }
  /** The answer as text, changed. */
  | { kind: "text"; change: (text: string) => string }
  /** `hung`: nothing comes. `drip`: a byte now and then. `broken`: half of it, then the line is cut. `huge`: without end. */
  | { kind: "hung" | "drip" | "broken" | "huge" };

export interface ServerOptions {
  /** Asked for with every request where it is given; the refusal repeats what was sent, as careless hosts do. */
  key?: string;
  /** What happens to the n-th request from 0, over all protocols. */
  fault?: (n: number, request: ReceivedRequest) => ServerFault | undefined;
  /** Token that the host puts before a text. */
  beginning?: string;
  /** As models from Claude Opus 4.6 on. */
  refusesPrefill?: boolean;
  /** No request is answered before so many have come. */
  answersFrom?: number;
  /** Any that is free unless given. */
  port?: number;
}

export interface ReceivedRequest {
  path: string;
  headers: IncomingMessage["headers"];
  body: JsonObject;
}

export interface ModelServer {
  /** `http://127.0.0.1:PORT`; OpenAI's protocols stand below `/v1`, Gemini's below `/v1beta`. */
  url: string;
  requests: ReceivedRequest[];
  /** The most that were under way at once. */
  readonly mostAtOnce: number;
  close(): Promise<void>;
}

class Refusal extends Error {
  readonly status: number;
  readonly word: string;
  constructor(status: number, word: string) {
    super(word);
    this.status = status;
    this.word = word;
  }
}

export async function startModelServer(model: ModelConnector, options: ServerOptions = {}): Promise<ModelServer> {
  const requests: ReceivedRequest[] = [];
  let underWay = 0;
  let mostAtOnce = 0;
  let open = () => {};
  const enough = new Promise<void>((resolve) => {
    open = resolve;
  });
  const server = createServer((incoming, outgoing) => {
    mostAtOnce = Math.max(mostAtOnce, ++underWay);
    outgoing.on("close", () => underWay--);
    respond(incoming, outgoing).catch((error: Error) => {
      const { status, word } = error instanceof Refusal ? error : new Refusal(500, "internal_error");
      send(outgoing, status, JSON.stringify({ error: { type: word, message: error.message } }));
    });
  });

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = {
      path: incoming.url ?? "",
      headers: incoming.headers,
      body: JSON.parse(await textOf(incoming)) as JsonObject,
    };
    const n = requests.push(request) - 1;
    const fault = options.fault?.(n, request);
    if (requests.length >= (options.answersFrom ?? 0)) open();
    await enough;
    checkKey(request, options.key);
    if (fault?.kind === "status") {
      send(outgoing, fault.status, fault.body ?? JSON.stringify({ error: { type: "made_up" } }), fault.headers);
      return;
    }
    if (fault?.kind === "hung") return;
    const answer = await answerOf(model, request, options);
    const text = fault?.kind === "changed" ? JSON.stringify(fault.change(JSON.parse(answer))) : answer;
    if (fault?.kind === "drip") drip(outgoing, text);
    else if (fault?.kind === "huge") flood(outgoing);
    else if (fault?.kind === "broken") {
      outgoing.writeHead(200, { "content-length": text.length });
      outgoing.write(text.slice(0, text.length / 2), () => outgoing.destroy());
    } else
      send(outgoing, 200, fault?.kind === "text" ? fault.change(text) : text, {
        "x-request-id": `req-${requests.length}`,
      });
  }

  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    get mostAtOnce() {
      return mostAtOnce;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function send(outgoing: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  outgoing.writeHead(status, { "content-type": "application/json", ...headers }).end(body);
}

function drip(outgoing: ServerResponse, text: string): void {
  outgoing.writeHead(200, { "content-type": "application/json" });
  let at = 0;
  const timer = setInterval(() => outgoing.write(text[at++] ?? " "), 20);
  outgoing.on("close", () => clearInterval(timer));
}

function flood(outgoing: ServerResponse): void {
  const chunk = " ".repeat(1024 * 1024);
  const more = () => {
    while (!outgoing.destroyed && outgoing.write(chunk));
  };
  outgoing.writeHead(200).on("drain", more);
  more();
}

function checkKey({ headers }: ReceivedRequest, key: string | undefined): void {
  if (key === undefined) return;
  const sent = headers["x-api-key"] ?? headers["x-goog-api-key"] ?? headers.authorization?.replace(/^Bearer /, "");
  if (sent !== key) throw new Refusal(401, `invalid_api_key ${String(sent)}`);
}

/** Completions are asked again and again in the same words, and the same words have one answer. */
const ANSWERS_MAX = 500;
const known = new WeakMap<ModelConnector, Map<string, string>>();

async function answerOf(model: ModelConnector, request: ReceivedRequest, options: ServerOptions): Promise<string> {
  if (request.path !== "/v1/completions") return JSON.stringify(await answerTo(model, request, options));
  const answers = known.get(model) ?? new Map<string, string>();
  known.set(model, answers);
  const key = JSON.stringify([request.body, options.beginning]);
  const answer = answers.get(key) ?? JSON.stringify(await answerTo(model, request, options));
  if (answers.size >= ANSWERS_MAX) answers.clear();
  answers.set(key, answer);
  return answer;
}

async function answerTo(model: ModelConnector, request: ReceivedRequest, options: ServerOptions): Promise<JsonObject> {
  const { path, body } = request;
  if (path === "/v1/completions") return completions(model, body, options);
  if (path === "/v1/chat/completions") return chat(model, body);
  if (path === "/completion") return llamacpp(model, body);
  if (path === "/v1/messages") return messages(model, request, options);
  if (/^\/v1beta\/models\/[^/]+:generateContent$/.test(path)) return gemini(model, body);
  throw new Refusal(404, "not_found");
}

/** The first token has no score unless something stands before it. */
async function scored(model: ModelConnector, text: string, { beginning }: ServerOptions): Promise<ScoredText> {
  const [answer] = await model.logprobs([text]);
  if (answer?.status !== "answered") throw new Refusal(400, "invalid_request_error");
  const tokens = answer.answer.tokens.map((token, i) =>
    i === 0 && beginning === undefined ? { ...token, logprob: null } : token,
  );
  return { ...answer.answer, tokens };
}

async function drawn(model: ModelConnector, prefix: string, sampling: Sampling): Promise<Continuation[]> {
  const [answer] = await model.complete([prefix], sampling);
  if (answer?.status !== "answered") throw new Refusal(400, "invalid_request_error");
  return answer.answer;
}

function samplingOf(body: JsonObject, maxTokens: unknown): Sampling {
  const { n = 1, temperature = 1, top_k, top_p, seed } = body as Record<string, number | undefined>;
  const isLimited = top_k !== undefined && top_k > 0;
  return {
    continuations: n,
    max_tokens: maxTokens as number,
    temperature,
    ...(isLimited ? { top_k } : {}),
    ...{ top_p, seed },
  };
}

/** OpenAI's, with vLLM's own fields where they are asked for. */
async function completions(model: ModelConnector, body: JsonObject, options: ServerOptions): Promise<JsonObject> {
  const prompt = body["prompt"] as string;
  const draws = await drawn(model, prompt, samplingOf(body, body["max_tokens"]));
  const isScored = body["echo"] === true || body["prompt_logprobs"] !== undefined;
  const scores = isScored ? await scored(model, prompt, options) : undefined;
  const promptTokens = scores?.tokens.length ?? Math.ceil(prompt.length / 4);
  const choices = draws.map(({ text, finish }, index) => ({
    ...{ index, text: body["echo"] === true ? prompt + text : text, finish_reason: finish },
    ...(body["echo"] === true ? { logprobs: echoed(prompt, scores!, body["logprobs"] as number, text, options) } : {}),
    ...(body["prompt_logprobs"] === undefined
      ? {}
      : prompted(prompt, scores!, body["prompt_logprobs"] as number, options)),
  }));
  const completionTokens = draws.length * (body["max_tokens"] as number);
  return {
    object: "text_completion",
    choices,
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
  };
}

/** The likeliest, and the text's own where it is not one of them. */
function listed(scores: ScoredText, i: number, top: number, own: string): [string, number][] {
  const { logprob, top: known = [] } = scores.tokens[i]!;
  const isPartOfCharacter = !/^[ -~\n]+$/.test(own); // the list has another name for it
  const items = known.slice(0, top).map((item): [string, number] => {
    return [isPartOfCharacter && item.logprob === logprob ? own : item.token, item.logprob];
  });
  return items.some(([token]) => token === own) ? items : [[own, logprob!], ...items];
}

function echoed(
  prompt: string,
  scores: ScoredText,
  top: number,
  generated: string,
  { beginning }: ServerOptions,
): JsonObject {
  const own = scores.tokens.map(({ start, end }) => prompt.slice(start, end));
  const marks = beginning === undefined ? [] : [beginning];
  const tops = own.map((token, i) =>
    scores.tokens[i]!.logprob === null ? null : Object.fromEntries(listed(scores, i, top, token)),
  );
  return {
    tokens: [...marks, ...own, generated],
    token_logprobs: [...marks.map(() => null), ...scores.tokens.map(({ logprob }) => logprob), -1],
    top_logprobs: top === 0 ? null : [...marks.map(() => null), ...tops, { [generated]: -1 }],
    text_offset: [...marks, ...own, generated].map(() => 0),
  };
}

function prompted(prompt: string, scores: ScoredText, top: number, { beginning }: ServerOptions): JsonObject {
  // Ids by string: the model may have ids of its own, but need not.
  const ids = new Map<string, number>();
  const idOf = (token: string) => ids.get(token) ?? ids.set(token, 7 + 13 * ids.size).get(token)!;
  const places = scores.tokens.map(({ start, end, logprob, top: known = [] }, i) => {
    if (logprob === null) return null;
    const own = prompt.slice(start, end);
    const items = listed(scores, i, top, own).map(([token, score]) => {
      const rank = known.findIndex((item) => item.token === token || (token === own && item.logprob === score)) + 1;
      return [idOf(token), { logprob: score, rank: rank === 0 ? known.length + 1 : rank, decoded_token: token }];
    });
    return Object.fromEntries(items) as JsonObject;
  });
  const own = scores.tokens.map(({ start, end }) => idOf(prompt.slice(start, end)));
  const marks = beginning === undefined ? [] : [1];
  return { prompt_logprobs: [...marks.map(() => null), ...places], prompt_token_ids: [...marks, ...own] };
}

async function chat(model: ModelConnector, body: JsonObject): Promise<JsonObject> {
  const { content } = (body["messages"] as { content: string }[]).at(-1)!;
  const limit = body["max_completion_tokens"] ?? body["max_tokens"];
  const draws = await drawn(model, content, samplingOf(body, limit));
  return {
    choices: draws.map(({ text, finish }, index) => ({
      ...{ index, finish_reason: finish },
      message: { role: "assistant", content: text, refusal: null },
    })),
    usage: { prompt_tokens: Math.ceil(content.length / 4), completion_tokens: draws.length * (limit as number) },
  };
}

async function llamacpp(model: ModelConnector, body: JsonObject): Promise<JsonObject> {
  const prompt = body["prompt"] as string;
  const [draw] = await drawn(model, prompt, samplingOf(body, body["n_predict"]));
  return {
    ...{ content: draw!.text, stop: true, stop_type: draw!.finish === "length" ? "limit" : "eos" },
    ...{ tokens_evaluated: Math.ceil(prompt.length / 4), tokens_predicted: body["n_predict"] },
  };
}

async function messages(
  model: ModelConnector,
  { headers, body }: ReceivedRequest,
  options: ServerOptions,
): Promise<JsonObject> {
  const { role, content } = (body["messages"] as { role: string; content: string }[]).at(-1)!;
  if (headers["anthropic-version"] === undefined) throw new Refusal(400, "invalid_request_error");
  if (role === "assistant" && (options.refusesPrefill || /\s$/.test(content)))
    throw new Refusal(400, "invalid_request_error");
  const [draw] = await drawn(model, content, samplingOf(body, body["max_tokens"]));
  return {
    ...{ type: "message", role: "assistant", content: [{ type: "text", text: draw!.text }] },
    stop_reason: draw!.finish === "length" ? "max_tokens" : "end_turn",
    usage: { input_tokens: Math.ceil(content.length / 4), output_tokens: body["max_tokens"] },
  };
}

async function gemini(model: ModelConnector, body: JsonObject): Promise<JsonObject> {
  const [content] = body["contents"] as { parts: { text: string }[] }[];
  const { maxOutputTokens, topK, topP, temperature, seed } = body["generationConfig"] as Record<
    string,
    number | undefined
  >;
  const prompt = content!.parts.map(({ text }) => text).join("");
  const [draw] = await drawn(
    model,
    prompt,
    samplingOf({ top_k: topK, top_p: topP, temperature, seed }, maxOutputTokens),
  );
  return {
    candidates: [
      {
        content: { role: "model", parts: [{ text: draw!.text }] },
        finishReason: draw!.finish === "length" ? "MAX_TOKENS" : "STOP",
      },
    ],
    usageMetadata: { promptTokenCount: Math.ceil(prompt.length / 4), candidatesTokenCount: maxOutputTokens },
  };
}
