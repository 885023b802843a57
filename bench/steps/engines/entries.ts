/** What another engine is given of a corpus: each key with all its postings, and the stored text of each block. */

import { type KeyDivision, partKeyOf, postingAt } from "../../../src/corpus/format/postings.ts";
import type { Snapshot } from "../../../src/corpus/search/open.ts";
import { SegmentPostings } from "../../../src/corpus/segment/read/postings.ts";

/** A posting of a segment is below 2^42. */
const SEGMENT = 2 ** 42;
const DIVISION: KeyDivision = { parts: 1024, keyBits: 22 };

/** A key of all segments. */
export interface Entry {
  key: number;
  /** Ascending; see `packed`. */
  postings: number[];
  /** Blocks that a segment no longer lists: segment and number. */
  unlisted: [segment: number, blocks: number][];
}

export const packed = (segment: number, posting: number): number => segment * SEGMENT + posting;
export const unpacked = (value: number): [segment: number, posting: number] => {
  const segment = Math.floor(value / SEGMENT);
  return [segment, value - segment * SEGMENT];
};

export async function* entriesOf({ segments }: Snapshot): AsyncGenerator<Entry[]> {
  const sources = segments.map(
    ({ segment }) =>
      new SegmentPostings(
        segment,
        "keys",
        Int32Array.from({ length: segment.blocks.rows }, (_, i) => i),
      ),
  );
  for (let part = 0; part < DIVISION.parts; part++) {
    const entries = new Map<number, Entry>();
    const entryOf = (partKey: number) => {
      const key = part * 2 ** DIVISION.keyBits + partKey;
      const entry = entries.get(key) ?? { key, postings: [], unlisted: [] };
      entries.set(key, entry);
      return entry;
    };
    for (const [segment, source] of sources.entries()) {
      const one = await source.part(part, DIVISION);
      for (let i = 0; i < one.high.length; i++)
        entryOf(partKeyOf(one.high[i]!, DIVISION)).postings.push(packed(segment, postingAt(one, i, DIVISION)));
      for (const [partKey, blocks] of one.unlisted) entryOf(partKey).unlisted.push([segment, blocks]);
    }
    for (const { postings } of entries.values()) postings.sort((x, y) => x - y);
    yield [...entries.values()];
  }
}

export interface StoredBlock {
  segment: number;
  /** Where it begins in the file of texts, by which a search asks for it. */
  at: number;
  bytes: Uint8Array;
}

export async function* blocksOfCorpus({ segments }: Snapshot): AsyncGenerator<StoredBlock> {
  for (const [segment, { segment: read, text }] of segments.entries()) {
    for (let block = 0; block < read.blocks.rows; block++) {
      const { offsetBytes, storedBytes } = await read.blocks.row(block);
      yield { segment, at: offsetBytes, bytes: await text!.read(offsetBytes, storedBytes) };
    }
  }
}
