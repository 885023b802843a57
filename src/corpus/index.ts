/**
 * Changes and checks an existing corpus: adds, deletes and syncs documents, merges segments, verifies every byte. Finds
 * near duplicates in a corpus, and without one. The main entry builds and opens corpora.
 *
 * @module spolia/corpus
 */
export type { Interval } from "../base/contract/common.ts";
export type * from "../base/contract/resources/corpus.ts";
export { type Bands, type BandsRequest, bandsFor, bandsOf, probabilityFound } from "../core/sketch/bands.ts";
export {
  type Deduplicator,
  type DeduplicatorOptions,
  type DuplicateLevel,
  type DuplicatePair,
  type DuplicatePart,
  openDeduplicator,
} from "../core/sketch/deduplicator.ts";
export { estimateJaccard, type JaccardEstimate } from "../core/sketch/estimate.ts";
export { type Signature, type SignatureOptions, signatureOf } from "../core/sketch/signature.ts";
export { type Candidate, type CandidatePair, type CandidatesOptions, SketchIndex } from "../core/sketch/sketchIndex.ts";
export { compareWithListing, type Listing, parseListing } from "./build/listing.ts";
export type { IndexOptions } from "./build/options.ts";
export { BuildResume, type ReadingPlace } from "./build/resume.ts";
export { SourceLog } from "./build/sources.ts";
export { type AppendOptions, appendDocuments, deleteDocuments, mergeCorpus, purgeCorpus } from "./change/change.ts";
export type { SyncOptions, SyncResult, SyncStep } from "./change/difference.ts";
export { type EncodeCorpusOptions, encodeCorpus } from "./change/encode.ts";
export { listDocuments } from "./change/listed.ts";
export { sampleTexts } from "./change/sample.ts";
export { syncDocuments } from "./change/sync.ts";
export { mergeCorpora } from "./change/union.ts";
export { type VerifyOptions, verifyCorpus } from "./change/verify.ts";
export { type DuplicatesOptions, findDuplicates } from "./duplicates/duplicates.ts";
