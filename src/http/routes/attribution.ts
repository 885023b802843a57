/** Where was a text met, how strongly does that support training, and what do two texts share? */
import * as v from "valibot";
import { analyzeRequestSchema, analyzeResultSchema } from "../../contract/schemas/analyze.ts";
import { compareRequestSchema, compareResultSchema } from "../../contract/schemas/compare.ts";
import { parseRequest } from "../../contract/schemas/parse.ts";
import { closedObject, count } from "../../contract/schemas/primitives.ts";
import { scoreRequestSchema, scoreResultSchema } from "../../contract/schemas/score.ts";
import { answerBatch } from "../batch.ts";
import * as examples from "../examples.ts";
import { BATCH_REQUESTS_MAX } from "../limits.ts";
import { NDJSON } from "../negotiate.ts";
import { API_ROOT, nextSteps } from "../paths.ts";
import type { Route } from "../route.ts";
import { answerSchema, nextStepsSchema, problemSchema, succeeded } from "../schemas.ts";
import { KEEP_PARAMETER, storeResult, workIdOf } from "../storedResults.ts";

const analyze: Route = {
  method: "POST",
  path: `${API_ROOT}/attribution/analyze`,
  operationId: "analyze",
  tag: "Attribution",
  summary: "Was this text met in the corpora, which models are documented to have trained on them, and how surely?",
  description:
    "Name the text by `content` (and its `content_type`, unless it is plain text), or by `work_hash`. Valid whatever it holds. `completeness` says what was not looked at: only a complete search can come back empty.",
  access: "analyze",
  queryParameters: KEEP_PARAMETER,
  request: { name: "AnalyzeRequest", schema: analyzeRequestSchema, example: examples.analyzeRequest },
  answer: { name: "AnalyzeAnswer", schema: answerSchema({ ...analyzeResultSchema.entries, next_steps: nextStepsSchema }) },
  problems: ["corpus_not_found", "unknown_work"],
  async run(call) {
    const { engine, basePath } = call.service;
    const request = parseRequest(analyzeRequestSchema, call.document);
    const found = await engine.analyze(request, call.host);
    const result = await storeResult(call, "analysis", "analysis_id", found, {
      request,
      workId: await workIdOf(call, request.work_hash),
    });
    return succeeded({ ...result, next_steps: nextSteps(basePath) });
  },
};

const batchRequestSchema = closedObject({
  requests: v.pipe(
    v.array(analyzeRequestSchema),
    v.minLength(1, "must hold a request"),
    v.maxLength(BATCH_REQUESTS_MAX, `must not hold more than ${BATCH_REQUESTS_MAX} requests`),
  ),
});

const batch: Route = {
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
    ...{ name: "BatchRequest", schema: batchRequestSchema },
    line: { name: "AnalyzeRequest", example: examples.analyzeRequest },
    example: { requests: [examples.analyzeRequest] },
  },
  answer: {
    name: "BatchLine",
    mediaType: NDJSON,
    schema: v.union([
      closedObject({ index: count, success: v.literal(true), result: analyzeResultSchema }),
      closedObject({ index: count, success: v.literal(false), problem: problemSchema }),
    ]),
  },
  problems: [],
  async run(call) {
    if (call.lines !== null) return answerBatch(call, null);
    const { requests } = parseRequest(batchRequestSchema, call.document);
    if (requests.length > 1) await call.admit(requests.length - 1);
    return answerBatch(call, requests);
  },
};

const score: Route = {
  method: "POST",
  path: `${API_ROOT}/attribution/score`,
  operationId: "score",
  tag: "Attribution",
  summary: "How strongly does what is known support that one model was trained on one work?",
  description:
    "Name the work by exactly one of `work_hash`, `content` and `fingerprint_data`. A score is support, not a probability.",
  access: "analyze",
  queryParameters: KEEP_PARAMETER,
  request: { name: "ScoreRequest", schema: scoreRequestSchema, example: examples.scoreRequest },
  answer: { name: "ScoreAnswer", schema: answerSchema(scoreResultSchema.entries) },
  problems: ["unknown_model", "unknown_jurisdiction", "unknown_work", "fingerprint_invalid", "incompatible_fingerprints"],
  async run(call) {
    const request = parseRequest(scoreRequestSchema, call.document);
    const found = await call.service.engine.score(request, call.host);
    const workId = await workIdOf(call, request.work_hash);
    return succeeded(await storeResult(call, "score", "score_id", found, { request, workId }));
  },
};

const compare: Route = {
  method: "POST",
  path: `${API_ROOT}/compare`,
  operationId: "compare",
  tag: "Attribution",
  summary: "What do two texts share?",
  description:
    "Name each side by exactly one of `content`, `fingerprint_data` and `work_hash`. Passages and a settled relation need the content of both; from fingerprint data shares are estimates with 95 % intervals.",
  access: "analyze",
  request: { name: "CompareRequest", schema: compareRequestSchema, example: examples.compareRequest },
  answer: { name: "CompareAnswer", schema: answerSchema(compareResultSchema.entries) },
  problems: ["unknown_work", "fingerprint_invalid", "incompatible_fingerprints"],
  run: async ({ service: { engine }, document, host }) =>
    succeeded(await engine.compare(parseRequest(compareRequestSchema, document), host)),
};

export const ATTRIBUTION: readonly Route[] = [analyze, batch, score, compare];
