/** Short ways to ask a handler. */
import { decode, encode } from "@msgpack/msgpack";
import type { Problem } from "../../../src/service/http/answer/problems.ts";
import { createHandler } from "../../../src/service/http/serve/handler.ts";
import type { HandlerOptions } from "../../../src/service/http/serve/options.ts";
import { createFakeEngine, type FakeEngine } from "./fakeEngine.ts";

export const ORIGIN = "http://spolia.test";
export const ANALYZE = "/api/v1/attribution/analyze";
export const SCORE = "/api/v1/attribution/score";
export const COMPARE = "/api/v1/compare";

export const analyzeRequest = { content: "It was the best of times", content_type: "text" };
export const scoreRequest = { content: "It was", target_model: "eleutherai/pythia", jurisdiction: "EU-DSM" };
export const compareRequest = { a: { content: "It was" }, b: { content: "It is" } };

/** A valid request of each operation. */
export const VALID: readonly (readonly [path: string, document: object])[] = [
  [ANALYZE, analyzeRequest],
  [SCORE, scoreRequest],
  [COMPARE, compareRequest],
  ["/compare", compareRequest],
];

type Headers = Record<string, string>;

export function handlerOver(engine: FakeEngine = createFakeEngine(), options: Omit<HandlerOptions, "engine"> = {}) {
  return createHandler({ engine, ...options });
}

export const get = (path: string, headers: Headers = {}): Request => new Request(ORIGIN + path, { headers });

export const post = (path: string, body: BodyInit, headers: Headers = {}): Request =>
  // `duplex` is what Node asks for where a body is a stream.
  new Request(ORIGIN + path, { method: "POST", body, headers, duplex: "half" } as RequestInit);

export const postJson = (path: string, document: unknown, headers: Headers = {}): Request =>
  post(path, JSON.stringify(document), { "content-type": "application/json", ...headers });

export const postMsgpack = (path: string, document: unknown, headers: Headers = {}): Request =>
  post(path, encode(document), { "content-type": "application/msgpack", ...headers });

export async function bodyOf<T>(response: Response): Promise<T> {
  const type = response.headers.get("content-type");
  if (type?.startsWith("text/html")) return (await response.text()) as T;
  const isMsgpack = type?.includes("msgpack");
  return (isMsgpack ? decode(await response.arrayBuffer()) : await response.json()) as T;
}

export const problemOf = (response: Response): Promise<Problem> => bodyOf<Problem>(response);
