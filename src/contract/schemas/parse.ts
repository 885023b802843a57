/**
 * Takes an unknown value for a request, or says field by field what is expected of it. The sentences are ours and made
 * from the schema alone: no value that a caller sent is ever repeated, and nothing that valibot or its global settings
 * would say.
 */
import * as v from "valibot";
import { type FieldError, SpoliaError } from "../../errors.ts";
import { FIELDS_TOLD_MAX, fieldAt, UNKNOWN_FIELD } from "../fields.ts";
import { CONTENT_TOO_LARGE } from "./primitives.ts";

type Issue = v.BaseIssue<unknown>;

/**
 * The value as a request of this schema: a new object that holds only fields of the schema, with hashes folded to lower
 * case. Throws `content_too_large` where content is over its limit, `invalid_request` with `fields` for everything
 * else.
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
      fields: tooLarge.map(fieldError),
    });
  }
  throw new SpoliaError("invalid_request", "The request is invalid.", {
    hint: "Every place that was refused is listed with what is expected there.",
    fields: issues.slice(0, FIELDS_TOLD_MAX).map(fieldError),
  });
}

/** Where one of several forms is expected, what is wrong inside of a form is told by its own places. */
function issuesOf(issue: Issue): Issue[] {
  const within = (issue.type === "union" ? (issue.issues ?? []) : []).filter(({ path }) => path !== undefined);
  if (within.length === 0) return [issue];
  return within.map((one): Issue => ({ ...one, path: [...(issue.path ?? []), ...one.path!] as Issue["path"] }));
}

/** What is wrong with one field, without its value. */
export function fieldError(issue: Issue): FieldError {
  return fieldAt(
    (issue.path ?? []).map((item) => String(item.key)),
    detailOf(issue),
  );
}

const isObjectIssue = (issue: Issue): boolean => issue.type === "strict_object" || issue.type === "loose_object";
const isUnknownField = (issue: Issue): boolean => isObjectIssue(issue) && issue.expected === "never";

function detailOf(issue: Issue): string {
  if (isUnknownField(issue)) return UNKNOWN_FIELD;
  // valibot reports a missing field on its parent object, with a path that ends in the field's name.
  if (isObjectIssue(issue)) return issue.path?.at(-1)?.origin === "key" ? "is required" : "must be an object";
  return DETAILS[issue.type] ?? (/^(?:must|has) /.test(issue.message) ? issue.message : "is not of the expected form");
}

/** What is expected by schemas that carry no message of their own. Every other schema and action of ours does. */
const DETAILS: Readonly<Record<string, string>> = {
  string: "must be a string",
  number: "must be a finite number",
  array: "must be an array",
};
