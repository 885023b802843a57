/** Faults of a record or a ledger, and the error that reports them. */
import type * as v from "valibot";
import { knownInstead } from "../../base/contract/schemas/parse.ts";
import { type FieldError, SpoliaError } from "../../base/errors.ts";
import { counted } from "../../base/plural.ts";

/**
 * Maximum of faults in one error. A file of another format breaks every rule in every line; the first faults suffice.
 */
const FAULTS_SHOWN_MAX = 100;

/** A JSON pointer (RFC 6901) to the place `keys` leads to. */
export function pointerTo(...keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/**
 * Converts valibot's issues to faults. For an unknown field, the pointer names its record, since the field's name is
 * the caller's.
 *
 * @param schema of the whole value, which knows the fields that a record may have
 */
export function shapeFaults(issues: readonly v.BaseIssue<unknown>[], schema: v.GenericSchema): FieldError[] {
  return issues.map((issue) => {
    const keys = (issue.path ?? []).map((item) => item.key as string | number);
    if (issue.type !== "strict_object" || issue.expected === "Object")
      return { pointer: pointerTo(...keys), detail: issue.message };
    if (issue.expected === "never") {
      const detail = `has a field that does not belong here${knownInstead(keys.map(String), schema)}`;
      return { pointer: pointerTo(...keys.slice(0, -1)), detail };
    }
    return { pointer: pointerTo(...keys), detail: "is missing" };
  });
}

/** `catalogue_invalid` with the faults as its fields. */
export function catalogueInvalid(faults: readonly FieldError[]): SpoliaError {
  const fields = faults.slice(0, FAULTS_SHOWN_MAX);
  const more = faults.length > fields.length ? ` The first ${fields.length} are listed.` : "";
  return new SpoliaError(
    "catalogue_invalid",
    `The catalogue's rules are broken in ${counted(faults.length, "place")}.${more}`,
    {
      hint: "Correct the places that `fields` points to; the README of src/catalogue/ says what a record holds.",
      fields,
    },
  );
}
