/**
 * A service as a function from `Request` to `Response`, and its records: tenants, keys, works and their signed
 * histories, results, usage. They are stored in memory, in an SQLite file, or in PostgreSQL. Takes works out of a
 * corpus, with a certificate that can be verified.
 *
 * @module spolia/service
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
export type { AccountDocument } from "./accounts/accounts.ts";
export { type Admission, rateLimitHeaders, requireAdmitted } from "./accounts/admission.ts";
export type { IdempotentRequest, KeptAnswer } from "./accounts/idempotency.ts";
export {
  type KeyDocument,
  type KeyRequest,
  type Principal,
  requireScope,
  SCOPES,
  type Scope,
} from "./accounts/keys.ts";
export type {
  EmbeddedIssuer,
  KeySet,
  TokenAnswer,
  TokenClaims,
  TokenRequest,
  TrustedIssuer,
} from "./accounts/oauth.ts";
export type { Introspection, IntrospectionAnswer, PresentedToken, RevocationAnswer } from "./accounts/revocation.ts";
export { signAcceptance } from "./deals/acceptance.ts";
export type { Marketplace, MarketplaceEngine } from "./deals/deals.ts";
export type { DealEntry, DealOutcome } from "./deals/outcome.ts";
export type { LicenceIntrospection, LicenceToken, StatusList } from "./deals/token.ts";
export type { DealVerification } from "./deals/verify.ts";
export type { FailedAttempt } from "./deliveries/attempts.ts";
export type { Attempt } from "./deliveries/deliveries.ts";
export type {
  DeliveryDocument,
  WebhookDocument,
  Webhooks,
  WebhookWithSecret as NewWebhook,
} from "./deliveries/endpoints.ts";
export type { Finding } from "./deliveries/findings.ts";
export {
  guardedOutgoing,
  type Message,
  type MessageAnswer,
  type Outgoing,
  type OutgoingPolicy,
} from "./deliveries/guardedFetch.ts";
export { verifyWebhook } from "./deliveries/webhooks.ts";
export type { DealDocument, DealEvent } from "./history/dealDocument.ts";
export type { HistoryDocument, HistorySeal } from "./history/history.ts";
export type { Host } from "./history/host.ts";
export type { PublicKey } from "./history/signing.ts";
export type { TrustedKey, TrustedKeys } from "./history/trust.ts";
export { type HistoryVerification, verifyHistory } from "./history/verify.ts";
export type { Problem } from "./http/answer/problems.ts";
export type { PageFiles } from "./http/pages/page.ts";
export type { BodyForm } from "./http/request/body.ts";
export { parseBody } from "./http/request/parseBody.ts";
export { createHandler, type Handler } from "./http/serve/handler.ts";
export type { HandlerOptions } from "./http/serve/options.ts";
export type { JobDocument, JobKind, Jobs } from "./jobs/jobs.ts";
export type { MonitorDocument, MonitorSettings, Monitors, RunDocument, RunReport, Trigger } from "./jobs/monitors.ts";
export type { StoredError as KeptError } from "./jobs/storedError.ts";
export {
  createRegistry,
  type Registry,
  type RegistryOptions,
  type SigningKeyDocument,
} from "./registry.ts";
export { type FailedTask, Scheduler, type SchedulerOptions } from "./runs/scheduler.ts";
export { type CopiedRecords, copyRecords } from "./store/copy.ts";
export type { Page, PageRequest } from "./store/cursor.ts";
export { createMemoryStore } from "./store/memory.ts";
export type { Plan, Plans } from "./store/plans.ts";
export { openPostgresStore, type PostgresOptions } from "./store/postgres/postgres.ts";
export type * from "./store/records.ts";
export { openSqliteStore } from "./store/sqlite/sqlite.ts";
export type { Collection, RecordStore, Records } from "./store/store.ts";
export {
  type CorpusState,
  certificateText,
  type OverlappingDocument,
  type TakedownCertificate,
  type TakedownStatement,
} from "./takedown/certificate.ts";
export { type TakeDownOptions, takeDown } from "./takedown/takeDown.ts";
export { type TakedownVerification, verifyTakedown } from "./takedown/verify.ts";
export { requestTimestamp, type TimestampOptions } from "./timestamp/request.ts";
export { type TimestampTrust, verifyTimestamp } from "./timestamp/verify.ts";
export { type DecidedParts, decisionOn, signDecision } from "./works/decide.ts";
export type { DecisionDocument, Decisions } from "./works/decisions.ts";
export type { ReportEntry, Reports } from "./works/reports.ts";
export { type ReportVerification, type Verification, verifyDocument } from "./works/reportVerify.ts";
export { type Registration, type ResultDocument, type Works, workResolver } from "./works/works.ts";
