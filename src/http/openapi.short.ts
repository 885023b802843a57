/**
 * The OpenAPI document for programs: every path, type and bound of the whole document, in at most 250,000 bytes.
 * The types of 1,400 properties alone are 215 kB, and their texts 100 kB more: so texts of the properties of answers
 * stand in the whole document only, beside the headers of answers and the examples of results; other texts are
 * reduced to their first sentence, examples of problems to their status and title, and texts of others to some words.
 */

interface DescribedPart {
  description?: string;
  [keyword: string]: unknown;
}

interface WholeDocument extends DescribedPart {
  readonly paths: WholeOperations;
  readonly webhooks?: WholeOperations;
  readonly components: {
    readonly schemas: Readonly<Record<string, DescribedPart>>;
    readonly examples: Readonly<Record<string, unknown>>;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly responses: object;
    readonly [kind: string]: unknown;
  };
}

/** By path, or by the type of an event, and by method. */
type WholeOperations = Readonly<Record<string, Readonly<Record<string, WholeOperation>>>>;

interface WholeOperation extends DescribedPart {
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

interface Body extends DescribedPart {
  readonly content?: Readonly<Record<string, MediaContent>>;
}

interface MediaContent {
  readonly examples?: { readonly typical: { readonly $ref: string } };
}

/** A copy of the document without what only readers need. */
export function shortDocument(document: object): object {
  const { components, paths, webhooks, ...rest } = document as WholeDocument;
  const requested = requestedNames(Object.values(paths).flatMap(Object.values), components.schemas);
  const schemas = Object.entries(components.schemas).map(([name, { description, ...schema }]) => [
    name,
    { ...firstSentence(description), ...shortSchema(schema, requested.has(name)) },
  ]);
  const examples = Object.entries(components.examples)
    .filter(([name, one]) => isKept(name, one))
    .map(([name, one]) => [name, shortExample(name, one)] as const);
  const kept = new Set(examples.map(([name]) => name));
  const short = (operations: WholeOperations, more: object = {}) =>
    mapped(operations, (methods) => mapped(methods, (one) => ({ ...shortOperation(one, kept), ...more })));
  return {
    ...rest,
    paths: short(paths),
    // Without this mark, OpenAPI Generator makes calls of messages, in the place of the calls that manage webhooks.
    ...(webhooks === undefined ? {} : { webhooks: short(webhooks, { "x-internal": true }) }),
    components: {
      ...components,
      schemas: Object.fromEntries(schemas),
      examples: Object.fromEntries(examples),
      headers: usedHeaders(components),
    },
  };
}

/** The headers of problems: those of answers are not in the short document. */
function usedHeaders({ headers, responses }: WholeDocument["components"]): object {
  const used = JSON.stringify(responses);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => used.includes(`#/components/headers/${name}"`)));
}

const EXAMPLE_BYTES_MAX = 1_000;
/** More than 120 characters; without spaces it is no text. */
const LONG_TEXT = /^(?=.{121})(.{1,120}) .*$/s;

const isKept = (name: string, example: unknown): boolean =>
  !name.endsWith("Answer") && JSON.stringify(example).length <= EXAMPLE_BYTES_MAX;

/** The type of a problem leads to the example of its code. */
function shortExample(name: string, example: unknown): unknown {
  const { code, status, title } = (example as { value: { code?: string; status?: number; title?: string } }).value;
  return code === name ? { summary: `${status} ${title}` } : shortTexts(example);
}

function shortTexts(value: unknown): unknown {
  if (typeof value === "string") return value.replace(LONG_TEXT, "$1");
  if (Array.isArray(value)) return value.map(shortTexts);
  return typeof value === "object" && value !== null
    ? mapped(value as Readonly<Record<string, unknown>>, shortTexts)
    : value;
}

/** Names of the schemas of requests and of their parts. */
function requestedNames(operations: readonly WholeOperation[], schemas: Readonly<Record<string, object>>): Set<string> {
  const namesIn = (value: unknown): string[] =>
    [...(JSON.stringify(value) ?? "").matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name!);
  const names = new Set(operations.flatMap(({ requestBody }) => namesIn(requestBody)));
  for (const name of names) for (const part of namesIn(schemas[name])) names.add(part);
  return names;
}

function shortOperation(
  { requestBody, responses, ...operation }: WholeOperation,
  kept: ReadonlySet<string>,
): WholeOperation {
  const withKept = ({ examples, ...body }: MediaContent): object => {
    const { $ref } = examples?.typical ?? {};
    return { ...body, ...($ref !== undefined && kept.has(nameIn($ref)) && { examples }) };
  };
  const short = <One extends Body>({ content, ...part }: One) => ({
    ...part,
    ...(content === undefined ? {} : { content: mapped(content, withKept) }),
  });
  return {
    ...operation,
    ...firstSentence(operation.description),
    ...(requestBody === undefined ? {} : { requestBody: short(requestBody) }),
    responses: mapped(responses, ({ headers: _, ...response }) => short(response)),
  };
}

const nameIn = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);

/** @param hasTexts whether its properties keep their first sentence */
function shortSchema<Schema>(part: Schema, hasTexts: boolean): Schema {
  if (Array.isArray(part)) return part.map((one) => shortSchema(one, hasTexts)) as Schema;
  if (typeof part !== "object" || part === null) return part;
  const { description, properties, ...keywords } = part as DescribedPart;
  const short = {
    ...(hasTexts ? firstSentence(description) : {}),
    ...mapped(keywords, (one) => shortSchema(one, hasTexts)),
    ...(properties === undefined
      ? {}
      : { properties: mapped(properties as Readonly<Record<string, unknown>>, (one) => shortSchema(one, hasTexts)) }),
  };
  return short as Schema;
}

const firstSentence = (text: string | undefined): { description?: string } =>
  text === undefined || text === "" ? {} : { description: text.split(/(?<=\.)\s/, 1)[0]! };

const mapped = <Value, Result>(
  table: Readonly<Record<string, Value>>,
  of: (value: Value) => Result,
): Record<string, Result> => Object.fromEntries(Object.entries(table).map(([name, value]) => [name, of(value)]));
