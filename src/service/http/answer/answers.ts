/** Makes responses: the body in the requested format, and the headers that every response has. */
import { nextDayMs } from "../../accounts/quota.ts";
import { encodeMsgpack } from "../request/msgpack.ts";
import { JSON_TYPE, type MediaType } from "./negotiate.ts";
import { PROBLEM_KINDS, type Problem } from "./problems.ts";

export const succeeded = <Result extends object>(result: Result): Result & { success: true } => ({
  success: true,
  ...result,
});

/** A response with a document in the negotiated format. */
export function answer(status: number, document: object, type: MediaType): Response {
  const response = new Response(serialised(document, type), { status });
  response.headers.set("content-type", type.name);
  response.headers.set("vary", "Accept");
  return response;
}

/** A problem document; JSON unless the caller wants MessagePack, for which RFC 9457 defines no media type. */
export function problemAnswer(problem: Problem, type: MediaType): Response {
  const named = type.format === "json" ? { ...JSON_TYPE, name: "application/problem+json" } : type;
  const response = answer(problem.status, problem, named);
  const { retryAfterSeconds } = PROBLEM_KINDS[problem.code];
  if (retryAfterSeconds !== undefined) response.headers.set("retry-after", String(retryAfterSeconds));
  if (problem.code === "quota_exceeded") {
    const now = Date.now();
    response.headers.set("retry-after", String(Math.ceil((nextDayMs(now) - now) / 1000)));
    response.headers.set("x-should-retry", "false");
  }
  return response;
}

const serialised = (document: object, type: MediaType): string | Uint8Array<ArrayBuffer> =>
  type.format === "json" ? JSON.stringify(document) : encodeMsgpack(document);

/** The caller's request id if it is harmless in a header and a log; otherwise a new id. */
export function requestIdOf(request: Request): string {
  const offered = request.headers.get("x-request-id") ?? "";
  return /^[A-Za-z0-9._-]{1,128}$/.test(offered) ? offered : crypto.randomUUID();
}

/**
 * Sets the headers of every response. Responses are about the caller's own text, so caches must not store them, except
 * those that say otherwise (`caching.ts`).
 */
export function withCommonHeaders(response: Response, requestId: string): Response {
  response.headers.set("x-request-id", requestId);
  if (!response.headers.has("cache-control")) response.headers.set("cache-control", "no-store");
  response.headers.set("x-content-type-options", "nosniff");
  return response;
}
