/**
 * The rows of a table of text: RFC 4180, and what programs write beside it: other separators, a row `sep=;`, marks that
 * are part of a cell. Own code: it gives the places of cells, which cleaning edits, and takes linear time.
 */
import type { Span } from "../../../../base/contract/common.ts";

/** A cell: where what it holds stands. */
export interface CsvCell extends Span {
  isQuoted: boolean;
}

/** A row with its line end. */
export interface CsvRow extends Span {
  cells: CsvCell[];
}

/** Rows with something in them; the first has the names of columns. */
export function* rowsOfCsv(text: string, separator = separatorOf(text)): Generator<CsvRow> {
  let at = /^\ufeff?sep=.\r?\n/.exec(text)?.[0].length ?? Number(text.startsWith("\ufeff"));
  let mayClose = true;
  // Where a letter follows an escaped mark, backslashes escape marks before separators too.
  const isEscaping = /\\"[\p{L}\p{N}]/u.test(text);
  while (at < text.length) {
    const row: CsvRow = { start: at, end: at, cells: [] };
    for (let isOpen = true; isOpen; ) {
      const quoted = text[at] === '"' && mayClose ? endOfQuoted(text, at, separator, isEscaping) : undefined;
      if (quoted === "never") mayClose = false;
      const isQuoted = typeof quoted === "number";
      const end = isQuoted ? quoted : endOfPlain(text, at, separator);
      row.cells.push(isQuoted ? { start: at + 1, end, isQuoted } : { start: at, end, isQuoted });
      at = isQuoted ? behindBlanks(text, end + 1, separator) : end;
      isOpen = text[at] === separator;
      if (isOpen) at += 1;
    }
    if (text[at] === "\r") at += 1;
    if (text[at] === "\n") at += 1;
    row.end = at;
    if (row.cells.length > 1 || text.slice(row.cells[0]!.start, row.cells[0]!.end).trim() !== "") yield row;
  }
}

/** What a cell holds. */
export function cellText(text: string, { start, end, isQuoted }: CsvCell): string {
  const raw = text.slice(start, end);
  return isQuoted ? raw.replaceAll('""', '"') : raw;
}

/**
 * The mark that the file names, or that most often parts the cells of the first row. A quotation mark or a backslash
 * parts none: each would begin a quoted cell within the one before, and be looked at once for each of them.
 */
function separatorOf(text: string): string {
  const said = /^\ufeff?sep=([^"\\])\r?\n/.exec(text)?.[1];
  if (said !== undefined) return said;
  const row = text
    .slice(0, HEAD_UNITS)
    .replace(/"[^"]*"/g, "")
    .split(/["\r\n]/, 1)[0]!;
  const counts = [",", ";", "\t", "|"].map((mark) => [row.split(mark).length, mark] as const);
  return counts.reduce((most, one) => (one[0] > most[0] ? one : most))[1];
}

const HEAD_UNITS = 65_536;

/**
 * Where the closing mark of a quoted cell stands; `undefined` where marks are part of the cell, `never` where none
 * closes a cell from there on.
 */
function endOfQuoted(
  text: string,
  start: number,
  separator: string,
  isEscaping: boolean,
): number | undefined | "never" {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    const next = text[at + 1];
    if (isEscaping && isEscaped(text, at)) {
      if (isEnd(next, separator)) continue;
      if (next === '"' && isEnd(text[at + 2], separator)) return at + 1;
    }
    if (isEnd(next, separator)) return at;
    if (next === '"') at += 1;
    else if (text[at - 1] !== "\\")
      return isEnd(text[behindBlanks(text, at + 1, separator)], separator) ? at : undefined;
  }
  return "never";
}

function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text[from - 1] === "\\") from -= 1;
  return (at - from) % 2 === 1;
}

const isEnd = (sign: string | undefined, separator: string): boolean =>
  sign === undefined || sign === separator || sign === "\n" || sign === "\r";

/** Programs fill cells up behind their closing mark. */
function behindBlanks(text: string, from: number, separator: string): number {
  let at = from;
  while ((text[at] === " " || text[at] === "\t") && text[at] !== separator) at += 1;
  return at;
}

function endOfPlain(text: string, start: number, separator: string): number {
  let at = start;
  while (at < text.length && text[at] !== separator && text[at] !== "\n" && text[at] !== "\r") at += 1;
  return at;
}
