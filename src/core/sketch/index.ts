/**
 * Finds near-duplicate texts without a corpus: MinHash signatures, their bands, and estimates of the Jaccard
 * similarity.
 *
 * @module spolia/sketch
 */
export type { Interval } from "../../base/contract/common.ts";
export { type Bands, type BandsRequest, bandsFor, bandsOf, probabilityFound } from "./bands.ts";
export {
  type Deduplicator,
  type DeduplicatorOptions,
  type DuplicateLevel,
  type DuplicatePair,
  type DuplicatePart,
  openDeduplicator,
} from "./deduplicator.ts";
export { estimateJaccard, type JaccardEstimate } from "./estimate.ts";
export { type Signature, type SignatureOptions, signatureOf } from "./signature.ts";
export { type Candidate, type CandidatePair, SketchIndex } from "./sketchIndex.ts";
