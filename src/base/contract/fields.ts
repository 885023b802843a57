/** Error messages about a field that do not repeat content of the document. */
import type { FieldError } from "../errors.ts";

/** Maximum number of invalid fields in one error. */
export const FIELDS_TOLD_MAX = 20;

/** An error names a field only if the key looks like a name: it could be content that was put into a key by mistake. */
const PLAIN_NAME = /^[\w.-]{1,64}$/;

export const UNKNOWN_FIELD = "is not a known field";
const UNKNOWN_WITHIN = "has an unknown field";

/** Whether the error is about an unknown field. */
export const isOfMore = (detail: string): boolean => detail === UNKNOWN_FIELD || detail === UNKNOWN_WITHIN;

/**
 * The error for a field. If a key on the path does not look like a name, the error points to the object that has it.
 */
export function fieldAt(keys: readonly string[], detail: string): FieldError {
  const strange = keys.findIndex((key) => !PLAIN_NAME.test(key));
  if (strange < 0) return { pointer: pointerTo(keys), detail };
  const above = detail.startsWith(UNKNOWN_FIELD)
    ? UNKNOWN_WITHIN
    : "has a field whose value is not of the expected form";
  return { pointer: pointerTo(keys.slice(0, strange)), detail: above };
}

/** JSON pointer, RFC 6901. */
const pointerTo = (keys: readonly string[]): string =>
  keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
