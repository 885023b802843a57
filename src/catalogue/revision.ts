/** The name of a state of the catalogue: equal content, equal name, whoever wrote it down and in whatever order. */
import { sha256 } from "../fingerprint/sha256.ts";
import type { CatalogueRecords } from "./records.ts";

/** Digits of the hash in a revision: 64 bits tell apart every state that anybody will ever cite. */
const REVISION_DIGITS = 16;

/** JSON with the keys of every object in the order of their UTF-16 units (RFC 8785, for values that JSON can hold). */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const fields = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(",")}}`;
}

/** `cat_` and 16 hexadecimal digits of the SHA-256 of the records' canonical JSON. */
export async function revisionOf(records: CatalogueRecords): Promise<string> {
  return `cat_${(await sha256(canonicalJson(records))).slice(0, REVISION_DIGITS)}`;
}
