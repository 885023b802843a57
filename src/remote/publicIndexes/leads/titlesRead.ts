/** Reads lists of titles, entry by entry, however their text is cut: CSV (RFC 4180), TSV, JSON Lines, lines. */
import { SpoliaError } from "../../../base/errors.ts";
import { isbn13 } from "./isbn.ts";

export type ListFormat = "csv" | "tsv" | "jsonl" | "lines";

/** An entry as it stands in its list. */
export interface ListedTitle {
  title: string | null;
  /** Names, as they are written. */
  authors: string | null;
  /** With thirteen digits. */
  isbns: string[];
}

/** Names of columns and fields, in small letters without spaces and marks. */
const NAMES: Record<keyof ListedTitle, ReadonlySet<string>> = {
  title: new Set(["title", "booktitle", "worktitle", "fulltitle", "name", "titel", "titre"]),
  authors: new Set([
    "author",
    "authors",
    "authorname",
    "authornames",
    "creator",
    "creators",
    "contributor",
    "autor",
    "auteur",
  ]),
  isbns: new Set(["isbn", "isbns", "isbn10", "isbn13", "isbnissn", "identifier", "identifiers"]),
};
const HEADER_SHOWN = 100;
/** Characters of an entry: one quotation mark that is never closed makes the rest of a file one entry. */
const ENTRY_UNITS_MAX = 1_000_000;

type TextParts = Iterable<string> | AsyncIterable<string>;

/** @throws document_invalid where the list is none of its format */
export async function* readTitles(parts: TextParts, format: ListFormat): AsyncGenerator<ListedTitle> {
  if (format === "lines") {
    for await (const line of linesOf(parts)) if (line.trim() !== "") yield entryOf(line, null, []);
  } else if (format === "jsonl") {
    for await (const line of linesOf(parts)) if (line.trim() !== "") yield entryOfJson(line);
  } else {
    yield* entriesOfTable(parts, format === "csv" ? "," : "\t");
  }
}

async function* entriesOfTable(parts: TextParts, separator: string): AsyncGenerator<ListedTitle> {
  let columns: Map<keyof ListedTitle, number[]> | null = null;
  for await (const row of rowsOf(parts, separator)) {
    if (columns === null) {
      columns = columnsOf(row);
      continue;
    }
    const cells = (of: keyof ListedTitle) =>
      (columns!.get(of) ?? []).map((column) => row[column] ?? "").filter(Boolean);
    if (row.length > 1 || row[0] !== "")
      yield entryOf(cells("title")[0] ?? null, cells("authors").join(", "), cells("isbns"));
  }
}

function columnsOf(header: readonly string[]): Map<keyof ListedTitle, number[]> {
  const columns = new Map<keyof ListedTitle, number[]>();
  for (const [column, name] of header.entries()) {
    const of = fieldFor(name);
    if (of !== undefined) columns.set(of, [...(columns.get(of) ?? []), column]);
  }
  if (columns.has("title") || columns.has("isbns")) return columns;
  throw new SpoliaError("document_invalid", "The list has no column of titles or ISBNs.", {
    hint:
      `Its first line must name one \`title\` or \`isbn\`, and may name one \`author\`, with commas in CSV and tabs in TSV; ` +
      `it is “${header.join(" | ").slice(0, HEADER_SHOWN)}”.`,
  });
}

function fieldFor(name: string): keyof ListedTitle | undefined {
  const plain = name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, "");
  return (["title", "authors", "isbns"] as const).find((of) => NAMES[of].has(plain));
}

function entryOfJson(line: string): ListedTitle {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return entryOf(null, null, []);
  }
  const texts: Record<keyof ListedTitle, string[]> = { title: [], authors: [], isbns: [] };
  if (typeof value === "object" && value !== null) {
    for (const [name, field] of Object.entries(value)) {
      const of = fieldFor(name);
      if (of !== undefined) texts[of].push(...textsIn(field));
    }
  }
  return entryOf(texts.title[0] ?? null, texts.authors.join(", "), texts.isbns);
}

/** Texts and numbers of a field, and those of a list. */
function textsIn(field: unknown): string[] {
  const list: unknown[] = Array.isArray(field) ? field : [field];
  return list.flatMap((one) => (typeof one === "string" || typeof one === "number" ? [String(one)] : []));
}

/** @param isbns each one ISBN in any spelling, or several of them among other words */
function entryOf(title: string | null, authors: string | null, isbns: readonly string[]): ListedTitle {
  const written = isbns.flatMap((text) => [text, ...(text.match(/[\dXx][\dXx\u2010-\u2012-]{8,16}/g) ?? [])]);
  return {
    title: title?.trim() || null,
    authors: authors?.trim() || null,
    isbns: [...new Set(written.map(isbn13).filter((isbn) => isbn !== null))],
  };
}

async function* linesOf(parts: TextParts): AsyncGenerator<string> {
  let rest = "";
  for await (const part of parts) {
    const lines = `${rest}${part}`.split("\n");
    rest = lines.pop()!;
    checkLength(rest.length);
    for (const line of lines) yield line.replace(/\r$/, "").replace(/^\ufeff/, "");
  }
  if (rest !== "") yield rest.replace(/^\ufeff/, "");
}

/** Rows of cells. A cell in quotation marks may hold separators and ends of lines; two marks in it are one. */
async function* rowsOf(parts: TextParts, separator: string): AsyncGenerator<string[]> {
  let [row, cell]: [string[], string] = [[], ""];
  /** `begin` of a cell, a plain one, in quotation marks, or behind a mark in those. */
  let state: "begin" | "plain" | "quoted" | "mark" = "begin";
  let isFirst = true;
  let lengthUnits = 0;
  for await (const part of parts) {
    for (const character of isFirst ? part.replace(/^\ufeff/, "") : part) {
      lengthUnits += character.length;
      if (state === "quoted") {
        if (character === '"') state = "mark";
        else cell += character;
      } else if (state === "begin" && character === '"') {
        state = "quoted";
      } else if (state === "mark" && character === '"') {
        cell += '"';
        state = "quoted";
      } else if (character === separator) {
        row.push(cell);
        [cell, state] = ["", "begin"];
      } else if (character === "\n") {
        row.push(cell.replace(/\r$/, ""));
        yield row;
        [row, cell, state, lengthUnits] = [[], "", "begin", 0];
      } else {
        cell += character;
        if (character !== "\r" || state !== "mark") state = state === "mark" ? "mark" : "plain";
      }
    }
    isFirst = false;
    checkLength(lengthUnits);
  }
  if (cell !== "" || row.length > 0) yield [...row, cell];
}

function checkLength(units: number): void {
  if (units <= ENTRY_UNITS_MAX) return;
  throw new SpoliaError("document_invalid", `An entry of the list is over ${ENTRY_UNITS_MAX} characters.`, {
    hint: "A quotation mark that is never closed makes the rest of a file one entry.",
  });
}
