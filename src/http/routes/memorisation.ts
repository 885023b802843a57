/** What does a model know of a work? By documents, by its continuations, by its log-probabilities. */
import type { HostOptions } from "../../contract/engine.ts";
import { assessRequestSchema, assessResultSchema } from "../../contract/schemas/assess.ts";
import { extractRequestSchema, extractResultSchema } from "../../contract/schemas/extract.ts";
import { parseRequest } from "../../contract/schemas/parse.ts";
import { probeRequestSchema, probeResultSchema } from "../../contract/schemas/probe.ts";
import * as examples from "../examples.ts";
import { ASK_TIMEOUT_MS, BODY_VALUES_OBSERVED_MAX } from "../limits.ts";
import { API_ROOT } from "../paths.ts";
import type { Route, RouteCall } from "../route.ts";
import { answerSchema, succeeded } from "../schemas.ts";
import { KEEP_PARAMETER, storeResult, workIdOf } from "../storedResults.ts";

const assess: Route = {
  method: "POST",
  path: `${API_ROOT}/assess`,
  operationId: "assess",
  tag: "Memorisation",
  summary: "How likely is a model to have memorised a work, by what is known of both?",
  description:
    "The model is not asked. Copies in corpora that are searched, length, rarity, size of the model and published findings, each with its source.",
  access: "analyze",
  request: { name: "AssessRequest", schema: assessRequestSchema, example: examples.assessRequest },
  answer: { name: "AssessAnswer", schema: answerSchema(assessResultSchema.entries) },
  problems: ["unknown_model", "unknown_work", "unsupported_content_type"],
  run: async ({ service: { engine }, document, host }) =>
    succeeded(await engine.assess(parseRequest(assessRequestSchema, document), host)),
};

const MODEL_WORDS =
  "`model` is a name that the operator configured; an address never comes from a request. Instead of it `observations` carry what a model answered elsewhere. Asking ends in time for an answer: what was not asked by then is told in `completeness`.";

const MODEL_PROBLEMS = [
  ...(["model_not_configured", "model_cannot", "model_failed", "observations_invalid"] as const),
  ...(["too_few_controls", "budget_exhausted"] as const),
];

const extract: Route = {
  method: "POST",
  path: `${API_ROOT}/extract`,
  operationId: "extract",
  tag: "Memorisation",
  summary: "Does a model recite a work, how much of it and where?",
  description: `${MODEL_WORDS} Without control texts nothing is claimed.`,
  access: "probe",
  queryParameters: KEEP_PARAMETER,
  request: {
    ...{ name: "ExtractRequest", schema: extractRequestSchema, example: examples.extractRequest },
    valuesMax: BODY_VALUES_OBSERVED_MAX,
  },
  answer: { name: "ExtractAnswer", schema: answerSchema(extractResultSchema.entries) },
  problems: [...MODEL_PROBLEMS, "unknown_work", "unsupported_content_type"],
  async run(call) {
    const request = parseRequest(extractRequestSchema, call.document);
    const found = await call.service.engine.extract(request, asking(call));
    const workId = await workIdOf(call, request.work.work_hash);
    return succeeded(await storeResult(call, "extraction", "extract_id", found, { request, workId }));
  },
};

const probe: Route = {
  method: "POST",
  path: `${API_ROOT}/probe`,
  operationId: "probe",
  tag: "Memorisation",
  summary: "What do a model's log-probabilities say about whether it was trained on texts, canaries or an order?",
  description: `${MODEL_WORDS} Canaries and an order are verified before the model is asked, and give exact p-values.`,
  access: "probe",
  queryParameters: KEEP_PARAMETER,
  request: {
    ...{ name: "ProbeRequest", schema: probeRequestSchema, example: examples.probeRequest },
    valuesMax: BODY_VALUES_OBSERVED_MAX,
  },
  answer: { name: "ProbeAnswer", schema: answerSchema(probeResultSchema.entries) },
  problems: [...MODEL_PROBLEMS, "commitment_mismatch"],
  async run(call) {
    const request = parseRequest(probeRequestSchema, call.document);
    const found = await call.service.engine.probe(request, asking(call));
    return succeeded(await storeResult(call, "probe", "probe_id", found, { request }));
  },
};

/** Stops asking while there is time to answer with what was answered. */
const asking = ({ host }: RouteCall): HostOptions => ({ ...host, askUntil: AbortSignal.timeout(ASK_TIMEOUT_MS) });

export const MEMORISATION: readonly Route[] = [assess, extract, probe];
