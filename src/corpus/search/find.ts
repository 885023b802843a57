/** Finds the document with an id, and its metadata. */
import type { DocumentInfo } from "../../base/contract/resources/corpus.ts";
import { SpoliaError } from "../../base/errors.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { idHash, wellFormed } from "../format/names.ts";
import { readWholeText } from "../segment/blocks.ts";
import type { SegmentTable } from "../segment/read/tables.ts";
import type { OpenSegment } from "./open.ts";

/** The document, or `null`. Deleted documents are not found. */
export async function findDocument(
  kernels: Kernels,
  segments: readonly OpenSegment[],
  id: string,
): Promise<DocumentInfo | null> {
  const wanted = wellFormed(id);
  const hash = idHash({ kernels }, wanted);
  for (const { segment, deletions } of segments) {
    for await (const document of documentsOf(segment.ids, hash)) {
      if (deletions.documents.has(document)) continue;
      const record = await segment.record(document);
      if (record.id !== wanted) continue;
      const { text } = await segment.documents.row(document);
      const { sections: _, paragraphs: __, ...info } = record;
      return { ...info, words: (await segment.texts.row(text)).words };
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
    const { documents, texts } = open.segment;
    const document = documentNumber - first;
    first += documents.rows;
    if (document < 0 || document >= documents.rows || open.deletions.documents.has(document)) continue;
    // Identical documents have one text.
    const { text } = await documents.row(document);
    const [row] = await texts.at([text]);
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await readWholeText(open, row!));
  }
  throw new SpoliaError("unknown_document", "The corpus has no document of this number.");
}
