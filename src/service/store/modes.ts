/**
 * Live and test mode. Each account has two tenants in the store: the live one has the account's id, the test one that
 * id with `:test`, which no account's id can contain. Every record, and every index that a tenant's query uses, begins
 * with the tenant, so a key of one mode cannot reach a record of the other.
 */
import type { KeyMode } from "./records.ts";

const TEST = ":test";

/** The tenant that has an account's records of a mode. */
export const tenantOfMode = (account: string, mode: KeyMode): string => (mode === "test" ? account + TEST : account);

export const modeOf = (tenant: string): KeyMode => (tenant.endsWith(TEST) ? "test" : "live");

/** The account of a tenant. Its keys and its plan are stored under this id in both modes. */
export const accountOf = (tenant: string): string =>
  modeOf(tenant) === "test" ? tenant.slice(0, -TEST.length) : tenant;
