/** Makes text well-formed, so that UTF-8 can hold it and a document is the same in every encoding. */
import { SNIPPET_CHARACTERS } from "../../base/limits.ts";

/** The beginning of an excerpt, as results show it; without half of a character, or what replaced one that was cut. */
export const snippetOf = (excerpt: string): string =>
  excerpt.slice(0, SNIPPET_CHARACTERS).replace(/[\ud800-\udbff\ufffd]$/, "");

/**
 * A copy of the value in which unpaired surrogates, which a cut snippet may hold, are U+FFFD in every string. Byte
 * arrays stay as they are.
 */
export function wellFormed<Value>(value: Value): Value {
  return mended(value) as Value;
}

function mended(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll(/\p{Surrogate}/gu, "\uFFFD");
  if (Array.isArray(value)) return value.map(mended);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [mended(name), mended(field)]));
}
