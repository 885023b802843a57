/**
 * How do files become text, and what do they hold, reserve or lose? Reads documents; audits a dataset for given texts;
 * reads reservations and licences; writes a dataset without some of its text.
 *
 * @module spolia/documents
 */
export type * from "../base/contract/operations/audit.ts";
export type * from "../base/contract/operations/quotation.ts";
export type { RewordedVerdict } from "../base/contract/operations/rewording.ts";
export type * from "../base/contract/resources/encoder.ts";
export type * from "../base/contract/resources/rights.ts";
export type * from "../base/contract/resources/trainingStatement.ts";
export { type UnreadInput, UnreadLog } from "../corpus/build/unread.ts";
export {
  type AuditCorporaOptions,
  type AuditDocumentsOptions,
  type AuditOptions,
  auditCorpora,
  auditDocuments,
  type OpenAudit,
  openAudit,
} from "./audit/audit.ts";
export { checkQuotation, type QuotationOptions } from "./audit/quotation/quotation.ts";
export type { CleanOptions, CleanResult, Cut, Decide } from "./cleaning/asked.ts";
export { cleanDataset } from "./cleaning/clean.ts";
export type { Cause } from "./cleaning/ledger.ts";
export { type RestoreResult, restoreDataset } from "./cleaning/restore.ts";
export type { TextEncoding } from "./documents/bytes/decode.ts";
export type { FileContent, ReadBytesOptions } from "./documents/content.ts";
export type { RecordFields } from "./documents/datasets/fields.ts";
export type { RunningLine, UnreadPages } from "./documents/documentText.ts";
export {
  type FoundContent,
  type ReadOptions,
  readContents,
  readDocuments,
  type SkippedInput,
} from "./documents/folders/files.ts";
export type { PartReader } from "./documents/folders/readInOrder.ts";
export { UnreadIds } from "./documents/folders/unreadIds.ts";
export { plainUnreadPages } from "./documents/pdf/unreadPages.ts";
export { readBytes } from "./documents/readBytes.ts";
export { readers } from "./documents/readers.ts";
export { type CrawlerRecords, readRights } from "./rights/read.ts";
export {
  openRightsCounter,
  type ReservedShare,
  type RightsCounter,
  type RightsScan,
  type ScanOptions,
  scanRights,
} from "./rights/scan.ts";
export type { StatedCorpus } from "./rights/training/facts.ts";
export { draftStatement, type StatementInputs } from "./rights/training/training.ts";
