/**
 * Schemas of the OpenAPI document: requests from the schemas that check them, answers from shapes that were generated
 * from the interfaces. The doc comments of the interfaces become descriptions.
 *
 * The form is one that generators of clients read, as tried by hand: what an interface
 * extends is a reference (`allOf`), a list of fixed length has one schema for its items, `null` is one of two types,
 * of several forms a value has one (`oneOf`), the bounds of a number are among the numbers allowed.
 */
import { type ConversionConfig, toJsonSchemaDefs } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { ANSWER_TEXTS, DOCUMENT_BASES, DOCUMENT_SHAPES, REQUEST_TEXTS } from "../../../../build/generated/documents.ts";
import { RESULT_SHAPES } from "../../../../build/generated/results.ts";
import type { AnswerDocuments, MessageDocuments } from "./documents.ts";

type Texts = Readonly<Record<string, string>>;

interface FixedWords {
  readonly $ref?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
}

interface ObjectShape {
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
}

/** The words of an identifier, each with a capital letter: `ModelCard` of `model card`. */
export const pascal = (name: string): string =>
  name.replace(/(?:^|[^A-Za-z0-9])(\w)/g, (_, letter: string) => letter.toUpperCase());

export const reference = (kind: string, name: string): object => ({ $ref: `#/components/${kind}/${name}` });

const shapeOf = (name: string): ObjectShape => (DOCUMENT_SHAPES[name] ?? RESULT_SHAPES[name])!;

/** The words of an enumeration, or its only one; `undefined` of another schema. */
function wordsOf(schema: object): readonly string[] | undefined {
  const { $ref, enum: words, const: word } = schema as FixedWords;
  if ($ref !== undefined) return wordsOf(shapeOf($ref.slice($ref.lastIndexOf("/") + 1)) ?? {});
  return words ?? (typeof word === "string" ? [word] : undefined);
}

/** Names of words for Go, where a package has its types and the words of all its enumerations in one place. */
const wordNames = (owner: string, words: readonly string[]): object => ({
  "x-enum-varnames": words.map((word) => `${owner}${pascal(word)}`),
});

/**
 * The schemas of these responses and messages, and of everything that they reference, sorted by name.
 *
 * @param others names of schemas that requests define
 */
export function answerSchemas(
  names: readonly (keyof (AnswerDocuments & MessageDocuments))[],
  others: readonly string[],
): Record<string, object> {
  const schemas: Record<string, object> = {};
  const wanted = new Set<string>(names);
  for (const name of wanted) {
    if (others.includes(name)) continue;
    const schema = answerSchema(name, others);
    for (const [, other] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) wanted.add(other!);
    schemas[name] = schema;
  }
  return Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The texts of a document and of those that it extends; in the table, each has its own alone. */
function textsOf(name: string): Texts {
  const inherited = [...(DOCUMENT_BASES[name] ?? [])].reverse().map((base) => {
    const { "": _, ...texts } = textsOf(base);
    return texts;
  });
  return Object.assign({}, ...inherited, ANSWER_TEXTS[name]);
}

/** @param closed names of schemas that allow no other fields, and so cannot be extended */
function answerSchema(name: string, closed: readonly string[]): object {
  const texts = textsOf(name);
  const bases = (DOCUMENT_BASES[name] ?? []).filter((base) => !closed.includes(base));
  if (bases.length === 0) {
    const schema = withTexts(shapeOf(name), texts);
    return { ...schema, ...("enum" in schema && wordNames(name, wordsOf(schema)!)) };
  }
  const { properties, required = [] } = shapeOf(name);
  const inherited = new Set(bases.flatMap((base) => Object.keys(shapeOf(base).properties ?? {})));
  const isOwn = (field: string): boolean => !inherited.has(field);
  const own = Object.fromEntries(Object.entries(properties ?? {}).filter(([field]) => isOwn(field)));
  const references = bases.map((base) => reference("schemas", base));
  const rest = { type: "object", properties: own, ...listed("required", required.filter(isOwn)) };
  const { description } = described(texts, "");
  return {
    ...(description === undefined ? {} : { description }),
    allOf: Object.keys(own).length === 0 ? references : [...references, within(rest, texts, "")],
  };
}

const listed = (name: string, values: readonly string[]): object => (values.length === 0 ? {} : { [name]: values });

const CONVERSION: ConversionConfig = {
  target: "draft-2020-12",
  typeMode: "input",
  // Descriptions or metadata state the checks; every JSON number is finite.
  ignoreActions: ["check", "raw_check", "finite", "to_lower_case"],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  overrideSchema: ({ valibotSchema }) =>
    valibotSchema.type === "custom" ? { type: "string", contentEncoding: "base64" } : undefined,
};

/** The schemas of requests by their names; where one is a part of another, it is referenced. */
export function requestSchemas(requests: Readonly<Record<string, GenericSchema>>): Record<string, object> {
  const schemas = Object.entries(toJsonSchemaDefs({ ...requests }, CONVERSION));
  return Object.fromEntries(schemas.map(([name, schema]) => [name, withTexts(schema, REQUEST_TEXTS[name]!)]));
}

const described = (texts: Texts, path: string): { description?: string } =>
  texts[path] === undefined ? {} : { description: texts[path] };

/** Adds descriptions to a schema and its parts. The path of properties identifies a part. */
const withTexts = (schema: object, texts: Texts): object => ({ ...described(texts, ""), ...within(schema, texts, "") });

function within(schema: object, texts: Texts, path: string): object {
  if (Array.isArray(schema)) return schema.map((one) => within(one, texts, path));
  const { properties, ...parts } = readable(schema as Record<string, unknown>);
  for (const name of SAME_PLACE) if (isObject(parts[name])) parts[name] = within(parts[name], texts, path);
  if (!isObject(properties)) return parts;
  const all = Object.entries(properties as Record<string, object>).map(([name, part]) => {
    const at = path === "" ? name : `${path}.${name}`;
    const words = wordsOf(part) ?? [];
    // oapi-codegen tells the words of enumerations apart by itself, but not a word from the name of an enumeration.
    const isOther = words.some((word) => wordsOf(reference("schemas", pascal(word))) !== undefined);
    const names = isOther && !("$ref" in part) && wordNames(pascal(name), words);
    return [name, { ...within(part, texts, at), ...names, ...described(texts, at) }];
  });
  return { ...parts, properties: Object.fromEntries(all) };
}

/** The same schema in keywords that generators of clients understand. */
function readable({ "x-since": _, ...schema }: Record<string, unknown>): Record<string, unknown> {
  const { prefixItems, anyOf, exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  if (typeof schema["const"] === "boolean") {
    // Of a constant, OpenAPI Generator makes a set of texts in Python, in which neither boolean is.
    const { const: constant, ...rest } = schema;
    return { type: "boolean", ...rest, not: { const: !constant } };
  }
  if ("const" in schema) return { type: typeof schema["const"], ...schema };
  if (Array.isArray(prefixItems)) {
    const [first, ...others] = prefixItems.map((one) => JSON.stringify(one));
    if (others.some((one) => one !== first)) throw new Error("a list of fixed length has items of several types");
    const { prefixItems: __, ...list } = schema;
    return { ...list, items: prefixItems[0], minItems: prefixItems.length, maxItems: prefixItems.length };
  }
  if (typeof above === "number" || typeof below === "number") {
    const { exclusiveMinimum: __, exclusiveMaximum: ___, ...rest } = schema;
    if (typeof above === "number") rest["minimum"] = beside(above, true);
    if (typeof below === "number") rest["maximum"] = beside(below, false);
    return rest;
  }
  return Array.isArray(anyOf) ? ofOneForm(anyOf, schema) : schema;
}

/** The next number above or below: ogen does not know `exclusiveMinimum`, which says the same of the number before. */
function beside(number: number, isAbove: boolean): number {
  if (number === 0) return isAbove ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const bits = new BigInt64Array(new Float64Array([number]).buffer);
  bits[0]! += isAbove === number > 0 ? 1n : -1n;
  return new Float64Array(bits.buffer)[0]!;
}

/** A value of one of several forms, none of which is a case of another. */
function ofOneForm(forms: object[], { anyOf: _, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const words = forms.map(wordsOf);
  if (words.every((some) => some !== undefined)) return { ...rest, type: "string", enum: words.flat() };
  const [one, none, ...more] = forms as Record<string, unknown>[];
  const isScalar = typeof one?.["type"] === "string" && !("enum" in one) && !("properties" in one);
  if (!isScalar || none?.["type"] !== "null" || more.length > 0) return { ...rest, oneOf: forms };
  return readable({ ...one, ...rest, type: [one["type"], "null"] });
}

/** Keywords whose schemas have the same path of properties. */
const SAME_PLACE = ["items", "prefixItems", "oneOf", "additionalProperties"] as const;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
