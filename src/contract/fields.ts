/** Names a field of a document without repeating what the document holds. */
import type { FieldError } from "../errors.ts";

/** Refused fields named in one error; the first ones are enough to go on with. */
export const FIELDS_TOLD_MAX = 20;

/** A field is named only if that looks like a name: it could as well be content that slipped into a key. */
const PLAIN_NAME = /^[\w.-]{1,64}$/;

export const UNKNOWN_FIELD = "is not a field that is known here";
const UNKNOWN_WITHIN = "has a field that is not known here";

/** Whether a field is refused because nothing is known of it. */
export const isOfMore = (detail: string): boolean => detail === UNKNOWN_FIELD || detail === UNKNOWN_WITHIN;

/** What is wrong at a place: where a name on the way is no plain one, the error is told of the place above it. */
export function fieldAt(keys: readonly string[], detail: string): FieldError {
  const strange = keys.findIndex((key) => !PLAIN_NAME.test(key));
  if (strange < 0) return { pointer: pointerTo(keys), detail };
  const above = detail === UNKNOWN_FIELD ? UNKNOWN_WITHIN : "has a field whose value is not of the expected form";
  return { pointer: pointerTo(keys.slice(0, strange)), detail: above };
}

/** JSON pointer, RFC 6901. */
const pointerTo = (keys: readonly string[]): string =>
  keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
