/** What the formats that are zip archives of XML have in common: their parts, and how parts name each other. */

import { declaredInHtml } from "../bytes/declared.ts";
import { type DecodedText, decodeText, type TextEncoding } from "../bytes/decode.ts";
import { NotRead } from "../bytes/notRead.ts";
import type { ZipArchive } from "../bytes/zip.ts";
import type { DocumentText, UnreadPages } from "../documentText.ts";
import { readHtml } from "../markup/html.ts";
import { scanXml, type XmlAttributes, type XmlHandler } from "../markup/xml.ts";
import { unreadText } from "../unreadText.ts";

/** Metadata by the names of Dublin Core, which EPUB, Office Open XML and OpenDocument share. */
const METADATA: Readonly<Record<string, "title" | "author" | "lang">> = {
  title: "title",
  creator: "author",
  language: "lang",
};

/** The parts of a document: an archive, or a single file that holds them all. */
export type DocumentParts = Pick<ZipArchive, "has" | "read" | "names" | "noteReplaced">;

/** @throws NotRead where the part is missing or not well-formed */
export function scanPart(archive: DocumentParts, name: string, handler: XmlHandler): void {
  scanXml(textOfPart(archive, name), handler);
}

/** Text of a part of XML. @throws NotRead */
export function textOfPart(archive: DocumentParts, name: string): string {
  const decoded = decodeXml(archive.read(name));
  archive.noteReplaced(decoded);
  return decoded.text;
}

/** Text of an XML document: XML without a mark is UTF-8, unless it declares another encoding. */
export function decodeXml(bytes: Uint8Array, stated?: TextEncoding): DecodedText {
  return decodeText(bytes, {
    stated,
    declared: [...declaredInHtml(bytes, true), stated === undefined ? "utf-8" : undefined],
  });
}

/** Documents that stand in another as objects: a kind of `unreadParts`. */
export const EMBEDDED = [
  /\/embeddings\/[^/]*\.(?:doc[xm]?|ppt[xm]?|xls[xm]?|od[tsp]|rtf|pdf)$/,
  "a document that is inserted in it",
] as const;

/** What is told of parts that are not read: the text of their elements `t`, or all of it where they are HTML. */
export function unreadParts(
  archive: DocumentParts,
  kinds: readonly (readonly [name: RegExp, what: string])[],
): UnreadPages[] {
  return archive.names.flatMap((name) => {
    const what = kinds.find(([pattern]) => pattern.test(name))?.[1];
    if (what === undefined) return [];
    if (!/\.(?:xml|x?html?|txt)$/.test(name)) return [{ code: "format_not_read" as const, pages: [], reason: what }];
    try {
      return unreadText(what, wordsOfPart(archive, name));
    } catch (error) {
      if (!(error instanceof NotRead)) throw error;
      return [{ code: "damaged" as const, pages: [], reason: `${what}: ${error.reason}` }];
    }
  });
}

/** Text of a part, for its words alone. */
function wordsOfPart(archive: DocumentParts, name: string): string {
  const text = textOfPart(archive, name);
  if (!name.endsWith(".xml")) return /<\w/.test(text) ? readHtml(text).text : text;
  const words: string[] = [];
  let isText = false;
  scanXml(text, {
    open: (element) => {
      isText = ["t", "v", "p", "span", "text"].includes(element);
    },
    text: (part) => {
      if (isText) words.push(part);
    },
  });
  return words.join(" ");
}

/** Path of a part that another part names: relative to its folder, or from the root of the archive. */
export function partPath(from: string, target: string): string {
  const path = target.replace(/[#?].*$/s, "");
  const steps = path.startsWith("/") ? [] : from.split("/").slice(0, -1);
  for (const step of path.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "." && step !== "") steps.push(step);
  }
  return decodePath(steps.join("/"));
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Collects title, authors and language from elements of Dublin Core; the first title and language count. */
export class MetadataReader implements XmlHandler {
  readonly #found: { title: string[]; author: string[]; lang: string[] } = { title: [], author: [], lang: [] };
  #element = "";
  #text = "";

  open(name: string, _: XmlAttributes): void {
    this.#element = name;
    this.#text = "";
  }

  text(text: string): void {
    if (this.#element in METADATA) this.#text += text;
  }

  close(name: string): void {
    const field = name === this.#element ? METADATA[name] : undefined;
    const value = this.#text.replace(/\s+/g, " ").trim();
    if (field !== undefined && value !== "") this.#found[field].push(value);
    this.#element = "";
  }

  get metadata(): Omit<DocumentText, "text" | "sections"> {
    const { title, author, lang } = this.#found;
    return {
      ...(title[0] === undefined ? {} : { title: title[0] }),
      ...(author.length === 0 ? {} : { author: author.join(", ") }),
      ...(lang[0] === undefined ? {} : { lang: lang[0] }),
    };
  }
}

/** The metadata of a part; none where the archive has no such part. */
export function metadataOf(archive: DocumentParts, name: string): Omit<DocumentText, "text" | "sections"> {
  const reader = new MetadataReader();
  if (archive.has(name)) scanPart(archive, name, reader);
  return reader.metadata;
}
