/**
 * What editors and printers put among an author's words: brackets, remarks such as `[sic]`, marks of notes. None of it
 * makes a quotation wrong.
 */
import type { Span } from "../../../base/contract/common.ts";
import type { QuotationDifference } from "../../../base/contract/operations/quotation.ts";

type EditorialKind = NonNullable<QuotationDifference["mark"]>;

/** A mark in a text; all places are UTF-16 indices of the text. */
export interface Mark extends Span {
  kind: EditorialKind;
  /** What is taken out, so that the letters on both sides are one word. */
  joined: readonly Span[];
  /** Words that may or may not be the author's. */
  aside: Span | null;
  /** Whether the aside may stand for words of the author, as `[the clerk]` does for "he". */
  replaces: boolean;
  /** What stands in brackets within a word: the word may also lack it, or end otherwise. */
  letters: Span | null;
}

const OPENING = "[［〔⟨⟦";
const CLOSING = "]］〕⟩⟧";
/** A longer text in brackets is text, such as a stage direction. */
const BRACKET_UNITS_MAX = 300;
const REMARK =
  /^\s*(?:sic|recte|thus|!|\?|illegible|unreadable|inaudible|citation needed|(?:my |our )?(?:emphas[ie]s|italics?|capitals?|underlining)\b.*|(?:emphasis|italics) (?:added|mine|ours|supplied|in original|in the original).*|(?:footnotes?|citations?|internal \w+(?: \w+)?|notes?) (?:omitted|removed))[\s!?.]*$/iu;
const NUMBERED = /^\s*(?:(?:notes?|fn|n)\.?\s*)?\d{1,3}(?:\s*[,;–-]\s*\d{1,3}){0,150}\s*$|^\s*[*†‡§¶]{1,3}\s*$/iu;
const PAGED = /^\s*(?:p|pp|pg|page|fol|s|seite)\.?\s*\d{1,4}[rv]?\s*$/iu;
const EXPLAINS = /^\s*(?:i\.\s?e\b|that is\b|e\.\s?g\b|viz\b|namely\b|scil\b|sc\.|=|d\.\s?h\b|c['’]est-à-dire\b)/iu;
const LETTERS = /^[\p{L}\p{M}’']{1,30}$/u;
/** A letter of a script that puts blanks between words: only there a bracket stands within a word. */
const LETTER_OF_WORD =
  /(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{M}]/u;
const HAS_WORD = /[\p{L}\p{N}]/u;
const PARENTHESISED =
  /\(\s*(?:sic|(?:my |our )?(?:emphasis|italics)(?: (?:added|mine|ours|supplied|in original|in the original))?)\s*[!?.]?\s*\)/giu;
/** Digits that may be a note, and superscripts; what stands before them decides. */
const DIGITS = /\^?\{?(?<!\d[.,]?)\d{1,3}(?:[,–-]\d{1,3}){0,99}\}?(?![\p{L}\p{N}]|[.,:]\d)/gu;
const RAISED = /[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,99}(?:[⁾,˒][⁰¹²³⁴⁵⁶⁷⁸⁹]{1,99}){0,99}/gu;
/** A word, with the punctuation that follows it. */
const WORD_BEFORE = /(?<word>\p{L}+)(?<point>[.,;:!?]?)(?<closing>["”’'»)]*)$/u;
const BEFORE_UNITS = 40;
const SYMBOL = /(?<=[\p{L}\p{N}.,;:!?"”’'»)])(?:\*{1,3}|[†‡§¶]{1,3})(?![\p{L}\p{N}*])/gu;
/** Asterisks before a word are emphasis in plain text, which closes behind another. */
const EMPHASIS = /(?<![\p{L}\p{N}])\*(?=[\p{L}\p{N}])/u;
/** Words that stand before a number of their own. */
const COUNTED =
  /^(?:no|nos|nr|p|pp|pg|fig|figs|vol|vols|art|arts|sec|secs|ch|chap|para|st|eq|tab|v|ver|col|bk|ps|act|sc|km|cm|mm)$/iu;
/** Fewer letters with digits are a formula or a measure: `H2`, `m²`. */
const GLUED_LETTERS_MIN = 3;
const RAISED_LETTERS_MIN = 2;

/**
 * The marks of a text in their order, none within another.
 *
 * @param isQuotation in a document only what cannot be its own words is a mark: notes, remarks, letters in brackets
 */
export function marksOf(text: string, isQuotation: boolean): Mark[] {
  const found = [...bracketsOf(text, isQuotation), ...parenthesesOf(text), ...notesOf(text, isQuotation)];
  found.sort((x, y) => x.start - y.start || y.end - x.end);
  let end = 0;
  return found.filter((mark) => {
    const isFree = mark.start >= end;
    if (isFree) end = mark.end;
    return isFree;
  });
}

const plainMark = (kind: EditorialKind, span: Span): Mark => ({
  ...span,
  kind,
  joined: [],
  aside: null,
  replaces: false,
  letters: null,
});

function* bracketsOf(text: string, isQuotation: boolean): Generator<Mark> {
  for (const { start, end } of pairsOf(text)) {
    const inner = { start: start + 1, end: end - 1 };
    const words = text.slice(inner.start, inner.end);
    const whole = { start, end };
    const aside = HAS_WORD.test(words) ? inner : null;
    const isInWord = LETTER_OF_WORD.test(text[start - 1] ?? "") || LETTER_OF_WORD.test(text[end] ?? "");
    if (REMARK.test(words)) yield { ...plainMark("remark", whole), aside };
    else if (NUMBERED.test(words)) yield { ...plainMark("note", whole), aside };
    else if (PAGED.test(words)) yield { ...plainMark("page_break", whole), aside };
    else if (aside === null) continue;
    else if (isInWord && LETTERS.test(words))
      yield {
        ...plainMark("bracket", whole),
        joined: [
          { start, end: inner.start },
          { start: inner.end, end },
        ],
        letters: inner,
      };
    else if (isQuotation) yield { ...plainMark("bracket", whole), aside, replaces: !EXPLAINS.test(words) };
  }
}

/** Outermost pairs of brackets; one that nothing closes is none. */
function* pairsOf(text: string): Generator<Span> {
  let [depth, start] = [0, 0];
  for (const { 0: bracket, index } of text.matchAll(/[[\]［］〔〕⟨⟩⟦⟧]/gu)) {
    if (OPENING.includes(bracket)) {
      if (depth === 0 || index - start > BRACKET_UNITS_MAX) [depth, start] = [0, index];
      depth += 1;
    } else if (CLOSING.includes(bracket) && depth > 0) {
      depth -= 1;
      if (depth === 0 && index + 1 - start <= BRACKET_UNITS_MAX) yield { start, end: index + 1 };
    }
  }
}

function* parenthesesOf(text: string): Generator<Mark> {
  for (const { 0: all, index } of text.matchAll(PARENTHESISED)) {
    const end = index + all.length;
    yield { ...plainMark("remark", { start: index, end }), aside: { start: index + 1, end: end - 1 } };
  }
}

function* notesOf(text: string, isQuotation: boolean): Generator<Mark> {
  for (const { 0: digits, index: start } of text.matchAll(DIGITS)) {
    const groups = wordBefore(text, start);
    if (groups === null) continue;
    const span = { start, end: start + digits.length };
    const isGlued = groups["point"] === "" && groups["closing"] === "" && !digits.startsWith("^");
    if (isGlued && groups["word"]!.length < GLUED_LETTERS_MIN) continue;
    yield isGlued ? { ...plainMark("note", span), joined: [span] } : { ...plainMark("note", span), aside: span };
  }
  for (const { 0: digits, index: start } of text.matchAll(RAISED)) {
    const groups = wordBefore(text, start);
    if (groups === null || groups["word"]!.length < RAISED_LETTERS_MIN) continue;
    const span = { start, end: start + digits.length };
    yield { ...plainMark("note", span), joined: [span] };
  }
  if (!isQuotation || EMPHASIS.test(text)) return;
  for (const { 0: symbol, index } of text.matchAll(SYMBOL))
    yield plainMark("note", { start: index, end: index + symbol.length });
}

/** The word that a number follows, where that is no word that has numbers of its own. */
function wordBefore(text: string, at: number): Record<string, string> | null {
  const groups = WORD_BEFORE.exec(text.slice(Math.max(0, at - BEFORE_UNITS), at))?.groups as
    | Record<string, string>
    | undefined;
  return groups === undefined || COUNTED.test(groups["word"]!) ? null : groups;
}
