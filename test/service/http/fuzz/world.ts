/** A service to ask anything: a real engine over two small corpora, records in memory, accounts with keys of every kind. */
import { loadCatalogue } from "../../../../src/catalogue/index.ts";
import { readers } from "../../../../src/files/index.ts";
import { buildCorpus, createEngine, type OpenEngine } from "../../../../src/index.ts";
import { NDJSON } from "../../../../src/service/http/answer/negotiate.ts";
import { createHandler, type Handler } from "../../../../src/service/http/serve/handler.ts";
import {
  createMemoryStore,
  createRegistry,
  type Registry,
  type RegistryOptions,
  workResolver,
} from "../../../../src/service/index.ts";
import { ATTIC, LEDGER, SHELF, words } from "../../../engine/fixtures.ts";
import { LocalService, leadServices } from "../../../remote/publicIndexes/leads/services.ts";
import { type JsonSchema, type Resolve, resolverOf } from "../jsonSchema.ts";
import { exampleOf, type OpenApi, parametersOf, typesOf } from "../openApiDocument.ts";
import { bodyOf, get, postJson } from "../requests.ts";
import { Harvest } from "./harvest.ts";

export interface FuzzWorld {
  handler: Handler;
  engine: OpenEngine;
  registry: Registry;
  document: OpenApi;
  resolve: Resolve;
  operations: FuzzOperation[];
  /** `Authorization` by who calls; those of `REFUSED_CALLERS` are nobody's. */
  callers: Record<Caller, string | null>;
  harvest: Harvest;
}

export interface FuzzOperation {
  path: string;
  method: "get" | "post" | "patch" | "delete";
  isPublic: boolean;
  queryParameters: string[];
  querySchemas: Record<string, JsonSchema>;
  body: { schema: JsonSchema; example: object; types: string[] } | null;
}

export const REFUSED_CALLERS = ["revoked", "expired", "unknown", "malformed", "nobody"] as const;
export type Caller = "one" | "two" | "reader" | "small" | (typeof REFUSED_CALLERS)[number];

/** Content that stands in a corpus, and content that has every kind of character. */
export const CONTENTS: readonly string[] = [
  words(SHELF[0]!.text, 100, 260),
  words(ATTIC[1]!.text, 10, 90),
  "",
  "\u0000\u202e\ufeff {{7*7}} <script> ' OR 1=1 -- \ud83d\ude00",
  words(SHELF[3]!.text, 0, 900),
];

export const OAUTH = { issuer: "https://spolia.example", audience: "https://spolia.example" };

/** Services that are asked for leads: of rows, those of a corpus, so that requests which name what exists find some. */
export const startLeadServices = (): Promise<LocalService> =>
  LocalService.start(
    leadServices(
      "shelf",
      SHELF.map(({ text }) => text),
    ),
  );

/** The schema of leads says which fields there are, and not which belong to a kind: one request of each is sound. */
const LEADS_OF_EACH_KIND: readonly object[] = [
  { kind: "rows", content: SHELF[0]!.text, dataset: "shelf", queries: 1, rows: 5 },
  { kind: "rows", content: SHELF[1]!.text, dataset: "shelf", config: "default", split: "train", queries: 2 },
  { kind: "captures", url: "https://example.org/essay", captures: 1, records: 1, content: SHELF[0]!.text },
  { kind: "titles", title: "A Tale", authors: ["J. Doe"], lists: [{ name: "a", text: "A Tale", format: "lines" }] },
];

/**
 * @param isHarvested whether every operation is asked once by both accounts, so that there is something to name
 * @param clock the time of the records, which a test may move
 * @param host chance, and who takes messages, where a test decides them
 * @param leads address of the services that are asked for leads; default: callers get none of rows and captures
 */
export async function openFuzzWorld({
  isHarvested = true,
  store = createMemoryStore(),
  leads = undefined as string | undefined,
  clock = { now: Date.UTC(2026, 10, 21, 12) },
  host = {} as Pick<RegistryOptions, "random" | "outgoing">,
} = {}): Promise<FuzzWorld> {
  const corpora = [
    await buildCorpus(SHELF, { name: "shelf", dataset: "shelf" }),
    await buildCorpus(ATTIC, { name: "attic", dataset: "attic" }),
  ];
  const engine = await createEngine({
    ...{ corpora, readers, catalogue: await loadCatalogue(LEDGER), resolveWork: workResolver(store) },
  });
  const plans = {
    large: { calls_per_day: null, burst: { calls: 1_000_000, seconds: 1 } },
    tiny: { calls_per_day: 5, burst: { calls: 2, seconds: 1 } },
  };
  const registry = await createRegistry(engine, store, { plans, oauth: OAUTH, now: () => clock.now, ...host });
  for (const id of ["one", "two"]) await registry.createTenant({ id, plan: "large" });
  await registry.createTenant({ id: "small", plan: "tiny" });
  const keyOf = async (tenant: string, more = {}) => registry.createKey(tenant, more);
  const [one, two, reader, small, revoked, expired] = await Promise.all([
    ...[keyOf("one"), keyOf("two"), keyOf("one", { scopes: ["read"] }), keyOf("small"), keyOf("one")],
    keyOf("one", { expires_at: new Date(clock.now + 1_000).toISOString() }),
  ]);
  await registry.revokeKey("one", revoked!.key_id);
  clock.now += 2_000;
  const asked = leads === undefined ? {} : { leads: { address: leads } };
  const handler = createHandler({ engine, registry, auth: { apiKey: "the operator's" }, ...asked });
  const document = await bodyOf<OpenApi>(await handler(get("/api/v1/openapi.json")));
  const bearer = (made: { key: string } | undefined) => `Bearer ${made!.key}`;
  const world: FuzzWorld = {
    ...{ handler, engine, registry, document, resolve: resolverOf(document) },
    operations: operationsOf(document).flatMap((one) => (leads === undefined ? [one] : [one, ...ofEachKind(one)])),
    harvest: new Harvest([one, two, reader, small].map((made) => made!.key_id)),
    callers: {
      ...{ one: bearer(one), two: bearer(two), reader: bearer(reader), small: bearer(small), revoked: bearer(revoked) },
      ...{
        expired: bearer(expired),
        unknown: `Bearer sp_live_${"0".repeat(36)}`,
        malformed: "Basic b25lOm9uZQ==",
        nobody: null,
      },
    },
  };
  if (isHarvested) for (const caller of ["one", "two"] as const) await harvestAll(world, world.callers[caller]!);
  return world;
}

const ofEachKind = (operation: FuzzOperation): FuzzOperation[] =>
  operation.path === "/api/v1/leads"
    ? LEADS_OF_EACH_KIND.map((example) => ({ ...operation, body: { ...operation.body!, example } }))
    : [];

function operationsOf(document: OpenApi): FuzzOperation[] {
  const resolve = resolverOf(document);
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => {
      // Lines have a schema of their own, and tests of their own.
      const content = Object.entries(operation.requestBody?.content ?? {}).filter(([type]) => type !== NDJSON);
      const query = parametersOf(operation, document).filter((one) => one.in === "query");
      const [body] = content.map(([, one]) => one);
      return {
        ...{ path, method: method as FuzzOperation["method"], isPublic: operation.security?.length === 0 },
        queryParameters: query.map(({ name }) => name),
        querySchemas: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
        body:
          body === undefined
            ? null
            : {
                schema: body.schema,
                example: exampleOf(body, resolve)!,
                types: typesOf(Object.fromEntries(content), document),
              },
      };
    }),
  );
}

/**
 * Sends the example of every operation, twice, so that what one makes the next can name; then looks at every list.
 *
 * @param content in the place of the examples' own
 */
export async function harvestAll(
  { handler, operations, harvest }: FuzzWorld,
  authorization: string,
  content?: string,
): Promise<void> {
  const headers = { authorization };
  const ask = async (path: string, request: Request) => {
    const response = await handler(request);
    if (response.ok) harvest.take(path, await bodyOf(response).catch(() => null));
  };
  const withOwn = (example: object) =>
    content !== undefined && "content" in example ? { ...example, content } : example;
  const made = operations.filter(({ method, body }) => method === "post" && body !== null);
  for (let round = 0; round < 2; round++) {
    for (const { path, body } of made) {
      if (!body!.types.includes("application/json")) continue;
      const [id] = harvest.idsOf(path);
      if (path.includes("{") && id === undefined) continue;
      const filled = path.includes("{") ? harvestedPath(harvest, path) : path;
      await ask(
        filled,
        postJson(
          filled,
          withKnownIds(withOwn(body!.example), harvest, () => 0),
          headers,
        ),
      );
    }
    const lists = operations.filter(({ path, method }) => method === "get" && !path.includes("{"));
    for (const { path } of lists) await ask(path, get(path, headers));
  }
}

const harvestedPath = (harvest: Harvest, template: string): string => {
  const id = harvest.idsOf(template).at(-1)!;
  return template.replaceAll(/\{\w+\}/g, () => encodeURIComponent(id));
};

/** A body whose fields that hold ids hold ones that exist. `choose` returns a number for each. */
export function withKnownIds(value: unknown, harvest: Harvest, choose: () => number, name = ""): unknown {
  if (typeof value === "string") {
    const known = /(?:_id|_hash)$|^(?:fingerprint_data|target_model|corpora|jurisdiction|dataset)$/.test(name)
      ? harvest.named(name)
      : [];
    return known.length === 0 ? value : known[choose() % known.length];
  }
  if (Array.isArray(value)) return value.map((one) => withKnownIds(one, harvest, choose, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, one]) => [field, withKnownIds(one, harvest, choose, field)]),
  );
}
