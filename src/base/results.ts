/** Documents that spolia writes itself, by their fields. */
import { isRecord } from "./arguments.ts";

/** Fields that results of operations alone have, with the operation. */
const RESULT_IDS = {
  analysis_id: "an analysis",
  score_id: "a score",
  comparison_id: "a comparison",
  comparisons_id: "comparisons",
  assess_id: "an assessment",
  extract_id: "an extraction",
  probe_id: "a probe",
} as const;

/** Of which results and reports have at least one beside the id: other programs give such ids too. */
const RESULT_PARTS = ["completeness", "method", "matches", "bundle"];

/** What a parsed document is that spolia writes itself, such as `the result of an analysis`; `null` for others. */
export function kindOfDocument(value: unknown): string | null {
  if (!isRecord(value)) return null;
  if (typeof value["nonce"] === "string" && Array.isArray(value["strings"])) return "the secret of a canary";
  const hasNothingElse = Object.keys(value).length === 1;
  const isOwn = hasNothingElse || RESULT_PARTS.some((part) => typeof value[part] === "object" && value[part] !== null);
  if (typeof value["report_id"] === "string" && (isOwn || value["format"] === "spolia-report-1")) return "a report";
  const of = Object.entries(RESULT_IDS).find(([field]) => typeof value[field] === "string")?.[1];
  return of === undefined || !isOwn ? null : `the result of ${of}`;
}
