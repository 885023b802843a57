/** Text as UTF-8 can carry it, so that a document is the same in every encoding. */

/** The value with halves of surrogate pairs, which a cut snippet may hold, as U+FFFD in every text. Bytes stay as they are. */
export function wellFormed<Value>(value: Value): Value {
  return mended(value) as Value;
}

function mended(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll(/\p{Surrogate}/gu, "\uFFFD");
  if (Array.isArray(value)) return value.map(mended);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [mended(name), mended(field)]));
}
