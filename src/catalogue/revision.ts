/** The name of a state of the catalogue: equal content, equal name, whoever wrote it down and in whatever order. */
import { SpoliaError } from "../errors.ts";
import type { Records } from "./records.ts";

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
export async function revisionOf(records: Records): Promise<string> {
  const subtle = globalThis.crypto?.subtle;
  if (subtle === undefined) {
    throw new SpoliaError("unsupported_runtime", "This runtime has no Web Crypto to name the catalogue's state with.", {
      hint: "Browsers offer crypto.subtle in secure contexts only: serve the page over https or from localhost.",
    });
  }
  const digest = await subtle.digest("SHA-256", new TextEncoder().encode(canonicalJson(records)));
  const digits = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `cat_${digits.slice(0, REVISION_DIGITS)}`;
}
