/** `spolia/report`: shows results to readers, and makes and replays evidence bundles. */
export type * from "../base/contract/resources/report.ts";
export { type AnsweredRequest, type BundleParts, digestOfDocument, evidenceBundle } from "./bundle/bundle.ts";
export { loadDifferences } from "./bundle/differing.ts";
export { type ReplayEngine, type Replayed, type ReplayOptions, replayBundle } from "./bundle/replay.ts";
export {
  htmlResult,
  type OperationResult as ResultDocument,
  parseReport,
  parseResult,
  plainResult,
  type ResultTexts,
} from "./document.ts";
export type { Cited, ReportedOn } from "./layout/html.ts";
export type { PlainOptions } from "./layout/page.ts";
export { type Colours, NO_COLOURS } from "./layout/terminal.ts";
export { plainTimestamp, type ShownTimestamps } from "./parts/timestamp.ts";
export type { DifferingWords } from "./views/analysis.ts";
export { htmlAnalysis, type PlainAnalysisOptions, plainAnalysis } from "./views/analysis.ts";
export { htmlAssessment, plainAssessment } from "./views/assessment.ts";
export { htmlAudit, plainAudit } from "./views/audit.ts";
export { plainCanaryTest } from "./views/canary.ts";
export {
  plainDataset,
  plainDatasets,
  plainModel,
  plainModels,
  plainSearchable,
  type SearchableIndex,
} from "./views/catalogue/catalogue.ts";
export { plainAged, plainDomain } from "./views/catalogue/domains.ts";
export { type FeedChanges, plainChanges } from "./views/catalogue/feed.ts";
export { plainProposals } from "./views/catalogue/proposals.ts";
export { htmlComparison, type PlainComparisonOptions, plainComparison } from "./views/comparison.ts";
export { plainCorpusInfo, plainListingComparison, plainVerification } from "./views/corpus.ts";
export { plainDuplicates } from "./views/duplicates.ts";
export { type AnyReport, htmlReport, plainReport, type ReportOptions } from "./views/evidence.ts";
export { htmlExtraction, plainExtraction } from "./views/extraction.ts";
export { htmlProbe, plainProbe } from "./views/probe.ts";
export { plainQuotation } from "./views/quotation.ts";
export { plainRights, plainRightsScan } from "./views/rights.ts";
export { htmlScore, plainScore } from "./views/score.ts";
export { plainStatement } from "./views/trainingStatement.ts";
