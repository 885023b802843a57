/**
 * Was a text likely used to train AI models: where was it found, by which models was it used, and how certain is that?
 *
 * @module spolia
 */

// Questions about texts, and what an engine takes.

export type { CalibrateOptions } from "./engine/calibrate.ts";
export {
  commitToCanary,
  commitToOrder,
  createCanary,
  createOrder,
  orderObservation,
  ordersToAsk,
  testCanaries,
} from "./engine/canaries.ts";
export type { OpenEngine } from "./engine/engine.ts";
export { calibrate, createEngine } from "./engine/engine.ts";
export type { Calibration } from "./engine/evidence/calibration/calibration.ts";
export type { EngineOptions } from "./engine/steps/options.ts";

// Corpora: what texts are searched for in.

export type { ChunkIndexer } from "./corpus/build/add.ts";
export { buildCorpus } from "./corpus/build/build.ts";
export type { BuildOptions, IndexOptions } from "./corpus/build/options.ts";
export type { Corpus, OpenOptions } from "./corpus/search/corpus.ts";
export { openCorpus } from "./corpus/search/corpus.ts";
export type { NewFile, Storage, StoredFile, WritableStorage, WriteLock } from "./corpus/storage/storage.ts";

// Fingerprints: what identifies a text without it.

export type { Fingerprint } from "./core/fingerprint/fingerprint.ts";
export { fingerprint, fingerprintAll, parseFingerprint } from "./core/fingerprint/fingerprint.ts";
export { type IsccBits, isccTextCode } from "./core/fingerprint/iscc.ts";
export type { Profile, ProfileName } from "./core/fingerprint/profile.ts";
export type { Hashes } from "./core/kernels/kernels.ts";
export type { KernelOptions, KernelSource } from "./core/kernels/load.ts";

// What goes in and out.

export type * from "./base/contract/common.ts";
export type * from "./base/contract/engine.ts";
export type * from "./base/contract/operations/canary.ts";
export type * from "./base/contract/operations/decision.ts";
export type * from "./base/contract/operations/observation.ts";
export type * from "./base/contract/resources/corpus.ts";
export type * from "./base/contract/resources/model.ts";

// What every call may throw or take.

export type { ErrorCode, FieldError } from "./base/errors.ts";
export { ERROR_CODES, isSpoliaError, SpoliaError } from "./base/errors.ts";
export type {
  AsyncDisposing,
  Bytes,
  CompiledModule,
  Fetch,
  PlatformAbortSignal,
  PlatformCryptoKey,
  PlatformDirectoryHandle,
  PlatformRequest,
  PlatformResponse,
  PlatformUrl,
} from "./base/platform.ts";
export { ENGINE_VERSION } from "./base/version.ts";
