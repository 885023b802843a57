/**
 * What can be done to a corpus that is there: documents added and deleted, segments merged, every byte checked, near
 * duplicates found. Building and opening one are in the main entry.
 *
 * @module spolia/corpus
 */
export type * from "../contract/corpus.ts";
export { type AppendOptions, appendDocuments, deleteDocuments, mergeCorpus, purgeCorpus } from "./change.ts";
export type { DuplicatesOptions } from "./duplicates.ts";
export { findDuplicates } from "./duplicates.ts";
export type { IndexOptions } from "./options.ts";
export { sampleTexts } from "./sample.ts";
export { mergeCorpora } from "./union.ts";
export type { VerifyOptions } from "./verify.ts";
export { verifyCorpus } from "./verify.ts";
