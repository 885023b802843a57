/** Requests without their texts: each named by its hash, and the way back. */
import { sha256 } from "../fingerprint/sha256.ts";
import { wellFormed } from "../text/wellFormed.ts";

/** Texts by `sha256:` of their UTF-8 bytes. */
export type NamedContents = Map<string, string>;

/** What callers wrote freely: a field of it that is called `content` is no text that was asked about. */
const FREE: ReadonlySet<string> = new Set(["metadata", "observations"]);

/**
 * The request with `work_hash` in place of each `content`. How the text is read stays beside it, so that naming it by its hash or by
 * itself is one question.
 *
 * @param contents gains the texts that were taken out
 */
export async function withHashes(request: unknown, contents: NamedContents): Promise<unknown> {
  if (Array.isArray(request)) return Promise.all(request.map((one) => withHashes(one, contents)));
  if (request instanceof Uint8Array) return btoa(Array.from(request, (byte) => String.fromCharCode(byte)).join(""));
  if (typeof request !== "object" || request === null) return request;
  const { content, ...rest } = request as { content?: unknown; content_type?: string };
  const fields: [string, unknown][] = [];
  for (const [name, field] of Object.entries(rest)) {
    if (field !== undefined) fields.push([name, FREE.has(name) ? field : await withHashes(field, contents)]);
  }
  if (typeof content !== "string") return Object.fromEntries(fields);
  const text = wellFormed(content);
  const work_hash = `sha256:${await sha256(text)}`;
  contents.set(work_hash, text);
  return { work_hash, content_type: "text", ...Object.fromEntries(fields) };
}

/** Hashes of the texts that a request without them is about. */
export function hashesIn(request: unknown): string[] {
  if (Array.isArray(request)) return request.flatMap(hashesIn);
  if (typeof request !== "object" || request === null) return [];
  return Object.entries(request).flatMap(([name, field]) => {
    if (name === "work_hash" && typeof field === "string") return [field];
    return FREE.has(name) ? [] : hashesIn(field);
  });
}

/** The way back. @param missing gains the hashes whose text is not at hand */
export function withContents(request: unknown, contents: ReadonlyMap<string, string>, missing: Set<string>): unknown {
  if (Array.isArray(request)) return request.map((one) => withContents(one, contents, missing));
  if (typeof request !== "object" || request === null) return request;
  const fields = Object.entries(request).map(([name, field]): [string, unknown] => {
    if (name !== "work_hash") return [name, FREE.has(name) ? field : withContents(field, contents, missing)];
    const content = contents.get(field);
    if (content === undefined) missing.add(field);
    return ["content", content];
  });
  return Object.fromEntries(fields);
}
