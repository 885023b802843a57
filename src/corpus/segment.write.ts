/** Writes a segment; `layout.ts` draws it. */
import { SpoliaError } from "../errors.ts";
import type { Profile } from "../fingerprint/profile.ts";
import type { Kernels } from "../kernels/kernels.ts";
import type { NewFile, WritableStorage } from "../storage/storage.ts";
import { expect, type WrittenIndex, writeIndex } from "./index.write.ts";
import {
  COARSE_WINDOW_SHINGLES,
  COMMON_WORDS,
  COUNT_IN_COMMON,
  checksumSeed,
  FOOTER_BYTES,
  ROW_BYTES,
  SECTIONS,
  SEGMENT_MAGIC,
  SEGMENT_VERSION,
  type Section,
  type SectionName,
} from "./layout.ts";
import { ListWriter } from "./lists.ts";
import type { PostingSource } from "./postings.ts";
import { Spool, type SpoolMemory } from "./spool.ts";
import { bindBlock, Rows } from "./tables.ts";
import { mostCommon, type WordCounts } from "./vocabulary.ts";

/** Everything a segment holds. */
export interface SegmentContent {
  profile: Profile;
  keys: readonly PostingSource[];
  coarse: readonly PostingSource[];
  blocks: Rows;
  texts: Rows;
  documents: Rows;
  copies: Rows;
  ids: Rows;
  records: Spool;
  vocabulary: WordCounts;
  words: number;
  textBytes: number;
}

export interface SegmentTools {
  kernels: Kernels;
  storage: WritableStorage;
  memory: SpoolMemory;
}

/** Tries with ever more room, up to 17 times: pages that hashes fill unevenly, or text that was made to collide. */
const PACKING_TRIES_MAX = 8;

/**
 * @param seed the segment's own
 * @param name of its file
 * @returns distinct keys and bytes written
 * @throws document_invalid where texts were made to collide; storage_failed
 */
export async function writeSegment(
  tools: SegmentTools,
  content: SegmentContent,
  seed: number,
  name: string,
): Promise<{ keys: number; bytes: number }> {
  for (let tries = 0, factor = 1; tries < PACKING_TRIES_MAX; tries++, factor *= tries < 3 ? 1.03 : 2) {
    const file = await tools.storage.create();
    const lists = new Spool(tools.storage, tools.memory);
    try {
      const written = await new SegmentFile(tools, content, seed, file, lists).write(factor);
      if (written === null) {
        await file.discard();
        continue;
      }
      await file.finish(name);
      return written;
    } catch (error) {
      await file.discard().catch(() => {});
      throw error;
    } finally {
      await lists.dispose();
    }
  }
  throw new SpoliaError("document_invalid", "Hundreds of shingles share half of their hash, which only made-up text does.", {
    hint: "Leave out the document that was made to break the index.",
  });
}

class SegmentFile {
  readonly #tools: SegmentTools;
  readonly #content: SegmentContent;
  readonly #seed: number;
  readonly #file: NewFile;
  readonly #lists: Spool;
  readonly #sections: Partial<Record<SectionName, Section>> = {};
  #offsetBytes = 0;

  constructor(tools: SegmentTools, content: SegmentContent, seed: number, file: NewFile, lists: Spool) {
    this.#tools = tools;
    this.#content = content;
    this.#seed = seed;
    this.#file = file;
    this.#lists = lists;
  }

  async write(factor: number): Promise<{ keys: number; bytes: number } | null> {
    const lists = new ListWriter(this.#tools.kernels, this.#seed, this.#lists);
    const keys = await this.#writeIndex("keys", this.#content.keys, lists, factor);
    if (keys === null) return null;
    const coarse = await this.#writeIndex("coarse", this.#content.coarse, lists, factor);
    if (coarse === null) return null;
    await lists.finish();
    await this.#section("lists", 0, async () => {
      for await (const pages of this.#lists.all()) await this.#write(pages);
    });
    const { blocks, texts, documents, copies, ids } = this.#content;
    await this.#table(blocks, (view, at, row) => bindBlock(view, at, this.#seed, row));
    await this.#table(texts);
    await this.#table(documents);
    await this.#table(copies);
    await this.#table(ids);
    await this.#section("records", 0, async () => {
      for await (const record of this.#content.records.all()) await this.#write(record);
    });
    await this.#table(commonRows(mostCommon(this.#content.vocabulary, COMMON_WORDS)));
    await this.#table(vocabularyRows(this.#content.vocabulary));
    await this.#write(this.#footer(keys, coarse));
    return { keys: keys.keys, bytes: this.#offsetBytes };
  }

  async #writeIndex(section: "keys" | "coarse", sources: readonly PostingSource[], lists: ListWriter, factor: number) {
    const { kernels } = this.#tools;
    const { blocks, texts } = this.#content;
    const rankOf = (block: number) => rankOfBlock(blocks.view, texts.view, block);
    const input = { kernels, seed: this.#seed, section, sources, blocks: blocks.count, rankOf };
    const expected = await expect(input);
    let written: WrittenIndex | null = null;
    await this.#section(section, 0, async () => {
      written = await writeIndex({ ...input, lists }, expected, factor, (bytes) => this.#write(bytes));
    });
    return written as WrittenIndex | null;
  }

  async #table(rows: Rows, bind?: (view: DataView, at: number, row: number) => void): Promise<void> {
    await this.#section(rows.name, rows.count, () => this.#write(rows.pack(this.#tools.kernels, this.#seed, bind)));
  }

  async #section(name: SectionName, rows: number, write: () => Promise<void>): Promise<void> {
    const offsetBytes = this.#offsetBytes;
    await write();
    this.#sections[name] = { offsetBytes, lengthBytes: this.#offsetBytes - offsetBytes, rows };
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await this.#file.write(bytes);
    this.#offsetBytes += bytes.length;
  }

  #footer(keys: WrittenIndex, coarse: WrittenIndex): Uint8Array {
    const bytes = new Uint8Array(FOOTER_BYTES);
    const view = new DataView(bytes.buffer);
    bytes.set(new TextEncoder().encode(SEGMENT_MAGIC));
    const { shingleWords, windowShingles } = this.#content.profile;
    const numbers = [SEGMENT_VERSION, this.#seed, shingleWords, windowShingles, COARSE_WINDOW_SHINGLES, 0];
    for (const [i, value] of numbers.entries()) view.setUint32(8 + 4 * i, value, true);
    view.setFloat64(32, this.#content.words, true);
    view.setFloat64(40, this.#content.textBytes, true);
    for (const [i, { form, entries, keys: distinct }] of [keys, coarse].entries()) {
      const at = 48 + 32 * i;
      for (const [j, value] of [form.pages, form.lowBits, form.valueBits].entries()) view.setUint32(at + 4 * j, value, true);
      view.setFloat64(at + 16, entries, true);
      view.setFloat64(at + 24, distinct, true);
    }
    for (const [i, name] of SECTIONS.entries()) {
      const { offsetBytes, lengthBytes, rows } = this.#sections[name]!;
      view.setFloat64(112 + 24 * i, offsetBytes, true);
      view.setFloat64(120 + 24 * i, lengthBytes, true);
      view.setUint32(128 + 24 * i, rows, true);
    }
    const checksum = this.#tools.kernels.xxhash32(bytes.subarray(0, FOOTER_BYTES - 4), checksumSeed(this.#seed, "footer", 0));
    view.setUint32(FOOTER_BYTES - 4, checksum, true);
    return bytes;
  }
}

/** Hash of a block's text and of the block's place there: the same in every segment that holds the text. */
function rankOfBlock(blocks: DataView, texts: DataView, block: number): number {
  const text = blocks.getUint32(block * ROW_BYTES.blocks + 20, true) * ROW_BYTES.texts;
  const ordinal = block - texts.getUint32(text + 16, true);
  let rank = texts.getUint32(text, true) ^ Math.imul(ordinal + 1, 0x9e37_79b1);
  rank = Math.imul(rank ^ (rank >>> 15), 0x85eb_ca6b);
  return (rank ^ (rank >>> 13)) >>> 0;
}

function commonRows({ hashes, counts }: WordCounts): Rows {
  const rows = new Rows("common");
  for (let i = 0; i < counts.length; i++) {
    rows.add((view, at) => {
      view.setUint32(at, hashes.high[i]!, true);
      view.setUint32(at + 4, hashes.low[i]!, true);
      view.setUint32(at + 8, counts[i]!, true);
    });
  }
  return rows;
}

function vocabularyRows({ hashes, counts }: WordCounts): Rows {
  const rows = new Rows("vocabulary");
  for (let i = 0; i < counts.length; i++) {
    rows.add((view, at) => {
      view.setUint32(at, hashes.high[i]!, true);
      view.setUint16(at + 4, hashes.low[i]! >>> 16, true);
      view.setUint16(at + 6, Math.min(COUNT_IN_COMMON, counts[i]!), true);
    });
  }
  return rows;
}
