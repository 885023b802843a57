/**
 * Changes and checks an existing corpus: adds, deletes and syncs documents, merges segments, verifies every byte, finds
 * near duplicates. The main entry builds and opens corpora.
 *
 * @module spolia/corpus
 */
export type * from "../base/contract/resources/corpus.ts";
export { compareWithListing, type Listing, parseListing } from "./build/listing.ts";
export type { IndexOptions } from "./build/options.ts";
export { BuildResume, type ReadingPlace } from "./build/resume.ts";
export { SourceLog } from "./build/sources.ts";
export { type AppendOptions, appendDocuments, deleteDocuments, mergeCorpus, purgeCorpus } from "./change/change.ts";
export type { SyncOptions, SyncResult, SyncStep } from "./change/difference.ts";
export { listDocuments } from "./change/listed.ts";
export { sampleTexts } from "./change/sample.ts";
export { syncDocuments } from "./change/sync.ts";
export { mergeCorpora } from "./change/union.ts";
export type { VerifyOptions } from "./change/verify.ts";
export { verifyCorpus } from "./change/verify.ts";
export type { DuplicatesOptions } from "./duplicates/duplicates.ts";
export { findDuplicates } from "./duplicates/duplicates.ts";
