/**
 * Reads reStructuredText as its page shows it: without the lines of headings and tables, targets, comments, options of
 * directives and marks of roles. What footnotes say stays where it stands.
 */
import { cellText, rowsOfCsv } from "../../datasets/records/csvCells.ts";
import type { DocumentText } from "../../documentText.ts";
import {
  emphasis,
  endOfIndented,
  indentOf,
  joinedCells,
  KeptTexts,
  LightBlocks,
  linesOfText,
  NamedValues,
} from "./blocks.ts";

const names = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Directives of which nothing is shown as it stands. */
const WITHOUT_TEXT = names(
  `raw toctree include index contents sectnum meta image highlight default-role role currentmodule module default-domain
   tabularcolumns automodule autoclass autofunction autosummary target-notes unicode date graphviz plot youtube`,
);
/** Directives with text as it stands. */
const LITERAL = names(
  "code code-block sourcecode parsed-literal math prompt doctest testcode testoutput productionlist",
);
/** Directives whose first line names files or classes. */
const WITH_NAMES = names("figure literalinclude container class only ifconfig");

const LINE = /^([!-/:-@[-`{-~])\1*\s*$/;
const DIRECTIVE = /^\.\.\s+(?:\|([^|\n]{1,200})\|\s+)?([\w+.:-]{1,80}?)::(?:\s+(.*))?$/;
const FOOTNOTE = /^\.\.\s+\[[^\]\n]{1,80}\]\s+(.*)$/;
const OPTION = /^\s+:[\w-]{1,40}:/;
const GRID = /^\s*\+[-=][-=+]*\+\s*$/;
const SIMPLE = /^(?=\s*=+\s+=)[=\s]+$/;
const RULE = /^\s*-[-\s]*$/;
const BULLET = /^(?:[-*+•]|#[.)])\s+/;

export function readRst(text: string): DocumentText {
  const lines = linesOfText(text);
  const replaced = substitutions(text, lines);
  const blocks = new LightBlocks((paragraph) => shown(paragraph, replaced));
  readLines(lines, blocks);
  return blocks.finish();
}

/** What `|name|` stands for. */
function substitutions(text: string, lines: readonly string[]): NamedValues {
  const found = new NamedValues(text);
  for (const line of lines) {
    const [, name, directive, value = ""] = DIRECTIVE.exec(line) ?? [];
    if (name !== undefined && directive === "replace") found.set(name, value);
  }
  return found;
}

/** Directives within others: beyond it their lines are read as they are. */
const DIRECTIVE_DEPTH_MAX = 32;

function readLines(lines: readonly string[], blocks: LightBlocks, depth = 0): void {
  /** The column of what announces text as it stands. */
  let literal: number | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const plain = line.trim();
    if (plain === "") {
      blocks.end();
      continue;
    }
    const column = indentOf(line);
    if (literal !== undefined && !blocks.isOpen) {
      const isQuoted = column <= literal && LINE.test(plain[0]!);
      const end = isQuoted ? at + 1 : endOfIndented(lines, at, literal);
      literal = undefined;
      for (const raw of lines.slice(at, end)) blocks.raw(raw);
      blocks.end();
      if (end > at) {
        at = end - 1;
        continue;
      }
    }
    if (depth < DIRECTIVE_DEPTH_MAX && /^(?:\.\.|__)(?:\s|$)/.test(plain)) {
      blocks.end();
      at = readExplicit(lines, at, blocks, depth + 1) - 1;
    } else if (GRID.test(line)) at = readGrid(lines, at, blocks) - 1;
    else if (SIMPLE.test(line)) at = readSimple(lines, at, blocks) - 1;
    else if (LINE.test(plain) && isHeadingLine(plain, lines, at)) {
      const above = blocks.takeLine();
      // The line above a heading says nothing; the one below makes the line before it a heading.
      if (above !== undefined) blocks.heading(above);
    } else {
      if (plain === "::") blocks.end();
      if (plain.endsWith("::") && (lines[at + 1] ?? "").trim() === "") literal = column;
      const words = plain.replace(/^\|(?:\s|$)/, "").replace(BULLET, () => {
        blocks.end();
        return "";
      });
      blocks.line(fieldOf(literal === undefined ? words : announced(words)));
    }
  }
}

/** A line that announces text as it stands: `Thus::` is shown as `Thus:`. */
const announced = (line: string): string => (/(?:^|\s)::$/.test(line) ? line.slice(0, -2) : line.slice(0, -1));

/** Of a field of a list, its name and its value: `:Author: Ann`. */
const fieldOf = (line: string): string =>
  line.replace(/^:(?!\w{1,40}:`)([^:\n`]{1,80}):(?:\s+(.*))?$/, (_, name: string, value?: string) =>
    value === undefined ? "" : `${name}: ${value}`,
  );

/** Whether a line of marks is of a heading, or parts paragraphs. */
function isHeadingLine(plain: string, lines: readonly string[], at: number): boolean {
  const above = (lines[at - 1] ?? "").trim();
  const below = (lines[at + 1] ?? "").trim();
  if (above !== "") return plain.length >= Math.min(above.length, 4) || plain.length >= 3;
  return plain.length >= 3 && (below === "" || (lines[at + 2] ?? "").trim() === plain);
}

/** A comment, a target, a footnote or a directive. @returns where it ends */
function readExplicit(lines: readonly string[], at: number, blocks: LightBlocks, depth: number): number {
  const line = lines[at]!;
  const column = indentOf(line);
  const end = Math.max(at + 1, endOfIndented(lines, at + 1, column));
  const footnote = FOOTNOTE.exec(line.trim());
  if (footnote !== null) {
    readLines([footnote[1]!, ...dedented(lines.slice(at + 1, end))], blocks, depth);
    blocks.end();
    return end;
  }
  const [, substitution, directive, value = ""] = DIRECTIVE.exec(line.trim()) ?? [];
  // A comment ends with the paragraph where nothing stands beside the two points.
  if (directive === undefined) return line.trim() === ".." && (lines[at + 1] ?? "").trim() === "" ? at + 1 : end;
  const name = directive.split(":").at(-1)!;
  if (substitution !== undefined || WITHOUT_TEXT.has(name)) return end;
  let from = at + 1;
  while (from < end && OPTION.test(lines[from]!)) from += 1;
  if (LITERAL.has(name)) {
    if (name === "math" || name === "parsed-literal") blocks.line(value);
    blocks.end();
    for (const raw of dedented(lines.slice(from, end))) blocks.raw(raw);
  } else {
    if (!WITH_NAMES.has(name)) blocks.line(value);
    if (name === "csv-table") readTable(dedented(lines.slice(from, end)).join("\n"), blocks);
    else {
      if (from < end && lines[from]!.trim() === "") blocks.end();
      readLines(
        dedented(lines.slice(from, end)).map((one) => one.replace(/^\* - |^ {2}- /, "- ")),
        blocks,
        depth,
      );
    }
  }
  blocks.end();
  return end;
}

function dedented(lines: readonly string[]): string[] {
  const column = lines.reduce(
    (least, line) => (line.trim() === "" ? least : Math.min(least, indentOf(line))),
    Infinity,
  );
  return lines.map((line) => line.slice(Math.min(column, line.length)));
}

/** A table drawn with lines. @returns where it ends */
function readGrid(lines: readonly string[], at: number, blocks: LightBlocks): number {
  blocks.end();
  let rows: string[][] = [];
  const finish = () => {
    const isEven = rows.every((row) => row.length === rows[0]!.length);
    for (const cell of isEven ? joinedCells(rows) : rows.flat()) blocks.line(cell);
    blocks.end();
    rows = [];
  };
  let end = at;
  for (; end < lines.length && /^\s*[+|]/.test(lines[end]!); end += 1) {
    const line = lines[end]!.trim();
    if (/^\+[-=+]+\+$/.test(line)) finish();
    else rows.push(line.replace(/^[|+]|[|+]$/g, "").split(/\||\+-{2,}\+/));
  }
  finish();
  return end;
}

/** A table whose columns a line of marks shows. @returns where it ends */
function readSimple(lines: readonly string[], at: number, blocks: LightBlocks): number {
  blocks.end();
  const starts = Array.from(lines[at]!.matchAll(/=+/g), ({ index }) => index);
  let rows: string[][] = [];
  const finish = () => {
    for (const cell of joinedCells(rows)) blocks.line(cell);
    blocks.end();
    rows = [];
  };
  let end = at + 1;
  for (; end < lines.length; end += 1) {
    const line = lines[end]!;
    const isBorder = SIMPLE.test(line);
    if (isBorder || RULE.test(line)) finish();
    // The last line of the table has nothing behind it.
    if (isBorder && (lines[end + 1] ?? "").trim() === "") break;
    if (isBorder || line.trim() === "") continue;
    const cells = starts.map((start, i) => line.slice(start, starts[i + 1]));
    if (cells[0]!.trim() !== "") finish();
    if (!RULE.test(line)) rows.push(cells);
  }
  finish();
  return Math.min(lines.length, end + 1);
}

const ROLE = /(?::([\w+.:-]{1,60}):)?`([^`\n]{1,1000}(?:\n[^`\n]{1,1000}){0,8})`(?::[\w+.-]{1,60}:|__?)?/g;
const STRONG = emphasis(String.raw`\*\*`);
const EMPHASIS = emphasis(String.raw`\*`);

function shown(paragraph: string, replaced: NamedValues): string {
  const literals = new KeptTexts();
  const plain = KeptTexts.bare(paragraph)
    .replace(/``((?:(?!``)[^\n]|\n){1,2000}?)``/g, (_, text: string) => literals.keep(text))
    .replace(ROLE, (_, role: string | undefined, text: string) => literals.keep(textOfRole(role, text)))
    .replace(/\|([^|\s](?:[^|\n]{0,80}[^|\s])?)\|(?:__?)?/g, (found, name: string) => replaced.take(name) ?? found)
    .replace(/\s?\[(?:\d{1,4}|#[\w-]{0,40}|\*)\]_(?![\p{L}\p{N}])/gu, "")
    .replace(/\[([^\]\n]{1,80})\]_(?![\p{L}\p{N}])/gu, "[$1]")
    .replace(STRONG, "$1")
    .replace(EMPHASIS, "$1")
    .replace(/([\p{L}\p{N}])__?(?![\p{L}\p{N}_])/gu, "$1")
    .replace(/\\(\s|[^\s])/g, (_, sign: string) => sign.trim());
  return literals.restore(plain);
}

/** What is shown of `title <target>` and of `~package.Name`. */
function textOfRole(role: string | undefined, text: string): string {
  const titled = /^([^<]{1,2000})<[^<>]{1,2000}>$/s.exec(text);
  if (titled !== null) return titled[1]!.trimEnd();
  if (role === undefined) return text.replace(/^<([^<>]{1,2000})>$/s, "$1");
  return text.startsWith("~") ? text.split(".").at(-1)!.replace(/^~/, "") : text.replace(/^!/, "");
}

/** A cell in quotation marks may have several lines. */
function readTable(table: string, blocks: LightBlocks): void {
  for (const { cells } of rowsOfCsv(table, ",")) {
    blocks.end();
    for (const cell of cells) blocks.line(cellText(table, cell).replace(/\s+/g, " "));
  }
}
