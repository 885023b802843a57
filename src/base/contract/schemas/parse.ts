/**
 * Parses an unknown value as a request, or reports the expected form of each invalid field. Messages depend only on the
 * schema: they never repeat a value of the caller, and never contain a message of valibot or its global settings.
 */
import * as v from "valibot";
import { didYouMean } from "../../closest.ts";
import { type FieldError, SpoliaError } from "../../errors.ts";
import { FIELDS_TOLD_MAX, fieldAt, UNKNOWN_FIELD } from "../fields.ts";
import { CONTENT_TOO_LARGE } from "./primitives.ts";

type Issue = v.BaseIssue<unknown>;

/**
 * Parses a value as a request of this schema. Returns a new object with the fields of the schema only, and hashes in
 * lower case. Throws `content_too_large` if content exceeds its limit, and `invalid_request` with `fields` for any
 * other error.
 */
export function parseRequest<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  const issues = parsed.issues.flatMap(issuesOf);
  const tooLarge = issues.filter((issue) => issue.message === CONTENT_TOO_LARGE);
  if (tooLarge.length > 0) {
    throw new SpoliaError("content_too_large", "The content is larger than one request may carry.", {
      hint: `Content ${CONTENT_TOO_LARGE}: split it into parts.`,
      fields: tooLarge.map((issue) => fieldError(issue)),
    });
  }
  throw new SpoliaError("invalid_request", "The request is invalid.", {
    hint: "Each invalid field is listed with its expected form.",
    fields: issues.slice(0, FIELDS_TOLD_MAX).map((issue) => fieldError(issue, schema, value)),
  });
}

/** If a union does not match, returns the issues inside its forms, each with its own path. */
function issuesOf(issue: Issue): Issue[] {
  const within = (issue.type === "union" ? (issue.issues ?? []) : []).filter(({ path }) => path !== undefined);
  if (within.length === 0) return [issue];
  return within.map((one): Issue => ({ ...one, path: [...(issue.path ?? []), ...one.path!] as Issue["path"] }));
}

/**
 * The error for one field, without its value.
 *
 * @param schema of the whole value, which knows what else the field may be called
 * @param value the whole value as it was given
 */
export function fieldError(issue: Issue, schema?: v.GenericSchema, value?: unknown): FieldError {
  const keys = (issue.path ?? []).map((item) => String(item.key));
  const detail = detailOf(issue);
  if (isUnknownField(issue)) return fieldAt(keys, `${detail}${knownInstead(keys, schema)}`);
  if (detail === NO_OBJECT) {
    const twice = keys.length === 0 && isObjectText(value) ? ": it is the text of one, encoded twice" : "";
    return fieldAt(keys, `${detail}${twice || neededIn(partAt(schema, keys))}`);
  }
  const missing = detail === REQUIRED ? partAt(schema, keys) : undefined;
  if (missing?.type !== "picklist") return fieldAt(keys, detail);
  return fieldAt(keys, `${detail}: one of ${missing.options!.map((one) => `"${one}"`).join(", ")}`);
}

/** Not parsed, since nobody has looked at how deep it nests. */
const isObjectText = (input: unknown): boolean => typeof input === "string" && /^\s*\{/.test(input);

/** The nearest name that the object has in place of an unknown one, or all of them: an addition to a sentence. */
export function knownInstead(keys: readonly string[], schema: unknown): string {
  const names = Object.keys(partAt(schema, keys.slice(0, -1))?.entries ?? {});
  const all = names.length === 0 ? "" : ` (known: ${names.join(", ")})`;
  return didYouMean(keys.at(-1)!, names) || all;
}

/** The fields that an object cannot do without, or its first one: an addition to a sentence. */
function neededIn(part: SchemaParts | undefined): string {
  const all = Object.entries(part?.entries ?? {});
  const needed = all.filter(([, { type }]) => type !== "optional");
  const shown = (needed.length === 0 ? all.slice(0, 1) : needed).map(([name]) => `${name}: …`);
  return shown.length === 0 ? "" : `, as in { ${shown.join(", ")} }`;
}

/** What schemas of valibot hold within: fields, elements, what is wrapped, and forms. */
interface SchemaParts {
  entries?: Record<string, SchemaParts>;
  item?: SchemaParts;
  wrapped?: SchemaParts;
  type?: string;
  /** Of a picklist, its words. */
  options?: readonly string[];
}

/** The schema at this place; none below a schema that has several forms. */
function partAt(schema: unknown, keys: readonly string[]): SchemaParts | undefined {
  const part = schema as SchemaParts | undefined;
  if (part?.wrapped !== undefined) return partAt(part.wrapped, keys);
  const [key, ...below] = keys;
  return key === undefined ? part : partAt(part?.item ?? part?.entries?.[key], below);
}

const isObjectIssue = (issue: Issue): boolean => issue.type === "strict_object" || issue.type === "loose_object";
const isUnknownField = (issue: Issue): boolean => isObjectIssue(issue) && issue.expected === "never";

const REQUIRED = "is required";
const NO_OBJECT = "must be an object";

function detailOf(issue: Issue): string {
  if (isUnknownField(issue)) return UNKNOWN_FIELD;
  // valibot reports a missing field on its parent object, with a path that ends in the field's name.
  if (isObjectIssue(issue)) return issue.path?.at(-1)?.origin === "key" ? REQUIRED : NO_OBJECT;
  return DETAILS[issue.type] ?? (/^(?:must|has) /.test(issue.message) ? issue.message : "is not of the expected form");
}

/** Messages for schemas without a message of their own. */
const DETAILS: Readonly<Record<string, string>> = {
  string: "must be a string",
  number: "must be a finite number",
  array: "must be an array",
};
