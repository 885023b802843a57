/**
 * Merges segments into one. Blocks are copied as they are stored, postings are renumbered and sorted together, word
 * counts are added. Texts that are deleted or already in the new segment are left out; where such a text shares its
 * block, the block's other texts are indexed again.
 *
 *   segment a   [ 0 ][ 1 ][ 2 ]      ─▶   [ 0 ][ 1 ][ 2 ][ 3 ][ 4 ]      a's blocks 0 and 2, then b's 1 and 2, and
 *   segment b   [ 0 ][ 1 ][ 2 ]            a.0  a.2  b.1  b.2  b.0′       what is left of b's shared block 0
 */

import { sha256 } from "../../base/bytes/sha256.ts";
import { throwIfAborted } from "../../base/errors.ts";
import { sum } from "../../base/lists/numbers.ts";
import { breathing } from "../../base/queues/yieldToEvents.ts";
import type { Profile } from "../../core/fingerprint/profile.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { readUtf8 } from "../../core/text/text.ts";
import type { IndexOptions } from "../build/options.ts";
import { CODEC, corrupt, type TextRow } from "../format/layout.ts";
import type { SegmentEntry } from "../format/manifest.ts";
import { documentHash } from "../format/names.ts";
import { CountSum, emptyCounts, takeCounts } from "../format/vocabulary.ts";
import type { OpenSegment } from "../search/open.ts";
import { readBlock, readStored, readWholeText, textsOfBlock } from "../segment/blocks.ts";
import { originsOfMerge } from "../segment/origins.ts";
import { SegmentPostings } from "../segment/read/postings.ts";
import type { SegmentBuilder } from "../segment/write/builder.ts";
import { indexChunk } from "../segment/write/chunk.ts";

/** Bytes of text from incomplete shared blocks that are indexed together. */
const REINDEXED_BYTES = 8 * 1024 * 1024;
/** Blocks that are copied at a stretch. */
const BLOCKS_A_BREATH = 1_024;

/** @param builder a builder without content */
export async function mergeSegments(
  kernels: Kernels,
  builder: SegmentBuilder,
  segments: readonly OpenSegment[],
  { signal, onProgress }: Pick<IndexOptions, "signal" | "onProgress">,
): Promise<SegmentEntry> {
  const merged: { keys: SegmentPostings[]; coarse: SegmentPostings[] } = { keys: [], coarse: [] };
  const total = sum(segments, ({ segment }) => segment.blocks.rows);
  let before = 0;
  for (const open of segments) {
    const from = before;
    before += open.segment.blocks.rows;
    const onBlock = (block: number) => {
      throwIfAborted(signal);
      onProgress?.({ stage: "merge", done: from + block, total, unit: "blocks" });
    };
    const merger = new Merger(kernels, builder, open, onBlock);
    const blockMap = await merger.run();
    merged.keys.push(new SegmentPostings(open.segment, "keys", blockMap));
    if (builder.form.hasText) merged.coarse.push(new SegmentPostings(open.segment, "coarse", blockMap));
  }
  const names = segments.flatMap(({ entry }) => [entry.segment.file, entry.deleted?.file ?? ""]);
  const entry = await builder.finish(await sha256(["merge", ...names].join("\n")), merged);
  return { ...entry, ...originsOfMerge(segments) };
}

/** A text of a block that is copied into the new segment. */
type KeptText = { number: number; row: TextRow; hash: string };

/** Copies one segment into the new segment. */
class Merger {
  readonly #kernels: Kernels;
  readonly #builder: SegmentBuilder;
  readonly #open: OpenSegment;
  readonly #profile: Profile;
  /** Is told which block comes next, and throws where the work was aborted. */
  readonly #onBlock: (block: number) => void;
  /** New number of each text, -1 where it is left out. */
  readonly #texts: Int32Array;
  readonly #blocks: Int32Array;
  #dropped = false;
  #reindexed: { texts: Uint8Array[]; hashes: string[]; codec: number; bytes: number } = {
    texts: [],
    hashes: [],
    codec: 0,
    bytes: 0,
  };

  constructor(kernels: Kernels, builder: SegmentBuilder, open: OpenSegment, onBlock: (block: number) => void) {
    this.#kernels = kernels;
    this.#builder = builder;
    this.#open = open;
    this.#profile = builder.form.profile;
    this.#onBlock = onBlock;
    this.#texts = new Int32Array(open.segment.texts.rows).fill(-1);
    this.#blocks = new Int32Array(open.segment.blocks.rows).fill(-1);
  }

  /** @returns the new number of each block, -1 where it is left out */
  async run(): Promise<Int32Array> {
    const { segment } = this.#open;
    const breathe = breathing(BLOCKS_A_BREATH);
    for (let block = 0; block < segment.blocks.rows; ) {
      this.#onBlock(block);
      const next = await this.#addBlock(block);
      await breathe(next - block);
      block = next;
    }
    await this.#flush();
    await this.#addDocuments();
    await this.#addWords();
    return this.#blocks;
  }

  /** Whether both segments have text or have none; otherwise the new one has none, and no headings either. */
  get #isAlike(): boolean {
    return this.#builder.form.hasText === (this.#open.text !== null);
  }

  /** Adds what is left of a block, or of all blocks of its text, and returns the number of the next block. */
  async #addBlock(block: number): Promise<number> {
    const { segment, deletions } = this.#open;
    const placed = await textsOfBlock(segment, block);
    const hashes = await segment.textHashes.at(placed.map(({ number }) => number));
    const texts = placed.map((text, i) => ({ ...text, hash: hashes[i]! }));
    const kept = texts.filter(
      ({ number, row, hash }) => deletions.liveText(number, row) !== null && !this.#builder.has(hash),
    );
    if (kept.length < texts.length) this.#dropped = true;
    const { blocks } = texts[0]!.row;
    if (!this.#isAlike) await this.#reindexWhole(kept);
    else if (kept.length === texts.length) await this.#copy(block, blocks, kept);
    else if (kept.length > 0) await this.#reindex(block, kept);
    return block + blocks;
  }

  async #copy(block: number, blocks: number, texts: readonly KeptText[]): Promise<void> {
    await this.#flush();
    const { segment } = this.#open;
    const firstText = this.#builder.texts.count;
    const firstBlock = this.#builder.blocks.count;
    for (let i = 0; i < blocks; i++) {
      const row = await segment.blocks.row(block + i);
      const stored = this.#open.text === null ? undefined : await readStored(this.#open, row);
      await this.#builder.addBlock({ ...row, firstText }, stored);
      this.#blocks[block + i] = firstBlock + i;
    }
    for (const { number, row, hash } of texts) {
      this.#texts[number] = this.#builder.numberOf(hash).number;
      this.#builder.addText({ ...row, firstBlock, hash });
    }
  }

  async #reindex(block: number, kept: readonly KeptText[]): Promise<void> {
    const raw = await readBlock(this.#open, block);
    const { codec } = await this.#open.segment.blocks.row(block);
    if (codec !== this.#reindexed.codec || this.#reindexed.bytes > REINDEXED_BYTES) await this.#flush();
    this.#reindexed.codec = codec;
    for (const text of kept) {
      const { offsetBytes, lengthBytes } = text.row;
      this.#indexAgain(text, raw.slice(offsetBytes, offsetBytes + lengthBytes));
    }
  }

  #indexAgain({ number, row, hash }: KeptText, bytes: Uint8Array): void {
    this.#texts[number] = this.#builder.numberOf(hash).number;
    this.#reindexed.texts.push(bytes);
    this.#reindexed.hashes.push(hash);
    this.#reindexed.bytes += row.lengthBytes;
  }

  /** Indexes texts again that the new segment stores otherwise: it has no text. */
  async #reindexWhole(kept: readonly KeptText[]): Promise<void> {
    for (const text of kept) {
      if (this.#reindexed.bytes > REINDEXED_BYTES) await this.#flush();
      this.#indexAgain(text, await readWholeText(this.#open, text.row));
    }
  }

  async #flush(): Promise<void> {
    const { texts, hashes, codec } = this.#reindexed;
    this.#reindexed = { texts: [], hashes: [], codec, bytes: 0 };
    if (texts.length === 0) return;
    const stored = codec === CODEC.raw ? "raw" : "deflate";
    const chunk = indexChunk(this.#kernels, texts, this.#profile, this.#builder.form.hasText ? stored : "none");
    // #addWords() adds the words of the whole segment.
    await this.#builder.addChunk({ ...chunk, words: emptyCounts(0) }, hashes);
  }

  async #addDocuments(): Promise<void> {
    const { segment, deletions } = this.#open;
    let document = -1;
    for await (const { text, hash } of segment.documents.all()) {
      document++;
      if (deletions.documents.has(document)) continue;
      const number = this.#texts[text]! >= 0 ? this.#texts[text]! : await this.#numberOfKnown(text);
      const { record, textHash } = await segment.identified(document);
      if (this.#isAlike) await this.#builder.addDocument(record, number, hash);
      else {
        const { sections: _, paragraphs: __, ...named } = record;
        await this.#builder.addDocument(named, number, await documentHash(textHash, named));
      }
    }
  }

  /** Number of a text that was left out because the new segment already has it. */
  async #numberOfKnown(text: number): Promise<number> {
    const hash = await this.#open.segment.textHashes.row(text);
    if (!this.#builder.has(hash)) throw corrupt("The table of texts");
    return this.#builder.numberOf(hash).number;
  }

  /**
   * Adds the word counts of the segment, without those of texts that were left out. Where there is no text these are
   * not known and stay, so that words count as more common than they are.
   */
  async #addWords(): Promise<void> {
    const { segment, text: file } = this.#open;
    const counts = await segment.vocabulary();
    if (this.#dropped && file !== null) {
      const gone = new CountSum();
      let text = 0;
      for await (const row of segment.texts.all()) {
        if (this.#texts[text++]! >= 0) continue;
        const { words } = readUtf8(this.#kernels, await readWholeText(this.#open, row));
        gone.add(this.#kernels.countWords([words]));
      }
      takeCounts(counts, gone.total());
    }
    this.#builder.vocabulary.add(counts, segment.footer.unlistedCount);
  }
}
