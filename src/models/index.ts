/**
 * How are models queried, with budget and journal, and what turns texts into vectors that are near each other where
 * texts say the same?
 *
 * @module spolia/models
 */
export type { EncodeOptions, Encoder, EncoderIdentity } from "../base/contract/resources/encoder.ts";
export type {
  Continuation,
  ModelAnswer,
  ModelConnector,
  Sampling,
  ScoredText,
  TokenScore,
} from "../base/contract/resources/model.ts";
export type { AskHost, AskPlan as Plan, PlannedConnector, Questions } from "./connectors/asked.ts";
export type { BudgetLimits, Spent } from "./connectors/budget.ts";
export { type ConfigHost, connectorFrom, type ModelConfig, parseModelConfig } from "./connectors/config.ts";
export { type DryRun, dryRun } from "./connectors/dryRun.ts";
export { type Journal, type JournalEntry, memoryJournal } from "./connectors/journal.ts";
export { fileJournal } from "./connectors/journalFile.ts";
export {
  fromObservations,
  type ObservationsConnector,
  type ObservedContinuations,
  type ObservedText,
  observedContinuations,
  observedText,
} from "./connectors/observations.ts";
export { type EncoderFolder, filesOf, type ReadEncoderFile, readFolder } from "./encoders/folder.ts";
export { type HttpEncoderOptions, httpEncoder } from "./encoders/http.ts";
export { type InstallOptions, installEncoder } from "./encoders/install.ts";
export { kernelEncoder } from "./encoders/kernel/kernel.ts";
export { KNOWN_ENCODERS, type KnownEncoder } from "./encoders/known.ts";
export { type OnnxPeers, onnxEncoder } from "./encoders/onnx.ts";
