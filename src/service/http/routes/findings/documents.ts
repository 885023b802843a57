import { areWhole } from "../../../jobs/dependencies.ts";
import { succeeded } from "../../answer/answers.ts";
import { HttpError } from "../../answer/httpError.ts";
import { JSON_TYPE } from "../../answer/negotiate.ts";
import { SharedBody, sharedBodyOf } from "../../answer/sharedBody.ts";
import { docsPage } from "../../pages/docs.ts";
import { HTML_HEADERS, HTML_TYPE } from "../../pages/pages.ts";
import type { ServiceStatus } from "../../pages/status.ts";
import { statusPage } from "../../pages/statusPage.ts";
import { API_ROOT, OPENAPI_PATH } from "../../paths.ts";
import type { Route, Service } from "../../route.ts";

const jsonBody = (document: object): SharedBody =>
  new SharedBody(JSON.stringify(document), { "content-type": JSON_TYPE.name });
const openApiBody = sharedBodyOf(jsonBody);
const docsBody = sharedBodyOf(
  (service: Service) =>
    new SharedBody(docsPage(service.openApiDocument(), `${service.basePath}${OPENAPI_PATH}`), HTML_HEADERS),
);
// The document of the status is shared for a moment, and so are its two forms.
const statusBody = sharedBodyOf((status: ServiceStatus) => jsonBody(succeeded(status)));
const statusPageBody = sharedBodyOf((status: ServiceStatus) => new SharedBody(statusPage(status), HTML_HEADERS));

const openApi: Route = {
  method: "GET",
  path: OPENAPI_PATH,
  operationId: "openApi",
  tag: "Service",
  summary: "Get the OpenAPI 3.1 document of this service.",
  description:
    "Every path, type and bound, with the meaning of each field and examples. The `type` of every problem document refers to an entry of it.",
  access: "public",
  isCacheable: true,
  answer: { name: "OpenApi", mediaType: "application/json" },
  run: ({ service, headers }) => openApiBody(service.openApiDocument()).taggedAnswer({ headers }),
};

const live: Route = {
  method: "GET",
  path: "/livez",
  operationId: "live",
  tag: "Service",
  summary: "Check that the process is alive.",
  description: "Uses no other part of the service.",
  access: "public",
  isCheck: true,
  answer: { name: "Health", mediaType: "application/health+json" },
  run: () => ({ status: "pass" }),
};

const ready: Route = {
  ...live,
  path: "/readyz",
  operationId: "ready",
  summary: "Check that the service is ready for requests.",
  description:
    "Ready: a write to the store came through within the last second, every corpus can be searched whole, and the service is " +
    "not about to stop. `warn`: ready, but a node of a cluster or the host of a model does not answer. The response comes within " +
    "a second; a problem names the `component` that is not ready. Requests that do not need it are still answered.",
  problems: ["closed", "registry_failed", "search_incomplete"],
  async run({ service: { isDraining, readiness, dependencies } }) {
    if (isDraining()) throw new HttpError("closed", "The service is about to stop.", { notReady: "process" });
    const outcomes = [readiness.outcome(), dependencies.corpora(), dependencies.models()] as const;
    const [{ error: cause }, corpora, models] = await Promise.all(outcomes);
    if (cause !== null) throw new HttpError("registry_failed", cause.message, { notReady: "store", cause });
    if (!areWhole(corpora))
      throw new HttpError("search_incomplete", "A corpus does not answer.", { notReady: "corpora" });
    return { status: [...corpora, ...models].every(({ answers }) => answers) ? "pass" : "warn" };
  },
};

const status: Route = {
  method: "GET",
  path: `${API_ROOT}/status`,
  operationId: "status",
  tag: "Service",
  summary: "Get the status of the service: its parts, its uptime and its failures of 90 days.",
  description: "The same whichever process answers. What `uptime.rule` says is counted, and nothing is left out.",
  access: "public",
  answer: { name: "Status", mediaType: "application/json" },
  run: async ({ service, headers }) => statusBody(await service.status.document()).answer({ headers }),
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
  isCacheable: true,
  summary: "Get the documentation of this service as one HTML page.",
  description: "Generated from the OpenAPI document. The page has no scripts and loads nothing.",
  run: ({ service, headers }) => docsBody(service).taggedAnswer({ headers }),
};

const statusForPeople: Route = {
  ...page,
  method: "GET",
  path: "/status",
  operationId: "statusPage",
  summary: "Get the status of the service as an HTML page.",
  description: "The content of `/api/v1/status`.",
  run: async ({ service, headers }) => statusPageBody(await service.status.document()).answer({ headers }),
};

export const DOCUMENTS: readonly Route[] = [openApi, live, ready, status, docs, statusForPeople];
