/**
 * Where the text of a document of markup stands in its bytes. Of a page text alone is cut and its elements stay, so
 * that each still closes; of other markup the passage where it stands as it is read, and else its whole blocks, since
 * marks belong together. What is left is read again: where the rest is not what it was, nothing is cut of the file.
 */
import type { Span } from "../../base/contract/common.ts";
import { declaredInHtml, declaredInText } from "../documents/bytes/declared.ts";
import type { TextEncoding } from "../documents/bytes/decode.ts";
import { contentOfBytes } from "../documents/content.ts";
import { kindOf, textReaderOf } from "../documents/kinds.ts";
import { readers } from "../documents/readers.ts";
import { whatEndsIt } from "../documents/unreadText.ts";
import { without } from "./fieldsToCut.ts";
import { decodedIfText, placesOfDecoded } from "./recordBytes.ts";
import { withSeparators } from "./separators.ts";

/** Markup whose blocks stand between blank lines. */
const OF_BLOCKS: ReadonlySet<string | undefined> = new Set(["markdown", "rst", "asciidoc", "org", "wikitext", "latex"]);
const BLANK_LINE = /\r?\n[^\S\r\n]*\r?\n/g;
/** Letters by which a place is found, and steps and letters within which they are looked for where marks part them. */
const ANCHOR_LETTERS = 32;
const ANCHOR_STEP = 8;
const ANCHOR_REACH = 400;
/** Each passage is looked for from the beginning: so many passages times units of the text take half a minute. */
const PLACED_UNITS_MAX = 2 ** 33;
/** Marks that would lose their other half. */
const MARK = /[*_~`[\]|:^=/{}<>\\]/;

interface MarkupFile {
  readonly bytes: Uint8Array;
  readonly name: string;
  readonly encoding: TextEncoding | undefined;
}

/** Places in the bytes of places in the text, ascending; `undefined` where they cannot be told. */
export function placesInMarkup({ bytes, name, encoding }: MarkupFile, text: string, spans: readonly Span[]) {
  const read = contentOfBytes(bytes, { name, encoding });
  if ("reason" in read) return undefined;
  const isPage = read.content_type === "html";
  const kind = kindOf(name);
  if (!isPage && !OF_BLOCKS.has(kind)) return undefined;
  const declared = isPage ? declaredInHtml(bytes, /\.xhtml$/i.test(name)) : declaredInText(bytes);
  // A document of another format may have the name of one of markup.
  const decoded =
    kind === "latex" && !isPage
      ? textReaderOf(kind)!.decode(bytes, encoding)
      : decodedIfText(bytes, { stated: encoding, declared });
  const reader = kind === "markdown" ? readers.markdown : textReaderOf(kind)?.read;
  if (decoded === undefined || (isPage && decoded.text !== read.content)) return undefined;
  const cuts = isPage
    ? ofPage(decoded.text, text, spans)
    : ofBlocks(decoded.text, text, spans, (source) => textOrNone(reader!, source));
  if (kind === "latex" && !cuts?.every((cut) => isBalanced(decoded.text.slice(cut.start, cut.end)))) return undefined;
  return cuts && placesOfDecoded(bytes, decoded.encoding, cuts);
}

/** What is left of a document may be none. */
function textOrNone(reader: (source: string) => { text: string }, source: string): string {
  let text = "";
  whatEndsIt(() => {
    text = reader(source).text;
  });
  return text;
}

/** Whether each group and environment of LaTeX that begins in a part ends in it, and none that began before. */
function isBalanced(source: string): boolean {
  let depth = 0;
  for (const [sign] of source.matchAll(/\\(?:begin|end)\b|\\.|%[^\n]*|[{}]/gs)) {
    if (sign === "{" || sign === "\\begin") depth += 1;
    else if (sign === "}" || sign === "\\end") depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

function ofPage(source: string, text: string, spans: readonly Span[]): Span[] | undefined {
  const { text: shown, pieces = [] } = readers.html(source);
  if (shown !== text) return undefined;
  const cuts: Span[] = [];
  let at = 0;
  for (const span of spans)
    for (; at < pieces.length && pieces[at]!.textStart < span.end; at++) {
      const { textStart, sourceStart, sourceEnd } = pieces[at]!;
      const textEnd = pieces[at + 1]?.textStart ?? text.length;
      if (textEnd <= span.start || source[sourceStart] === "<") continue;
      const isCopy = textEnd - textStart === sourceEnd - sourceStart;
      const from = isCopy ? sourceStart + Math.max(0, span.start - textStart) : sourceStart;
      const to = isCopy ? sourceStart + Math.min(textEnd, span.end) - textStart : sourceEnd;
      if (from < to) cuts.push({ start: from, end: to });
      // The rest of the piece may be of the next span.
      if (textEnd > span.end) break;
    }
  const left = readers.html(without(source, cuts)).text;
  return new LetterPlaces(left).text === new LetterPlaces(without(text, spans)).text ? cuts : undefined;
}

function ofBlocks(
  source: string,
  text: string,
  spans: readonly Span[],
  read: (source: string) => string,
): Span[] | undefined {
  if (spans.length * source.length > PLACED_UNITS_MAX || read(source) !== text) return undefined;
  const [inSource, inText] = [new LetterPlaces(source), new LetterPlaces(text)];
  const cuts: Span[] = [];
  for (const span of spans) {
    const cut = blocksOf(span, inSource, inText);
    if (cut === undefined) return undefined;
    const last = cuts.at(-1);
    if (last !== undefined && cut.start <= last.end) last.end = Math.max(last.end, cut.end);
    else cuts.push(cut);
  }
  const left = new LetterPlaces(read(without(source, cuts)));
  const gone = cuts.reduce((sum, { start, end }) => sum + inSource.between(start, end).length, 0);
  const isGone = spans.every(({ start, end }) => {
    const letters = inText.between(start, end);
    const middle = letters.length >> 1;
    return [0, middle, letters.length - ANCHOR_LETTERS].every((at) => {
      const anchor = letters.slice(Math.max(0, at), Math.max(0, at) + ANCHOR_LETTERS);
      return left.countOf(anchor) < inText.countOf(anchor);
    });
  });
  return isGone && left.text !== "" && left.text.length >= inText.text.length - gone ? cuts : undefined;
}

/** The passage where the source has it as it is read, or the blocks that it stands in. */
function blocksOf(span: Span, inSource: LetterPlaces, inText: LetterPlaces): Span | undefined {
  const letters = inText.between(span.start, span.end);
  const [start, end] = [inText.numberOf(span.start), inText.numberOf(span.end)];
  let [from, to]: (number | undefined)[] = [undefined, undefined];
  for (let step = 0; step < Math.min(ANCHOR_REACH, letters.length); step += ANCHOR_STEP) {
    from ??= inSource.placeOf(inText, start + step, Math.min(end, start + step + ANCHOR_LETTERS));
    to ??= inSource.placeOf(inText, Math.max(start, end - step - ANCHOR_LETTERS), end - step, true);
  }
  if (from === undefined || to === undefined || from >= to) return undefined;
  const { document: source } = inSource;
  const shown = inText.document.slice(inText.places[start], inText.places[end - 1]! + 1);
  if (source.slice(from, to) === shown) {
    const [exact] = withSeparators(source, [{ start: from, end: to }]);
    const behind = source[exact!.end] ?? "";
    // A command of LaTeX in the next line is no mark of this one.
    const isMarked = MARK.test(behind) && !(behind === "\\" && source[exact!.end - 1] === "\n");
    if (!MARK.test(source[exact!.start - 1] ?? "") && !isMarked) return exact;
  }
  let block = { start: 0, end: source.length };
  for (const { index, 0: blank } of source.matchAll(BLANK_LINE)) {
    if (index + blank.length <= from) block = { start: index + blank.length, end: source.length };
    else if (index >= to) return { start: block.start, end: index + blank.length };
  }
  return block;
}

/** The letters and digits of a document, with their places. */
class LetterPlaces {
  readonly document: string;
  readonly text: string;
  readonly places: Uint32Array;

  constructor(document: string) {
    this.document = document;
    const places = new Uint32Array(document.length + 1);
    let [text, count] = ["", 0];
    for (const { index, 0: run } of document.matchAll(/[\p{L}\p{N}]+/gu)) {
      for (let i = 0; i < run.length; i++) places[count++] = index + i;
      text += run;
    }
    places[count] = document.length;
    this.text = text;
    this.places = places.subarray(0, count + 1);
  }

  /** How many letters stand before a place. */
  numberOf(place: number): number {
    let [low, high] = [0, this.places.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.places[middle]! < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  between(start: number, end: number): string {
    return this.text.slice(this.numberOf(start), this.numberOf(end));
  }

  countOf(anchor: string, before = this.text.length): number {
    let count = 0;
    for (let at = this.text.indexOf(anchor); at !== -1 && at < before; at = this.text.indexOf(anchor, at + 1))
      count += 1;
    return count;
  }

  /** Where the letters of another document stand here, of equal ones those in the same order; or where they end. */
  placeOf(other: LetterPlaces, start: number, end: number, isEnd = false): number | undefined {
    const anchor = other.text.slice(start, end);
    if (anchor === "") return undefined;
    let at = this.text.indexOf(anchor);
    for (let left = other.countOf(anchor, start); left > 0 && at !== -1; left -= 1)
      at = this.text.indexOf(anchor, at + 1);
    if (at === -1) return undefined;
    return isEnd ? this.places[at + anchor.length - 1]! + 1 : this.places[at]!;
  }
}
