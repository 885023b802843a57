/**
 * The OpenAPI 3.1 document of the service, generated from the route table and the schemas. Deterministic: the same
 * options give the same document.
 */
import type { GenericSchema } from "valibot";
import { SAMPLES } from "../../../../build/generated/samples.ts";
import type { OperationName } from "../../../base/contract/operations.ts";
import { contentMetadataSchema } from "../../../base/contract/schemas/common.ts";
import { analyzeOptionsSchema } from "../../../base/contract/schemas/operations/analyze.ts";
import { canarySecretSchema, orderSecretSchema } from "../../../base/contract/schemas/operations/canary.ts";
import { compareSideSchema } from "../../../base/contract/schemas/operations/compare.ts";
import { custodySchema } from "../../../base/contract/schemas/operations/custody.ts";
import { channelObservationSchema, observedRateSchema } from "../../../base/contract/schemas/operations/observation.ts";
import { probeTextSchema, recordedScoresSchema } from "../../../base/contract/schemas/operations/probe.ts";
import { sectionSchema } from "../../../base/contract/schemas/sections.ts";
import { ERROR_CODES, type ErrorCode, SpoliaError } from "../../../base/errors.ts";
import { OPERATION_NAMES } from "../../../engine/operations.ts";
import type { Scope } from "../../accounts/keys.ts";
import { succeeded } from "../answer/answers.ts";
import { JSON_TYPE, NDJSON } from "../answer/negotiate.ts";
import { PROBLEM_KINDS, problemOf } from "../answer/problems.ts";
import { nextSteps } from "../paths.ts";
import { FORM_TYPE } from "../request/form.ts";
import type { Route } from "../route.ts";
import { headerComponents, isDoneOnce, type ServedParts } from "./headers.ts";
import { IDEMPOTENCY_KEY, IF_NONE_MATCH, ParameterComponents, PREFER } from "./parameters.ts";
import { OTHER_TYPES, responseComponents, responsesOf } from "./responses.ts";
import { answerSchemas, reference, requestSchemas } from "./schemas.ts";
import { HEADER_PARAMETERS, MESSAGE_NAMES, messageExamples, webhooks } from "./webhooks.ts";

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
  Rights: "What files say about the use of texts by machines.",
  Marketplace: "Offers of registered works, licences, and reports of use. No money is moved.",
  Catalogue: "Which models are documented to have trained on which datasets, with sources, and legal rules.",
  Keys: "Keys, plans and usage.",
  Accounts: "Accounts and their plans, for the operator of the service.",
  OAuth: "Access tokens for keys.",
  Service: "The service itself: its documentation and status.",
};

interface OpenApiOptions extends ServedParts {
  readonly basePath: string;
  /** Address that issues tokens; `null` if this service issues none. */
  readonly tokenUrl: string | null;
}

export function openApiDocument(routes: readonly Route[], options: OpenApiOptions): object {
  const { basePath, hasRegistry } = options;
  const parameters = new ParameterComponents(routes, options);
  return {
    openapi: "3.1.1",
    info: {
      title: "spolia",
      version: API_VERSION,
      description: `${DESCRIPTION} ${FORMATS} ${TRACES}`,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: basePath === "" ? "/" : basePath }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name, description: TAGS[name] })),
    ...(options.hasAuth && { security: grants(USUAL_SCOPE, options) }),
    paths: pathsOf(routes, options, parameters),
    ...(hasRegistry ? { webhooks: webhooks() } : {}),
    components: {
      schemas: componentSchemas(routes, hasRegistry),
      responses: responseComponents(routes, options),
      parameters: { ...parameters.components, ...(hasRegistry ? HEADER_PARAMETERS : {}) },
      examples: { ...examplesOf(routes, basePath), ...(hasRegistry ? messageExamples() : {}) },
      headers: headerComponents(routes, options),
      ...(options.hasAuth ? { securitySchemes: securitySchemes(options) } : {}),
    },
    "x-other-media-types": { [JSON_TYPE.name]: OTHER_TYPES },
  };
}

const DESCRIPTION =
  "Estimates whether a text was used to train AI models: in which corpora it is found, which models trained on them, and with what confidence.";

const FORMATS = `Without \`x-json-only\`, wherever \`application/json\` stands, ${OTHER_TYPES.map((name) => `\`${name}\``).join(" and ")} are served and accepted too, with the same documents; problems are then in that format.`;

const TRACES = "A request may state its trace with `traceparent` (W3C Trace Context), for the operator's records.";

const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  read: "Read records.",
  analyze: "Analyse, score and compare texts.",
  probe: "Query models, which costs the operator money.",
  write: "Register, watch and delete works.",
  keys: "Create and revoke keys.",
};

function securitySchemes({ tokenUrl }: OpenApiOptions): object {
  const key = { type: "http", scheme: "bearer", description: "A key, or an access token." };
  if (tokenUrl === null) return { key };
  const description = "The id of a key is the client id, and the key the client secret.";
  return {
    key,
    oauth: { type: "oauth2", description, flows: { clientCredentials: { tokenUrl, scopes: SCOPE_TEXTS } } },
  };
}

/** What the whole document requires where an operation requires nothing else. */
const USUAL_SCOPE: Scope = "read";

const grants = (scope: Scope, { tokenUrl }: OpenApiOptions): object[] => [
  { key: [scope] },
  ...(tokenUrl === null ? [] : [{ oauth: [scope] }]),
];

function securityOf({ access }: Route, options: OpenApiOptions): { readonly security?: object[] } {
  if (!options.hasAuth || access === "public") return { security: [] };
  // The operator's own key has no scopes, and no token stands for it.
  if (access === "operator") return { security: [{ key: [] }] };
  return access === USUAL_SCOPE ? {} : { security: grants(access, options) };
}

function pathsOf(routes: readonly Route[], options: OpenApiOptions, parameters: ParameterComponents): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, options, parameters) };
  return paths;
}

function operation(route: Route, options: OpenApiOptions, components: ParameterComponents): object {
  const { operationId, tag, summary, description, deprecated, request, answer } = route;
  const parameters = [
    ...components.of(route),
    ...(isDoneOnce(route, options) ? [IDEMPOTENCY_KEY] : []),
    ...(answer.accepted !== undefined && options.hasRegistry ? [PREFER] : []),
    ...(route.isCacheable ? [IF_NONE_MATCH] : []),
  ];
  const example = answer.name in SAMPLED ? { examples: { typical: reference("examples", answer.name) } } : {};
  return {
    operationId,
    tags: [tag],
    summary,
    description: deprecated === undefined ? description : `Use \`${deprecated.successor}\`.`,
    ...(deprecated === undefined ? {} : { deprecated: true }),
    ...(answer.mediaType === JSON_TYPE.name ? { "x-json-only": true } : {}),
    ...securityOf(route, options),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(request === undefined ? {} : { requestBody: requestBody(request) }),
    responses: responsesOf(route, options, example),
  };
}

const requestBody = ({ name, line, isForm }: NonNullable<Route["request"]>): object => ({
  required: true,
  content: {
    [isForm ? FORM_TYPE : JSON_TYPE.name]: typical(name),
    // The schema is that of one line.
    ...(line === undefined ? {} : { [NDJSON]: typical(line.name) }),
  },
});

const typical = (name: string): object => ({
  schema: reference("schemas", name),
  examples: { typical: reference("examples", name) },
});

/** Names of response documents, and the operations whose results they contain. */
const SAMPLED: Readonly<Record<string, OperationName>> = Object.fromEntries(
  OPERATION_NAMES.map((name) => [`${name[0]!.toUpperCase()}${name.slice(1)}Answer`, name]),
);

/** An example of each problem, of each request, and of the results of operations. */
function examplesOf(routes: readonly Route[], basePath: string): object {
  const requests = routes.flatMap(({ request }) =>
    request === undefined ? [] : [[request.name, { value: request.example }]],
  );
  return {
    ...Object.fromEntries(ERROR_CODES.map((code) => [code, problemExample(code, basePath)])),
    ...Object.fromEntries(requests),
    ...answerExamples(routes, basePath),
  };
}

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

function problemExample(code: ErrorCode, basePath: string): object {
  const { title } = PROBLEM_KINDS[code];
  return { value: problemOf(new SpoliaError(code, `${title}.`), "r-1", basePath) };
}

/** Parts of requests that become named components. All other parts are inline. */
const REQUEST_PARTS: Readonly<Record<string, GenericSchema>> = {
  AnalyzeOptions: analyzeOptionsSchema,
  CanarySecret: canarySecretSchema,
  ChannelObservation: channelObservationSchema,
  CompareSide: compareSideSchema,
  ContentMetadata: contentMetadataSchema,
  ObservationCustody: custodySchema,
  ObservedRate: observedRateSchema,
  OrderSecret: orderSecretSchema,
  ProbeText: probeTextSchema,
  RecordedScores: recordedScoresSchema,
  TextSection: sectionSchema,
};

/**
 * Requests allow no other fields. Responses may gain fields, which clients generated from this document must accept.
 * What travels both ways has the schema of requests.
 */
function componentSchemas(routes: readonly Route[], hasMessages: boolean): object {
  const requests = routes.flatMap(({ request }) =>
    request === undefined ? [] : [[request.name, request.schema] as const],
  );
  const answers = routes.flatMap(({ answer: { name, refusals } }) =>
    refusals === undefined ? [name] : [name, refusals.name],
  );
  const ofRequests = requestSchemas({ ...REQUEST_PARTS, ...Object.fromEntries(requests) });
  const messages = hasMessages ? MESSAGE_NAMES : [];
  return { ...answerSchemas([...answers, ...messages, "Problem"], Object.keys(ofRequests)), ...ofRequests };
}
