/**
 * OAuth 2.0 for services: access tokens of issuers that an operator trusts, and, for callers without an issuer, an
 * embedded client-credentials grant (RFC 6749 section 4.4) whose clients are keys: `client_id` is a key's id,
 * `client_secret` the key itself.
 *
 * Tokens are JWTs with the profile of RFC 9068. The accepted algorithms are a fixed list, independent of the token's
 * header; issuer, audience, `exp` and `nbf` are checked against the injected clock. Revoking a key also ends the tokens
 * that the embedded grant issued for it, and retiring a signing key ends those that it signed.
 * `revocation.ts` ends one of them.
 */
import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  importJWK,
  type JSONWebKeySet,
  type JWTVerifyGetKey,
  jwtVerify,
  SignJWT,
} from "jose";
import type { Count } from "../../base/contract/common.ts";
import { SpoliaError } from "../../base/errors.ts";
import type { Fetch, PlatformUrl } from "../../base/platform.ts";
import { type Host, newId } from "../history/host.ts";
import { publicPart, type Signers } from "../history/signing.ts";
import { TOLERANCE_SECONDS } from "../store/collections.ts";
import { accountOf } from "../store/modes.ts";
import { checkKey, type Principal, principalOf, SCOPES, type Scope } from "./keys.ts";

/** The claims of a verified token, unchanged (RFC 7519). */
export interface TokenClaims {
  readonly iss?: string;
  readonly sub?: string;
  readonly [claim: string]: unknown;
}

/** Public keys, each a JSON Web Key (RFC 7517, section 5). */
export interface KeySet {
  readonly keys: readonly object[];
}

/** An authorization server whose tokens are accepted. */
export interface TrustedIssuer {
  /** Must equal `iss`, character by character. */
  issuer: string;
  /** Its keys, or the address where it publishes them. */
  jwks: KeySet | PlatformUrl;
  /** Must be contained in `aud`: the issuer's name for this service. */
  audience: string;
  /** Maps the claims of a token to an account; `null` for none. Such a token reaches live records. */
  tenantOf: (claims: TokenClaims) => string | null;
}

/** Settings of the embedded grant. */
export interface EmbeddedIssuer {
  /** Its address, without a slash at the end: `iss` of its tokens. */
  issuer: string;
  audience: string;
}

/** Name and secret of a client, from the header or the body. */
export interface ClientCredentials {
  client_id?: string | undefined;
  client_secret?: string | undefined;
}

/** A request to `/oauth/token`. */
export interface TokenRequest extends ClientCredentials {
  grant_type?: string | undefined;
  /** Scopes separated by spaces; all scopes of the key when absent. */
  scope?: string | undefined;
}

/** An access token (RFC 6749, section 5.1). */
export interface TokenGrant {
  /** The token: a JSON Web Token (RFC 9068). */
  access_token: string;
  /** How the token is sent: `Authorization: Bearer …`. */
  token_type: "Bearer";
  /** Seconds until the token expires. */
  expires_in: Count;
  /** Scopes of the token, separated by spaces. */
  scope: string;
}

/** RFC 6749 section 5. */
export type TokenAnswer =
  | TokenGrant
  | { error: "invalid_client" | "unsupported_grant_type" | "invalid_scope"; error_description: string };

export const INVALID_CLIENT = {
  error: "invalid_client",
  error_description: "The client is a key's id, its secret the key.",
} as const;

const ALGORITHMS = ["EdDSA", "Ed25519", "ES256", "ES384", "PS256", "PS384", "PS512", "RS256", "RS384", "RS512"];
const TOKEN_SECONDS = 600;
const JWKS_TIMEOUT_MS = 5_000;
const REQUIRED_CLAIMS = ["iss", "exp", "aud", "sub", "client_id", "iat", "jti"];

/** Issues a token for a key. */
export async function issueToken(
  host: Host,
  signers: Signers,
  { issuer, audience }: EmbeddedIssuer,
  { grant_type, scope, ...client }: TokenRequest,
): Promise<TokenAnswer> {
  if (grant_type !== "client_credentials")
    return { error: "unsupported_grant_type", error_description: "The only grant is client_credentials." };
  const principal = await checkClient(host, client);
  if (principal === null) return INVALID_CLIENT;
  const requested = scope === undefined ? principal.scopes : scope.split(" ").filter((one) => one !== "");
  const granted = principal.scopes.filter((one) => requested.includes(one));
  if (granted.length === 0 || granted.length < new Set(requested).size)
    return { error: "invalid_scope", error_description: `This key has the scopes ${principal.scopes.join(" ")}.` };
  const signer = await host.store.read((records) => signers.current(records));
  const issued = Math.floor(host.now() / 1000);
  const access_token = await new SignJWT({ client_id: principal.key_id, scope: granted.join(" ") })
    .setProtectedHeader({ alg: "EdDSA", typ: "at+jwt", kid: signer.id })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(principal.tenant)
    .setIssuedAt(issued)
    .setExpirationTime(issued + TOKEN_SECONDS)
    .setJti(newId(host.random, "at"))
    .sign(signer.privateKey);
  return { access_token, token_type: "Bearer", expires_in: TOKEN_SECONDS, scope: granted.join(" ") };
}

/** The principal of the key that a client is; `null` where its secret is not the key of this id. */
export async function checkClient(
  host: Host,
  { client_id, client_secret = "" }: ClientCredentials,
): Promise<Principal | null> {
  const principal = await checkKey(host, client_secret);
  return principal !== null && principal.key_id === client_id ? principal : null;
}

const AUTH_METHODS = ["client_secret_basic", "client_secret_post"];

/** Metadata of the embedded grant (RFC 8414), for `/.well-known/oauth-authorization-server`. */
export function issuerMetadata({ issuer }: EmbeddedIssuer) {
  return {
    issuer,
    token_endpoint: `${issuer}/oauth/token`,
    grant_types_supported: ["client_credentials"],
    // RFC 8414 wants a list, and its readers one that is not empty: `none` stands for answers without a credential.
    response_types_supported: ["none"],
    token_endpoint_auth_methods_supported: AUTH_METHODS,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: AUTH_METHODS,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    introspection_endpoint_auth_methods_supported: AUTH_METHODS,
    scopes_supported: [...SCOPES],
  };
}

/** Metadata of the resource that the tokens are for (RFC 9728), for `/.well-known/oauth-protected-resource`. */
export const resourceMetadata = ({ issuer }: EmbeddedIssuer, trusted: readonly TrustedIssuer[] = []) => ({
  resource: issuer,
  authorization_servers: [...new Set([issuer, ...trusted.map((one) => one.issuer)])],
  scopes_supported: [...SCOPES],
  bearer_methods_supported: ["header"],
});

/** A token that is accepted now. */
export interface AcceptedToken {
  readonly claims: TokenClaims;
  readonly principal: Principal;
}

export interface TokenCheck {
  /**
   * @returns `null` alike for tokens that are forged, expired, revoked, for another audience, of a revoked key or of an
   *   unknown tenant
   * @throws registry_failed where an issuer's keys cannot be fetched
   */
  accepted(token: string): Promise<AcceptedToken | null>;
  /** Whether a token calls itself one of a trusted issuer other than the embedded one. It is not verified. */
  isForeign(token: string): boolean;
}

export function createTokenCheck(
  host: Host,
  embedded: EmbeddedIssuer | undefined,
  trusted: readonly TrustedIssuer[] = [],
  fetchKeys: Fetch = fetch,
): TokenCheck {
  const issuers = new Map<string, CheckedIssuer>(
    trusted.map((one) => [one.issuer, { ...one, keys: keysOf(one, fetchKeys) }]),
  );
  if (embedded !== undefined) issuers.set(embedded.issuer, ownIssuer(host, embedded));
  return {
    async accepted(token) {
      const issuer = issuers.get(claimedIssuer(token));
      if (issuer === undefined) return null;
      const claims = await verified(token, issuer, host.now());
      const tenant = claims && issuer.tenantOf(claims);
      if (claims === null || tenant === null) return null;
      const principal = await principalFor(host, tenant, claims, issuer.issuer === embedded?.issuer);
      return principal && { claims, principal };
    },
    isForeign(token) {
      const issuer = claimedIssuer(token);
      return issuers.has(issuer) && issuer !== embedded?.issuer;
    },
  };
}

interface CheckedIssuer extends Omit<TrustedIssuer, "jwks"> {
  keys: JWTVerifyGetKey;
}

/** Tokens of the embedded grant are valid with every signing key that is not retired, so that a rotation ends none. */
function ownIssuer({ store, now }: Host, { issuer, audience }: EmbeddedIssuer): CheckedIssuer {
  const keys: JWTVerifyGetKey = async ({ kid }) => {
    const kept = await store.read(({ service }) => service.signingKeys());
    const key = kept.find(({ id, retired_at }) => id === kid && (retired_at === null || retired_at > now()));
    if (key === undefined) throw new errors.JWKSNoMatchingKey();
    return importJWK(publicPart(key.jwk as JsonWebKey), "EdDSA");
  };
  return { issuer, audience, keys, tenantOf: ({ sub = null }) => sub };
}

const keysOf = ({ jwks }: TrustedIssuer, fetchKeys: Fetch): JWTVerifyGetKey =>
  jwks instanceof URL
    ? createRemoteJWKSet(jwks, { timeoutDuration: JWKS_TIMEOUT_MS, [customFetch]: fetchKeys })
    : createLocalJWKSet(jwks as JSONWebKeySet);

/** The issuer in an unverified token, used only to choose the keys to verify it with. */
function claimedIssuer(token: string): string {
  try {
    return decodeJwt(token).iss ?? "";
  } catch {
    return "";
  }
}

async function verified(
  token: string,
  { issuer, audience, keys }: CheckedIssuer,
  now: number,
): Promise<TokenClaims | null> {
  const options = { issuer, audience, algorithms: ALGORITHMS, typ: "at+jwt", requiredClaims: REQUIRED_CLAIMS };
  try {
    const { payload } = await jwtVerify(token, keys, {
      ...options,
      currentDate: new Date(now),
      clockTolerance: TOLERANCE_SECONDS,
    });
    return payload;
  } catch (cause) {
    if (isRefusal(cause)) return null;
    throw new SpoliaError("registry_failed", "The keys of a token's issuer cannot be had.", { cause });
  }
}

/**
 * jose throws its plain base class for an invalid response to a key-set request, and subclasses for faults of a token.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof errors.JOSEError && error.constructor !== errors.JOSEError && !(error instanceof errors.JWKSTimeout);

async function principalFor(
  host: Host,
  tenantId: string,
  claims: TokenClaims,
  isOwn: boolean,
): Promise<Principal | null> {
  const said = typeof claims["scope"] === "string" ? claims["scope"].split(" ") : [];
  const scopes = SCOPES.filter((scope): scope is Scope => said.includes(scope));
  return host.store.read(async (records) => {
    if (!isOwn) {
      const tenant = await records.tenants.find(tenantId);
      return tenant && { tenant: tenant.id, plan: tenant.plan, scopes, key_id: null, mode: "live" as const };
    }
    if (await records.revokedTokens.has(tenantId, String(claims["jti"]))) return null;
    const key = await records.keys.find(accountOf(tenantId), String(claims["client_id"]));
    const principal = key && (await principalOf(records, key, host.now()));
    return principal && { ...principal, scopes: principal.scopes.filter((scope) => scopes.includes(scope)) };
  });
}
