/** Documents that spolia writes itself, by their fields. */
import { isRecord } from "./arguments.ts";

/** Fields that results of operations alone have, with the operation. */
const RESULT_IDS = {
  analysis_id: "an analysis",
  score_id: "a score",
  comparison_id: "a comparison",
  assess_id: "an assessment",
  extract_id: "an extraction",
  probe_id: "a probe",
} as const;

/** What a parsed document is that spolia writes itself, such as `the result of an analysis`; `null` for others. */
export function kindOfDocument(value: unknown): string | null {
  if (!isRecord(value)) return null;
  if (typeof value["nonce"] === "string" && Array.isArray(value["strings"])) return "the secret of a canary";
  if (typeof value["report_id"] === "string") return "a report";
  const of = Object.entries(RESULT_IDS).find(([field]) => typeof value[field] === "string")?.[1];
  return of === undefined ? null : `the result of ${of}`;
}
