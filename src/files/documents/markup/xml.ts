/**
 * Reads XML from beginning to end, without a tree: opening and closing elements, and text. It takes the tokens of
 * htmlparser2 and checks itself that elements close in order: the parser of htmlparser2 closes elements that were never
 * closed, so that a cut document looks whole. Nothing that a document type names is fetched.
 */
import { Tokenizer } from "htmlparser2";
import { damaged } from "../bytes/notRead.ts";
import { decodeReference } from "./html.ts";

/** Elements that may be open at one time. Word nests tables in tables: some ten elements for each. */
export const XML_DEPTH_MAX = 512;

/** Attributes of an element, by their names without prefix. */
export type XmlAttributes = ReadonlyMap<string, string>;

/** What is done with the parts of a document. Names are without prefix: `w:p` is `p`. */
export interface XmlHandler {
  open?(name: string, attributes: XmlAttributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** @throws NotRead where the document is not well-formed, or nested too deeply */
export function scanXml(content: string, handler: XmlHandler): void {
  const scanner = new XmlScanner(withoutSubset(content), handler);
  scanner.scan();
}

/** `&name;` of HTML: old documents declare such names in a document type, which is not read. */
const NAMED = /&[A-Za-z][A-Za-z0-9]{1,31};/g;

class XmlScanner {
  readonly #content: string;
  readonly #handler: XmlHandler;
  /** Names with prefix of the elements that are open. */
  readonly #open: string[] = [];
  #hadRoot = false;
  #name = "";
  #attributes = new Map<string, string>();
  #attribute = "";
  #value = "";

  constructor(content: string, handler: XmlHandler) {
    this.#content = content;
    this.#handler = handler;
  }

  scan(): void {
    const nothing = () => {};
    const content = this.#content;
    const tokenizer = new Tokenizer(
      { xmlMode: true, decodeEntities: true },
      {
        onopentagname: (start, end) => this.#begin(content.slice(start, end)),
        onattribname: (start, end) => this.#nameAttribute(content.slice(start, end)),
        onattribdata: (start, end) => this.#extendValue(content.slice(start, end)),
        onattribentity: (codePoint) => this.#extendValue(String.fromCodePoint(codePoint)),
        onattribend: () => this.#attributes.set(this.#attribute, this.#value),
        onopentagend: () => this.#opened(),
        onselfclosingtag: () => {
          this.#opened();
          this.#closed(this.#name);
        },
        onclosetag: (start, end) => this.#closed(content.slice(start, end)),
        ontext: (start, end) => this.#text(content.slice(start, end).replace(NAMED, decodeReference)),
        ontextentity: (codePoint) => this.#text(String.fromCodePoint(codePoint)),
        oncdata: (start, end, endOffset) => this.#text(content.slice(start, end - endOffset)),
        oncomment: nothing,
        ondeclaration: nothing,
        onprocessinginstruction: nothing,
        onend: nothing,
      },
    );
    tokenizer.write(content);
    tokenizer.end();
    if (this.#open.length > 0 || !this.#hadRoot) throw damaged("its XML ends too early");
  }

  #begin(name: string): void {
    this.#name = name;
    this.#attributes = new Map();
  }

  #nameAttribute(name: string): void {
    this.#attribute = withoutPrefix(name);
    this.#value = "";
  }

  #extendValue(text: string): void {
    this.#value += text;
  }

  #opened(): void {
    if (this.#open.length === 0 && this.#hadRoot) throw damaged("its XML has two roots");
    if (this.#open.length === XML_DEPTH_MAX) throw damaged(`its XML nests over ${XML_DEPTH_MAX} elements`);
    this.#hadRoot = true;
    this.#open.push(this.#name);
    this.#handler.open?.(withoutPrefix(this.#name), this.#attributes);
  }

  #closed(name: string): void {
    if (this.#open.pop() !== name) throw damaged("its XML closes another element than is open");
    this.#handler.close?.(withoutPrefix(name));
  }

  #text(text: string): void {
    if (this.#open.length > 0) this.#handler.text?.(text);
    else if (text.trim() !== "") throw damaged("its XML has text outside the root");
  }
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

/**
 * The document without the part of its type in brackets: the tokenizer takes the first `>` in it for its end. Entities
 * that are declared there are put in their places, within a bound; nothing is fetched.
 *
 * @throws NotRead where it does not end
 */
export function withoutSubset(content: string): string {
  const declaration = content.indexOf("<!DOCTYPE");
  if (declaration === -1 || /<[A-Za-z_]/.test(content.slice(0, declaration))) return content;
  const end = content.indexOf(">", declaration);
  const start = content.indexOf("[", declaration);
  if (start === -1 || end < start) return content;
  const rest = subsetEnd(content, start);
  return content.slice(0, start) + new Entities(content.slice(start, rest)).expanded(content.slice(rest));
}

/** A comment or instruction, in which nothing is declared; or an entity. */
const DECLARED = /<!--|<\?|<!ENTITY\s{1,99}([\w.-]{1,64})\s{1,99}(["'])/g;
const CLOSINGS: Readonly<Record<string, string>> = { '"': '"', "'": "'", "<!--": "-->", "<?": "?>" };
/** Characters that all expansions of a document may add, those within entities too: they cannot multiply. */
const ADDED_UNITS_MAX = 1 << 20;

/** The first declaration of a name counts, and what it says of entities that were declared before it. */
class Entities {
  readonly #values = new Map<string, string>();
  #left = ADDED_UNITS_MAX;

  constructor(subset: string) {
    const declaration = new RegExp(DECLARED);
    for (let found = declaration.exec(subset); found !== null; found = declaration.exec(subset)) {
      const [mark, name, quote] = found;
      const end = subset.indexOf(CLOSINGS[quote ?? mark]!, declaration.lastIndex);
      if (end === -1) return;
      const value = subset.slice(declaration.lastIndex, end);
      declaration.lastIndex = end + 1;
      if (name !== undefined && !this.#values.has(name) && !value.includes("%"))
        this.#values.set(name, this.expanded(value));
    }
  }

  expanded(text: string): string {
    if (this.#values.size === 0) return text;
    return text.replace(/&([\w.-]{1,64});/g, (reference, name: string) => {
      const value = this.#values.get(name);
      if (value === undefined || value.length > this.#left) return reference;
      this.#left -= value.length;
      return value;
    });
  }
}

/** The place after the `]` that ends a subset: brackets in literals, comments and instructions do not count. */
function subsetEnd(content: string, start: number): number {
  const special = /["'\]]|<!--|<\?/g;
  special.lastIndex = start;
  for (let found = special.exec(content); found !== null; found = special.exec(content)) {
    if (found[0] === "]") return found.index + 1;
    const closing = CLOSINGS[found[0]]!;
    const end = content.indexOf(closing, special.lastIndex);
    if (end === -1) break;
    special.lastIndex = end + closing.length;
  }
  throw damaged("its document type does not end");
}
