/**
 * Text in blocks. A long document is cut into blocks of its own; short ones share a block until it is full.
 *
 *   long document    [ block 7: 4,096 words ][ block 8: 4,096 words ][ block 9: the rest ]      the text of 7 runs on into 8 by
 *                                            ~~                                                 one shingle less a word
 *   short documents  [ block 10:  one | two | three | … ]                                       the document table has the borders
 */
import { deflateSync, inflateSync } from "fflate";
import type { ShingledText } from "../fingerprint/shingles.ts";
import type { Kernels } from "../kernels/kernels.ts";
import type { NewFile, StoredFile } from "../storage/storage.ts";
import type { Text } from "../text/text.ts";
import { utf16Lengths } from "../text/utf16.ts";
import { BLOCK_WORDS, type BlockRow, checksumSeed, corrupt } from "./layout.ts";

/** Bytes after which a shared block is full though its words are few: a candidate is read whole. */
const SHARED_BYTES_MAX = 1024 * 1024;
/** What deflate makes of one byte at most: matches of 258 bytes in two bits each. */
const INFLATED_PER_BYTE_MAX = 1032;

/** Where a document's text went. */
export interface Placement {
  firstBlock: number;
  blocks: number;
  offsetBytes: number;
}

/** A block before it is deflated; its checksum follows when the segment's seed is known. */
type Pending = { parts: Uint8Array[]; lengthBytes: number; words: number; firstDocument: number };

export class BlockWriter {
  readonly #file: NewFile;
  readonly rows: Omit<BlockRow, "checksum">[] = [];
  /** Unseeded hash of each stored block. */
  readonly hashes: number[] = [];
  readonly #kernels: Kernels;
  #offsetBytes = 0;
  #pending: Pending | undefined;

  constructor(kernels: Kernels, file: NewFile) {
    this.#kernels = kernels;
    this.#file = file;
  }

  get storedBytes(): number {
    return this.#offsetBytes;
  }

  /** Stores a document's text and says where; `document` is its number. */
  async add(shingled: ShingledText, document: number): Promise<Placement> {
    const { text } = shingled;
    if (text.lengthWords > BLOCK_WORDS) {
      await this.flush();
      return this.#addLong(shingled, document);
    }
    if (this.#pending !== undefined && !hasRoom(this.#pending, text)) await this.flush();
    this.#pending ??= { parts: [], lengthBytes: 0, words: 0, firstDocument: document };
    const placement = { firstBlock: this.rows.length, blocks: 1, offsetBytes: this.#pending.lengthBytes };
    this.#pending.parts.push(text.bytes);
    this.#pending.lengthBytes += text.bytes.length;
    this.#pending.words += text.lengthWords;
    return placement;
  }

  async #addLong({ text, profile }: ShingledText, document: number): Promise<Placement> {
    const firstBlock = this.rows.length;
    const blocks = Math.ceil(text.lengthWords / BLOCK_WORDS);
    const begins = Array.from({ length: blocks }, (_, i) => (i === 0 ? 0 : text.bounds[2 * i * BLOCK_WORDS]!));
    const utf16 = utf16Lengths(text.bytes, begins);
    for (const [i, begin] of begins.entries()) {
      const end = begins[i + 1] ?? text.bytes.length;
      const lastWord = Math.min(text.lengthWords, (i + 1) * BLOCK_WORDS + profile.shingleWords - 1) - 1;
      const rawEnd = begins[i + 1] === undefined ? end : text.bounds[2 * lastWord + 1]!;
      await this.#store(text.bytes.subarray(begin, Math.max(end, rawEnd)), end - begin, document, utf16.get(begin)!);
    }
    return { firstBlock, blocks, offsetBytes: 0 };
  }

  /** Stores the shared block that is under way, if there is one. */
  async flush(): Promise<void> {
    if (this.#pending === undefined) return;
    const { parts, lengthBytes, firstDocument } = this.#pending;
    this.#pending = undefined;
    const whole = new Uint8Array(lengthBytes);
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    await this.#store(whole, lengthBytes, firstDocument, 0);
  }

  async #store(raw: Uint8Array, ownBytes: number, firstDocument: number, utf16Start: number): Promise<void> {
    const stored = deflateSync(raw);
    await this.#file.write(stored);
    const sizes = { offsetBytes: this.#offsetBytes, storedBytes: stored.length, ownBytes, rawBytes: raw.length };
    this.rows.push({ ...sizes, firstDocument, utf16Start });
    this.hashes.push(this.#kernels.xxhash32(stored, 0));
    this.#offsetBytes += stored.length;
  }
}

function hasRoom({ words, lengthBytes }: Pending, text: Text): boolean {
  return words + text.lengthWords <= BLOCK_WORDS && lengthBytes + text.bytes.length <= SHARED_BYTES_MAX;
}

/** Checksum of a stored block, bound to segment and place: its hash is known before the segment's seed is. */
export function blockChecksum(hash: number, segmentSeed: number, block: number): number {
  return (hash ^ checksumSeed(segmentSeed, "text", block)) >>> 0;
}

/**
 * The text of one block, overlap included.
 *
 * @throws corpus_corrupt
 */
export async function readBlock(
  kernels: Kernels,
  file: StoredFile,
  row: BlockRow,
  seed: number,
  block: number,
): Promise<Uint8Array> {
  const stored = await file.read(row.offsetBytes, row.storedBytes);
  if (blockChecksum(kernels.xxhash32(stored, 0), seed, block) !== row.checksum) throw corrupt("A block of text");
  if (row.ownBytes > row.rawBytes || row.rawBytes > INFLATED_PER_BYTE_MAX * row.storedBytes) throw corrupt("A block of text");
  const raw = inflated(stored, row.rawBytes);
  if (raw.length !== row.rawBytes) throw corrupt("A block of text");
  return raw;
}

function inflated(stored: Uint8Array, rawBytes: number): Uint8Array {
  try {
    return inflateSync(stored, { out: new Uint8Array(rawBytes) });
  } catch {
    throw corrupt("A block of text");
  }
}
