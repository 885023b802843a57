/**
 * Reads text documents of OpenDocument (ODT, ISO/IEC 26300): paragraphs and headings in order, each note after the
 * paragraph that refers to it. Comments, deleted and hidden text, and descriptions of pictures are not part of the
 * text.
 */

import { encrypted } from "../bytes/notRead.ts";
import type { ZipArchive } from "../bytes/zip.ts";
import type { DocumentText } from "../documentText.ts";
import { TextFlow } from "../markup/flow.ts";
import type { XmlAttributes, XmlHandler } from "../markup/xml.ts";
import { metadataOf, scanPart } from "./package.ts";

const CHARACTERS: Readonly<Record<string, string>> = { s: " ", tab: "\t", "line-break": "\n" };

/** Elements whose text is not part of the reading. */
const HIDDEN = new Set([
  ...["annotation", "tracked-changes", "note-citation", "ruby-text", "hidden-text", "hidden-paragraph"],
  ...["title", "desc", "forms", "variable-decls", "sequence-decls", "user-field-decls", "event-listeners"],
]);

/** @throws NotRead */
export function readOpenDocument(archive: ZipArchive): DocumentText {
  const manifest = "META-INF/manifest.xml";
  let isEncrypted = false;
  const open = (name: string) => {
    isEncrypted ||= name === "encryption-data";
  };
  if (archive.has(manifest)) scanPart(archive, manifest, { open });
  if (isEncrypted) throw encrypted();
  const reader = new OpenDocumentReader();
  scanPart(archive, "content.xml", reader);
  return { ...metadataOf(archive, "meta.xml"), ...reader.finish() };
}

class OpenDocumentReader implements XmlHandler {
  readonly #flow = new TextFlow();
  readonly #hiddenStyles = new Set<string>();
  /** Name of the style that is being defined. */
  #style = "";
  #isBody = false;
  /** Open elements from the outermost hidden one on. */
  #hiddenDepth = 0;

  open(name: string, attributes: XmlAttributes): void {
    if (!this.#isBody) this.#openBefore(name, attributes);
    else if (this.#hiddenDepth > 0 || this.#isHidden(name, attributes)) this.#hiddenDepth += 1;
    else if (name === "p" || name === "h") this.#openBlock(name);
    else if (name in CHARACTERS) this.#flow.write(CHARACTERS[name]!);
  }

  close(name: string): void {
    if (this.#hiddenDepth > 0) this.#hiddenDepth -= 1;
    else if (this.#isBody && (name === "p" || name === "h")) this.#flow.close();
  }

  text(text: string): void {
    // White space between paragraphs is of the markup.
    if (this.#isBody && this.#hiddenDepth === 0 && this.#flow.isOpen) this.#flow.write(text);
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

  #isHidden(name: string, attributes: XmlAttributes): boolean {
    return HIDDEN.has(name) || this.#hiddenStyles.has(attributes.get("style-name") ?? "");
  }
}
