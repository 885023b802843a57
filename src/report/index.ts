/** `spolia/report`: shows results to readers, and makes and replays evidence bundles. */
export type * from "../base/contract/resources/report.ts";
export type { DifferingWords } from "./analysis.ts";
export { htmlAnalysis, type PlainAnalysisOptions, plainAnalysis } from "./analysis.ts";
export { htmlAssessment, plainAssessment } from "./assessment.ts";
export { htmlAudit, plainAudit } from "./audit.ts";
export { type AnsweredRequest, type BundleParts, digestOfDocument, evidenceBundle } from "./bundle.ts";
export { plainCanaryTest } from "./canary.ts";
export {
  plainDataset,
  plainDatasets,
  plainModel,
  plainModels,
  plainSearchable,
  type SearchableIndex,
} from "./catalogue.ts";
export { htmlComparison, type PlainComparisonOptions, plainComparison } from "./comparison.ts";
export { plainCorpusInfo, plainListingComparison, plainVerification } from "./corpus.ts";
export { loadDifferences } from "./differing.ts";
export {
  htmlResult,
  type OperationResult as ResultDocument,
  parseReport,
  parseResult,
  plainResult,
  type ResultTexts,
} from "./document.ts";
export { plainAged, plainDomain } from "./domains.ts";
export { plainDuplicates } from "./duplicates.ts";
export { type AnyReport, htmlReport, plainReport, type ReportOptions } from "./evidence.ts";
export { htmlExtraction, plainExtraction } from "./extraction.ts";
export type { Cited, ReportedOn } from "./html.ts";
export type { PlainOptions } from "./page.ts";
export { htmlProbe, plainProbe } from "./probe.ts";
export { plainQuotation } from "./quotation.ts";
export { type ReplayEngine, type Replayed, type ReplayOptions, replayBundle } from "./replay.ts";
export { plainRights, plainRightsScan } from "./rights.ts";
export { htmlScore, plainScore } from "./score.ts";
export { type Colours, NO_COLOURS } from "./terminal.ts";
export { plainTimestamp, type ShownTimestamps } from "./timestamp.ts";
export { plainStatement } from "./trainingStatement.ts";
