/**
 * Writes a dataset without some of its text, with a ledger from which everything is put back.
 *
 * @module spolia/cleaning
 */
export { type CleanOptions, type CleanResult, type Cut, cleanDataset, type Decide } from "./clean.ts";
export type { Cause } from "./ledger.ts";
export { type RestoreResult, restoreDataset } from "./restore.ts";
