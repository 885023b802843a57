/** Writes the methods of the client in TypeScript. */
import type { ClientMethod } from "./surface.ts";

const CLIENT = "../../src/faces/client/typescript";
const HEAD = `/** Written by src/build/clients/clients.ts from the routes. */
import { type AnswerDocument, type RequestDocument, ServiceCaller, type Pages, part, Resource } from "${CLIENT}/caller.ts";
import type { LinePromise } from "${CLIENT}/lines.ts";
import type { CallOptions } from "${CLIENT}/options.ts";
import type { ApiPromise } from "${CLIENT}/promise.ts";`;

export function typescriptMethods(methods: readonly ClientMethod[]): string {
  const resources = [...new Set(methods.map(({ resource }) => resource))];
  const classes = resources.map((resource) => {
    const own = methods.filter((one) => one.resource === resource);
    const head =
      resource === ""
        ? "/** Methods of the client itself. */\nexport class Operations extends ServiceCaller {"
        : `export class ${capitalized(resource)}Resource extends Resource {`;
    return `${head}\n${own.map(methodText).join("\n\n")}\n}`;
  });
  return `${[HEAD, ...classes].join("\n\n")}\n`;
}

const capitalized = (name: string): string => name[0]!.toUpperCase() + name.slice(1);

function methodText(one: ClientMethod): string {
  const caller = one.resource === "" ? "this" : "this.caller";
  const [form, type] = formOf(one);
  const query = queryType(one);
  const isList = one.kind === "page";
  const parameters = [
    ...one.pathParameters.map((name) => `${name}: string`),
    ...(one.body === null ? [] : [`body: RequestDocument<"${one.body}">`]),
    ...(isList ? [`query: ${query} = {}`] : []),
    `options?: CallOptions${isList || query === "object" ? "" : `<${query}>`}`,
  ];
  const call = [
    `method: "${one.method}"`,
    `path: ${pathText(one)}`,
    ...(isList ? ["query"] : []),
    ...(one.body === null ? [] : ["body"]),
    ...(one.isForm ? ["isForm: true"] : []),
    ...(one.isJob ? ["isJob: true"] : []),
    ...(one.isPublic ? ["isPublic: true"] : []),
    "options",
  ];
  return [
    docComment(one),
    `  ${one.name}(${parameters.join(", ")}): ${type} {`,
    `    return ${caller}.${form}({ ${call.join(", ")} });`,
    "  }",
  ].join("\n");
}

/** How the caller is asked, and what it gives. */
function formOf({ kind, answer }: ClientMethod): readonly [form: string, type: string] {
  if (kind === "text") return ["text", "ApiPromise<string>"];
  if (kind === "lines") return [`lines<"${answer}">`, `LinePromise<AnswerDocument<"${answer}">>`];
  if (kind === "page") return [`pages<"${answer}">`, `Pages<"${answer}">`];
  return [`document<"${answer}">`, `ApiPromise<AnswerDocument<"${answer}">>`];
}

function queryType({ queryParameters = {} }: ClientMethod): string {
  const fields = Object.entries(queryParameters).map(([name, { schema }]) => {
    if (schema.type === "boolean") return `${name}?: boolean`;
    if (schema.type === "integer") return `${name}?: number`;
    return `${name}?: ${schema.enum?.map((word) => `"${word}"`).join(" | ") ?? "string"}`;
  });
  return fields.length === 0 ? "object" : `{ ${fields.join("; ")} }`;
}

function pathText({ path, pathParameters }: ClientMethod): string {
  if (pathParameters.length === 0) return `"${path}"`;
  return `\`${path.replaceAll(/\{(\w+)\}/g, (_, name) => `\${part("${name}", ${name})}`)}\``;
}

const docComment = ({ summary, description }: ClientMethod): string =>
  ["  /**", ...[summary, description].filter((text) => text !== "").map((text) => `   * ${text}`), "   */"].join("\n");
