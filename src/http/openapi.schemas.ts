/**
 * Schemas of the OpenAPI document: shapes generated from the interfaces, with their doc comments as descriptions.
 */
import { RESULT_SHAPES } from "../contract/results.generated.ts";
import { ANSWER_TEXTS, DOCUMENT_SHAPES } from "./documents.generated.ts";
import type { AnswerDocuments } from "./documents.ts";

type Texts = Readonly<Record<string, string>>;

/** The schemas of these responses and of everything that they reference, sorted by name. */
export function answerSchemas(names: readonly (keyof AnswerDocuments)[]): Record<string, object> {
  const schemas: Record<string, object> = {};
  const wanted = new Set<string>(names);
  for (const name of wanted) {
    const shape = (DOCUMENT_SHAPES[name] ?? RESULT_SHAPES[name])!;
    for (const [, other] of JSON.stringify(shape).matchAll(/"#\/components\/schemas\/(\w+)"/g)) wanted.add(other!);
    schemas[name] = withTexts(shape, ANSWER_TEXTS[name] ?? {});
  }
  return Object.fromEntries(Object.entries(schemas).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Adds descriptions to a schema and its parts. The path of properties identifies a part. */
export function withTexts(schema: object, texts: Texts): object {
  return { ...(texts[""] === undefined ? {} : { description: texts[""] }), ...within(schema, texts, "") };
}

/** Gives tuples a `maxItems`, which client generators need. */
function within(schema: object, texts: Texts, path: string): object {
  if (Array.isArray(schema)) return schema.map((one) => within(one, texts, path));
  const { properties, ...parts }: Record<string, unknown> = schema as Record<string, unknown>;
  if (parts["items"] === false) {
    delete parts["items"];
    parts["maxItems"] = (parts["prefixItems"] as object[]).length;
  }
  for (const name of SAME_PLACE) if (isObject(parts[name])) parts[name] = within(parts[name], texts, path);
  return isObject(properties) ? { ...parts, properties: described(properties, texts, path) } : parts;
}

function described(properties: object, texts: Texts, path: string): object {
  const all = Object.entries(properties as Record<string, object>).map(([name, schema]) => {
    const at = path === "" ? name : `${path}.${name}`;
    return [name, { ...within(schema, texts, at), ...(texts[at] === undefined ? {} : { description: texts[at] }) }];
  });
  return Object.fromEntries(all);
}

/** Keywords whose schemas have the same path of properties. */
const SAME_PLACE = ["items", "prefixItems", "anyOf", "additionalProperties"] as const;

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
