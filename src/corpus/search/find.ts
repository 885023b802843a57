/** Finds the document with an id: its metadata, and its text. */
import type { DocumentInfo } from "../../base/contract/resources/corpus.ts";
import { SpoliaError } from "../../base/errors.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { idHash, wellFormed } from "../format/names.ts";
import { readWholeText } from "../segment/blocks.ts";
import type { SegmentTable } from "../segment/read/tables.ts";
import type { OpenSegment } from "./open.ts";
import type { DocumentPlace } from "./places.ts";

/** The document, or `null`. Deleted documents are not found. */
export async function findDocument(
  kernels: Kernels,
  segments: readonly OpenSegment[],
  id: string,
): Promise<DocumentInfo | null> {
  const found = await placeOf(kernels, segments, id);
  return found === null ? null : infoAt(found);
}

/** What a search says of a document. */
export async function infoAt({ open: { segment }, document }: DocumentPlace): Promise<DocumentInfo> {
  const { sections: _, paragraphs: __, ...info } = await segment.record(document);
  const { text } = await segment.documents.row(document);
  return { ...info, words: (await segment.texts.row(text)).words };
}

/** The text of the document, or `null`. Deleted documents are not found. */
export async function textOfDocument(
  kernels: Kernels,
  segments: readonly OpenSegment[],
  id: string,
): Promise<string | null> {
  const found = await placeOf(kernels, segments, id);
  if (found === null) return null;
  return readDocumentText(found.open, found.document);
}

async function placeOf(kernels: Kernels, segments: readonly OpenSegment[], id: string) {
  const wanted = wellFormed(id);
  const hash = idHash({ kernels }, wanted);
  for (const open of segments) {
    for await (const document of documentsOf(open.segment.ids, hash)) {
      if (open.deletions.documents.has(document)) continue;
      if ((await open.segment.record(document)).id === wanted) return { open, document };
    }
  }
  return null;
}

/** Documents whose ids have this hash, found by binary search in the ascending table. */
async function* documentsOf(ids: SegmentTable<number[]>, hash: { high: number; low: number }): AsyncGenerator<number> {
  let from = 0;
  let to = ids.rows;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const [high, low] = await ids.row(middle);
    if (high! < hash.high || (high === hash.high && low! < hash.low)) from = middle + 1;
    else to = middle;
  }
  for (let row = from; row < ids.rows; row++) {
    const [high, low, document] = await ids.row(row);
    if (high !== hash.high || low !== hash.low) return;
    yield document!;
  }
}

/** The text of a document by its number, as a search gives it. @throws unknown_document */
export async function textOfNumber(segments: readonly OpenSegment[], documentNumber: number): Promise<string> {
  let first = 0;
  for (const open of segments) {
    const { documents } = open.segment;
    const document = documentNumber - first;
    first += documents.rows;
    if (document < 0 || document >= documents.rows || open.deletions.documents.has(document)) continue;
    return readDocumentText(open, document);
  }
  throw new SpoliaError("unknown_document", "The corpus has no document of this number.");
}

/** The text of a document of a segment. */
export async function readDocumentText(open: OpenSegment, document: number): Promise<string> {
  // Identical documents have one text.
  const { text } = await open.segment.documents.row(document);
  const [row] = await open.segment.texts.at([text]);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await readWholeText(open, row!));
}
