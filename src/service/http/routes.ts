/**
 * The table of all routes, one file per resource. It defines both the responses and the OpenAPI document.
 */
import { API_ROOT } from "./paths.ts";
import type { Route, Service } from "./route.ts";
import { ACCOUNTS } from "./routes/access/accounts.ts";
import { JOBS } from "./routes/access/jobs.ts";
import { KEYS } from "./routes/access/keys.ts";
import { OAUTH } from "./routes/access/oauth.ts";
import { WEBHOOKS } from "./routes/access/webhooks.ts";
import { CATALOGUE } from "./routes/data/catalogue.ts";
import { CORPORA } from "./routes/data/corpora.ts";
import { MARKETPLACE } from "./routes/data/marketplace.ts";
import { MONITORS } from "./routes/data/monitors.ts";
import { REPORTS } from "./routes/data/reports.ts";
import { RIGHTS } from "./routes/data/rights.ts";
import { WORKS } from "./routes/data/works.ts";
import { AUDITS } from "./routes/findings/audit.ts";
import { ANALYZE_BATCH } from "./routes/findings/batch.ts";
import { CANARIES } from "./routes/findings/canaries.ts";
import { DECISIONS } from "./routes/findings/decisions.ts";
import { DOCUMENTS } from "./routes/findings/documents.ts";
import { INDEXES } from "./routes/findings/indexes.ts";
import { LEADS } from "./routes/findings/leads.ts";
import { OPERATION_ROUTES } from "./routes/findings/operations.ts";
import { RESULTS } from "./routes/findings/results.ts";

/** Operations that also have a short path: `/compare` for `/api/v1/compare`. */
const ALIASED: readonly string[] = ["assess", "compare", "extract", "probe", "register-work", "report"].map(
  (name) => `${API_ROOT}/${name}`,
);

/** The short paths have been deprecated aliases since the first release, 2026-11-21. */
const ALIASES_DEPRECATED_SECONDS = Date.UTC(2026, 10, 21) / 1000;

const aliasOf = (route: Route): Route => ({
  ...route,
  path: route.path.slice(API_ROOT.length),
  operationId: `${route.operationId}Alias`,
  deprecated: { successor: route.path, sinceSeconds: ALIASES_DEPRECATED_SECONDS },
});

const TABLE: readonly Route[] = [
  ...OPERATION_ROUTES,
  ANALYZE_BATCH,
  ...CANARIES,
  ...WORKS,
  ...DECISIONS,
  ...MONITORS,
  ...WEBHOOKS,
  ...JOBS,
  ...RESULTS,
  ...CORPORA,
  ...INDEXES,
  ...AUDITS,
  ...LEADS,
  ...RIGHTS,
  ...MARKETPLACE,
  ...CATALOGUE,
  ...KEYS,
  ...ACCOUNTS,
  ...REPORTS,
  ...OAUTH,
  ...DOCUMENTS,
];

export const ROUTES: readonly Route[] = [
  ...TABLE,
  ...TABLE.filter(({ method, path }) => method === "POST" && ALIASED.includes(path)).map(aliasOf),
];

/** The routes of this service, which depend on its parts. */
export function servedRoutes(service: Service): Route[] {
  return ROUTES.filter(({ isServed }) => isServed?.(service) ?? true);
}
