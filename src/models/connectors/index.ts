/** `spolia/connectors`: how are models queried? */
export type {
  Continuation,
  ModelAnswer,
  ModelConnector,
  Sampling,
  ScoredText,
  TokenScore,
} from "../../base/contract/resources/model.ts";
export type { AskHost, AskPlan as Plan, PlannedConnector, Questions } from "./asked.ts";
export type { BudgetLimits, Spent } from "./budget.ts";
export { type ConfigHost, connectorFrom, type ModelConfig, parseModelConfig } from "./config.ts";
export { type DryRun, dryRun } from "./dryRun.ts";
export { type Journal, type JournalEntry, memoryJournal } from "./journal.ts";
export { fileJournal } from "./journalFile.ts";
export {
  fromObservations,
  type ObservationsConnector,
  type ObservedContinuations,
  type ObservedText,
  observedContinuations,
  observedText,
} from "./observations.ts";
