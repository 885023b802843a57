/** Writes a segment; `layout.ts` draws it. */
import { encode } from "@msgpack/msgpack";
import { SpoliaError } from "../errors.ts";
import type { Profile } from "../fingerprint/profile.ts";
import type { Hashes, Kernels } from "../kernels/kernels.ts";
import type { NewFile } from "../storage/storage.ts";
import {
  BLOCK_ROW_BYTES,
  type BlockRow,
  checksumSeed,
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
  sealPage,
  WORD_ROW_BYTES,
} from "./layout.ts";
import type { GroupedPostings, Postings } from "./postings.ts";

/** Everything a segment holds. */
export interface SegmentContent {
  seed: number;
  profile: Profile;
  postings: Postings;
  blocks: readonly BlockRow[];
  documents: readonly DocumentRow[];
  words: number;
  wordCounts: { hashes: Hashes; counts: Uint32Array };
}

/** @returns distinct keys and bytes written */
export async function writeSegment(
  kernels: Kernels,
  file: NewFile,
  content: SegmentContent,
): Promise<{ keys: number; bytes: number }> {
  const postings = content.postings.grouped();
  const { lists, payloads } = packLists(kernels, content.seed, postings);
  const keys = packKeys(kernels, content.seed, postings, payloads);
  const parts: Record<SectionName, Uint8Array> = {
    keys,
    lists,
    blocks: packBlocks(content.blocks),
    documents: encode(content.documents, { ignoreUndefined: true }),
    words: packWordCounts(content.wordCounts),
  };
  const sections = {} as Record<SectionName, Section>;
  let offsetBytes = HEADER_BYTES;
  for (const name of SECTIONS) {
    const isPaged = name === "keys" || name === "lists";
    const checksum = isPaged ? 0 : kernels.xxhash32(parts[name], checksumSeed(content.seed, name, 0));
    sections[name] = { offsetBytes, lengthBytes: parts[name].length, checksum };
    offsetBytes += parts[name].length;
  }
  await file.write(packHeader(kernels, content, postings.high.length, sections));
  for (const name of SECTIONS) await file.write(parts[name]);
  return { keys: postings.high.length, bytes: offsetBytes };
}

function packHeader(
  kernels: Kernels,
  content: SegmentContent,
  keys: number,
  sections: Record<SectionName, Section>,
): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES);
  const view = new DataView(header.buffer);
  header.set(new TextEncoder().encode(SEGMENT_MAGIC));
  const { shingleWords, windowShingles } = content.profile;
  const numbers = [
    SEGMENT_VERSION,
    content.seed,
    shingleWords,
    windowShingles,
    content.blocks.length,
    content.documents.length,
  ];
  for (const [i, value] of numbers.entries()) view.setUint32(8 + 4 * i, value, true);
  view.setFloat64(32, content.words, true);
  view.setFloat64(40, keys, true);
  for (const [i, name] of SECTIONS.entries()) {
    view.setFloat64(48 + 24 * i, sections[name].offsetBytes, true);
    view.setFloat64(56 + 24 * i, sections[name].lengthBytes, true);
    view.setUint32(64 + 24 * i, sections[name].checksum, true);
  }
  const checksum = kernels.xxhash32(header.subarray(0, HEADER_BYTES - 4), checksumSeed(content.seed, "header", 0));
  view.setUint32(HEADER_BYTES - 4, checksum, true);
  return header;
}

/** Lists of blocks in pages, none across a page's end, and each hash's payload. */
function packLists(kernels: Kernels, seed: number, postings: GroupedPostings): { lists: Uint8Array; payloads: Uint32Array } {
  const pages: Uint8Array[] = [];
  let view: DataView = new DataView(new ArrayBuffer(0));
  let at = PAGE_BYTES;
  const payloads = postings.high.map((_, i) => {
    const start = postings.starts[i]!;
    const blocksInAll = postings.starts[i + 1]! - start;
    if (blocksInAll === 1) return postings.blocks[start]!;
    const kept = postings.blocks.subarray(start, start + Math.min(blocksInAll, LIST_BLOCKS_MAX));
    if (at + 8 + 4 * kept.length > PAGE_BYTES - 4) {
      pages.push(new Uint8Array(PAGE_BYTES));
      view = new DataView(pages.at(-1)!.buffer);
      at = 0;
    }
    const payload = LIST_FLAG + (pages.length - 1) * 1024 + at / 4;
    for (const value of [blocksInAll, kept.length, ...kept]) {
      view.setUint32(at, value, true);
      at += 4;
    }
    return payload;
  });
  pages.forEach((page, i) => {
    sealPage(kernels, page, checksumSeed(seed, "lists", i));
  });
  const lists = new Uint8Array(PAGE_BYTES * pages.length);
  pages.forEach((page, i) => {
    lists.set(page, i * PAGE_BYTES);
  });
  return { lists, payloads };
}

function packKeys(kernels: Kernels, seed: number, { high, low }: GroupedPostings, payloads: Uint32Array): Uint8Array {
  const pages = pagesFor(high);
  const keys = new Uint8Array(pages * PAGE_BYTES);
  const view = new DataView(keys.buffer);
  for (let i = 0; i < high.length; i++) {
    const page = pageOf(high[i]!, pages) * PAGE_BYTES;
    const count = view.getUint32(page, true);
    const at = page + 4 + count * KEY_BYTES;
    view.setUint32(at, high[i]!, true);
    view.setUint32(at + 4, low[i]!, true);
    view.setUint32(at + 8, payloads[i]!, true);
    view.setUint32(page, count + 1, true);
  }
  for (let page = 0; page < pages; page++) {
    sealPage(kernels, keys.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES), checksumSeed(seed, "keys", page));
  }
  return keys;
}

/** Times the fewest possible pages beyond which no even spread is to be had: some hashes were made to collide. */
const PAGES_FACTOR_MAX = 64;

/** The fewest pages, to a fiftieth, of which none overflows: about 85 % full for hashes. */
function pagesFor(high: Uint32Array): number {
  const fewest = Math.max(1, Math.ceil(high.length / KEYS_PER_PAGE));
  for (let pages = fewest; pages <= PAGES_FACTOR_MAX * fewest; pages = Math.ceil(pages * 1.02)) {
    const loads = new Uint32Array(pages);
    for (const value of high) loads[pageOf(value, pages)]!++;
    if (loads.every((load) => load <= KEYS_PER_PAGE)) return pages;
  }
  throw new SpoliaError("document_invalid", "Hundreds of shingles share half of their hash, which only made-up text does.", {
    hint: "Leave out the document that was made to break the index.",
  });
}

function packBlocks(blocks: readonly BlockRow[]): Uint8Array {
  const bytes = new Uint8Array(blocks.length * BLOCK_ROW_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [i, row] of blocks.entries()) {
    view.setFloat64(i * BLOCK_ROW_BYTES, row.offsetBytes, true);
    const numbers = [row.storedBytes, row.ownBytes, row.rawBytes, row.firstDocument, row.utf16Start, row.checksum];
    for (const [j, value] of numbers.entries()) view.setUint32(i * BLOCK_ROW_BYTES + 8 + 4 * j, value, true);
  }
  return bytes;
}

function packWordCounts({ hashes, counts }: SegmentContent["wordCounts"]): Uint8Array {
  const bytes = new Uint8Array(counts.length * WORD_ROW_BYTES);
  const view = new DataView(bytes.buffer);
  counts.forEach((count, i) => {
    view.setUint32(i * WORD_ROW_BYTES, hashes.high[i]!, true);
    view.setUint32(i * WORD_ROW_BYTES + 4, hashes.low[i]!, true);
    view.setUint32(i * WORD_ROW_BYTES + 8, count, true);
  });
  return bytes;
}
