/** Documents that are looked at when they are read back: stored results, reports and bundles of evidence. */
import type { AnalyzeResult } from "./analyze.ts";
import type { AssessResult } from "./assess.ts";
import type { CompareResult } from "./compare.ts";
import type { ExtractResult } from "./extract.ts";
import type { IdentifyResult } from "./identify.ts";
import type { ProbeResult } from "./probe.ts";
import type { EvidenceBundle, ReportDocument } from "./report.ts";
import type { ScoreResult } from "./score.ts";

/** By the names of their shapes, which `contract.build.ts` generates from this table. */
export interface ResultDocuments {
  AnalyzeResult: AnalyzeResult;
  AssessResult: AssessResult;
  CompareResult: CompareResult;
  ExtractResult: ExtractResult;
  IdentifyResult: IdentifyResult;
  ProbeResult: ProbeResult;
  ScoreResult: ScoreResult;
  EvidenceBundle: EvidenceBundle;
  ReportDocument: ReportDocument;
}
