/**
 * Finds what stands on many pages and is no part of the text: running heads and feet, by their repetition, and page
 * numbers, by their sequence.
 */
import type { RunningLine } from "../../documentText.ts";
import type { TextLine } from "./lines.ts";
import type { PdfPage } from "./page.ts";

/** Rows at the top and at the bottom of a page that may be running ones, and the part of the page that they are in. */
const ROWS_LOOKED_AT = 3;
const MARGIN = 0.2;
/** Distance of a running line from the text, as a part of the size of letters; lines of text are 1.0 to 1.5 apart. */
const ROW_GAP_MIN = 1.6;
/** Lines among which the next row is looked for. */
const NEXT_MAX = 8;
/** Lines of other directions that are looked at. */
const ASIDE_MAX = 20;
/** Pages that have the same line before it counts as running. */
const PAGES_MIN = 3;
/** Lines with a page number and other words are no longer than that. */
const RUNNING_CHARACTERS_MAX = 100;
const RUNNING_LISTED_MAX = 20;
const ROMAN = /^[ivxlcdm]{1,9}$/i;
/** A page number alone: `12`, `– xii –`, `Page 3 of 10`. */
const NUMBER_ALONE =
  /^[\W_]*(?:(?:page|seite|p|s|pag|página|pagina|стр)[.:]?\s*)?(\d{1,5}|[ivxlcdm]{1,9})(?:\s*(?:of|von|de|di|\/)\s*\d{1,5})?[\W_]*$/iu;
const NUMBER_AT_END = /^(\d{1,5}|[ivxlcdm]{1,9})(?=[\s|·•—–-])|(?<=[\s|·•—–-])(\d{1,5}|[ivxlcdm]{1,9})$/giu;

const PLACES = ["top", "bottom", "side"] as const;

interface EdgeLine {
  page: number;
  line: TextLine;
  place: (typeof PLACES)[number];
  /** Number of its row, from the edge of the page. */
  row: number;
  /** Whether a gap parts it from the next row inwards. */
  isApart: boolean;
}

/** @param hasArtifacts whether the document says itself which lines are no part of the text */
export function runningLines(
  pages: readonly PdfPage[],
  hasArtifacts: boolean,
): { lines: ReadonlySet<TextLine>; listed: RunningLine[] } {
  const candidates = pages.map(candidatesOf);
  const pagesOf = new Map<string, Set<number>>();
  for (const candidate of candidates.flat())
    for (const key of keysOf(candidate)) pagesOf.set(key, (pagesOf.get(key) ?? new Set()).add(candidate.page));
  const isRunning = (candidate: EdgeLine) =>
    numberAlone(candidate.line.text) === pages[candidate.page]!.label ||
    keysOf(candidate).some((key) => pagesOf.get(key)!.size >= (key.startsWith(ALONE) ? 2 : PAGES_MIN));
  const found = new Set<TextLine>();
  for (const ofPage of candidates) {
    for (const place of PLACES) {
      // Where the outer row is text, so are the rows inside of it.
      for (let row = 1; row <= ROWS_LOOKED_AT; row += 1) {
        const running = ofPage.filter((one) => one.place === place && one.row === row && isRunning(one));
        if (running.length === 0) break;
        for (const { line } of running) found.add(line);
      }
    }
  }
  if (hasArtifacts) for (const { lines } of pages) for (const line of lines) if (line.isArtifact) found.add(line);
  return { lines: found, listed: listedOf(pages, found) };
}

function candidatesOf({ lines, height }: PdfPage, page: number): EdgeLine[] {
  const sorted = lines.filter(({ isAside }) => !isAside).sort((a, b) => a.y - b.y);
  const aside = lines.filter(({ isAside }) => isAside).slice(0, ASIDE_MAX);
  const candidates: EdgeLine[] = aside.map((line) => ({ page, line, place: "side", row: 1, isApart: true }));
  const take = (some: readonly TextLine[], place: EdgeLine["place"], isNear: (line: TextLine) => boolean) => {
    let row = 0;
    let y = Number.NaN;
    for (const [at, line] of some.entries()) {
      if (!sharesRow(line, y)) row += 1;
      y = line.y;
      if (row > ROWS_LOOKED_AT || !isNear(line)) break;
      const next = some.slice(at, at + NEXT_MAX).find((other) => !sharesRow(line, other.y));
      const isApart = next === undefined || Math.abs(next.y - y) > ROW_GAP_MIN * Math.max(line.size, next.size);
      candidates.push({ page, line, place, row, isApart });
    }
  };
  take(sorted, "top", ({ y }) => y < MARGIN * height);
  take(sorted.reverse(), "bottom", ({ y }) => y > (1 - MARGIN) * height);
  return candidates;
}

function sharesRow({ y, size }: TextLine, other: number): boolean {
  return Math.abs(y - other) < 0.5 * size;
}

/** The line without what differs from page to page. */
function shapeOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/\d+/g, "#")
    .replace(/(?<![\p{L}\p{N}])[ivxlcdm]+$|^[ivxlcdm]+(?![\p{L}\p{N}])/gu, "#")
    .replace(/[\s.]+/g, " ")
    .trim();
}

const ALONE = "number ";

const numberAlone = (text: string): string | undefined =>
  text.length > RUNNING_CHARACTERS_MAX ? undefined : NUMBER_ALONE.exec(text)?.[1];

/**
 * What the line has in common with the same line of another page: its words; or, where it stands apart, its words and
 * how far a number in it is from the place of the page; that distance alone, where the number begins or ends the
 * outermost line; and where the number is all of the line.
 */
function keysOf({ page, line, place, row, isApart }: EdgeLine): string[] {
  const { text } = line;
  const alone = numberAlone(text);
  if (alone !== undefined) return [`${ALONE}${kindOf(alone)} ${numberOf(alone) - page}`];
  const itself = `${place} ${text.toLowerCase()}`;
  if (text.length > RUNNING_CHARACTERS_MAX || !/\p{L}/u.test(text)) return [];
  if (!isApart) return [itself];
  const shape = shapeOf(text);
  const numbers = Array.from(text.matchAll(/\d{1,9}/g), ([number]) => `${place} ${shape} ${Number(number) - page}`);
  const ends = row === 1 ? Array.from(text.matchAll(NUMBER_AT_END), ([number]) => number) : [];
  const atEnds = ends.map((number) => `${place} ${kindOf(number)} ${numberOf(number) - page}`);
  return [itself, ...numbers, ...atEnds];
}

const kindOf = (number: string): string => (ROMAN.test(number) ? "roman" : "arabic");

function numberOf(number: string): number {
  if (!ROMAN.test(number)) return Number(number);
  const values = Array.from(number.toLowerCase(), (letter) => ROMAN_VALUES[letter]!);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

const ROMAN_VALUES: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1_000 };

function listedOf(pages: readonly PdfPage[], found: ReadonlySet<TextLine>): RunningLine[] {
  const listed = new Map<string, RunningLine>();
  for (const { lines } of pages) {
    for (const { text } of lines.filter((line) => found.has(line))) {
      const shape = shapeOf(text);
      const known = listed.get(shape) ?? { text, pages: 0 };
      known.pages += 1;
      listed.set(shape, known);
    }
  }
  return [...listed.values()].sort((a, b) => b.pages - a.pages).slice(0, RUNNING_LISTED_MAX);
}
