/**
 * The HTTP door: a plain `fetch` handler over an engine, the same in Node, Deno, Bun and a service worker. It reads, hands over
 * and writes; what a request means is the engine's business.
 */
import { Hono } from "hono";
import type { Engine } from "../contract/engine.ts";
import { SpoliaError } from "../errors.ts";
import { answer, problemAnswer, requestIdOf, withCommonHeaders } from "./answers.ts";
import { createKeyCheck, type KeyCheck, unauthorized } from "./auth.ts";
import { readBody } from "./body.ts";
import { parseJson } from "./json.ts";
import { parseMsgpack } from "./msgpack.ts";
import { JSON_TYPE, notAcceptable, preferredMediaType, requestFormat } from "./negotiate.ts";
import { openApiDocument } from "./openapi.ts";
import { OPENAPI_PATH } from "./paths.ts";
import { problemOf } from "./problems.ts";
import { type DocumentRoute, type OperationRoute, ROUTES, type Service } from "./routes.ts";

export interface HandlerOptions {
  readonly engine: Engine;
  /** Without it every operation is open to whoever reaches the handler. */
  readonly auth?: { readonly apiKey: string } | undefined;
  /** Put before every path, like `/spolia`; nothing when absent. */
  readonly basePath?: string | undefined;
}

export type Handler = (request: Request) => Promise<Response>;

/** A handler that answers every request with a response and never rejects. Throws `invalid_request` on options that cannot work. */
export function createHandler(options: HandlerOptions): Handler {
  const basePath = checkedBasePath(options.basePath ?? "");
  const keyCheck = options.auth === undefined ? null : createKeyCheck(options.auth.apiKey);
  let document: object | undefined;
  const service: Service = {
    engine: options.engine,
    basePath,
    openApiDocument: () => {
      document ??= openApiDocument({ basePath, hasAuth: keyCheck !== null });
      return document;
    },
  };
  const app = createApp(service, keyCheck);
  return async (request) => {
    const requestId = requestIdOf(request);
    let response: Response;
    try {
      response = await app.fetch(request, { requestId });
    } catch (error) {
      // Hono hands errors to `onError`, but not what is thrown without being an Error.
      response = refusal(error, request, requestId, basePath);
    }
    return withCommonHeaders(response, requestId);
  };
}

type Environment = { Bindings: { requestId: string } };

function createApp(service: Service, keyCheck: KeyCheck | null): Hono<Environment> {
  const { basePath } = service;
  const app = new Hono<Environment>();
  app.onError((error, context) => refusal(error, context.req.raw, context.env.requestId, basePath));
  app.notFound((context) => refusal(notFound(basePath), context.req.raw, context.env.requestId, basePath));
  for (const route of ROUTES) {
    if (route.kind === "operation" && route.deprecated !== undefined) {
      const { successor, sinceSeconds } = route.deprecated;
      app.use(basePath + route.path, async (context, next) => {
        await next();
        context.res.headers.set("deprecation", `@${sinceSeconds}`);
        context.res.headers.set("link", `<${basePath}${successor}>; rel="successor-version"`);
      });
    }
    app.on(route.method, basePath + route.path, (context) =>
      route.kind === "document" ? answerDocument(route, service) : answerOperation(route, service, keyCheck, context.req.raw),
    );
  }
  for (const path of new Set(ROUTES.map((route) => route.path))) {
    const allow = allowedMethods(path);
    app.all(basePath + path, (context) => {
      if (context.req.raw.method === "OPTIONS") return new Response(null, { status: 204, headers: { allow } });
      throw new MethodNotAllowed(allow);
    });
  }
  return app;
}

/** An error as an answer, in the format that the caller reads. */
function refusal(error: unknown, request: Request, requestId: string, basePath: string): Response {
  const type = preferredMediaType(request.headers.get("accept")) ?? JSON_TYPE;
  const response = problemAnswer(problemOf(error, requestId, basePath), type);
  if (error instanceof MethodNotAllowed) response.headers.set("allow", error.allow);
  return response;
}

const notFound = (basePath: string): SpoliaError =>
  new SpoliaError("not_found", "There is nothing at this path.", {
    hint: `GET ${basePath}${OPENAPI_PATH} lists what there is.`,
  });

class MethodNotAllowed extends SpoliaError {
  readonly allow: string;

  constructor(allow: string) {
    super("method_not_allowed", "This path does not answer to this method.", { hint: `Use one of ${allow}.` });
    this.allow = allow;
  }
}

function allowedMethods(path: string): string {
  const methods = ROUTES.filter((route) => route.path === path).map((route) => route.method);
  return [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
}

const answerDocument = (route: DocumentRoute, service: Service): Response =>
  answer(200, route.run(service), { ...JSON_TYPE, name: route.mediaType });

/** Who asks comes first, then whether the answer can be given in a form that is wanted; only then is the body read. */
async function answerOperation(
  route: OperationRoute,
  service: Service,
  keyCheck: KeyCheck | null,
  request: Request,
): Promise<Response> {
  if (keyCheck !== null && !(await keyCheck(request.headers.get("authorization")))) throw unauthorized();
  const type = preferredMediaType(request.headers.get("accept"));
  if (type === null) throw notAcceptable();
  const format = requestFormat(request.headers.get("content-type"));
  const body = await readBody(request);
  const document = format === "json" ? parseJson(body) : parseMsgpack(body);
  const startedMs = performance.now();
  const result = await route.run(service, document, { signal: request.signal });
  const response = answer(200, result, type);
  response.headers.set("server-timing", `engine;dur=${(performance.now() - startedMs).toFixed(1)}`);
  return response;
}

function checkedBasePath(basePath: string): string {
  if (/^(?:\/[\w.~-]+)*$/.test(basePath)) return basePath;
  throw new SpoliaError("invalid_request", "The base path is not one that requests can have.", {
    hint: 'Write it like "/spolia": a slash before each part and none at the end.',
    fields: [{ pointer: "/basePath", detail: "must be empty or like /spolia" }],
  });
}
