/**
 * Reads LaTeX: paragraphs in order, each note after the paragraph that refers to it, formulas as they are written. The
 * document's own commands are read as what they stand for. Comments, the preamble, keys of references, lengths,
 * drawings and what conditions leave out are not part of it. Files that it includes are named, and not read.
 */

import { damaged, NotRead } from "../bytes/notRead.ts";
import type { DocumentText } from "../documentText.ts";
import { labelOf, TextFlow } from "../markup/flow.ts";
import { ACCENTS, CHARACTERS, GERMAN, LIGATURES } from "./characters.ts";
import {
  ASSIGNMENTS,
  BLOCKS,
  CONDITIONS,
  ENVIRONMENT_ARGUMENTS,
  FLOATS,
  FORMULAS,
  HEADINGS,
  INCLUDES,
  KEYED,
  NOTES,
  PARAGRAPH_ENDS,
  SKIPPED_ARGUMENTS,
  SWITCHES,
  TABLES,
  VERBATIM,
  WITHOUT_TEXT,
} from "./commands.ts";
import { passBranch } from "./conditions.ts";
import { LatexDefinitions } from "./definitions.ts";
import { readFormula } from "./formulas.ts";
import { LatexFront } from "./front.ts";
import { LatexInput } from "./input.ts";
import { LatexWriter } from "./writer.ts";

const LATEX_GROUPS_MAX = 512;
const BEGINS = /^[^%\n]*\\begin\s*\{document\}/m;
const ENDS = /^[^%\n]*\\end\s*\{document\}/m;
const GERMAN_TEXT = /\\(?:usepackage|documentclass)\s*\[[^\]]*?german[^\]]*\]|\\usepackage(?:\[[^\]]*\])?\{n?german\}/;
const LENGTH =
  /\s*=?\s*(?:(?:to|by|spread|plus|minus|at|scaled)?\s*[-+]?\s*(?:\d+(?:[.,]\d*)?|[.,]\d+)?\s*(?:(?:true)?\s*(?:pt|cm|mm|in|em|ex|pc|bp|dd|cc|sp|mu|fil{1,3})\b|\\[a-zA-Z@]+)?)(?:\s*(?:plus|minus)\s*[\d.]*\s*(?:pt|cm|mm|in|em|ex|fil{1,3})\b){0,9}/y;

/** An argument that is a length, or options, of a command that is not known. */
const SETTING = /\{\s*(?:[-\d.]+\s*(?:pt|cm|mm|in|em|ex|\\[a-zA-Z]+)|[\w -]{1,40}=[^{}]{0,1000})\s*\}/y;

/** An option that stands apart from its command has an argument behind it: other brackets there are words. */
const OPTION_APART = /\[[^[\]{}\n]{0,1000}\](?=[ \t]*\{)/y;

/** What a group or an environment is, and what its end does. */
interface Group {
  readonly kind: "group" | "heading" | "note" | "block" | "argument" | "environment";
  /** Name of an environment. */
  readonly name: string;
  /** Whether `&` and line ends divide cells. */
  readonly isTable: boolean;
  /** Written at its end. */
  readonly end: string;
}

/** @throws NotRead where it was cut, nests too deep, or its commands stand for too much */
export function readLatex(content: string): DocumentText {
  return new LatexReader(content).read();
}

class LatexReader {
  readonly #input: LatexInput;
  readonly #definitions: LatexDefinitions;
  readonly #flow = new TextFlow();
  readonly #groups: Group[] = [];
  readonly #included: string[] = [];
  readonly #front = new LatexFront();
  readonly #out = new LatexWriter(this.#flow);
  readonly #isGerman: boolean;
  readonly #isDocument: boolean;
  #isEnded = false;

  constructor(content: string, definitions = new LatexDefinitions()) {
    this.#input = new LatexInput(content);
    this.#definitions = definitions;
    this.#isDocument = BEGINS.test(content);
    this.#out.isSilent = this.#isDocument;
    this.#isGerman = GERMAN_TEXT.test(content);
    if (this.#isDocument && !ENDS.test(content) && !/\\(?:input|include)\b/.test(content)) throw damaged("it was cut");
  }

  read(): DocumentText {
    this.#readAll();
    const { text, sections } = this.#flow.finish();
    return {
      ...this.#front.metadata((source) => this.#lineOf(source)),
      text,
      sections,
      ...(this.#included.length > 0 && { unread_pages: [includedUnread(this.#included)] }),
    };
  }

  #readAll(): void {
    while (!this.#isEnded && this.#input.next !== "") this.#step();
    const isCut = this.#groups.some(({ kind }) => kind !== "environment");
    if (!this.#isEnded && isCut && this.#included.length === 0) throw damaged("it was cut");
    while (this.#groups.length > 0) this.#close(this.#groups.pop()!);
    this.#out.endParagraph();
  }

  /** A title without its notes, on one line. */
  #lineOf(source: string): string {
    if (source === "") return "";
    const reader = new LatexReader(source, this.#definitions);
    reader.#readAll();
    return labelOf(reader.#flow.finish().text.split("\n\n")[0]!);
  }

  #step(): void {
    const input = this.#input;
    const plain = input.plain();
    if (plain !== "") {
      this.#out.write(plain);
      return;
    }
    const { next } = input;
    if (next === "%" || /\s/.test(next)) {
      const { isParagraph, isAny } = input.space();
      if (isParagraph) this.#out.endParagraph();
      else if (isAny) this.#out.space();
    } else if (next === "$") this.#dollars();
    else {
      input.take();
      if (next === "\\") this.#command();
      else if (next === "{") this.#open("group");
      else if (next === "}") this.#closeBrace();
      else if (next === "~") this.#out.write("\u00a0");
      else if (next === "&") this.#cellEnd();
      else if (next === '"' && this.#isGerman) this.#out.write(GERMAN.get(input.take()) ?? "");
      else this.#out.write(this.#ligature(next));
    }
  }

  #ligature(first: string): string {
    const found = LIGATURES.find(([signs]) => signs[0] === first && this.#input.takes(signs.slice(1)));
    return found?.[1] ?? first;
  }

  #open(kind: Group["kind"], more: Partial<Group> = {}): void {
    if (this.#groups.length === LATEX_GROUPS_MAX) throw new NotRead("too_large", "nested deeper than 512 groups");
    if (kind === "heading" || kind === "block") this.#out.endParagraph();
    if (kind === "note") this.#out.beginNote();
    this.#groups.push({ kind, name: "", isTable: kind === "group" && this.#isTable, end: "", ...more });
  }

  /** Opens the group of an argument, which ends as `kind` says; an argument without braces is one command or sign. */
  #openArgument(kind: Group["kind"], end = ""): void {
    if (!this.#input.isBefore("{")) this.#input.push(`${this.#input.argument()} }`, "an argument");
    else this.#input.take();
    this.#open(kind, { end, isTable: false });
  }

  #closeBrace(): void {
    const group = this.#groups.at(-1);
    // A brace too many closes nothing.
    if (group === undefined || group.kind === "environment") return;
    this.#groups.pop();
    this.#close(group);
    if (group.kind === "argument" && this.#input.next === "{") {
      this.#out.space();
      this.#input.take();
      this.#open("argument");
    }
  }

  #close({ kind, end }: Group): void {
    const out = this.#out;
    out.dropAccents();
    if (end !== "") out.write(end);
    if (kind === "heading" || kind === "block") out.endParagraph(kind === "heading");
    if (kind === "note") out.endNote();
  }

  #command(): void {
    const input = this.#input;
    const name = input.name();
    const isWord = /^[a-zA-Z@]/.test(name);
    if (name === "(" || name === "[") this.#formula(name === "(" ? "\\)" : "\\]", name === "[");
    else if (name === "\\") this.#lineEnd();
    else if (name === '"' && this.#isGerman && /[`'|<>~=-]/.test(input.next))
      this.#out.write(GERMAN.get(input.take()) ?? "");
    else if (ACCENTS.has(name) && !(this.#isTabbing && /[=>'`]/.test(name))) {
      if (isWord) input.spaceAfterCommand();
      this.#out.accent(ACCENTS.get(name)!);
    } else if (!isWord) this.#out.write(CHARACTERS.get(name) ?? "");
    else this.#word(name);
  }

  #word(given: string): void {
    const input = this.#input;
    const original = this.#definitions.original(given);
    const name = original ?? given;
    if (this.#structure(name)) return;
    const isApart = input.spaceAfterCommand();
    if (original === undefined && this.#definitions.expands(name, input)) return;
    const character = CHARACTERS.get(name);
    if (character !== undefined) {
      this.#out.write(character);
      return;
    }
    if (SWITCHES.has(name)) return;
    input.takes("*");
    if (this.#definitions.reads(name, input) || this.#definitions.sets(name)) return;
    const skipped = SKIPPED_ARGUMENTS.get(name) ?? (KEYED.test(name) ? 1 : undefined);
    if (ASSIGNMENTS.has(name)) input.match(LENGTH);
    else if (skipped !== undefined) this.#skipArguments(skipped, !SKIPPED_ARGUMENTS.has(name));
    else {
      if (isApart) input.match(OPTION_APART);
      else input.option();
      while (input.match(SETTING) !== "");
      if (input.next !== "{") return;
      input.take();
      this.#open("argument");
    }
  }

  /** @param isAll whether arguments that follow at once are passed over too, as in `\indexsee{a}{b}` */
  #skipArguments(number: number, isAll: boolean): void {
    for (let at = 0; ; at += 1) {
      while (this.#input.option() !== null);
      if (at >= number && !(isAll && this.#input.next === "{")) return;
      this.#input.argument();
    }
  }

  /** Commands that shape the text. @returns whether the command is one */
  #structure(name: string): boolean {
    const input = this.#input;
    if (name === "begin") this.#begin(input.argument());
    else if (name === "end") this.#end();
    else if (name === "bye") this.#isEnded = true;
    else if (HEADINGS.has(name)) this.#textArgument("heading");
    else if (NOTES.has(name)) this.#textArgument("note");
    else if (BLOCKS.has(name)) this.#textArgument("block");
    else if (name === "enquote" || name === "textquote") this.#quote();
    else if (PARAGRAPH_ENDS.has(name)) this.#paragraphEnd(name);
    else if (name === "verb" || name === "lstinline" || name === "path") this.#verbatimWords();
    else if (name === "url" || name === "nolinkurl") this.#out.write(input.address());
    else if (name === "href") this.#link();
    else if (name === "ensuremath") this.#out.write(`$${input.argument()}$`);
    else if (INCLUDES.has(name)) this.#include(INCLUDES.get(name)!);
    else if (name === "title" || name === "author" || name === "date") this.#front.set(name, input);
    else if (name === "maketitle") this.#front.write(input);
    else if (name === "and") this.#out.endParagraph();
    else if (name === "bgroup" || name === "begingroup") this.#open("group");
    else if (name === "egroup" || name === "endgroup") this.#closeBrace();
    else if (name === "makeatletter" || name === "makeatother") input.hasAtLetters = name === "makeatletter";
    else if (name === "else" || name === "or") passBranch(input, this.#definitions, false);
    else if (name === "fi") return true;
    else return this.#condition(name);
    return true;
  }

  /** The words of a link; its address is passed over. */
  #link(): void {
    while (this.#input.option() !== null);
    this.#input.address();
    this.#openArgument("argument");
  }

  #textArgument(kind: "heading" | "note" | "block"): void {
    this.#input.takes("*");
    this.#input.isBefore("[");
    while (this.#input.option() !== null);
    this.#openArgument(kind);
  }

  #quote(): void {
    const [open, close] = this.#isGerman ? ["„", "“"] : ["“", "”"];
    this.#input.takes("*");
    this.#out.write(open!);
    this.#openArgument("group", close);
  }

  #paragraphEnd(name: string): void {
    this.#out.endParagraph();
    if (name !== "item") return;
    this.#input.isBefore("[");
    const label = this.#input.option();
    if (label !== null && label.trim() !== "") this.#input.push(`{${label}} `, "a label");
  }

  #verbatimWords(): void {
    this.#input.takes("*");
    this.#input.option();
    const mark = this.#input.take();
    const words = this.#input.until(mark === "{" ? "}" : mark);
    if (words === null) throw damaged("it was cut");
    this.#out.write(words);
  }

  #include(place: number): void {
    const input = this.#input;
    while (input.option() !== null);
    const isBraced = input.isBefore("{");
    const names = Array.from({ length: isBraced ? place : 1 }, () =>
      isBraced ? input.argument() : input.match(/[^\s{}\\%]{1,200}/y),
    );
    if (!this.#out.isSilent && names.join("") !== "") this.#included.push(names.join("").replace(/\.tex$/, ""));
  }

  /** @returns whether the command is a condition */
  #condition(name: string): boolean {
    const holds = name === "iftrue" ? true : this.#definitions.holds(name);
    if (holds === true) return true;
    if (name === "ifthenelse") {
      const [, then] = [this.#input.argument(), this.#input.argument(), this.#input.argument()];
      this.#input.push(then!, "ifthenelse");
      return true;
    }
    if (name === "texorpdfstring") {
      const [shown] = [this.#input.argument(), this.#input.argument()];
      this.#input.push(shown, "texorpdfstring");
      return true;
    }
    if (holds === undefined && !CONDITIONS.has(name)) return false;
    // What is compared stands before the first branch, with nothing between them: both are left out.
    passBranch(this.#input, this.#definitions, true);
    return true;
  }

  #begin(given: string): void {
    const name = given.trim().replace(/\*$/, "");
    if (name === "document") {
      this.#out.isSilent = false;
      return;
    }
    if (WITHOUT_TEXT.has(name)) this.#passEnvironment(given);
    else if (VERBATIM.has(name)) this.#verbatim(given, name);
    else if (FORMULAS.has(name)) this.#formulaEnvironment(given, name);
    else {
      const isFloat = FLOATS.has(name);
      if (!isFloat) this.#out.endParagraph();
      this.#open(isFloat ? "note" : "environment", { name: given, isTable: isTable(name) });
      if (this.#definitions.begins(given, this.#input)) return;
      if (isFloat) this.#input.option();
      this.#skipEnvironmentArguments(name);
    }
  }

  #skipEnvironmentArguments(name: string): void {
    const number = ENVIRONMENT_ARGUMENTS.get(name) ?? (isTable(name) ? 1 : undefined);
    const isText =
      /^(?:theorem|lemma|proof|corollary|proposition|definition|remark|example|quotation|quote|verse|abstract)/i;
    if (number === undefined && isText.test(name)) return;
    while (this.#input.option() !== null);
    for (let at = 0; at < (number ?? 0); at += 1) {
      this.#input.argument();
      while (this.#input.option() !== null);
    }
  }

  #end(): void {
    if (!this.#input.isBefore("{")) {
      // `\end` of plain TeX ends the document.
      if (!this.#isDocument) this.#isEnded = true;
      return;
    }
    const name = this.#input.argument();
    if (name.trim() === "document") {
      this.#isEnded = true;
      return;
    }
    const at = this.#groups.findLastIndex((group) => group.name === name);
    if (at === -1 || this.#definitions.ends(name, this.#input)) return;
    while (this.#groups.length > at + 1) this.#close(this.#groups.pop()!);
    const group = this.#groups.pop()!;
    if (group.kind === "environment") this.#out.endParagraph();
    this.#close(group);
  }

  #passEnvironment(name: string): string {
    const inside = this.#input.until(`\\end{${name}}`);
    if (inside === null) throw damaged("it was cut");
    return inside;
  }

  #verbatim(given: string, name: string): void {
    this.#out.endParagraph();
    if (this.#input.next === "[") this.#input.option();
    if (name === "minted") this.#input.argument();
    const lines = this.#passEnvironment(given)
      .replace(/^[ \t]*\r?\n/, "")
      .trimEnd();
    this.#out.write(lines);
    this.#out.endParagraph();
  }

  #lineEnd(): void {
    this.#input.takes("*");
    this.#input.match(/\[\s*-?[\d.,]+\s*(?:\\?[a-z]+)\s*\]/y);
    if (this.#isTable) this.#out.endParagraph();
    else this.#out.space(true);
  }

  #cellEnd(): void {
    if (this.#isTable) this.#out.endParagraph();
    else this.#out.space();
  }

  get #isTable(): boolean {
    return this.#groups.at(-1)?.isTable === true;
  }

  get #isTabbing(): boolean {
    return this.#groups.at(-1)?.name === "tabbing";
  }

  #formula(end: string, isDisplay: boolean): void {
    const { source, isEnded } = readFormula(this.#input, this.#definitions, end);
    if (!isEnded) {
      // A dollar sign that none follows in its paragraph stands for itself.
      this.#out.write(`$${source}`);
      this.#out.endParagraph();
    } else if (source !== "") {
      const sign = isDisplay ? "$$" : "$";
      if (isDisplay) this.#out.space();
      this.#out.write(`${sign}${source}${sign}`);
      if (isDisplay) this.#out.space();
    }
  }

  #dollars(): void {
    this.#input.take();
    const isDisplay = this.#input.takes("$");
    this.#formula(isDisplay ? "$$" : "$", isDisplay);
  }

  #formulaEnvironment(given: string, name: string): void {
    for (let at = ENVIRONMENT_ARGUMENTS.get(name) ?? 0; at > 0; at -= 1) this.#input.argument();
    this.#formula(`\\end{${given}}`, name !== "math");
  }
}

function includedUnread(files: readonly string[]): NonNullable<DocumentText["unread_pages"]>[number] {
  const shown = files.slice(0, 10).map((name) => labelOf(name));
  const more = files.length > shown.length ? " and others" : "";
  return {
    code: "unreadable",
    pages: [],
    reason: `files that it includes are not read with it: ${shown.join(", ")}${more}`,
  };
}

const isTable = (environment: string): boolean => TABLES.has(environment) || environment.startsWith("tabular");
