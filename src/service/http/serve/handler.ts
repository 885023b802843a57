/**
 * The HTTP adapter: a plain `fetch` handler over an engine, the same in Node, Deno, Bun and a service worker. It reads
 * requests and writes responses; the engine interprets them.
 */

import { Hono } from "hono";
import { checkArguments, hasMethods, isRecord, isTexts } from "../../../base/arguments.ts";
import { type ErrorCode, isSpoliaError, SpoliaError } from "../../../base/errors.ts";
import { groupBy } from "../../../base/lists/groups.ts";
import { type OpenTelemetry, openTelemetryCheck } from "../../../base/lists/spans.ts";
import type { PlatformAbortSignal, PlatformRequest, PlatformResponse } from "../../../base/platform.ts";
import { isAddress } from "../../../remote/publicIndexes/names.ts";
import { SYSTEM } from "../../history/host.ts";
import { Readiness } from "../../jobs/readiness.ts";
import type { Registry } from "../../registry.ts";
import { createMemoryStore } from "../../store/memory.ts";
import { problemAnswer, requestIdOf, withCommonHeaders } from "../answer/answers.ts";
import { caching } from "../answer/caching.ts";
import { challengeOf } from "../answer/challenge.ts";
import { compressed } from "../answer/compression.ts";
import { createCors } from "../answer/cors.ts";
import { HttpError, methodNotAllowed } from "../answer/httpError.ts";
import { JSON_TYPE, preferredMediaType } from "../answer/negotiate.ts";
import { problemOf } from "../answer/problems.ts";
import { openApiDocuments } from "../openapi/openapi.ts";
import { addPage, addSite, type PageFiles } from "../pages/page.ts";
import { StatusBoard } from "../pages/status.ts";
import { OPENAPI_PATH } from "../paths.ts";
import { Intake, type IntakeGauges } from "../request/intake.ts";
import type { ParseAside } from "../request/received.ts";
import type { LeadServices, Route, ServedEngine, Service } from "../route.ts";
import { servedRoutes } from "../routes.ts";
import { type AppEnvironment, answerRoute, type Parts, type RequestContext, setHeaders } from "./answerRoute.ts";
import { checkedBasePath } from "./basePath.ts";
import { type Observer, toldAtEnd } from "./exchange.ts";
import { type Connection, createClientLookup } from "./forwarded.ts";
import { createGate, type GateOptions } from "./gate.ts";
import { requestSpans } from "./requestSpan.ts";
import { traceIdOf } from "./traceparent.ts";

export interface HandlerOptions {
  readonly engine: ServedEngine;
  /** Stores works, results and keys. Without a registry, their routes do not exist. */
  readonly registry?: Registry | undefined;
  /**
   * Authentication: callers need the operator's key or, with a registry, one of its keys or tokens. Without `auth`,
   * every operation is open to everyone who can reach the handler.
   */
  readonly auth?: GateOptions | undefined;
  /**
   * Lets callers search for leads at other services: runs of words of their texts go to the dataset viewer of Hugging
   * Face, addresses of pages to Common Crawl, at one or two requests a second for all callers. With `address`, both go
   * to a service of your own. Default: nobody is asked, and only lists of titles are searched.
   *
   * @since 0.2.0
   */
  readonly leads?: LeadServices | undefined;
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
  readonly parseAside?: ParseAside | undefined;
  /**
   * The package `@opentelemetry/api`: each request is a span of the trace that its headers state, or of a new one, for
   * the SDK that the host has registered. Default: no spans.
   *
   * @since 0.2.0
   */
  readonly openTelemetry?: OpenTelemetry | undefined;
  /**
   * The files of the page (`build/web` of the package) by their names: the page is then at `/`. Default: no page.
   *
   * @since 0.2.0
   */
  readonly page?: PageFiles | undefined;
  /**
   * The files of the documentation (`build/site` of the repository) by their paths: it is then at `/docs`. Default: the
   * interface alone is described there.
   *
   * @since 0.2.0
   */
  readonly site?: PageFiles | undefined;
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
  readonly gauges: () => IntakeGauges;
}

/**
 * Creates a handler that returns a response to every request and never rejects.
 *
 * @throws invalid_request if an option is invalid
 */
export function createHandler(options: HandlerOptions): MeasuredHandler {
  checkOptions(options);
  const { openTelemetry, parseAside } = options;
  const basePath = checkedBasePath(options.basePath ?? "");
  const gate = createGate(options.auth, options.registry);
  const clientOf = createClientLookup(options.trustedProxies ?? []);
  const cors = createCors(options.cors ?? []);
  let documents: ReturnType<typeof openApiDocuments> | undefined;
  // A service without records has a status all the same, for as long as it runs.
  const readiness = options.registry?.readiness ?? new Readiness({ store: createMemoryStore(), ...SYSTEM });
  const service: Service = {
    engine: options.engine,
    registry: options.registry ?? null,
    leads: options.leads ?? null,
    readiness,
    basePath,
    isDraining: () => options.draining?.aborted === true,
    status: new StatusBoard(readiness, options.registry?.plans.plans ?? []),
    openApiDocument: (form) => {
      const hasRegistry = service.registry !== null;
      const tokenUrl = service.registry?.oauth?.metadata.token_endpoint ?? null;
      documents ??= openApiDocuments(routes, { basePath, hasAuth: gate.hasKeys, hasRegistry, tokenUrl });
      return documents[form];
    },
  };
  const routes = servedRoutes(service);
  const intake = new Intake();
  const beginSpan = requestSpans(openTelemetry, routes, basePath);
  const app = createApp({ service, gate, intake, parseAside, openTelemetry }, routes, options.site);
  if (options.page !== undefined) addPage(app, options.page, basePath);
  const handler = async (request: PlatformRequest, connection?: Connection): Promise<Response> => {
    const startedMs = performance.now();
    const requestId = requestIdOf(request);
    const client = clientOf(request, connection);
    const span = beginSpan(request, client);
    const unknown = { path: null, tenant: null, isWatched: false, hasSecrets: false, missingScope: null };
    const asked: RequestContext = { requestId, client, ...unknown };
    let response: Response;
    try {
      response = await span.within(async () => app.fetch(request, asked));
      if (!asked.hasSecrets) response = await compressed(request, response);
    } catch (error) {
      // Hono passes errors to `onError`, but not thrown values that are not an Error.
      response = refusal(error, request, asked, service);
    }
    cors(request, response);
    const tell = (status: number, error: unknown) => {
      const { path, tenant, isWatched } = asked;
      const durationMs = performance.now() - startedMs;
      const code = codeOf(asked.error ?? error);
      const { method } = request;
      const traceId = span.traceId ?? traceIdOf(request);
      const told = { requestId, method, path, tenant, address: client.address, traceId, status, code, durationMs };
      const exchange = status >= 500 ? { ...told, error } : told;
      span.end(told);
      if (isWatched) readiness.tally.count(exchange);
      options.observe?.(exchange);
    };
    return withCommonHeaders(toldAtEnd(request, response, { asked, tell, within: span.within }), requestId);
  };
  return Object.assign(handler, { gauges: () => intake.gauges() });
}

/** @throws invalid_request */
function checkOptions(options: HandlerOptions): void {
  checkArguments("createHandler", [["/options", isRecord(options), "an object with `engine`"]]);
  const { engine, registry, auth, leads, basePath, trustedProxies, cors, draining, parseAside, page, site, observe } =
    options;
  checkArguments("createHandler", [
    ["/engine", hasMethods(engine, "analyze", "score", "compare"), "an engine: await createEngine(…)"],
    ["/registry", registry === undefined || isRecord(registry), "a registry: await createRegistry(…)"],
    ["/auth", auth === undefined || isRecord(auth), "an object, or absent"],
    ["/leads", leads === undefined || isRecord(leads), "an object, or absent"],
    [
      "/leads/address",
      leads?.address === undefined || isAddress(leads.address),
      "an http or https address without a user and a query",
    ],
    ["/basePath", basePath === undefined || typeof basePath === "string", "empty or like /spolia"],
    ["/trustedProxies", trustedProxies === undefined || isTexts(trustedProxies), "a list of addresses and networks"],
    ["/cors", cors === undefined || isTexts(cors), "a list of origins"],
    ["/draining", draining === undefined || draining instanceof AbortSignal, "an AbortSignal"],
    ["/parseAside", parseAside === undefined || typeof parseAside === "function", "a function"],
    openTelemetryCheck(options.openTelemetry),
    ["/page", page === undefined || hasMethods(page, "get", "entries"), "a Map of files by name"],
    ["/site", site === undefined || hasMethods(site, "get", "entries"), "a Map of files by path"],
    ["/observe", observe === undefined || typeof observe === "function", "a function"],
  ]);
}

/** The error code of what was thrown; `null` where nothing was. */
const codeOf = (error: unknown): ErrorCode | null =>
  error === undefined ? null : isSpoliaError(error) ? error.code : "internal";

function createApp(parts: Parts, routes: readonly Route[], site?: PageFiles): Hono<AppEnvironment> {
  const { service } = parts;
  const { basePath } = service;
  const app = new Hono<AppEnvironment>();
  app.onError((error, context) => refusal(error, context.req.raw, context.env, service));
  app.notFound((context) => refusal(notFound(basePath), context.req.raw, context.env, service));
  // Before the routes: it takes the place of the description of the interface at the same path.
  if (site !== undefined) addSite(app, site, basePath);
  for (const group of byPath(routes)) {
    for (const route of group) addRoute(app, parts, route);
    const allow = allowedMethods(group);
    app.all(basePath + honoPath(group[0]!), (context) => {
      if (context.req.raw.method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
      throw methodNotAllowed(allow);
    });
  }
  return app;
}

/** Whole paths before those with parameters: by no method is `create` of `/monitors/create` the id of a monitor. */
function byPath(routes: readonly Route[]): Route[][] {
  const groups = [...groupBy(routes, honoPath).values()];
  const isWhole = ([route]: readonly Route[]) => !route!.path.includes("{");
  return [...groups.filter(isWhole), ...groups.filter((group) => !isWhole(group))];
}

function addRoute(app: Hono<AppEnvironment>, parts: Parts, route: Route): void {
  const { basePath } = parts.service;
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
  const paths = [basePath + honoPath(route), ...(route.isWellKnown ? [honoPath(route) + basePath] : [])];
  app.on(route.method, paths, (context) =>
    answerRoute(route, parts, context.env, context.req.raw, context.req.param() as Record<string, string>),
  );
}

/** The path in Hono's syntax: `/models/:provider/:name`. */
const honoPath = ({ path }: Route): string => path.replaceAll(/\{(\w+)\}/g, ":$1");

/** The response to an error, in the format that the caller accepts. */
function refusal(error: unknown, request: Request, asked: RequestContext, service: Service): Response {
  asked.error = error;
  const type = preferredMediaType(request.headers.get("accept")) ?? JSON_TYPE;
  const problem = problemOf(error, asked.requestId, service.basePath);
  const response = problemAnswer(problem, type);
  const challenge = challengeOf(problem, request, service, asked.missingScope);
  if (challenge !== null) response.headers.set("www-authenticate", challenge);
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
