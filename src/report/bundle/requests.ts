/** Replaces the texts in requests by their hashes, and restores them. */

import { toBase64 } from "../../base/bytes/bytes.ts";
import { contentDigest } from "../../base/bytes/digest.ts";
import { wellFormed } from "../../core/text/wellFormed.ts";

/** Texts by `sha256:` of their UTF-8 bytes. */
export type NamedContents = Map<string, string>;

/** Fields with a text, and the fields that replace them: `content` of a work, `text` of a probed text. */
const HASH_FIELDS: ReadonlyMap<string, string> = new Map([
  ["content", "work_hash"],
  ["text", "text_hash"],
]);
const TEXT_FIELDS = new Map([...HASH_FIELDS].map(([text, hash]) => [hash, text]));

/**
 * Fields that hold no text of the request: free-form fields of callers, where a nested field may be named `content`,
 * and decisions, whose `work_hash` may be that of any text.
 */
const FREE: ReadonlySet<string> = new Set(["metadata", "observations", "decisions"]);

/**
 * Replaces each text of a request by its hash. A request with `content` always states its `content_type`, so that a
 * request with the text and one with its hash are equal.
 *
 * @param contents receives the removed texts
 */
export async function withHashes(request: unknown, contents: NamedContents): Promise<unknown> {
  if (Array.isArray(request)) return Promise.all(request.map((one) => withHashes(one, contents)));
  if (request instanceof Uint8Array) return toBase64(request);
  if (typeof request !== "object" || request === null) return request;
  const fields: [string, unknown][] = [];
  for (const [name, field] of Object.entries(request)) {
    const hashField = HASH_FIELDS.get(name);
    if (field === undefined) continue;
    if (hashField === undefined || typeof field !== "string")
      fields.push([name, FREE.has(name) ? field : await withHashes(field, contents)]);
    else fields.push([hashField, await hashInto(contents, field)]);
  }
  return { ...("content" in request && { content_type: "text" }), ...Object.fromEntries(fields) };
}

async function hashInto(contents: NamedContents, content: string): Promise<string> {
  const text = wellFormed(content);
  const hash = await contentDigest(text);
  contents.set(hash, text);
  return hash;
}

/** Hashes of the texts of a request whose texts were replaced. */
export function hashesIn(request: unknown): string[] {
  if (Array.isArray(request)) return request.flatMap(hashesIn);
  if (typeof request !== "object" || request === null) return [];
  return Object.entries(request).flatMap(([name, field]) => {
    if (TEXT_FIELDS.has(name) && typeof field === "string") return [field];
    return FREE.has(name) ? [] : hashesIn(field);
  });
}

/** Restores the texts of a request. @param missing receives the hashes whose text is not in `contents` */
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
