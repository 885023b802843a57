/** Opens the records of a service: in memory, in a folder, or in a database. */
import { once } from "node:events";
import { existsSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../base/arguments.ts";
import { isSpoliaError, SpoliaError } from "../../base/errors.ts";
import type { OpenTelemetry } from "../../base/lists/spans.ts";
import { isPostgresAddress } from "../../base/postgres.ts";
import type { OpenEngine } from "../../engine/engine.ts";
import { count } from "../../report/layout/page.ts";
import { OPERATOR_TENANT } from "../../service/http/serve/gate.ts";
import type { EmbeddedIssuer, Plan, Plans, RecordStore, Registry, TrustedIssuer } from "../../service/index.ts";
import { HOLDINGS, KEPT } from "../../service/store/plans.ts";
import { isFolder, readJson } from "../inputs/files.ts";
import type { ThreadTask } from "../inputs/inputs.ts";
import { writableAt } from "../inputs/storages.ts";
import { UsageError } from "../terminal/exit.ts";
import { startWorker } from "../threads/threads.ts";

export interface RecordSettings {
  /** Folder of the records, or address of their database. Default: in memory. */
  readonly data?: string | undefined;
  /** Folder, or prefix of a bucket, of large values of records in a database. Default: in the database. */
  readonly objects?: string | undefined;
  /** A file of plans. */
  readonly plans?: string | undefined;
  /** Address of this service in its tokens; if absent, no tokens are issued. */
  readonly oauthIssuer?: string | undefined;
  /** A file of issuers whose tokens are accepted. */
  readonly issuers?: string | undefined;
  /** Where webhooks may go: see `OutgoingPolicy`. */
  readonly webhooks?: "public" | "any" | undefined;
  /** Makes writes to the store spans. */
  readonly openTelemetry?: OpenTelemetry | undefined;
}

/** Name of the database in the folder; SQLite keeps further files beside it. */
const REGISTRY_FILE = "registry.sqlite";

/** Also of a database that is none of those: a folder of that name would be made without a word. */
const isAddress = (data: string | undefined): boolean =>
  data !== undefined && /^(?:postgres(?:ql)?(?::|\/\/)|[a-z][a-z\d+.-]*:\/\/)/i.test(data);

/**
 * The caller closes the store.
 *
 * @param inThreads for a service, whose main thread must not wait for a disk
 * @param option that names the place
 * @throws unsupported_runtime, registry_failed; UsageError where objects are kept apart from no database
 */
export async function openRecords(
  { data, objects }: Pick<RecordSettings, "data" | "objects">,
  { inThreads = false, option = "--data" }: { inThreads?: boolean; option?: "--data" | "--to" } = {},
): Promise<RecordStore> {
  if (isAddress(data)) return openDatabase(data!, objects, option);
  if (objects !== undefined)
    throw new UsageError("--objects is for records in PostgreSQL.", "Leave it out, or give --data postgres://…");
  if (data === undefined) return (await import("../../service/store/memory.ts")).createMemoryStore();
  if (existsSync(data) && !isFolder(data))
    throw new UsageError(
      `${data} is a file, and no folder.`,
      `Give a folder, which is made if it is not there, to ${option}.`,
    );
  const path = join(data, REGISTRY_FILE);
  try {
    if (inThreads) return await openThreadedStore(path);
    const { openSqliteStore } = await import("../../service/store/sqlite/sqlite.ts");
    return await openSqliteStore(path);
  } catch (error) {
    if (!isSpoliaError(error) || error.code !== "unsupported_runtime") throw error;
    throw new SpoliaError(error.code, error.message, { hint: WITHOUT_RECORDS, cause: error });
  }
}

async function openDatabase(address: string, objects: string | undefined, option: string): Promise<RecordStore> {
  const { openPostgresStore } = await import("../../service/store/postgres/postgres.ts");
  if (!isPostgresAddress(address))
    throw new UsageError(`${option} is not a valid address of a database.`, "Give postgres://USER@HOST:PORT/DATABASE.");
  return openPostgresStore(address, objects === undefined ? {} : { objects: await writableAt(objects) });
}

/** A store with a thread for each of its connections. */
export async function openThreadedStore(path: string): Promise<RecordStore> {
  const { openSqliteStore } = await import("../../service/store/sqlite/sqlite.ts");
  const data: ThreadTask = { task: "keep records", path };
  return openSqliteStore(path, () => startWorker("cli.worker", data));
}

/**
 * Copies the records of a folder into another one while services use them, in a thread, so that a signal is heard.
 *
 * @returns size of the copy
 * @throws invalid_request, registry_failed, aborted
 */
export async function backUpRecords(data: string, to: string, signal: AbortSignal): Promise<number> {
  if (isAddress(data))
    throw new UsageError(
      "--data is a database.",
      "Back it up with its own tools, such as pg_dump, and --objects with those of its host.",
    );
  requireRecords(data);
  const copy = join(to, REGISTRY_FILE);
  if (existsSync(copy))
    throw new UsageError(`${to} has records already.`, "Give a new folder with --to: a backup replaces nothing.");
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const task: ThreadTask = { task: "back up records", path: join(data, REGISTRY_FILE), to: copy };
  try {
    await once(startWorker("cli.worker", task), "exit", { signal });
  } catch (error) {
    if (!signal.aborted) throw new SpoliaError("registry_failed", (error as Error).message, { cause: error });
    rmSync(`${copy}.part`, { force: true });
    throw new SpoliaError("aborted", "Interrupted: there is no backup.");
  }
  return statSync(copy).size;
}

/** The alternative on an older Node: a service with one key and records in memory. */
const WITHOUT_RECORDS =
  "Run the same command with a newer Node. With this Node, run `SPOLIA_API_KEY=… spolia serve` without --data: callers then send the key that you choose.";

/** As `openRecords`, for records that exist. @throws invalid_request */
export async function openKeptRecords(data: string, objects?: string): Promise<RecordStore> {
  if (!isAddress(data)) requireRecords(data);
  return openRecords({ data, objects });
}

function requireRecords(data: string): void {
  if (existsSync(join(data, REGISTRY_FILE))) return;
  throw new SpoliaError("invalid_request", "There are no records in this folder.", {
    hint: "Give the folder of `spolia serve --data`.",
    fields: [{ pointer: "/data", detail: `must hold ${REGISTRY_FILE}` }],
  });
}

/**
 * The registry over a store, with an account for the operator.
 *
 * @param unlimited accounts without the limits of their plans
 */
export async function openRegistry(
  engine: Pick<OpenEngine, "identify">,
  store: RecordStore,
  { plans, oauthIssuer, issuers, webhooks = "public", openTelemetry }: RecordSettings = {},
  unlimited: readonly string[] = [],
): Promise<Registry> {
  const [{ createRegistry }, { guardedOutgoing }] = await Promise.all([
    import("../../service/registry.ts"),
    import("../../service/deliveries/guardedFetch.ts"),
  ]);
  const oauth: EmbeddedIssuer | undefined =
    oauthIssuer === undefined
      ? undefined
      : { issuer: oauthIssuer.replace(/\/$/, ""), audience: oauthIssuer.replace(/\/$/, "") };
  const registry = await createRegistry(engine, store, {
    outgoing: guardedOutgoing({ reach: webhooks }),
    openTelemetry,
    unlimited,
    ...(plans === undefined
      ? {}
      : { plans: readJson(plans, "invalid_request", "Plans are one JSON object.", "file of plans") as Plans }),
    ...(oauth === undefined ? {} : { oauth }),
    ...(issuers === undefined ? {} : { trustedIssuers: readIssuers(issuers) }),
  });
  const hasOperator = await store.read(({ tenants }) => tenants.find(OPERATOR_TENANT));
  if (hasOperator === null) await registry.createTenant({ id: OPERATOR_TENANT, label: "the operator" });
  return registry;
}

/** Works with the registry over a store, without an engine that can search, and closes the store. */
export async function withRegistry<Result>(
  store: RecordStore,
  settings: RecordSettings,
  work: (registry: Registry) => Promise<Result>,
  unlimited: readonly string[] = [],
): Promise<Result> {
  try {
    const { createEngine } = await import("../../index.ts");
    return await work(await openRegistry(await createEngine({ corpora: [] }), store, settings, unlimited));
  } finally {
    await store.close();
  }
}

/** The limits of a plan, in words. */
export function limitsOf(plan: Plan): string {
  const { calls_per_day: calls, words_per_day: words, burst } = plan;
  const daily = calls === null ? "no limit of calls a day" : `${count(calls, "call")} a UTC day`;
  const kept = HOLDINGS.filter((name) => typeof plan[name] === "number").map((name) =>
    count(plan[name]!, KEPT[name].one),
  );
  return [
    `${daily}, bursts of up to ${count(burst.calls, "call")}, renewed within ${count(burst.seconds, "second")}`,
    ...(typeof words === "number" ? [`${count(words, "word")} a UTC day`] : []),
    ...(kept.length === 0 ? [] : [`room for ${kept.join(", ")}`]),
  ].join("; ");
}

/** One line per plan in use, with its number of accounts. */
export async function plansInUse({ host: { store }, plans }: Registry): Promise<string[]> {
  const accounts = new Map<string, number>();
  let page_token = "";
  do {
    const page = await store.read(({ service }) => service.tenants({ page_token }));
    for (const { plan } of page.items) accounts.set(plan, (accounts.get(plan) ?? 0) + 1);
    page_token = page.next_page_token;
  } while (page_token !== "");
  return [...accounts].map(([name, many]) => {
    const plan = plans.plans.find((one) => one.name === name);
    return `Plan ${name}, of ${count(many, "account")}: ${plan === undefined ? "not offered any more" : limitsOf(plan)}.`;
  });
}

/** Whether any key was ever made; if so, the service requires keys. */
export function hasKeys(store: RecordStore): Promise<boolean> {
  return store.read(async ({ service, keys }) => {
    let page_token = "";
    do {
      const { items, next_page_token } = await service.tenants({ page_token });
      for (const { id } of items) if ((await keys.list(id, { page_size: 1 })).items.length > 0) return true;
      page_token = next_page_token;
    } while (page_token !== "");
    return false;
  });
}

interface WrittenIssuer {
  issuer: string;
  jwks_url: string;
  audience: string;
  /** Claim that holds the id of the account. */
  tenant_claim: string;
}

function readIssuers(path: string): TrustedIssuer[] {
  const hint = "Issuers are a JSON list of {issuer, jwks_url, audience, tenant_claim}.";
  const written = readJson(path, "invalid_request", hint);
  const isIssuer = (one: unknown) =>
    isRecord(one) &&
    [one["issuer"], one["audience"], one["tenant_claim"]].every((field) => typeof field === "string") &&
    typeof one["jwks_url"] === "string" &&
    URL.canParse(one["jwks_url"]);
  if (!Array.isArray(written) || !written.every(isIssuer)) {
    throw new SpoliaError("invalid_request", `${path} is not a valid list of issuers.`, { hint });
  }
  return (written as WrittenIssuer[]).map(({ issuer, jwks_url, audience, tenant_claim }) => ({
    issuer,
    audience,
    jwks: new URL(jwks_url),
    tenantOf: (claims) => (typeof claims[tenant_claim] === "string" ? (claims[tenant_claim] as string) : null),
  }));
}
