/**
 * Tokens of licences, as in the Open License Protocol of RSL: JSON Web Tokens that name work, use, place and expiry,
 * verified by the service's published keys; what is said of one (RFC 7662); and the list of what is revoked, in the
 * form of a Token Status List (IETF draft): one bit for each deal, which tells nothing of parties.
 */
import { zlibSync } from "fflate";
import { errors, importJWK, jwtVerify, SignJWT } from "jose";
import { toBase64Url } from "../../base/bytes/bytes.ts";
import type { Count } from "../../base/contract/common.ts";
import { type Host, newId } from "../history/host.ts";
import { publicPart, type Signers } from "../history/signing.ts";
import { modeOf } from "../store/modes.ts";
import type { DealRecord } from "../store/records.ts";
import { isInForce } from "./states.ts";
import type { LicenceFacts } from "./terms.ts";

const TOKEN_SECONDS = 600;
/** How long a status list holds: within it a revocation by another process may not be seen. */
export const STATUS_LIST_SECONDS = 60;
const TOKEN_TYPE = "license+jwt";
/** Compression as every implementation has it, so that equal lists have equal bytes. */
const LIST_LEVEL = 6;

/** A token of a licence (RFC 6749, section 5.1). */
export interface LicenceToken {
  /** A JSON Web Token, verified by `signing-keys`. One of a test key has `mode` with the value `test`. */
  access_token: string;
  /** How the token is sent: `Authorization: License …`. */
  token_type: "License";
  /** Seconds until the token expires. */
  expires_in: Count;
  /** The use. */
  scope: string;
}

/** What is said of a token of a licence (RFC 7662). */
export interface LicenceIntrospection {
  /** Whether the caller is a party of its licence, and the token is valid now. */
  active: boolean;
  /** The use. */
  scope?: string;
  /** Id of the licence. */
  licence_id?: string;
  /** Hash of the work. */
  aud?: string;
  /** Where it may be used; absent for everywhere. */
  geo?: string[];
  /** When the token expires, in seconds since 1970. */
  exp?: Count;
}

/** What is revoked: bits by place, the first in the lowest bit of the first byte, packed by zlib, in base64url. */
export interface StatusList {
  /** Bits for each place, which is 1: a bit that is set is revoked. */
  bits: Count;
  /** The packed bits. */
  lst: string;
  /** The same as a signed token of the type `statuslist+jwt`. */
  token: string;
}

export async function licenceToken(
  host: Host,
  signers: Signers,
  issuer: string,
  { work_hash, deal, use }: { work_hash: string; deal: DealRecord; use: string },
): Promise<LicenceToken> {
  const { geo } = deal.terms as LicenceFacts;
  const signer = await host.store.read((records) => signers.current(records));
  const issued = Math.floor(host.now() / 1000);
  const left = deal.expires_at === null ? TOKEN_SECONDS : Math.floor(deal.expires_at / 1000) - issued;
  const expires_in = Math.max(1, Math.min(TOKEN_SECONDS, left));
  const status_list = { idx: deal.place, uri: `${issuer}/api/v1/marketplace/status-list` };
  const access_token = await new SignJWT({
    licence_id: deal.id,
    scope: use,
    ...(modeOf(deal.tenant) === "test" && { mode: "test" }),
    ...(geo !== null && { geo }),
    status: { status_list },
  })
    .setProtectedHeader({ alg: "EdDSA", typ: TOKEN_TYPE, kid: signer.id })
    .setIssuer(issuer)
    .setSubject(deal.id)
    .setAudience(work_hash)
    .setIssuedAt(issued)
    .setExpirationTime(issued + expires_in)
    .setJti(newId(host.random, "lt"))
    .sign(signer.privateKey);
  return { access_token, token_type: "License", expires_in, scope: use };
}

/** Says `active: false` of everything that is no valid token of a licence of this tenant. */
export async function introspectLicence(
  host: Host,
  issuer: string,
  tenant: string,
  token: string,
): Promise<LicenceIntrospection> {
  const keys = await host.store.read(({ service }) => service.signingKeys());
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = keys.find(({ id, retired_at }) => id === kid && (retired_at === null || retired_at > host.now()));
        if (key === undefined) throw new errors.JWKSNoMatchingKey();
        return importJWK(publicPart(key.jwk as JsonWebKey), "EdDSA");
      },
      { issuer, algorithms: ["EdDSA", "Ed25519"], typ: TOKEN_TYPE, currentDate: new Date(host.now()) },
    );
    const deal = await host.store.read(({ deals }) => deals.byId(String(payload.sub)));
    const isParty = deal !== null && (deal.tenant === tenant || deal.counterpart === tenant);
    if (!isParty || !isInForce(deal) || (deal.expires_at ?? Number.POSITIVE_INFINITY) <= host.now())
      return { active: false };
    const { scope, geo, exp, aud } = payload as { scope: string; geo?: string[]; exp: number; aud: string };
    return { active: true, scope, licence_id: deal.id, aud, ...(geo !== undefined && { geo }), exp };
  } catch (error) {
    if (error instanceof errors.JOSEError) return { active: false };
    throw error;
  }
}

export async function statusList(host: Host, signers: Signers, issuer: string): Promise<StatusList> {
  const [bytes, signer] = await host.store.read(async (records) => {
    const packed = new Uint8Array(Math.ceil((await records.deals.places()) / 8));
    for (let after = -1; ; ) {
      const revoked = await records.deals.revokedPlaces(after);
      if (revoked.length === 0) return [packed, await signers.current(records)] as const;
      for (const place of revoked) packed[place >> 3]! |= 1 << (place & 7);
      after = revoked.at(-1)!;
    }
  });
  const list = { bits: 1, lst: toBase64Url(zlibSync(bytes, { level: LIST_LEVEL })) };
  const made = Math.floor(host.now() / 1000);
  const token = await new SignJWT({ status_list: list, ttl: STATUS_LIST_SECONDS })
    .setProtectedHeader({ alg: "EdDSA", typ: "statuslist+jwt", kid: signer.id })
    .setSubject(`${issuer}/api/v1/marketplace/status-list`)
    .setIssuedAt(made)
    .setExpirationTime(made + 2 * STATUS_LIST_SECONDS)
    .sign(signer.privateKey);
  return { ...list, token };
}
