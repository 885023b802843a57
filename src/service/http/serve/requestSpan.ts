/**
 * The span of a request, by the semantic conventions of OpenTelemetry for HTTP servers. What a caller chose is left out
 * or, in a path, replaced: `url.query`, `user_agent.original`, and `server.address`, which the caller states.
 */
import {
  type OpenTelemetry,
  type SpanAttributes,
  type TraceSpan,
  tracerOf,
  type WithinSpan,
} from "../../../base/lists/spans.ts";
import type { Route } from "../route.ts";
import type { Exchange } from "./exchange.ts";
import type { Client } from "./forwarded.ts";
import { knownMethod } from "./metrics.ts";
import { traceIdOf } from "./traceparent.ts";

interface RequestSpan {
  /** 32 hexadecimal digits; `null` where there is no span, and where spans go nowhere. */
  readonly traceId: string | null;
  readonly within: WithinSpan;
  readonly end: (exchange: Pick<Exchange, "path" | "status" | "code">) => void;
}

type Begin = (request: Request, client: Client) => RequestSpan;

const NO_SPAN: RequestSpan = { traceId: null, within: (work) => work(), end: () => {} };

const HEADERS = {
  get: (headers: Headers, name: string) => headers.get(name) ?? undefined,
  keys: (headers: Headers) => [...headers.keys()],
};

/** Begins spans, of which each request has one; none without the API, and for checks that are part of no trace. */
export function requestSpans(api: OpenTelemetry | undefined, routes: readonly Route[], basePath: string): Begin {
  if (api === undefined) return () => NO_SPAN;
  const fixed = new Map(routes.map((route) => [basePath + route.path, route]));
  return (request, { address, scheme }) => {
    const method = knownMethod(request.method) ?? "_OTHER";
    // A sampler knows the route if it can be told before the path is parsed.
    const route = fixed.get(new URL(request.url).pathname);
    if (route?.isCheck && traceIdOf(request) === null) return NO_SPAN;
    const active = api.context.active();
    const isBelow = api.trace.getSpan(active) !== undefined;
    const span = tracerOf(api).startSpan(
      nameOf(method, route && basePath + route.path),
      {
        // A span that the host has begun for the request is that of the server.
        kind: isBelow ? api.SpanKind.INTERNAL : api.SpanKind.SERVER,
        attributes: {
          "http.request.method": method,
          "url.scheme": scheme,
          ...(address !== null && { "client.address": address }),
          ...(route !== undefined && routed(basePath + route.path)),
        },
      },
      isBelow ? active : api.propagation.extract(active, request.headers, HEADERS),
    );
    const context = api.trace.setSpan(active, span);
    return {
      traceId: tracedBy(span),
      within: (work) => api.context.with(context, work),
      end: ({ path, status, code }) => {
        const whole = path === null ? undefined : basePath + path;
        span.updateName(nameOf(method, whole));
        span.setAttributes({
          ...(whole === undefined ? { "url.path": REPLACED } : routed(whole)),
          "http.response.status_code": status,
          ...(code !== null && { "spolia.code": code }),
          ...(status >= 500 && { "error.type": code ?? String(status) }),
        });
        if (status >= 500) span.setStatus({ code: api.SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
}

/** What a caller chose, as the conventions replace it. */
const REPLACED = "REDACTED";

const routed = (path: string): SpanAttributes => ({
  "http.route": path,
  "url.path": path.replaceAll(/\{\w+\}/g, REPLACED),
});

const nameOf = (method: string, path: string | undefined): string =>
  [method === "_OTHER" ? "HTTP" : method, ...(path === undefined ? [] : [path])].join(" ");

/** Without an SDK, a span has no trace. */
function tracedBy(span: TraceSpan): string | null {
  const { traceId } = span.spanContext();
  return /^0*$/.test(traceId) ? null : traceId;
}
