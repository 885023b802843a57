/**
 * The end of one token before its time (RFC 7009), and what is said of it until then (RFC 7662): of tokens of the
 * embedded grant, and to the client that a token was issued to. For others it is a token that nobody knows.
 */
import type { Count } from "../../base/contract/common.ts";
import type { Host } from "../history/host.ts";
import { TOLERANCE_SECONDS } from "../store/collections.ts";
import { type AcceptedToken, type ClientCredentials, checkClient, INVALID_CLIENT, type TokenCheck } from "./oauth.ts";
import { keyMode } from "./tokens.ts";

/** A request to `/oauth/revoke` or `/oauth/introspect`. A `token_type_hint` changes nothing: there is one type. */
export interface PresentedToken extends ClientCredentials {
  token?: string | undefined;
}

/** Why a token was not revoked, or nothing is said of it (RFC 7009, section 2.2.1). */
interface PresentedTokenRefusal {
  error: "invalid_client" | "invalid_request" | "unsupported_token_type";
  error_description: string;
}

/** `{}`: the token is not accepted any more, or never was (RFC 7009, section 2.2). */
export type RevocationAnswer = Record<string, never> | PresentedTokenRefusal;

/** What is said of a token (RFC 7662, section 2.2). Without `active`, nothing but that. */
export interface Introspection {
  /** Whether the token was issued to this client, and is accepted now. */
  active: boolean;
  /** Scopes of the token, separated by spaces. */
  scope?: string;
  /** Id of the key that the token was issued for. */
  client_id?: string;
  /** How the token is sent: `Authorization: Bearer …`. */
  token_type?: "Bearer";
  /** When the token expires, in seconds since 1970. */
  exp?: Count;
  /** When the token was issued, in seconds since 1970. */
  iat?: Count;
  /** The account or, with a test key, its test records. */
  sub?: string;
  /** The service that the token is for. */
  aud?: string;
  /** Issuer of the token. */
  iss?: string;
  /** Id of the token. */
  jti?: string;
}

/** RFC 7662, section 2.2. */
export type IntrospectionAnswer = Introspection | PresentedTokenRefusal;

/** Ends a token. Ending it again changes nothing. */
export async function revokeToken(host: Host, tokens: TokenCheck, request: PresentedToken): Promise<RevocationAnswer> {
  const found = await presented(host, tokens, request);
  if ("error" in found) return found;
  if (keyMode(request.token!) !== null) return unsupported("A key is no token. Revoke it at the path of keys.");
  if (tokens.isForeign(request.token!)) return unsupported("Another issuer made the token. Revoke it there.");
  if (found.token === null) return {};
  const { sub, jti, exp } = found.token.claims;
  // No clock that is as late as is tolerated accepts the token then.
  const expires_at = (Number(exp) + 2 * TOLERANCE_SECONDS) * 1000;
  await host.store.write(({ revokedTokens }) =>
    revokedTokens.add({ tenant: String(sub), jti: String(jti), expires_at }),
  );
  return {};
}

/** Says whether a token is active, and what it allows. */
export async function introspectToken(
  host: Host,
  tokens: TokenCheck,
  request: PresentedToken,
): Promise<IntrospectionAnswer> {
  const found = await presented(host, tokens, request);
  if ("error" in found) return found;
  // The tolerance is for clocks that differ; others are told the time that the token states.
  if (found.token === null || Number(found.token.claims["exp"]) * 1000 <= host.now()) return { active: false };
  const { client_id, exp, iat, sub, aud, iss, jti } = found.token.claims as Required<Omit<Introspection, "active">>;
  const scope = found.token.principal.scopes.join(" ");
  return { active: true, scope, client_id, token_type: "Bearer", exp, iat, sub, aud, iss, jti };
}

/** The token of a request if it is accepted, and was issued to the client that presents it; otherwise `null`. */
async function presented(
  host: Host,
  tokens: TokenCheck,
  { token, ...credentials }: PresentedToken,
): Promise<{ token: AcceptedToken | null } | PresentedTokenRefusal> {
  const client = await checkClient(host, credentials);
  if (client === null) return INVALID_CLIENT;
  if (token === undefined || token === "")
    return { error: "invalid_request", error_description: "The parameter token is missing." };
  const accepted = tokens.isForeign(token) ? null : await tokens.accepted(token);
  return { token: accepted?.principal.key_id === client.key_id ? accepted : null };
}

const unsupported = (error_description: string): PresentedTokenRefusal => ({
  error: "unsupported_token_type",
  error_description,
});
