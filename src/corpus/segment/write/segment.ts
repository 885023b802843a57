/** Writes a segment; `layout.ts` draws it. */
import type { Progress } from "../../../base/contract/resources/corpus.ts";
import { SpoliaError, throwIfAborted } from "../../../base/errors.ts";
import { sum } from "../../../base/lists/numbers.ts";
import type { PlatformAbortSignal } from "../../../base/platform.ts";
import type { Profile } from "../../../core/fingerprint/profile.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { packCommonWords } from "../../format/commonWords.ts";
import type { Section, SectionName } from "../../format/layout.ts";
import { ListWriter } from "../../format/lists.ts";
import type { PostingSource } from "../../format/postings.ts";
import { bindBlock, originOfBlock, type WordRow, writeVocabularyRow } from "../../format/rows.ts";
import { Spool, type SpoolMemory } from "../../format/spool.ts";
import { emptyCounts, type WordCounts } from "../../format/vocabulary.ts";
import type { NewFile, WritableStorage } from "../../storage/storage.ts";
import { packFooter } from "../footer.ts";
import { expect, type WrittenIndex, writeIndex } from "./keyIndex.ts";
import { PackedRows } from "./tables.ts";
import { type ListedCounts, mostCommon } from "./vocabulary.ts";

/** The content of a segment. */
export interface SegmentContent {
  profile: Profile;
  keys: readonly PostingSource[];
  coarse: readonly PostingSource[];
  blocks: PackedRows;
  texts: PackedRows;
  documents: PackedRows;
  copies: PackedRows;
  ids: PackedRows;
  records: Spool;
  vocabulary: ListedCounts;
  words: number;
  textBytes: number;
}

export interface SegmentTools {
  kernels: Kernels;
  storage: WritableStorage;
  memory: SpoolMemory;
  signal?: PlatformAbortSignal | undefined;
  /** Is told how much of a segment is written, in postings. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Most attempts to pack a segment, with up to 17 times the space: hashes fill pages unevenly, and forged texts collide.
 */
const PACKING_TRIES_MAX = 8;

/**
 * @param seed the segment's own seed
 * @param name the name of its file
 * @returns the number of distinct keys, and the bytes written
 * @throws document_invalid where texts were forged to collide; storage_failed
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
  throw new SpoliaError(
    "document_invalid",
    "Hundreds of shingles share half of their hash, which happens only in text made for it.",
    {
      hint: "Leave out the document that was made to break the index.",
    },
  );
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
    const postings = sum(this.#content.keys, ({ count }) => count);
    const all = postings + sum(this.#content.coarse, ({ count }) => count);
    const told = (done: number) => {
      throwIfAborted(this.#tools.signal);
      this.#tools.onProgress?.({ stage: "write", done: Math.floor(done), total: all, unit: "postings" });
    };
    told(0);
    const keys = await this.#writeIndex("keys", lists, factor, (share) => told(share * postings));
    if (keys === null) return null;
    const coarse = await this.#writeIndex("coarse", lists, factor, (share) =>
      told(postings + share * (all - postings)),
    );
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
    const { vocabulary } = this.#content;
    const common = mostCommon(vocabulary);
    await this.#section("common", common.counts.length, () =>
      this.#write(packCommonWords(this.#tools.kernels, this.#seed, common)),
    );
    // Where rare words are left out, the common ones are all that there are.
    await this.#table(vocabularyRows(vocabulary.unlistedCount === 0 ? vocabulary : emptyCounts(0)));
    await this.#write(this.#footer(keys, coarse));
    return { keys: keys.keys, bytes: this.#offsetBytes };
  }

  async #writeIndex(section: "keys" | "coarse", lists: ListWriter, factor: number, onShare: (share: number) => void) {
    const { kernels, signal } = this.#tools;
    const { blocks, texts, [section]: sources } = this.#content;
    const rankOf = (block: number) => rankOfBlock(blocks.view, texts.view, block);
    const input = { kernels, seed: this.#seed, section, sources, blocks: blocks.count, rankOf, signal, onShare };
    const expected = await expect(input);
    let written: WrittenIndex | null = null;
    await this.#section(section, 0, async () => {
      written = await writeIndex({ ...input, lists }, expected, factor, (bytes) => this.#write(bytes));
    });
    return written as WrittenIndex | null;
  }

  async #table(rows: PackedRows, bind?: (view: DataView, at: number, row: number) => void): Promise<void> {
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
    const { profile, words, textBytes, vocabulary } = this.#content;
    const { unlistedCount } = vocabulary;
    const indexes = { keys: { ...keys.form, ...keys }, coarse: { ...coarse.form, ...coarse } };
    const sections = this.#sections as Record<SectionName, Section>; // all sections have been written
    return packFooter(this.#tools.kernels, {
      seed: this.#seed,
      profile,
      words,
      textBytes,
      unlistedCount,
      ...indexes,
      sections,
    });
  }
}

/** Hash of the first text of a block and the block's place in it: the same in every segment that holds the text. */
function rankOfBlock(blocks: DataView, texts: DataView, block: number): number {
  const { ordinal, textHashBits } = originOfBlock(blocks, texts, block);
  let rank = textHashBits ^ Math.imul(ordinal + 1, 0x9e37_79b1);
  rank = Math.imul(rank ^ (rank >>> 15), 0x85eb_ca6b);
  return (rank ^ (rank >>> 13)) >>> 0;
}

function vocabularyRows(words: WordCounts): PackedRows {
  const rows = new PackedRows("vocabulary");
  for (const word of wordRows(words)) rows.add((view, at) => writeVocabularyRow(view, at, word));
  return rows;
}

function* wordRows({ hashes, counts }: WordCounts): Generator<WordRow> {
  for (let i = 0; i < counts.length; i++) yield [hashes.high[i]!, hashes.low[i]!, counts[i]!];
}
