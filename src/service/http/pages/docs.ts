/**
 * The documentation at `/docs`: the OpenAPI document as one page, in the style of reports. It has no scripts and loads
 * nothing, so it works offline and under the strictest content policy. Redoc and Swagger UI are over 1 MB of script
 * each.
 */
import { escaped, htmlPage } from "../../../report/layout/html.ts";

interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  format?: string;
  description?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

interface Described {
  /** Reference to a component. */
  $ref?: string;
  description?: string;
  content?: Record<string, { schema?: JsonSchema; examples?: Record<string, { $ref: string }> }>;
}

interface DocumentedParameter {
  /** Reference to a component. */
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: JsonSchema;
}

interface DocumentedOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  deprecated?: boolean;
  /** Without it, that of the whole document. */
  security?: object[];
  parameters?: DocumentedParameter[];
  requestBody?: Described;
  responses: Record<string, Described>;
}

interface Documented {
  security?: object[];
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, Described>;
    parameters: Record<string, DocumentedParameter>;
    examples: Record<string, { value: unknown }>;
  };
}

/** Operations of one tag. */
interface DocumentedGroup {
  readonly tag: string;
  readonly operations: readonly {
    readonly operationId: string;
    /** The whole description, as HTML. Links to schemas are `#schema-NAME`. */
    readonly html: string;
    /** Its request in the document's examples, if it has one. */
    readonly example: unknown;
  }[];
}

/** The operations of an OpenAPI document by their tags, in the order of the document. */
export function documentedGroups(openApi: object): DocumentedGroup[] {
  const { paths, components, security = [] } = openApi as Documented;
  const resolved = <One extends { $ref?: string }>(one: One, table: Record<string, One>): One =>
    one.$ref === undefined ? one : table[nameOf(one.$ref)]!;
  const operations = Object.entries(paths).flatMap(([at, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const responses = Object.entries(operation.responses).map(([status, one]) => [
        status,
        resolved(one, components.responses),
      ]);
      const parameters = (operation.parameters ?? []).map((one) => resolved(one, components.parameters));
      const all = { security, ...operation, parameters, responses: Object.fromEntries(responses) };
      return { at, method: method.toUpperCase(), ...all };
    }),
  );
  const tags = [...new Set(operations.map(({ tags: [tag] }) => tag!))];
  return tags.map((tag) => ({
    tag,
    operations: operations
      .filter(({ tags: [own] }) => own === tag)
      .map((one) => ({
        operationId: one.operationId,
        html: operationOf(one, components.examples),
        example: one.requestBody && exampleOf(one.requestBody, components.examples),
      })),
  }));
}

/** The schemas of an OpenAPI document as HTML, each with the id `schema-NAME`. */
export function documentedSchemas(openApi: object): string[] {
  return Object.entries((openApi as Documented).components.schemas).map(([name, schema]) => schemaOf(name, schema));
}

/** @param path path of the OpenAPI document */
export function docsPage(openApi: object, path: string): string {
  const { info } = openApi as Documented;
  const groups = documentedGroups(openApi);
  return htmlPage(`${info.title} ${info.version}`, [
    `<div class="verdict plain"><h1>${escaped(info.title)}</h1><p class="lede">${escaped(info.description)}</p></div>`,
    section("Contents", [
      `<p>Version ${escaped(info.version)} of the interface. The OpenAPI document: ${link(path, path)}.</p>`,
      "<nav><ul>",
      ...groups.map(({ tag }) => `<li>${link(`#${anchor(tag)}`, tag)}</li>`),
      `<li>${link("#schemas", "Schemas")}</li></ul></nav>`,
    ]),
    ...groups.map(({ tag, operations }) =>
      section(
        tag,
        operations.map(({ html }) => html),
        anchor(tag),
      ),
    ),
    section("Schemas", documentedSchemas(openApi), "schemas"),
  ]);
}

const anchor = (tag: string): string => `tag-${tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
const link = (to: string, text: string): string => `<a href="${escaped(to)}">${escaped(text)}</a>`;

const section = (title: string, parts: readonly string[], id = "contents"): string =>
  `<section aria-labelledby="${id}"><h2 id="${id}">${escaped(title)}</h2><div>${parts.join("\n")}</div></section>`;

type Examples = Documented["components"]["examples"];

function operationOf(
  { at, method, ...operation }: DocumentedOperation & { at: string; method: string },
  examples: Examples,
): string {
  const {
    operationId,
    summary,
    description,
    deprecated,
    security = [],
    parameters = [],
    requestBody,
    responses,
  } = operation;
  const notes = [deprecated === true ? "Deprecated." : "", security.length > 0 ? "Needs a key or a token." : ""].filter(
    (note) => note !== "",
  );
  return [
    `<article id="${escaped(operationId)}"><h3><b>${method}</b> <code>${escaped(at)}</code></h3>`,
    `<p>${prose(summary)}</p><p class="dim">${prose([description, ...notes].join(" "))}</p>`,
    tableOf(
      ["Parameter", "In", "Form", "Meaning"],
      parameters.map(({ name, in: place, description: meaning = "", required, schema = {} }) => [
        `<code>${escaped(name)}</code>`,
        `${escaped(place)}${required === true ? ", required" : ""}`,
        typeOf(schema),
        prose(meaning),
      ]),
    ),
    requestBody === undefined ? "" : bodyOf("Request", requestBody, examples),
    answersOf(Object.entries(responses).filter(([status]) => status.startsWith("2"))),
    `<details><summary>Errors</summary>${answersOf(Object.entries(responses).filter(([status]) => !status.startsWith("2")))}</details>`,
    "</article>",
  ].join("");
}

const answersOf = (responses: [string, Described][]): string =>
  tableOf(
    ["Status", "Answer", "Form"],
    responses.map(([status, one]) => [escaped(status), prose(one.description ?? ""), formOf(one)]),
  );

/** Text with names between backticks. */
const prose = (text: string): string => escaped(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>");

function bodyOf(title: string, body: Described, examples: Examples): string {
  const value = exampleOf(body, examples);
  const example =
    value === undefined
      ? ""
      : `<details><summary>Example</summary><pre>${withLines(JSON.stringify(value, null, 2))}</pre></details>`;
  return `<p>${escaped(title)}: ${formOf(body)}</p>${example}`;
}

function exampleOf({ content = {} }: Described, examples: Examples): unknown {
  const typical = Object.values(content)[0]?.examples?.["typical"];
  return typical && examples[nameOf(typical.$ref)]?.value;
}

const withLines = (text: string): string => text.split("\n").map(indented).join("\n");
/** Keeps the indentation of a line, which escaping would reduce to one space. */
const indented = (line: string): string =>
  `${" ".repeat(line.length - line.trimStart().length)}${escaped(line.trimStart())}`;

function formOf({ content = {} }: Described): string {
  const forms = new Map(Object.entries(content).map(([type, { schema }]) => [typeOf(schema ?? {}), type]));
  const types = Object.keys(content).map(escaped).join(", ");
  return `${[...forms.keys()].join(" or ")}${types === "" ? "" : ` <span class="dim">${types}</span>`}`;
}

function tableOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const head = columns.map((column) => `<th scope="col">${escaped(column)}</th>`).join("");
  const body = rows.map(([first = "", ...cells]) => {
    const others = cells.map((cell, i) => `<td data-label="${escaped(columns[i + 1]!)}">${cell}</td>`).join("");
    return `<tr><th scope="row">${first}</th>${others}</tr>`;
  });
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join("\n")}</tbody></table>`;
}

function schemaOf(name: string, { allOf = [], ...own }: JsonSchema): string {
  const schema: JsonSchema = { ...own, ...allOf.find(({ $ref }) => $ref === undefined) };
  const extended = allOf.filter(({ $ref }) => $ref !== undefined).map(typeOf);
  const bases = extended.length === 0 ? "" : `<p>With all fields of ${extended.join(" and ")}.</p>`;
  const required = new Set(schema.required);
  const rows = Object.entries(schema.properties ?? {}).map(([field, one]) => [
    `<code>${escaped(field)}</code>`,
    `${typeOf(one)}${required.has(field) ? "" : ", optional"}`,
    prose(one.description ?? ""),
  ]);
  const type = rows.length === 0 && bases === "" ? `<p>${typeOf(schema)}</p>` : "";
  const meaning = schema.description === undefined ? "" : `<p class="dim">${prose(schema.description)}</p>`;
  return `<article id="schema-${escaped(name)}"><h3>${escaped(name)}</h3>${meaning}${bases}${type}${tableOf(["Field", "Form", "Meaning"], rows)}</article>`;
}

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);

/** A short description of a schema, with links to named schemas. */
function typeOf(schema: JsonSchema): string {
  if (schema.$ref !== undefined) {
    const name = nameOf(schema.$ref);
    return link(`#schema-${name}`, name);
  }
  if (schema.oneOf !== undefined) return schema.oneOf.map(typeOf).join(" or ");
  if (schema.const !== undefined) return `<code>${escaped(JSON.stringify(schema.const))}</code>`;
  if (schema.enum !== undefined)
    return schema.enum.map((one) => `<code>${escaped(JSON.stringify(one))}</code>`).join(" or ");
  if (schema.items !== undefined) return `list of ${typeOf(schema.items)}`;
  if (schema.properties !== undefined) {
    const fields = Object.entries(schema.properties).map(([field, one]) => `${escaped(field)}: ${typeOf(one)}`);
    return `{${fields.join(", ")}}`;
  }
  const type = [schema.type ?? "anything"].flat().join(" or ");
  return escaped(schema.format === undefined ? type : `${type} (${schema.format})`);
}
