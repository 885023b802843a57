/** The service in OpenAPI 3.1, made from the route table and the schemas. Deterministic: the same options give the same document. */
import { type ConversionConfig, toJsonSchemaDefs } from "@valibot/to-json-schema";
import type * as v from "valibot";
import * as analyze from "../contract/schemas/analyze.ts";
import * as common from "../contract/schemas/common.ts";
import * as compare from "../contract/schemas/compare.ts";
import * as score from "../contract/schemas/score.ts";
import { ERROR_CODES, type ErrorCode, SpoliaError } from "../errors.ts";
import { answerExamples } from "./answerExamples.ts";
import { FORM_TYPE } from "./form.ts";
import { MEDIA_TYPES, NDJSON } from "./negotiate.ts";
import { PROBLEM_KINDS, problemOf } from "./problems.ts";
import { canBeDoneOnce, type ParameterTexts, type Route } from "./route.ts";
import * as answers from "./schemas.ts";

/** Version of the interface under `/api/v1`, not of the package. */
const API_VERSION = "1.0.0";

/** What stands under a heading. */
const TAGS: Readonly<Record<string, string>> = {
  Attribution: "Where a text was met, what supports that a model was trained on it, what two texts share.",
  Memorisation: "What a model knows of a text: its risk by documents, what it recites, what its log-probabilities tell.",
  Canaries: "Random strings that are committed to before publication, and the exact test on them.",
  Works: "Texts that are registered, each with the signed history of what was said of it.",
  Results: "Answers that were kept.",
  Monitors: "Works that are watched, on schedule and when corpora, the catalogue or models change.",
  Webhooks: "Where findings are told, what was sent and what could not be.",
  Jobs: "Long work that is polled and cancelled.",
  Reports: "Signed bundles of evidence, and whether they hold.",
  Corpora: "What is searched.",
  Catalogue: "Who is documented to have trained on what, by whose word, and the law of places.",
  Keys: "Keys, plans and what was used of them.",
  OAuth: "Access tokens for keys.",
  Service: "The service itself: what it answers and how it does.",
};

interface OpenApiOptions {
  readonly basePath: string;
  readonly hasAuth: boolean;
  /** Whether the service remembers, and so can tell a request that comes again. */
  readonly hasRegistry: boolean;
}

export function openApiDocument(routes: readonly Route[], options: OpenApiOptions): object {
  const { basePath, hasAuth } = options;
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
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name, description: TAGS[name] })),
    paths: pathsOf(routes, options),
    components: {
      schemas: componentSchemas(routes),
      examples: {
        ...Object.fromEntries(ERROR_CODES.map((code) => [code, problemExample(code, basePath)])),
        ...Object.fromEntries(Object.entries(answerExamples(basePath)).map(([name, value]) => [name, { value }])),
      },
      headers: { RequestId: { description: "Id of this exchange, for questions about it.", schema: { type: "string" } } },
      ...(hasAuth ? { securitySchemes: { key: { type: "http", scheme: "bearer" } } } : {}),
    },
  };
}

function pathsOf(routes: readonly Route[], options: OpenApiOptions): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, options) };
  }
  return paths;
}

function operation(route: Route, options: OpenApiOptions): object {
  const { operationId, tag, summary, description, request, answer, access } = route;
  const mediaTypes = answer.mediaType === undefined ? MEDIA_TYPES.map(({ name }) => name) : [answer.mediaType];
  const parameters = [
    ...parametersIn("path", route.pathParameters),
    ...parametersIn("query", route.queryParameters),
    ...(isDoneOnce(route, options) ? [IDEMPOTENCY_KEY] : []),
  ];
  return {
    ...{ operationId, tags: [tag], summary, description },
    ...(route.deprecated === undefined ? {} : { deprecated: true }),
    security: options.hasAuth && access !== "public" ? [{ key: [] }] : [],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(request === undefined ? {} : { requestBody: requestBody(request) }),
    responses: responses(route, mediaTypes, problemCodes(route, options)),
  };
}

/** Whether the caller may say by a key that a request comes again (`idempotency.ts`). */
const isDoneOnce = (route: Route, { hasRegistry }: OpenApiOptions): boolean => hasRegistry && canBeDoneOnce(route);

const IDEMPOTENCY_KEY = {
  ...{ name: "Idempotency-Key", in: "header" },
  description:
    "Of the caller's choice. The same request with the same key is done once, and answered with the same bytes for 24 hours.",
  schema: { type: "string", pattern: "^[!-~]{1,255}$" },
};

const parametersIn = (place: "path" | "query", texts: ParameterTexts = {}): object[] =>
  Object.entries(texts).map(([name, description]) => ({
    ...{ name, in: place, description, schema: { type: "string" } },
    ...(place === "path" ? { required: true } : {}),
  }));

const requestBody = ({ name, example, line, isForm }: NonNullable<Route["request"]>): object => ({
  required: true,
  content: {
    ...content(isForm ? [FORM_TYPE] : MEDIA_TYPES.map((type) => type.name), { schema: reference("schemas", name), example }),
    // The schema is that of one line.
    ...(line === undefined ? {} : { [NDJSON]: { schema: reference("schemas", line.name), example: line.example } }),
  },
});

/** Codes that come with a body, and with what is not public. */
const BODY_PROBLEMS: readonly ErrorCode[] = ["unsupported_content_type", "content_too_large", "too_deep"];
const ONCE_PROBLEMS: readonly ErrorCode[] = ["idempotency_mismatch", "conflict"];
const KEY_PROBLEMS: readonly ErrorCode[] = ["unauthorized", "forbidden", "quota_exceeded", "rate_limited"];
/** Codes that whatever is negotiated can answer with: those of the transport, and faults of the host. */
const COMMON_PROBLEMS: readonly ErrorCode[] = [
  "invalid_request",
  "not_acceptable",
  "corpus_corrupt",
  "corpus_version",
  "catalogue_invalid",
  "storage_failed",
  "kernels_unavailable",
  "unsupported_runtime",
  "closed",
  "aborted",
  "overloaded",
  "internal",
];

function problemCodes(route: Route, options: OpenApiOptions): ErrorCode[] {
  if (route.access === "public" && route.request === undefined) return [...route.problems, "overloaded", "internal"];
  const wanted = new Set<ErrorCode>([
    ...COMMON_PROBLEMS,
    ...(route.request === undefined ? [] : BODY_PROBLEMS),
    ...route.problems,
    ...(options.hasRegistry ? (["registry_failed"] as const) : []),
    ...(isDoneOnce(route, options) ? ONCE_PROBLEMS : []),
    ...(options.hasAuth && route.access !== "public" ? KEY_PROBLEMS : []),
  ]);
  return ERROR_CODES.filter((code) => wanted.has(code));
}

function responses(route: Route, mediaTypes: readonly string[], codes: readonly ErrorCode[]): object {
  const headers = { "X-Request-Id": reference("headers", "RequestId") };
  const byStatus: Record<string, object> = {
    [route.answer.status ?? 200]: {
      description: route.summary,
      headers,
      content: content(mediaTypes, {
        schema: reference("schemas", route.answer.name),
        ...(route.answer.name in answerExamples("") && { examples: { typical: reference("examples", route.answer.name) } }),
      }),
    },
  };
  const { refusals } = route.answer;
  for (const status of refusals?.statuses ?? []) {
    const refused = content(mediaTypes, { schema: reference("schemas", refusals!.name) });
    byStatus[status] = { description: `Refused: ${route.summary}`, headers, content: refused };
  }
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
      content: {
        ...(byStatus[status] as { content?: object } | undefined)?.content,
        ...content(problemTypes, { schema: reference("schemas", "Problem"), examples }),
      },
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

/** Shapes that stand in several places. Requests and answers are named by their routes; what is not named stands where it is used. */
const SHARED_SCHEMAS: Readonly<Record<string, v.GenericSchema>> = {
  AnalyzeOptions: analyze.analyzeOptionsSchema,
  CompareSide: compare.compareSideSchema,
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

/** Parts of requests, which are closed as these are. */
const REQUEST_PARTS: readonly string[] = ["AnalyzeOptions", "CompareSide"];

function componentSchemas(routes: readonly Route[]): object {
  const requests = routes.flatMap(({ request }) => (request === undefined ? [] : [request]));
  const named = Object.fromEntries(
    [...requests, ...routes.flatMap(({ answer: { refusals, ...answer } }) => [answer, ...(refusals ? [refusals] : [])])].map(
      ({ name, schema }) => [name, schema],
    ),
  );
  const closed = new Set([...REQUEST_PARTS, ...requests.map(({ name }) => name)]);
  const schemas = toJsonSchemaDefs({ ...SHARED_SCHEMAS, ...named }, CONVERSION);
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, closed.has(name) ? schema : openToMore(schema)]),
  );
}

/** Requests are closed. Answers may gain fields, and a client that was generated from this document is to live with that. */
function openToMore(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(openToMore);
  if (typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => key !== "additionalProperties" || value !== false);
  return Object.fromEntries(kept.map(([key, value]) => [key, openToMore(value)]));
}
