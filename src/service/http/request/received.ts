/** What a request brings: its response format is negotiated first, and only then is its body read. */
import type { HostOptions } from "../../../base/contract/engine.ts";
import {
  isNdjson,
  JSON_TYPE,
  type MediaType,
  notAcceptable,
  preferredMediaType,
  requestFormat,
} from "../answer/negotiate.ts";
import type { Route, RouteCall } from "../route.ts";
import { type BodyForm, type BodyKind, bodyStream, readBody } from "./body.ts";
import { FORM_BODY, requireForm } from "./form.ts";
import type { BodyRoom } from "./intake.ts";
import { jsonBody } from "./json.ts";
import { BODY_PARSED_HERE_BYTES_MAX } from "./limits.ts";
import { msgpackBody } from "./msgpack.ts";
import { parseQuery } from "./query.ts";

/** Parses a large body elsewhere, such as in a thread. */
export type ParseAside = (body: Uint8Array, form: BodyForm, host: HostOptions) => Promise<unknown>;

export interface Received extends Pick<RouteCall, "query" | "lines"> {
  /** The format of the response. */
  readonly type: MediaType;
  /** How to read the body, and the body; `null` for a route without one, and for lines. */
  readonly kind: BodyKind | null;
  readonly body: Uint8Array | null;
}

/** @throws not_acceptable, invalid_request, unsupported_content_type, content_too_large, request_timeout, aborted */
export async function receive(
  route: Route,
  request: Request,
  room: BodyRoom | null,
  signal: AbortSignal,
): Promise<Received> {
  const type = answerType(route, request);
  const query = route.access === "public" ? {} : parseQuery(new URL(request.url).searchParams, route.queryParameters);
  const lines = hasLines(route, request) ? bodyStream(request) : null;
  const kind = lines === null ? bodyKind(route, request) : null;
  const body = kind === null ? null : await readBody(request, kind, room ?? undefined, signal);
  return { type, query, lines, kind, body };
}

export const hasLines = ({ request: described }: Route, { headers }: Request): boolean =>
  described?.line !== undefined && isNdjson(headers.get("content-type"));

/** The document of a body; `undefined` without a body. */
export async function parsed(
  { kind, body }: Pick<Received, "kind" | "body">,
  host: HostOptions,
  parseAside: ParseAside | undefined,
): Promise<unknown> {
  if (kind === null || body === null) return undefined;
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
