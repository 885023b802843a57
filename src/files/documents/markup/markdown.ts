/**
 * The visible text of a Markdown document: prose, code, link texts and the alternative text of images, without
 * addresses, marks, tags or comments.
 *
 * The text is the document less a list of edits. It uses its own scanner: no parser that was measured (November 2026,
 * 94 hostile forms as in test/files/documents/hostile.ts) gives the exact place of a text and reads 1 MB of any form
 * within 3 seconds:
 *
 * | parser | place of a text | MB/s of prose | forms over 3 s at 1 MB |
 * |---|---|---|---|
 * | markdown-it 15.0.3 | lines of blocks | 11 | 6 (1 with nothing else running); loses text nested over 100 levels deep |
 * | commonmark 0.31.2 | line and column of blocks | 17 | 9 |
 * | marked 18.1.1 | none | 8 | 24, 6 of them overflow the stack |
 * | micromark 4.0.3 | exact | 1 | 56 |
 * | @lezer/markdown 1.8.1 | exact | 14 | 32, 3 of them overflow the stack |
 * | md4w 0.2.7 (WebAssembly) | none | 29 | 1 |
 * | satteri 0.10.5 (native code) | of whole texts | 33 | 12, one ends the process |
 * | this scanner | exact | 37 | 0, at most 1.2 s |
 *
 * Three measurements ran at a time, on a shared machine; forms that took over 1.5 s for 64 KB count as well.
 * Treating longer paragraphs as plain text would not help: @lezer/markdown takes 7 s for 1 MB in blocks of 2 KB, and 8
 * % of Node's documentation is in longer ones. This scanner searches for every construct once (`Finder`), so time is
 * linear. Block structure follows CommonMark 0.31 as far as words depend on it; test/files/documents compares the words
 * with micromark's on real documents.
 */

import type { Span, TextSection } from "../../../base/contract/common.ts";
import type { ReadText } from "../../../base/contract/engine.ts";
import { partitionPoint } from "../../../base/lists/sorted.ts";
import { Finder } from "./finder.ts";
import { labelOf } from "./flow.ts";
import { decodeReference, isHidden, isReading, separatesWords } from "./html.ts";
import { type EmphasisRun, linkEnd, type MarkdownEdit, pairEmphasis, sideOf, tickRuns } from "./inline.ts";
import { TextPieces } from "./pieces.ts";

const QUOTES_AND_INDENT = /[ \t>]*/y;
/** Marks of lists within lists, as many as anybody nests: what follows them is text. */
const MARKERS = /(?:(?:[-+*]|\d{1,9}[.)])(?:[ \t]+|(?=\r?\n|$))){0,1000}(?:#{1,6}(?=[ \t\r\n]|$)[ \t]*)?/y;
/** Only a list that begins with 1 may interrupt a paragraph: "in\n1986. It was" is prose. */
const MARKERS_IN_PARAGRAPH = /(?:(?:[-+*]|1[.)])[ \t]+){0,1000}(?:#{1,6}(?=[ \t\r\n]|$)[ \t]*)?/y;
/**
 * The line break that ends a paragraph: before a blank line or a line that begins another block, by the rules of
 * `#line`.
 */
const PARAGRAPH_END = /\n(?=[ \t\r>]*(?:\n|(?:[-+*]|1[.)])[ \t]|#{1,6}[ \t\r\n]|`{3,}[^`\n]*(?:\n|$)|~{3}))/g;
/** The same in a list, where any number begins an item. */
const ITEM_END = /\n(?=[ \t\r>]*(?:\n|(?:[-+*]|\d{1,9}[.)])[ \t\r\n]|#{1,6}[ \t\r\n]|`{3,}[^`\n]*(?:\n|$)|~{3}))/g;
/** No line makes the end of a list item a heading. */
const IN_ITEM = -2;
/** A line that makes the paragraph before it a heading, or a rule. */
const UNDERLINE = /(?:=+|-+)[ \t]*\r?(?:\n|$)/y;
const CLOSING_MARKS = /[ \t]#+[ \t]*\r?\n?$/;
const FENCE = /(`{3,})[^`\n]*(?:\n|$)|(~{3,})[^\n]*(?:\n|$)/y;
const DEFINITION =
  /\[(?!\^)[^[\]\n]{1,300}\]:[ \t]*(?:\r?\n[ \t]*)?[^\s]+[ \t]*(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\))?[ \t]*\r?(?:\n|$)/y;
const FOOTNOTE = /\[\^[^[\]\s]{1,300}\]:[ \t]*/y;
const LABELS = /^[ \t>]*\[([^[\]\n]{1,300})\]:/gm;
const SPECIAL = /[\\`*_[\]<&\n]/g;
const TAG = /<(\/?)([A-Za-z][A-Za-z0-9-]*)(?=[\s/>])/y;
const AUTOLINK = /<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@]{1,64}@[^\s<>@]{1,255})>/y;
const REFERENCE = /&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/y;
const PUNCTUATION = /[!-/:-@[-`{-~]/;
const LABEL_MAX = 300;
const LABEL = /\[([^[\]]{0,300})\]/y;

/**
 * Most edits of one block that wait for their other half. Beyond it the block is taken as ended, so that hostile input
 * cannot fill the memory.
 */
const EDITS_MAX = 1 << 16;

export function readMarkdown(content: string): ReadText {
  return new MarkdownScanner(content).read();
}

class MarkdownScanner {
  readonly #content: string;
  readonly #finder: Finder;
  readonly #labels: ReadonlySet<string>;
  readonly #pieces: TextPieces;
  /** End of the part of the document that the pieces contain already. */
  #taken = 0;
  /**
   * Edits of this block, sorted by start. Edits of emphasis and brackets are empty at first and grow when their other
   * half is found.
   */
  #edits: MarkdownEdit[] = [];
  #atLineStart = true;
  #inParagraph = false;
  #inList = false;
  /** The end of this block's last line; its inline constructs must close before it. */
  #blockEnd = -1;
  #emphasis: EmphasisRun[] = [];
  #brackets: { edit: MarkdownEdit; textStart: number }[] = [];
  readonly #headings: Span[] = [];
  /** Where the paragraph begins that a line of `=` or `-` would make a heading; -1 where none has begun. */
  #underlined = -1;
  /**
   * Positions of the backtick runs before `#blockEnd` by length, in descending order. Found once, to keep time linear.
   */
  #ticks: Map<number, number[]> | undefined;

  constructor(content: string) {
    this.#content = content;
    this.#finder = new Finder(content);
    this.#pieces = new TextPieces(content);
    this.#labels = new Set(Array.from(content.matchAll(LABELS), (match) => normalLabel(match[1]!)));
  }

  read(): ReadText {
    let position = 0;
    while (position < this.#content.length) {
      position = this.#atLineStart ? this.#line(position) : this.#inline(position);
      if (this.#edits.length > EDITS_MAX) this.#settle();
    }
    this.#settle();
    this.#pieces.keep(this.#taken, this.#content.length);
    return withHeadings(this.#pieces.finish(), this.#headings);
  }

  #match(pattern: RegExp, position: number): RegExpExecArray | null {
    pattern.lastIndex = position;
    return pattern.exec(this.#content);
  }

  #edit(start: number, end: number, text = ""): MarkdownEdit {
    const edit = { start, end, text };
    this.#edits.push(edit);
    return edit;
  }

  /**
   * Reads the beginning of a line. Returns where its inline text begins, or where the next line begins when nothing is
   * left.
   */
  #line(start: number): number {
    const indent = this.#match(QUOTES_AND_INDENT, start)![0];
    let position = start + indent.length;
    const blank = this.#match(/\r?(?:\n|$)/y, position);
    if (blank !== null) {
      this.#settle();
      this.#inParagraph = false;
      this.#underlined = -1;
      return position + Math.max(blank[0].length, 1);
    }
    if (/(?: {4}|\t)$/.test(indent) && !this.#inParagraph && !this.#inList) return this.#nextLine(position);

    const markers = this.#match(this.#inParagraph && !this.#inList ? MARKERS_IN_PARAGRAPH : MARKERS, position)![0];
    position += markers.length;
    if (markers !== "" || !this.#inParagraph) this.#settle();
    if (/[-+*\d]/.test(markers)) this.#inList = true;
    else if (indent === "" && !this.#inParagraph) this.#inList = false;

    this.#noteHeading(start, position, markers);
    const fence = this.#match(FENCE, position);
    if (fence !== null) return this.#fence(start, position + fence[0].length, fence[1] ?? fence[2]!);
    if (!this.#inParagraph || markers !== "") {
      const definition = this.#match(DEFINITION, position);
      if (definition !== null) return this.#edit(start, position + definition[0].length).end;
      position += this.#match(FOOTNOTE, position)?.[0].length ?? 0;
    }
    this.#edit(start, position);
    this.#inParagraph = !markers.includes("#");
    if (this.#blockEnd < position) this.#beginBlock(position);
    this.#atLineStart = false;
    return position;
  }

  /** Notes the headings: lines after `#`, and paragraphs over a line of `=` or `-`. */
  #noteHeading(lineStart: number, position: number, markers: string): void {
    if (markers.includes("#")) {
      this.#headings.push({ start: position, end: this.#nextLine(position) });
      this.#underlined = -1;
    } else if (this.#match(UNDERLINE, position) !== null) {
      const isHeading = this.#underlined >= 0 && !this.#content.startsWith("---", this.#underlined);
      if (isHeading) this.#headings.push({ start: this.#underlined, end: lineStart });
      // A rule at the very beginning opens metadata, whose last line is none.
      this.#underlined = lineStart === 0 ? 0 : -1;
    } else if (markers !== "") this.#underlined = IN_ITEM;
    else if (this.#underlined === -1) this.#underlined = position;
  }

  #nextLine(position: number): number {
    const newline = this.#finder.find("\n", position);
    return newline === -1 ? this.#content.length : newline + 1;
  }

  /**
   * A fenced block: removes the fences and keeps the code. A block that is never closed runs to the end of the
   * document.
   */
  #fence(start: number, codeStart: number, mark: string): number {
    this.#settle();
    this.#inParagraph = false;
    this.#underlined = -1;
    this.#edit(start, codeStart);
    let line = codeStart;
    while (line < this.#content.length) {
      const next = this.#nextLine(line);
      const inner = line + this.#match(QUOTES_AND_INDENT, line)![0].length;
      if (this.#content.startsWith(mark, inner) && isRunOf(mark[0]!, this.#content.slice(inner, next))) {
        return this.#edit(line, next).end;
      }
      line = next;
    }
    return line;
  }

  #beginBlock(position: number): void {
    const lastLine = this.#inList ? ITEM_END : PARAGRAPH_END;
    const end = this.#inParagraph ? (this.#match(lastLine, position)?.index ?? -1) : this.#finder.find("\n", position);
    this.#blockEnd = end === -1 ? this.#content.length : end;
    this.#ticks = undefined;
  }

  /** Reads one inline construct, or text up to the next one. Returns the position after it. */
  #inline(position: number): number {
    const content = this.#content;
    switch (content[position]) {
      case "\n":
        this.#atLineStart = true;
        return position + 1;
      case "\\":
        if (!PUNCTUATION.test(content[position + 1] ?? "")) return position + 1;
        return this.#edit(position, position + 1).end + 1;
      case "`":
        return this.#codeSpan(position);
      case "*":
      case "_":
        return this.#emphasisRun(position);
      case "[":
        return this.#openBracket(position);
      case "]":
        return this.#closeBracket(position);
      case "<":
        return this.#angle(position);
      case "&":
        return this.#reference(position);
      default:
        SPECIAL.lastIndex = position;
        return SPECIAL.exec(content)?.index ?? content.length;
    }
  }

  #codeSpan(position: number): number {
    const length = this.#match(/`+/y, position)![0].length;
    this.#ticks ??= tickRuns(this.#content, position, this.#blockEnd);
    const positions = this.#ticks.get(length) ?? [];
    while (positions.length > 0 && positions.at(-1)! <= position) positions.pop();
    const closing = positions.at(-1);
    if (closing === undefined) return position + length;
    this.#edit(position, position + length);
    return this.#edit(closing, closing + length).end;
  }

  #emphasisRun(position: number): number {
    const content = this.#content;
    const mark = content[position]!;
    let end = position + 1;
    while (content[end] === mark) end += 1;
    const before = sideOf(content[position - 1]);
    const after = sideOf(content[end]);
    // CommonMark 0.31, 6.2: left- and right-flanking runs; `_` opens and closes only at the border of a word.
    const left = after !== "space" && (after === "word" || before !== "word");
    const right = before !== "space" && (before === "word" || after !== "word");
    const opens = left && (mark === "*" || !right || before === "mark");
    const closes = right && (mark === "*" || !left || after === "mark");
    if (opens || closes) {
      this.#emphasis.push({ edit: this.#edit(position, position), mark, opens, closes, left: end - position });
    }
    return end;
  }

  #openBracket(position: number): number {
    const label = this.#match(LABEL, position);
    if (label?.[1]?.startsWith("^") && this.#labels.has(normalLabel(label[1]))) {
      return this.#edit(position, position + label[0].length).end;
    }
    const start = this.#content[position - 1] === "!" ? position - 1 : position;
    this.#brackets.push({ edit: this.#edit(start, start), textStart: position + 1 });
    return position + 1;
  }

  #closeBracket(position: number): number {
    const opening = this.#brackets.pop();
    if (opening === undefined) return position + 1;
    let end = linkEnd(this.#content, position + 1, this.#blockEnd);
    const label = end === -1 ? this.#match(LABEL, position + 1) : null;
    if (label !== null) {
      const named =
        label[1] || this.#content.slice(opening.textStart, Math.min(position, opening.textStart + LABEL_MAX));
      if (this.#labels.has(normalLabel(named))) end = position + 1 + label[0].length;
    }
    if (end === -1) return position + 1;
    opening.edit.end = opening.textStart;
    return this.#edit(position, end).end;
  }

  #reference(position: number): number {
    const reference = this.#match(REFERENCE, position)?.[0];
    if (reference === undefined) return position + 1;
    const text = decodeReference(reference);
    if (text !== reference) this.#edit(position, position + reference.length, text);
    return position + reference.length;
  }

  #angle(position: number): number {
    if (this.#content.startsWith("<!--", position)) return this.#through("-->", position, 4);
    if (this.#content.startsWith("<?", position)) return this.#through("?>", position, 2);
    if (this.#content.startsWith("<![CDATA[", position)) return this.#through("]]>", position, 9);
    const autolink = this.#match(AUTOLINK, position);
    if (autolink !== null) return position + autolink[0].length;
    const tag = this.#match(TAG, position);
    if (tag === null) return position + 1;
    const end = this.#finder.find(">", position + 1);
    const other = this.#finder.find("<", position + 1);
    if (end === -1 || end >= this.#blockEnd || (other !== -1 && other < end)) return position + 1;
    const name = tag[2]!.toLowerCase();
    if (tag[1] === "" && isHidden(name)) {
      const closing = this.#finder.find(`</${tag[2]}`, end);
      const closed = closing === -1 ? -1 : this.#finder.find(">", closing, "> of a hidden element");
      if (closed !== -1) return this.#remove(position, closed + 1, isReading(name) ? "" : "\n");
    }
    return this.#remove(position, end + 1, separatesWords(name) ? "\n" : "");
  }

  /** Removes the text up to and including `closing`; where it never comes, the opening is text. */
  #through(closing: string, position: number, openingLength: number): number {
    const found = this.#finder.find(closing, position + openingLength);
    return found === -1 ? position + openingLength : this.#remove(position, found + closing.length, "");
  }

  #remove(start: number, end: number, text: string): number {
    if (end > this.#blockEnd) {
      this.#settle();
      this.#beginBlock(end);
    }
    return this.#edit(start, end, text).end;
  }

  /** Ends a block: pairs its emphasis marks, applies its edits and resets its state. */
  #settle(): void {
    pairEmphasis(this.#emphasis);
    for (const { start, end, text } of this.#edits) {
      if (end <= start) continue;
      this.#pieces.keep(this.#taken, start);
      if (text !== "") this.#pieces.put(text, start, end);
      this.#taken = end;
    }
    this.#edits = [];
    this.#emphasis = [];
    this.#brackets = [];
  }
}

/** Headings by their places in the document, as sections of its text. */
function withHeadings(read: ReadText, headings: readonly Span[]): ReadText {
  const sections: TextSection[] = [];
  for (const { start, end } of headings) {
    const from = textStartOf(read, start);
    const text = read.text.slice(from, textStartOf(read, end)).replace(CLOSING_MARKS, "");
    if (text.trim() !== "") sections.push({ kind: "heading", start: from, label: labelOf(text) });
  }
  return sections.length === 0 ? read : { ...read, sections };
}

/** The place in the text of a place in the document, or of what follows it there. */
function textStartOf({ text, pieces = [] }: ReadText, at: number): number {
  const next = partitionPoint(pieces.length, (index) => pieces[index]!.sourceStart <= at);
  const piece = pieces[next - 1];
  const following = pieces[next]?.textStart ?? text.length;
  return piece === undefined ? following : Math.min(following, piece.textStart + at - piece.sourceStart);
}

function isRunOf(mark: string, line: string): boolean {
  return line.trim().split(mark).join("") === "";
}

/** Labels are compared without regard to case and to runs of white space. */

function normalLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}
