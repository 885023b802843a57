/** Reads content as text, and maps places in the text back to the content as it was sent. */

import type { ContentType, PlacedSpan, Span, TextSection } from "../../base/contract/common.ts";
import type { Reader, ReadText } from "../../base/contract/engine.ts";
import { SpoliaError } from "../../base/errors.ts";
import { JUDGED_SHINGLES_MIN } from "../../base/limits.ts";
import { partitionPoint } from "../../base/lists/sorted.ts";
import { counted } from "../../base/plural.ts";
import { PASSAGE } from "../../core/fingerprint/profile.ts";
import { countDistinct, type ShingledText, shingle } from "../../core/fingerprint/shingles.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { joinSpacedLetters } from "../../core/text/letterSpacing.ts";
import { paragraphStarts } from "../../core/text/paragraphs.ts";
import { paragraphsOf, TextSections } from "../../core/text/places.ts";
import { type QuotationMark, quotationsIn } from "../../core/text/quotation.ts";
import type { OtherSpelling } from "../../core/text/spellings/spellings.ts";
import { readText, type Text, utf16Spans, type WordRange } from "../../core/text/text.ts";
import type { Corpus } from "../../corpus/search/corpus.ts";

export type Readers = Partial<Record<ContentType, Reader>>;

/** A content, folded and fingerprinted. */
export interface Content {
  /** The text that was read from the content. */
  readonly text: string;
  readonly type: ContentType;
  readonly shingled: ShingledText;
  /** Counted up to `JUDGED_SHINGLES_MIN`. */
  readonly distinctShingles: number;
  /** UTF-16 spans of word ranges in the content as it was sent. */
  spans(ranges: readonly WordRange[]): Span[];
  /** The same with pages, headings and paragraphs. */
  placed(ranges: readonly WordRange[]): PlacedSpan[];
  /** The same of spans of `text`. */
  placedSpans(spans: readonly Span[]): PlacedSpan[];
  /** How the words of each range are marked as a quotation; `null` where they are not. */
  quotationMarks(ranges: readonly WordRange[]): (QuotationMark | null)[];
  /** UTF-16 span in the content as it was sent, of a span of `text`. */
  toOriginal(span: Span): Span;
  /** What a second reading has done, in words; absent in the first one. */
  readonly secondReading?: string;
}

/** The content of a request; a request that names a registered work has its content by now. */
interface GivenContent {
  readonly content?: string | undefined;
  readonly content_type?: ContentType | undefined;
  readonly sections?: readonly TextSection[] | undefined;
}

/**
 * Reads content. Text and code are used as they are; other types need a reader.
 *
 * @throws unsupported_content_type
 */
export function readContent(
  { kernels, readers }: { readonly kernels: Kernels; readonly readers: Readers },
  { content = "", content_type = "text", sections }: GivenContent,
): Content {
  const read = readerFor(readers, content_type)(content);
  return contentOf(kernels, sections === undefined ? read : { ...read, sections: [...sections] }, content_type);
}

/**
 * The content in which passages are looked for: a second reading, where the first one takes many letters of words for
 * words of their own. Identifiers are those of the first; so is what is sent to others, which a dry run has shown.
 */
export function readForSearch(
  { kernels, askedByName = [] }: { readonly kernels: Kernels; readonly askedByName?: readonly Corpus[] },
  corpora: readonly Corpus[],
  first: Content,
): Content {
  if (corpora.some((corpus) => askedByName.includes(corpus))) return first;
  if (first.type === "code") return first;
  const joined = joinSpacedLetters(first.text, first.shingled.text.lengthWords);
  if (joined === null) return first;
  const { letters, words } = joined;
  return {
    ...readFrom(first, contentOf(kernels, joined, first.type)),
    secondReading: `${counted(letters, "letter")} that stand apart were read as ${counted(words, "word")}.`,
  };
}

/** The content as though these words, in ascending ranges, had never been in it. */
export function withoutWords(kernels: Kernels, first: Content, ranges: readonly WordRange[]): Content {
  const pieces: NonNullable<ReadText["pieces"]> = [];
  let text = "";
  let done = 0;
  const add = (part: string, sourceEnd: number) => {
    if (sourceEnd > done) pieces.push({ textStart: text.length, sourceStart: done, sourceEnd });
    text += part;
    done = sourceEnd;
  };
  for (const { start, end } of utf16Spans(first.shingled.text, ranges)) {
    if (end <= done) continue;
    if (start > done) add(first.text.slice(done, start), start);
    add(" ", end);
  }
  add(first.text.slice(done), first.text.length);
  return readFrom(first, contentOf(kernels, { text, pieces }, first.type));
}

/** The content in another spelling, as it is where nothing changes; `null` where the spelling is of other texts. */
export function respelled(kernels: Kernels, first: Content, spelling: OtherSpelling): Content | null {
  if (!spelling.isOf(first.text, first.type === "code")) return null;
  const read = spelling.read(first.text);
  return read === null ? first : readFrom(first, contentOf(kernels, read, first.type));
}

/** A reading of what a first reading gave, with places in the original. */
function readFrom(first: Content, second: Content): Content {
  const toFirst = (span: Span) => first.toOriginal(span);
  return {
    ...second,
    spans: (ranges) => second.spans(ranges).map(toFirst),
    placed: (ranges) => first.placedSpans(second.spans(ranges)),
    placedSpans: (spans) => first.placedSpans(spans.map(second.toOriginal)),
    toOriginal: (span) => toFirst(second.toOriginal(span)),
  };
}

function contentOf(kernels: Kernels, read: ReadText, type: ContentType): Content {
  const shingled = shingle(kernels, readText(kernels, read.text), PASSAGE);
  return {
    text: read.text,
    type,
    shingled,
    distinctShingles: countDistinct(shingled.shingles, JUDGED_SHINGLES_MIN),
    spans: (ranges) => utf16Spans(shingled.text, ranges).map((span) => toOriginal(read, span)),
    quotationMarks: (ranges) => utf16Spans(shingled.text, ranges).map(quotationsIn(read.text, type === "code")),
    placed: (ranges) => placedIn(read, shingled.text, utf16Spans(shingled.text, ranges)),
    placedSpans: (spans) => placedIn(read, shingled.text, spans),
    toOriginal: (span) => toOriginal(read, span),
  };
}

function readerFor(readers: Readers, type: ContentType): Reader {
  const reader =
    readers[type] ?? (type === "text" || type === "code" ? (content: string) => ({ text: content }) : undefined);
  if (reader !== undefined) return reader;
  throw new SpoliaError("unsupported_content_type", `This engine has no reader for content of the type ${type}.`, {
    hint: 'Pass readers to createEngine; import { readers } from "spolia/documents".',
  });
}

/** Places are looked up in the text that was read: its reader counted in it. */
function placedIn(read: ReadText, text: Text, spans: readonly Span[]): PlacedSpan[] {
  if (spans.length === 0) return [];
  const sections = new TextSections(read.sections);
  const starts = paragraphStarts(text.bytes);
  return spans.map((span) => ({
    ...toOriginal(read, span),
    place: sections.placeOf(span, paragraphsOf(starts, span)),
  }));
}

/** The smallest span of the original that covers a span of the read text. */
export function toOriginal({ text, pieces = [] }: ReadText, { start, end }: Span): Span {
  if (pieces.length === 0 || start === end) return { start, end };
  const first = pieceAt(text, pieces, start);
  const last = pieceAt(text, pieces, end - 1);
  return {
    start: first.isCopy ? first.sourceStart + start - first.textStart : first.sourceStart,
    end: last.isCopy ? last.sourceStart + end - last.textStart : last.sourceEnd,
  };
}

/** The piece that contains a place of the text. `isCopy`: it is as long as its source, so it maps unit by unit. */
function pieceAt(text: string, pieces: NonNullable<ReadText["pieces"]>, place: number) {
  const next = Math.max(
    1,
    partitionPoint(pieces.length, (index) => pieces[index]!.textStart <= place),
  );
  const piece = pieces[next - 1]!;
  const textEnd = pieces[next]?.textStart ?? text.length;
  return { ...piece, isCopy: textEnd - piece.textStart === piece.sourceEnd - piece.sourceStart };
}
