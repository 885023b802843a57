/**
 * What a quotation is to documents where texts are given that do not count. Their words are left out of both, as if
 * they had never been there: a footer between two pages of the document is no difference, and a quotation is judged by
 * its other words.
 */
import type { Span } from "../../../base/contract/common.ts";
import type { QuotationGiven } from "../../../base/contract/operations/quotation.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import {
  blanked,
  CHANGED_WORDS_MAX,
  type GivenRun,
  type GivenTexts,
  givenRuns,
} from "../../../core/uncounted/given.ts";
import { type InDocument, inDocument, type Quoted } from "./document.ts";
import { citedText } from "./place.ts";

/** A quotation as it is judged. */
export interface JudgedQuotation {
  /** Its words that count, at their places; `null` where all of it stands in given texts. */
  own: Quoted | null;
  /** What these are to the cited document; `null` where there is none, or nothing to compare. */
  cited: InDocument | null;
  /** What was left out, or what stands in given texts; absent where none was given. */
  given?: QuotationGiven[];
  /** Compares the words that count with a document. */
  check(document: string): InDocument;
}

/**
 * @param texts the given ones, and those that corpora carry
 * @param read  reads a quotation, of which some words may be blanks now
 */
export function besideGiven(
  kernels: Kernels,
  quoted: Quoted,
  { document, ignore, texts }: { document: string | null; ignore: readonly string[]; texts: GivenTexts },
  read: (quotation: string) => Quoted,
): JudgedQuotation {
  const { quotation, parts } = quoted;
  const runs = givenRuns(kernels, texts, quotation);
  const words = parts.flatMap(({ tokens }) => tokens.filter(({ mark }) => mark === null));
  const left = words.filter((word) => !runs.some((run) => word.start < run.end && word.end > run.start));
  const given = runs.map(shownIn("quotation", texts));
  const nothing = { own: null, cited: null, check: () => inDocument(kernels, quoted, citedText(kernels, "")) };
  if (runs.length > 0 && left.length <= CHANGED_WORDS_MAX) return { ...nothing, given };
  const text = ignore.findIndex((one) => inDocument(kernels, quoted, citedText(kernels, one)).status === "verbatim");
  if (text !== -1) {
    const place = { start: parts[0]!.span.start, end: parts.at(-1)!.span.end };
    return { ...nothing, given: [{ in: "quotation", text: text + 1, place, words: quoted.words }] };
  }
  const own = runs.length === 0 ? quoted : read(blanked(quotation, runs));
  const check = (one: string) => checked(kernels, { own, quotation, texts }, one);
  if (document === null) return { own, cited: null, given, check: (one) => check(one).found };
  const { found: cited, passed } = check(document);
  return { own, cited, given: [...given, ...passed.map(shownIn("document", texts))], check: (one) => check(one).found };
}

/** What a quotation is to a document without given texts, and the runs of these within its place. */
function checked(
  kernels: Kernels,
  { own, quotation, texts }: { own: Quoted; quotation: string; texts: GivenTexts },
  document: string,
): { found: InDocument; passed: GivenRun[] } {
  const runs = givenRuns(kernels, texts, document);
  const found = inDocument(kernels, own, citedText(kernels, blanked(document, runs)));
  const { place } = found;
  const passed = runs.filter(({ start, end }) => place !== null && start >= place.start && end <= place.end);
  return { found: asTheyStand(found, quotation, document), passed };
}

const shownIn =
  (side: QuotationGiven["in"], texts: GivenTexts) =>
  ({ text, words, start, end }: GivenRun): QuotationGiven => {
    const { number, corpus } = texts[text]!;
    return { in: side, text: number, ...(corpus !== undefined && { corpus }), place: { start, end }, words };
  };

/** The differences with the words as they stand: words of given texts may be among them. */
function asTheyStand(found: InDocument, quotation: string, document: string): InDocument {
  const slice = (text: string, { start, end }: Span) => text.slice(start, end);
  const shown = (one: InDocument["differences"][number]) => ({
    ...one,
    quoted: slice(quotation, one.quotation),
    original: slice(document, one.document),
  });
  return { ...found, differences: found.differences.map(shown), editorial: found.editorial.map(shown) };
}
