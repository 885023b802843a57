import { succeeded } from "../answers.ts";
import { docsPage } from "../docs.ts";
import { HTML_TYPE, htmlAnswer } from "../pages.ts";
import { API_ROOT, OPENAPI_PATH } from "../paths.ts";
import type { Route } from "../route.ts";
import { statusPage } from "../statusPage.ts";

const openApi: Route = {
  method: "GET",
  path: OPENAPI_PATH,
  operationId: "openApi",
  tag: "Service",
  summary: "This service in OpenAPI 3.1.",
  description: "Also where the `type` of every problem document leads.",
  access: "public",
  answer: { name: "OpenApi", mediaType: "application/json" },
  run: ({ service }) => service.openApiDocument(),
};

const live: Route = {
  method: "GET",
  path: "/livez",
  operationId: "live",
  tag: "Service",
  summary: "Is the process there?",
  description: "Touches nothing.",
  access: "public",
  answer: { name: "Health", mediaType: "application/health+json" },
  run: () => ({ status: "pass" }),
};

const ready: Route = {
  ...live,
  path: "/readyz",
  operationId: "ready",
  summary: "Can requests be answered?",
  description: "An engine exists only once its corpora are open, so a service that answers is ready.",
};

const status: Route = {
  method: "GET",
  path: `${API_ROOT}/status`,
  operationId: "status",
  tag: "Service",
  summary: "How has the service done since it started?",
  description: "Uptime, failures and latency, counted from its own answers.",
  access: "public",
  answer: { name: "Status", mediaType: "application/json" },
  run: ({ service }) => succeeded(service.status.document()),
};

const page = {
  tag: "Service",
  access: "public",
  answer: { name: "HtmlPage", mediaType: HTML_TYPE },
} as const;

const docs: Route = {
  ...page,
  method: "GET",
  path: "/docs",
  operationId: "docs",
  summary: "This service in words, as one HTML page.",
  description: "Made from the OpenAPI document. Without scripts, and nothing is loaded.",
  run: ({ service }) => htmlAnswer(docsPage(service.openApiDocument(), `${service.basePath}${OPENAPI_PATH}`)),
};

const statusForPeople: Route = {
  ...page,
  method: "GET",
  path: "/status",
  operationId: "statusPage",
  summary: "The service's status as an HTML page.",
  description: "What `/api/v1/status` says, for people.",
  run: ({ service }) => htmlAnswer(statusPage(service.status.document())),
};

export const DOCUMENTS: readonly Route[] = [openApi, live, ready, status, docs, statusForPeople];
