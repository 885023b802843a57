/**
 * Cross-origin calls of web pages (Fetch standard, "CORS protocol"), decided by an operator's list of origins. A
 * preflight is answered by the path's own OPTIONS response, so that it names the methods that the path has; hono's
 * middleware answers every OPTIONS request itself. Credentials are never allowed: keys are sent in `Authorization`,
 * which pages set themselves.
 */
import { SpoliaError } from "../../../base/errors.ts";

/** Headers of requests that pages may set, besides those that need no permission. */
const REQUEST_HEADERS = [
  ...["Authorization", "Content-Type", "Content-Encoding", "Idempotency-Key", "If-None-Match"],
  ...["Prefer", "Traceparent", "Tracestate", "X-Request-Id"],
];

/** Those that no page of another origin can send without permission; of content types, it can send some. */
export const PREFLIGHTED_HEADERS = REQUEST_HEADERS.filter((name) => name !== "Content-Type");

/** Headers of responses that pages may read, besides those that need no permission. */
const RESPONSE_HEADERS = [
  ...["Deprecation", "ETag", "Idempotent-Replayed", "Link", "Location", "RateLimit", "RateLimit-Policy", "Retry-After"],
  ...["Server-Timing", "WWW-Authenticate", "X-Request-Id", "X-Should-Retry"],
].join(", ");

/** How long browsers may remember a preflight: the longest that Chromium does. */
const PREFLIGHT_SECONDS = 7_200;

/** Adds the headers that a request's origin needs. */
type Cors = (request: Request, response: Response) => void;

/**
 * @param origins like `https://app.example`, or `*` alone for every origin
 * @throws invalid_request for any other text
 */
export function createCors(origins: readonly string[]): Cors {
  for (const [at, origin] of origins.entries()) if (!isOrigin(origin, origins)) throw notAnOrigin(at);
  if (origins.length === 0) return () => {};
  const isEveryone = origins[0] === "*";
  return ({ method, headers }, response) => {
    if (!isEveryone) response.headers.append("vary", "Origin");
    const origin = headers.get("origin");
    if (origin === null || !isAllowedOrigin(origin, origins)) return;
    response.headers.set("access-control-allow-origin", isEveryone ? "*" : origin);
    if (method !== "OPTIONS" || !headers.has("access-control-request-method")) {
      response.headers.set("access-control-expose-headers", RESPONSE_HEADERS);
      return;
    }
    response.headers.set("access-control-allow-methods", response.headers.get("allow") ?? "");
    response.headers.set("access-control-allow-headers", REQUEST_HEADERS.join(", "));
    response.headers.set("access-control-max-age", String(PREFLIGHT_SECONDS));
  };
}

/** Whether pages of this origin may call a service with these `cors`. */
export const isAllowedOrigin = (origin: string, origins: readonly string[]): boolean =>
  origins[0] === "*" || origins.includes(origin);

const isOrigin = (text: string, all: readonly string[]): boolean =>
  text === "*" ? all.length === 1 : URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;

const notAnOrigin = (at: number): SpoliaError =>
  new SpoliaError("invalid_request", "An origin of web pages is not valid.", {
    hint: "Write each like https://app.example, in lower case and without a slash at the end, or only * for all.",
    fields: [{ pointer: `/cors/${at}`, detail: "must be an origin, or the only one and *" }],
  });
