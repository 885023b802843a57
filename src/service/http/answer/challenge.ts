/** How to authenticate: `WWW-Authenticate` of refusals (RFC 6750, section 3), with the metadata of RFC 9728. */
import type { Scope } from "../../accounts/keys.ts";
import type { Service } from "../route.ts";
import type { Problem } from "./problems.ts";

/** Path of the metadata of the protected resource. */
export const RESOURCE_METADATA_PATH = "/.well-known/oauth-protected-resource";

/**
 * The challenge of a refusal for want of a key, or of a scope of it; `null` for all other problems. A caller who sent
 * no token gets no error code.
 *
 * @param missingScope the scope that the caller's key or token does not have
 */
export function challengeOf(
  { status, detail }: Problem,
  { headers }: Request,
  service: Service,
  missingScope: Scope | null,
): string | null {
  const isBearer = /^Bearer(?: |$)/i.test(headers.get("authorization") ?? "");
  const metadata = metadataAddress(service);
  const parameters: Record<string, string> = { realm: "spolia" };
  if (missingScope !== null && status === 403)
    Object.assign(parameters, { error: "insufficient_scope", error_description: detail, scope: missingScope });
  else if (status !== 401) return null;
  else if (isBearer) Object.assign(parameters, { error: "invalid_token", error_description: detail });
  if (metadata !== null) Object.assign(parameters, { resource_metadata: metadata });
  const written = Object.entries(parameters).map(([name, value]) => `${name}="${quotable(value)}"`);
  return `Bearer ${written.join(", ")}`;
}

/** Quoted strings of RFC 6750 have neither quotes nor backslashes, and ASCII only. */
const quotable = (text: string): string => text.replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, "'");

/** The path of the resource follows the well-known one (RFC 9728, section 3.1). */
function metadataAddress({ registry }: Service): string | null {
  if (registry === null || registry.oauth === null) return null;
  const { origin, pathname } = new URL(registry.oauth.resource.resource);
  return `${origin}${RESOURCE_METADATA_PATH}${pathname === "/" ? "" : pathname}`;
}
