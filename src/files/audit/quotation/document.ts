/** What a quotation is to one document: whole, altered, in pieces, or not there. */
import type { Span } from "../../../base/contract/common.ts";
import type {
  QuotationDifference,
  QuotationResult,
  QuotationStatus,
} from "../../../base/contract/operations/quotation.ts";
import { rounded, sum } from "../../../base/lists/numbers.ts";
import { shingleUnkept } from "../../../core/fingerprint/shingles.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import type { Anchor } from "../../../core/kernels/passages/kernels.ts";
import { findAnchors } from "../../../core/passages/passages.ts";
import { indexShingles, usingIndex } from "../../../core/passages/shingleIndex.ts";
import { readText } from "../../../core/text/text.ts";
import type { QuotedPart } from "./parts.ts";
import { type CitedText, type PlacedDifference, place } from "./place.ts";
import { allSpans } from "./tokens.ts";

/** Share of the words that may differ in an altered quotation. */
const ALTERED_SHARE_MAX = 0.3;
/** Share of the words that pieces have to cover. */
const COVERED_SHARE_MIN = 0.8;

export type InDocument = Pick<QuotationResult, "share" | "place" | "differences" | "pieces" | "editorial"> & {
  status: QuotationStatus;
};
export const NOT_THERE: Omit<InDocument, "status"> = {
  share: 0,
  place: null,
  differences: [],
  pieces: [],
  editorial: [],
};

/** A quotation that was read. */
export interface Quoted {
  quotation: string;
  parts: readonly QuotedPart[];
  words: number;
}

export function inDocument(kernels: Kernels, quoted: Quoted, document: CitedText): InDocument {
  const placed = quoted.parts.map((part) => place(kernels, part, document));
  const distance = sum(placed, (one) => one.distance);
  const isInOrder = placed.every(({ at }, i) => i === 0 || at.start >= placed[i - 1]!.at.end);
  const isNear = placed.every((one) => one.distance <= ALTERED_SHARE_MAX * one.part.words);
  if (!isNear) return inPieces(kernels, quoted, document.text);
  const status = !isInOrder ? "stitched" : distance === 0 ? "verbatim" : "altered";
  return {
    status,
    share: rounded(1 - sum(placed, (one) => one.otherWords) / quoted.words),
    place: status === "stitched" ? null : { start: placed[0]!.at.start, end: placed.at(-1)!.at.end },
    differences: placed.flatMap((one) => one.differences.map((spans) => differenceOf(quoted, document, spans))),
    pieces: placed.map(({ part, at }) => ({ quotation: part.span, document: at, words: part.words })),
    editorial: placed.flatMap((one) => one.editorial.map((spans) => differenceOf(quoted, document, spans))),
  };
}

function differenceOf({ quotation }: Quoted, { text }: CitedText, at: PlacedDifference): QuotationDifference {
  return {
    quoted: quotation.slice(at.quotation.start, at.quotation.end),
    original: text.slice(at.document.start, at.document.end),
    ...at,
  };
}

function inPieces(kernels: Kernels, { quotation, words }: Quoted, document: string): InDocument {
  const [quoted, cited] = [readText(kernels, quotation), readText(kernels, document)];
  const { anchors } = usingIndex(kernels, indexShingles(shingleUnkept(kernels, quoted)), (index) =>
    findAnchors(kernels, index, shingleUnkept(kernels, cited)),
  );
  const taken = new Uint8Array(quoted.lengthWords);
  const chosen: Anchor[] = [];
  for (const anchor of [...anchors].sort((x, y) => y.lengthWords - x.lengthWords || x.a - y.a || x.b - y.b)) {
    const isFree = taken.subarray(anchor.a, anchor.a + anchor.lengthWords).every((one) => one === 0);
    if (!isFree) continue;
    taken.fill(1, anchor.a, anchor.a + anchor.lengthWords);
    chosen.push(anchor);
  }
  chosen.sort((x, y) => x.a - y.a);
  const share = Math.min(1, sum(chosen, ({ lengthWords }) => lengthWords) / words);
  const isStitched = chosen.length > 1 && share >= COVERED_SHARE_MIN;
  const spans = [quoted, cited].map(allSpans) as [Span[], Span[]];
  const spanOf = (side: Span[], first: number, length: number): Span => ({
    start: side[first]!.start,
    end: side[first + length - 1]!.end,
  });
  const pieces = chosen.map(({ a, b, lengthWords }) => ({
    quotation: spanOf(spans[0], a, lengthWords),
    document: spanOf(spans[1], b, lengthWords),
    words: lengthWords,
  }));
  return { ...NOT_THERE, status: isStitched ? "stitched" : "nowhere", share: rounded(share), pieces };
}
