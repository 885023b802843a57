/** The one table of routes: it drives both what is answered and what the OpenAPI document says. */
import type { GenericSchema } from "valibot";
import type { Engine, HostOptions } from "../contract/engine.ts";
import { analyzeRequestSchema } from "../contract/schemas/analyze.ts";
import { compareRequestSchema } from "../contract/schemas/compare.ts";
import { parseRequest } from "../contract/schemas/parse.ts";
import { scoreRequestSchema } from "../contract/schemas/score.ts";
import type { ErrorCode } from "../errors.ts";
import * as examples from "./examples.ts";
import { API_ROOT, nextSteps, OPENAPI_PATH } from "./paths.ts";

/** What a route has at hand to answer with. */
export interface Service {
  readonly engine: Engine;
  /** Put before every path, `""` or like `/spolia`. */
  readonly basePath: string;
  readonly openApiDocument: () => object;
}

/** A name among the components of the OpenAPI document. */
type SchemaName =
  | "AnalyzeRequest"
  | "AnalyzeAnswer"
  | "ScoreRequest"
  | "ScoreAnswer"
  | "CompareRequest"
  | "CompareAnswer"
  | "Health"
  | "OpenApi";

interface RouteText {
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly answer: SchemaName;
}

/** Reads nothing but the service, needs no key, and is answered in JSON. */
export interface DocumentRoute extends RouteText {
  readonly kind: "document";
  readonly method: "GET";
  readonly mediaType: string;
  readonly run: (service: Service) => object;
}

/** Takes a document, needs a key where there is one, and is negotiated. */
export interface OperationRoute extends RouteText {
  readonly kind: "operation";
  readonly method: "POST";
  readonly request: { readonly name: SchemaName; readonly schema: GenericSchema; readonly example: object };
  /** Errors of the engine that only this operation has. */
  readonly problems: readonly ErrorCode[];
  /** Where a path that is on its way out leads, and since when (Unix time in seconds, RFC 9745). */
  readonly deprecated?: { readonly successor: string; readonly sinceSeconds: number };
  readonly run: (service: Service, document: unknown, host: HostOptions) => Promise<object>;
}

export type Route = DocumentRoute | OperationRoute;

const analyze: OperationRoute = {
  kind: "operation",
  method: "POST",
  path: `${API_ROOT}/attribution/analyze`,
  operationId: "analyze",
  summary: "Was this text met in the corpora, which models are documented to have trained on them, and how surely?",
  description:
    "Valid whatever the content holds. `completeness` says what was not looked at: only a complete search can come back empty.",
  request: { name: "AnalyzeRequest", schema: analyzeRequestSchema, example: examples.analyzeRequest },
  answer: "AnalyzeAnswer",
  problems: ["corpus_not_found"],
  async run({ engine, basePath }, document, host) {
    const result = await engine.analyze(parseRequest(analyzeRequestSchema, document), host);
    return { success: true, ...result, next_steps: nextSteps(basePath) };
  },
};

const score: OperationRoute = {
  kind: "operation",
  method: "POST",
  path: `${API_ROOT}/attribution/score`,
  operationId: "score",
  summary: "How strongly does what is known support that one model was trained on one work?",
  description:
    "Name the work by exactly one of `work_hash`, `content` and `fingerprint_data`. A score is support, not a probability.",
  request: { name: "ScoreRequest", schema: scoreRequestSchema, example: examples.scoreRequest },
  answer: "ScoreAnswer",
  problems: ["unknown_model", "unknown_jurisdiction", "unknown_work", "fingerprint_invalid", "incompatible_fingerprints"],
  async run({ engine }, document, host) {
    return { success: true, ...(await engine.score(parseRequest(scoreRequestSchema, document), host)) };
  },
};

const compare: OperationRoute = {
  kind: "operation",
  method: "POST",
  path: `${API_ROOT}/compare`,
  operationId: "compare",
  summary: "What do two texts share?",
  description:
    "Name each side by exactly one of `content`, `fingerprint_data` and `work_hash`. Passages and a settled relation need the content of both; from fingerprint data shares are estimates with 95 % intervals.",
  request: { name: "CompareRequest", schema: compareRequestSchema, example: examples.compareRequest },
  answer: "CompareAnswer",
  problems: ["unknown_work", "fingerprint_invalid", "incompatible_fingerprints"],
  async run({ engine }, document, host) {
    return { success: true, ...(await engine.compare(parseRequest(compareRequestSchema, document), host)) };
  },
};

/** The short paths were never anything but aliases: deprecated since the first release, 2026-11-21. */
const ALIASES_DEPRECATED_SECONDS = Date.UTC(2026, 10, 21) / 1000;

const compareAlias: OperationRoute = {
  ...compare,
  path: "/compare",
  operationId: "compareAlias",
  deprecated: { successor: compare.path, sinceSeconds: ALIASES_DEPRECATED_SECONDS },
};

const openApi: DocumentRoute = {
  kind: "document",
  method: "GET",
  path: OPENAPI_PATH,
  operationId: "openApi",
  summary: "This service in OpenAPI 3.1.",
  description: "Also where the `type` of every problem document leads.",
  mediaType: "application/json",
  answer: "OpenApi",
  run: ({ openApiDocument }) => openApiDocument(),
};

const live: DocumentRoute = {
  kind: "document",
  method: "GET",
  path: "/livez",
  operationId: "live",
  summary: "Is the process there?",
  description: "Touches nothing.",
  mediaType: "application/health+json",
  answer: "Health",
  run: () => ({ status: "pass" }),
};

const ready: DocumentRoute = {
  ...live,
  path: "/readyz",
  operationId: "ready",
  summary: "Can requests be answered?",
  description: "An engine exists only once its corpora are open, so a service that answers is ready.",
};

export const ROUTES: readonly Route[] = [analyze, score, compare, compareAlias, openApi, live, ready];
