/**
 * Reads text documents of OpenDocument (ODT, ISO/IEC 26300): paragraphs and headings in order, each note after the
 * paragraph that refers to it. Comments, deleted and hidden text, and descriptions of pictures are not part of the
 * text.
 */

import { encrypted } from "../bytes/notRead.ts";
import { type DocumentText, type UnreadPages, withUnread } from "../documentText.ts";
import { TextFlow } from "../markup/flow.ts";
import { scanXml, type XmlAttributes, type XmlHandler } from "../markup/xml.ts";
import { restAfter, unreadText, whatEndsIt } from "../unreadText.ts";
import { type DocumentParts, MetadataReader, scanBeside, scanPart, unreadParts } from "./package.ts";

const CHARACTERS: Readonly<Record<string, string>> = { s: " ", tab: "\t", "line-break": "\n" };

/** Elements whose text is not part of the reading. */
const HIDDEN = new Set([
  ...["annotation", "tracked-changes", "note-citation", "ruby-text"],
  ...["title", "desc", "forms", "variable-decls", "sequence-decls", "user-field-decls", "event-listeners"],
]);

/** What text of these is, which is told. */
const TOLD: Readonly<Record<string, TextApart>> = {
  annotation: "comments",
  "tracked-changes": "deleted",
  title: "pictures",
  desc: "pictures",
};
type TextApart = "hidden" | "comments" | "deleted" | "pictures";

/** @throws NotRead */
export function readOpenDocument(archive: DocumentParts): DocumentText {
  const manifest = "META-INF/manifest.xml";
  let isEncrypted = false;
  const open = (name: string) => {
    isEncrypted ||= name === "encryption-data";
  };
  const unread = scanBeside(archive, manifest, { open });
  if (isEncrypted) throw encrypted();
  const reader = new OpenDocumentReader();
  const damage = whatEndsIt(() => scanPart(archive, "content.xml", reader));
  const about = new MetadataReader();
  unread.push(...scanBeside(archive, "meta.xml", about));
  const read = { ...about.metadata, ...reader.finish() };
  if (damage !== undefined && read.text === "") throw damage;
  return withUnread(read, [...unread, ...unreadParts(archive, UNREAD), ...reader.unread, ...restAfter(damage)]);
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
  /** Text that is told: of hidden paragraphs and styles, of comments, deleted, and of pictures. */
  readonly #apart = { hidden: "", comments: "", deleted: "", pictures: "" };
  readonly #hiddenStyles = new Set<string>();
  /** Name of the style that is being defined. */
  #style = "";
  #isBody = false;
  /** Open elements from the outermost hidden one on. */
  #hiddenDepth = 0;
  #hidesParagraph = false;
  /** What its text is, where that is told. */
  #within: TextApart | undefined;
  /** Whether it is who wrote it, and when. */
  #isAbout = false;

  open(name: string, attributes: XmlAttributes): void {
    this.#isAbout = name === "creator" || name === "date";
    if (!this.#isBody) this.#openBefore(name, attributes);
    else if (this.#hiddenDepth > 0) this.#hiddenDepth += 1;
    else if (HIDDEN.has(name) || this.#isConcealed(name, attributes)) {
      this.#hiddenDepth = 1;
      if (this.#isConcealed(name, attributes)) this.#within = "hidden";
      else this.#within = TOLD[name];
      if (name === "hidden-text") this.#apart.hidden += `${attributes.get("string-value") ?? ""} `;
      // What follows in the paragraph, too.
      this.#hidesParagraph = name === "hidden-paragraph" && attributes.get("is-hidden") === "true";
      if (this.#hidesParagraph) this.#hiddenDepth = 2;
    } else if (name === "p" || name === "h") this.#openBlock(name);
    else if (name in CHARACTERS) this.#flow.write(CHARACTERS[name]!);
  }

  close(name: string): void {
    if (this.#hiddenDepth > 0) {
      this.#hiddenDepth -= 1;
      if (this.#hiddenDepth > 0 || !this.#hidesParagraph) return;
      this.#hidesParagraph = false;
    }
    if (this.#isBody && (name === "p" || name === "h")) this.#flow.close();
  }

  text(text: string): void {
    if (this.#hiddenDepth > 0 && this.#within !== undefined && !this.#isAbout) this.#apart[this.#within] += `${text} `;
    // White space between paragraphs is of the markup.
    if (this.#isBody && this.#hiddenDepth === 0 && this.#flow.isOpen) this.#flow.write(text);
  }

  get unread(): UnreadPages[] {
    const { hidden, comments, deleted, pictures } = this.#apart;
    return [
      ...unreadText("its hidden text", hidden),
      ...unreadText("its comments", comments),
      ...unreadText("its deleted text", deleted),
      ...unreadText("what its pictures say", pictures),
    ];
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
    if (name === "section" && attributes.get("display") === "none") return true;
    return name.startsWith("hidden-") || this.#hiddenStyles.has(attributes.get("style-name") ?? "");
  }
}
