/** Answers a request of one route: who asks, what it may use, what it brings, and what the route makes of it. */

import type { HostOptions } from "../../../base/contract/engine.ts";
import { isSpoliaError, throwIfAborted } from "../../../base/errors.ts";
import { inSpan, type OpenTelemetry } from "../../../base/lists/spans.ts";
import { type Principal, requireScope, type Scope } from "../../accounts/keys.ts";
import { isUsed } from "../../accounts/quota.ts";
import { countedWords, unreadWords } from "../../jobs/words.ts";
import { answer } from "../answer/answers.ts";
import { HttpError } from "../answer/httpError.ts";
import type { KeylessLimit } from "../edge/keyless.ts";
import type { OwnSite } from "../edge/ownSite.ts";
import { type Repeatable, withIdempotencyKey, withoutSecrets } from "../request/idempotency.ts";
import type { BodyRoom, Intake } from "../request/intake.ts";
import { ANSWER_TIMEOUT_MS } from "../request/limits.ts";
import { hasLines, type ParseAside, parsed, type Received, receive } from "../request/received.ts";
import { canBeDoneOnce, isCounted, isWatched, type Route, type RouteCall, type Service } from "../route.ts";
import { deadline } from "./deadline.ts";
import { type Client, oneClient } from "./forwarded.ts";
import { type Gate, type Meter, OPERATOR, requireOperator } from "./gate.ts";

/** What is known about a request; filled in during its processing. */
export interface RequestContext {
  readonly requestId: string;
  readonly client: Client;
  /** Counts the request among those of its client without a key. @throws rate_limited */
  readonly admitKeyless: () => Promise<void>;
  path: string | null;
  tenant: string | null;
  isWatched: boolean;
  /** Whether the request or its response contains a key, a token or another secret. */
  hasSecrets: boolean;
  /** The scope of the route, where the caller does not have it. */
  missingScope: Scope | null;
  /** What was thrown. */
  error?: unknown;
}

/** What the application of a handler gets with each request. */
export type AppEnvironment = { Bindings: RequestContext };

/** What all requests of a handler use. */
export interface Parts {
  readonly service: Service;
  readonly gate: Gate;
  readonly intake: Intake;
  readonly keyless: KeylessLimit;
  readonly ownSite: OwnSite;
  readonly parseAside: ParseAside | undefined;
  readonly openTelemetry: OpenTelemetry | undefined;
}

/** A request whose body has arrived. */
interface Arrived extends Pick<RouteCall, "caller" | "path" | "room"> {
  readonly route: Route;
  readonly request: Request;
  readonly received: Received;
  readonly meter: Meter;
  readonly host: HostOptions;
  readonly requestId: string;
  readonly hold: () => () => void;
}

export async function answerRoute(
  route: Route,
  parts: Parts,
  asked: RequestContext,
  request: Request,
  path: Readonly<Record<string, string>>,
): Promise<Response> {
  const { gate, intake } = parts;
  const caller = await identified(route, parts, asked, request);
  // Whoever left while it waited is not worked for.
  throwIfAborted(request.signal);
  const holder = holderOf(caller, asked.client);
  const hold = () => intake.hold(holder);
  const meter = gate.meter(caller);
  if (isCounted(route)) await meter.add({ calls: 1 });
  let limit: ReturnType<typeof deadline> | null = null;
  let room: BodyRoom | null = null;
  let release: (() => void) | undefined;
  try {
    if (route.request !== undefined) room = intake.body(holder);
    const read = () => receive(route, request, room, request.signal);
    const received = await (room === null ? read() : inSpan(parts.openTelemetry, "request.body", {}, read));
    if (!route.isCheck) release = hold();
    // A response of several lines has this time limit for each line.
    if (route.request?.line === undefined) limit = deadline(ANSWER_TIMEOUT_MS, request.signal);
    const host: HostOptions = { signal: limit?.signal ?? request.signal, tenant: caller.tenant };
    const { requestId } = asked;
    const arrived = { route, request, received, caller, path, room, meter, host, requestId, hold };
    const response = await carriedOut(arrived, parts);
    if (response.status >= 400 || isRepeated(response) || request.method === "HEAD") await meter.giveBack();
    return setHeaders(response, meter.headers());
  } catch (error) {
    room?.release();
    if (!isSpoliaError(error) || !isUsed(error.code)) await meter.giveBack().catch(() => {});
    const headers = meter.headers();
    throw Object.keys(headers).length === 0 || error instanceof HttpError ? error : HttpError.with(error, headers);
  } finally {
    limit?.clear();
    release?.();
    // Who answers lines releases their room.
    if (!hasLines(route, request)) room?.release();
  }
}

/** @throws unauthorized, forbidden, rate_limited */
async function identified(route: Route, parts: Parts, asked: RequestContext, request: Request): Promise<Principal> {
  const { gate, keyless, ownSite } = parts;
  asked.path = route.path;
  asked.isWatched = isWatched(route);
  asked.hasSecrets = route.answer.secrets !== undefined || route.request?.isForm === true;
  if (route.access === "public") {
    await (route.isCheck ? keyless.slow(asked.client, request.signal) : asked.admitKeyless());
    return OPERATOR;
  }
  if (route.method !== "GET") ownSite.requireOrigin(request);
  const caller = await gate.identify(request).catch(async (error: unknown) => {
    if (isSpoliaError(error) && error.code === "unauthorized") await asked.admitKeyless();
    throw error;
  });
  asked.tenant = caller.tenant;
  if (route.access === "operator") requireOperator(caller);
  else {
    if (!caller.scopes.includes(route.access)) asked.missingScope = route.access;
    requireScope(caller, route.access);
  }
  return caller;
}

/** Who shares the service with others: an account; where there are none, an address. */
function holderOf(caller: Principal, { address }: Client): string {
  if (caller !== OPERATOR) return caller.tenant;
  if (address === null) return "no address";
  return `address ${oneClient(address)}`;
}

/** The response of the route; the first one where the request repeats an earlier one. */
async function carriedOut(arrived: Arrived, parts: Parts): Promise<Response> {
  const { route, request, caller, received } = arrived;
  const run = () => ran(arrived, parts);
  if (!canBeDoneOnce(route)) return (await run()).response;
  const { body, type } = received;
  return withIdempotencyKey({ service: parts.service, caller, request, body, type }, run);
}

async function ran(arrived: Arrived, { service, gate, parseAside }: Parts): Promise<Repeatable> {
  const { route, request, received, caller, path, room, meter, host, requestId, hold } = arrived;
  const { type, query, lines, body } = received;
  const document = await parsed(received, host, parseAside);
  const startedMs = performance.now();
  const { headers } = request;
  const once = (stated: Uint8Array, done: () => Promise<Response>) =>
    withIdempotencyKey({ service, caller, request, body: stated, type }, async () => {
      const response = await done();
      return { response, kept: response };
    });
  // Whoever takes several requests counts the words of each.
  const isOne = isCounted(route) && route.request?.line === undefined;
  const isEncoded = route.isEncoded === true;
  const counted = isOne ? await countedWords(service.registry, caller.tenant, document, isEncoded) : { words: 0 };
  await meter.add(counted);
  const { add: admit, giveBack } = meter;
  const confirm = async () => meter.goOn(await gate.identify(request));
  const said = { path, query, document, lines, headers };
  const call = { service, caller, ...said, room, host, requestId, admit, giveBack, confirm, hold, once };
  const result = await route.run(call);
  // A store that fails keeps the answer from nobody.
  await giveBack(unreadWords(counted, result)).catch(() => {});
  const { status = 200, secrets } = route.answer;
  const response = result instanceof Response ? result : answer(status, result, type);
  const kept = secrets === undefined ? response : answer(status, withoutSecrets(result, secrets), type);
  const timing = `engine;dur=${(performance.now() - startedMs).toFixed(1)}`;
  return { response: body === null ? response : setHeaders(response, { "server-timing": timing }), kept };
}

const isRepeated = ({ headers }: Response): boolean => headers.get("idempotent-replayed") === "true";

export function setHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
