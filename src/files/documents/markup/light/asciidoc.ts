/**
 * Reads AsciiDoc as its page shows it: without attributes, marks of blocks and tables, targets, comments and macros;
 * footnotes behind their paragraph.
 */
import { type DocumentText, withUnread } from "../../documentText.ts";
import { unreadText } from "../../unreadText.ts";
import { readHtml } from "../html.ts";
import { emphasis, KeptTexts, LightBlocks, linesOfText, NamedValues } from "./blocks.ts";

const ATTRIBUTE = /^:(!?[\w-]{1,80}!?):(?:\s+(.*))?$/;
const DELIMITER = /^(?:-{4,}|\.{4,}|\+{4,}|={4,}|\*{4,}|_{4,}|\/{4,}|--|`{3,}.*)$/;
const DIRECTIVE = /^(?:ifdef|ifndef|ifeval|endif|include)::/;
const BLOCK_MACRO = /^(?:image|video|audio|toc|thumbnail)::/;
const BLOCK_ATTRIBUTES = /^\[(?![ xX*]\])[^\]]*\]$/;
const ITEM = /^(?:\*{1,5}|-|\.{1,5}|\d{1,4}\.|<(?:\d{1,3}|\.)>)\s+(?:\[[ xX*]\]\s+)?/;

export function readAsciidoc(text: string): DocumentText {
  return new AsciidocReader(new NamedValues(text)).read(linesOfText(text));
}

class AsciidocReader {
  readonly #attributes: NamedValues;
  readonly #blocks: LightBlocks;
  #table: string | undefined;
  /** HTML for the page. */
  #passed = "";

  constructor(attributes: NamedValues) {
    this.#attributes = attributes;
    this.#blocks = new LightBlocks((text, note) => inline(text, attributes, note));
  }

  read(lines: readonly string[]): DocumentText {
    const blocks = this.#blocks;
    let literal: string | undefined;
    for (const [at, line] of lines.entries()) {
      const plain = line.trimEnd();
      if (literal !== undefined) {
        if (plain === literal) {
          literal = undefined;
          blocks.end();
        } else if (/^[-.`]/.test(literal)) blocks.raw(plain.replace(/(?:\s{0,9}<(?:\d{1,3}|\.)>){1,9}$/, ""));
        else if (literal.startsWith("+")) this.#passed += `${line}\n`;
        continue;
      }
      const isLiteral = /^(?:----|\.\.\.\.|\+\+\+\+|\/\/\/\/|```)/.test(plain) && DELIMITER.test(plain);
      const above = (lines[at - 1] ?? "").trimEnd();
      if (isUnderline(plain, above) && blocks.isOpen) {
        const title = blocks.takeLine();
        if (title !== undefined) blocks.heading(title);
      } else if (isLiteral) {
        blocks.end();
        literal = plain.startsWith("`") ? /^`+/.exec(plain)![0] : plain;
      } else this.#readLine(plain);
    }
    const read = blocks.finish();
    return withUnread(read, unreadText("what it passes through to its page", readHtml(this.#passed).text));
  }

  #readLine(plain: string): void {
    const blocks = this.#blocks;
    const [, name, value = ""] = ATTRIBUTE.exec(plain) ?? [];
    if (name !== undefined) this.#attributes.set(name, value);
    else if (/^\s*$|^(?:'{3,}|<{3,})$/.test(plain) || DELIMITER.test(plain)) blocks.end();
    else if (/^\/\/(?!\/)/.test(plain) || DIRECTIVE.test(plain)) return;
    else if (BLOCK_MACRO.test(plain)) blocks.end();
    else if (/^[|,:!]={3,}$/.test(plain)) {
      blocks.end();
      this.#table = this.#table === plain ? undefined : plain;
    } else if (BLOCK_ATTRIBUTES.test(plain)) this.#readAttributes(plain);
    else if (this.#table !== undefined) this.#readCells(plain, this.#table[0]!);
    else if (/^={1,6}\s+\S|^#{1,6}\s+\S/.test(plain)) blocks.heading(plain.replace(/^[=#]+\s+/, ""));
    else if (/^\.[^\s.]/.test(plain)) {
      blocks.end();
      blocks.line(plain.slice(1));
      blocks.end();
    } else if (plain === "+") blocks.end();
    else this.#readText(plain.trimStart());
  }

  #readText(plain: string): void {
    const item = ITEM.exec(plain)?.[0] ?? "";
    if (item !== "") this.#blocks.end();
    const words = /^\d/.test(item) ? plain : plain.slice(item.length);
    const term = /^((?:(?!:{2,4}(?:\s|$)|;;(?:\s|$)).){1,300})(?::{2,4}|;;)(?:\s+(.*))?$/.exec(words);
    if (term === null) {
      this.#blocks.line(words.replace(/\s\+$/, ""));
      return;
    }
    this.#blocks.end();
    this.#blocks.line(term[1]!);
    this.#blocks.line(term[2] ?? "");
  }

  /** Who is quoted is shown. */
  #readAttributes(plain: string): void {
    const values = plain.slice(1, -1).split(",");
    this.#blocks.end();
    if (/^(?:quote|verse)\b/.test(values[0]!)) this.#blocks.line(values.slice(1).join(",").replaceAll('"', ""));
    this.#blocks.end();
  }

  #readCells(plain: string, mark: string): void {
    if (mark !== "|" && mark !== "!") {
      for (const cell of plain.split(mark)) this.#blocks.line(cell.replaceAll('"', ""));
      this.#blocks.end();
      return;
    }
    const cells = plain.split(mark);
    const first = cells.shift()!;
    if (!isSpecifier(first)) this.#blocks.line(first);
    for (const [i, cell] of cells.entries()) {
      this.#blocks.end();
      const isLast = i === cells.length - 1;
      this.#blocks.line(
        isLast ? cell : cell.replace(/(?:^|\s)(?:\d{0,3}(?:\.\d{1,3})?[+*])?(?:[<^>]|\.[<^>]){0,2}[adehlmsv]?$/, ""),
      );
    }
  }
}

/** What stands before the mark of a cell: `2+^.>s`. */
const isSpecifier = (text: string): boolean =>
  /^\s*(?:\d{0,3}(?:\.\d{1,3})?[+*])?(?:[<^>]|\.[<^>]){0,2}[adehlmsv]?$/.test(text);

/** Whether a line of marks makes the line above it a heading. */
function isUnderline(plain: string, above: string): boolean {
  if (!/^([=~^+-])\1+$/.test(plain) || above.length < 2) return false;
  return Math.abs(plain.length - above.length) <= 1 && /[\p{L}\p{N}]/u.test(above) && !/^[.[:|]/.test(above);
}

const PAIRS = ["\\*\\*", "__", "\\*", "_", "##", "#", "\\^", "~"].map(emphasis);
const LITERAL =
  /(?<![\p{L}\p{N}])(`\+|\+{3}|\+{2}|\+|``|`)(?=\S)((?:(?!\1)[^\n]|\n(?!\n)){1,1000}?)(?<=\S)(?:\+`|\1)(?![\p{L}\p{N}])/gu;
const MACRO =
  /(?<![\p{L}\p{N}])(link|xref|mailto|kbd|btn|menu|stem|latexmath|asciimath|pass|image|icon|footnote|footnoteref|anchor|indexterm2?|https?|ftp):([^\s[\]]{0,2000})\[((?:[^\]\\]|\\.){0,2000})\]/gu;
const INTRINSIC: Readonly<Record<string, string>> = {
  nbsp: " ",
  sp: " ",
  empty: "",
  zwsp: "",
  plus: "+",
  amp: "&",
  lt: "<",
  gt: ">",
  startsb: "[",
  endsb: "]",
  vbar: "|",
  asterisk: "*",
  backslash: "\\",
  quot: '"',
  apos: "'",
  "two-colons": "::",
};

function inline(text: string, attributes: NamedValues, note: (text: string) => void): string {
  const literals = new KeptTexts();
  const bare = KeptTexts.bare(text)
    .replace(/\{([\w-]{1,80})\}/g, (found, name: string) => attributes.take(name) ?? INTRINSIC[name] ?? found)
    .replace(/"`((?:(?!`").){1,2000}?)`"/gs, "“$1”")
    .replace(/'`((?:(?!`').){1,2000}?)`'/gs, "‘$1’")
    .replace(LITERAL, (_, _mark, literal: string) => literals.keep(literal))
    .replace(MACRO, (_, name: string, target: string, words: string) => macroText(name, target, words, note))
    .replace(/<<([^<>,\n]{1,300})(?:,\s*([^<>]{1,500}))?>>/g, (_, _id, shown: string = "") => shown)
    .replace(/\[\[[^[\]\n]{1,200}\]\]|\(\(\([^()\n]{1,300}\)\)\)/g, "")
    .replace(/\(\(([^()\n]{1,300})\)\)/g, "$1")
    .replace(/\[[.#%][\w.#%-]{1,80}\](?=[#*_`])/g, "");
  const plain = PAIRS.reduce((marked, pair) => marked.replace(pair, "$1"), bare);
  return literals.restore(plain);
}

function macroText(name: string, target: string, words: string, note: (text: string) => void): string {
  const shown = words.replace(/\\\]/g, "]");
  if (name === "footnote" || name === "footnoteref") {
    note(name === "footnote" ? shown : shown.replace(/^[\w-]{1,80},?/, ""));
    return "";
  }
  if (name === "image" || name === "icon" || name === "anchor" || name === "indexterm") return "";
  if (name === "menu") return `${target} ${shown}`;
  // Of a link the first value is shown, without what it is opened in.
  const text = /^"([^"]{1,1000})"/.exec(shown)?.[1] ?? shown.replace(/,\s*\w{1,30}=.*$|\^$/s, "");
  if (text !== "" || name === "xref") return text;
  return /^(?:https?|ftp)$/.test(name) ? `${name}:${target}` : target;
}
