/** The service in OpenAPI 3.1, made from the route table and the schemas. Deterministic: the same options give the same document. */
import { type ConversionConfig, toJsonSchemaDefs } from "@valibot/to-json-schema";
import * as v from "valibot";
import * as analyze from "../contract/schemas/analyze.ts";
import * as common from "../contract/schemas/common.ts";
import * as compare from "../contract/schemas/compare.ts";
import * as score from "../contract/schemas/score.ts";
import { ERROR_CODES, type ErrorCode, SpoliaError } from "../errors.ts";
import { answerExamples } from "./answerExamples.ts";
import { MEDIA_TYPES } from "./negotiate.ts";
import { PROBLEM_KINDS, problemOf } from "./problems.ts";
import { type OperationRoute, ROUTES, type Route } from "./routes.ts";
import * as answers from "./schemas.ts";

/** Version of the interface under `/api/v1`, not of the package. */
const API_VERSION = "1.0.0";

export interface OpenApiOptions {
  readonly basePath: string;
  readonly hasAuth: boolean;
}

export function openApiDocument({ basePath, hasAuth }: OpenApiOptions): object {
  return {
    openapi: "3.1.1",
    info: {
      title: "spolia",
      version: API_VERSION,
      description:
        "Tells whether a text was likely used to train AI models: where it was met, by which models, and how surely.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: basePath === "" ? "/" : basePath }],
    paths: Object.fromEntries(ROUTES.map((route) => [route.path, { [route.method.toLowerCase()]: operation(route, hasAuth) }])),
    components: {
      schemas: componentSchemas(),
      examples: {
        ...Object.fromEntries(ERROR_CODES.map((code) => [code, problemExample(code, basePath)])),
        ...Object.fromEntries(Object.entries(answerExamples(basePath)).map(([name, value]) => [name, { value }])),
      },
      headers: { RequestId: { description: "Id of this exchange, for questions about it.", schema: { type: "string" } } },
      ...(hasAuth ? { securitySchemes: { key: { type: "http", scheme: "bearer" } } } : {}),
    },
  };
}

function operation(route: Route, hasAuth: boolean): object {
  const described = { operationId: route.operationId, summary: route.summary, description: route.description };
  if (route.kind === "document") {
    return { ...described, security: [], responses: responses(route, [route.mediaType], ["internal"]) };
  }
  const mediaTypes = MEDIA_TYPES.map(({ name }) => name);
  return {
    ...described,
    ...(route.deprecated === undefined ? {} : { deprecated: true }),
    ...(hasAuth ? { security: [{ key: [] }] } : { security: [] }),
    requestBody: {
      required: true,
      content: content(mediaTypes, { schema: reference("schemas", route.request.name), example: route.request.example }),
    },
    responses: responses(route, mediaTypes, problemCodes(route, hasAuth)),
  };
}

/** Codes that any operation can answer with: those of the transport, and faults of the host. */
const COMMON_PROBLEMS: readonly ErrorCode[] = [
  "invalid_request",
  "unsupported_content_type",
  "content_too_large",
  "too_deep",
  "not_acceptable",
  "corpus_corrupt",
  "corpus_version",
  "catalogue_invalid",
  "storage_failed",
  "kernels_unavailable",
  "unsupported_runtime",
  "closed",
  "aborted",
  "internal",
];

function problemCodes(route: OperationRoute, hasAuth: boolean): ErrorCode[] {
  const wanted = new Set<ErrorCode>([...COMMON_PROBLEMS, ...route.problems, ...(hasAuth ? (["unauthorized"] as const) : [])]);
  return ERROR_CODES.filter((code) => wanted.has(code));
}

function responses(route: Route, mediaTypes: readonly string[], codes: readonly ErrorCode[]): object {
  const headers = { "X-Request-Id": reference("headers", "RequestId") };
  const byStatus: Record<string, object> = {
    "200": {
      description: route.summary,
      headers,
      content: content(mediaTypes, {
        schema: reference("schemas", route.answer),
        ...(route.answer in answerExamples("") && { examples: { typical: reference("examples", route.answer) } }),
      }),
    },
  };
  const problemTypes = [
    "application/problem+json",
    ...MEDIA_TYPES.filter(({ format }) => format === "msgpack").map(({ name }) => name),
  ];
  for (const status of new Set(codes.map((code) => PROBLEM_KINDS[code].status))) {
    const ofStatus = codes.filter((code) => PROBLEM_KINDS[code].status === status);
    const examples = Object.fromEntries(ofStatus.map((code) => [code, reference("examples", code)]));
    byStatus[status] = {
      description: ofStatus.map((code) => PROBLEM_KINDS[code].title).join("; "),
      headers,
      content: content(problemTypes, { schema: reference("schemas", "Problem"), examples }),
    };
  }
  return byStatus;
}

const content = (mediaTypes: readonly string[], body: object): object =>
  Object.fromEntries(mediaTypes.map((name) => [name, body]));

const reference = (kind: string, name: string): object => ({ $ref: `#/components/${kind}/${name}` });

function problemExample(code: ErrorCode, basePath: string): object {
  const { title, status } = PROBLEM_KINDS[code];
  const value = problemOf(new SpoliaError(code, `${title}.`), "00000000-0000-4000-8000-000000000000", basePath);
  return { summary: title, description: `Answered with status ${status}.`, value };
}

/** Named shapes. What is not named here stands where it is used. */
const SCHEMAS = {
  AnalyzeRequest: analyze.analyzeRequestSchema,
  AnalyzeOptions: analyze.analyzeOptionsSchema,
  AnalyzeAnswer: answers.analyzeAnswerSchema,
  ScoreRequest: score.scoreRequestSchema,
  ScoreAnswer: answers.scoreAnswerSchema,
  CompareRequest: compare.compareRequestSchema,
  CompareSide: compare.compareSideSchema,
  CompareAnswer: answers.compareAnswerSchema,
  ContentMetadata: common.contentMetadataSchema,
  Span: common.spanSchema,
  Stage: common.stageSchema,
  Completeness: common.completenessSchema,
  CorpusReference: common.corpusReferenceSchema,
  Method: common.methodSchema,
  Match: analyze.matchSchema,
  MatchedDocument: analyze.matchedDocumentSchema,
  AttributionSource: analyze.attributionSourceSchema,
  PossibleSource: analyze.possibleSourceSchema,
  EstimatedRevenue: analyze.estimatedRevenueSchema,
  RiskAssessment: analyze.riskAssessmentSchema,
  Coverage: analyze.coverageSchema,
  ScoreChannel: score.scoreChannelSchema,
  ScoreJurisdiction: score.scoreJurisdictionSchema,
  Problem: answers.problemSchema,
  Health: answers.healthSchema,
  OpenApi: v.looseObject({ openapi: v.string() }),
};

const CONVERSION: ConversionConfig = {
  target: "draft-2020-12",
  typeMode: "input",
  // Checks stand in descriptions or in metadata; every JSON number is finite.
  ignoreActions: ["check", "finite", "to_lower_case"],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  overrideSchema: ({ valibotSchema }) =>
    valibotSchema.type === "custom" ? { type: "string", contentEncoding: "base64" } : undefined,
};

const REQUEST_SCHEMAS: ReadonlySet<string> = new Set([
  "AnalyzeRequest",
  "AnalyzeOptions",
  "ScoreRequest",
  "CompareRequest",
  "CompareSide",
]);

function componentSchemas(): object {
  const schemas = toJsonSchemaDefs(SCHEMAS, CONVERSION);
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, REQUEST_SCHEMAS.has(name) ? schema : openToMore(schema)]),
  );
}

/** Requests are closed. Answers may gain fields, and a client that was generated from this document is to live with that. */
function openToMore(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(openToMore);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => key !== "additionalProperties" || value !== false);
  return Object.fromEntries(kept.map(([key, value]) => [key, openToMore(value)]));
}
