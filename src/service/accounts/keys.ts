/**
 * Keys of tenants: created, shown once, checked, revoked. A key is also a client of the embedded OAuth grant: its id is
 * the client id, the key itself is the client secret.
 */
import { checkArguments } from "../../base/arguments.ts";
import { equalInConstantTime } from "../../base/bytes/bytes.ts";
import { sha256 } from "../../base/bytes/sha256.ts";
import type { Timestamp } from "../../base/contract/common.ts";
import { SpoliaError } from "../../base/errors.ts";
import { KEY_LABEL_CHARACTERS_MAX } from "../../base/limits.ts";
import { type Host, isoTime, isoTimeOrNull, newId } from "../history/host.ts";
import { mappedPage, type Page, type PageRequest } from "../store/cursor.ts";
import { accountOf, modeOf, tenantOfMode } from "../store/modes.ts";
import type { KeyMode, KeyRecord } from "../store/records.ts";
import type { Records } from "../store/store.ts";
import type { Quota } from "./quota.ts";
import { keyMode, makeKey } from "./tokens.ts";

/**
 * `read`: read records; `analyze`: call the engine; `probe`: query models, which costs the operator money; `write`:
 * register, watch and delete works; `keys`: create and revoke keys.
 */
export const SCOPES = ["read", "analyze", "probe", "write", "keys"] as const;
export type Scope = (typeof SCOPES)[number];

/** The tenant that a request belongs to, and what the request may do. */
export interface Principal {
  /** Owner of the records that the request may reach: the account, or its test records (`id:test`). */
  tenant: string;
  plan: string;
  scopes: readonly Scope[];
  /** The key of the request, or the key that its token was issued for; `null` for a token of another issuer. */
  key_id: string | null;
  mode: KeyMode;
}

export interface KeyRequest {
  /** Label to distinguish keys; up to 200 characters. */
  label?: string | undefined;
  /**
   * `test`: the key sees and changes test records only, and its calls count towards the plan's `test_calls_per_day`.
   * When absent, `live`; for a caller with a test key, `test`. A test key can create test keys only.
   */
  mode?: KeyMode | undefined;
  /** What the key may do; all that the caller's key may when absent. */
  scopes?: readonly Scope[] | undefined;
  /** ISO 8601; never when absent. */
  expires_at?: string | undefined;
}

/** A key as it is listed. */
export interface KeyDocument {
  /** Id of the key. */
  key_id: string;
  /** `test`: the key sees and changes test records only. */
  mode: KeyMode;
  /** The last four characters of the key, to tell keys apart. */
  last_four: string;
  /** Label that the key was given; empty where it was given none. */
  label: string;
  /** What the key may do. */
  scopes: Scope[];
  /** When the key was made. */
  created_at: Timestamp;
  /** When the key expires; `null` for never. */
  expires_at: Timestamp | null;
  /** When the key was revoked; `null` where it was not. */
  revoked_at: Timestamp | null;
  /** When the key was used last, to the minute; `null` where it never was. */
  last_used_at: Timestamp | null;
}

const USE_NOTED_EVERY_MS = 60_000;
export const TIME_OF_CALENDAR = "must be a time of ISO 8601 that the calendar has";

/**
 * Whether a time is valid ISO 8601. `Date.parse` alone would read 30 February as 2 March, and accept other notations.
 */
export function isOfCalendar(time: string): boolean {
  const day = time.slice(0, 10);
  return !Number.isNaN(Date.parse(time)) && !Number.isNaN(Date.parse(day)) && isoTime(Date.parse(day)).startsWith(day);
}

/**
 * @param tenant an account, or its test tenant, which can only have test keys
 * @returns the key, which cannot be shown again, and its stored record
 * @throws invalid_request; forbidden for a live key of a test tenant; not_found where there is no such tenant;
 *   plan_limit
 */
export async function createKey(
  host: Host,
  quota: Quota,
  tenant: string,
  request: KeyRequest = {},
): Promise<KeyDocument & { key: string }> {
  const { label = "", mode = modeOf(tenant), scopes = SCOPES, expires_at } = request;
  const now = host.now();
  const expires = expires_at === undefined ? null : Date.parse(expires_at);
  if (label.length > KEY_LABEL_CHARACTERS_MAX)
    throw refused("label", `must not be longer than ${KEY_LABEL_CHARACTERS_MAX} characters`);
  if (mode !== "live" && mode !== "test") throw refused("mode", 'must be "live" or "test"');
  if (mode === "live" && modeOf(tenant) === "test") throw testOnly();
  if (scopes.length === 0 || !scopes.every((scope) => SCOPES.includes(scope)))
    throw refused("scopes", `must be some of ${SCOPES.join(", ")}`);
  if (expires_at !== undefined && !isOfCalendar(expires_at)) throw refused("expires_at", TIME_OF_CALENDAR);
  if (expires !== null && !(expires > now)) throw refused("expires_at", "must be a time to come");
  const key = makeKey(mode, host.random);
  const record: KeyRecord = {
    tenant: accountOf(tenant),
    id: newId(host.random, "key"),
    created_at: now,
    hash: await sha256(key),
    mode,
    last_four: key.slice(-4),
    label,
    scopes: [...new Set(scopes)],
    expires_at: expires,
    revoked_at: null,
    last_used_at: null,
  };
  await host.store.write(async (records) => {
    await records.keys.add(record);
    await quota.requireRoom(records, record.tenant, ["keys"], () => forgetEnded(records, record.tenant, now));
  });
  return { ...documentOf(record), key };
}

/** Removes the keys of an account that are not in force any more: they are listed as long as there is room. */
async function forgetEnded({ keys }: Records, account: string, now: number): Promise<void> {
  for (let page_token = ""; ; ) {
    const { items, next_page_token } = await keys.list(account, { page_size: 1_000, page_token });
    for (const key of items) if (isOver(key, now)) await keys.remove(account, key.id);
    if (next_page_token === "") return;
    page_token = next_page_token;
  }
}

/** Keys of an account; for its test tenant, the test keys alone. */
export async function listKeys(host: Host, tenant: string, page: PageRequest = {}): Promise<Page<KeyDocument>> {
  const filter = modeOf(tenant) === "test" ? ({ mode: "test" } as const) : {};
  return mappedPage(await host.store.read(({ keys }) => keys.list(accountOf(tenant), page, filter)), documentOf);
}

/**
 * Revokes a key; the next check refuses it. Revoking again changes nothing. @returns whether the tenant has such a key
 */
export function revokeKey(host: Host, tenant: string, id: string): Promise<boolean> {
  const account = accountOf(tenant);
  return host.store.write(async ({ keys }) => {
    const key = await keys.find(account, id);
    if (key === null || (key.mode === "live" && modeOf(tenant) === "test")) return false;
    await keys.change(account, id, { revoked_at: host.now() }, { revoked_at: null });
    return true;
  });
}

/**
 * The principal of a key; `null` for unknown, revoked and expired keys alike. A text that cannot be a key is not looked
 * up.
 */
export async function checkKey(host: Host, presented: string): Promise<Principal | null> {
  if (keyMode(presented) === null) return null;
  const hash = await sha256(presented);
  const found = await host.store.read(async (records) => {
    const key = await records.service.keyByHash(hash);
    return key !== null && equalInConstantTime(key.hash, hash)
      ? { key, principal: await principalOf(records, key, host.now()) }
      : null;
  });
  if (found === null || found.principal === null) return null;
  await noteUse(host, found.key);
  return found.principal;
}

/** The principal of a key at a given time; `null` where the key is revoked or expired. */
export async function principalOf(records: Records, key: KeyRecord, now: number): Promise<Principal | null> {
  const account = await records.tenants.find(key.tenant);
  if (account === null || isOver(key, now)) return null;
  const { id: key_id, mode } = key;
  return { tenant: tenantOfMode(account.id, mode), plan: account.plan, scopes: key.scopes as Scope[], key_id, mode };
}

const isOver = ({ revoked_at, expires_at }: KeyRecord, now: number): boolean =>
  revoked_at !== null || (expires_at !== null && expires_at <= now);

/** @throws forbidden */
export function requireScope(principal: Principal, scope: Scope): void {
  checkArguments("requireScope", [["/principal", Array.isArray(principal?.scopes), "who a key or token stands for"]]);
  if (principal.scopes.includes(scope)) return;
  throw new SpoliaError("forbidden", `This needs the scope ${scope}, which the key does not have.`, {
    hint: "Make a key with that scope.",
  });
}

async function noteUse({ store, now }: Host, { tenant, id, last_used_at }: KeyRecord): Promise<void> {
  const minute = now() - (now() % USE_NOTED_EVERY_MS);
  if (last_used_at === null || last_used_at < minute)
    await store.write(({ keys }) => keys.change(tenant, id, { last_used_at: minute }));
}

function documentOf({ id, mode, last_four, label, scopes, ...times }: KeyRecord): KeyDocument {
  return {
    key_id: id,
    mode,
    last_four,
    label,
    scopes: scopes as Scope[],
    created_at: isoTime(times.created_at),
    expires_at: isoTimeOrNull(times.expires_at),
    revoked_at: isoTimeOrNull(times.revoked_at),
    last_used_at: isoTimeOrNull(times.last_used_at),
  };
}

const testOnly = () =>
  new SpoliaError("forbidden", "A test key can create test keys only.", { hint: "Use a live key of the account." });

const refused = (field: string, detail: string) =>
  new SpoliaError("invalid_request", "The key cannot be made.", { fields: [{ pointer: `/${field}`, detail }] });
