/** What programs rely on that were generated from the document: every name in it, what is required, and what bounds a value. Texts are for people. */
import { expect, test } from "vitest";
import { ROUTES } from "../../../../src/service/http/routes.ts";
import { isObject, type JsonSchema } from "../jsonSchema.ts";
import { documentText, nameOf, type OpenApi, type Operation, parametersOf } from "../openApiDocument.ts";

/** The component of a body, and that of a line where it may be lines. */
const bodyNames = (content: Record<string, { schema: JsonSchema }> = {}): string[] => [
  ...new Set(Object.values(content).map(({ schema }) => nameOf(schema["$ref"]))),
];

/** The codes of the problems of a response. */
const codesOf = ({ description }: { description: string }): string =>
  [...description.matchAll(/`(\w+)`/g)].map(([, code]) => code).join(" ");

function operationLines(method: string, path: string, operation: Operation, document: OpenApi): string[] {
  const { operationId, deprecated, requestBody, responses } = operation;
  const access = ROUTES.find((route) => route.operationId === operationId)!.access;
  const taken = parametersOf(operation, document).map(
    ({ name, in: place, required, schema }) =>
      `${place} ${name}${required === true ? "" : "?"}: ${[schema["type"], ...namesIn(schema)].join(" ")}`,
  );
  const answered = Object.entries(responses).map(([status, { $ref, content }]) =>
    [status, ...($ref === undefined ? bodyNames(content) : [nameOf($ref)])].join(" "),
  );
  return [
    `${method.toUpperCase()} ${path} ${operationId}, ${access}${deprecated === true ? ", deprecated" : ""}`,
    ...[...taken, ...bodyNames(requestBody?.content)].map((one) => `  takes ${one}`),
    `  answers ${answered.join(", ")}`,
  ];
}

/** Keywords that bound a value, each with the sign that stands for it. */
const BOUNDS: Readonly<Record<string, string>> = {
  ...{ minLength: "length ≥", maxLength: "length ≤", minItems: "items ≥", maxItems: "items ≤", pattern: "like" },
  ...{ minimum: "≥", maximum: "≤", exclusiveMinimum: ">", exclusiveMaximum: "<", minProperties: "fields ≥" },
};

/** Keywords that hold schemas of what is at the same place. */
const SAME_PLACE = ["items", "prefixItems", "allOf", "oneOf", "additionalProperties"] as const;

/** Components, values and bounds that a schema names, but for those of its properties. */
function namesIn(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(namesIn);
  if (!isObject(schema)) return [];
  const { $ref, const: only, enum: some = [] } = schema;
  return [
    ...($ref === undefined ? [] : [nameOf($ref)]),
    ...[...(only === undefined ? [] : [only]), ...(some as unknown[])].map((value) => JSON.stringify(value)),
    ...Object.entries(BOUNDS).flatMap(([bound, sign]) => (bound in schema ? [`${sign} ${schema[bound]}`] : [])),
    ...SAME_PLACE.flatMap((keyword) => namesIn(schema[keyword])),
    ...namesIn(schema["not"]).map((name) => `not ${name}`),
    ...["if", "not", "dependentRequired"].flatMap((rule) => rulesIn(rule, schema[rule])),
  ];
}

/** What a schema says of several fields together. */
const rulesIn = (rule: string, said: unknown): string[] =>
  isObject(said) && (rule === "dependentRequired" || /"required":/.test(JSON.stringify(said)))
    ? [`${rule} ${JSON.stringify(said)}`]
    : [];

/** A line for the schema and one for each of its properties, with `?` where one may be absent. */
function schemaLines(title: string, schema: unknown, indent = ""): string[] {
  const names = namesIn(schema);
  return [
    `${indent}${title}${names.length === 0 ? "" : `: ${names.join(" ")}`}`,
    ...propertyLines(schema, `${indent}  `),
  ];
}

function propertyLines(schema: unknown, indent: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => propertyLines(one, indent));
  if (!isObject(schema)) return [];
  const required = (schema["required"] ?? []) as string[];
  const own = Object.entries((schema["properties"] ?? {}) as Record<string, unknown>);
  return [
    ...own.flatMap(([name, part]) => schemaLines(`${name}${required.includes(name) ? "" : "?"}`, part, indent)),
    ...SAME_PLACE.flatMap((keyword) => propertyLines(schema[keyword], indent)),
  ];
}

test("the names in the document of a service with all its parts", async () => {
  const document = JSON.parse(await documentText(true)) as OpenApi;
  const { paths, components } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => operationLines(method, path, operation, document)),
  );
  const problems = Object.entries(components.responses).map(([name, one]) => `${name}: ${codesOf(one)}`);
  const schemas = Object.entries(components.schemas).flatMap(([name, schema]) => schemaLines(name, schema));
  expect(operations.length).toBeGreaterThan(200);
  expect(schemas.length).toBeGreaterThan(1_200);
  await expect([...operations, "", ...problems, "", ...schemas, ""].join("\n")).toMatchFileSnapshot(
    "golden/openapi.txt",
  );
});
