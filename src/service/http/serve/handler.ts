/**
 * The HTTP adapter: a plain `fetch` handler over an engine, the same in Node, Deno, Bun and a service worker. It reads
 * requests and writes responses; the engine interprets them.
 */

import { Hono } from "hono";
import { type ErrorCode, isSpoliaError, SpoliaError } from "../../../base/errors.ts";
import { groupBy } from "../../../base/lists/groups.ts";
import type { PlatformRequest, PlatformResponse } from "../../../base/platform.ts";
import { withoutEndSlashes } from "../../../base/slashes.ts";
import { SYSTEM } from "../../history/host.ts";
import { Dependencies } from "../../jobs/dependencies.ts";
import { Readiness } from "../../jobs/readiness.ts";
import { createMemoryStore } from "../../store/memory.ts";
import { problemAnswer, requestIdOf, withCommonHeaders } from "../answer/answers.ts";
import { caching } from "../answer/caching.ts";
import { challengeOf } from "../answer/challenge.ts";
import { compressed } from "../answer/compression.ts";
import { createCors } from "../answer/cors.ts";
import { HttpError, methodNotAllowed } from "../answer/httpError.ts";
import { JSON_TYPE, preferredMediaType } from "../answer/negotiate.ts";
import { problemOf } from "../answer/problems.ts";
import { KeylessLimit } from "../edge/keyless.ts";
import { createOwnSite } from "../edge/ownSite.ts";
import { openApiDocument } from "../openapi/openapi.ts";
import { addPage, addSite, type PageFiles } from "../pages/page.ts";
import { StatusBoard } from "../pages/status.ts";
import { OPENAPI_PATH } from "../paths.ts";
import { Intake, type IntakeGauges } from "../request/intake.ts";
import { KEYLESS_REQUESTS_PER_SECOND } from "../request/limits.ts";
import type { Route, Service } from "../route.ts";
import { servedRoutes } from "../routes.ts";
import { type AppEnvironment, answerRoute, type Parts, type RequestContext, setHeaders } from "./answerRoute.ts";
import { checkedBasePath } from "./basePath.ts";
import { toldAtEnd } from "./exchange.ts";
import { type Connection, createClientLookup } from "./forwarded.ts";
import { createGate } from "./gate.ts";
import { checkOptions, type HandlerOptions } from "./options.ts";
import { requestSpans } from "./requestSpan.ts";
import { traceIdOf } from "./traceparent.ts";

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
  /**
   * What answers need of others, and whether it answers.
   *
   * @since 0.2.0
   */
  readonly dependencies: Dependencies;
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
  const { allowedHosts, cors: origins = [], keylessPerSecond = KEYLESS_REQUESTS_PER_SECOND } = options;
  const ownSite = createOwnSite({ allowedHosts, cors: origins, hasKeys: gate.hasKeys });
  const keyless = new KeylessLimit(keylessPerSecond);
  let document: object | undefined;
  // A service without records has a status all the same, for as long as it runs.
  const readiness = options.registry?.readiness ?? new Readiness({ store: createMemoryStore(), ...SYSTEM });
  const dependencies = new Dependencies(options.engine);
  const service: Service = {
    engine: options.engine,
    registry: options.registry ?? null,
    leads: options.leads ?? null,
    readiness,
    dependencies,
    basePath,
    isDraining: () => options.draining?.aborted === true,
    status: new StatusBoard(readiness, dependencies, options.registry?.plans.plans ?? []),
    openApiDocument: () => {
      const hasRegistry = service.registry !== null;
      const tokenUrl = service.registry?.oauth?.metadata.token_endpoint ?? null;
      document ??= openApiDocument(routes, { basePath, hasAuth: gate.hasKeys, hasRegistry, tokenUrl });
      return document;
    },
  };
  const routes = servedRoutes(service);
  const intake = new Intake();
  const beginSpan = requestSpans(openTelemetry, routes, basePath);
  const app = createApp({ service, gate, intake, keyless, ownSite, parseAside, openTelemetry }, routes, options.site);
  if (options.page !== undefined) addPage(app, options.page, basePath);
  const handler = async (request: PlatformRequest, connection?: Connection): Promise<Response> => {
    const startedMs = performance.now();
    const requestId = requestIdOf(request);
    const client = clientOf(request, connection);
    const span = beginSpan(request, client);
    const unknown = { path: null, tenant: null, isWatched: false, hasSecrets: false, missingScope: null };
    const admitKeyless = () => keyless.admit(client, request.signal);
    const asked: RequestContext = { requestId, client, admitKeyless, ...unknown };
    let response: Response;
    try {
      const refusedHost = ownSite.hostRefusal(request);
      if (refusedHost !== null) {
        await admitKeyless();
        throw refusedHost;
      }
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
  return Object.assign(handler, { gauges: () => intake.gauges(), dependencies });
}

/** The error code of what was thrown; `null` where nothing was. */
const codeOf = (error: unknown): ErrorCode | null =>
  error === undefined ? null : isSpoliaError(error) ? error.code : "internal";

function createApp(parts: Parts, routes: readonly Route[], site?: PageFiles): Hono<AppEnvironment> {
  const { service } = parts;
  const { basePath } = service;
  const app = new Hono<AppEnvironment>();
  app.onError((error, context) => refusal(error, context.req.raw, context.env, service));
  app.notFound(async (context) => {
    await context.env.admitKeyless();
    throw notFound(basePath, routes, new URL(context.req.raw.url).pathname);
  });
  // Before the routes: it takes the place of the description of the interface at the same path.
  if (site !== undefined) addSite(app, site, basePath);
  for (const group of byPath(routes)) {
    for (const route of group) addRoute(app, parts, route);
    const allow = allowedMethods(group);
    app.all(basePath + honoPath(group[0]!), async (context) => {
      await context.env.admitKeyless();
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

function notFound(basePath: string, routes: readonly Route[], asked: string): SpoliaError {
  const near = nearPath(routes, asked.startsWith(basePath) ? asked.slice(basePath.length) : asked);
  const meant = near === undefined ? "" : `Did you mean ${basePath}${near}? `;
  return new SpoliaError("not_found", "This path does not exist.", {
    hint: `${meant}GET ${basePath}${OPENAPI_PATH} lists all paths.`,
  });
}

/** The path that was likely meant: the same but for slashes at its end, one that ends alike, or one with more parts. */
function nearPath(routes: readonly Route[], asked: string): string | undefined {
  const bare = withoutEndSlashes(asked);
  const cut = bare.lastIndexOf("/");
  const [above, last] = [bare.slice(0, Math.max(cut, 0)), bare.slice(cut)];
  const paths = routes.map(({ path }) => path);
  if (last.length < 2) return undefined;
  return (
    paths.find((path) => path === bare) ??
    paths.find((path) => path.endsWith(last)) ??
    paths.find((path) => above !== "" && path.startsWith(`${above}/{`))
  );
}

function allowedMethods(routes: readonly Route[]): string {
  const methods: string[] = routes.map((route) => route.method);
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}
