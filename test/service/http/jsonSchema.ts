/**
 * JSON Schema 2020-12 read by its specification and without the library that wrote the schemas: a validator, and an arbitrary of
 * values that a schema allows. Both know the keywords that occur in our document and fail on any other, so that none is skipped.
 */
import fc from "fast-check";

export type JsonSchema = Record<string, unknown>;

/** Resolves a `$ref` of the document. */
export type Resolve = (reference: string) => JsonSchema;

export function resolverOf(document: unknown): Resolve {
  return (reference) => {
    let target: unknown = document;
    for (const part of reference.replace(/^#\//, "").split("/")) target = (target as Record<string, unknown>)[part];
    if (target === undefined) throw new Error(`nothing at ${reference}`);
    return target as JsonSchema;
  };
}

// biome-ignore lint/suspicious/noExplicitAny: each keyword knows the type of its value and its argument
type Check = (value: any, argument: any, schema: JsonSchema, resolve: Resolve, path: string) => string[];

const ANNOTATIONS = new Set(["description", "title", "examples", "format", "contentEncoding", "default", "else"]);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const failIf = (wrong: boolean, path: string, what: string): string[] => (wrong ? [`${path}: ${what}`] : []);

const TYPES: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number" && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
  array: Array.isArray,
  object: isObject,
};

const KEYWORDS: Record<string, Check> = {
  $ref: (value, reference, _, resolve, path) => violations(value, resolve(reference), resolve, path),
  type: (value, type, _, __, path) =>
    failIf(![type].flat().some((one: string) => TYPES[one]!(value)), path, `is not of type ${type}`),
  const: (value, constant, _, __, path) => failIf(value !== constant, path, `is not ${constant}`),
  enum: (value, words, _, __, path) => failIf(!words.includes(value), path, "is none of the words"),
  minimum: (value, least, _, __, path) => failIf(value < least, path, `is below ${least}`),
  maximum: (value, most, _, __, path) => failIf(value > most, path, `is above ${most}`),
  exclusiveMinimum: (value, bound, _, __, path) => failIf(value <= bound, path, `is not above ${bound}`),
  exclusiveMaximum: (value, bound, _, __, path) => failIf(value >= bound, path, `is not below ${bound}`),
  minLength: (value, least, _, __, path) => failIf([...value].length < least, path, "is too short"),
  maxLength: (value, most, _, __, path) => failIf([...value].length > most, path, "is too long"),
  pattern: (value, pattern, _, __, path) => failIf(!new RegExp(pattern, "u").test(value), path, "does not match"),
  minItems: (value, least, _, __, path) => failIf(value.length < least, path, "has too few items"),
  maxItems: (value, most, _, __, path) => failIf(value.length > most, path, "has too many items"),
  uniqueItems: (value, unique, _, __, path) => failIf(unique && new Set(value).size < value.length, path, "repeats"),
  required: (value, names, _, __, path) =>
    names.flatMap((name: string) => failIf(!Object.hasOwn(value, name), path, `lacks ${name}`)),
  dependentRequired: (value, dependents, _, __, path) =>
    Object.entries<string[]>(dependents).flatMap(([name, needed]) =>
      failIf(
        Object.hasOwn(value, name) && needed.some((other) => !Object.hasOwn(value, other)),
        path,
        `has ${name} alone`,
      ),
    ),
  properties: (value, properties, _, resolve, path) =>
    Object.entries<JsonSchema>(properties).flatMap(([name, schema]) =>
      Object.hasOwn(value, name) ? violations(value[name], schema, resolve, `${path}/${name}`) : [],
    ),
  additionalProperties: (value, rule, schema, resolve, path) => {
    const others = Object.keys(value).filter((name) => !Object.hasOwn((schema["properties"] ?? {}) as object, name));
    if (rule === false) return failIf(others.length > 0, path, `has ${others}`);
    return others.flatMap((name) => violations(value[name], rule, resolve, `${path}/${name}`));
  },
  propertyNames: (value, schema, _, resolve, path) =>
    Object.keys(value).flatMap((name) => violations(name, schema, resolve, path)),
  prefixItems: (value, schemas, _, resolve, path) =>
    schemas.flatMap((schema: JsonSchema, index: number) =>
      violations(value[index], schema, resolve, `${path}/${index}`),
    ),
  items: (value, rule, schema, resolve, path) => {
    const first = ((schema["prefixItems"] ?? []) as unknown[]).length;
    if (rule === false) return failIf(value.length > first, path, "has too many items");
    return value
      .slice(first)
      .flatMap((item: unknown, index: number) => violations(item, rule, resolve, `${path}/${first + index}`));
  },
  minProperties: (value, least, _, __, path) => failIf(Object.keys(value).length < least, path, "has too few fields"),
  if: (value, condition, { else: otherwise }, resolve, path) =>
    violations(value, condition, resolve, path).length === 0
      ? []
      : violations(value, otherwise as JsonSchema, resolve, path),
  allOf: (value, schemas, _, resolve, path) =>
    schemas.flatMap((schema: JsonSchema) => violations(value, schema, resolve, path)),
  anyOf: (value, schemas, _, resolve, path) =>
    failIf(
      !schemas.some((schema: JsonSchema) => violations(value, schema, resolve, path).length === 0),
      path,
      "fits none",
    ),
  not: (value, schema, _, resolve, path) =>
    failIf(violations(value, schema, resolve, path).length === 0, path, "fits what it must not"),
  oneOf: (value, schemas, _, resolve, path) =>
    failIf(
      schemas.filter((schema: JsonSchema) => violations(value, schema, resolve, path).length === 0).length !== 1,
      path,
      "fits not one",
    ),
};

/** Everything about the value that the schema does not allow; empty where it is valid. */
export function violations(value: unknown, schema: JsonSchema, resolve: Resolve, path = ""): string[] {
  const wrongType = schema["type"] !== undefined ? KEYWORDS["type"]!(value, schema["type"], schema, resolve, path) : [];
  if (wrongType.length > 0) return wrongType;
  // Other keywords are about numbers, texts, lists and objects.
  if (value === null && schema["type"] !== undefined) return [];
  return Object.entries(schema).flatMap(([keyword, argument]) => {
    if (ANNOTATIONS.has(keyword) || keyword.startsWith("x-")) return [];
    const check = KEYWORDS[keyword];
    if (check === undefined) throw new Error(`unknown keyword ${keyword} at ${path}`);
    return check(value, argument, schema, resolve, path);
  });
}

/** Values that the schema allows. */
export function allowedBy(schema: JsonSchema, resolve: Resolve): fc.Arbitrary<unknown> {
  if ("$ref" in schema) return allowedBy(resolve(schema["$ref"] as string), resolve);
  if ("const" in schema) return fc.constant(schema["const"]);
  if ("enum" in schema) return fc.constantFrom(...(schema["enum"] as unknown[]));
  if ("allOf" in schema) return allowedBy(inOnePart(schema, resolve), resolve);
  if (Array.isArray(schema["type"]))
    return fc.oneof(...(schema["type"] as string[]).map((type) => allowedBy({ ...schema, type }, resolve)));
  if ("oneOf" in schema)
    return fc.oneof(...(schema["oneOf"] as JsonSchema[]).map((option) => allowedBy(option, resolve)));
  switch (schema["type"]) {
    case "string":
      return "pattern" in schema
        ? fc.stringMatching(new RegExp(schema["pattern"] as string))
        : fc.string({ unit: "grapheme", maxLength: 12 });
    case "boolean":
      return fc.boolean().filter((value) => violations(value, schema, resolve).length === 0);
    case "null":
      return fc.constant(null);
    case "integer":
      return fc.integer({
        min: (schema["minimum"] as number) ?? -1000,
        max: (schema["maximum"] as number) ?? 1_000_000,
      });
    case "number":
      return fc
        .double({ min: (schema["minimum"] as number) ?? -1e9, max: (schema["maximum"] as number) ?? 1e9, noNaN: true })
        .map((number) => number + 0); // JSON has no -0
    case "array":
      return "prefixItems" in schema
        ? fc.tuple(...(schema["prefixItems"] as JsonSchema[]).map((item) => allowedBy(item, resolve)))
        : fc.array(allowedBy(schema["items"] as JsonSchema, resolve), {
            minLength: Math.min((schema["minItems"] as number) ?? 0, 3),
            maxLength: Math.min((schema["maxItems"] as number) ?? 3, 3),
          });
    case "object":
      return allowedObject(schema, resolve);
    default:
      throw new Error(`no arbitrary for ${JSON.stringify(schema)}`);
  }
}

/** The same schema, with all parts of an object in one. */
export function inOnePart(schema: JsonSchema, resolve: Resolve): JsonSchema {
  if (!("allOf" in schema)) return schema;
  const parts = (schema["allOf"] as JsonSchema[]).map((part) =>
    inOnePart("$ref" in part ? resolve(part["$ref"] as string) : part, resolve),
  );
  return {
    type: "object",
    properties: Object.assign({}, ...parts.map((part) => part["properties"])),
    required: parts.flatMap((part) => (part["required"] ?? []) as string[]),
  };
}

function allowedObject(schema: JsonSchema, resolve: Resolve): fc.Arbitrary<unknown> {
  if (!("properties" in schema)) {
    return fc.dictionary(
      fc.stringMatching(/^[a-z_]{1,8}$/),
      allowedBy(schema["additionalProperties"] as JsonSchema, resolve),
      {
        maxKeys: 3,
      },
    );
  }
  const fields = Object.entries(schema["properties"] as Record<string, JsonSchema>);
  return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, allowedBy(field, resolve)])), {
    requiredKeys: schema["required"] as string[],
    noNullPrototype: true,
  });
}
