/**
 * Finds which documents of a dataset hold given texts: items of an evaluation, or works.
 *
 * @module spolia/audit
 */
export type * from "../../base/contract/operations/audit.ts";
export type * from "../../base/contract/operations/quotation.ts";
export type * from "../../base/contract/resources/encoder.ts";
export {
  type AuditCorporaOptions,
  type AuditDocumentsOptions,
  type AuditOptions,
  auditCorpora,
  auditDocuments,
  type OpenAudit,
  openAudit,
} from "./audit.ts";
export { checkQuotation, type QuotationOptions } from "./quotation/quotation.ts";
