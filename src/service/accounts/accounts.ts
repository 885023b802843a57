/** Accounts: made, listed, moved to another plan, and removed. */
import type { Timestamp } from "../../base/contract/common.ts";
import { SpoliaError } from "../../base/errors.ts";
import { revokeQuotes } from "../history/dealChange.ts";
import { existing, type Host, isoTime, newId } from "../history/host.ts";
import type { Signers } from "../history/signing.ts";
import { mappedPage, type Page, type PageRequest } from "../store/cursor.ts";
import { tenantOfMode } from "../store/modes.ts";
import type { Plans } from "../store/plans.ts";
import type { Tenant } from "../store/records.ts";

/** An account as an operator sees it. */
export interface AccountDocument {
  /** Id of the account. */
  account_id: string;
  /** Name of its plan. */
  plan: string;
  /** Label that the operator gave it; empty where there is none. */
  label: string;
  /** When the account was made. */
  created_at: Timestamp;
}

/** What an account is made with. */
export interface NewAccount {
  id?: string | undefined;
  plan?: string | undefined;
  label?: string | undefined;
}

const PLAN_DEFAULT = "free";
const TENANT_ID = /^[A-Za-z0-9_-]{1,64}$/;

export async function createAccount(
  host: Host,
  plans: Plans,
  { id = newId(host.random, "tn"), plan = PLAN_DEFAULT, label = "" }: NewAccount,
): Promise<Tenant> {
  const refused = (field: string, detail: string) =>
    new SpoliaError("invalid_request", "The account cannot be made.", { fields: [{ pointer: `/${field}`, detail }] });
  requirePlan(plans, plan, "The account cannot be made.");
  if (!TENANT_ID.test(id)) throw refused("id", "must be up to 64 letters, digits, _ and -");
  const tenant = { id, plan, created_at: host.now(), label };
  if (!(await host.store.write(({ tenants }) => tenants.add(tenant)))) throw refused("id", "is taken");
  return tenant;
}

/** The newest first. */
export const listAccounts = async ({ store }: Host, page?: PageRequest): Promise<Page<AccountDocument>> =>
  mappedPage(await store.read(({ service }) => service.tenants(page)), accountDocumentOf);

/** @throws not_found */
export const findAccount = ({ store }: Host, id: string): Promise<AccountDocument> =>
  store.read(async ({ tenants }) => accountDocumentOf(await existing(tenants.find(id))));

/** @throws invalid_request where there is no such plan; not_found */
export async function changePlan({ store }: Host, plans: Plans, id: string, plan: string): Promise<AccountDocument> {
  requirePlan(plans, plan, "The plan cannot be changed.");
  return store.write(async ({ tenants }) => {
    await existing(tenants.change(id, { plan }));
    return accountDocumentOf((await tenants.find(id))!);
  });
}

/** @throws not_found; conflict where a quote was accepted meanwhile */
export async function removeAccount(host: Host, signers: Signers, id: string): Promise<void> {
  await existing(
    host.store.write(async (records) => {
      const parts = { host, records, signers };
      for (const tenant of [id, tenantOfMode(id, "test")]) {
        const reason = (party: string) => `The account of the ${party} was removed.`;
        await revokeQuotes(parts, { tenant }, { by: "licensor", reason: reason("licensor") });
        await revokeQuotes(parts, { counterpart: tenant }, { by: "licensee", reason: reason("licensee") });
      }
      return records.tenants.remove(id);
    }),
  );
}

function requirePlan(plans: Plans, plan: string, message: string): void {
  if (Object.hasOwn(plans, plan)) return;
  const detail = `must be one of ${Object.keys(plans).join(", ")}`;
  throw new SpoliaError("invalid_request", message, { fields: [{ pointer: "/plan", detail }] });
}

const accountDocumentOf = ({ id, plan, label, created_at }: Tenant): AccountDocument => ({
  account_id: id,
  plan,
  label,
  created_at: isoTime(created_at),
});
