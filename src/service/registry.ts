/** The registry: combines records, keys, plans and services for tenants. It contains wiring only. */
import { checkArguments, hasMethods, optionsChecks } from "../base/arguments.ts";
import { canonicalJson } from "../base/bytes/canonicalJson.ts";
import { sha256 } from "../base/bytes/sha256.ts";
import type { Timestamp } from "../base/contract/common.ts";
import type { Engine } from "../base/contract/engine.ts";
import { SpoliaError } from "../base/errors.ts";
import { type OpenTelemetry, openTelemetryCheck } from "../base/lists/spans.ts";
import type { Fetch } from "../base/platform.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { type CatalogueFeed, signedFeed } from "../catalogue/feed/sign.ts";
import {
  type AccountDocument,
  changePlan,
  createAccount,
  findAccount,
  listAccounts,
  type NewAccount,
  removeAccount,
} from "./accounts/accounts.ts";
import { type Admission, createAdmission } from "./accounts/admission.ts";
import { type IdempotentRequest, type KeptAnswer, runOnce } from "./accounts/idempotency.ts";
import { keyHint } from "./accounts/keyHint.ts";
import {
  checkKey,
  createKey,
  isOfCalendar,
  type KeyDocument,
  type KeyRequest,
  listKeys,
  type Principal,
  revokeKey,
  TIME_OF_CALENDAR,
} from "./accounts/keys.ts";
import {
  createTokenCheck,
  type EmbeddedIssuer,
  issuerMetadata,
  issueToken,
  resourceMetadata,
  type TokenAnswer,
  type TokenCheck,
  type TokenRequest,
  type TrustedIssuer,
} from "./accounts/oauth.ts";
import { Quota, type Use } from "./accounts/quota.ts";
import {
  type IntrospectionAnswer,
  introspectToken,
  type PresentedToken,
  type RevocationAnswer,
  revokeToken,
} from "./accounts/revocation.ts";
import { Marketplace, type MarketplaceEngine } from "./deals/deals.ts";
import { Webhooks } from "./deliveries/endpoints.ts";
import { guardedOutgoing, type Outgoing } from "./deliveries/guardedFetch.ts";
import { type Host, isoTime, isoTimeOrNull, SYSTEM } from "./history/host.ts";
import { openSigners, type PublicKey, publicPart, retireKey, rotateKey } from "./history/signing.ts";
import { Batches } from "./jobs/batches.ts";
import { Jobs } from "./jobs/jobs.ts";
import { Monitors } from "./jobs/monitors.ts";
import { Readiness } from "./jobs/readiness.ts";
import type { Page, PageRequest } from "./store/cursor.ts";
import { type Plans, plansDocument, plansOf } from "./store/plans.ts";
import type { ServiceKey, Tenant, Usage } from "./store/records.ts";
import type { RecordStore } from "./store/store.ts";
import { tracedStore } from "./store/tracedStore.ts";
import { Decisions } from "./works/decisions.ts";
import { Reports } from "./works/reports.ts";
import { Works } from "./works/works.ts";

export interface RegistryOptions {
  /** Beside `free` and `pro`, or in their place. */
  plans?: Plans | undefined;
  /**
   * Accounts without limits, whatever their plan: the operator's own. What comes with keys of such an account is
   * counted as with any key; what it keeps and what runs by itself has no limit.
   *
   * @since 0.2.0
   */
  unlimited?: readonly string[] | undefined;
  /** The embedded grant; without it no tokens are issued. */
  oauth?: EmbeddedIssuer | undefined;
  trustedIssuers?: readonly TrustedIssuer[] | undefined;
  /** Milliseconds since 1970; the system's clock when absent. */
  now?: (() => number) | undefined;
  /** Returns cryptographically random bytes; the system's source when absent. */
  random?: ((length: number) => Uint8Array) | undefined;
  /** Sends messages to webhooks; `guardedOutgoing({ reach: "public" })` when absent. */
  outgoing?: Outgoing | undefined;
  /** Fetches the keys of trusted issuers. */
  fetch?: Fetch | undefined;
  /**
   * The package `@opentelemetry/api`: writes to the store are spans of the trace that they belong to. Default: no
   * spans.
   *
   * @since 0.2.0
   */
  openTelemetry?: OpenTelemetry | undefined;
}

export interface Registry {
  /** For code that uses the same records, such as monitors. The caller that opened the store closes it. */
  readonly host: Host;
  /** What accounts may use and keep, by their plans. @since 0.2.0 */
  readonly quota: Quota;
  /** Whether the store takes writes. @since 0.2.0 */
  readonly readiness: Readiness;
  readonly works: Works;
  /** A `Scheduler` performs runs, messages and jobs. */
  readonly monitors: Monitors;
  readonly webhooks: Webhooks;
  readonly jobs: Jobs;
  /** @since 0.2.0 */
  readonly batches: Batches;
  readonly decisions: Decisions;
  /** Offers, quotes and licences of registered works. @since 0.2.0 */
  readonly marketplace: Marketplace;
  readonly outgoing: Outgoing;
  readonly reports: Reports;
  /** Creates an account. @throws invalid_request where there is no such plan */
  createTenant(account: NewAccount): Promise<Tenant>;
  /**
   * Accounts, the newest first.
   *
   * @since 0.2.0
   */
  accounts(page?: PageRequest): Promise<Page<AccountDocument>>;
  /** @throws not_found @since 0.2.0 */
  account(id: string): Promise<AccountDocument>;
  /**
   * Changes the plan of an account, effective with its next call. What it keeps above the limits of the new plan stays.
   *
   * @throws invalid_request where there is no such plan; not_found
   * @since 0.2.0
   */
  changePlan(id: string, plan: string): Promise<AccountDocument>;
  /**
   * Removes an account with all of its records of both modes: keys, works, results, reports, offers. Its quotes and
   * licences stay with their other parties, readable and verifiable, without the account's id; what the signed events
   * say, such as the name under which it dealt, stays in them. Its open quotes are revoked; licences stay in force.
   *
   * @throws not_found; conflict where a quote was accepted meanwhile
   * @since 0.2.0
   */
  removeAccount(id: string): Promise<void>;
  createKey(tenant: string, request?: KeyRequest): Promise<KeyDocument & { key: string }>;
  listKeys(tenant: string, page?: PageRequest): Promise<Page<KeyDocument>>;
  /** @throws not_found */
  revokeKey(tenant: string, id: string): Promise<void>;
  /**
   * The principal of a request, from its header `Authorization`.
   *
   * @throws unauthorized
   */
  authenticate(authorization: string | null): Promise<Principal>;
  /** Decides whether calls may be answered, and counts those that may. */
  admit(principal: Pick<Principal, "tenant" | "plan">, use?: number | Partial<Use>): Promise<Admission>;
  usage(tenant: string, page?: PageRequest): Promise<Page<Usage>>;
  readonly plans: ReturnType<typeof plansDocument>;
  /** Does a request once: see `idempotency.ts`. */
  once(request: IdempotentRequest, run: () => Promise<KeptAnswer>): Promise<KeptAnswer & { isReplay: boolean }>;
  /**
   * The id of a result for one tenant. It depends on the tenant and on the service's own key, so that other tenants
   * cannot infer the request from an id. The same result has the same id.
   */
  resultIdFor(tenant: string, id: string): Promise<string>;
  /** The key that signed when the registry was created. `signingKeys()` names the key that signs now. */
  readonly signingKey: { id: string; publicKey: PublicKey };
  /**
   * All keys that ever signed, the newest first: that one signs. Publish them: verifiers compare their ids, and older
   * documents stay verifiable.
   */
  signingKeys(): Promise<SigningKeyDocument[]>;
  /**
   * Creates a key that signs from now on, in every process on this store. The keys before stay published.
   *
   * @since 0.2.0
   */
  rotateSigningKey(): Promise<SigningKeyDocument>;
  /**
   * Retires a key that is not the newest, for example since others may have read it: a signature by it is not trusted
   * if it states this time or a later one, and tokens that it signed are refused from this time on.
   *
   * @param at ISO 8601; now when absent
   * @throws not_found; conflict where it is the newest; invalid_request where the time is none
   * @since 0.2.0
   */
  retireSigningKey(id: string, at?: string): Promise<SigningKeyDocument>;
  /**
   * The records of a catalogue, signed with the key that signs now. The same for the same catalogue and key.
   *
   * @since 0.2.0
   */
  catalogueFeed(catalogue: Catalogue): Promise<CatalogueFeed>;
  /** `null` without the embedded grant. */
  readonly oauth: {
    metadata: ReturnType<typeof issuerMetadata>;
    /** @since 0.2.0 */
    resource: ReturnType<typeof resourceMetadata>;
    token(request: TokenRequest): Promise<TokenAnswer>;
    /** Ends a token (RFC 7009), in every process on this store. @since 0.2.0 */
    revoke(request: PresentedToken): Promise<RevocationAnswer>;
    /** Says whether a token is active (RFC 7662). @since 0.2.0 */
    introspect(request: PresentedToken): Promise<IntrospectionAnswer>;
  } | null;
}

/** A signing key as it is published. */
export interface SigningKeyDocument {
  /** Thumbprint of the public key (RFC 7638). */
  id: string;
  publicKey: PublicKey;
  /** @since 0.2.0 */
  created_at: Timestamp;
  /**
   * From when on its signatures are not trusted; `null` where it is not retired.
   *
   * @since 0.2.0
   */
  retired_at: Timestamp | null;
}

/**
 * Creates a registry over a store. The engine must belong to the same host and be created with `resolveWork:
 * workResolver(store)`.
 *
 * @throws registry_failed; invalid_request where a plan cannot be used; unsupported_runtime where WebCrypto has no
 *   Ed25519
 */
export async function createRegistry(
  engine: Pick<Engine, "identify" | "encoder"> & MarketplaceEngine,
  store: RecordStore,
  options: RegistryOptions = {},
): Promise<Registry> {
  checkArguments("createRegistry", [
    ["/engine", hasMethods(engine, "identify"), "an engine: await createEngine(…)"],
    ["/store", hasMethods(store, "read", "write"), "a store: createMemoryStore(), or await openSqliteStore(path)"],
    ...optionsChecks<RegistryOptions>(options, {
      plans: true,
      unlimited: true,
      oauth: true,
      trustedIssuers: true,
      now: true,
      random: true,
      outgoing: true,
      fetch: true,
      openTelemetry: true,
    }),
    openTelemetryCheck(options?.openTelemetry),
  ]);
  const host: Host = {
    store: tracedStore(store, options.openTelemetry),
    now: options.now ?? SYSTEM.now,
    random: options.random ?? SYSTEM.random,
  };
  const plans = plansOf(options.plans);
  const signers = await openSigners(host);
  const [{ id: keyId, publicKey }, oldest] = [await host.store.read(signers.current), await signers.oldest()];
  // Derived from the private key: only its holder knows the secret. The oldest key never changes, so that the same
  // result has the same id after a rotation.
  const idSecret = await sha256(await oldest.sign("spolia result id 1", {}));
  const { oauth, outgoing = guardedOutgoing({ reach: "public" }) } = options;
  const quota = new Quota(plans, options.unlimited ?? [], (engine.encoder ?? null) !== null);
  const webhooks = new Webhooks(host, outgoing, quota);
  const tokens = createTokenCheck(host, oauth, options.trustedIssuers, options.fetch);
  const decisions = new Decisions(host, quota);
  const works = new Works(host, engine, signers, quota);
  const resultIdFor = async (tenant: string, id: string) => {
    const [prefix] = id.split("_", 1);
    return `${prefix}_${(await sha256(canonicalJson([idSecret, tenant, id]))).slice(0, 32)}`;
  };
  const feeds = new Map<string, Promise<CatalogueFeed>>();
  return {
    host,
    quota,
    readiness: new Readiness(host),
    monitors: new Monitors(host, webhooks, quota),
    webhooks,
    jobs: new Jobs(host, quota),
    batches: new Batches(host, quota),
    decisions,
    marketplace: new Marketplace(host, signers, engine, quota, oauth?.issuer ?? `urn:spolia:${oldest.id}`),
    outgoing,
    works,
    reports: new Reports(host, works, signers, resultIdFor),
    createTenant: (account) => createAccount(host, plans, account),
    accounts: (page) => listAccounts(host, page),
    account: (id) => findAccount(host, id),
    changePlan: (id, plan) => changePlan(host, plans, id, plan),
    removeAccount: (id) => removeAccount(host, signers, id),
    createKey: (tenant, request) => createKey(host, quota, tenant, request),
    listKeys: (tenant, page) => listKeys(host, tenant, page),
    async revokeKey(tenant, id) {
      if (!(await revokeKey(host, tenant, id)))
        throw new SpoliaError("not_found", "There is no key of this id.", {
          hint: "The list of keys has their ids: GET /api/v1/keys, or spolia admin keys list.",
        });
    },
    authenticate: (authorization) => authenticate(host, tokens, authorization),
    admit: createAdmission(host, plans),
    usage: (tenant, page) => host.store.read(({ usage }) => usage.list(tenant, page)),
    plans: plansDocument(plans),
    once: (request, run) => runOnce(host, request, run),
    resultIdFor,
    signingKey: { id: keyId, publicKey },
    signingKeys: async () => (await host.store.read(({ service }) => service.signingKeys())).map(published),
    rotateSigningKey: async () => published(await rotateKey(host)),
    retireSigningKey: async (id, at = isoTime(host.now())) => published(await retireKey(host, id, timeOf(at))),
    async catalogueFeed(catalogue) {
      const { id, publicKey, privateKey } = await host.store.read(signers.current);
      const name = `${id} ${catalogue.revision}`;
      const feed = feeds.get(name) ?? signedFeed(catalogue, isoTime(host.now()), { key: publicKey.x, privateKey });
      feeds.set(name, feed);
      return feed;
    },
    oauth:
      oauth === undefined
        ? null
        : {
            metadata: issuerMetadata(oauth),
            resource: resourceMetadata(oauth, options.trustedIssuers),
            token: (asked) => issueToken(host, signers, oauth, asked),
            revoke: (asked) => revokeToken(host, tokens, asked),
            introspect: (asked) => introspectToken(host, tokens, asked),
          },
  };
}

const published = ({ id, jwk, created_at, retired_at }: ServiceKey): SigningKeyDocument => ({
  id,
  publicKey: publicPart(jwk as JsonWebKey),
  created_at: isoTime(created_at),
  retired_at: isoTimeOrNull(retired_at),
});

function timeOf(at: string): number {
  if (isOfCalendar(at)) return Date.parse(at);
  throw new SpoliaError("invalid_request", "The key cannot be retired.", {
    fields: [{ pointer: "/retired_at", detail: TIME_OF_CALENDAR }],
  });
}

async function authenticate(host: Host, tokens: TokenCheck, authorization: string | null): Promise<Principal> {
  const presented = /^Bearer +([^\s]+) *$/i.exec(authorization ?? "")?.[1] ?? "";
  const principal = presented.startsWith("sp_")
    ? await checkKey(host, presented)
    : ((await tokens.accepted(presented))?.principal ?? null);
  if (principal !== null) return principal;
  throw new SpoliaError("unauthorized", "The request carries no key or token that is known here.", {
    hint: keyHint(authorization),
  });
}
