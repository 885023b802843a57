/** Reads the documents of a corpus with their text, one at a time, in the order in which they are stored. */
import type { CorpusDocument } from "../../base/contract/resources/corpus.ts";
import { loadKernels } from "../../core/kernels/load.ts";
import type { TextRow } from "../format/layout.ts";
import { unpackSections } from "../format/sections.ts";
import { readBlock, readWholeText, textsOfBlock } from "../segment/blocks.ts";
import { copiesOf } from "../segment/deletions.ts";
import type { Corpus } from "./corpus.ts";
import { closeSegments, type OpenSegment, openSnapshot } from "./open.ts";

/** A text of a segment of which a document is left, with its number in the segment. */
interface StoredText {
  number: number;
  row: TextRow;
  bytes: Uint8Array;
}

/** The texts of a segment that are not gone, in order. @throws corpus_corrupt, storage_failed */
export async function* liveTextsOf(open: OpenSegment): AsyncGenerator<StoredText> {
  for (let block = 0; block < open.segment.blocks.rows; ) {
    const texts = await textsOfBlock(open.segment, block);
    const isShared = texts[0]!.row.blocks === 1;
    const raw = isShared ? await readBlock(open, block) : null;
    for (const { number, row } of texts) {
      if (open.deletions.liveText(number, row) === null) continue;
      const bytes =
        raw === null
          ? await readWholeText(open, row)
          : raw.subarray(row.offsetBytes, row.offsetBytes + row.lengthBytes);
      yield { number, row, bytes };
    }
    block += texts[0]!.row.blocks;
  }
}

/**
 * The live documents of a corpus; those of a segment with the same text follow each other.
 *
 * @throws corpus_corrupt, storage_failed
 */
export async function* readDocumentsOf({ storage }: Pick<Corpus, "storage">): AsyncGenerator<CorpusDocument> {
  const { segments } = await openSnapshot(await loadKernels(), storage);
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  try {
    for (const open of segments) {
      const copies = await copiesOf(open.segment);
      for await (const { number, row, bytes } of liveTextsOf(open)) {
        const text = decoder.decode(bytes);
        for (const document of [row.firstDocument, ...(copies.get(number) ?? [])]) {
          if (open.deletions.documents.has(document)) continue;
          const { sections, paragraphs: _, ...known } = await open.segment.record(document);
          yield { ...known, text, ...(sections !== undefined && { sections: unpackSections(sections) }) };
        }
      }
    }
  } finally {
    await closeSegments(segments);
  }
}
