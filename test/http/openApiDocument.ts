/** The published document as a client gets it, and questions to it. */
import { NDJSON } from "../../src/http/negotiate.ts";
import { createMemoryStore, createRegistry } from "../../src/registry/index.ts";
import { createFakeEngine } from "./fakeEngine.ts";
import type { JsonSchema, Resolve } from "./jsonSchema.ts";
import { resolverOf, violations } from "./jsonSchema.ts";
import { bodyOf, get, handlerOver } from "./requests.ts";

/** Problems have a reference alone, in place of the content. */
interface Declared {
  $ref?: string;
  content: Record<string, { schema: JsonSchema; examples?: Record<string, JsonSchema> }>;
}

export interface Operation {
  operationId: string;
  deprecated?: boolean;
  security: object[];
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: JsonSchema; example: object }> };
  responses: Record<string, Declared>;
}

export interface OpenApi {
  openapi: string;
  servers: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    examples: Record<string, { value: unknown }>;
    securitySchemes?: object;
  };
}

export async function openApi({
  hasAuth = false,
  basePath = "",
} = {}): Promise<{ document: OpenApi; resolve: Resolve; text: string }> {
  const handler = handlerOver(undefined, { basePath, ...(hasAuth ? { auth: { apiKey: "k" } } : {}) });
  const text = await (await handler(get(`${basePath}/api/v1/openapi.json`))).text();
  const document = JSON.parse(text) as OpenApi;
  return { document, resolve: resolverOf(document), text };
}

/** Of a service with a registry, keys and OAuth, or of an engine alone. */
export async function documentText(isWhole: boolean): Promise<string> {
  const engine = createFakeEngine();
  if (!isWhole) return (await handlerOver(engine)(get("/api/v1/openapi.json"))).text();
  const registry = await createRegistry(engine, createMemoryStore(), {
    oauth: { issuer: "https://x.test", audience: "x" },
  });
  return (await handlerOver(engine, { registry, auth: {} })(get("/api/v1/openapi.json"))).text();
}

export async function allowedStatuses(path: string, method: string, options = {}): Promise<number[]> {
  const { document } = await openApi(options);
  return Object.keys(document.paths[path]![method]!.responses).map(Number);
}

/** What the document says of an answer with this status. */
function responseOf(
  document: OpenApi,
  resolve: Resolve,
  path: string,
  method: string,
  status: number,
): Declared | undefined {
  const declared = document.paths[path]?.[method]?.responses[status];
  return declared?.$ref !== undefined ? (resolve(declared.$ref) as unknown as Declared) : declared;
}

/** Violations of what the document promises for this answer: its status, its media type and its body. */
export async function undeclared(
  { document, resolve }: { document: OpenApi; resolve: Resolve },
  path: string,
  method: string,
  response: Response,
): Promise<string[]> {
  const content = responseOf(document, resolve, path, method, response.status)?.content[
    response.headers.get("content-type") ?? ""
  ];
  if (content === undefined)
    return [`${method} ${path} answered ${response.status} ${response.headers.get("content-type")}`];
  if (response.headers.get("content-type") !== NDJSON)
    return violations(await bodyOf(response), content.schema, resolve);
  // The schema is that of each line.
  const lines = (await response.text()).split("\n").filter((line) => line !== "");
  return lines.flatMap((line) => violations(JSON.parse(line), content.schema, resolve));
}
