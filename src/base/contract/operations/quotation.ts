/** `quote-check`: is this quotation really in the cited document? */
import type { Completeness, Count, Share, Span } from "../common.ts";

/** What a quotation is to the document that it cites. */
export type QuotationStatus =
  /**
   * Every word stands there, in this order; between the parts of a quotation that marks omissions, words may. Marks of
   * editors and printers (`editorial`) do not count.
   */
  | "verbatim"
  /**
   * All of it stands in a text that was given as one that does not count, and not verbatim in the cited document. No
   * corpus is searched for it.
   *
   * @since 0.2.0
   */
  | "given"
  /** It stands there with words changed, put in or left out: at least seven in ten agree. */
  | "altered"
  /** Its parts stand there, but at different places, without a mark that something was left out. */
  | "stitched"
  /** It does not stand there, but in a document of a corpus. */
  | "elsewhere"
  /**
   * It is not in the cited document, if one was given, and it has too few words to be looked for in a corpus: the text
   * of the corpus is not there, or is too much to be read. `completeness` names the corpora.
   */
  | "too_short"
  /** It is in no document that was searched. */
  | "nowhere";

/** Words of the quotation that are not those of the document. */
export interface QuotationDifference {
  /** Words of the quotation; empty where words were left out. */
  quoted: string;
  /** Words of the document; empty where words were put in. */
  original: string;
  quotation: Span;
  document: Span;
  /**
   * In `editorial`. `bracket`: letters or words of an editor, as in `[T]he` and `[i.e. the clerk]`; `remark`: `[sic]`,
   * `[emphasis added]`; `note`: the mark of a note; `page_break`: a page number or a running head.
   */
  mark?: "bracket" | "remark" | "note" | "page_break";
}

/** Words of the quotation, or of the document within its place, that stand in a text that does not count. */
export interface QuotationGiven {
  /** In the quotation, or in the document at its place. */
  in: "quotation" | "document";
  /** Which of the given texts it is, or of those that the corpus carries; the first is 1. */
  text: Count;
  /** Name of the corpus that carries it; absent for texts of `ignore`. */
  corpus?: string;
  /** Where it stands there. */
  place: Span;
  /** Words of it. */
  words: Count;
}

export interface QuotationResult {
  status: QuotationStatus;
  /** Words of the quotation, without those of marks, and of given texts that were left out. */
  words: Count;
  /** Share of them that stand in the cited document, in the order of `pieces`. */
  share: Share;
  /** Where it stands in the cited document, from its first to its last word; `null` where it does not. */
  place: Span | null;
  /** What differs, of an altered quotation. */
  differences: QuotationDifference[];
  /** The parts, in the order of the quotation: one, unless it is stitched or marks omissions. */
  pieces: {
    quotation: Span;
    document: Span;
    /** Words of the part. */
    words: Count;
  }[];
  /** How many omissions it marks (`…`, `[...]`). */
  omissions: Count;
  /** Marks of editors and printers on either side, which do not count as differences. */
  editorial: QuotationDifference[];
  /**
   * What was left out of the comparison as words of given texts, or, of the status `given`, what stands in them; absent
   * where no text was given, and no searched corpus carries one.
   *
   * @since 0.2.0
   */
  given?: QuotationGiven[];
  /** Documents of the searched corpora that have it, the most words first, at most 20. */
  elsewhere: {
    /** Name of the corpus. */
    corpus: string;
    /** Id of the document. */
    document: string;
    /** Title of the document, where it is known. */
    title?: string;
    /** Share of the quotation's words that stand there. */
    share: Share;
    place: Span;
  }[];
  /** Unit of every offset of this result. */
  offset_unit: "utf16";
  completeness: Completeness;
}
