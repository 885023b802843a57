/**
 * Is a quotation really in the document that it cites? Its parts between marks of omission are compared word by word
 * with every place of the document; what is not found as a whole is looked for in pieces, and then in corpora.
 */
import { checkArguments, hasMethods, optionsCheck } from "../../base/arguments.ts";
import type { Span, Stage } from "../../base/contract/common.ts";
import type {
  QuotationDifference,
  QuotationPiece,
  QuotationResult,
  QuotationStatus,
} from "../../base/contract/operations/quotation.ts";
import { SpoliaError } from "../../base/errors.ts";
import { PASSAGE_WORDS_MIN } from "../../base/limits.ts";
import { groupBy } from "../../base/lists/groups.ts";
import { rounded, sum } from "../../base/lists/numbers.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import { PASSAGE } from "../../core/fingerprint/profile.ts";
import { shingle, shingleUnkept } from "../../core/fingerprint/shingles.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { type KernelOptions, loadKernels } from "../../core/kernels/load.ts";
import { type Anchor, findAnchors, indexShingles } from "../../core/passages/anchors.ts";
import { bytesOf, readText, type Text, utf16Spans, type WordRange } from "../../core/text/text.ts";
import type { Corpus } from "../../corpus/search/corpus.ts";

export interface QuotationOptions extends KernelOptions {
  /** Corpora that are searched where the quotation is not in the document. */
  corpora?: readonly Corpus[] | undefined;
  signal?: PlatformAbortSignal | undefined;
}

/** Words of a quotation: comparing them with every place takes their product with the document's words. */
const QUOTATION_WORDS_MAX = 2_000;
/** Share of the words that may differ in an altered quotation. */
const ALTERED_SHARE_MAX = 0.3;
/** Share of the words that pieces have to cover, and documents elsewhere to have. */
const COVERED_SHARE_MIN = 0.8;
const ELSEWHERE_SHARE_MIN = 0.7;
const ELSEWHERE_MAX = 20;
/** `…`, `...`, `[…]`, `. . .` between words. */
const OMISSION = /[[(]?\s*(?:…|\.\s?\.\s?\.)\s*[\])]?/gu;

/**
 * @param document text of the cited document, or `null` where only corpora are searched
 * @throws invalid_request where the quotation has no word; content_too_large where it has over 2,000; the errors of
 *   searches
 * @since 0.2.0
 */
export async function checkQuotation(
  quotation: string,
  document: string | null,
  options: QuotationOptions = {},
): Promise<QuotationResult> {
  const { corpora = [], wasm, signal } = options ?? {};
  checkArguments("checkQuotation", [
    ["/quotation", typeof quotation === "string", "a string"],
    ["/document", document === null || typeof document === "string", "a string, or null"],
    optionsCheck(options),
    ["/options/corpora", Array.isArray(corpora) && corpora.every((one) => hasMethods(one, "search")), "open corpora"],
  ]);
  const kernels = await loadKernels(wasm);
  const quoted = readText(kernels, quotation);
  const words = quoted.lengthWords;
  checkArguments("checkQuotation", [["/quotation", words > 0, "of at least one word"]]);
  if (words > QUOTATION_WORDS_MAX) throw tooLong();
  const parts = partsOf(quotation, quoted);
  const cited = document === null ? null : inDocument(kernels, quoted, parts, readText(kernels, document));
  const isThere = cited !== null && cited.status !== "nowhere";
  const elsewhere = isThere ? [] : await inCorpora(kernels, quoted, corpora, signal);
  const status = cited !== null && isThere ? cited.status : elsewhere.length > 0 ? "elsewhere" : "nowhere";
  return {
    words,
    ...(cited ?? NOT_THERE),
    status,
    omissions: parts.length - 1,
    elsewhere,
    offset_unit: "utf16",
    completeness: completenessOf(words, document !== null, isThere ? [] : corpora),
  };
}

function tooLong(): SpoliaError {
  return new SpoliaError("content_too_large", "The quotation has over 2,000 words.", {
    hint: "Compare the two texts: spolia compare.",
  });
}

type InDocument = Pick<QuotationResult, "share" | "place" | "differences" | "pieces"> & { status: QuotationStatus };
const NOT_THERE: Omit<InDocument, "status"> = { share: 0, place: null, differences: [], pieces: [] };

/** The words of the quotation between its marks of omission. */
function partsOf(quotation: string, text: Text): WordRange[] {
  const marks = [...quotation.matchAll(OMISSION)].map(({ index }) => index);
  const starts = utf16Spans(
    text,
    Array.from({ length: text.lengthWords }, (_, word) => ({ start: word, end: word + 1 })),
  ).map(({ start }) => start);
  const bounds = [0, ...marks.map((mark) => starts.filter((start) => start < mark).length), text.lengthWords];
  const ranges = bounds.slice(1).map((end, i) => ({ start: bounds[i]!, end }));
  return ranges.filter(({ start, end }) => end > start);
}

/** A part of the quotation at its best place in the document. */
interface Placed {
  part: WordRange;
  at: WordRange;
  distance: number;
}

function inDocument(kernels: Kernels, quoted: Text, parts: readonly WordRange[], document: Text): InDocument {
  const placed = parts.map((part) => place(kernels, quoted, part, document));
  const distance = sum(placed, (one) => one.distance);
  const isInOrder = placed.every(({ at }, i) => i === 0 || at.start >= placed[i - 1]!.at.end);
  const isNear = placed.every((one) => one.distance <= ALTERED_SHARE_MAX * (one.part.end - one.part.start));
  if (isNear && document.lengthWords > 0) {
    const status = !isInOrder ? "stitched" : distance === 0 ? "verbatim" : "altered";
    return {
      status,
      share: rounded(Math.max(0, 1 - distance / quoted.lengthWords)),
      place:
        status === "stitched" ? null : spanOf(document, { start: placed[0]!.at.start, end: placed.at(-1)!.at.end }),
      differences: placed.flatMap((one) => differencesOf(quoted, document, one)),
      pieces: placed.map(({ part, at }) => pieceOf(quoted, document, part, at)),
    };
  }
  return inPieces(kernels, quoted, document);
}

/** The place of the document that differs least from a part. */
function place(kernels: Kernels, quoted: Text, part: WordRange, document: Text): Placed {
  const pattern = quoted.words.low.slice(part.start, part.end);
  const { low } = document.words;
  const { distance, end } = kernels.bestPlace(pattern, low);
  // Read backwards from that end, the least distance ends where the place begins.
  const before = low.slice(Math.max(0, end - 2 * pattern.length), end).reverse();
  const back = kernels.bestPlace(pattern.slice().reverse(), before);
  return { part, at: { start: end - back.end, end }, distance };
}

function inPieces(kernels: Kernels, quoted: Text, document: Text): InDocument {
  const index = indexShingles(shingleUnkept(kernels, quoted));
  const { anchors } = findAnchors(index, shingleUnkept(kernels, document));
  const taken = new Uint8Array(quoted.lengthWords);
  const chosen: Anchor[] = [];
  for (const anchor of [...anchors].sort((x, y) => y.lengthWords - x.lengthWords || x.a - y.a || x.b - y.b)) {
    const isFree = taken.subarray(anchor.a, anchor.a + anchor.lengthWords).every((one) => one === 0);
    if (!isFree) continue;
    taken.fill(1, anchor.a, anchor.a + anchor.lengthWords);
    chosen.push(anchor);
  }
  chosen.sort((x, y) => x.a - y.a);
  const share = sum(chosen, ({ lengthWords }) => lengthWords) / quoted.lengthWords;
  const isStitched = chosen.length > 1 && share >= COVERED_SHARE_MIN;
  const pieces = chosen.map(({ a, b, lengthWords }) =>
    pieceOf(quoted, document, { start: a, end: a + lengthWords }, { start: b, end: b + lengthWords }),
  );
  return { status: isStitched ? "stitched" : "nowhere", share: rounded(share), place: null, differences: [], pieces };
}

/** What differs between a part and its place: what stands between the words that agree. */
function differencesOf(quoted: Text, document: Text, { part, at, distance }: Placed): QuotationDifference[] {
  if (distance === 0) return [];
  const agreeing = commonWords(quoted, part, document, at);
  const differences: QuotationDifference[] = [];
  let [a, b] = [part.start, at.start];
  for (const [nextA, nextB] of [...agreeing, [part.end, at.end] as const]) {
    if (nextA > a || nextB > b) {
      const ranges = [
        { start: a, end: nextA },
        { start: b, end: nextB },
      ] as const;
      differences.push({
        quoted: wordsIn(quoted, ranges[0]),
        original: wordsIn(document, ranges[1]),
        quotation: gapSpan(quoted, ranges[0]),
        document: gapSpan(document, ranges[1]),
      });
    }
    [a, b] = [nextA + 1, nextB + 1];
  }
  return differences;
}

/** Pairs of words that agree, in order: a longest common subsequence. */
function commonWords(quoted: Text, part: WordRange, document: Text, at: WordRange): [number, number][] {
  const [height, width] = [part.end - part.start, at.end - at.start];
  const isSame = (i: number, j: number) =>
    quoted.words.low[part.start + i] === document.words.low[at.start + j] &&
    quoted.words.high[part.start + i] === document.words.high[at.start + j];
  const lengths = Array.from({ length: height + 1 }, () => new Uint32Array(width + 1));
  for (let i = height - 1; i >= 0; i--)
    for (let j = width - 1; j >= 0; j--)
      lengths[i]![j] = isSame(i, j) ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < height && j < width; ) {
    if (isSame(i, j)) pairs.push([part.start + i++, at.start + j++]);
    else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i += 1;
    else j += 1;
  }
  return pairs;
}

const wordsIn = (text: Text, range: WordRange): string => new TextDecoder().decode(bytesOf(text, range));

function pieceOf(quoted: Text, document: Text, part: WordRange, at: WordRange): QuotationPiece {
  return { quotation: spanOf(quoted, part), document: spanOf(document, at), words: part.end - part.start };
}

const spanOf = (text: Text, range: WordRange): Span => utf16Spans(text, [range])[0]!;

/** The span of a range, which may be empty: then the place behind the word before it. */
function gapSpan(text: Text, { start, end }: WordRange): Span {
  if (end > start) return spanOf(text, { start, end });
  const at = start === 0 ? 0 : spanOf(text, { start: start - 1, end: start }).end;
  return { start: at, end: at };
}

async function inCorpora(
  kernels: Kernels,
  quoted: Text,
  corpora: readonly Corpus[],
  signal: PlatformAbortSignal | undefined,
): Promise<QuotationResult["elsewhere"]> {
  const query = indexShingles(shingle(kernels, quoted, PASSAGE));
  const found: QuotationResult["elsewhere"] = [];
  for (const corpus of corpora) {
    const { passages } = await corpus.search(query, signal);
    for (const hits of groupBy(passages, ({ documentNumber }) => documentNumber).values()) {
      const share = sum(hits, ({ agreeingWords }) => agreeingWords) / quoted.lengthWords;
      if (share < ELSEWHERE_SHARE_MIN) continue;
      const [
        {
          document,
          source: { start, end },
        },
      ] = hits as [(typeof hits)[number]];
      const { id, title } = document;
      const named = { corpus: corpus.info.name, document: id, ...(title === undefined ? {} : { title }) };
      found.push({ ...named, share: rounded(Math.min(1, share)), place: { start, end } });
    }
  }
  return found.sort((x, y) => y.share - x.share).slice(0, ELSEWHERE_MAX);
}

function completenessOf(words: number, isCited: boolean, corpora: readonly Corpus[]): QuotationResult["completeness"] {
  const reason = `Corpora find runs of ${PASSAGE_WORDS_MIN} words; shorter quotations may be missed there.`;
  const isShort = words < PASSAGE_WORDS_MIN && corpora.length > 0;
  const stages: Stage[] = [
    isCited
      ? { name: "cited_document", status: "done" }
      : { name: "cited_document", status: "skipped", reason: "None was given." },
    isShort ? { name: "corpora", status: "bounded", reason } : { name: "corpora", status: "done" },
  ];
  return { complete: !isShort, stages };
}
