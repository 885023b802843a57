/**
 * The OpenAPI 3.1 document of the service, generated from the route table and the schemas. Deterministic: the same
 * options give the same document.
 */
import { type ConversionConfig, toJsonSchemaDefs } from "@valibot/to-json-schema";
import type * as v from "valibot";
import type { OperationName } from "../contract/operations.ts";
import { analyzeOptionsSchema } from "../contract/schemas/analyze.ts";
import { contentMetadataSchema } from "../contract/schemas/common.ts";
import { compareSideSchema } from "../contract/schemas/compare.ts";
import { OPERATION_NAMES } from "../engine/operations.ts";
import { ERROR_CODES, type ErrorCode, SpoliaError } from "../errors.ts";
import { succeeded } from "./answers.ts";
import { REQUEST_TEXTS } from "./documents.generated.ts";
import { FORM_TYPE } from "./form.ts";
import { MEDIA_TYPES, NDJSON } from "./negotiate.ts";
import { answerSchemas, withTexts } from "./openapi.schemas.ts";
import { nextSteps } from "./paths.ts";
import { PROBLEM_KINDS, problemOf } from "./problems.ts";
import { canBeDoneOnce, type ParameterTexts, type Route } from "./route.ts";
import { SAMPLES } from "./samples.generated.ts";

/** Version of the interface under `/api/v1`, not of the package. */
const API_VERSION = "1.0.0";

/** Descriptions of the tags, which are the headings of the documentation. */
const TAGS: Readonly<Record<string, string>> = {
  Attribution: "Find a text in corpora, score the evidence that a model was trained on it, and compare two texts.",
  Memorisation: "What a model knows of a text: risk assessment, extraction, and tests of log-probabilities.",
  Canaries: "Random strings with a commitment before publication, and their exact test.",
  Works: "Registered texts, each with a signed history of its results.",
  Results: "Stored results.",
  Decisions: "What people decided about findings: shown beside them, and without any effect on them.",
  Monitors: "Repeated analyses of works, on schedule and when corpora, the catalogue or models change.",
  Webhooks: "Addresses for notifications, and the delivery of messages.",
  Jobs: "Long tasks, which you can poll and cancel.",
  Reports: "Signed bundles of evidence, and their verification.",
  Corpora: "The searched corpora.",
  Catalogue: "Which models are documented to have trained on which datasets, with sources, and legal rules.",
  Keys: "Keys, plans and usage.",
  Accounts: "Accounts and their plans, for the operator of the service.",
  OAuth: "Access tokens for keys.",
  Service: "The service itself: its documentation and status.",
};

interface OpenApiOptions {
  readonly basePath: string;
  readonly hasAuth: boolean;
  /** Whether the service has a registry, and so can recognise repeated requests. */
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
        "Estimates whether a text was used to train AI models: in which corpora it is found, which models trained on them, and with what confidence.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: basePath === "" ? "/" : basePath }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name, description: TAGS[name] })),
    paths: pathsOf(routes, options),
    components: {
      schemas: componentSchemas(routes),
      responses: problemResponses(routes, options),
      examples: {
        ...Object.fromEntries(ERROR_CODES.map((code) => [code, problemExample(code, basePath)])),
        ...answerExamples(routes, basePath),
      },
      headers: {
        RequestId: { description: "Id of this exchange, for support requests.", schema: { type: "string" } },
      },
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
    operationId,
    tags: [tag],
    summary,
    description,
    ...(route.deprecated === undefined ? {} : { deprecated: true }),
    security: options.hasAuth && access !== "public" ? [{ key: [] }] : [],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(request === undefined ? {} : { requestBody: requestBody(request) }),
    responses: responses(route, mediaTypes, problemCodes(route, options)),
  };
}

/** Whether the route accepts an idempotency key (`idempotency.ts`). */
const isDoneOnce = (route: Route, { hasRegistry }: OpenApiOptions): boolean => hasRegistry && canBeDoneOnce(route);

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "A key that the caller chooses. A request repeated with the same key within 24 hours is processed once and gets the same response, with `null` for secrets that are shown once. The header `Idempotent-Replayed: true` marks the response to a repeated request.",
  schema: { type: "string", pattern: "^[!-~]{1,255}$" },
};

const parametersIn = (place: "path" | "query", texts: ParameterTexts = {}): object[] =>
  Object.entries(texts).map(([name, description]) => ({
    name,
    in: place,
    description,
    schema: { type: "string" },
    ...(place === "path" ? { required: true } : {}),
  }));

const requestBody = ({ name, example, line, isForm }: NonNullable<Route["request"]>): object => ({
  required: true,
  content: {
    ...content(isForm ? [FORM_TYPE] : MEDIA_TYPES.map((type) => type.name), {
      schema: reference("schemas", name),
      example,
    }),
    // The schema is that of one line.
    ...(line === undefined ? {} : { [NDJSON]: { schema: reference("schemas", line.name), example: line.example } }),
  },
});

const HEADERS = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };

/** Error codes of routes with a body, of routes with an idempotency key, and of routes that are not public. */
const BODY_PROBLEMS: readonly ErrorCode[] = [
  ...(["unsupported_content_type", "content_too_large", "too_deep", "request_timeout"] as const),
];
const ONCE_PROBLEMS: readonly ErrorCode[] = ["idempotency_mismatch", "conflict"];
const KEY_PROBLEMS: readonly ErrorCode[] = [
  "unauthorized",
  "forbidden",
  "quota_exceeded",
  "plan_limit",
  "rate_limited",
];
/** Error codes of every negotiated route: those of the transport, and faults of the host. */
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
  const { problems = [] } = route;
  if (route.access === "public" && route.request === undefined) return [...problems, "internal"];
  const wanted = new Set<ErrorCode>([
    ...COMMON_PROBLEMS,
    ...(route.request === undefined ? [] : BODY_PROBLEMS),
    ...problems,
    ...(options.hasRegistry ? (["registry_failed"] as const) : []),
    ...(isDoneOnce(route, options) ? ONCE_PROBLEMS : []),
    ...(options.hasAuth && route.access !== "public" ? KEY_PROBLEMS : []),
  ]);
  return ERROR_CODES.filter((code) => wanted.has(code));
}

function responses(route: Route, mediaTypes: readonly string[], codes: readonly ErrorCode[]): object {
  const byStatus: Record<string, object> = {
    [route.answer.status ?? 200]: {
      description: route.summary,
      headers: HEADERS,
      content: content(mediaTypes, {
        schema: reference("schemas", route.answer.name),
        ...(route.answer.name in SAMPLED && {
          examples: { typical: reference("examples", route.answer.name) },
        }),
      }),
    },
  };
  const { refusals } = route.answer;
  for (const status of refusals?.statuses ?? []) {
    const refused = content(mediaTypes, { schema: reference("schemas", refusals!.name) });
    byStatus[status] = { description: `Refused: ${route.summary}`, headers: HEADERS, content: refused };
  }
  for (const [status, ofStatus] of byProblemStatus(codes)) {
    const refused = byStatus[status] as { content: object } | undefined;
    byStatus[status] =
      refused === undefined
        ? reference("responses", problemName(status, ofStatus))
        : { ...problemResponse(ofStatus), content: { ...refused.content, ...problemResponse(ofStatus).content } };
  }
  return byStatus;
}

/** The error codes of each status. */
function byProblemStatus(codes: readonly ErrorCode[]): [status: number, codes: ErrorCode[]][] {
  const statuses = new Set(codes.map((code) => PROBLEM_KINDS[code].status));
  return [...statuses].map((status) => [status, codes.filter((code) => PROBLEM_KINDS[code].status === status)]);
}

/** Operations with the same error codes share a response component, named by its status and its codes. */
const problemName = (status: number, codes: readonly ErrorCode[]): string => [status, ...codes].join(".");

const PROBLEM_TYPES: readonly string[] = [
  "application/problem+json",
  ...MEDIA_TYPES.filter(({ format }) => format === "msgpack").map(({ name }) => name),
];

function problemResponse(codes: readonly ErrorCode[]) {
  const examples = Object.fromEntries(codes.map((code) => [code, reference("examples", code)]));
  return {
    description: codes.map((code) => PROBLEM_KINDS[code].title).join("; "),
    headers: HEADERS,
    content: content(PROBLEM_TYPES, { schema: reference("schemas", "Problem"), examples }),
  };
}

function problemResponses(routes: readonly Route[], options: OpenApiOptions): object {
  const all = routes.flatMap((route) =>
    byProblemStatus(problemCodes(route, options)).filter(
      ([status]) => !route.answer.refusals?.statuses.includes(status),
    ),
  );
  return Object.fromEntries(all.map(([status, codes]) => [problemName(status, codes), problemResponse(codes)]));
}

const content = (mediaTypes: readonly string[], body: object): object =>
  Object.fromEntries(mediaTypes.map((name) => [name, body]));

/** Names of response documents, and the operations whose results they contain. */
const SAMPLED: Readonly<Record<string, OperationName>> = {
  ...Object.fromEntries(OPERATION_NAMES.map((name) => [`${name[0]!.toUpperCase()}${name.slice(1)}Answer`, name])),
  AnalyzeWorkAnswer: "analyze",
};

/** The samples of results, each with the fields that HTTP adds. */
function answerExamples(routes: readonly Route[], basePath: string): object {
  const names = routes.map(({ answer }) => answer.name).filter((name) => name in SAMPLED);
  const exampleOf = (name: string) => ({
    description: "A recorded response. Its lists are shortened to two items.",
    value: {
      ...succeeded(SAMPLES[SAMPLED[name]!]),
      ...(name === "AnalyzeAnswer" && { next_steps: nextSteps(basePath) }),
    },
  });
  return Object.fromEntries(names.map((name) => [name, exampleOf(name)]));
}

const reference = (kind: string, name: string): object => ({ $ref: `#/components/${kind}/${name}` });

function problemExample(code: ErrorCode, basePath: string): object {
  const { title, status } = PROBLEM_KINDS[code];
  const value = problemOf(new SpoliaError(code, `${title}.`), "00000000-0000-4000-8000-000000000000", basePath);
  return { summary: title, description: `Answered with status ${status}.`, value };
}

/** Parts of requests that become named components. All other parts are inline. */
const REQUEST_PARTS: Readonly<Record<string, v.GenericSchema>> = {
  AnalyzeOptions: analyzeOptionsSchema,
  CompareSide: compareSideSchema,
  ContentMetadata: contentMetadataSchema,
};

const CONVERSION: ConversionConfig = {
  target: "draft-2020-12",
  typeMode: "input",
  // Descriptions or metadata state the checks; every JSON number is finite.
  ignoreActions: ["check", "finite", "to_lower_case"],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  overrideSchema: ({ valibotSchema }) =>
    valibotSchema.type === "custom" ? { type: "string", contentEncoding: "base64" } : undefined,
};

/**
 * Requests allow no other fields. Responses may gain fields, which clients generated from this document must accept.
 */
function componentSchemas(routes: readonly Route[]): object {
  const requests = routes.flatMap(({ request }) =>
    request === undefined ? [] : [[request.name, request.schema] as const],
  );
  const ofRequests = toJsonSchemaDefs({ ...REQUEST_PARTS, ...Object.fromEntries(requests) }, CONVERSION);
  const answers = routes.flatMap(({ answer: { name, refusals } }) =>
    refusals === undefined ? [name] : [name, refusals.name],
  );
  const { ContentMetadata: _, ...ofAnswers } = answerSchemas([...answers, "Problem"]);
  const described = Object.entries(ofRequests).map(([name, schema]) => [name, withTexts(schema, REQUEST_TEXTS[name]!)]);
  return { ...Object.fromEntries(described), ...ofAnswers };
}
