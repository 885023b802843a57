/** What the formats that are zip archives of XML have in common: their parts, and how parts name each other. */

import { declaredInHtml } from "../bytes/declared.ts";
import { type DecodedText, decodeText, type TextEncoding } from "../bytes/decode.ts";
import { NotRead } from "../bytes/notRead.ts";
import type { ZipArchive } from "../bytes/zip.ts";
import type { DocumentText, UnreadPages } from "../documentText.ts";
import { labelOf } from "../markup/flow.ts";
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
export type DocumentParts = Pick<ZipArchive, "has" | "read" | "wasRead" | "names" | "noteReplaced">;

/** @throws NotRead where the part is missing or not well-formed */
export function scanPart(archive: DocumentParts, name: string, handler: XmlHandler): void {
  scanXml(textOfPart(archive, name), handler);
}

/** The same of a part beside the text, such as notes and styles: what is told of it where it is damaged. */
export function scanBeside(archive: DocumentParts, name: string | undefined, handler: XmlHandler): UnreadPages[] {
  if (name === undefined || !archive.has(name)) return [];
  try {
    scanPart(archive, name, handler);
    return [];
  } catch (error) {
    return [ofDamage(`its part ${labelOf(name)}`, error)];
  }
}

/** What is told of a part that is damaged; what is no damage is thrown. */
function ofDamage(what: string, error: unknown): UnreadPages {
  if (!(error instanceof NotRead) || (error.code !== "damaged" && error.code !== "not_utf8")) throw error;
  return { code: error.code, pages: [], reason: `${what}: ${error.reason}` };
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

/** Kinds of `unreadParts` by their names. */
type PartKinds = readonly (readonly [names: { test(name: string): boolean }, what: string | undefined])[];

export const INSERTED = "a document that is inserted in it";

/** Documents that stand in another as objects, and parts that nothing else reads; a drawing repeats its SmartArt. */
export const OTHER_PARTS: PartKinds = [
  [/\/embeddings\/[^/]*$|\.(?:x?html?|txt|rtf|mht|mhtml|docx?|odt)$/, INSERTED],
  [/^docProps\/|\/(?:diagrams|theme|slideMasters|slideLayouts|notesMasters|handoutMasters)\//, undefined],
  [/\.xml$/, "its part"],
];

/** What is told of parts that are not read: the text of their elements `t`, or all of it where they are HTML. */
export function unreadParts(archive: DocumentParts, kinds: PartKinds): UnreadPages[] {
  const told = new Set<string>();
  const unread = archive.names.filter((name) => !archive.wasRead(name));
  return unread.flatMap((name) => {
    const kind = kinds.find(([names]) => names.test(name))?.[1];
    if (kind === undefined) return [];
    const what = kind === "its part" ? `${kind} ${labelOf(name)}` : kind;
    try {
      if (/\.(?:xml|x?html?|txt)$/.test(name)) return unreadText(what, wordsOfPart(archive, name));
      if (name.endsWith(".bin") && isFormula(archive.read(name))) return [];
    } catch (error) {
      return [ofDamage(what, error)];
    }
    if (told.has(what)) return [];
    told.add(what);
    return [{ code: "format_not_read" as const, pages: [], reason: what }];
  });
}

/** Formulas of old editors are objects too. */
const isFormula = (bytes: Uint8Array): boolean => new TextDecoder("latin1").decode(bytes).includes(FORMULA);
const FORMULA = Array.from("Equation Native").join("\0");

/** Text of a part, for its words alone. */
function wordsOfPart(archive: DocumentParts, name: string): string {
  const text = textOfPart(archive, name);
  if (!name.endsWith(".xml")) return /<\w/.test(text) ? readHtml(text).text : text;
  const words: string[] = [];
  let isText = false;
  const isKnown = !/^(?:customXml|word\/glossary)\//.test(name);
  scanXml(text, {
    open: (element) => {
      isText = !isKnown || ["t", "v", "p", "span", "text"].includes(element);
    },
    text: (part) => {
      if (isText) words.push(part);
    },
  });
  return words.join(" ");
}

/** Of the forms of a drawing the last is read only where the others have no text (ISO/IEC 29500-3, section 7.5). */
export class DrawingForms {
  /** Units of text that stand before each set of forms that is open. */
  readonly #before: number[] = [];
  #units = 0;
  /** What drawings say of themselves: descriptions of pictures, and letters that are drawn. */
  described = "";

  add(text: string): void {
    this.#units += text.trim().length;
  }

  /** @returns whether the element is a form that is passed over */
  open(name: string, attributes: XmlAttributes): boolean {
    if (name === "AlternateContent") this.#before.push(this.#units);
    const text = attributes.get("descr") ?? (name === "textpath" ? attributes.get("string") : undefined);
    if (text !== undefined) this.described += `${text} `;
    return name === "Fallback" && this.#units !== this.#before.at(-1);
  }

  close(name: string): void {
    if (name === "AlternateContent") this.#before.pop();
  }
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
