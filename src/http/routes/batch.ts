/** Many analyses in one exchange. */
import * as v from "valibot";
import { analyzeRequestSchema } from "../../contract/schemas/analyze.ts";
import { parseRequest } from "../../contract/schemas/parse.ts";
import { closedObject } from "../../contract/schemas/primitives.ts";
import { answerBatch } from "../batch.ts";
import * as examples from "../examples.ts";
import { BATCH_REQUESTS_MAX } from "../limits.ts";
import { NDJSON } from "../negotiate.ts";
import { API_ROOT } from "../paths.ts";
import type { Route } from "../route.ts";
import { KEEP_PARAMETER } from "../storedResults.ts";

const batchRequestSchema = closedObject({
  requests: v.pipe(
    v.array(analyzeRequestSchema),
    v.minLength(1, "must hold a request"),
    v.maxLength(BATCH_REQUESTS_MAX, `must not hold more than ${BATCH_REQUESTS_MAX} requests`),
  ),
});

export const ANALYZE_BATCH: Route = {
  method: "POST",
  path: `${API_ROOT}/attribution/analyze/batch`,
  operationId: "analyzeBatch",
  tag: "Attribution",
  summary: "Many analyses in one exchange, answered line by line as they are made.",
  description:
    `Up to ${BATCH_REQUESTS_MAX} requests in one document, which is refused whole where one of them is not valid; or, as ` +
    "application/x-ndjson, one request a line, read as fast as they are answered. The answer has one line for each request, in order; " +
    "one that cannot be answered is answered by its problem. Each counts for the plan: a document whole or not at all, lines one by one. " +
    "`Idempotency-Key` is not read with lines. A host may bound the time that a request has to arrive whole (`spolia serve`: 60 s).",
  access: "analyze",
  queryParameters: KEEP_PARAMETER,
  request: {
    name: "BatchRequest",
    schema: batchRequestSchema,
    line: { name: "AnalyzeRequest", example: examples.analyzeRequest },
    example: { requests: [examples.analyzeRequest] },
  },
  answer: {
    name: "BatchLine",
    mediaType: NDJSON,
  },
  async run(call) {
    if (call.lines !== null) return answerBatch(call, null);
    const { requests } = parseRequest(batchRequestSchema, call.document);
    if (requests.length > 1) await call.admit(requests.length - 1);
    return answerBatch(call, requests);
  },
};
