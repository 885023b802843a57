/**
 * Reads text documents of OpenDocument (ODT, ISO/IEC 26300): paragraphs and headings in order, each note after the
 * paragraph that refers to it. Comments, deleted and hidden text, and descriptions of pictures are not part of the
 * text.
 */

import { encrypted } from "../bytes/notRead.ts";
import { type DocumentText, type UnreadPages, withUnread } from "../documentText.ts";
import { TextFlow } from "../markup/flow.ts";
import { scanXml, type XmlAttributes, type XmlHandler } from "../markup/xml.ts";
import { unreadText } from "../unreadText.ts";
import { type DocumentParts, MetadataReader, metadataOf, scanPart, unreadParts } from "./package.ts";

const CHARACTERS: Readonly<Record<string, string>> = { s: " ", tab: "\t", "line-break": "\n" };

/** Elements whose text is not part of the reading. */
const HIDDEN = new Set([
  ...["annotation", "tracked-changes", "note-citation", "ruby-text"],
  ...["title", "desc", "forms", "variable-decls", "sequence-decls", "user-field-decls", "event-listeners"],
]);

/** @throws NotRead */
export function readOpenDocument(archive: DocumentParts): DocumentText {
  const manifest = "META-INF/manifest.xml";
  let isEncrypted = false;
  const open = (name: string) => {
    isEncrypted ||= name === "encryption-data";
  };
  if (archive.has(manifest)) scanPart(archive, manifest, { open });
  if (isEncrypted) throw encrypted();
  const reader = new OpenDocumentReader();
  scanPart(archive, "content.xml", reader);
  const read = { ...metadataOf(archive, "meta.xml"), ...reader.finish() };
  return withUnread(read, [...unreadParts(archive, UNREAD), ...reader.unread]);
}

/** Charts, formulas and other documents that stand in it; text in the styles of pages. */
const UNREAD = [
  [/^Object[^/]*\/content\.xml$/, "an object that is embedded in it"],
  [/^styles\.xml$/, "a running head or foot"],
] as const;

/** A document that is one file of XML. @throws NotRead */
export function readFlatOpenDocument(content: string): DocumentText {
  const [metadata, reader] = [new MetadataReader(), new OpenDocumentReader()];
  scanXml(content, metadata);
  scanXml(content, reader);
  return withUnread({ ...metadata.metadata, ...reader.finish() }, reader.unread);
}

class OpenDocumentReader implements XmlHandler {
  readonly #flow = new TextFlow();
  /** Text of hidden paragraphs and styles, and of comments. */
  readonly #apart = { hidden: "", comments: "" };
  readonly #hiddenStyles = new Set<string>();
  /** Name of the style that is being defined. */
  #style = "";
  #isBody = false;
  /** Open elements from the outermost hidden one on. */
  #hiddenDepth = 0;
  /** What its text is, where that is told. */
  #within: "hidden" | "comments" | undefined;

  open(name: string, attributes: XmlAttributes): void {
    if (!this.#isBody) this.#openBefore(name, attributes);
    else if (this.#hiddenDepth > 0) this.#hiddenDepth += 1;
    else if (HIDDEN.has(name) || this.#isConcealed(name, attributes)) {
      this.#hiddenDepth = 1;
      if (this.#isConcealed(name, attributes)) this.#within = "hidden";
      else this.#within = name === "annotation" ? "comments" : undefined;
    } else if (name === "p" || name === "h") this.#openBlock(name);
    else if (name in CHARACTERS) this.#flow.write(CHARACTERS[name]!);
  }

  close(name: string): void {
    if (this.#hiddenDepth > 0) this.#hiddenDepth -= 1;
    else if (this.#isBody && (name === "p" || name === "h")) this.#flow.close();
  }

  text(text: string): void {
    if (this.#hiddenDepth > 0 && this.#within !== undefined) this.#apart[this.#within] += `${text} `;
    // White space between paragraphs is of the markup.
    if (this.#isBody && this.#hiddenDepth === 0 && this.#flow.isOpen) this.#flow.write(text);
  }

  get unread(): UnreadPages[] {
    const { hidden, comments } = this.#apart;
    return [...unreadText("its hidden text", hidden), ...unreadText("its comments", comments)];
  }

  finish(): ReturnType<TextFlow["finish"]> {
    return this.#flow.finish();
  }

  #openBlock(name: string): void {
    this.#flow.open();
    if (name === "h") this.#flow.markHeading();
  }

  #openBefore(name: string, attributes: XmlAttributes): void {
    if (name === "body") this.#isBody = true;
    else if (name === "style") this.#style = attributes.get("name") ?? "";
    else if (name === "text-properties" && attributes.get("display") === "none") this.#hiddenStyles.add(this.#style);
  }

  #isConcealed(name: string, attributes: XmlAttributes): boolean {
    return name.startsWith("hidden-") || this.#hiddenStyles.has(attributes.get("style-name") ?? "");
  }
}
