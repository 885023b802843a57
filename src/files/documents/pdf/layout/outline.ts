/** Headings of a PDF: the entries of its outline, each with the page and the height that it leads to. */
import type { PDFDocumentProxy } from "unpdf/pdfjs";

export interface OutlineEntry {
  title: string;
  /** Number of the page, from 0. */
  page: number;
  /** Height on the page in its own units, from the bottom; `undefined` for the top. */
  top: number | undefined;
}

const OUTLINE_ENTRIES_MAX = 10_000;
const OUTLINE_DEPTH_MAX = 16;

type Node = Awaited<ReturnType<PDFDocumentProxy["getOutline"]>>[number];

/** The entries in order; none where the outline is damaged, which is worth no error. */
export async function outlineOf(document: PDFDocumentProxy): Promise<OutlineEntry[]> {
  const entries: OutlineEntry[] = [];
  let seen = 0;
  const visit = async (nodes: readonly Node[], depth: number): Promise<void> => {
    for (const node of nodes) {
      seen += 1;
      if (seen > OUTLINE_ENTRIES_MAX) return;
      const entry = await entryOf(document, node).catch(() => undefined);
      if (entry !== undefined) entries.push(entry);
      if (depth < OUTLINE_DEPTH_MAX) await visit(node.items as Node[], depth + 1);
    }
  };
  const nodes = await document.getOutline().catch(() => null);
  await visit(nodes ?? [], 0);
  return entries;
}

async function entryOf(document: PDFDocumentProxy, { title, dest }: Node): Promise<OutlineEntry | undefined> {
  const target = typeof dest === "string" ? await document.getDestination(dest) : dest;
  if (!Array.isArray(target) || title.trim() === "") return undefined;
  const [reference, kind, ...values] = target as [unknown, { name?: string } | undefined, ...unknown[]];
  const page = typeof reference === "number" ? reference : await document.getPageIndex(reference as never);
  const top =
    kind?.name === "XYZ" ? values[1] : kind?.name === "FitH" || kind?.name === "FitBH" ? values[0] : undefined;
  return { title, page, top: typeof top === "number" ? top : undefined };
}
