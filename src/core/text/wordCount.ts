/**
 * How many words has a text, without reading it? One pass over its code points, for limits in words: it counts the
 * words that folding makes, except that it does not join words over line ends and does not know what a type of content
 * (HTML, Markdown) leaves out.
 */
import { ENTRY_CLASS, entryAt, foldTable } from "../kernels/text/foldTable.ts";

/** Maximum UTF-16 units of one word; a longer run of letters counts as several. */
const LETTER_RUN_MAX = 1024;

/** What each of the first code points is, since most texts have no others. */
let first: Uint8Array | undefined;
const FIRST = 0x800;

export function countWords(text: string): number {
  const table = foldTable();
  first ??= Uint8Array.from({ length: FIRST }, (_, codePoint) => kindOf(entryAt(codePoint, table)));
  let words = 0;
  let openUnits = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const codePoint = unit < FIRST ? unit : text.codePointAt(at)!;
    if (codePoint > 0xffff) at++;
    const kind = unit < FIRST ? first[unit]! : kindOf(entryAt(codePoint, table));
    if (kind === ENTRY_CLASS.letter) {
      if (openUnits === 0 || openUnits > LETTER_RUN_MAX) {
        words++;
        openUnits = 0;
      }
      openUnits++;
    } else if (kind === ENTRY_CLASS.separator) openUnits = 0;
    else if (kind === ENTRY_CLASS.solo) {
      words++;
      openUnits = 0;
    }
  }
  return words;
}

/** Several letters count as one; marks and invisible characters are part of a word, and make none. */
function kindOf(entry: number): number {
  if (entry & ENTRY_CLASS.isExpansion) return ENTRY_CLASS.letter;
  const kind = entry & 7;
  return kind === ENTRY_CLASS.hangul ? ENTRY_CLASS.letter : kind;
}

/** Fields of requests that hold texts, at any depth; all other strings are names, ids and recorded answers. */
const TEXT_FIELDS: ReadonlySet<string> = new Set(["content", "text", "a", "b", "recall_prefix", "neighbours"]);

/** Words of all texts of a request, of whichever operation and valid or not. */
export function wordsOfTexts(request: unknown, isText = false): number {
  if (typeof request === "string") return isText ? countWords(request) : 0;
  if (typeof request !== "object" || request === null) return 0;
  let words = 0;
  if (Array.isArray(request)) for (const item of request) words += wordsOfTexts(item, isText);
  else for (const [name, value] of Object.entries(request)) words += wordsOfTexts(value, TEXT_FIELDS.has(name));
  return words;
}
