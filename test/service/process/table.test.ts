/**
 * The contract's table of resources, what is routed and what the OpenAPI document tells of, counted against each other. What one has
 * and another has not stands here with its reason.
 */
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";
import { loadCatalogue } from "../../../src/catalogue/index.ts";
import { createEngine } from "../../../src/index.ts";
import { ROUTES } from "../../../src/service/http/routes.ts";
import { createHandler } from "../../../src/service/http/serve/handler.ts";
import { createMemoryStore, createRegistry } from "../../../src/service/index.ts";
import { LEDGER } from "../../engine/fixtures.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { NO_SHARED } from "../../support/shared.ts";
import { skippable } from "../../support/skippable.ts";
import type { OpenApi } from "../http/openApiDocument.ts";
import { get } from "../http/requests.ts";

const ROOT = "/api/v1";

/** The table, resource by resource; a resource's methods are those of its row that it can have. */
const TABLE: Readonly<Record<string, readonly string[]>> = {
  "attribution/analyze": ["POST"],
  "attribution/analyze/batch": ["POST"],
  "attribution/score": ["POST"],

  analyses: ["GET"],
  "analyses/{id}": ["GET", "DELETE"],
  scores: ["GET"],
  "scores/{id}": ["GET", "DELETE"],
  reports: ["GET"],
  "reports/{id}": ["GET", "DELETE"],
  "reports/verify": ["POST"],

  works: ["GET"],
  "works/{id}": ["GET", "DELETE"],
  "works/{id}/history": ["GET"],
  "works/{id}/analyze": ["POST"],

  monitors: ["GET", "POST"],
  "monitors/{id}": ["GET", "PATCH", "DELETE"],
  "monitors/{id}/runs": ["GET"],
  "monitors/{id}/run": ["POST"],
  "webhooks/{id}/deliveries": ["GET"],
  "webhooks/{id}/test": ["POST"],

  fingerprints: ["POST"],
  corpora: ["GET"],
  "corpora/{id}": ["GET"],
  "corpora/{id}/search": ["POST"],
  "corpora/{id}/documents/{doc}": ["GET"],
  "corpora/{id}/verify": ["POST"],

  providers: ["GET"],
  models: ["GET"],
  "models/{provider}/{name}": ["GET"],
  "models/{provider}/{name}/lineage": ["GET"],
  datasets: ["GET"],
  "datasets/{id}": ["GET"],
  "datasets/{id}/models": ["GET"],
  jurisdictions: ["GET"],
  "jurisdictions/{code}": ["GET"],
  "sources/{id}": ["GET"],
  "calibrations/{id}": ["GET"],

  canaries: ["GET", "POST"],
  "canaries/{id}/test": ["POST"],
  "probes/{id}": ["GET", "DELETE"],
  "extractions/{id}": ["GET", "DELETE"],
  "jobs/{id}": ["GET", "DELETE"],

  keys: ["GET", "POST"],
  "keys/{id}": ["DELETE"],
  usage: ["GET"],
  plans: ["GET"],
  status: ["GET"],

  "/oauth/token": ["POST"],
  "/.well-known/oauth-authorization-server": ["GET"],
  "/livez": ["GET"],
  "/readyz": ["GET"],
  "/docs": ["GET"],
  "/status": ["GET"],
};

/** What the contract names in words around its table. */
const IN_WORDS: Readonly<Record<string, readonly string[]>> = {
  "openapi.json": ["GET"],
  "content/register": ["POST"],
  "monitors/create": ["POST"],
  ...Object.fromEntries(
    ["assess", "extract", "probe", "compare", "report", "register-work"].flatMap((name) => [
      [name, ["POST"]],
      [`/${name}`, ["POST"]], // the short path, deprecated
    ]),
  ),
};

/** Routes that the contract does not name, each with the reason why it is there. */
const BEYOND: Readonly<Record<string, string>> = {
  "POST decisions": "what people decided about findings is shown beside them",
  "GET decisions": "what can be made is listed",
  "GET decisions/{id}": "as the list, one by one",
  "DELETE decisions/{id}": "what can be made can be forgotten",
  "GET webhooks": "a webhook outlives the answer that made it, and deliveries are asked for by its id",
  "POST webhooks": "several monitors tell one webhook",
  "GET webhooks/{id}": "as the list, one by one",
  "PATCH webhooks/{id}": "an address that answered 410 is taken up again, or moves",
  "DELETE webhooks/{id}": "what can be made can be forgotten",
  "POST webhooks/{id}/rotate": "a secret that leaked is changed without losing messages",
  "POST webhooks/{id}/deliveries/{delivery}/redeliver": "issue 8: dead letters are visible and sent again",
  "GET domains/{domain}": "an author asks by website, not by the id of a dataset",
  "GET jobs": "a job whose id was lost is found again",
  "GET jobs/{id}/results": "issue 19: the answers of a batch that is a job, as NDJSON",
  "GET probes": "as analyses and scores: kept results are listed",
  "GET extractions": "as analyses and scores: kept results are listed",
  "GET canaries/{id}": "the commitment that was kept, for whoever tests it later",
  "DELETE canaries/{id}": "what can be made can be forgotten",
  "GET reports/{id}/html": "issue 8: a report is one HTML page too",
  "GET /.well-known/oauth-protected-resource": "issue 19: clients find who issues tokens (RFC 9728)",
  "POST /oauth/revoke": "issue 19: a token that leaked ends before its time (RFC 7009)",
  "POST /oauth/introspect": "issue 19: a client asks whether its token still holds (RFC 7662)",
  "GET accounts": "issue 19: an operator changes plans over HTTP too",
  "GET accounts/{id}": "as the list, one by one",
  "PATCH accounts/{id}": "as the list: the change itself",
  "POST corpora/{id}/audit":
    "which documents hold given texts, searched or streamed: too long for one answer, so a job",
  "POST compare/all": "all pairs of many texts, as of a folder or a class",
  "GET catalogue/feed": "who runs no release of ours has the records as this service has them, signed",
  "POST quotations": "whether a citation is right is asked of one document, without an analysis",
  "POST rights": "issue 24: what files say about the use of a text",
  "POST statements": "issue 24: statements of training data, from corpora and the catalogue",
  "POST marketplace/offers": "issue 24: the eight operations of the marketplace",
  "POST marketplace/search": "issue 24: the eight operations of the marketplace",
  "POST marketplace/quote": "issue 24: the eight operations of the marketplace",
  "POST marketplace/accept": "issue 24: the eight operations of the marketplace",
  "POST marketplace/token": "issue 24: the eight operations of the marketplace",
  "POST marketplace/usage": "issue 24: the eight operations of the marketplace",
  "POST marketplace/revoke": "issue 24: the eight operations of the marketplace",
  "POST marketplace/settle": "issue 24: the eight operations of the marketplace",
  "POST marketplace/introspect": "issue 24: whether a token of a licence holds (RFC 7662)",
  "GET marketplace/deals": "issue 24: what can be made is listed",
  "GET marketplace/deals/{id}": "as the list, one by one",
  "GET marketplace/status-list": "issue 24: what is revoked, for whoever verifies tokens offline",
  "POST indexes/infini-gram": "programs that know infini-gram ask own corpora in the same way",
  "POST indexes/infini-gram-mini": "as infini-gram: the same of characters",
  "POST leads": "issue 23: what else points at a text: rows of a dataset, captures of a page, lists of titles",
  "GET signing-keys": "whoever verifies a report offline compares the key that signed it with these",
};

/** Named by the contract, and outside the table of routes. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "/metrics": "off the public mount: `spolia serve --metrics-port`",
};

const named = (method: string, path: string): string =>
  `${method} ${path.startsWith(`${ROOT}/`) ? path.slice(ROOT.length + 1) : path}`;
const rows = (table: typeof TABLE): string[] =>
  Object.entries(table).flatMap(([resource, methods]) => methods.map((method) => `${method} ${resource}`));

const PROMISED = [...rows(TABLE), ...rows(IN_WORDS)].sort();
const ROUTED = ROUTES.map(({ method, path }) => named(method, path)).sort();

describe("the contract's table and the routes", () => {
  it("every operation that is promised is routed", () => {
    expect(PROMISED.filter((operation) => !ROUTED.includes(operation))).toEqual([]);
  });

  it("every route that is not promised has its reason here, and no reason is left over", () => {
    expect(ROUTED.filter((operation) => !PROMISED.includes(operation))).toEqual(Object.keys(BEYOND).sort());
  });

  it("no operation is routed twice, and no id names two", () => {
    expect(new Set(ROUTED).size).toBe(ROUTED.length);
    expect(new Set(ROUTES.map(({ operationId }) => operationId)).size).toBe(ROUTES.length);
  });
});

/** A service that has every part. */
async function described(): Promise<OpenApi> {
  const engine = await createEngine({ corpora: [], catalogue: await loadCatalogue(LEDGER) });
  const issuer = "https://spolia.example";
  const registry = await createRegistry(engine, createMemoryStore(), { oauth: { issuer, audience: issuer } });
  const answer = await createHandler({ engine, registry, auth: {}, leads: {} })(get(`${ROOT}/openapi.json`));
  return (await answer.json()) as OpenApi;
}

test("the OpenAPI document of a whole service tells of every route, and of nothing else", async () => {
  const { paths } = await described();
  const told = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => named(method.toUpperCase(), path)),
  );
  expect(told.sort()).toEqual(ROUTED);
  expect(told).toHaveLength(PROMISED.length + Object.keys(BEYOND).length);
});

const CONTRACT = new URL("../../../../shared/design/contract.md", import.meta.url);

const isAbsent = !existsSync(CONTRACT);
describe.skipIf(isAbsent)(skippable("the table above and ../shared/design/contract.md", isAbsent, NO_SHARED), () => {
  const contract = existsSync(CONTRACT) ? readFileSync(CONTRACT, "utf8") : "";

  it("name the same resources, with no method that their row has not", () => {
    const section = contract.split(/^## /m).find((part) => part.includes("| resource | methods |"))!;
    const cells = [...section.matchAll(/^\| (.*`.*) \| (.*) \|$/gm)].map(([, resources, methods]) => ({
      resources: [...resources!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!).filter((name) => name !== ROOT),
      methods: methods!.match(/[A-Z]{3,}/g)!,
    }));
    expect(cells.flatMap(({ resources }) => resources).sort()).toEqual(Object.keys(TABLE).sort());
    for (const { resources, methods } of notEmpty(cells))
      expect(new Set(resources.flatMap((name) => TABLE[name]!))).toEqual(new Set(methods));
  });

  it("name the same beside the table", () => {
    for (const name of [...Object.keys(IN_WORDS).filter((path) => !path.startsWith("/")), ...Object.keys(ELSEWHERE)])
      expect(contract).toContain(name);
    const paths = [...contract.matchAll(/(?:GET|POST) (\/[\w./{}-]+)/g)].map(([, path]) => named("", path!).trim());
    const known = { ...TABLE, ...IN_WORDS, ...ELSEWHERE };
    for (const path of notEmpty(paths)) expect(Object.keys(known)).toContain(path.replace("/NAME", "/assess"));
  });
});
