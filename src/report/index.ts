/** `spolia/report`: how is a result read? */
export { htmlAnalysis, type PlainAnalysisOptions, plainAnalysis } from "./analysis.ts";
export { plainAssessment } from "./assessment.ts";
export { plainCanaryTest } from "./canary.ts";
export { plainDataset, plainDatasets, plainModel, plainModels } from "./catalogue.ts";
export { htmlComparison, type PlainComparisonOptions, plainComparison } from "./comparison.ts";
export { plainCorpusInfo, plainVerification } from "./corpus.ts";
export { htmlResult, parseResult, plainResult, type ResultDocument } from "./document.ts";
export { plainDuplicates } from "./duplicates.ts";
export { htmlExtraction, plainExtraction } from "./extraction.ts";
export type { Cited } from "./html.ts";
export type { PlainOptions } from "./page.ts";
export { htmlProbe, plainProbe } from "./probe.ts";
export { htmlScore, plainScore } from "./score.ts";
export { type Colours, NO_COLOURS } from "./terminal.ts";
