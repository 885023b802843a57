/** The report of a checked quotation. */
import { checkPlain, checkShown } from "../../base/arguments.ts";
import type {
  QuotationDifference,
  QuotationResult,
  QuotationStatus,
} from "../../base/contract/operations/quotation.ts";
import { count, type PlainOptions, percent, TerminalPage } from "../layout/page.ts";
import type { Tone } from "../layout/sheet.ts";
import { elide } from "../layout/terminal.ts";
import { writeCompleteness } from "../parts/method.ts";

const DIFFERENCES_SHOWN = 20;
const WORDS_CHARACTERS = 120;

const STATUSES: Readonly<Record<QuotationStatus, readonly [word: string, sentence: string, tone: Tone]>> = {
  verbatim: ["VERBATIM", "Every word is in the cited document, in this order.", "sound"],
  given: ["GIVEN", "It stands in a text that does not count.", "plain"],
  altered: ["ALTERED", "It is in the cited document, with other words in places.", "part"],
  stitched: ["STITCHED", "Its parts are in the cited document, but at different places.", "part"],
  elsewhere: ["ELSEWHERE", "It is not in the cited document, but in another one.", "found"],
  too_short: ["TOO SHORT", "It has too few words to be looked for in these corpora, so nothing is known.", "plain"],
  nowhere: ["NOWHERE", "It is in no document that was searched.", "found"],
};

const TOO_SHORT_AND_CITED = "It is not in the cited document, and has too few words to be looked for in these corpora.";
const KINDS: Readonly<Record<NonNullable<QuotationDifference["mark"]>, string>> = {
  bracket: "in brackets",
  remark: "remark",
  note: "note",
  page_break: "page break",
};
const IN_CORPORA_ALONE = "It is in a document of the searched corpora. No document was cited.";

/** Whether a document was given to compare with. */
function citesDocument({ completeness: { stages } }: QuotationResult): boolean {
  return !stages.some(({ name, status }) => name === "cited_document" && status === "skipped");
}

export function plainQuotation(result: QuotationResult, options: PlainOptions): string {
  checkShown("plainQuotation", result, "status");
  checkPlain("plainQuotation", options);
  const page = new TerminalPage(options);
  const [word, sentence, tone] = STATUSES[result.status];
  const isCited = citesDocument(result);
  page.verdict(word, sentenceFor(result, isCited) ?? sentence, tone);
  const there = isCited && result.status !== "given" ? `, ${percent(result.share)} of them in the cited document` : "";
  page.text(`${count(result.words, "word")}${there}`, { label: "quotation  " });
  if (result.place !== null)
    page.text(`characters ${result.place.start} to ${result.place.end}`, { label: "place      " });
  if (result.omissions > 0) page.text(`${count(result.omissions, "omission")} marked`, { label: "omissions  " });
  for (const [i, { in: side, text, corpus, place, words }] of (result.given ?? []).entries()) {
    const where = `characters ${place.start} to ${place.end} of the ${side}`;
    const of = corpus === undefined ? "" : ` in ${elide(corpus, WORDS_CHARACTERS)}`;
    page.text(`${count(words, "word")} of text ${text} of those that do not count${of}, ${where}`, {
      label: i === 0 ? "given      " : "           ",
    });
  }
  // Results of earlier versions have none.
  const marks = result.editorial ?? [];
  for (const [i, mark] of marks.slice(0, DIFFERENCES_SHOWN).entries())
    page.text(markInWords(mark), { label: i === 0 ? "editorial  " : "           " });
  if (marks.length > DIFFERENCES_SHOWN)
    page.text(`${count(marks.length - DIFFERENCES_SHOWN, "more mark")}: the result document (--json) has them.`);
  for (const { quoted, original } of result.differences.slice(0, DIFFERENCES_SHOWN)) {
    const [says, stands] = [quoted, original].map((words) => elide(words, WORDS_CHARACTERS));
    if (original === "") page.item(`“${says}” is not in the document.`);
    else if (quoted === "") page.item(`“${stands}” of the document is left out.`);
    else page.item(`“${says}”, where the document has “${stands}”.`);
  }
  const more = result.differences.length - DIFFERENCES_SHOWN;
  if (more > 0) page.text(`${count(more, "more difference")}: the result document (--json) has them.`);
  if (result.status === "stitched")
    for (const { document, words } of result.pieces)
      page.item(`${count(words, "word")} at characters ${document.start} to ${document.end}`);
  for (const { corpus, document, title, share, place } of result.elsewhere) {
    const name = elide(title ?? document, WORDS_CHARACTERS);
    page.item(`${name} (${corpus}): ${percent(share)} of its words, at characters ${place.start} to ${place.end}`);
  }
  writeCompleteness(page, result.completeness);
  return page.finish();
}

function sentenceFor({ status }: QuotationResult, isCited: boolean): string | null {
  if (status === "elsewhere" && !isCited) return IN_CORPORA_ALONE;
  return status === "too_short" && isCited ? TOO_SHORT_AND_CITED : null;
}

function markInWords({ quoted, original, mark = "bracket" }: QuotationDifference): string {
  const [own, theirs] = [elide(quoted, WORDS_CHARACTERS), elide(original, WORDS_CHARACTERS)];
  if (quoted === "") return `${theirs} (${KINDS[mark]}, in the document)`;
  return `${own} (${KINDS[mark]})${original === "" ? "" : `, where the document has “${theirs}”`}`;
}
