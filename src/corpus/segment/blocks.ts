/** Reads blocks of text; `chunk.ts` draws how text is divided into blocks. */
import { concat } from "../../base/bytes/bytes.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { type BlockRow, CODEC, corrupt, type TextRow, withoutText } from "../format/layout.ts";
import type { StoredFile } from "../storage/storage.ts";
import type { Segment } from "./read/segment.ts";

/** Largest inflated size per stored byte: deflate codes a match of 258 bytes in two bits at least. */
const INFLATED_PER_BYTE_MAX = 1032;

/** A segment with its text. */
export interface TextSource {
  segment: Segment;
  /** `null` in a corpus without text. */
  text: StoredFile | null;
}

/**
 * The text of one block, overlap included.
 *
 * @throws corpus_corrupt
 */
export async function readBlock({ segment, text }: TextSource, block: number): Promise<Uint8Array> {
  const row = await segment.blocks.row(block);
  return inflatedBlock(segment.source.kernels, row, await readStored({ segment, text }, row));
}

/** The stored bytes of a block; their checksum is verified. */
export async function readStored(source: TextSource, row: BlockRow): Promise<Uint8Array> {
  return (await readRun(source, [row]))[0]!;
}

/** The same of blocks that are stored one behind the other, in one read. */
export async function readRun({ segment, text }: TextSource, rows: readonly BlockRow[]): Promise<Uint8Array[]> {
  if (text === null) throw withoutText("This");
  const { offsetBytes } = rows[0]!;
  const last = rows.at(-1)!;
  const bytes = await text.read(offsetBytes, last.offsetBytes + last.storedBytes - offsetBytes);
  return rows.map((row) => {
    const from = row.offsetBytes - offsetBytes;
    const stored = bytes.subarray(from, from + row.storedBytes);
    if ((segment.source.kernels.xxhash32(stored, 0) & ~1) >>> 0 !== row.hash) throw corrupt("A block of text");
    return stored;
  });
}

/** Blocks that are read together, where they are stored one behind the other. */
const BLOCKS_AT_ONCE = 256;
const RUN_BYTES_MAX = 1024 * 1024;

/** Blocks that take no longer to read together. @param rows ascending */
export function runsOf(rows: readonly BlockRow[], { gapBytes }: Pick<StoredFile, "gapBytes">): BlockRow[][] {
  const runs: BlockRow[][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const between = last === undefined ? -1 : row.offsetBytes - last.offsetBytes - last.storedBytes;
    const isNear = between >= 0 && between <= gapBytes;
    if (isNear && row.offsetBytes + row.storedBytes - run![0]!.offsetBytes <= RUN_BYTES_MAX) run!.push(row);
    else runs.push([row]);
  }
  return runs;
}

/** The text of a block of its stored bytes. @throws corpus_corrupt */
export function inflatedBlock(kernels: Kernels, row: BlockRow, stored: Uint8Array): Uint8Array {
  const { codec, ownBytes, rawBytes, storedBytes } = row;
  if (ownBytes > rawBytes) throw corrupt("A block of text");
  if (codec === CODEC.raw) {
    if (rawBytes !== storedBytes) throw corrupt("A block of text");
    return stored;
  }
  if (rawBytes > INFLATED_PER_BYTE_MAX * storedBytes) throw corrupt("A block of text");
  const raw = inflated(kernels, stored, rawBytes);
  if (raw?.length !== rawBytes) throw corrupt("A block of text");
  return raw;
}

function inflated(kernels: Kernels, stored: Uint8Array, rawBytes: number): Uint8Array | null {
  try {
    return kernels.inflate(stored, rawBytes);
  } catch {
    // More memory than there is, for a text that no build writes.
    return null;
  }
}

/** Rows that are requested at once after the first, where texts share a block. */
const TEXTS_AT_ONCE = 64;

/** Whether a text has words in a block. */
export const isIn = ({ firstBlock, blocks }: TextRow, block: number): boolean =>
  firstBlock <= block && block < firstBlock + blocks;

/** The texts of a shared block, or the one text that the block belongs to, with their numbers. */
export async function textsOfBlock(segment: Segment, block: number): Promise<{ number: number; row: TextRow }[]> {
  const { firstText } = await segment.blocks.row(block);
  const found: { number: number; row: TextRow }[] = [];
  for (let first = firstText, rows = 1; first < segment.texts.rows; first += rows, rows = TEXTS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(rows, segment.texts.rows - first) }, (_, i) => first + i);
    for (const [i, row] of (await segment.texts.at(numbers)).entries()) {
      const isHere = isIn(row, block);
      if (isHere) found.push({ number: numbers[i]!, row });
      else if (found.length === 0) throw corrupt("The table of texts");
      if (!isHere || row.blocks > 1) return found;
    }
  }
  if (found.length === 0) throw corrupt("The table of texts");
  return found;
}

/** The whole text of a row. */
export async function readWholeText(source: TextSource, row: TextRow): Promise<Uint8Array> {
  // Does not allocate the length that the row states before that much was read: a valid checksum does not prove the
  // length.
  const parts: Uint8Array[] = [];
  let lengthBytes = 0;
  const end = row.firstBlock + row.blocks;
  if (source.text === null) throw withoutText("This");
  for (let first = row.firstBlock; first < end; first += BLOCKS_AT_ONCE) {
    const blocks = Array.from({ length: Math.min(BLOCKS_AT_ONCE, end - first) }, (_, i) => first + i);
    for (const run of runsOf(await source.segment.blocks.at(blocks), source.text))
      for (const [i, stored] of (await readRun(source, run)).entries()) {
        const raw = inflatedBlock(source.segment.source.kernels, run[i]!, stored);
        const own =
          row.blocks === 1
            ? raw.subarray(row.offsetBytes, row.offsetBytes + row.lengthBytes)
            : raw.subarray(0, run[i]!.ownBytes);
        lengthBytes += own.length;
        if (lengthBytes > row.lengthBytes) throw corrupt("The table of texts");
        parts.push(own);
      }
  }
  if (lengthBytes !== row.lengthBytes) throw corrupt("The table of texts");
  return concat(parts);
}
