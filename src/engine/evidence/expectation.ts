/** How much text of other works published studies extracted from this model: a range, or none. */

import type { AssessResult, ComparableStudy, ExpectedExtraction } from "../../base/contract/operations/assess.ts";
import type { MemorisationFinding } from "../../catalogue/ledger/references.ts";

/**
 * Uses only figures of the same model and of one metric: the share of a book's passages and the share of a training set
 * are different scales. Two figures make a range; an upper bound makes a range from 0; a single figure makes no range,
 * and is only listed as a study.
 */
export function expectedExtraction(
  findings: readonly MemorisationFinding[],
  modelIds: readonly string[],
  level: AssessResult["level"],
): ExpectedExtraction {
  const studies = findings.flatMap((finding) => comparable(finding, modelIds));
  const none = (reason: string): ExpectedExtraction => ({ range: null, metric: null, studies, reason });
  if (studies.length === 0)
    return none("No comparable study: no listed source has a share of text that was extracted from this model.");
  if (level === "none" || level === "insufficient_evidence") {
    return none("The studies measured texts that the model had met; that it met this one is not known.");
  }
  const ofMetric = (metric: string) => studies.filter((study) => study.metric === metric);
  const alike = studies
    .map(({ metric }) => ofMetric(metric))
    .reduce((best, one) => (one.length > best.length ? one : best));
  const isBound = alike.some(({ unit }) => unit === "upper bound");
  if (alike.length < 2 && !isBound)
    return none("One figure of one measure is a point, and says nothing of other works.");
  const values = alike.map(({ value }) => value);
  const range: [number, number] = [isBound ? 0 : Math.min(...values), Math.max(...values)];
  const reason =
    "What these studies met in other works, by their own measure and on the sizes they name; this work may lie outside.";
  return { range, metric: alike[0]!.metric, studies: alike, reason };
}

function comparable(
  { models, id, finding, metric, value, unit, work, method, sources }: MemorisationFinding,
  modelIds: readonly string[],
): ComparableStudy[] {
  const isShare = (unit === "fraction" || unit === "upper bound") && value !== null && value >= 0 && value <= 1;
  if (!models.some((model) => modelIds.includes(model)) || !isShare) return [];
  return [{ id, finding, metric, value, unit, work, method, sources: [...sources] }];
}
