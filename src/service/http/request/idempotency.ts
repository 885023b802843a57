/**
 * `Idempotency-Key`: a repeated request is processed once and gets the first response again, byte for byte. Secrets are
 * the exception: they are neither stored nor shown again, and `null` stands in their place.
 */
import { canonicalJson } from "../../../base/bytes/canonicalJson.ts";
import { sha256 } from "../../../base/bytes/sha256.ts";
import { SpoliaError } from "../../../base/errors.ts";
import type { Principal } from "../../accounts/keys.ts";
import { type MediaType, prefersAsync } from "../answer/negotiate.ts";
import type { Service } from "../route.ts";

interface KeyedRequest {
  service: Service;
  caller: Principal;
  request: Request;
  body: Uint8Array | null;
  type: MediaType;
}

/** A response, and what is stored of it: another response where it has secrets. */
export interface Repeatable {
  response: Response;
  kept: Response;
}

/** Headers that are stored with a response. */
const KEPT_HEADERS = ["content-type", "vary", "location", "preference-applied"];

/**
 * Runs a request with a body once for each key. A request without a key or without a body runs every time.
 *
 * @throws invalid_request, idempotency_mismatch, conflict, and what `run` throws
 */
export async function withIdempotencyKey(
  { service, caller, request, body, type }: KeyedRequest,
  run: () => Promise<Repeatable>,
): Promise<Response> {
  const key = request.headers.get("idempotency-key");
  const { registry } = service;
  if (key === null || body === null) return (await run()).response;
  if (registry === null) {
    throw new SpoliaError(
      "invalid_request",
      "This service has no registry, so it cannot recognise a repeated request.",
      {
        hint: "Omit Idempotency-Key.",
      },
    );
  }
  const { pathname, search } = new URL(request.url);
  const more = [...(search === "" ? [] : [search]), ...(prefersAsync(request.headers) ? ["respond-async"] : [])];
  const asks = [request.headers.get("content-type"), type.name, await sha256(body), ...more];
  const requestHash = await sha256(canonicalJson(asks));
  const asked = { tenant: caller.tenant, operation: `${request.method} ${pathname}`, key, requestHash };
  let withSecrets: Response | null = null;
  const { isReplay, ...stored } = await registry.once(asked, async () => {
    const { response, kept } = await run();
    if (kept !== response) withSecrets = response;
    return keptOf(kept);
  });
  if (withSecrets !== null) return withSecrets;
  const { status, headers, body: bytes } = stored;
  const response = new Response(bytes as Uint8Array<ArrayBuffer>, { status, headers });
  if (isReplay) response.headers.set("idempotent-replayed", "true");
  return response;
}

/** A copy of a document with `null` for its secrets. */
export function withoutSecrets(document: object, secrets: readonly (readonly string[])[]): object {
  const copy = structuredClone(document) as Record<string, unknown>;
  for (const names of secrets) {
    let holder: Record<string, unknown> | null = copy;
    for (const name of names.slice(0, -1)) holder = (holder?.[name] ?? null) as Record<string, unknown> | null;
    if (holder !== null) holder[names.at(-1)!] = null;
  }
  return copy;
}

async function keptOf(response: Response) {
  const headers: Record<string, string> = {};
  for (const name of KEPT_HEADERS) {
    const value = response.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  return { status: response.status, headers, body: new Uint8Array(await response.arrayBuffer()) };
}
