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

export { buildCorpus } from "./corpus/build/build.ts";
export type { BuildOptions, IndexOptions } from "./corpus/build/options.ts";
export type { Corpus, OpenOptions } from "./corpus/search/corpus.ts";
export { openCorpus } from "./corpus/search/corpus.ts";
export type { Storage, WritableStorage } from "./corpus/storage/storage.ts";

// Fingerprints: what identifies a text without it.

export type { Fingerprint } from "./core/fingerprint/fingerprint.ts";
export { fingerprint, fingerprintAll, parseFingerprint } from "./core/fingerprint/fingerprint.ts";
export { type IsccBits, isccTextCode } from "./core/fingerprint/iscc.ts";
export type { Profile, ProfileName } from "./core/fingerprint/profile.ts";
export type { KernelOptions, KernelSource } from "./core/kernels/load.ts";

// What goes in and out. A result's type leads to those of its parts; `Contract` has each by its name.

export type {
  Completeness,
  ContentMetadata,
  ContentType,
  CorpusReference,
  Count,
  Interval,
  Method,
  Percent,
  PlacedSpan,
  SearchOptions,
  Sha256,
  Share,
  Span,
  Stage,
  TextPlace,
  TextSection,
  Timestamp,
} from "./base/contract/common.ts";
export type * as Contract from "./base/contract/contract.ts";
export type {
  Engine,
  HostOptions,
  Operations,
  Reader,
  ReadText,
  ResolvedWork,
  ResolveWork,
} from "./base/contract/engine.ts";
export type {
  AnalyzeOptions,
  AnalyzeRequest,
  AnalyzeResult,
  AttributionSource,
  ContentRelation,
  Match,
  MatchedDocument,
  PassageKind,
  RiskAssessment,
  RiskLevel,
  SourceText,
  Verdict,
} from "./base/contract/operations/analyze.ts";
export type { AssessRequest, AssessResult } from "./base/contract/operations/assess.ts";
export type {
  CanaryCommitment,
  CanaryEvidence,
  CanaryPoolRequest,
  CanarySecret,
  CanaryTestRequest,
  CanaryTestResult,
  OrderEvidence,
  OrderRequest,
  OrderScores,
  OrderSecret,
} from "./base/contract/operations/canary.ts";
export type {
  ComparedPassage,
  CompareOptions,
  CompareRequest,
  CompareResult,
  Relation,
} from "./base/contract/operations/compare.ts";
export type { CompareAllRequest, CompareAllResult } from "./base/contract/operations/compareAll.ts";
export type { Decision, DecisionsFile } from "./base/contract/operations/decision.ts";
export type { ExtractRequest, ExtractResult } from "./base/contract/operations/extract.ts";
export type { IdentifyRequest, IdentifyResult } from "./base/contract/operations/identify.ts";
export type { ChannelObservation } from "./base/contract/operations/observation.ts";
export type { ProbeRequest, ProbeResult } from "./base/contract/operations/probe.ts";
export type { ChannelName, ScoreChannel, ScoreRequest, ScoreResult } from "./base/contract/operations/score.ts";
export type { CorpusDocument, CorpusInfo, DocumentInfo, Progress } from "./base/contract/resources/corpus.ts";
export type { ModelConnector } from "./base/contract/resources/model.ts";

// What every call may throw or take.

export type { ErrorCode, FieldError } from "./base/errors.ts";
export { ERROR_CODES, isSpoliaError, SpoliaError } from "./base/errors.ts";
export type { Bytes, CompiledModule, Fetch, PlatformAbortSignal } from "./base/platform.ts";
export { ENGINE_VERSION } from "./base/version.ts";
