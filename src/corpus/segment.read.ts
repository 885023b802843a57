/** Reads a segment; `layout.ts` draws it. Whatever is read is checked first, and damage is an error, never an answer. */
import { decode } from "@msgpack/msgpack";
import { SpoliaError } from "../errors.ts";
import type { Hashes, Kernels } from "../kernels/kernels.ts";
import type { StoredFile } from "../storage/storage.ts";
import {
  BLOCK_ROW_BYTES,
  type BlockRow,
  checkPage,
  checksumSeed,
  corrupt,
  type DocumentRow,
  HEADER_BYTES,
  KEY_BYTES,
  KEYS_PER_PAGE,
  LIST_BLOCKS_MAX,
  LIST_FLAG,
  PAGE_BYTES,
  pageOf,
  SECTIONS,
  SEGMENT_MAGIC,
  SEGMENT_VERSION,
  type Section,
  type SectionName,
  WORD_ROW_BYTES,
} from "./layout.ts";

/** One shingle that was found: its blocks, and in how many it stands in all. */
export interface Hit {
  /** Index of the key among those asked for. */
  index: number;
  blocks: readonly number[];
  blocksInAll: number;
}

/** Pages that are read in one go although those between them are not wanted: reading on costs less than asking again. */
const PAGES_SKIPPED_MAX = 8;
/** Pages read in one go at most, 1 MiB: a long query has a key on nearly every page of the table. */
const PAGES_PER_READ_MAX = 256;

export interface Header {
  seed: number;
  shingleWords: number;
  windowShingles: number;
  blocks: number;
  documents: number;
  words: number;
  keys: number;
  sections: Record<SectionName, Section>;
}

export class Segment {
  readonly header: Header;
  readonly blocks: readonly BlockRow[];
  readonly documents: readonly DocumentRow[];
  readonly #kernels: Kernels;
  readonly #file: StoredFile;
  #wordCounts: Promise<DataView> | undefined;

  private constructor(kernels: Kernels, file: StoredFile, header: Header, blocks: BlockRow[], documents: DocumentRow[]) {
    this.#kernels = kernels;
    this.#file = file;
    this.header = header;
    this.blocks = blocks;
    this.documents = documents;
  }

  /**
   * @param seed the segment's own, as the corpus that names it knows it
   * @throws corpus_version, corpus_corrupt
   */
  static async open(kernels: Kernels, file: StoredFile, seed: number): Promise<Segment> {
    const header = parseHeader(kernels, file.sizeBytes < HEADER_BYTES ? new Uint8Array(0) : await file.read(0, HEADER_BYTES));
    if (header.seed !== seed) throw corrupt("The segment");
    checkSections(header, file.sizeBytes);
    const blocks = parseBlocks(await readSection(kernels, file, header, "blocks"), header.blocks);
    const documents = parseDocuments(await readSection(kernels, file, header, "documents"), header);
    if (blocks.some(({ firstDocument }) => firstDocument >= documents.length)) throw corrupt("The table of blocks");
    return new Segment(kernels, file, header, blocks, documents);
  }

  /** Looks up many keys at once, in the order of their pages. */
  async lookup(keys: Hashes, signal: () => void): Promise<Hit[]> {
    const { offsetBytes, lengthBytes } = this.header.sections.keys;
    const pages = lengthBytes / PAGE_BYTES;
    const order = Array.from(keys.high, (_, index) => index).sort((x, y) => keys.high[x]! - keys.high[y]!);
    const found: { index: number; payload: number }[] = [];
    for (let from = 0; from < order.length; ) {
      signal();
      const firstPage = pageOf(keys.high[order[from]!]!, pages);
      let lastPage = firstPage;
      let to = from;
      for (; to < order.length; to++) {
        const page = pageOf(keys.high[order[to]!]!, pages);
        if (page > lastPage + PAGES_SKIPPED_MAX || page >= firstPage + PAGES_PER_READ_MAX) break;
        lastPage = page;
      }
      const bytes = await this.#file.read(offsetBytes + firstPage * PAGE_BYTES, (lastPage - firstPage + 1) * PAGE_BYTES);
      this.#lookupInPages(bytes, firstPage, pages, keys, order.slice(from, to), found);
      from = to;
    }
    return this.#readLists(found);
  }

  #lookupInPages(
    bytes: Uint8Array,
    firstPage: number,
    pages: number,
    keys: Hashes,
    order: readonly number[],
    found: { index: number; payload: number }[],
  ): void {
    let view: DataView | undefined;
    let viewed = -1;
    for (const index of order) {
      const page = pageOf(keys.high[index]!, pages);
      if (view === undefined || page !== viewed) {
        const at = (page - firstPage) * PAGE_BYTES;
        view = checkPage(this.#kernels, bytes.subarray(at, at + PAGE_BYTES), checksumSeed(this.header.seed, "keys", page));
        viewed = page;
      }
      const count = view.getUint32(0, true);
      if (count > KEYS_PER_PAGE) throw corrupt("A page");
      const payload = findKey(view, 4, KEY_BYTES, count, keys.high[index]!, keys.low[index]!);
      if (payload !== undefined) found.push({ index, payload });
    }
  }

  async #readLists(found: readonly { index: number; payload: number }[]): Promise<Hit[]> {
    const hits: Hit[] = [];
    const pages = new Map<number, DataView>();
    for (const { index, payload } of found) {
      if (payload < LIST_FLAG) {
        hits.push({ index, blocks: [payload], blocksInAll: 1 });
        continue;
      }
      const page = (payload - LIST_FLAG) >>> 10;
      const view = pages.get(page) ?? (await this.#readListPage(page));
      pages.set(page, view);
      const at = ((payload - LIST_FLAG) & 1023) * 4;
      const kept = at + 8 > PAGE_BYTES ? 0 : view.getUint32(at + 4, true);
      if (kept === 0 || kept > LIST_BLOCKS_MAX || at + 8 + 4 * kept > PAGE_BYTES) throw corrupt("A page");
      const blocks = Array.from({ length: kept }, (_, i) => view.getUint32(at + 8 + 4 * i, true));
      hits.push({ index, blocks, blocksInAll: view.getUint32(at, true) });
    }
    if (hits.some(({ blocks }) => blocks.some((block) => block >= this.blocks.length))) throw corrupt("A page");
    return hits;
  }

  async #readListPage(page: number): Promise<DataView> {
    const bytes = await this.#file.read(this.header.sections.lists.offsetBytes + page * PAGE_BYTES, PAGE_BYTES);
    return checkPage(this.#kernels, bytes, checksumSeed(this.header.seed, "lists", page));
  }

  /** How often each word stands in the corpus; 1 for a word that the table leaves out. */
  async countWords(words: Hashes): Promise<Uint32Array> {
    this.#wordCounts ??= this.#readWordCounts();
    const view = await this.#wordCounts;
    const rows = view.byteLength / WORD_ROW_BYTES;
    return Uint32Array.from(words.high, (high, i) => findKey(view, 0, WORD_ROW_BYTES, rows, high, words.low[i]!) ?? 1);
  }

  async #readWordCounts(): Promise<DataView> {
    try {
      const bytes = await readSection(this.#kernels, this.#file, this.header, "words");
      return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    } catch (error) {
      this.#wordCounts = undefined; // a store that failed once may answer the next search
      throw error;
    }
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** Binary search among rows of (u32 high, u32 low, u32 value) that ascend; the value, or undefined. */
function findKey(view: DataView, base: number, rowBytes: number, rows: number, high: number, low: number): number | undefined {
  let from = 0;
  let to = rows;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const at = base + middle * rowBytes;
    const order = view.getUint32(at, true) - high || view.getUint32(at + 4, true) - low;
    if (order === 0) return view.getUint32(at + 8, true);
    if (order < 0) from = middle + 1;
    else to = middle;
  }
  return undefined;
}

async function readSection(kernels: Kernels, file: StoredFile, header: Header, name: SectionName): Promise<Uint8Array> {
  const { offsetBytes, lengthBytes, checksum } = header.sections[name];
  const bytes = await file.read(offsetBytes, lengthBytes);
  if (kernels.xxhash32(bytes, checksumSeed(header.seed, name, 0)) !== checksum) throw corrupt(`The table of ${name}`);
  return bytes;
}

function parseHeader(kernels: Kernels, bytes: Uint8Array): Header {
  if (bytes.length < HEADER_BYTES) throw corrupt("The header");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (new TextDecoder().decode(bytes.subarray(0, 8)) !== SEGMENT_MAGIC) throw corrupt("The header");
  const [version, seed, shingleWords, windowShingles, blocks, documents] = [0, 1, 2, 3, 4, 5].map((i) =>
    view.getUint32(8 + 4 * i, true),
  ) as [number, number, number, number, number, number];
  if (version !== SEGMENT_VERSION) throw wrongVersion();
  const checksum = kernels.xxhash32(bytes.subarray(0, HEADER_BYTES - 4), checksumSeed(seed, "header", 0));
  if (checksum !== view.getUint32(HEADER_BYTES - 4, true)) throw corrupt("The header");
  const sections = Object.fromEntries(
    SECTIONS.map((name, i) => [
      name,
      {
        offsetBytes: view.getFloat64(48 + 24 * i, true),
        lengthBytes: view.getFloat64(56 + 24 * i, true),
        checksum: view.getUint32(64 + 24 * i, true),
      },
    ]),
  ) as Record<SectionName, Section>;
  const [words, keys] = [view.getFloat64(32, true), view.getFloat64(40, true)];
  return { seed, shingleWords, windowShingles, blocks, documents, words, keys, sections };
}

/** Sections follow each other without a gap to the end of the file, and pages are whole. */
function checkSections({ sections }: Header, sizeBytes: number): void {
  let end = HEADER_BYTES;
  for (const name of SECTIONS) {
    const { offsetBytes, lengthBytes } = sections[name];
    if (offsetBytes !== end || !Number.isSafeInteger(lengthBytes) || lengthBytes < 0) throw corrupt("The header");
    end += lengthBytes;
  }
  if (end !== sizeBytes) throw corrupt("The length");
  const { keys, lists } = sections;
  if (keys.lengthBytes === 0 || keys.lengthBytes % PAGE_BYTES !== 0 || lists.lengthBytes % PAGE_BYTES !== 0)
    throw corrupt("The header");
}

export function wrongVersion(): SpoliaError {
  return new SpoliaError("corpus_version", "The corpus was written by another version of spolia.", {
    hint: "Build it again with this version.",
  });
}

function parseBlocks(bytes: Uint8Array, count: number): BlockRow[] {
  if (bytes.length !== count * BLOCK_ROW_BYTES) throw corrupt("The table of blocks");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: count }, (_, i) => {
    const number = (j: number) => view.getUint32(i * BLOCK_ROW_BYTES + 8 + 4 * j, true);
    return {
      offsetBytes: view.getFloat64(i * BLOCK_ROW_BYTES, true),
      storedBytes: number(0),
      ownBytes: number(1),
      rawBytes: number(2),
      firstDocument: number(3),
      utf16Start: number(4),
      checksum: number(5),
    };
  });
}

/** A checksum is no proof against bytes made up by someone, so what is used as an index is looked at. */
function parseDocuments(bytes: Uint8Array, header: Header): DocumentRow[] {
  const documents = decoded(bytes);
  if (!Array.isArray(documents) || documents.length !== header.documents) throw corrupt("The table of documents");
  const counts = ["firstBlock", "blocks", "offsetBytes", "lengthBytes", "words", "copies"] as const;
  for (const row of documents as (DocumentRow | null)[]) {
    const isSound = typeof row?.id === "string" && counts.every((field) => Number.isSafeInteger(row[field]) && row[field] >= 0);
    if (!isSound || row.blocks < 1 || row.firstBlock + row.blocks > header.blocks) throw corrupt("The table of documents");
  }
  return documents;
}

function decoded(bytes: Uint8Array): unknown {
  try {
    return decode(bytes);
  } catch {
    throw corrupt("The table of documents");
  }
}
