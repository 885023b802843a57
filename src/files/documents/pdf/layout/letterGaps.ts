/**
 * Words of letters that stand apart within one piece. pdf.js writes a blank for a gap between letters as for one
 * between words, `T h e l i g h t`; which of them are blanks of the document, what it draws says.
 */
import type { PDFPageProxy } from "unpdf/pdfjs";
import type { TextContent } from "./fragments.ts";

/** What a page draws, by the numbers of `OPS`. */
type DrawnOperators = Pick<Awaited<ReturnType<PDFPageProxy["getOperatorList"]>>, "fnArray" | "argsArray">;

/** Letters of a piece in which blanks between words may be lost: fewer are initials, or a word. */
const LETTERS_MIN = 12;
const ONE = /^\S\p{M}{0,9}$/u;

function areApart(text: string): boolean {
  const letters = text.split(" ");
  return letters.length >= LETTERS_MIN && letters.every((letter) => ONE.test(letter));
}

/** Whether pieces of a page have lost the blanks between their words. */
export function haveLostBlanks({ items }: TextContent): boolean {
  return items.some((item) => "str" in item && areApart(item.str));
}

/** Such pieces with the blanks that are drawn; what stands elsewhere in what is drawn stays as it is. */
export function withDrawnBlanks(content: TextContent, drawn: DrawnOperators, showText: number): TextContent {
  const text = textOf(drawn, showText);
  // Where each letter stands in the text, without its blanks.
  const places: number[] = [];
  for (let at = 0; at < text.length; at++) if (text[at] !== " ") places.push(at);
  const letters = text.replaceAll(" ", "");
  let from = 0;
  const items = content.items.map((item) => {
    if (!("str" in item) || !areApart(item.str)) return item;
    const sought = item.str.replaceAll(" ", "");
    const next = letters.indexOf(sought, from);
    const at = next === -1 ? letters.indexOf(sought) : next;
    if (at === -1) return item;
    from = at + sought.length;
    const str = text.slice(places[at]!, places[from - 1]! + 1);
    return str.includes(" ") ? { ...item, str } : item;
  });
  return { ...content, items };
}

/** All characters that are drawn, in their order. */
function textOf({ fnArray, argsArray }: DrawnOperators, showText: number): string {
  let text = "";
  for (const [at, operator] of fnArray.entries()) {
    if (operator !== showText) continue;
    // Numbers among them move the next character.
    for (const glyph of (argsArray[at]?.[0] ?? []) as ({ unicode?: string } | number | null)[])
      if (typeof glyph === "object") text += glyph?.unicode ?? "";
    text += " ";
  }
  return text.replace(/\s+/g, " ");
}
