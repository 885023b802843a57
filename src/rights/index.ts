/**
 * Reads what files say about the use of a text by machines: reservations, licences, owners.
 *
 * @module spolia/rights
 */
export type * from "../contract/rights.ts";
export { type CrawlerRecords, readRights } from "./read.ts";
export {
  openRightsCounter,
  type ReservedShare,
  type RightsCounter,
  type RightsScan,
  type ScanOptions,
  scanRights,
} from "./scan.ts";
