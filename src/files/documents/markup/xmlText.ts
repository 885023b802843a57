/**
 * Reads TEI and other XML. Of TEI: the text without its header, the editor's form where two are given, headings and
 * page breaks as sections, notes after the paragraph that they belong to, no running heads. Of other XML: the text of
 * all elements, in order.
 */
import { type DocumentText, withUnread } from "../documentText.ts";
import { isProse, restAfter, unreadText, whatEndsIt } from "../unreadText.ts";
import { TextFlow } from "./flow.ts";
import { isReading, readHtml, separatesWords } from "./html.ts";
import { scanXml, type XmlAttributes, type XmlHandler } from "./xml.ts";
import { XmlForm } from "./xmlForms.ts";

const names = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Elements that begin a paragraph and end it, in TEI, DocBook, JATS, FictionBook and Word. */
const BLOCKS = names(
  `ab abstract ack answer argument article-title back bibl body boxed-text byline caption castItem castList cell chapter cit
   closer colophon contrib dateline def def-item def-list dictScrap disp-formula disp-quote div div1 div2 div3 div4 div5 div6
   div7 docAuthor docDate docImprint docTitle element-citation empty-line entry entryFree epigraph fig figDesc floatingText
   formalpara front group head informaltable item journal-title l label lg line linegroup list list-item listitem
   literallayout member mixed-citation opener p para poem postscript preface programlisting prologue question ref-list row
   salute screen sec section sense sidebar signed simpara simplesect sp speaker speech stage stanza subtitle synopsis
   table table-wrap tbody td text text-author tgroup th titlePart tr trailer u v varlistentry verse-group verse-line`,
);

/** Elements that stand apart from what is beside them on a line: words of TEI, and fields of references. */
const FIELDS = names(
  "day email fpage given-names institution issue lpage month publisher-loc publisher-name volume w year",
);

/** In HTML these separate; in XML they stand within lines. */
const WITHIN_LINES = names("link object title");

const NOTES = names("note footnote fn");

/** Elements whose text is not of the reading. */
const HIDDEN = names("teiHeader facsimile sourceDoc standOff fw del surplus binary indexterm");

/** In an element `ruby`, which stands beside the text: an `rt` elsewhere may be anything. */
const RUBY = names("ruby rtc");

/** Forms of a `choice` that an editor replaces. */
const REPLACED = names("sic orig abbr");

/** Hyphens, as old and new editions print them at a break within a word. */
const HYPHENS = "-\u00ac\u00ad\u2010\u2e17";

/** @throws NotRead */
export function readXml(content: string): DocumentText {
  const scan = (readsAttributes: boolean) => {
    const reader = new XmlTextReader(content, readsAttributes);
    const damage = whatEndsIt(() => scanXml(content, reader));
    return { reader, read: reader.finish(), damage };
  };
  const plain = scan(false);
  if (plain.reader.root === "html") {
    const { text, sections = [] } = readHtml(content);
    return { text, sections };
  }
  // Records of some dumps are elements without text.
  const isOfAttributes = plain.reader.ofAttributes.length > plain.read.text.length;
  const { reader, read, damage } = isOfAttributes ? scan(true) : plain;
  if (damage !== undefined && read.text === "") throw damage;
  const beside = isOfAttributes ? [] : unreadText("what its attributes say", reader.ofAttributes);
  return withUnread(read, [...beside, ...restAfter(damage)]);
}

class XmlTextReader implements XmlHandler {
  readonly #content: string;
  readonly #readsAttributes: boolean;
  root = "";
  #form: XmlForm | undefined;
  /** Prose in attributes that are not read. */
  ofAttributes = "";
  /** The text of an element that is shown as a whole. */
  #shown: { readonly name: string; text: string } | undefined;
  readonly #flow = new TextFlow();
  readonly #header = new HeaderReader();
  /** Open elements, with the number of elements in each so far. */
  readonly #open: { readonly name: string; children: number; readings: number }[] = [];
  /** Open elements from the outermost hidden one on. */
  #hiddenDepth = 0;
  /** Whether a paragraph is open: in the text, and in each note that is open. */
  readonly #paragraphs = [false];
  #headingDepth = 0;
  #lang: string | undefined;

  constructor(content: string, readsAttributes: boolean) {
    this.#content = content;
    this.#readsAttributes = readsAttributes;
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.#open.length === 0) {
      this.root = name;
      this.#form = new XmlForm(name, this.#content, this.#readsAttributes);
    }
    this.#endShown();
    if (name === "text" || this.#open.length === 0) this.#lang = attributes.get("lang") ?? this.#lang;
    const parent = this.#open.at(-1);
    if (parent !== undefined) parent.children += 1;
    const isHidden = this.#hiddenDepth > 0 || isHiddenIn(parent, name) || this.#form!.isHidden(name, parent?.name);
    this.#open.push({ name, children: 0, readings: 0 });
    if (this.#isInHeader(name)) this.#header.open(name);
    if (isHidden) {
      this.#hiddenDepth += 1;
      return;
    }
    this.#begin(name, attributes);
    this.#readAttributes(name, attributes);
    if (this.#form!.isShown(name, attributes)) this.#shown = { name, text: "" };
  }

  close(name: string): void {
    this.#endShown();
    this.#open.pop();
    this.#header.close(name);
    if (this.#hiddenDepth > 0) this.#hiddenDepth -= 1;
    else this.#end(name);
  }

  text(text: string): void {
    if (this.#hiddenDepth > 0) this.#header.text(text);
    else if (this.#shown !== undefined) this.#shown.text += text;
    else this.#write(text);
  }

  #endShown(): void {
    if (this.#shown === undefined) return;
    const { name, text } = this.#shown;
    this.#shown = undefined;
    this.#write(this.#form!.shown(name, text));
  }

  #readAttributes(name: string, attributes: XmlAttributes): void {
    if (attributes.size === 0) return;
    const texts = this.#form!.textsOf(name, attributes);
    for (const text of texts) {
      if (name !== "String") this.#endParagraph();
      this.#write(text);
    }
    if (texts.length > 0) return;
    for (const value of attributes.values()) if (isProse(value)) this.ofAttributes += `${value} `;
  }

  finish(): DocumentText {
    this.#endParagraph();
    const lang = this.#lang === undefined ? {} : { lang: this.#lang };
    return { ...this.#header.metadata, ...lang, ...this.#flow.finish() };
  }

  get #isTei(): boolean {
    return /^(TEI|TEI\.2|teiCorpus(\.2)?)$/.test(this.root);
  }

  #isInHeader(name: string): boolean {
    return this.#hiddenDepth > 0 || name === "teiHeader";
  }

  #begin(name: string, attributes: XmlAttributes): void {
    if (name === "lb" || name === "pb") this.#break(name, attributes);
    else if (NOTES.has(name)) this.#paragraphs.push(false);
    else this.#separate(name);
    if (this.#isHeading(name)) this.#headingDepth += 1;
  }

  #end(name: string): void {
    if (NOTES.has(name)) {
      this.#endParagraph();
      this.#paragraphs.pop();
    } else if (name !== "lb" && name !== "pb") {
      this.#separate(name);
      this.#write(this.#form!.separator(name) ?? "");
    }
    if (this.#isHeading(name)) this.#headingDepth -= 1;
  }

  #isHeading(name: string): boolean {
    return name === "head" || (name === "title" && !this.#isTei);
  }

  #separate(name: string): void {
    if (BLOCKS.has(name) || this.#isHeading(name) || this.#form!.isBlock(name)) this.#endParagraph();
    else if (FIELDS.has(name) || (separatesWords(name) && !WITHIN_LINES.has(name))) this.#write(" ");
  }

  /** A line or a page ends: within a word where the document says so. */
  #break(name: string, attributes: XmlAttributes): void {
    const page = attributes.get("n");
    if (name === "pb" && page !== undefined) this.#flow.mark("page", page);
    if (attributes.get("break") !== "no") this.#write("\n");
    else if (this.#paragraphs.at(-1)) this.#flow.dropEnd(HYPHENS);
  }

  #write(text: string): void {
    const isOpen = this.#paragraphs.at(-1)!;
    if (!isOpen && text.trim() === "") return;
    if (!isOpen) {
      this.#flow.open();
      if (this.#headingDepth > 0) this.#flow.markHeading();
      this.#paragraphs[this.#paragraphs.length - 1] = true;
    }
    this.#flow.write(text);
  }

  #endParagraph(): void {
    if (this.#paragraphs.at(-1)) this.#flow.close();
    this.#paragraphs[this.#paragraphs.length - 1] = false;
  }
}

/** Of a reading with variants, and of a choice, one form is read. */
function isHiddenIn(
  parent: { readonly name: string; readonly children: number; readings: number } | undefined,
  name: string,
): boolean {
  if (HIDDEN.has(name) || (isReading(name) && RUBY.has(parent?.name ?? ""))) return true;
  // Marks of notes and references stand at the end of a word.
  if ((parent?.name === "sup" && name === "xref") || (parent?.name === "xref" && name === "sup")) return true;
  // Of readings of a recognized line the first is the best.
  if (name === "TextEquiv" && parent !== undefined) {
    parent.readings += 1;
    if (parent.readings > 1) return true;
  }
  if (parent?.name === "app") return name !== "lem" && parent.children > 1;
  return parent?.name === "choice" && (REPLACED.has(name) || (/^(unclear|seg)$/.test(name) && parent.children > 1));
}

/** Collects title and authors from the first title statement of a TEI header. */
class HeaderReader {
  readonly #titles: string[] = [];
  readonly #authors: string[] = [];
  #statements = 0;
  #depth = 0;
  #text = "";
  /** Numbers of authority files stand in the element of the author. */
  #isNumber = false;

  open(name: string): void {
    this.#isNumber = name === "idno";
    if (name === "titleStmt") this.#statements += 1;
    if (this.#depth > 0) this.#depth += 1;
    else if (this.#statements === 1 && (name === "title" || name === "author")) {
      this.#depth = 1;
      this.#text = "";
    }
  }

  text(text: string): void {
    if (this.#depth > 0 && !this.#isNumber) this.#text += text;
  }

  close(name: string): void {
    this.#isNumber = false;
    if (name === "titleStmt") this.#statements += 1;
    if (this.#depth === 0) return;
    this.#depth -= 1;
    const value = this.#text.replace(/\s+/g, " ").trim();
    if (this.#depth === 0 && value !== "") (name === "title" ? this.#titles : this.#authors).push(value);
  }

  get metadata(): Pick<DocumentText, "title" | "author"> {
    return {
      ...(this.#titles[0] === undefined ? {} : { title: this.#titles[0] }),
      ...(this.#authors.length === 0 ? {} : { author: this.#authors.join(", ") }),
    };
  }
}
