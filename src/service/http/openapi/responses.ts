/** Responses of the OpenAPI document: answers, problems by status, and the headers of both. */
import { ERROR_CODES, type ErrorCode } from "../../../base/errors.ts";
import { JSON_TYPE, MEDIA_TYPES } from "../answer/negotiate.ts";
import { PROBLEM_KINDS } from "../answer/problems.ts";
import type { Route } from "../route.ts";
import { HEADERS_NOT_MODIFIED, headersOfAnswer, headersOfProblem, isDoneOnce, type ServedParts } from "./headers.ts";
import { pascal, reference } from "./schemas.ts";

/** Error codes of routes with a body, of routes with an idempotency key, and of routes that are not public. */
const BODY_PROBLEMS: readonly ErrorCode[] = [
  ...(["unsupported_content_type", "content_too_large", "too_deep", "request_timeout"] as const),
];
const ONCE_PROBLEMS: readonly ErrorCode[] = ["idempotency_mismatch", "conflict"];
const KEY_PROBLEMS: readonly ErrorCode[] = ["unauthorized", "quota_exceeded", "plan_limit"];
/** Of every route: what the whole service refuses, by address and by name. */
const EDGE_PROBLEMS: readonly ErrorCode[] = ["forbidden", "rate_limited", "overloaded", "internal"];
/** Error codes of every negotiated route: those of the transport, and faults of the host. */
const COMMON_PROBLEMS: readonly ErrorCode[] = [
  "invalid_request",
  "not_acceptable",
  "corpus_corrupt",
  "corpus_version",
  "catalogue_invalid",
  "storage_failed",
  "search_incomplete",
  "kernels_unavailable",
  "unsupported_runtime",
  "closed",
  "aborted",
  ...EDGE_PROBLEMS,
];

const isPlain = ({ access, request }: Route): boolean => access === "public" && request === undefined;

/** The error codes that a route shares with all routes of its kind. */
function commonCodes(route: Route, parts: ServedParts): ErrorCode[] {
  if (isPlain(route)) return [...EDGE_PROBLEMS];
  return [
    ...COMMON_PROBLEMS,
    ...(route.request === undefined ? [] : BODY_PROBLEMS),
    ...(parts.hasRegistry ? (["registry_failed"] as const) : []),
    ...(isDoneOnce(route, parts) ? ONCE_PROBLEMS : []),
    ...(parts.hasAuth && route.access !== "public" ? KEY_PROBLEMS : []),
  ];
}

const statusOf = (code: ErrorCode): number => PROBLEM_KINDS[code].status;

interface ProblemResponse {
  /** A status, or `default` for all others from 400 on. */
  readonly status: string;
  /** Name of the component. */
  readonly name: string;
  readonly codes: readonly ErrorCode[];
  /** The document of errors whose format another standard defines, which are answered with this status too. */
  readonly refusal?: { readonly name: string; readonly mediaType: string };
}

/**
 * The problems of a route. A status that only some routes have is listed by itself; the others are the same for all
 * routes of a kind, and share one response.
 */
function problemsOf(route: Route, parts: ServedParts): ProblemResponse[] {
  const { problems = [], answer } = route;
  const common = commonCodes(route, parts);
  const ordered = (isWanted: (code: ErrorCode) => boolean): ErrorCode[] => ERROR_CODES.filter(isWanted);
  const own = new Set([
    ...problems.filter((code) => !common.includes(code)).map(statusOf),
    ...(answer.refusals?.statuses ?? []),
  ]);
  const listed = [...own].map((status): ProblemResponse => {
    const isOwn = (code: ErrorCode): boolean => problems.includes(code) && !common.includes(code);
    const codes = ordered((code) => statusOf(code) === status && (isOwn(code) || common.includes(code)));
    if (answer.refusals?.statuses.includes(status) === true) {
      const refusal = { name: answer.refusals.name, mediaType: answer.mediaType ?? JSON_TYPE.name };
      return { status: String(status), name: `${refusal.name}${status}`, codes, refusal };
    }
    return {
      status: String(status),
      name: nameOf(codes.filter(isOwn), `${route.operationId.replace(/Alias$/, "")}_${status}`),
      codes,
    };
  });
  const others = { status: "default", name: nameOfOthers(route), codes: ordered((code) => common.includes(code)) };
  return [...listed, others];
}

function nameOfOthers(route: Route): string {
  if (isPlain(route)) return "PublicFault";
  return `${route.access === "public" ? "Public" : ""}Failure${route.request === undefined ? "" : "OfBody"}`;
}

/** The codes of a response where there are few; a response with many belongs to one operation. */
const nameOf = (codes: readonly ErrorCode[], operation: string): string =>
  codes.length <= 3 ? codes.map(pascal).join("Or") : pascal(operation);

/** The responses of a route by status; those with problems are references to components. */
export function responsesOf(route: Route, parts: ServedParts, example: object): object {
  const { name, status = 200, mediaType = JSON_TYPE.name, accepted } = route.answer;
  const byStatus: Record<string, object> = {
    [status]: {
      description: STATUS_WORDS[status],
      headers: headersOfAnswer(route, parts),
      content: { [mediaType]: { schema: reference("schemas", name), ...example } },
    },
  };
  if (accepted !== undefined && parts.hasRegistry)
    byStatus[202] = {
      description: STATUS_WORDS[202],
      content: { "application/json": { schema: reference("schemas", accepted) } },
    };
  if (route.isCacheable) byStatus[304] = reference("responses", "NotModified");
  for (const one of problemsOf(route, parts)) byStatus[one.status] = reference("responses", one.name);
  return byStatus;
}

const STATUS_WORDS: Readonly<Record<number, string>> = { 200: "Done.", 201: "Created.", 202: "Accepted: done later." };

const NOT_MODIFIED = { description: "Unchanged: the copy of `If-None-Match` is good.", headers: HEADERS_NOT_MODIFIED };

/** The components to which the responses of these routes refer. */
export function responseComponents(routes: readonly Route[], parts: ServedParts): object {
  const problems = routes.flatMap((route) => problemsOf(route, parts));
  return {
    ...(routes.some(({ isCacheable }) => isCacheable) && { NotModified: NOT_MODIFIED }),
    ...Object.fromEntries(problems.map((one) => [one.name, problemResponse(one)])),
  };
}

const problemResponse = ({ status, codes, refusal }: ProblemResponse): object => {
  // Each code is the name of an example, which explains it.
  const problem = codes.length === 0 ? [] : [`A problem: ${codes.map((code) => `\`${code}\``).join(", ")}.`];
  const statuses = refusal === undefined ? codes.map(statusOf) : [Number(status)];
  return {
    description: [...(refusal === undefined ? [] : ["Refused."]), ...problem].join(" "),
    headers: headersOfProblem(statuses),
    content: {
      ...(refusal && { [refusal.mediaType]: { schema: reference("schemas", refusal.name) } }),
      ...(codes.length > 0 && { [PROBLEM_TYPE]: { schema: reference("schemas", "Problem") } }),
    },
  };
};

const PROBLEM_TYPE = "application/problem+json";

/** Media types that may stand in the place of JSON: the same documents in another format. */
export const OTHER_TYPES = MEDIA_TYPES.filter(({ format }) => format !== "json").map(({ name }) => name);
