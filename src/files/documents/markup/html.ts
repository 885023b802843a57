/**
 * The visible text of an HTML document. It uses the tokenizer of htmlparser2, not the parser: text needs no tree, and
 * without a tree the time stays linear for any nesting of tags.
 */
import { Tokenizer, type TokenizerCallbacks } from "htmlparser2";
import type { TextSection } from "../../../base/contract/common.ts";
import type { ReadText } from "../../../base/contract/engine.ts";
import { labelOf } from "./flow.ts";
import { HiddenRegion } from "./hidden.ts";
import { htmlNames } from "./namespaces.ts";
import { TextPieces } from "./pieces.ts";

/** Elements whose content is not shown. */
const HIDDEN = new Set(["script", "style", "title", "template", "noscript", "iframe", "noembed", "noframes"]);

/** Readings of ruby stand beside the text and are no part of it, as in the readers of other formats. */
const READINGS = new Set(["rt", "rp", "rtc"]);

/**
 * Elements that separate words: blocks, cells, line breaks and controls (HTML, section 15.3), and lines of text in a
 * picture. All others are inline, unknown ones too, as CSS says.
 */
const SEPARATING = new Set(
  `address article aside audio blockquote body br button canvas caption center col colgroup dd desc details dialog dir div dl
   dt embed fieldset figcaption figure footer foreignobject form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html
   iframe input legend li link listing main menu meta meter nav noembed noframes noscript object ol optgroup option output
   p param plaintext pre progress script search section select source style summary svg table tbody td template text
   textarea tfoot th thead title tr track ul video xmp`.split(/\s+/),
);

/** Of these, those whose content is text for who does without scripts or frames, or that scripts put there. */
const ALTERNATIVES = new Set(["template", "noscript", "iframe", "noembed", "noframes"]);

/** What pictures say of themselves to programs. */
const DESCRIPTIONS = new Set(["desc", "metadata"]);

const HEADINGS = new Set("h1 h2 h3 h4 h5 h6".split(" "));

/** Attributes that are read; the names of all others are passed over, but where somebody asks what they say. */
const ATTRIBUTES = new Set(["hidden", "style", "epub:type", "role", "title", "aria-label", "id"]);

const ATTRIBUTE_BEGINNINGS = new Set(Array.from(ATTRIBUTES, (name) => name.charCodeAt(0)));

/** Attributes that hold names, addresses and programs. */
const UNSPOKEN =
  /^(?:class|style|id|rel|href|src|srcset|sizes|type|name|for|allow|sandbox|headers|d|points|transform|on.*|item.*|aria-(?!label$|desc|.*text).*)$/;

const NOT_DISPLAYED = /(?:^|;)\s*display\s*:\s*none\b/i;

/** Units of the text of a heading that are collected for its label. */
const HEADING_UNITS_MAX = 400;

/** Whether a tag with this lower-case name separates the words on its two sides. */
export function separatesWords(name: string): boolean {
  return SEPARATING.has(name);
}

/** Whether an element of this lower-case name is a reading of ruby. */
export function isReading(name: string): boolean {
  return READINGS.has(name);
}

/** Whether the content of an element of this lower-case name is never part of the text. */
export function isHidden(name: string): boolean {
  return HIDDEN.has(name) || READINGS.has(name);
}

/**
 * The text outside tags, comments and hidden elements, with character references decoded and a line break where a block
 * begins or ends. Hidden are elements with `hidden` or `display: none`, and the marks of notes and of printed pages
 * that EPUB and DPUB-ARIA name; such pages are sections.
 */
export function readHtml(content: string, watch?: PageWatch): ReadText {
  return new HtmlReader(content, watch).read();
}

/** Told what a page holds beside the text that it shows. */
interface PageWatch {
  /** Text of elements that are shown by a script alone, such as tabs, or where none runs, piece by piece. */
  hidden(text: string): void;
  /** An attribute that is no name, address or program, by its name in lower case. */
  said(name: string, value: string): void;
  /** What a script holds, with its media type in lower case. */
  script(type: string, text: string): void;
}

class HtmlReader {
  readonly #content: string;
  readonly #pieces: TextPieces;
  readonly #sections: TextSection[] = [];
  readonly #hidden = new HiddenRegion();
  readonly #watch: PageWatch | undefined;
  /** Whether the hidden region has text for readers. */
  #isHiding = false;
  #titles = 0;
  /** The script or style that is open, and the media type of a script. */
  #program = "";
  #type = "";
  #heading: { readonly name: string; readonly start: number; text: string } | undefined;
  #name = "";
  #attribute = "";
  readonly #attributes = new Map<string, string>();

  constructor(content: string, watch: PageWatch | undefined) {
    this.#content = content;
    this.#watch = watch;
    this.#pieces = new TextPieces(content);
  }

  read(): ReadText {
    const content = this.#content;
    const nameOf = htmlNames(content);
    tokenizeHtml(content, {
      onopentagname: (start, end) => this.#open(nameOf(content.slice(start, end)), start, end),
      onattribname: (start, end) => this.#nameAttribute(start, end),
      onattribdata: (start, end) => {
        if (this.#attribute !== "") this.#extendAttribute(content.slice(start, end));
      },
      onattribentity: (codePoint) => {
        if (this.#attribute !== "") this.#extendAttribute(String.fromCodePoint(codePoint));
      },
      onopentagend: () => this.#opened(),
      onselfclosingtag: () => {
        this.#opened();
        this.#hidden.close(this.#name);
      },
      onclosetag: (start, end) => this.#close(nameOf(content.slice(start, end)), start, end),
      ontext: (start, end) => this.#text(start, end),
      oncdata: (start, end, endOffset) => this.#text(start, end - endOffset),
      // A reference begins with the only `&` in it; the tokenizer gives only its end.
      ontextentity: (codePoint, end) =>
        this.#put(String.fromCodePoint(codePoint), content.lastIndexOf("&", end - 1), end),
    });
    this.#endHeading();
    const sections = this.#sections.sort((x, y) => x.start - y.start);
    return { ...this.#pieces.finish(), ...(sections.length === 0 ? {} : { sections }) };
  }

  #open(name: string, start: number, end: number): void {
    this.#name = name;
    if (this.#attributes.size > 0) this.#attributes.clear();
    this.#hidden.open(name);
    if (HIDDEN.has(name) && !this.#hidden.isOpen) return;
    if (separatesWords(name)) this.#put("\n", start - 1, end);
    if (this.#hidden.isOpen) return;
    if (HEADINGS.has(name)) this.#beginHeading(name);
  }

  #opened(): void {
    if (this.#watch !== undefined) this.#tell(this.#watch);
    if (this.#hidden.isOpen) return;
    if (this.#attributes.size > 0 && this.#isPage()) this.#page();
    this.#isHiding = DESCRIPTIONS.has(this.#name) || this.#isNotDisplayed();
    if (HIDDEN.has(this.#name)) this.#begin(true);
    else if (READINGS.has(this.#name) || this.#isHiding || this.#isMark()) this.#begin(false);
  }

  #tell(watch: PageWatch): void {
    for (const [name, value] of this.#attributes) if (!UNSPOKEN.test(name)) watch.said(name, value);
    this.#program = this.#name === "script" || this.#name === "style" ? this.#name : "";
    this.#type = (this.#attributes.get("type") ?? "").toLowerCase();
  }

  #begin(isOpaque: boolean): void {
    // The first title is that of the page, which is read as such; others are of pictures.
    if (this.#name === "title") this.#isHiding = ++this.#titles > 1;
    else if (isOpaque) this.#isHiding = ALTERNATIVES.has(this.#name);
    this.#hidden.begin(this.#name, isOpaque);
  }

  #close(name: string, start: number, end: number): void {
    this.#program = "";
    if (!this.#hidden.close(name)) {
      if (this.#hidden.isOpen && separatesWords(name)) this.#put("\n", start - 2, end);
      return;
    }
    if (name === this.#heading?.name) this.#endHeading();
    if (separatesWords(name)) this.#put("\n", start - 2, end);
  }

  #text(start: number, end: number): void {
    if (this.#hidden.isOpen) {
      const watch = this.#watch;
      if (this.#program === "script") watch?.script(this.#type, this.#content.slice(start, end));
      else if (this.#isHiding && this.#program === "") watch?.hidden(this.#content.slice(start, end));
      return;
    }
    this.#pieces.keep(start, end);
    this.#extendHeading(start, end);
  }

  #put(text: string, start: number, end: number): void {
    if (this.#hidden.isOpen) {
      if (this.#isHiding) this.#watch?.hidden(text);
      return;
    }
    this.#pieces.put(text, start, end);
    if (this.#heading !== undefined) this.#heading.text += text;
  }

  #nameAttribute(start: number, end: number): void {
    this.#attribute = "";
    // Most attributes are `class`, `href` and `src`: their names are not worth a string.
    const isAsked = this.#watch !== undefined;
    if (!isAsked && !ATTRIBUTE_BEGINNINGS.has(this.#content.charCodeAt(start) | 0x20)) return;
    const name = this.#content.slice(start, end).toLowerCase();
    if ((isAsked || ATTRIBUTES.has(name)) && !this.#attributes.has(name)) this.#attribute = name;
    if (this.#attribute !== "") this.#attributes.set(name, "");
  }

  #extendAttribute(text: string): void {
    this.#attributes.set(this.#attribute, (this.#attributes.get(this.#attribute) ?? "") + text);
  }

  #isNotDisplayed(): boolean {
    if (this.#attributes.size === 0) return false;
    return this.#attributes.has("hidden") || NOT_DISPLAYED.test(this.#attributes.get("style") ?? "");
  }

  /** Whether it is the mark of a note, or the number of a printed page. */
  #isMark(): boolean {
    return this.#attributes.size > 0 && (this.#isPage() || this.#hasRole("noteref"));
  }

  #isPage(): boolean {
    return this.#hasRole("pagebreak");
  }

  /** Whether EPUB's structural semantics or DPUB-ARIA give the element this role. */
  #hasRole(role: string): boolean {
    const holds = (attribute: string, value: string) =>
      this.#attributes.get(attribute)?.split(/\s+/).includes(value) === true;
    return holds("epub:type", role) || holds("role", `doc-${role}`);
  }

  #page(): void {
    const number = /(?<!\d)\d+$/.exec(this.#attributes.get("id") ?? "")?.[0];
    const label = labelOf(this.#attributes.get("title") || this.#attributes.get("aria-label") || number || "");
    if (label !== "") this.#sections.push({ kind: "page", start: this.#pieces.lengthUnits, label });
  }

  #beginHeading(name: string): void {
    this.#endHeading();
    this.#heading = { name, start: this.#pieces.lengthUnits, text: "" };
  }

  #extendHeading(start: number, end: number): void {
    const heading = this.#heading;
    if (heading === undefined) return;
    heading.text += this.#content.slice(start, end);
    if (heading.text.length > HEADING_UNITS_MAX) this.#endHeading();
  }

  #endHeading(): void {
    const label = labelOf(this.#heading?.text ?? "");
    if (this.#heading !== undefined && label !== "") {
      this.#sections.push({ kind: "heading", start: this.#heading.start, label });
    }
    this.#heading = undefined;
  }
}

/** The text of one HTML character reference, or the reference itself where it is unknown. */
export function decodeReference(reference: string): string {
  let text = "";
  tokenizeHtml(reference, {
    ontext: (start, end) => {
      text += reference.slice(start, end);
    },
    ontextentity: (codePoint) => {
      text += String.fromCodePoint(codePoint);
    },
  });
  return text;
}

/** Reads HTML token by token, in linear time: places in the content, and characters of references. */
export function tokenizeHtml(content: string, callbacks: Partial<TokenizerCallbacks>): void {
  const nothing = () => {};
  const tokenizer = new Tokenizer(
    // A self-closing `<title/>` hides nothing: in HTML it would hide the rest of what was written as XHTML.
    { decodeEntities: true, recognizeSelfClosing: true },
    {
      onattribdata: nothing,
      onattribentity: nothing,
      onattribend: nothing,
      onattribname: nothing,
      oncdata: nothing,
      onclosetag: nothing,
      oncomment: nothing,
      ondeclaration: nothing,
      onend: nothing,
      onopentagend: nothing,
      onopentagname: nothing,
      onprocessinginstruction: nothing,
      onselfclosingtag: nothing,
      ontext: nothing,
      ontextentity: nothing,
      ...callbacks,
    },
  );
  tokenizer.write(content);
  tokenizer.end();
}
