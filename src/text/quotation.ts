/** Is a passage marked as a quotation: does one pair of quotation marks enclose it, or `>` begin each of its lines? */
import type { Span } from "../contract/common.ts";

/** Opening marks, each with the marks that close it. */
const CLOSING: Readonly<Record<string, string>> = {
  "“": "”",
  "„": "“”",
  "«": "»",
  "»": "«",
  "‹": "›",
  "「": "」",
  "『": "』",
  '"': '"',
};
/** Most characters between a mark and the passage: a word of the quotation that was changed, a full stop, a space. */
const BESIDE_MAX = 24;

/** @param span the passage in the text, UTF-16 */
export function isMarkedQuotation(text: string, span: Span): boolean {
  return isEnclosed(text, span) || isAnswered(text, span);
}

/** As e-mail programs and Markdown mark what is quoted. */
function isAnswered(text: string, { start, end }: Span): boolean {
  const lines = text.slice(text.lastIndexOf("\n", start - 1) + 1, end).split("\n");
  const written = lines.filter((line) => line.trim() !== "");
  return written.length > 0 && written.every((line) => line.trimStart().startsWith(">"));
}

function isEnclosed(text: string, { start, end }: Span): boolean {
  for (let at = start - 1; at >= Math.max(0, start - BESIDE_MAX); at--) {
    const closing = CLOSING[text[at]!];
    if (closing !== undefined) return closesAfter(text, closing, at + 1, end);
  }
  return false;
}

/** Whether the first closing mark from `from` stands at the end of the passage or a little after it. */
function closesAfter(text: string, closing: string, from: number, end: number): boolean {
  for (let at = from; at < Math.min(text.length, end + BESIDE_MAX); at++) {
    if (closing.includes(text[at]!)) return at >= end;
  }
  return false;
}
