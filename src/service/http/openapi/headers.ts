/** Headers of requests and responses in the OpenAPI document. */

import { canBeDoneOnce, isCounted, type Route } from "../route.ts";
import { reference } from "./schemas.ts";

/** What the service has, on which its responses depend. */
export interface ServedParts {
  /** Whether callers need keys. */
  readonly hasAuth: boolean;
  /** Whether there is a registry, which counts calls and recognises repeated requests. */
  readonly hasRegistry: boolean;
}

/** Whether the route accepts an idempotency key (`idempotency.ts`). */
export const isDoneOnce = (route: Route, { hasRegistry }: ServedParts): boolean => hasRegistry && canBeDoneOnce(route);

interface Header {
  readonly description: string;
  readonly schema: object;
  /** Whether an answer of the route can have it. */
  readonly ofAnswer: (route: Route, parts: ServedParts) => boolean;
  /** Whether a problem with this status can have it. */
  readonly ofProblem: (status: number) => boolean;
}

const never = (): boolean => false;
const always = (): boolean => true;
const isLimited = (route: Route, { hasAuth, hasRegistry }: ServedParts): boolean =>
  hasAuth && hasRegistry && isCounted(route);

const TEXT = { type: "string" };

/** By name. The rate limits are those of draft-ietf-httpapi-ratelimit-headers-10. */
const HEADERS: Readonly<Record<string, Header>> = {
  "X-Request-Id": {
    description: "Id of this exchange, for support requests: that of the request if it is harmless, or a new one.",
    schema: { type: "string", pattern: "^[A-Za-z0-9._-]{1,128}$" },
    ofAnswer: always,
    ofProblem: always,
  },
  "Cache-Control": {
    description: "`no-store`, or for how long a response that is the same for every caller may be used.",
    schema: TEXT,
    ofAnswer: always,
    ofProblem: never,
  },
  Vary: {
    description: "Headers of the request on which the response depends.",
    schema: TEXT,
    ofAnswer: always,
    ofProblem: never,
  },
  ETag: {
    description:
      "Tag of this state of the document. With it in `If-None-Match`, an unchanged document is not sent again: 304.",
    schema: TEXT,
    ofAnswer: ({ isCacheable }) => isCacheable === true,
    ofProblem: never,
  },
  RateLimit: {
    description:
      'What is left of each limit of the plan, and the seconds until all of it is available: `"day";r=99;t=3600, "burst";r=9;t=1`.',
    schema: TEXT,
    ofAnswer: isLimited,
    ofProblem: (status) => status === 429,
  },
  "RateLimit-Policy": {
    description:
      'The limits of the plan, each with its calls and its seconds: `"day";q=100;w=86400, "burst";q=10;w=1`.',
    schema: TEXT,
    ofAnswer: isLimited,
    ofProblem: (status) => status === 429,
  },
  "Retry-After": {
    description: "With statuses 429 and 503: seconds until a new attempt makes sense.",
    schema: { type: "integer", minimum: 0 },
    ofAnswer: never,
    ofProblem: (status) => status === 429 || status === 503,
  },
  "X-Should-Retry": {
    description: "`false` if the calls of the day are used up, so that a new attempt fails too.",
    schema: { type: "string", enum: ["false"] },
    ofAnswer: never,
    ofProblem: (status) => status === 429,
  },
  "WWW-Authenticate": {
    description: "With status 401, and with 403 for want of a scope: how to authenticate (RFC 6750).",
    schema: TEXT,
    ofAnswer: never,
    ofProblem: (status) => status === 401 || status === 403,
  },
  "Idempotent-Replayed": {
    description: "`true` in the response to a repeated request.",
    schema: { type: "string", enum: ["true"] },
    ofAnswer: isDoneOnce,
    ofProblem: never,
  },
  Deprecation: {
    description: "Since when the path is deprecated (RFC 9745).",
    schema: TEXT,
    ofAnswer: ({ deprecated }) => deprecated !== undefined,
    ofProblem: never,
  },
  Link: {
    description: "The path that replaces this one.",
    schema: TEXT,
    ofAnswer: ({ deprecated }) => deprecated !== undefined,
    ofProblem: never,
  },
};

const referencesTo = (names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, reference("headers", name)]));

const namesWhere = (isWanted: (header: Header) => boolean): string[] =>
  Object.entries(HEADERS).flatMap(([name, header]) => (isWanted(header) ? [name] : []));

export const headersOfAnswer = (route: Route, parts: ServedParts): object =>
  referencesTo(namesWhere(({ ofAnswer }) => ofAnswer(route, parts)));

export const headersOfProblem = (statuses: readonly number[]): object =>
  referencesTo(namesWhere(({ ofProblem }) => statuses.some(ofProblem)));

export const HEADERS_NOT_MODIFIED = referencesTo(["ETag"]);

/** The components to which the responses of these routes refer. */
export function headerComponents(routes: readonly Route[], parts: ServedParts): object {
  const isUsed = ({ ofAnswer, ofProblem }: Header): boolean =>
    routes.some((route) => ofAnswer(route, parts)) || [403, 429, 503].some(ofProblem);
  const used = namesWhere(isUsed).map((name) => [
    name,
    { description: HEADERS[name]!.description, schema: HEADERS[name]!.schema },
  ]);
  return Object.fromEntries(used);
}
