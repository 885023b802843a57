/**
 * Reads Word documents (DOCX, ISO/IEC 29500): paragraphs in order, each footnote and endnote after the paragraph that
 * refers to it. Deleted and hidden text, codes of fields, comments, running heads and feet are not part of the text.
 */

import { damaged } from "../bytes/notRead.ts";
import { type DocumentText, type UnreadPages, withUnread } from "../documentText.ts";
import { TextFlow } from "../markup/flow.ts";
import type { XmlAttributes, XmlHandler } from "../markup/xml.ts";
import { restAfter, unreadText, whatEndsIt } from "../unreadText.ts";
import {
  type DocumentParts,
  DrawingForms,
  INSERTED,
  MetadataReader,
  OTHER_PARTS,
  scanBeside,
  scanPart,
  textOfPart,
  unreadParts,
} from "./package.ts";
import { pathsOf, relationshipsOf } from "./relationships.ts";

/** What an element stands for in the text. Hyphens keep their kind: the fold decides what they mean. */
const CHARACTERS: Readonly<Record<string, string>> = {
  tab: "\t",
  ptab: "\t",
  br: "\n",
  cr: "\n",
  noBreakHyphen: "\u2011",
  softHyphen: "\u00ad",
};

/** Elements whose text is not shown: deleted or moved text, readings of signs. */
const HIDDEN = new Set(["del", "moveFrom", "rt", "pPrChange", "rPrChange"]);

/** Content types of the main part: of documents and templates, with macros or without. */
const MAIN_TYPE = /wordprocessingml\.(document|template)\.main|ms-word\.(document|template)\.macroEnabled/;

/** Where programs put the document, if the archive does not say. */
const USUAL_MAIN = "word/document.xml";

/** DocumentParts that may hold text which no paragraph of the main part has. */
const UNREAD = [
  [/\/diagrams\/data[^/]*\.xml$/, "its SmartArt"],
  [/\/charts\/chart[^/]*\.xml$/, "its chart"],
  [/^word\/comments[^/]*\.xml$/, "its comments"],
  [/^word\/(?:header|footer)[^/]*\.xml$/, "a running head or foot"],
  ...OTHER_PARTS,
] as const;

/** @throws NotRead where the list of its parts is damaged */
export function isWord(archive: DocumentParts): boolean {
  const types = "[Content_Types].xml";
  return archive.has(types) && MAIN_TYPE.test(textOfPart(archive, types));
}

/** @throws NotRead */
export function readWord(archive: DocumentParts): DocumentText {
  const root = relationshipsOf(archive, "");
  const main = root.get("officeDocument") ?? USUAL_MAIN;
  if (!archive.has(main)) throw damaged("it names no document");
  const parts = relationshipsOf(archive, main);
  const styles = new StyleReader();
  const unread = scanBeside(archive, parts.get("styles"), styles);
  const notes = new Map<string, string>();
  for (const kind of ["footnote", "endnote"] as const) {
    unread.push(...scanBeside(archive, parts.get(`${kind}s`), new NotesReader(kind, notes)));
  }
  const body = new WordReader(styles, notes);
  const damage = whatEndsIt(() => scanPart(archive, main, body));
  const about = new MetadataReader();
  unread.push(...scanBeside(archive, root.get("core-properties"), about));
  const read = { ...about.metadata, ...body.finish() };
  if (damage !== undefined && read.text === "") throw damage;
  const inserted = new Set(pathsOf(archive, main, "aFChunk"));
  const kinds = [[{ test: (name: string) => inserted.has(name) }, INSERTED] as const, ...UNREAD];
  return withUnread(read, [
    ...unread,
    ...unreadParts(archive, kinds),
    ...body.unread,
    ...unreadText("notes that it does not refer to", [...notes.values()].join(" ")),
    ...restAfter(damage),
  ]);
}

/** A document whose parts are in one file of XML (Flat OPC). @throws NotRead */
export function readFlatWord(content: string): DocumentText {
  const parts = new Map<string, Uint8Array>();
  const encoder = new TextEncoder();
  for (const part of content.split(PART_START).slice(1)) {
    const name = NAME.exec(part.slice(0, NAME_UNITS_MAX))?.[1];
    const start = part.indexOf(">", part.indexOf(DATA_START)) + 1;
    const end = part.indexOf(DATA_END);
    if (name !== undefined && end >= start && part.includes(DATA_START))
      parts.set(name, encoder.encode(part.slice(start, end)));
  }
  const read = (name: string) => {
    const part = parts.get(name);
    if (part === undefined) throw damaged("a part of it is missing");
    return part;
  };
  const has = (name: string) => parts.has(name);
  const wereRead = new Set<string>();
  const readPart = (name: string) => {
    wereRead.add(name);
    return read(name);
  };
  const wasRead = (name: string) => wereRead.has(name);
  return readWord({ has, read: readPart, wasRead, names: [...parts.keys()], noteReplaced: () => {} });
}

const PART_START = "<pkg:part";
const DATA_START = "<pkg:xmlData";
const DATA_END = "</pkg:xmlData";
const NAME = /^[^>]*?\bpkg:name\s*=\s*["']\/([^"'>]*)["']/;
const NAME_UNITS_MAX = 1_000;

/**
 * Collects the styles of headings: those with Word's own names, which are English in every language, or an outline; and
 * the styles of hidden text.
 */
class StyleReader implements XmlHandler {
  readonly headings = new Set<string>();
  readonly hidden = new Set<string>();
  #style = "";

  open(name: string, attributes: XmlAttributes): void {
    const value = attributes.get("val") ?? "";
    if (name === "style") this.#style = attributes.get("styleId") ?? "";
    else if (name === "name" && /^(heading [1-9]|title)$/i.test(value)) this.headings.add(this.#style);
    else if (name === "outlineLvl" && Number(value) < 9) this.headings.add(this.#style);
    else if (name === "vanish") this.hidden[isOn(attributes) ? "add" : "delete"](this.#style);
    else if (name === "basedOn")
      for (const styles of [this.headings, this.hidden]) if (styles.has(value)) styles.add(this.#style);
  }
}

/** Writes the paragraphs of a part to a flow. */
class WordReader implements XmlHandler {
  /** Text of hidden runs, and deleted text. */
  readonly #apart = { hidden: "", deleted: "" };
  readonly #forms = new DrawingForms();
  #isDeleted = false;
  protected flow = new TextFlow();
  readonly #styles: Pick<StyleReader, "headings" | "hidden">;
  readonly #notes: Map<string, string>;
  /** Open elements from the outermost hidden one on. */
  #hiddenDepth = 0;
  /** Whether each open run is hidden: a run can hold a text box with runs of its own. */
  readonly #runs: boolean[] = [];
  /** Whether the runs of the open paragraph are hidden by its style. */
  #isHiddenParagraph = false;
  #hasOther = false;
  #isText = false;

  constructor(styles = new StyleReader(), notes = new Map<string, string>()) {
    this.#styles = styles;
    this.#notes = notes;
  }

  open(name: string, attributes: XmlAttributes): void {
    const isPassed = this.#forms.open(name, attributes);
    this.#isDeleted = name === "delText";
    if (this.#hiddenDepth > 0 || HIDDEN.has(name) || isPassed) this.#hiddenDepth += 1;
    else if (name === "p") this.#openParagraph();
    else if (name === "r") this.#runs.push(this.#isHiddenParagraph);
    else if (name === "subDoc") this.#hasOther = true;
    else if (this.#runs.length === 0) this.#openProperty(name, attributes);
    else this.#openInRun(name, attributes);
  }

  close(name: string): void {
    this.#forms.close(name);
    this.#isDeleted = false;
    if (this.#hiddenDepth > 0) this.#hiddenDepth -= 1;
    else if (name === "p") this.flow.close();
    else if (name === "r") this.#runs.pop();
    else if (name === "t") this.#isText = false;
  }

  text(text: string): void {
    if (this.#isDeleted) this.#apart.deleted += text;
    if (!this.#isText || this.#hiddenDepth > 0) return;
    this.#forms.add(text);
    if (this.#runs.includes(true)) this.#apart.hidden += text;
    else this.flow.write(text);
  }

  get unread(): UnreadPages[] {
    return [
      ...unreadText("its hidden text", this.#apart.hidden),
      ...unreadText("its deleted text", this.#apart.deleted),
      ...unreadText("what its pictures say", this.#forms.described),
      ...(this.#hasOther ? [OTHER_FILE] : []),
    ];
  }

  finish(): ReturnType<TextFlow["finish"]> {
    return this.flow.finish();
  }

  #openParagraph(): void {
    this.flow.open();
    // Others stand in a text box of a run.
    if (this.#runs.length === 0) this.#isHiddenParagraph = false;
  }

  #openProperty(name: string, attributes: XmlAttributes): void {
    const value = attributes.get("val") ?? "";
    if (name === "pStyle") this.#isHiddenParagraph = this.#styles.hidden.has(value);
    const isHeading = name === "pStyle" ? this.#styles.headings.has(value) : name === "outlineLvl" && Number(value) < 9;
    if (isHeading) this.flow.markHeading();
    if (name === "framePr" && /^(drop|margin)$/.test(attributes.get("dropCap") ?? "")) this.flow.markInitial();
  }

  #openInRun(name: string, attributes: XmlAttributes): void {
    if (name === "t") this.#isText = true;
    else if (name === "vanish") this.#runs[this.#runs.length - 1] = isOn(attributes);
    else if (name === "rStyle" && this.#styles.hidden.has(attributes.get("val") ?? ""))
      this.#runs[this.#runs.length - 1] = true;
    else if (name === "footnoteReference" || name === "endnoteReference") this.#note(name, attributes.get("id"));
    else if (name in CHARACTERS && !this.#runs.includes(true)) this.flow.write(CHARACTERS[name]!);
  }

  /** Each note is read once: a document could refer to a long note a million times. */
  #note(reference: string, id: string | undefined): void {
    const key = noteKey(reference.replace("Reference", ""), id);
    const text = this.#notes.get(key);
    if (text === undefined) return;
    this.#notes.delete(key);
    this.flow.open();
    this.flow.write(text);
    this.flow.close();
  }
}

/** What a master document is made of. */
const OTHER_FILE: UnreadPages = { code: "format_not_read", pages: [], reason: "a part of it that is another file" };

/** Collects the text of each note of one kind. */
class NotesReader extends WordReader {
  readonly #kind: string;
  readonly #found: Map<string, string>;
  #id: string | undefined;

  constructor(kind: "footnote" | "endnote", found: Map<string, string>) {
    super();
    this.#kind = kind;
    this.#found = found;
  }

  override open(name: string, attributes: XmlAttributes): void {
    if (name === this.#kind) this.#id = attributes.get("id");
    super.open(name, attributes);
  }

  override close(name: string): void {
    super.close(name);
    if (name !== this.#kind) return;
    this.#found.set(noteKey(this.#kind, this.#id), this.flow.finish().text.trim());
    this.flow = new TextFlow();
  }
}

const noteKey = (kind: string, id: string | undefined) => `${kind} ${id ?? ""}`;

/** Whether a property without a value, or with one of these, is on. */
function isOn(attributes: XmlAttributes): boolean {
  return !["0", "false", "off"].includes(attributes.get("val") ?? "");
}
