/**
 * The HTTP adapter: a plain `fetch` handler over an engine, the same in Node, Deno, Bun and a service worker. It reads
 * requests and writes responses; the engine interprets them.
 */

import { Hono } from "hono";
import { checkArguments, hasMethods, isRecord, isTexts } from "../arguments.ts";
import type { HostOptions } from "../contract/engine.ts";
import { type ErrorCode, isSpoliaError, SpoliaError } from "../errors.ts";
import type { PlatformAbortSignal, PlatformRequest, PlatformResponse } from "../platform.ts";
import { type Principal, requireScope } from "../registry/keys.ts";
import type { Registry } from "../registry/registry.ts";
import { wordsOf } from "../registry/words.ts";
import { answer, problemAnswer, requestIdOf, withCommonHeaders } from "./answers.ts";
import { checkedBasePath } from "./basePath.ts";
import { type BodyForm, type BodyKind, bodyStream, readBody } from "./body.ts";
import { caching } from "./caching.ts";
import { compressed } from "./compression.ts";
import { createCors } from "./cors.ts";
import { deadline } from "./deadline.ts";
import { type Observer, toldAtEnd } from "./exchange.ts";
import { FORM_BODY, requireForm } from "./form.ts";
import { type Client, type Connection, createClientLookup } from "./forwarded.ts";
import { createGate, type Gate, type GateOptions, OPERATOR, requireOperator } from "./gate.ts";
import { HttpError, methodNotAllowed } from "./httpError.ts";
import { withIdempotencyKey, withoutSecrets } from "./idempotency.ts";
import { type BodyRoom, Intake } from "./intake.ts";
import { jsonBody } from "./json.ts";
import { ANSWER_TIMEOUT_MS, BODY_PARSED_HERE_BYTES_MAX } from "./limits.ts";
import { msgpackBody } from "./msgpack.ts";
import { isNdjson, JSON_TYPE, type MediaType, notAcceptable, preferredMediaType, requestFormat } from "./negotiate.ts";
import { openApiDocuments } from "./openapi.ts";
import { OPENAPI_PATH } from "./paths.ts";
import { problemOf } from "./problems.ts";
import { parseQuery } from "./query.ts";
import { canBeDoneOnce, isCounted, type Route, type ServedEngine, type Service } from "./route.ts";
import { servedRoutes } from "./routes.ts";
import { StatusBoard } from "./status.ts";

export interface HandlerOptions {
  readonly engine: ServedEngine;
  /** Stores works, results and keys. Without a registry, their routes do not exist. */
  readonly registry?: Registry | undefined;
  /**
   * Authentication: callers need the operator's key or, with a registry, one of its keys or tokens. Without `auth`,
   * every operation is open to everyone who can reach the handler.
   */
  readonly auth?: GateOptions | undefined;
  /** Prefix of every path, like `/spolia`; default: none. */
  readonly basePath?: string | undefined;
  /**
   * Addresses of proxies, and networks like `10.0.0.0/8`, that are believed in `Forwarded` and `X-Forwarded-*`: the
   * client's address and scheme. Default: none, so that these headers are ignored.
   *
   * @since 0.2.0
   */
  readonly trustedProxies?: readonly string[] | undefined;
  /**
   * Origins of web pages that may call the service, like `https://app.example`; `["*"]` for all. Default: none.
   *
   * @since 0.2.0
   */
  readonly cors?: readonly string[] | undefined;
  /**
   * Once it is aborted, `/readyz` answers 503, so that balancers send no more requests; all others are still answered.
   *
   * @since 0.2.0
   */
  readonly draining?: PlatformAbortSignal | undefined;
  /**
   * Parses a large body elsewhere, such as in a thread, so that others are answered meanwhile. Default: parsed here.
   *
   * @since 0.2.0
   */
  readonly parseAside?: ((body: Uint8Array, form: BodyForm, host: HostOptions) => Promise<unknown>) | undefined;
  /** Called with every exchange when its response is ready. */
  readonly observe?: Observer | undefined;
}

/** @param connection the connection that the request arrived on, for hosts that know it */
export type Handler = (request: PlatformRequest, connection?: Connection) => Promise<PlatformResponse>;

/** The handler, and what arrives and runs in it now. */
interface MeasuredHandler extends Handler {
  /**
   * Gauges by their names in metrics.
   *
   * @since 0.2.0
   */
  readonly gauges: () => Record<string, number>;
}

/**
 * Creates a handler that returns a response to every request and never rejects.
 *
 * @throws invalid_request if an option is invalid
 */
export function createHandler(options: HandlerOptions): MeasuredHandler {
  checkArguments("createHandler", [["/options", isRecord(options), "an object with `engine`"]]);
  const { auth, basePath: path, observe, parseAside } = options;
  checkArguments("createHandler", [
    ["/engine", hasMethods(options.engine, "analyze", "score", "compare"), "an engine: await createEngine(…)"],
    ["/registry", options.registry === undefined || isRecord(options.registry), "a registry: await createRegistry(…)"],
    ["/auth", auth === undefined || isRecord(auth), "an object, or absent"],
    ["/basePath", path === undefined || typeof path === "string", "empty or like /spolia"],
    [
      "/trustedProxies",
      options.trustedProxies === undefined || isTexts(options.trustedProxies),
      "a list of addresses and networks",
    ],
    ["/cors", options.cors === undefined || isTexts(options.cors), "a list of origins"],
    ["/draining", options.draining === undefined || options.draining instanceof AbortSignal, "an AbortSignal"],
    ["/parseAside", parseAside === undefined || typeof parseAside === "function", "a function"],
    ["/observe", observe === undefined || typeof observe === "function", "a function"],
  ]);
  const basePath = checkedBasePath(options.basePath ?? "");
  const gate = createGate(options.auth, options.registry);
  const clientOf = createClientLookup(options.trustedProxies ?? []);
  const cors = createCors(options.cors ?? []);
  let documents: ReturnType<typeof openApiDocuments> | undefined;
  const service: Service = {
    engine: options.engine,
    registry: options.registry ?? null,
    basePath,
    isDraining: () => options.draining?.aborted === true,
    status: new StatusBoard(Date.now),
    openApiDocument: (form) => {
      const hasRegistry = service.registry !== null;
      const tokenUrl = service.registry?.oauth?.metadata.token_endpoint ?? null;
      documents ??= openApiDocuments(routes, { basePath, hasAuth: gate.hasKeys, hasRegistry, tokenUrl });
      return documents[form];
    },
  };
  const routes = servedRoutes(service);
  const intake = new Intake();
  const app = createApp({ service, routes, gate, intake, parseAside });
  const handler = async (request: PlatformRequest, connection?: Connection): Promise<Response> => {
    const startedMs = performance.now();
    const requestId = requestIdOf(request);
    const client = clientOf(request, connection);
    const asked: RequestContext = { requestId, client, path: null, tenant: null, isCounted: false, hasSecrets: false };
    let response: Response;
    try {
      response = await app.fetch(request, asked);
      if (!asked.hasSecrets) response = await compressed(request, response);
    } catch (error) {
      // Hono passes errors to `onError`, but not thrown values that are not an Error.
      response = refusal(error, request, asked, basePath);
    }
    cors(request, response);
    const tell = (status: number, error: unknown) => {
      const { path, tenant, isCounted } = asked;
      const durationMs = performance.now() - startedMs;
      const told = { requestId, method: request.method, path, tenant, address: client.address, status, durationMs };
      const exchange = status >= 500 ? { ...told, error } : told;
      if (isCounted) service.status.count(exchange);
      options.observe?.(exchange);
    };
    return withCommonHeaders(toldAtEnd(request, response, asked, tell), requestId);
  };
  return Object.assign(handler, { gauges: () => intake.gauges() });
}

/** What is known about a request; filled in during its processing. */
interface RequestContext {
  readonly requestId: string;
  readonly client: Client;
  path: string | null;
  tenant: string | null;
  isCounted: boolean;
  /** Whether the request or its response contains a key, a token or another secret. */
  hasSecrets: boolean;
  /** What was thrown. */
  error?: unknown;
}

type AppEnvironment = { Bindings: RequestContext };

/** What all requests of a handler use. */
interface Parts {
  readonly service: Service;
  readonly routes: readonly Route[];
  readonly gate: Gate;
  readonly intake: Intake;
  readonly parseAside: HandlerOptions["parseAside"];
}

function createApp(parts: Parts): Hono<AppEnvironment> {
  const { service, routes } = parts;
  const { basePath } = service;
  const app = new Hono<AppEnvironment>();
  app.onError((error, context) => refusal(error, context.req.raw, context.env, basePath));
  app.notFound((context) => refusal(notFound(basePath), context.req.raw, context.env, basePath));
  for (const route of routes) {
    if (route.deprecated !== undefined) {
      const { successor, sinceSeconds } = route.deprecated;
      app.use(basePath + honoPath(route), async (context, next) => {
        await next();
        context.res.headers.set("deprecation", `@${sinceSeconds}`);
        context.res.headers.set("link", `<${basePath}${successor}>; rel="successor-version"`);
      });
    }
    if (route.isCacheable) {
      const visibility = route.access === "public" || !parts.gate.hasKeys ? "public" : "private";
      app.on(route.method, [basePath + honoPath(route)], ...caching(visibility));
    }
    app.on(route.method, basePath + honoPath(route), (context) =>
      answerRoute(route, parts, context.env, context.req.raw, context.req.param() as Record<string, string>),
    );
  }
  for (const path of new Set(routes.map(honoPath))) {
    const allow = allowedMethods(routes.filter((route) => honoPath(route) === path));
    app.all(basePath + path, (context) => {
      if (context.req.raw.method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
      throw methodNotAllowed(allow);
    });
  }
  return app;
}

/** The path in Hono's syntax: `/models/:provider/:name`. */
const honoPath = ({ path }: Route): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

/** The response to an error, in the format that the caller accepts. */
function refusal(error: unknown, request: Request, asked: RequestContext, basePath: string): Response {
  asked.error = error;
  const type = preferredMediaType(request.headers.get("accept")) ?? JSON_TYPE;
  const response = problemAnswer(problemOf(error, asked.requestId, basePath), type);
  if (error instanceof HttpError) setHeaders(response, error.headers);
  return response;
}

const notFound = (basePath: string): SpoliaError =>
  new SpoliaError("not_found", "This path does not exist.", {
    hint: `GET ${basePath}${OPENAPI_PATH} lists all paths.`,
  });

function allowedMethods(routes: readonly Route[]): string {
  const methods: string[] = routes.map((route) => route.method);
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}

/** Authenticates the caller, then negotiates the response format, and only then reads the body. */
async function answerRoute(
  route: Route,
  { service, gate, intake, parseAside }: Parts,
  asked: RequestContext,
  request: Request,
  path: Readonly<Record<string, string>>,
): Promise<Response> {
  asked.path = route.path;
  asked.isCounted = isCounted(route);
  asked.hasSecrets = route.answer.secrets !== undefined || route.request?.isForm === true;
  const caller = route.access === "public" ? OPERATOR : await gate.identify(request);
  if (route.access !== "public") asked.tenant = caller.tenant;
  if (route.access === "operator") requireOperator(caller);
  else if (route.access !== "public") requireScope(caller, route.access);
  const holder = holderOf(caller, asked);
  const meter = gate.meter(caller);
  if (isCounted(route)) await meter.add({ calls: 1 });
  // A response of several lines has this time limit for each line.
  const limit = route.request?.line === undefined ? deadline(ANSWER_TIMEOUT_MS, request.signal) : null;
  const signal = limit?.signal ?? request.signal;
  let room: BodyRoom | null = null;
  let release: (() => void) | undefined;
  try {
    if (route.request !== undefined) room = intake.body(holder);
    const type = answerType(route, request);
    const query = route.access === "public" ? {} : parseQuery(new URL(request.url).searchParams, route.queryParameters);
    const lines = hasLines(route, request) ? bodyStream(request) : null;
    const kind = lines === null ? bodyKind(route, request) : null;
    const body = kind === null ? null : await readBody(request, kind, room ?? undefined, signal);
    if (route.access !== "public") release = intake.hold(holder);
    const host: HostOptions = { signal, tenant: caller.tenant };
    const run = async () => {
      const document = kind === null || body === null ? undefined : await parsed(kind, body, host, parseAside);
      const startedMs = performance.now();
      const { requestId } = asked;
      const hold = () => intake.hold(holder);
      const { headers } = request;
      const once = (stated: Uint8Array, done: () => Promise<Response>) =>
        withIdempotencyKey({ service, caller, request, body: stated, type }, async () => {
          const response = await done();
          return { response, kept: response };
        });
      // Whoever takes several requests counts the words of each.
      if (isCounted(route) && route.request?.line === undefined)
        await meter.add({ words: await wordsOf(service.registry?.host.store ?? null, caller.tenant, document) });
      const { add: admit } = meter;
      const call = { service, caller, path, query, document, lines, room, host, requestId, admit, hold, headers, once };
      const result = await route.run(call);
      const { status = 200, secrets } = route.answer;
      const response = result instanceof Response ? result : answer(status, result, type);
      const kept = secrets === undefined ? response : answer(status, withoutSecrets(result, secrets), type);
      const timing = `engine;dur=${(performance.now() - startedMs).toFixed(1)}`;
      return { response: body === null ? response : setHeaders(response, { "server-timing": timing }), kept };
    };
    const response = canBeDoneOnce(route)
      ? await withIdempotencyKey({ service, caller, request, body, type }, run)
      : (await run()).response;
    if (response.status >= 400 || isRepeated(response) || request.method === "HEAD") await meter.giveBack();
    return setHeaders(response, meter.headers());
  } catch (error) {
    room?.release();
    // Who leaves, and who asked a model, has used the service; any other refusal uses no quota.
    if (!isSpoliaError(error) || !USED.includes(error.code)) await meter.giveBack().catch(() => {});
    const headers = meter.headers();
    throw Object.keys(headers).length === 0 || error instanceof HttpError ? error : HttpError.with(error, headers);
  } finally {
    limit?.clear();
    release?.();
    // Who answers lines releases their room.
    if (!hasLines(route, request)) room?.release();
  }
}

/** Errors of requests that were worked on. */
const USED: readonly ErrorCode[] = ["aborted", "model_failed", "budget_exhausted"];

const isRepeated = ({ headers }: Response): boolean => headers.get("idempotent-replayed") === "true";

/**
 * Who shares the service with others: an account; where there are none, an address. Of IPv6 addresses, 64 bits name a
 * network, and a client may have all of the others.
 */
function holderOf(caller: Principal, { client: { address } }: RequestContext): string {
  if (caller !== OPERATOR) return caller.tenant;
  if (address === null) return "no address";
  const groups = address.split("::")[0]!.split(":");
  return `address ${groups.length > 1 ? groups.slice(0, 4).join(":") : address}`;
}

function parsed(
  kind: BodyKind,
  body: Uint8Array,
  host: HostOptions,
  parseAside: HandlerOptions["parseAside"],
): unknown {
  if (kind.form === undefined || parseAside === undefined || body.length <= BODY_PARSED_HERE_BYTES_MAX)
    return kind.parse(body);
  return parseAside(body, kind.form, host);
}

function answerType({ answer: { mediaType } }: Route, request: Request): MediaType {
  if (mediaType !== undefined) return { ...JSON_TYPE, name: mediaType };
  const type = preferredMediaType(request.headers.get("accept"));
  if (type === null) throw notAcceptable();
  return type;
}

/** How to read the body, or `null` if the route has none. Decided before the body is received. */
function bodyKind({ request: described }: Route, { headers }: Request): BodyKind | null {
  if (described === undefined) return null;
  const contentType = headers.get("content-type");
  if (described.isForm === true) {
    requireForm(contentType);
    return FORM_BODY;
  }
  return requestFormat(contentType) === "json" ? jsonBody(described.valuesMax) : msgpackBody(described.valuesMax);
}

const hasLines = ({ request: described }: Route, { headers }: Request): boolean =>
  described?.line !== undefined && isNdjson(headers.get("content-type"));

function setHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
