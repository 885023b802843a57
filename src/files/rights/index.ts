/**
 * Reads what files say about the use of a text by machines: reservations, licences, owners.
 *
 * @module spolia/rights
 */
export type * from "../../base/contract/resources/rights.ts";
export type * from "../../base/contract/resources/trainingStatement.ts";
export { type CrawlerRecords, readRights } from "./read.ts";
export {
  openRightsCounter,
  type ReservedShare,
  type RightsCounter,
  type RightsScan,
  type ScanOptions,
  scanRights,
} from "./scan.ts";
export type { StatedCorpus } from "./training/facts.ts";
export { draftStatement, type StatementInputs } from "./training/training.ts";
