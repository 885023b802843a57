/** How an operation is called with curl and with each client. */

import type { Schemas } from "../clients/documented.ts";
import { exported } from "../clients/go/names.ts";
import { isGivenWhole } from "../clients/python/methods.ts";
import type { ClientMethod } from "../clients/surface.ts";

interface Sample {
  readonly language: "curl" | "TypeScript" | "Python" | "Go";
  readonly text: string;
}

/**
 * @param example the request of the OpenAPI document, if it has one
 * @param schemas of that document
 */
export function samplesOf(method: ClientMethod, example: unknown, schemas: Schemas): Sample[] {
  const body = method.body === null ? undefined : (example ?? {});
  return [
    { language: "curl", text: curl(method, body) },
    { language: "TypeScript", text: typescript(method, body) },
    { language: "Python", text: python(method, body, schemas) },
    { language: "Go", text: go(method, body) },
  ];
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const example = (parameter: string): string => `the-${parameter.replaceAll("_", "-")}`;
const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

function curl({ method, path, pathParameters, isForm, isPublic, isJob }: ClientMethod, body: unknown): string {
  const at = pathParameters.reduce((text, name) => text.replace(`{${name}}`, example(name)), path);
  const lines = [`curl${method === "GET" ? "" : ` -X ${method}`} "$SPOLIA_BASE_URL${at}"`];
  if (!isPublic) lines.push(`-H "Authorization: Bearer $SPOLIA_API_KEY"`);
  if (isJob) lines.push(`-H "Prefer: respond-async"`);
  if (body !== undefined && isForm)
    for (const [name, value] of Object.entries(body as object)) lines.push(`-d ${name}=${value}`);
  else if (body !== undefined)
    lines.push(`-H "Content-Type: application/json"`, `-d '${pretty(body).replaceAll("'", "'\\''")}'`);
  return lines.join(" \\\n  ");
}

function typescript({ resource, name, pathParameters, kind }: ClientMethod, body: unknown): string {
  const call = `client.${resource === "" ? "" : `${resource}.`}${name}`;
  const parts = [
    ...pathParameters.map((one) => JSON.stringify(example(one))),
    ...(body === undefined ? [] : [pretty(body)]),
  ];
  const asked = `${call}(${parts.join(", ")})`;
  const use =
    kind === "page"
      ? `for await (const one of ${asked}) console.log(one);`
      : kind === "lines"
        ? `for await (const line of ${asked}) console.log(line);`
        : `console.log(await ${asked});`;
  return `import { Spolia } from "spolia/client";\n\nconst client = new Spolia(); // SPOLIA_API_KEY, SPOLIA_BASE_URL\n${use}`;
}

function python(
  { resource, name, pathParameters, kind, body: type }: ClientMethod,
  body: unknown,
  schemas: Schemas,
): string {
  const call = `client.${resource === "" ? "" : `${snake(resource)}.`}${snake(name)}`;
  const placed = pathParameters.map((one) => JSON.stringify(example(one)));
  const schema = schemas[type ?? ""];
  const given =
    schema !== undefined && isGivenWhole(schema)
      ? [literal(body)]
      : Object.entries((body ?? {}) as object).map(([key, value]) => `${key}=${literal(value)}`);
  const asked =
    given.length === 0
      ? `${call}(${placed.join(", ")})`
      : `${call}(\n${[...placed, ...given].map((one) => `    ${one},`).join("\n")}\n)`;
  const use = kind === "page" || kind === "lines" ? `for one in ${asked}:\n    print(one)` : `print(${asked})`;
  return `from spolia import Spolia\n\nclient = Spolia()  # SPOLIA_API_KEY, SPOLIA_BASE_URL\n${use}`;
}

/** A value as Python writes it. */
function literal(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value === "object")
    return `{${Object.entries(value)
      .map(([key, one]) => `${JSON.stringify(key)}: ${literal(one)}`)
      .join(", ")}}`;
  return JSON.stringify(value);
}

function go({ resource, name, pathParameters, kind, body: type }: ClientMethod, body: unknown): string {
  const own = kind !== "page" ? exported(name) : name === "list" ? "All" : `All${exported(name)}`;
  const call = `client.${resource === "" ? "" : `${exported(resource)}.`}${own}`;
  const lines = [
    "client, err := spolia.NewClient() // SPOLIA_API_KEY, SPOLIA_BASE_URL",
    "if err != nil {",
    "\tlog.Fatal(err)",
    "}",
  ];
  if (body !== undefined)
    lines.push(
      `var request spolia.${exported(type!)}`,
      `if err := json.Unmarshal([]byte(\`${pretty(body)}\`), &request); err != nil {`,
      "\tlog.Fatal(err)",
      "}",
    );
  const parts = [
    "ctx",
    ...pathParameters.map((one) => JSON.stringify(example(one))),
    ...(body === undefined ? [] : ["request"]),
  ];
  const asked = `${call}(${parts.join(", ")})`;
  if (kind === "page" || kind === "lines")
    lines.push(
      `for one, err := range ${asked} {`,
      "\tif err != nil {",
      "\t\tlog.Fatal(err)",
      "\t}",
      "\tfmt.Println(one)",
      "}",
    );
  else lines.push(`answer, err := ${asked}`, "if err != nil {", "\tlog.Fatal(err)", "}", "fmt.Println(answer)");
  return lines.join("\n");
}
