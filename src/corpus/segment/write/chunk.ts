/**
 * Indexes a chunk of texts for a segment: blocks of text, sorted postings, word counts. A pure function, so that chunks
 * can be made in any thread and any order, and appended in their own order.
 *
 *   long text      [ block 7: 2,048 words ][ block 8: 2,048 words ][ block 9: the rest ]      the text of 7 runs on into 8 by
 *                                          ~~                                                 one shingle less a word
 *   short texts    [ block 10:  one | two | three | … ]                                       the table of texts has the borders
 *
 * Without text, each short text is a block of its own: nothing else tells which of several texts has a shingle.
 */
import { concat } from "../../../base/bytes/bytes.ts";
import type { Profile } from "../../../core/fingerprint/profile.ts";
import type { Hashes, Kernels } from "../../../core/kernels/kernels.ts";
import type { KeptShingles } from "../../../core/kernels/tables/kernels.ts";
import { readUtf8, type Text } from "../../../core/text/text.ts";
import { utf16Lengths } from "../../../core/text/utf16.ts";
import {
  BLOCK_WORDS,
  type BlockCodec,
  type BlockRow,
  COARSE_WINDOW_SHINGLES,
  CODEC,
  type TextRow,
} from "../../format/layout.ts";
import { countParagraphs } from "../../format/paragraphs.ts";
import { type PostingRun, postingLow, RUN_BLOCKS_MAX } from "../../format/postings.ts";
import type { WordCounts } from "../../format/vocabulary.ts";

/** Bytes from which a shared block is full even where its words are few: a candidate block is read as a whole. */
const SHARED_BYTES_MAX = 256 * 1024;

/** Where a text is stored; block numbers are relative to the chunk's first block. */
type PlacedText = Pick<TextRow, "firstBlock" | "blocks" | "offsetBytes" | "lengthBytes" | "words"> & {
  /** Counts of paragraphs; only for texts of more than one block. */
  paragraphs?: number[];
};

export interface CorpusChunk {
  texts: PlacedText[];
  /** Rows without their place in the file; text numbers are relative to the chunk's first text. */
  blocks: Omit<BlockRow, "offsetBytes">[];
  /** The stored bytes of the blocks, in order. */
  stored: Uint8Array[];
  /** Postings of the blocks from `firstBlock` on. */
  keys: { run: PostingRun; firstBlock: number }[];
  coarse: { run: PostingRun; firstBlock: number }[];
  words: WordCounts;
}

/** @param texts UTF-8 */
export function indexChunk(
  kernels: Kernels,
  texts: readonly Uint8Array[],
  profile: Profile,
  codec: BlockCodec,
): CorpusChunk {
  const maker = new ChunkMaker(kernels, profile, codec);
  for (const bytes of texts) maker.add(bytes);
  return maker.finish();
}

class ChunkMaker {
  readonly #kernels: Kernels;
  readonly #profile: Profile;
  readonly #codec: BlockCodec;
  readonly #texts: PlacedText[] = [];
  readonly #blocks: Omit<BlockRow, "offsetBytes">[] = [];
  readonly #stored: Uint8Array[] = [];
  readonly #words: Hashes[] = [];
  readonly #keys = new RunMaker();
  readonly #coarse = new RunMaker();
  #shared: { parts: Uint8Array[]; lengthBytes: number; words: number; firstText: number } | undefined;

  constructor(kernels: Kernels, profile: Profile, codec: BlockCodec) {
    this.#kernels = kernels;
    this.#profile = profile;
    this.#codec = codec;
  }

  add(bytes: Uint8Array): void {
    const text = readUtf8(this.#kernels, bytes);
    this.#words.push(text.words);
    const placed = text.lengthWords > BLOCK_WORDS ? this.#addLong(text) : this.#addShort(text);
    this.#texts.push(placed);
    const windows = [this.#profile.windowShingles, COARSE_WINDOW_SHINGLES];
    const [kept, coarse] = this.#kernels.keptShingles(
      text.words,
      this.#profile.shingleWords,
      // Coarse depth needs the text: what lies between its shingles is not known.
      this.#codec === "none" ? windows.slice(0, 1) : windows,
    );
    this.#keys.add(kept!, placed);
    if (coarse !== undefined) this.#coarse.add(coarse, placed);
  }

  #addShort({ bytes, lengthWords }: Text): PlacedText {
    const shared = this.#shared;
    if (
      shared !== undefined &&
      (this.#codec === "none" ||
        shared.words + lengthWords > BLOCK_WORDS ||
        shared.lengthBytes + bytes.length > SHARED_BYTES_MAX)
    ) {
      this.#flush();
    }
    this.#shared ??= { parts: [], lengthBytes: 0, words: 0, firstText: this.#texts.length };
    const offsetBytes = this.#shared.lengthBytes;
    this.#shared.parts.push(bytes);
    this.#shared.lengthBytes += bytes.length;
    this.#shared.words += lengthWords;
    return { firstBlock: this.#blocks.length, blocks: 1, offsetBytes, lengthBytes: bytes.length, words: lengthWords };
  }

  #addLong({ bytes, bounds, lengthWords }: Text): PlacedText {
    this.#flush();
    const firstBlock = this.#blocks.length;
    const blocks = Math.ceil(lengthWords / BLOCK_WORDS);
    const begins = Array.from({ length: blocks }, (_, i) => (i === 0 ? 0 : bounds[2 * i * BLOCK_WORDS]!));
    const utf16 = utf16Lengths(bytes, begins);
    for (const [i, begin] of begins.entries()) {
      const end = begins[i + 1] ?? bytes.length;
      const lastWord = Math.min(lengthWords, (i + 1) * BLOCK_WORDS + this.#profile.shingleWords - 1) - 1;
      const rawEnd = begins[i + 1] === undefined ? end : bounds[2 * lastWord + 1]!;
      this.#store(bytes.subarray(begin, Math.max(end, rawEnd)), end - begin, this.#texts.length, utf16.get(begin)!);
    }
    const placed = { firstBlock, blocks, offsetBytes: 0, lengthBytes: bytes.length, words: lengthWords };
    return this.#codec === "none" ? placed : { ...placed, paragraphs: countParagraphs(bytes) };
  }

  /** Stores the current shared block, if there is one. */
  #flush(): void {
    if (this.#shared === undefined) return;
    const { parts, lengthBytes, firstText } = this.#shared;
    this.#shared = undefined;
    this.#store(concat(parts), lengthBytes, firstText, 0);
  }

  #store(raw: Uint8Array, ownBytes: number, firstText: number, utf16Start: number): void {
    if (this.#codec === "none") {
      const rawBytes = utf16Lengths(raw, [ownBytes]).get(ownBytes)!;
      this.#blocks.push({ storedBytes: 0, rawBytes, ownBytes, firstText, utf16Start, hash: 0, codec: CODEC.raw });
      return;
    }
    const deflated = this.#codec === "deflate" ? this.#kernels.deflate(raw) : null;
    const [stored, codec] = deflated === null ? [raw.slice(), CODEC.raw] : [deflated, CODEC.deflate];
    const hash = this.#kernels.xxhash32(stored, 0);
    const lengths = { storedBytes: stored.length, rawBytes: raw.length, ownBytes };
    this.#blocks.push({ ...lengths, firstText, utf16Start, hash, codec });
    this.#stored.push(stored);
  }

  finish(): CorpusChunk {
    this.#flush();
    return {
      texts: this.#texts,
      blocks: this.#blocks,
      stored: this.#stored,
      keys: this.#keys.finish(this.#kernels),
      coarse: this.#coarse.finish(this.#kernels),
      words: this.#kernels.countWords(this.#words),
    };
  }
}

/** Collects postings in runs; a run covers at most `RUN_BLOCKS_MAX` blocks. */
class RunMaker {
  readonly #runs: { high: Uint32Array; low: Uint32Array; firstBlock: number }[] = [];
  #high = new Uint32Array(1024);
  #low = new Uint32Array(1024);
  #count = 0;
  #firstBlock = 0;

  /** Adds the kept shingles of a text. */
  add({ positions, keys, contexts }: KeptShingles, { firstBlock, blocks }: PlacedText): void {
    let from = 0;
    for (let i = 0; i < blocks; i++) {
      const end = (i + 1) * BLOCK_WORDS;
      let to = i === blocks - 1 ? positions.length : from;
      while (to < positions.length && positions[to]! < end) to++;
      if (firstBlock + i - this.#firstBlock >= RUN_BLOCKS_MAX) this.#cut(firstBlock + i);
      this.#reserve(to - from);
      const [highs, lows, block] = [this.#high, this.#low, firstBlock + i - this.#firstBlock];
      const offset = this.#count - from;
      for (let at = from; at < to; at++) {
        highs[offset + at] = keys[at]!;
        lows[offset + at] = postingLow(block, contexts[at]!);
      }
      this.#count = offset + to;
      from = to;
    }
  }

  #reserve(more: number): void {
    while (this.#count + more > this.#high.length) {
      this.#high = doubled(this.#high);
      this.#low = doubled(this.#low);
    }
  }

  #cut(nextBlock: number): void {
    if (this.#count > 0) {
      const [high, low] = [this.#high.slice(0, this.#count), this.#low.slice(0, this.#count)];
      this.#runs.push({ high, low, firstBlock: this.#firstBlock });
    }
    this.#count = 0;
    this.#firstBlock = nextBlock;
  }

  finish(kernels: Kernels): { run: PostingRun; firstBlock: number }[] {
    this.#cut(0);
    return this.#runs.map(({ high, low, firstBlock }) => ({ run: kernels.sortDistinct({ high, low }), firstBlock }));
  }
}

function doubled(values: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(2 * values.length);
  grown.set(values);
  return grown;
}
