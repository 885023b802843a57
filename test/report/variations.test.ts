/**
 * What the page of a result says, field by field: a document with every field of its shape, each number another, and then that document
 * with one field changed at a time. The golden files have the page, and for each change the lines that it brings.
 */
import { expect, test } from "vitest";
import { RESULT_SHAPES } from "../../build/generated/results.ts";
import type { OperationName } from "../../src/base/contract/operations.ts";
import { type OperationResult, plainResult } from "../../src/report/document.ts";
import { NO_COLOURS } from "../../src/report/layout/terminal.ts";
import { notEmpty } from "../support/notEmpty.ts";

/** What is used of the keywords of shapes. */
interface Shape {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: string[];
  maximum?: number;
  exclusiveMinimum?: number;
  pattern?: string;
  items?: Shape;
  prefixItems?: Shape[];
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  additionalProperties?: Shape;
}
type Path = readonly (string | number)[];
interface Variation {
  path: Path;
  /** `undefined` where the field is absent. */
  value: unknown;
}

const resolved = (shape: Shape): Shape =>
  shape.$ref === undefined
    ? shape
    : resolved(RESULT_SHAPES[shape.$ref.slice(shape.$ref.lastIndexOf("/") + 1)] as Shape);

/** Documents of shapes, whose numbers count upwards. */
class Documents {
  #count = 0;

  of(given: Shape, name: string): unknown {
    const shape = resolved(given);
    if (shape.anyOf !== undefined) return this.of(shape.anyOf[0]!, name);
    if ("const" in shape) return shape.const;
    if (shape.enum !== undefined) return shape.enum[0];
    if (shape.prefixItems !== undefined) return shape.prefixItems.map((one) => this.of(one, name));
    if (shape.items !== undefined) return [this.of(shape.items, name), this.of(shape.items, name)];
    if (shape.type === "boolean") return true;
    if (shape.type === "number" || shape.type === "integer") return this.#number(shape);
    if (shape.type === "string") return this.#text(shape, name);
    const fields = Object.entries(shape.properties ?? {}).map(([field, one]) => [field, this.of(one, field)]);
    return Object.fromEntries(fields);
  }

  #number({ type, maximum }: Shape): number {
    this.#count += 1;
    if (type === "integer") return this.#count;
    return maximum === 1 ? this.#count / 1_000 : (maximum === 100 ? this.#count % 100 : this.#count) + 0.5;
  }

  #text({ pattern }: Shape, name: string): string {
    this.#count += 1;
    if (pattern?.startsWith("^sha256:") === true) return `sha256:${String(this.#count).padStart(64, "0")}`;
    return name === "engine" ? "spolia 0.0.0" : `${name} ${this.#count}`;
  }
}

/** Every change of one field; in lists, of the first item. */
function variations(given: Shape, value: unknown, path: Path): Variation[] {
  const shape = resolved(given);
  const one = (other: unknown): Variation => ({ path, value: other });
  if (shape.anyOf !== undefined) {
    const others = shape.anyOf.slice(1).flatMap((form): Variation[] => {
      const { type, enum: words = [], ...rest } = resolved(form);
      if (type === "null") return [one(null)];
      return [...("const" in rest ? [one(rest.const)] : []), ...words.map(one)];
    });
    return [...variations(shape.anyOf[0]!, value, path), ...others];
  }
  if (shape.enum !== undefined) return shape.enum.slice(1).map(one);
  if (shape.prefixItems !== undefined)
    return shape.prefixItems.flatMap((item, at) => variations(item, (value as unknown[])[at], [...path, at]));
  if (shape.items !== undefined) {
    const [first] = value as unknown[];
    return [one([]), one([first]), one(Array(12).fill(first)), ...variations(shape.items, first, [...path, 0])];
  }
  if (shape.type === "boolean") return [one(false)];
  if (shape.type === "number" || shape.type === "integer")
    return [shape.exclusiveMinimum === undefined ? 0 : 1e-9, 1].map(one);
  return Object.entries(shape.properties ?? {}).flatMap(([name, field]) => [
    ...(shape.required?.includes(name) === true ? [] : [{ path: [...path, name], value: undefined }]),
    ...variations(field, (value as Record<string, unknown>)[name], [...path, name]),
  ]);
}

function changed(document: object, { path, value }: Variation): object {
  const copy = structuredClone(document) as Record<string | number, unknown>;
  const inside = path.slice(0, -1).reduce((part, name) => part[name] as typeof copy, copy);
  if (value === undefined) delete inside[path.at(-1)!];
  else inside[path.at(-1)!] = value;
  return copy;
}

const nameOf = ({ path, value }: Variation): string => {
  const told = Array.isArray(value) ? `${value.length} items` : value === undefined ? "absent" : JSON.stringify(value);
  return `${path.join(".")}: ${told}`;
};

/** The long page, and the short one; no lines where the changed field contradicts another, of which a page may make anything. */
function pageOf(of: OperationName, result: object): string[] {
  const document = { of, result } as OperationResult;
  try {
    const pages = (["full", "short"] as const).map((detail) =>
      plainResult(document, { colours: NO_COLOURS, columns: 1_000, detail }),
    );
    return pages.join("\n════\n").split("\n");
  } catch (error) {
    if (error instanceof TypeError) return [];
    throw error;
  }
}

/** Lines that are more often in the first list, each with how much more often. */
function added(lines: readonly string[], before: readonly string[]): string[] {
  const more = new Map<string, number>();
  for (const line of lines) more.set(line, (more.get(line) ?? 0) + 1);
  for (const line of before) more.set(line, (more.get(line) ?? 0) - 1);
  return [...more].flatMap(([line, times]) => (times <= 0 ? [] : [times === 1 ? line : `${line} ×${times}`]));
}

/** Pairs are of texts that are there. */
function consistent(document: object): object {
  const { pairs, texts } = document as { pairs?: { a: string; b: string }[]; texts?: { id: string }[] };
  for (const pair of pairs ?? []) Object.assign(pair, { a: texts![0]!.id, b: texts![1]!.id });
  return document;
}

test.each<[of: OperationName, shape: string]>([
  ["analyze", "AnalyzeResult"],
  ["score", "ScoreResult"],
  ["compare", "CompareResult"],
  ["compareAll", "CompareAllResult"],
  ["assess", "AssessResult"],
  ["extract", "ExtractResult"],
  ["probe", "ProbeResult"],
])("%s", async (of, name) => {
  const shape = RESULT_SHAPES[name] as Shape;
  const whole = consistent(new Documents().of(shape, "") as object);
  const page = notEmpty(pageOf(of, whole));
  const told = new Map<string, string[]>();
  for (const variation of notEmpty(variations(shape, whole, []))) {
    const lines = added(pageOf(of, changed(whole, variation)), page);
    const said = lines.join("\n");
    told.set(said, [...(told.get(said) ?? []), nameOf(variation)]);
  }
  told.delete("");
  const changes = [...told].flatMap(([said, names]) => ["", ...names.map((one) => `# ${one}`), ...said.split("\n")]);
  await expect(`${[...page, ...changes].join("\n")}\n`).toMatchFileSnapshot(`variations/${of}.txt`);
});
