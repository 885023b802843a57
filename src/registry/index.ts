/**
 * What is remembered: tenants, keys, works and their signed histories, results, usage. In memory or in a file of SQLite.
 *
 * @module spolia/registry
 */
export type * from "../contract/work.ts";
export { type Admission, rateLimitHeaders, requireAdmitted } from "./admission.ts";
export type { Page, PageRequest } from "./cursor.ts";
export type { HistoryDocument, HistorySeal } from "./history.ts";
export { type HistoryVerification, verifyHistory } from "./history.verify.ts";
export type { Host } from "./host.ts";
export type { IdempotentRequest, KeptAnswer } from "./idempotency.ts";
export { type KeyDocument, type KeyRequest, type Principal, requireScope, SCOPES, type Scope } from "./keys.ts";
export { createMemoryStore } from "./memory.ts";
export type { EmbeddedIssuer, TokenAnswer, TokenRequest, TrustedIssuer } from "./oauth.ts";
export type { Plan, Plans } from "./plans.ts";
export type * from "./records.ts";
export { createRegistry, type Registry, type RegistryOptions } from "./registry.ts";
export { type ReportVerification, type Verification, verifyDocument } from "./report.verify.ts";
export type { ReportEntry, Reports } from "./reports.ts";
export type { PublicKey } from "./signing.ts";
export { openSqliteStore } from "./sqlite.ts";
export type { Collection, RecordStore, Records } from "./store.ts";
export type { KeyMode } from "./tokens.ts";
export { type Registration, type ResultDocument, type WorkDocument, type Works, workResolver } from "./works.ts";
