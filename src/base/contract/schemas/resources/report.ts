/** Schemas of `contract/report.ts`. */
import * as v from "valibot";
import type { ReportRequest } from "../../resources/report.ts";
import { boundedText, closedObject, exactlyOneOf, oneOf, workHash } from "../primitives.ts";

/** Maximum number of results of one kind in a report. */
export const REPORT_RESULTS_MAX = 100;
const REPORTED_ID_CHARACTERS_MAX = 200;

const ids = v.optional(
  v.pipe(
    v.array(boundedText(REPORTED_ID_CHARACTERS_MAX)),
    v.maxLength(REPORT_RESULTS_MAX, `must not name more than ${REPORT_RESULTS_MAX}`),
  ),
);

export const reportRequestSchema = v.pipe(
  closedObject({
    work_id: v.optional(boundedText(REPORTED_ID_CHARACTERS_MAX)),
    work_hash: v.optional(workHash),
    analyses: ids,
    scores: ids,
    probes: ids,
    extractions: ids,
    include_content: v.optional(v.boolean()),
    format: v.optional(oneOf(["bundle", "html"])),
  }),
  ...exactlyOneOf<ReportRequest>(["work_id", "work_hash"]),
);
