/** Text that stands on pages and is no part of them: notes, text boxes, and what somebody filled into a form. */
import type { PDFDocumentProxy } from "unpdf/pdfjs";

/** What pdf.js says of an annotation, as far as it is used. */
interface PdfAnnotation {
  pageIndex: number;
  /** Of a form field: what is filled in. */
  fieldValue?: unknown;
  /** Of others: what a reader sees in it, or next to it. */
  contentsObj?: { str?: string };
}

/** Types of pdf.js: all that hold text of their own, but links (2) and the windows that repeat notes (16). */
const NOTES = [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
const FIELD = 20;

/** @returns by the index of the page; nothing where annotations are damaged, as pages are read without them */
export async function apartTexts(document: PDFDocumentProxy): Promise<Map<number, string>> {
  const types = new Set([...NOTES, FIELD]);
  // Null where the catalogue of the document is damaged.
  const found = (await document.getAnnotationsByType(types, new Set()).catch(() => null)) as PdfAnnotation[] | null;
  const texts = new Map<number, string>();
  for (const { pageIndex, fieldValue, contentsObj } of found ?? []) {
    const text = typeof fieldValue === "string" ? fieldValue : (contentsObj?.str ?? "");
    if (text.trim() !== "") texts.set(pageIndex, `${texts.get(pageIndex) ?? ""} ${text}`);
  }
  return new Map([...texts].sort(([one], [other]) => one - other));
}
