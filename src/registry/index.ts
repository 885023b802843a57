/**
 * The records of a service: tenants, keys, works and their signed histories, results, usage. They are stored in memory,
 * in an SQLite file, or in PostgreSQL (`spolia/registry/postgres`).
 *
 * @module spolia/registry
 */

export type * from "../base/contract/resources/marketplace.ts";
export type {
  MonitorChanges,
  MonitorRequest,
  Schedule,
  Watched,
  WebhookChanges,
  WebhookRequest,
} from "../base/contract/resources/monitor.ts";
export type { TimestampDocument, TimestampVerification } from "../base/contract/resources/timestamp.ts";
export type * from "../base/contract/resources/work.ts";
export { requestTimestamp, type TimestampOptions } from "../timestamp/request.ts";
export { type TimestampTrust, verifyTimestamp } from "../timestamp/verify.ts";
export type { AccountDocument } from "./accounts.ts";
export { type Admission, rateLimitHeaders, requireAdmitted } from "./admission.ts";
export { type CopiedRecords, copyRecords } from "./copy.ts";
export type { Page, PageRequest } from "./cursor.ts";
export { signAcceptance } from "./deals.acceptance.ts";
export type { DealDocument, DealEvent } from "./deals.document.ts";
export type { DealEntry, DealOutcome } from "./deals.outcome.ts";
export type { LicenceIntrospection, LicenceToken, StatusList } from "./deals.token.ts";
export type { Marketplace, MarketplaceEngine } from "./deals.ts";
export type { DealVerification } from "./deals.verify.ts";
export { type DecidedParts, decisionOn, signDecision } from "./decide.ts";
export type { DecisionDocument, Decisions } from "./decisions.ts";
export type { FailedAttempt } from "./deliveries.send.ts";
export type { Attempt } from "./deliveries.ts";
export type { DeliveryDocument, WebhookDocument, Webhooks, WebhookWithSecret as NewWebhook } from "./endpoints.ts";
export type { Finding } from "./findings.ts";
export {
  guardedOutgoing,
  type Message,
  type MessageAnswer,
  type Outgoing,
  type OutgoingPolicy,
} from "./guardedFetch.ts";
export type { HistoryDocument, HistorySeal } from "./history.ts";
export { type HistoryVerification, verifyHistory } from "./history.verify.ts";
export type { Host } from "./host.ts";
export type { IdempotentRequest, KeptAnswer } from "./idempotency.ts";
export type { JobDocument, JobKind, Jobs } from "./jobs.ts";
export { type KeyDocument, type KeyRequest, type Principal, requireScope, SCOPES, type Scope } from "./keys.ts";
export { createMemoryStore } from "./memory.ts";
export type { MonitorDocument, MonitorSettings, Monitors, RunDocument, RunReport, Trigger } from "./monitors.ts";
export type { EmbeddedIssuer, KeySet, TokenAnswer, TokenClaims, TokenRequest, TrustedIssuer } from "./oauth.ts";
export type { Plan, Plans } from "./plans.ts";
export type * from "./records.ts";
export {
  createRegistry,
  type Registry,
  type RegistryOptions,
  type SigningKeyDocument,
} from "./registry.ts";
export { type ReportVerification, type Verification, verifyDocument } from "./report.verify.ts";
export type { ReportEntry, Reports } from "./reports.ts";
export type { Introspection, IntrospectionAnswer, PresentedToken, RevocationAnswer } from "./revocation.ts";
export { type FailedTask, Scheduler, type SchedulerOptions } from "./scheduler.ts";
export type { PublicKey } from "./signing.ts";
export { openSqliteStore } from "./sqlite.ts";
export type { Collection, RecordStore, Records } from "./store.ts";
export type { StoredError as KeptError } from "./storedError.ts";
export type { TrustedKey, TrustedKeys } from "./trust.ts";
export { verifyWebhook } from "./webhooks.ts";
export { type Registration, type ResultDocument, type Works, workResolver } from "./works.ts";
