/** Writes the methods of the client in Python, for threads and for `asyncio`. */
import { type DocumentedSchema, isObject, referenced, type Schemas } from "../documented.ts";
import type { ClientMethod } from "../surface.ts";
import { distinct, docstring, HEAD, isName, orNull, pascal, snake, typeOf } from "./types.ts";

/** The methods, each once for threads and once for `asyncio`. */
export function pythonMethods(methods: readonly ClientMethod[], schemas: Schemas): string {
  const resources = distinct(methods.map(({ resource }) => resource));
  const named = resources.filter((resource) => resource !== "");
  const of = (resource: string, isAsync: boolean): string => {
    const own = methods.filter((one) => one.resource === resource);
    const name = `${isAsync ? "Async" : ""}${resource === "" ? "Operations" : pascal(resource)}`;
    const base = `${isAsync ? "Async" : ""}Resource`;
    const text = resource === "" ? ['    """Methods of the client itself."""', ""] : [];
    return [`class ${name}(${base}):`, ...text, own.map((one) => methodText(one, schemas, isAsync)).join("\n\n")].join(
      "\n",
    );
  };
  const table = named.map((resource) => `    ${JSON.stringify(snake(resource))}: "${pascal(resource)}",`);
  const listed = (isAsync: boolean): string =>
    [
      `class ${isAsync ? "Async" : ""}Resources:`,
      ...named.map((resource) => `    ${snake(resource)}: ${isAsync ? "Async" : ""}${pascal(resource)}`),
    ].join("\n");
  return [
    HEAD,
    "",
    "from __future__ import annotations",
    "",
    "from typing import Any, AsyncIterator, Iterator, Literal, Mapping, Sequence",
    "",
    "from . import _types as types",
    "from ._attempts import Call, given, part",
    "from ._document import Document",
    "from ._options import NOT_GIVEN, NotGiven",
    "from ._answers.pages import AsyncPages, Page, first_async_page, first_page",
    "from ._transport import AsyncResource, Resource",
    "",
    "",
    ...[false, true].flatMap((isAsync) => resources.flatMap((resource) => [of(resource, isAsync), "", ""])),
    listed(false),
    "",
    "",
    listed(true),
    "",
    "",
    "#: Classes of the resources, by the attribute of the client.",
    "RESOURCES = {",
    ...table,
    "}",
    "",
  ].join("\n");
}

interface Argument {
  readonly name: string;
  /** Its name in the request. */
  readonly wire: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string | undefined;
}

function methodText(one: ClientMethod, schemas: Schemas, isAsync: boolean): string {
  const body = one.body === null ? undefined : schemas[one.body];
  const fields = bodyArguments(body, schemas);
  const query = Object.entries(one.queryParameters ?? {})
    .filter(([name]) => name !== "page_token")
    .map(([name, { schema, description }]): Argument => {
      const type = typeOf(schema as DocumentedSchema, "", []);
      // A field of the body may have the name of a parameter.
      const isTaken = fields?.some((field) => field.name === name) === true;
      return { name: isTaken ? `${name}_parameter` : name, wire: name, type, isRequired: false, description };
    });
  const isWhole = one.body !== null && fields === null;
  const keywords = [...(fields ?? []), ...query].sort((a, b) => Number(b.isRequired) - Number(a.isRequired));
  const parameters = [
    "self",
    ...one.pathParameters.map((name) => `${name}: str`),
    ...(isWhole ? ["body: Mapping[str, Any] | Document"] : []),
    "*",
    ...keywords.map(({ name, type, isRequired }) => `${name}: ${type}${isRequired ? "" : ` | NotGiven = NOT_GIVEN`}`),
    "extra_headers: Mapping[str, str] | None = None",
    ...(one.body === null ? [] : ["extra_body: Mapping[str, Any] | None = None"]),
    "timeout: float | None = None",
    "max_retries: int | None = None",
    ...(one.method === "POST" && one.body !== null && !one.isForm ? ["idempotency_key: str | None = None"] : []),
  ];
  return [
    ...signature(one, parameters, schemas, isAsync),
    ...docstring(docOf(one, keywords), "        "),
    ...bodyLines(one, { fields, query }, schemas, isAsync),
  ].join("\n");
}

function signature(one: ClientMethod, parameters: readonly string[], schemas: Schemas, isAsync: boolean): string[] {
  const { name, kind, answer } = one;
  const forms = {
    document: `types.${answer}`,
    text: "str",
    lines: `${isAsync ? "Async" : ""}Iterator[types.${answer}]`,
    page: `${isAsync ? "AsyncPages" : "Page"}[${itemOf(schemas[answer], schemas)}]`,
  };
  const isCoroutine = isAsync && (kind === "document" || kind === "text");
  const head = `    ${isCoroutine ? "async " : ""}def ${snake(name)}(`;
  const end = `) -> ${forms[kind]}:`;
  return [head, ...parameters.map((one) => `        ${one},`), `    ${end}`];
}

/** The type of a page's items. */
function itemOf(page: DocumentedSchema | undefined, schemas: Schemas): string {
  const parts = [page, ...(page?.allOf ?? []).map((one) => schemas[referenced(one) ?? ""] ?? one)];
  const items = parts.map((one) => one?.properties?.["items"]?.items).find((one) => one !== undefined);
  const name = items === undefined ? undefined : referenced(items);
  return name === undefined ? "Any" : `types.${name}`;
}

const docOf = ({ summary, description }: ClientMethod, keywords: readonly Argument[]): string =>
  [
    summary,
    description,
    ...keywords.flatMap(({ name, description: text }) => (text === undefined ? [] : [`\`${name}\`: ${text}`])),
  ]
    .filter((text) => text !== "")
    .join(" ");

/** Whether a body is given as a whole: it is no plain object, may have any fields, or has one that is no name. */
export function isGivenWhole({ properties = {}, oneOf }: DocumentedSchema): boolean {
  const names = Object.keys(properties);
  return oneOf !== undefined || names.length === 0 || names.some((name) => !isName(name));
}

/** The fields of a body as keywords; `null` where it is given as a whole. */
function bodyArguments(schema: DocumentedSchema | undefined, schemas: Schemas): Argument[] | null {
  if (schema === undefined) return [];
  if (isGivenWhole(schema)) return null;
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).map(([name, of]) => ({
    name,
    wire: name,
    type: argumentType(of, schemas),
    isRequired: required.includes(name),
    description: of.description,
  }));
}

/** Nested objects are given as mappings. */
function argumentType(schema: DocumentedSchema, schemas: Schemas): string {
  const known = referenced(schema);
  if (known !== undefined)
    return isObject(schemas[known]!) ? "Mapping[str, Any]" : argumentType(schemas[known]!, schemas);
  if (isObject(schema)) return orNull(schema, "Mapping[str, Any]");
  if (schema.type === "array") return `Sequence[${argumentType(schema.items ?? {}, schemas)}]`;
  const choices = schema.oneOf ?? schema.allOf;
  if (choices !== undefined && schema.type === undefined)
    return distinct(choices.map((one) => argumentType(one, schemas))).join(" | ");
  const type = typeOf(schema, "", []);
  return type === "Document" ? "Mapping[str, Any]" : type;
}

interface MethodArguments {
  /** Fields of the body; `null` where it is given as a whole. */
  readonly fields: readonly Argument[] | null;
  readonly query: readonly Argument[];
}

function bodyLines(
  one: ClientMethod,
  { fields, query }: MethodArguments,
  schemas: Schemas,
  isAsync: boolean,
): string[] {
  const given = (names: readonly Argument[]): string =>
    `{${names.map(({ name, wire }) => `"${wire}": ${name}`).join(", ")}}`;
  const path = one.path.replaceAll(/\{(\w+)\}/g, (_, name) => `{part("${name}", ${name})}`);
  const call = [
    `"${one.method}"`,
    one.pathParameters.length === 0 ? `"${path}"` : `f'${path.replaceAll('"', '"')}'`,
    ...(one.kind === "page"
      ? ['query={**query, "page_token": token}']
      : query.length > 0
        ? [`query=given(${given(query)})`]
        : []),
    ...(one.body === null
      ? []
      : [
          `body={**given(${fields === null ? "body if isinstance(body, Mapping) else body.to_dict()" : given(fields)}), **(extra_body or {})}`,
        ]),
    ...(one.isForm ? ["is_form=True"] : []),
    ...(one.isJob ? ["is_job=True"] : []),
    ...(one.isPublic ? ["is_public=True"] : []),
    ...(one.kind === "lines" ? ["is_stream=True"] : []),
    "extra_headers=extra_headers",
    "timeout=timeout",
    "max_retries=max_retries",
    ...(one.method === "POST" && one.body !== null && !one.isForm ? ["idempotency_key=idempotency_key"] : []),
  ];
  const made = (indent: string): string[] => [
    `${indent}Call(`,
    ...call.map((line) => `${indent}    ${line},`),
    `${indent})`,
  ];
  if (one.kind === "page") {
    const type = itemOf(schemas[one.answer], schemas);
    const first = isAsync
      ? ["        return AsyncPages(lambda: first_async_page(fetch))"]
      : [`        page: Page[${type}] = first_page(fetch)`, "        return page"];
    return [
      `        query = given(${given(query)})`,
      "",
      `        ${isAsync ? "async " : ""}def fetch(token: str | None) -> Any:`,
      ...made("            ").map((line, i) => (i === 0 ? line.replace("Call(", "call = Call(") : line)),
      `            return ${isAsync ? "await " : ""}self._transport.document(call)`,
      "",
      ...first,
    ];
  }
  const isCoroutine = isAsync && one.kind !== "lines";
  const answer = `${isCoroutine ? "await " : ""}self._transport.${one.kind}(call)`;
  return [
    ...made("        ").map((line, i) => (i === 0 ? line.replace("Call(", "call = Call(") : line)),
    ...(one.kind === "document"
      ? [`        answer: types.${one.answer} = ${answer}`, "        return answer"]
      : [`        return ${answer}`]),
  ];
}
