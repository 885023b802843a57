/** Types derived from the methods of the operations, and the documents that are checked when they are read. */
import type { Operations } from "./engine.ts";
import type { EvidenceBundle, ReportDocument } from "./resources/report.ts";

export type OperationName = keyof Operations;
export type RequestOf<Name extends OperationName> = Parameters<Operations[Name]>[0];
export type ResultOf<Name extends OperationName> = Awaited<ReturnType<Operations[Name]>>;

/** Results by the name of their shape, such as `AnalyzeResult`. */
type OperationResults = { [Name in OperationName as `${Capitalize<Name>}Result`]: ResultOf<Name> };

/**
 * Documents that are checked when they are read: stored results, reports and bundles of evidence.
 * `src/build/contract/contract.ts` generates a shape for each.
 */
export interface ResultDocuments extends OperationResults {
  EvidenceBundle: EvidenceBundle;
  ReportDocument: ReportDocument;
}
