/** Finds the document with an id, and its metadata. */
import type { DocumentInfo } from "../contract/corpus.ts";
import { SpoliaError } from "../errors.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { readWholeText } from "./blocks.ts";
import { idHash, wellFormed } from "./names.ts";
import type { OpenSegment } from "./open.ts";
import type { SegmentTable } from "./tables.ts";

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

/** The text of this number in all segments together. @throws unknown_document */
export async function textOfNumber(segments: readonly OpenSegment[], documentNumber: number): Promise<string> {
  let first = 0;
  for (const open of segments) {
    const { rows } = open.segment.texts;
    const number = documentNumber - first;
    const [row] = number >= 0 && number < rows ? await open.segment.texts.at([number]) : [];
    if (row !== undefined && open.deletions.liveText(number, row) !== null)
      return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await readWholeText(open, row));
    first += rows;
  }
  throw new SpoliaError("unknown_document", "The corpus has no document of this number.");
}
