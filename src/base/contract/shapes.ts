/**
 * Checks a document against a shape that was generated from an interface. Messages never repeat a value of the
 * document.
 */

import { RESULT_SHAPES } from "../../../build/generated/results.ts";
import { type FieldError, SpoliaError } from "../errors.ts";
import { FIELDS_TOLD_MAX, fieldAt, isOfMore, UNKNOWN_FIELD } from "./fields.ts";
import type { ResultDocuments } from "./operations.ts";

/**
 * The keywords of generated shapes. They are those of JSON Schema with two differences: an object without
 * `additionalProperties` allows no other fields, and a required field may be missing if `x-since` names its version.
 */
interface Shape {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly items?: Shape;
  readonly prefixItems?: readonly Shape[];
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  /** The version that added a field, by its name: documents of earlier versions, which are read too, lack it. */
  readonly "x-since"?: Readonly<Record<string, string>>;
  readonly additionalProperties?: Shape;
}

type Tell = (keys: readonly string[], detail: string) => void;

const DATE_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/** The errors of a value against a shape; empty if there are none. */
export function shapeFaults(name: keyof ResultDocuments, value: unknown): FieldError[] {
  const faults: FieldError[] = [];
  check(value, RESULT_SHAPES[name] as Shape, [], (keys, detail) => faults.push(fieldAt(keys, detail)));
  return faults;
}

/**
 * Checks a value against a shape and returns the same object, so that its fields keep their order.
 *
 * @throws invalid_request with this message and hint, and with `fields`
 */
export function parseShape<Name extends keyof ResultDocuments>(
  name: Name,
  value: unknown,
  message: string,
  hint: string,
): ResultDocuments[Name] {
  const faults = shapeFaults(name, value);
  if (faults.length === 0) return value as ResultDocuments[Name];
  throw new SpoliaError("invalid_request", message, { hint, fields: faults.slice(0, FIELDS_TOLD_MAX) });
}

/**
 * Checks a document that is an argument of a function. Unknown fields are allowed.
 *
 * @throws invalid_request with `fields`
 */
export function checkShape(caller: string, name: keyof ResultDocuments, value: unknown): void {
  const fields = shapeFaults(name, value).filter(({ detail }) => !isOfMore(detail));
  if (fields.length === 0) return;
  throw new SpoliaError("invalid_request", `The document passed to ${caller} does not have the form of this version.`, {
    hint: "Pass the complete document, as the operation returned it.",
    fields: fields.slice(0, FIELDS_TOLD_MAX),
  });
}

function check(value: unknown, shape: Shape, keys: readonly string[], tell: Tell): void {
  const { $ref, anyOf, type } = shape;
  if ($ref !== undefined) check(value, RESULT_SHAPES[$ref.slice($ref.lastIndexOf("/") + 1)] as Shape, keys, tell);
  else if (anyOf !== undefined) checkChoice(value, anyOf, keys, tell);
  else if ("const" in shape) {
    if (value !== shape.const) tell(keys, `must be ${JSON.stringify(shape.const)}`);
  } else if (type === "object") checkObject(value, shape, keys, tell);
  else if (type === "array") checkArray(value, shape, keys, tell);
  else if (type === "string") checkText(value, shape, keys, tell);
  else if (type === "number" || type === "integer") checkNumber(value, shape, keys, tell);
  else if (type === "boolean" && typeof value !== "boolean") tell(keys, "must be true or false");
  else if (type === "null" && value !== null) tell(keys, "must be null");
}

/** If there is only one form besides `null`, reports the errors inside that form. */
function checkChoice(value: unknown, choices: readonly Shape[], keys: readonly string[], tell: Tell): void {
  if (choices.some((choice) => fits(value, choice))) return;
  const forms = choices.filter(({ type }) => type !== "null");
  if (forms.length === 1) check(value, forms[0]!, keys, tell);
  else tell(keys, "is not of the expected form");
}

function fits(value: unknown, shape: Shape): boolean {
  let isFit = true;
  check(value, shape, [], () => {
    isFit = false;
  });
  return isFit;
}

function checkObject(value: unknown, shape: Shape, keys: readonly string[], tell: Tell): void {
  if (typeof value !== "object" || value === null || Array.isArray(value) || ArrayBuffer.isView(value)) {
    tell(keys, "must be an object");
    return;
  }
  const { properties = {}, required = [], "x-since": since = {}, additionalProperties } = shape;
  const fields = value as Readonly<Record<string, unknown>>;
  for (const name of required.filter((one) => !Object.hasOwn(since, one)))
    if (!Object.hasOwn(value, name) || fields[name] === undefined) tell([...keys, name], "is required");
  for (const [name, field] of Object.entries(fields)) {
    // An undefined field counts as absent, as in JSON.
    if (field === undefined) continue;
    const known = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    if (known === undefined) tell([...keys, name], UNKNOWN_FIELD);
    else check(field, known, [...keys, name], tell);
  }
}

function checkArray(value: unknown, { items, prefixItems }: Shape, keys: readonly string[], tell: Tell): void {
  if (!Array.isArray(value)) tell(keys, "must be an array");
  else if (prefixItems !== undefined && value.length !== prefixItems.length)
    tell(keys, `must have ${prefixItems.length} items`);
  else for (const [i, item] of value.entries()) check(item, prefixItems?.[i] ?? items!, [...keys, String(i)], tell);
}

function checkText(value: unknown, { enum: words, pattern, format }: Shape, keys: readonly string[], tell: Tell): void {
  if (typeof value !== "string") tell(keys, "must be a string");
  else if (words !== undefined && !words.includes(value))
    tell(keys, `must be one of ${words.map((word) => `"${word}"`).join(", ")}`);
  else if (pattern !== undefined && !new RegExp(pattern).test(value)) tell(keys, "is not of the expected form");
  else if (format === "date-time" && !DATE_TIME.test(value)) tell(keys, "must be a time of ISO 8601 in UTC");
}

function checkNumber(value: unknown, shape: Shape, keys: readonly string[], tell: Tell): void {
  const { type, minimum, maximum, exclusiveMinimum } = shape;
  if (typeof value !== "number" || !Number.isFinite(value)) tell(keys, "must be a finite number");
  else if (type === "integer" && !Number.isInteger(value)) tell(keys, "must be a whole number");
  else if (minimum !== undefined && value < minimum) tell(keys, `must be at least ${minimum}`);
  else if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) tell(keys, `must be above ${exclusiveMinimum}`);
  else if (maximum !== undefined && value > maximum) tell(keys, `must be at most ${maximum}`);
}
