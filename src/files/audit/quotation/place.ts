/** The place of a document that differs least from a part of a quotation. */
import type { Span } from "../../../base/contract/common.ts";
import type { QuotationDifference } from "../../../base/contract/operations/quotation.ts";
import { sum } from "../../../base/lists/numbers.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { readText, type Text, utf16Spans } from "../../../core/text/text.ts";
import { type AlignedStep, align, type QuotationAlignment } from "./align.ts";
import { type Mark, marksOf } from "./marks.ts";
import { pageBreaksOf } from "./pageBreaks.ts";
import { moved, type QuotedPart } from "./parts.ts";
import { type MarkedWord, type Stripped, strip, tokensOf } from "./tokens.ts";

/** A document in the ways in which its words may be read. */
export interface CitedText {
  text: string;
  marks: readonly Mark[];
  readings: readonly (Stripped & { words: Text })[];
}

/** What differs: its spans in the quotation and in the document, of which one may be empty. */
export type PlacedDifference = Pick<QuotationDifference, "quotation" | "document" | "mark">;

/** A part at its best place. */
interface Placed {
  part: QuotedPart;
  at: Span;
  distance: number;
  /** Words of the part that the document does not have there. */
  otherWords: number;
  differences: PlacedDifference[];
  editorial: PlacedDifference[];
}

/** Words around the place that the kernel finds: marks lengthen it. */
const AROUND_WORDS = 40;
const AROUND_SHARE = 1.5;
/** A hyphen at a line end, which may be one of a compound. */
const LINE_HYPHEN = /(?<=\p{L})[-‐][^\S\n]*\r?\n/gu;

export function citedText(kernels: Kernels, text: string): CitedText {
  const breaks = pageBreaksOf(text);
  const inBreak = (mark: Mark) => breaks.some(({ start, end }) => start < mark.end && mark.start < end);
  const notes = marksOf(text, false);
  const marks = [...breaks, ...(breaks.length === 0 ? notes : notes.filter((mark) => !inBreak(mark)))];
  marks.sort((x, y) => x.start - y.start);
  const hyphens = [...text.matchAll(LINE_HYPHEN)].map(
    ({ 0: { length }, index }): Mark => ({
      start: index,
      end: index + length,
      kind: "page_break",
      joined: [],
      aside: { start: index, end: index },
      replaces: false,
      letters: null,
    }),
  );
  const readings = [strip(text, [])];
  if (marks.length > 0) readings.push(strip(text, marks));
  if (hyphens.length > 0) readings.push(strip(text, hyphens));
  return { text, marks, readings: readings.map((one) => ({ ...one, words: readText(kernels, one.text) })) };
}

export function place(kernels: Kernels, part: QuotedPart, document: CitedText): Placed {
  const shapes = [readText(kernels, part.text)];
  const isMarked = part.marks.some(({ joined, aside }) => joined.length > 0 || aside !== null);
  if (isMarked) {
    const own = part.marks.map((mark) => moved(mark, -part.offset));
    shapes.push(readText(kernels, strip(part.text, own).text));
  }
  let best: Placed | null = null;
  const seen = new Set<string>();
  for (const reading of document.readings) {
    for (const shape of shapes) {
      const around = aroundBest(kernels, shape, reading);
      const key = `${around.start}:${around.end}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const placed = placedIn(kernels, part, document, around);
      if (best === null || placed.distance < best.distance) best = placed;
      if (best.distance === 0) return best;
    }
  }
  return best!;
}

/** The stretch of the document around the place that the kernel finds. */
function aroundBest(kernels: Kernels, shape: Text, { words, originOf }: CitedText["readings"][number]): Span {
  if (words.lengthWords === 0 || shape.lengthWords === 0) return { start: 0, end: 0 };
  const { end } = kernels.bestPlace(shape.words.low, words.words.low);
  const room = Math.ceil(shape.lengthWords * AROUND_SHARE) + AROUND_WORDS;
  const range = { start: Math.max(0, end - room), end: Math.min(words.lengthWords, end + room - shape.lengthWords) };
  const span = utf16Spans(words, [range])[0]!;
  return { start: originOf(span.start, false), end: originOf(span.end, true) };
}

function placedIn(kernels: Kernels, part: QuotedPart, document: CitedText, around: Span): Placed {
  const marks = document.marks.filter(({ start, end }) => start >= around.start && end <= around.end);
  const text = document.text.slice(around.start, around.end);
  const tokens = tokensOf(
    kernels,
    text,
    marks.map((mark) => moved(mark, -around.start)),
    0,
  );
  const quoted = part.tokens.map((one) => ({ ...one, start: one.start - part.offset, end: one.end - part.offset }));
  const found = align({ text: part.text, tokens: quoted }, { text, tokens });
  return placedBy(part, tokens, found, around.start);
}

function placedBy(
  part: QuotedPart,
  tokens: readonly MarkedWord[],
  { steps, distance }: QuotationAlignment,
  offset: number,
): Placed {
  const inDocument = (from: number, to: number): Span => shifted(spanOf(tokens, from, to), offset);
  const covered = steps.filter(({ b, bEnd }) => bEnd > b);
  const at = covered.length === 0 ? { start: offset, end: offset } : inDocument(covered[0]!.b, covered.at(-1)!.bEnd);
  const differences: PlacedDifference[] = [];
  for (const { a, aEnd, b, bEnd } of differing(steps))
    differences.push({ quotation: spanOf(part.tokens, a, aEnd), document: inDocument(b, bEnd) });
  const otherWords = sum(steps, ({ is, a, aEnd }) => (is === "differs" ? aEnd - a : 0));
  return { part, at, distance, otherWords, differences, editorial: editorialOf(part, tokens, steps, { at, offset }) };
}

const shifted = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by });

/** The span of a range of words; of an empty range the place behind the word before it. */
function spanOf(tokens: readonly MarkedWord[], from: number, to: number): Span {
  if (to > from) return { start: tokens[from]!.start, end: tokens[to - 1]!.end };
  const at = from === 0 ? (tokens[0]?.start ?? 0) : tokens[from - 1]!.end;
  return { start: at, end: at };
}

/** What stands between words that agree, as one step each. */
function differing(steps: readonly AlignedStep[]): AlignedStep[] {
  const groups: AlignedStep[] = [];
  let isOpen = false;
  for (const step of steps) {
    const last = groups.at(-1);
    if (step.is === "differs" && isOpen && last !== undefined) [last.aEnd, last.bEnd] = [step.aEnd, step.bEnd];
    else if (step.is === "differs") groups.push({ ...step });
    isOpen = step.is === "differs";
  }
  return groups;
}

const range = (start: number, end: number): number[] => Array.from({ length: end - start }, (_, i) => start + i);

/** The marks that the other side does not have. */
function editorialOf(
  part: QuotedPart,
  tokens: readonly MarkedWord[],
  steps: readonly AlignedStep[],
  { at, offset }: { at: Span; offset: number },
): PlacedDifference[] {
  const own = part.marks.flatMap((mark): PlacedDifference[] => {
    const within = steps.filter(({ a, aEnd }) => aEnd > a && part.tokens[a]!.mark?.start === mark.start - part.offset);
    if (within.some(({ is }) => is === "same")) return [];
    const replaced = within.filter(({ b, bEnd }) => bEnd > b);
    const next = steps.find(({ a, aEnd }) => aEnd > a && part.tokens[a]!.end > mark.start);
    const behind = next === undefined ? (steps.at(-1)?.bEnd ?? 0) : next.b;
    const [from, to] = replaced.length === 0 ? [behind, behind] : [replaced[0]!.b, replaced.at(-1)!.bEnd];
    const document = shifted(spanOf(tokens, from, to), offset);
    return [{ quotation: { start: mark.start, end: mark.end }, document, mark: mark.kind }];
  });
  const quoted = new Set(steps.flatMap(({ is, b, bEnd }) => (is === "same" ? range(b, bEnd) : [])));
  const passed = new Map<Mark, number>();
  for (const [i, { mark, start, end }] of tokens.entries()) {
    const isWithin = start >= at.start - offset && end <= at.end - offset;
    if (mark !== null && isWithin && !quoted.has(i) && !passed.has(mark)) passed.set(mark, i);
  }
  const theirs = [...passed].map(([{ kind, aside }, i]): PlacedDifference => {
    const before = steps.findLast(({ b }) => b < i)?.aEnd ?? 0;
    return { quotation: spanOf(part.tokens, before, before), document: shifted(aside!, offset), mark: kind };
  });
  return [...own, ...theirs].sort((x, y) => x.quotation.start - y.quotation.start);
}
