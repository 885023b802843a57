/**
 * The OpenAPI document for programs: every path and type of the whole document, with what whoever sends a request has
 * to know. In the whole document only: texts and bounds of answers, headers of answers, examples of results,
 * descriptions of operations beyond their summaries, and texts of what programs get in answers and send back as it is.
 * Other texts of requests are reduced to their first sentence, examples of problems to their status and title, and
 * texts of others to some words.
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
    readonly examples: Readonly<Record<string, Example>>;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly responses: Readonly<Record<string, Body>>;
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
  readonly content?: Readonly<Record<string, { readonly examples?: object }>>;
  readonly headers?: Readonly<Record<string, unknown>>;
}

interface Example {
  readonly value: unknown;
}

/** A copy of the document without what only readers need. */
export function shortDocument(document: object): object {
  const { components, paths, webhooks, ...rest } = document as WholeDocument;
  const { schemas, examples, responses } = components;
  const operations = Object.values(paths).flatMap(Object.values) as WholeOperation[];
  const requested = namesWithin(
    operations.map(({ requestBody }) => requestBody),
    schemas,
  );
  const answered = namesWithin(
    operations.map((one) => one.responses),
    schemas,
  );
  const shortSchema = (name: string, schema: DescribedPart): DescribedPart =>
    requested.has(name) ? requestSchema(schema, answered.has(name)) : answerSchema(schema);
  const short = (operations: WholeOperations, more: object = {}) =>
    mapped(operations, (methods) => mapped(methods, (one) => ({ ...shortOperation(one), ...more })));
  const shortSchemas = Object.entries(schemas).map(([name, schema]) => [
    name,
    { ...shortSchema(name, schema), ...shortExample(name, examples[name]) },
  ]);
  const shortResponses = mapped(responses, ({ headers = {}, ...one }) => ({ ...one, ...withHeaders(headers) }));
  const problems = Object.entries(examples).filter(([name]) => !(name in schemas));
  return {
    ...rest,
    paths: short(paths),
    // Without this mark, OpenAPI Generator makes calls of messages, in the place of the calls that manage webhooks.
    ...(webhooks === undefined ? {} : { webhooks: short(webhooks, { "x-internal": true }) }),
    components: {
      ...components,
      schemas: Object.fromEntries(shortSchemas),
      responses: shortResponses,
      examples: Object.fromEntries(problems.map(([name, { value }]) => [name, { summary: titleOf(value) }])),
      headers: usedHeaders(components.headers, shortResponses),
    },
  };
}

/** The headers of problems: those of answers are not in the short document. */
function usedHeaders(headers: Readonly<Record<string, unknown>>, responses: object): object {
  const used = JSON.stringify(responses);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => used.includes(`#/components/headers/${name}"`)));
}

/** Headers of a problem. The id of the exchange stands in its body too. */
function withHeaders({ "X-Request-Id": _, ...headers }: Readonly<Record<string, unknown>>): { headers?: object } {
  return Object.keys(headers).length === 0 ? {} : { headers };
}

const EXAMPLE_BYTES_MAX = 1_000;
/** More than 60 characters; without spaces it is no text. */
const LONG_TEXT = /^(?=.{61})(.{1,60}) .*$/s;

/** The example of a request, in its schema. */
function shortExample(name: string, example: Example | undefined): { examples?: unknown[] } {
  const isKept = example !== undefined && !name.endsWith("Answer");
  return isKept && JSON.stringify(example).length <= EXAMPLE_BYTES_MAX ? { examples: [shortTexts(example.value)] } : {};
}

/** The type of a problem leads to the example of its code. */
const titleOf = (value: unknown): string => {
  const { status, title } = value as { status: number; title: string };
  return `${status} ${title}`;
};

function shortTexts(value: unknown): unknown {
  if (typeof value === "string") return value.replace(LONG_TEXT, "$1");
  if (Array.isArray(value)) return value.map(shortTexts);
  return typeof value === "object" && value !== null
    ? mapped(value as Readonly<Record<string, unknown>>, shortTexts)
    : value;
}

/** Names of the schemas of these bodies and of their parts. */
function namesWithin(bodies: readonly unknown[], schemas: Readonly<Record<string, object>>): Set<string> {
  const namesIn = (value: unknown): string[] =>
    [...(JSON.stringify(value) ?? "").matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name!);
  const names = new Set(bodies.flatMap(namesIn));
  for (const name of names) for (const part of namesIn(schemas[name])) names.add(part);
  return names;
}

function shortOperation({ description, requestBody, responses, ...operation }: WholeOperation): WholeOperation {
  const short = <One extends Body>({ content, ...part }: One) => ({
    ...part,
    ...(content === undefined ? {} : { content: mapped(content, ({ examples: _, ...body }) => body) }),
  });
  return {
    ...operation,
    // Of a deprecated operation, it names the successor.
    ...(operation["deprecated"] === true ? { description } : {}),
    ...(requestBody === undefined ? {} : { requestBody: short(requestBody) }),
    responses: mapped(responses, ({ headers: _, ...response }) => short(response)),
  };
}

/** Bounds of values, which whoever sends a request has to keep; in answers the service keeps them. */
const BOUNDS = ["minimum", "maximum", "exclusiveMinimum", "pattern", "minItems", "maxItems"] as const;

/** With all bounds, and the first sentence of each text, unless an answer has the type too: its parts are sent back. */
const requestSchema = (schema: DescribedPart, isAnswered: boolean): DescribedPart =>
  mappedSchema(schema, ({ description, ...keywords }) => ({
    ...(isAnswered ? {} : firstSentence(description)),
    ...keywords,
  }));

/** With neither texts nor bounds. */
const answerSchema = (schema: DescribedPart): DescribedPart =>
  mappedSchema(schema, ({ description: _, ...keywords }) =>
    Object.fromEntries(Object.entries(keywords).filter(([name]) => !BOUNDS.some((bound) => bound === name))),
  );

/** The schema with what `of` gives of the keywords of each of its parts. Names of properties are no keywords. */
function mappedSchema<Part>(part: Part, of: (keywords: DescribedPart) => DescribedPart): Part {
  if (Array.isArray(part)) return part.map((one) => mappedSchema(one, of)) as Part;
  if (typeof part !== "object" || part === null) return part;
  const { properties, ...keywords } = part as DescribedPart;
  const short = mapped(of(keywords), (one) => mappedSchema(one, of));
  if (properties === undefined) return short as Part;
  const parts = mapped(properties as Readonly<Record<string, unknown>>, (one) => mappedSchema(one, of));
  return { ...short, properties: parts } as Part;
}

const firstSentence = (text: string | undefined): { description?: string } =>
  text === undefined || text === "" ? {} : { description: text.split(/(?<=\.)\s/, 1)[0]! };

const mapped = <Value, Result>(
  table: Readonly<Record<string, Value>>,
  of: (value: Value) => Result,
): Record<string, Result> => Object.fromEntries(Object.entries(table).map(([name, value]) => [name, of(value)]));
