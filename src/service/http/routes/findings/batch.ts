/** Many analyses in one exchange. */

import * as v from "valibot";
import { analyzeRequestSchema } from "../../../../base/contract/schemas/operations/analyze.ts";
import { parseRequest } from "../../../../base/contract/schemas/parse.ts";
import { closedObject } from "../../../../base/contract/schemas/primitives.ts";
import { sum } from "../../../../base/lists/numbers.ts";
import { countedWords } from "../../../jobs/words.ts";
import { NDJSON, prefersAsync } from "../../answer/negotiate.ts";
import { KEEP_PARAMETER } from "../../answer/storedResults.ts";
import { answerBatch } from "../../batch/batch.ts";
import { submitBatch } from "../../batch/batchJobs.ts";
import * as examples from "../../openapi/examples.ts";
import { API_ROOT } from "../../paths.ts";
import { BATCH_REQUESTS_MAX } from "../../request/limits.ts";
import { DECISIONS_PARAMETER } from "../../request/registeredDecisions.ts";
import type { Route } from "../../route.ts";

const batchRequestSchema = closedObject({
  requests: v.pipe(
    v.array(analyzeRequestSchema),
    v.minLength(1, "must have at least one request"),
    v.maxLength(BATCH_REQUESTS_MAX, `must have at most ${BATCH_REQUESTS_MAX} requests`),
  ),
});

export const ANALYZE_BATCH: Route = {
  method: "POST",
  path: `${API_ROOT}/attribution/analyze/batch`,
  operationId: "analyzeBatch",
  tag: "Attribution",
  summary: "Analyse many texts in one exchange; the response is streamed line by line.",
  description:
    `The body is one document with up to ${BATCH_REQUESTS_MAX} requests, which is rejected if one of them is invalid; or, as ` +
    "application/x-ndjson, one request per line, read as fast as they are answered. The response has one line for each request, in order; " +
    "the line of a failed request contains a problem, and counts nothing. Each request counts towards the plan: those of a document all together or not at all, lines one by one, and words as those of `analyze`. " +
    "With lines, `Idempotency-Key` is ignored. Lines that do not go on for 60 s while the service waits for them end the exchange. " +
    "With `Prefer: respond-async` and a registry the batch becomes a job: the response is 202 with its address in `Location`, " +
    "`/results` behind it gives the lines, and `Idempotency-Key` works for lines too. The submission counts as one call, in the place " +
    "of the first line; every other line counts when it is worked on, and waits while the calls or words of the day are used up.",
  access: "analyze",
  queryParameters: { ...KEEP_PARAMETER, ...DECISIONS_PARAMETER },
  request: {
    name: "BatchRequest",
    schema: batchRequestSchema,
    line: { name: "AnalyzeRequest", example: examples.analyzeRequest },
    example: { requests: [examples.analyzeRequest] },
  },
  answer: {
    name: "BatchLine",
    mediaType: NDJSON,
    accepted: "JobAnswer",
  },
  async run(call) {
    const {
      service: { registry },
      caller: { tenant },
    } = call;
    const isJob = registry !== null && prefersAsync(call.headers);
    const requests = call.lines === null ? parseRequest(batchRequestSchema, call.document).requests : null;
    if (isJob) return submitBatch(call, requests);
    if (requests !== null) {
      const counted = await Promise.all(requests.map((request) => countedWords(registry, tenant, request, true)));
      const of_encoder = sum(counted, (own) => own.of_encoder ?? 0);
      await call.admit({ calls: requests.length - 1, words: sum(counted, (own) => own.words), of_encoder });
    }
    return answerBatch(call, requests);
  },
};
