/** Writes the types of documents in Python: classes with annotated fields, and words of enumerations. */
import { type DocumentedSchema, isObject, referenced, type Schemas } from "../documented.ts";

export const HEAD = '"""Written by src/build/clients/clients.ts from the routes: `npm run build:clients`."""';
/** Names that a field cannot have as an attribute in Python: it is read as `document["name"]`. */
const KEYWORDS = new Set(
  ["False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del"].concat(
    ["elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal"],
    ["not", "or", "pass", "raise", "return", "try", "while", "with", "yield"],
  ),
);
const COLUMNS = 120;

export const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const pascal = (name: string): string =>
  name.replaceAll(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase());
export const isName = (name: string): boolean => /^[A-Za-z]\w*$/.test(name) && !KEYWORDS.has(name);
/** A docstring or a comment, broken into lines. */
function wrapped(text: string, indent: string, mark: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.replaceAll("\\", "\\\\").replaceAll('"""', "'''").split(/\s+/)) {
    if (line !== "" && indent.length + mark.length + line.length + 1 + word.length > COLUMNS) {
      lines.push(indent + mark + line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, indent + mark + line];
}

export const docstring = (text: string, indent: string): string[] => {
  const lines = wrapped(text, indent, "");
  return lines.length === 1 && lines[0]!.length + 6 <= COLUMNS
    ? [`${indent}"""${lines[0]!.trim()}"""`]
    : [`${indent}"""${lines[0]!.trim()}`, ...lines.slice(1), `${indent}"""`];
};

/** The types of documents: classes whose fields are annotated, and words of enumerations. */
export function pythonTypes(schemas: Schemas): string {
  const classes: string[] = [];
  const aliases: string[] = [];
  for (const name of ordered(schemas)) {
    const schema = schemas[name]!;
    if (isObject(schema)) classes.push(classText(name, schema, classes));
    else aliases.push(`${name}: TypeAlias = ${JSON.stringify(typeOf(schema, name, classes))}`);
  }
  return [
    HEAD,
    "",
    "from __future__ import annotations",
    "",
    "from typing import Any, List, Literal, TypeAlias, Union",
    "",
    "from ._document import Document",
    "",
    "",
    ...classes.flatMap((text) => [text, "", ""]),
    ...aliases,
    "",
  ].join("\n");
}

/** Bases before those that extend them. */
function ordered(schemas: Schemas): string[] {
  const order = new Set<string>();
  const add = (name: string): void => {
    if (order.has(name) || schemas[name] === undefined) return;
    for (const base of schemas[name].allOf ?? []) if (referenced(base) !== undefined) add(referenced(base)!);
    order.add(name);
  };
  for (const name of Object.keys(schemas).sort()) add(name);
  return [...order];
}

function classText(name: string, schema: DocumentedSchema, classes: string[]): string {
  const bases = (schema.allOf ?? []).flatMap((one) => referenced(one) ?? []);
  const own = [schema, ...(schema.allOf ?? [])];
  const fields = own.flatMap(({ properties = {} }) => Object.entries(properties));
  const body = fields.flatMap(([field, of]) => [
    ...(of.description === undefined ? [] : wrapped(of.description, "    ", "#: ")),
    `    ${isName(field) ? "" : "# "}${field}: ${typeOf(of, name + pascal(field), classes)}`,
  ]);
  const text = schema.description === undefined ? [] : docstring(schema.description, "    ");
  const whole = [...text, ...body];
  return [
    `class ${name}(${distinct(bases).join(", ") || "Document"}):`,
    ...(whole.length === 0 ? ["    pass"] : whole),
  ].join("\n");
}

export const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

/** The type of a value. Objects without a name get a class with that of the field that they stand in. */
export function typeOf(schema: DocumentedSchema, name: string, classes: string[]): string {
  const known = referenced(schema);
  if (known !== undefined) return known;
  if (isObject(schema)) {
    classes.push(classText(name, schema, classes));
    return orNull(schema, name);
  }
  if (schema.enum !== undefined) return orNull(schema, `Literal[${schema.enum.map(literal).join(", ")}]`);
  if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
  const choices = schema.oneOf ?? schema.allOf;
  if (choices !== undefined && schema.type === undefined) {
    const types = distinct(choices.map((one, i) => typeOf(one, i === 0 ? name : `${name}${i + 1}`, classes)));
    return types.length === 1 ? types[0]! : `Union[${types.join(", ")}]`;
  }
  const types = [schema.type ?? "any"].flat().filter((one) => one !== "null");
  if (types.length === 0) return "None";
  const named = distinct(types.map((one) => simpleType(one, schema, name, classes)));
  return orNull(schema, named.length === 1 ? named[0]! : `Union[${named.join(", ")}]`);
}

function simpleType(type: string, schema: DocumentedSchema, name: string, classes: string[]): string {
  if (type === "array") return `List[${schema.items === undefined ? "Any" : typeOf(schema.items, name, classes)}]`;
  const simple: Readonly<Record<string, string>> = { string: "str", integer: "int", number: "float", boolean: "bool" };
  return simple[type] ?? (type === "object" ? "Document" : "Any");
}

export const orNull = ({ type }: DocumentedSchema, name: string): string =>
  Array.isArray(type) && type.includes("null") ? `${name} | None` : name;

const literal = (value: unknown): string => (value === null ? "None" : value === true ? "True" : JSON.stringify(value));
