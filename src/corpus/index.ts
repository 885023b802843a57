/**
 * Changes and checks an existing corpus: adds, deletes and syncs documents, merges segments, verifies every byte, finds
 * near duplicates. The main entry builds and opens corpora.
 *
 * @module spolia/corpus
 */
export type * from "../base/contract/resources/corpus.ts";
export { type AppendOptions, appendDocuments, deleteDocuments, mergeCorpus, purgeCorpus } from "./change.ts";
export type { SyncOptions, SyncResult, SyncStep } from "./difference.ts";
export type { DuplicatesOptions } from "./duplicates.ts";
export { findDuplicates } from "./duplicates.ts";
export { compareWithListing, type Listing, parseListing } from "./listing.ts";
export type { IndexOptions } from "./options.ts";
export { BuildResume, type ReadingPlace } from "./resume.ts";
export { sampleTexts } from "./sample.ts";
export { SourceLog } from "./sources.ts";
export { syncDocuments } from "./sync.ts";
export { mergeCorpora } from "./union.ts";
export type { VerifyOptions } from "./verify.ts";
export { verifyCorpus } from "./verify.ts";
