/** The published document as a client gets it, and questions to it. */
import type { ErrorCode } from "../../../src/base/errors.ts";
import { NDJSON } from "../../../src/service/http/answer/negotiate.ts";
import { PROBLEM_KINDS } from "../../../src/service/http/answer/problems.ts";
import { createMemoryStore, createRegistry } from "../../../src/service/index.ts";
import { createFakeEngine } from "./fakeEngine.ts";
import type { JsonSchema, Resolve } from "./jsonSchema.ts";
import { resolverOf, violations } from "./jsonSchema.ts";
import { bodyOf, get, handlerOver } from "./requests.ts";

/** Problems have a reference alone, in place of the content. */
interface Declared {
  $ref?: string;
  description: string;
  headers?: Record<string, { $ref: string }>;
  content: Record<string, Content>;
}

interface Content {
  schema: JsonSchema;
  examples?: Record<string, { $ref: string }>;
}

export interface DocumentedParameter {
  name: string;
  in: string;
  required?: boolean;
  schema: JsonSchema;
}

export interface Operation {
  operationId: string;
  deprecated?: boolean;
  /** It serves and accepts no other media types. */
  "x-json-only"?: true;
  /** It is no call of the service. */
  "x-internal"?: true;
  /** Without it, that of the whole document. */
  security?: object[];
  parameters?: (DocumentedParameter | { $ref: string })[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, Declared>;
}

export interface OpenApi {
  openapi: string;
  servers: { url: string }[];
  security?: object[];
  paths: Record<string, Record<string, Operation>>;
  /** Messages by the type of their event; those of a service with a registry. */
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, Declared>;
    examples: Record<string, { value: unknown }>;
    parameters: Record<string, DocumentedParameter>;
    headers: Record<string, { schema: JsonSchema }>;
    securitySchemes?: object;
  };
  /** Media types in which a document is served and accepted too, by the one that stands in the paths. */
  "x-other-media-types": Record<string, string[]>;
}

const PATH = "/api/v1/openapi.json";

export async function openApi({
  hasAuth = false,
  basePath = "",
} = {}): Promise<{ document: OpenApi; resolve: Resolve; text: string }> {
  const handler = handlerOver(undefined, { basePath, leads: {}, ...(hasAuth ? { auth: { apiKey: "k" } } : {}) });
  const text = await (await handler(get(`${basePath}${PATH}`))).text();
  const document = JSON.parse(text) as OpenApi;
  return { document, resolve: resolverOf(document), text };
}

/** Of a service with a registry, keys and OAuth, or of an engine alone. */
export async function documentText(isWhole: boolean): Promise<string> {
  const engine = createFakeEngine();
  if (!isWhole) return (await handlerOver(engine)(get(PATH))).text();
  const registry = await createRegistry(engine, createMemoryStore(), {
    oauth: { issuer: "https://x.test", audience: "x" },
  });
  return (await handlerOver(engine, { registry, auth: {}, leads: {} })(get(PATH))).text();
}

/** Statuses of the responses, and of the codes of problems that the response for all other statuses lists. */
export async function allowedStatuses(path: string, method: string, options = {}): Promise<number[]> {
  const { document, resolve } = await openApi(options);
  const responses = Object.entries(document.paths[path]![method]!.responses);
  return responses.flatMap(([status, { $ref }]) => {
    if (status !== "default") return [Number(status)];
    const { description } = resolve($ref!) as unknown as Declared;
    return [...description.matchAll(/`(\w+)`/g)].map(([, code]) => PROBLEM_KINDS[code as ErrorCode].status);
  });
}

/** The name of the component that a reference names. */
export const nameOf = (reference: unknown): string => String(reference).split("/").at(-1)!;

/** The parameters of an operation, each by itself or by reference. */
export const parametersOf = ({ parameters = [] }: Operation, { components }: OpenApi): DocumentedParameter[] =>
  parameters.map((one) => ("$ref" in one ? components.parameters[nameOf(one.$ref)]! : one));

/** The typical example of a body. */
export const exampleOf = ({ examples }: Content, resolve: Resolve): object | undefined =>
  examples === undefined ? undefined : (resolve(examples["typical"]!.$ref)["value"] as object);

/** The media types of a body: those in the document, and those that stand for them. */
export const typesOf = (content: Record<string, Content>, document: OpenApi): string[] =>
  Object.keys(content).flatMap((type) => [type, ...(document["x-other-media-types"][type] ?? [])]);

/** The description of a body of this type. MessagePack holds the same as JSON, and problems too. */
function contentOf({ content }: Declared, type: string, document: OpenApi): Content | undefined {
  const [json, others] = Object.entries(document["x-other-media-types"])[0]!;
  return content[type] ?? (others.includes(type) ? (content[json] ?? content["application/problem+json"]) : undefined);
}

/** What the document says of an answer with this status. */
function responseOf(
  document: OpenApi,
  resolve: Resolve,
  path: string,
  method: string,
  status: number,
): Declared | undefined {
  const responses = document.paths[path]?.[method]?.responses ?? {};
  const declared = responses[status] ?? (status < 400 ? undefined : responses["default"]);
  return declared?.$ref !== undefined ? (resolve(declared.$ref) as unknown as Declared) : declared;
}

/** Violations of what the document promises for this answer: its status, its media type and its body. */
export async function undeclared(
  { document, resolve }: { document: OpenApi; resolve: Resolve },
  path: string,
  method: string,
  response: Response,
): Promise<string[]> {
  const type = response.headers.get("content-type") ?? "";
  const declared = responseOf(document, resolve, path, method, response.status);
  const content = declared && contentOf(declared, type, document);
  if (content === undefined) return [`${method} ${path} answered ${response.status} ${type}`];
  if (type !== NDJSON) {
    const body = await bodyOf(response);
    return [...violations(body, content.schema, resolve), ...undeclaredCode(body, declared!)];
  }
  // The schema is that of each line.
  const lines = (await response.text()).split("\n").filter((line) => line !== "");
  return lines.flatMap((line) => violations(JSON.parse(line), content.schema, resolve));
}

/** A response for several statuses lists the codes of its problems. */
function undeclaredCode(body: unknown, { description }: Declared): string[] {
  const { code, success } = body as { code?: string; success?: boolean };
  if (success !== false || code === undefined || description.includes(`\`${code}\``)) return [];
  return [`the code ${code} is not among: ${description}`];
}
