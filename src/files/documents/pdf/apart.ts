/** What is in a PDF and no part of its pages: notes, text boxes, what somebody filled into a form, and other files. */
import type { PDFDocumentProxy } from "unpdf/pdfjs";
import type { UnreadPages } from "../documentText.ts";
import { labelOf } from "../markup/flow.ts";

/** What pdf.js says of an annotation, as far as it is used. */
interface PdfAnnotation {
  pageIndex: number;
  /** Of a form field: what is filled in. */
  fieldValue?: unknown;
  /** Of others: what a reader sees in it, or next to it. */
  contentsObj?: { str?: string };
  /** What is attached there. */
  file?: { filename?: string };
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

/** Type of pdf.js. */
const FILE = 17;

/** What is told of files that are attached to it, and of a form that stands in the place of its pages. */
export async function attachedFiles(document: PDFDocumentProxy): Promise<UnreadPages[]> {
  const listed = (await document.getAttachments().catch(() => null)) as Record<string, { filename?: string }> | null;
  const types = document.getAnnotationsByType(new Set([FILE]), new Set());
  const placed = (await types.catch(() => null)) as PdfAnnotation[] | null;
  const { info } = (await document.getMetadata().catch(() => undefined)) ?? {};
  const files = [...Object.values(listed ?? {}), ...(placed ?? []).flatMap(({ file }) => file ?? [])];
  const reasons = files.map(({ filename = "" }) => `its attachment ${labelOf(filename)}`.trimEnd());
  if ((info as { IsXFAPresent?: boolean } | undefined)?.IsXFAPresent === true) reasons.push("its form of XML (XFA)");
  return [...new Set(reasons)].map((reason) => ({ code: "format_not_read", pages: [], reason }));
}
