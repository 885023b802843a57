/** Documents from lines of JSON Lines, and titles of Markdown and HTML. */
import type { CorpusDocument } from "../contract/corpus.ts";
import { decodeUtf8 } from "./decode.ts";

/**
 * The document of one line, the reason why there is none, or `null` for an empty line. `fallbackId` identifies a
 * document without an `id`.
 */
export function parseRecord(line: Uint8Array, fallbackId: string): CorpusDocument | { reason: string } | null {
  const json = decodeUtf8(line);
  if (json === undefined) return { reason: "not UTF-8" };
  if (json.trim() === "") return null;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { reason: "not JSON" };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { reason: "not a JSON object" };
  const record = value as Record<string, unknown>;
  if (typeof record["text"] !== "string") return { reason: "no `text` string" };
  if (record["text"].trim() === "") return { reason: "empty text" };
  const document: CorpusDocument = { id: idOf(record["id"]) ?? fallbackId, text: record["text"] };
  for (const field of ["title", "author", "lang", "url", "licence"] as const) {
    const given = record[field];
    if (typeof given === "string" && given !== "") document[field] = given;
  }
  if (Number.isSafeInteger(record["year"])) document.year = record["year"] as number;
  return document;
}

function idOf(id: unknown): string | undefined {
  if (typeof id === "number" && Number.isFinite(id)) return String(id);
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** Title of a Markdown document: its first heading near the beginning, if there is one. */
export function markdownTitle(content: string): string | undefined {
  const heading = /^#{1,2}[ \t]+(\S.*)$/m.exec(content.slice(0, TITLE_WITHIN));
  return heading?.[1]?.replace(/[ \t]+#*[ \t]*\r?$/, "").trim();
}

/** Source of an HTML document's `title` element near the beginning, if there is one. */
export function htmlTitleSource(content: string): string | undefined {
  const head = content.slice(0, TITLE_WITHIN);
  const tag = /<title\b/i.exec(head)?.index ?? -1;
  const start = tag === -1 ? -1 : head.indexOf(">", tag);
  const end = start === -1 ? -1 : head.toLowerCase().indexOf("</title", start);
  return end === -1 ? undefined : head.slice(start + 1, end);
}

/** Number of characters at the beginning that are searched for a title. */
const TITLE_WITHIN = 16_384;
