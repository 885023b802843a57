/**
 * Where the clients of all languages have each operation of the service: a method of the client, or of one of its
 * resources. The clients are written from this table and the table of routes (`src/build/clients/clients.ts`).
 */
import { OPERATION_NAMES } from "../../engine/operations.ts";
import { ROUTES } from "../../service/http/routes.ts";

/** By `operationId`: `method`, or `resource.method`, spelled as a language does: `signingKeys`, `signing_keys`. */
const METHODS: Readonly<Record<string, string>> = {
  analyzeBatch: "batches.analyze",
  createCanary: "canaries.create",
  testCanary: "canaries.test",
  listCanaryResults: "canaries.list",
  getCanaryResult: "canaries.get",
  deleteCanaryResult: "canaries.delete",
  registerContent: "works.register",
  listWorks: "works.list",
  getWork: "works.get",
  deleteWork: "works.delete",
  getWorkHistory: "works.history",
  analyzeWork: "works.analyze",
  registerDecision: "decisions.register",
  listDecisions: "decisions.list",
  getDecision: "decisions.get",
  deleteDecision: "decisions.delete",
  createMonitor: "monitors.create",
  listMonitors: "monitors.list",
  getMonitor: "monitors.get",
  changeMonitor: "monitors.change",
  deleteMonitor: "monitors.delete",
  listRuns: "monitors.runs",
  runMonitor: "monitors.run",
  createWebhook: "webhooks.create",
  listWebhooks: "webhooks.list",
  getWebhook: "webhooks.get",
  changeWebhook: "webhooks.change",
  deleteWebhook: "webhooks.delete",
  rotateWebhookSecret: "webhooks.rotateSecret",
  testWebhook: "webhooks.test",
  listDeliveries: "webhooks.deliveries",
  redeliver: "webhooks.redeliver",
  listJobs: "jobs.list",
  getJob: "jobs.get",
  getJobResults: "jobs.lines",
  cancelJob: "jobs.cancel",
  listAnalysisResults: "analyses.list",
  getAnalysisResult: "analyses.get",
  deleteAnalysisResult: "analyses.delete",
  listScoreResults: "scores.list",
  getScoreResult: "scores.get",
  deleteScoreResult: "scores.delete",
  listProbeResults: "probes.list",
  getProbeResult: "probes.get",
  deleteProbeResult: "probes.delete",
  listExtractionResults: "extractions.list",
  getExtractionResult: "extractions.get",
  deleteExtractionResult: "extractions.delete",
  listCorpora: "corpora.list",
  getCorpus: "corpora.get",
  searchCorpus: "corpora.search",
  infiniGram: "corpora.askTokens",
  infiniGramMini: "corpora.askCharacters",
  getCorpusDocument: "corpora.document",
  verifyCorpus: "corpora.verify",
  auditCorpus: "corpora.audit",
  checkQuotation: "quotations.check",
  readRights: "rights.read",
  draftStatement: "rights.statement",
  findLeads: "leads.find",
  offerWork: "marketplace.offers",
  searchOffers: "marketplace.search",
  quoteOffer: "marketplace.quote",
  acceptQuote: "marketplace.accept",
  licenceToken: "marketplace.token",
  introspectLicence: "marketplace.introspect",
  reportUsage: "marketplace.usage",
  revokeDeal: "marketplace.revoke",
  settleLicence: "marketplace.settle",
  listDeals: "marketplace.list",
  getDeal: "marketplace.get",
  licenceStatusList: "marketplace.statusList",
  createFingerprint: "fingerprints.create",
  listProviders: "providers.list",
  listModels: "models.list",
  getModel: "models.get",
  getModelLineage: "models.lineage",
  listDatasets: "datasets.list",
  getDataset: "datasets.get",
  listDatasetModels: "datasets.models",
  getDomain: "domains.get",
  listJurisdictions: "jurisdictions.list",
  getJurisdiction: "jurisdictions.get",
  getSource: "sources.get",
  getCatalogueFeed: "catalogue.feed",
  getCalibration: "calibrations.get",
  createKey: "keys.create",
  listKeys: "keys.list",
  revokeKey: "keys.revoke",
  listUsage: "usage.list",
  listPlans: "plans.list",
  listAccounts: "accounts.list",
  getAccount: "accounts.get",
  changeAccount: "accounts.change",
  createReport: "reports.create",
  listReports: "reports.list",
  getReport: "reports.get",
  getReportPage: "reports.page",
  deleteReport: "reports.delete",
  verifyReport: "reports.verify",
  listSigningKeys: "signingKeys.list",
  createToken: "oauth.token",
  revokeToken: "oauth.revoke",
  introspectToken: "oauth.introspect",
  oauthMetadata: "oauth.metadata",
  resourceMetadata: "oauth.resourceMetadata",
  live: "service.live",
  ready: "service.ready",
  status: "service.status",
  openApi: "service.openApi",
  docs: "service.docs",
  statusPage: "service.statusPage",
};

/** Second paths of an operation, which clients do not need, by the `operationId` that they have. */
const SAME_AS: Readonly<Record<string, string>> = { registerWork: "registerContent", addMonitor: "createMonitor" };

/** How the body of a response is read. */
type AnswerKind = "document" | "page" | "lines" | "text";

export interface ClientMethod {
  readonly operationId: string;
  /** `""`: a method of the client itself. */
  readonly resource: string;
  readonly name: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** With `{name}` for each of `pathParameters`. */
  readonly path: string;
  readonly pathParameters: readonly string[];
  readonly queryParameters: (typeof ROUTES)[number]["queryParameters"];
  /** Name of the body's document; `null` if there is no body. */
  readonly body: string | null;
  /** Whether the body is sent as a form. */
  readonly isForm: boolean;
  /** Name of the response's document. */
  readonly answer: string;
  readonly kind: AnswerKind;
  /** Whether the service asks for a job to answer later (`Prefer: respond-async`). */
  readonly isJob: boolean;
  /** Whether the operation needs no key, so that none is sent. */
  readonly isPublic: boolean;
  readonly summary: string;
  readonly description: string;
}

type ServedRoute = (typeof ROUTES)[number];

/** All methods of clients, in the order of the routes. @throws where a route has no method, or a method no route */
export function clientMethods(): ClientMethod[] {
  const routes = ROUTES.filter(({ deprecated, operationId }) => deprecated === undefined && !(operationId in SAME_AS));
  const unknown = Object.keys(METHODS).filter((id) => routes.every(({ operationId }) => operationId !== id));
  if (unknown.length > 0) throw new Error(`No route has the operation ${unknown.join(", ")}.`);
  return routes.flatMap((route) => {
    const one = methodOf(route);
    return route.answer.accepted === undefined ? [one] : [one, submissionOf(one, route.answer.accepted)];
  });
}

function methodOf(route: ServedRoute): ClientMethod {
  const { operationId, method, path, request, answer, access, summary, description, queryParameters } = route;
  // The operations of the engine are methods of the client itself.
  const at = METHODS[operationId] ?? OPERATION_NAMES.find((name) => name === operationId);
  if (at === undefined) throw new Error(`src/build/clients/surface.ts has no method for ${operationId}.`);
  const [name, resource = ""] = at.split(".").reverse();
  return {
    operationId,
    resource,
    name: name!,
    method,
    path,
    queryParameters,
    summary,
    description,
    pathParameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter!),
    body: request?.name ?? null,
    isForm: request?.isForm === true,
    answer: answer.name,
    kind: kindOf(answer),
    isJob: false,
    isPublic: access === "public",
  };
}

function kindOf({ name, mediaType = "" }: ServedRoute["answer"]): AnswerKind {
  if (mediaType.includes("ndjson")) return "lines";
  if (mediaType.startsWith("text/")) return "text";
  return name.endsWith("Page") ? "page" : "document";
}

/** The same request as a job, which is answered at once. */
const submissionOf = (one: ClientMethod, answer: string): ClientMethod => ({
  ...one,
  name: "submit",
  answer,
  kind: "document",
  isJob: true,
  summary: "The same as a job: answers at once, and works in the background.",
  description: "`jobs.wait` waits for its end, `jobs.lines` reads what is answered.",
});
