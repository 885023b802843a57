/** Requests without their texts: each named by its hash, and the way back. */
import { toBase64 } from "../base/bytes.ts";
import { sha256 } from "../base/sha256.ts";
import { wellFormed } from "../text/wellFormed.ts";

/** Texts by `sha256:` of their UTF-8 bytes. */
export type NamedContents = Map<string, string>;

/** Fields that hold a text, and what stands in their place: `content` of a work, `text` of what a probe is of. */
const HASH_FIELDS: Readonly<Record<string, string>> = { content: "work_hash", text: "text_hash" };
const TEXT_FIELDS = new Map(Object.entries(HASH_FIELDS).map(([text, hash]) => [hash, text]));

/** What callers wrote freely: a field of it that is called `content` is no text that was asked about. */
const FREE: ReadonlySet<string> = new Set(["metadata", "observations"]);

/**
 * The request with the hash in place of each text. How a text is read stays beside it, so that naming it by its hash or
 * by itself is one question.
 *
 * @param contents gains the texts that were taken out
 */
export async function withHashes(request: unknown, contents: NamedContents): Promise<unknown> {
  if (Array.isArray(request)) return Promise.all(request.map((one) => withHashes(one, contents)));
  if (request instanceof Uint8Array) return toBase64(request);
  if (typeof request !== "object" || request === null) return request;
  const fields: [string, unknown][] = [];
  for (const [name, field] of Object.entries(request)) {
    const hashField = HASH_FIELDS[name];
    if (field === undefined) continue;
    if (hashField === undefined || typeof field !== "string")
      fields.push([name, FREE.has(name) ? field : await withHashes(field, contents)]);
    else fields.push([hashField, await hashInto(contents, field)]);
  }
  return { ...("content" in request && { content_type: "text" }), ...Object.fromEntries(fields) };
}

async function hashInto(contents: NamedContents, content: string): Promise<string> {
  const text = wellFormed(content);
  const hash = `sha256:${await sha256(text)}`;
  contents.set(hash, text);
  return hash;
}

/** Hashes of the texts that a request without them is about. */
export function hashesIn(request: unknown): string[] {
  if (Array.isArray(request)) return request.flatMap(hashesIn);
  if (typeof request !== "object" || request === null) return [];
  return Object.entries(request).flatMap(([name, field]) => {
    if (TEXT_FIELDS.has(name) && typeof field === "string") return [field];
    return FREE.has(name) ? [] : hashesIn(field);
  });
}

/** The way back. @param missing gains the hashes whose text is not at hand */
export function withContents(request: unknown, contents: ReadonlyMap<string, string>, missing: Set<string>): unknown {
  if (Array.isArray(request)) return request.map((one) => withContents(one, contents, missing));
  if (typeof request !== "object" || request === null) return request;
  const fields = Object.entries(request).map(([name, field]): [string, unknown] => {
    const textField = TEXT_FIELDS.get(name);
    if (textField === undefined) return [name, FREE.has(name) ? field : withContents(field, contents, missing)];
    const content = contents.get(field);
    if (content === undefined) missing.add(field);
    return [textField, content];
  });
  return Object.fromEntries(fields);
}
