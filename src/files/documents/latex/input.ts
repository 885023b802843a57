/**
 * The characters of a LaTeX document, and those that its own commands stand for, which are read in place of them. What
 * commands may add is bounded, so that definitions cannot fill memory.
 */
import { damaged, NotRead } from "../bytes/notRead.ts";

/** Characters that commands may add, beyond four times the document. */
const ADDED_FREE = 1_000_000;
const ADDED_TIMES = 4;
const NESTED_MAX = 512;
/** Characters of an argument in brackets: one that is not closed takes no more with it. */
const OPTION_MAX = 1_000;

interface LatexSource {
  readonly text: string;
  at: number;
  /** The command whose text this is; `null` for the document. */
  readonly command: string | null;
}

const BLANK = /[ \t]*/y;
const SPACES = /[ \t\r\n]*/y;
const REST_OF_LINE = /[^\n]*\n?/y;
/** Characters that mean themselves. Ligatures of hyphens and quotation marks are among the others. */
const PLAIN = /[^\\{}$%&~#"'`\-,?!<>\s]+/y;

export class LatexInput {
  readonly #sources: LatexSource[];
  readonly #addedMax: number;
  #added = 0;
  /** Whether names of commands may hold `@`, as those of packages do. */
  hasAtLetters = false;

  constructor(text: string) {
    this.#sources = [{ text, at: 0, command: null }];
    this.#addedMax = ADDED_FREE + ADDED_TIMES * text.length;
  }

  /** The next character, which stays; `""` at the end. */
  get next(): string {
    while (this.#sources.length > 1 && this.#top.at >= this.#top.text.length) this.#sources.pop();
    return this.#top.text[this.#top.at] ?? "";
  }

  take(): string {
    const { next } = this;
    if (next !== "") this.#top.at += 1;
    return next;
  }

  /** Takes a text where it comes next. */
  takes(text: string): boolean {
    void this.next;
    const isNext = this.#top.text.startsWith(text, this.#top.at);
    if (isNext) this.#top.at += text.length;
    return isNext;
  }

  /** Takes what matches here, within one source. @param form a sticky expression */
  match(form: RegExp): string {
    void this.next;
    form.lastIndex = this.#top.at;
    const [found = ""] = form.exec(this.#top.text) ?? [];
    this.#top.at += found.length;
    return found;
  }

  plain(): string {
    return this.match(PLAIN);
  }

  /** Reads a text next. @throws NotRead where commands add too much */
  push(text: string, command: string): void {
    this.admit(text.length);
    if (this.#sources.length > NESTED_MAX) throw new NotRead("too_large", "its commands nest deeper than 512");
    this.#sources.push({ text, at: 0, command });
  }

  /** Counts what a command adds, before it is made. @throws NotRead where commands add too much */
  admit(characters: number): void {
    this.#added += characters + 1;
    if (this.#added > this.#addedMax)
      throw new NotRead("too_large", "its commands stand for over four times its length");
  }

  /** Whether the text of a command is being read: it is not replaced within itself. */
  isWithin(command: string): boolean {
    return this.#sources.some((source) => source.command === command);
  }

  /** The name of a command after its backslash: letters, or one other character. */
  name(): string {
    const letters = this.match(this.hasAtLetters ? /[a-zA-Z@]+/y : /[a-zA-Z]+/y);
    return letters === "" ? this.take() : letters;
  }

  /** Passes over white space and comments. @returns whether a blank line is in it, and whether there was any */
  space(): { isParagraph: boolean; isAny: boolean } {
    let lines = 0;
    let isAny = false;
    for (;;) {
      const { next } = this;
      if (next === "%") {
        // A comment takes the line end with it, and the white space before the next line.
        this.match(REST_OF_LINE);
        this.match(BLANK);
        if (this.next === "\n" || this.next === "\r") lines += 1;
      } else if (next !== "" && /\s/.test(next)) {
        const white = this.match(/\s+/y);
        lines += (white.match(/\r\n|\r|\n/g) ?? []).length;
        isAny = true;
      } else return { isParagraph: lines > 1, isAny };
    }
  }

  /** Passes over white space after a command, up to a line end: a blank line stays. @returns whether there was any */
  spaceAfterCommand(): boolean {
    return this.match(/[ \t]*(?:\r?\n(?![ \t]*\r?\n))?[ \t]*/y) !== "";
  }

  /** Passes over white space and comments before an argument. @returns whether this character comes then */
  isBefore(character: string): boolean {
    this.match(SPACES);
    while (this.next === "%") {
      this.match(REST_OF_LINE);
      this.match(SPACES);
    }
    return this.next === character;
  }

  /** An argument as it is written: a group without its braces, a command, or one character. */
  argument(): string {
    if (!this.isBefore("{")) return this.next === "\\" ? this.take() + this.name() : this.take();
    this.take();
    return this.#balanced();
  }

  /** An address as it is written: a percent sign in it begins no comment. */
  address(): string {
    if (!this.isBefore("{")) return this.argument();
    this.take();
    return this.#balanced(false).replace(/\\(?=[%#_&~])/g, "");
  }

  /** An argument in brackets as it is written, if it comes next and ends in the same paragraph. */
  option(): string | null {
    if (this.next !== "[") return null;
    const top = this.#top;
    const end = optionEnd(top.text, top.at + 1);
    if (end === -1) return null;
    const option = top.text.slice(top.at + 1, end);
    top.at = end + 1;
    return option;
  }

  /** What stands before a text of the source, which is taken too; `null` where it never comes. */
  until(end: string): string | null {
    void this.next;
    const { text, at } = this.#top;
    const found = text.indexOf(end, at);
    if (found === -1) return null;
    this.#top.at = found + end.length;
    return text.slice(at, found);
  }

  /** Characters before the brace that closes a group. @throws NotRead where none does */
  #balanced(hasComments = true): string {
    const parts: string[] = [];
    let depth = 0;
    for (;;) {
      const part = this.match(/[^\\{}%]+/y);
      if (part !== "") parts.push(part);
      const character = this.take();
      if (character === "") throw damaged("it was cut");
      if (character === "}" && depth === 0) return parts.join("");
      if (character === "%" && hasComments) {
        this.match(REST_OF_LINE);
        this.match(BLANK);
        continue;
      }
      parts.push(character);
      if (character === "\\") parts.push(this.take());
      else if (character === "{") depth += 1;
      else if (character === "}") depth -= 1;
    }
  }

  get #top(): LatexSource {
    return this.#sources[this.#sources.length - 1]!;
  }
}

/** Where a bracket outside of braces closes; -1 where none does in its paragraph. */
function optionEnd(text: string, start: number): number {
  const end = Math.min(text.length, start + OPTION_MAX);
  for (let at = start, depth = 0; at < end; at += 1) {
    const character = text[at];
    if (character === "]" && depth === 0) return at;
    if (character === "\\") at += 1;
    else if (character === "{") depth += 1;
    else if (character === "}") depth -= 1;
    else if (character === "\n" && /^[ \t]*\r?\n/.test(text.slice(at + 1, at + 80))) return -1;
    if (depth < 0) return -1;
  }
  return -1;
}
