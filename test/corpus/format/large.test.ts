/** Segments of more blocks than version 3 can number: what is written is read, at every border. */
import { describe, expect, test } from "vitest";
import { sha256 } from "../../../src/base/bytes/sha256.ts";
import { sum } from "../../../src/base/lists/numbers.ts";
import { PASSAGE } from "../../../src/core/fingerprint/profile.ts";
import { pageOf } from "../../../src/core/kernels/tables/pageForm.ts";
import { mergedFrom, SEGMENTS_MAX } from "../../../src/corpus/change/mergePolicy.ts";
import {
  CONTEXT_VALUES,
  FOOTER_BYTES,
  FOOTER_OFFSETS,
  KEY_PAGE_BYTES,
  LIST_UNIT_BYTES,
  PAGE_BYTES,
  ROW_BYTES,
  SECTIONS,
  SEGMENT_BLOCKS_MAX,
  SEGMENT_VERSION,
  type SegmentTableName,
  SMALL_BLOCKS_MAX,
} from "../../../src/corpus/format/layout.ts";
import { INLINE_POSTINGS_MAX, ListWriter, listPageOf, parseList } from "../../../src/corpus/format/lists.ts";
import { PostingRuns, postingLow } from "../../../src/corpus/format/postings.ts";
import { Spool, SpoolMemory } from "../../../src/corpus/format/spool.ts";
import { type Footer, packFooter, parseFooter } from "../../../src/corpus/segment/footer.ts";
import { rowsPerPage } from "../../../src/corpus/segment/read/tables.ts";
import { expect as expectedOf, writeIndex } from "../../../src/corpus/segment/write/keyIndex.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { kernels } from "../../support/suites/corpus/judge.ts";
import { seeded } from "../../support/texts.ts";
import { type Posting, runsOf, SEED, twin } from "./segments.ts";

const BORDERS = [0, 1, SMALL_BLOCKS_MAX - 1, SMALL_BLOCKS_MAX, 2 ** 24 - 1, 2 ** 24, SEGMENT_BLOCKS_MAX - 1];

/** An index as a segment of so many blocks has it, and its bytes. */
async function indexOf(all: readonly Posting[], blocks: number) {
  const storage = createMemoryStorage();
  const memory = new SpoolMemory(2 ** 30);
  const { runs } = await runsOf(all, storage, memory, 1);
  const spool = new Spool(storage, memory);
  const lists = new ListWriter(kernels, SEED, spool);
  const input = {
    kernels,
    seed: SEED,
    section: "keys",
    sources: [runs],
    blocks,
    rankOf: (block: number) => block,
  } as const;
  const written: Uint8Array[] = [];
  const index = await writeIndex({ ...input, lists }, await expectedOf(input), 1, async (bytes) => {
    written.push(bytes);
  });
  await lists.finish();
  const listPages: Uint8Array[] = [];
  for await (const bytes of spool.all()) listPages.push(bytes);
  return { form: index!.form, keys: Buffer.concat(written), lists: Buffer.concat(listPages) };
}

const kept = kernels.keyPages(KEY_PAGE_BYTES, INLINE_POSTINGS_MAX);

/** The postings of a key, as a lookup finds them. */
function postingsOf({ form, keys, lists }: Awaited<ReturnType<typeof indexOf>>, key: number, blocks: number): number[] {
  const pageAt = (bytes: Buffer, page: number, pageBytes: number) =>
    new DataView(bytes.buffer, bytes.byteOffset + page * pageBytes, pageBytes);
  const page = pageOf(key, form.pages);
  const section = kept.newSection();
  kept.begin();
  for (const number of [page, page + 1]) kept.put(section, number, pageAt(keys, number, form.pageBytes));
  const found = kept.find(section, form, Uint32Array.of(key), 0);
  if (found === null || found === "damaged") throw new Error(`a page is ${found}`);
  const { values } = found;
  return [...values].flatMap((value) => {
    const unit = value - blocks * CONTEXT_VALUES;
    return unit < 0 ? [value] : Array.from(parseList(pageAt(lists, listPageOf(unit), PAGE_BYTES), unit).postings);
  });
}

/** Keys of one block, of some, and of so many that they have a list, at every border below a number of blocks. */
function postingsBelow(blocks: number): Posting[] {
  const random = seeded(22);
  const any = (below: number) => Math.floor(random() * below);
  const borders = BORDERS.filter((block) => block < blocks);
  const all: Posting[] = borders.flatMap((block): Posting[] => [
    [0, block, 0],
    [0xffff_ffff, block, CONTEXT_VALUES - 1],
    [any(2 ** 32), block, any(CONTEXT_VALUES)],
  ]);
  for (let i = 0; i < 300; i++) all.push([0x1234_5678, any(blocks), any(CONTEXT_VALUES)]);
  for (let i = 0; i < 500; i++) all.push([any(2 ** 32), any(blocks), any(CONTEXT_VALUES)]);
  return all;
}

describe.each([SMALL_BLOCKS_MAX - 1, SMALL_BLOCKS_MAX, SMALL_BLOCKS_MAX + 1, SEGMENT_BLOCKS_MAX])(
  "%i blocks",
  (blocks) => {
    test("every posting is found, in pages and in lists", async () => {
      const all = postingsBelow(blocks);
      const index = await indexOf(all, blocks);
      for (const [key, postings] of notEmpty(twin(all))) expect(postingsOf(index, key, blocks)).toEqual(postings);
      expect(postingsOf(index, 0x1234_5679, blocks)).toEqual([]);
    });
  },
);

test("its bytes stay as they are", async () => {
  const { keys, lists } = await indexOf(postingsBelow(SEGMENT_BLOCKS_MAX), SEGMENT_BLOCKS_MAX);
  expect(await sha256(Buffer.concat([keys, lists]))).toMatchInlineSnapshot(
    `"aa65111b4f189e9963c183120cb71ad52451bd6b40efdbbc796b83810eac373a"`,
  );
});

/** Postings of keys of which a half has a list, in one run, and the number of entries that the index has of them. */
function unevenPostings(keys: number) {
  const random = seeded(23);
  const [high, low] = [[] as number[], [] as number[]];
  let entries = 0;
  for (let i = 0; i < keys; i++) {
    const count = 1 + Math.floor(random() * 2 * INLINE_POSTINGS_MAX);
    const key = Math.floor(random() * 2 ** 32);
    for (let block = 0; block < count; block++) {
      high.push(key);
      low.push(postingLow(block, 0));
    }
    entries += count > INLINE_POSTINGS_MAX ? 1 : count;
  }
  return { high: Uint32Array.from(high), low: Uint32Array.from(low), entries };
}

test("an index of many postings gets as many pages as they need: a sample of four parts in 256 tells how many", async () => {
  const { high, low, entries } = unevenPostings(24_000);
  const errors: number[] = [];
  // Other keys in the same order: each draw samples other parts.
  for (let draw = 0; draw < 32; draw++) {
    const runs = new PostingRuns(new Spool(createMemoryStorage(), new SpoolMemory(2 ** 30)));
    await runs.add(kernels.sortDistinct({ high: high.map((key) => key + draw * 2 ** 24), low: low.slice() }), 0);
    expect(runs.count).toBeGreaterThan(2 ** 18);
    const input = { kernels, seed: SEED, section: "keys", sources: [runs], blocks: 1_000 } as const;
    const expected = await expectedOf({ ...input, rankOf: (block) => block });
    errors.push(Math.abs(expected.entries / entries - 1));
  }
  expect(sum(errors, (error) => error) / errors.length).toBeLessThan(0.09);
});

/** A footer of a segment of so many blocks, and the size of its file. */
function footerOf(blocks: number): Footer & { sizeBytes: number } {
  const valueBits = 1 + Math.ceil(Math.log2(blocks * CONTEXT_VALUES));
  const form = { pages: 1, lowBits: 20, valueBits, pageBytes: KEY_PAGE_BYTES, entries: 1, keys: 1 };
  let offsetBytes = 0;
  const sections = Object.fromEntries(
    SECTIONS.map((name) => {
      const rows = name === "blocks" ? blocks : name === "texts" ? 1 : 0;
      const pages = name in ROW_BYTES ? Math.ceil(rows / rowsPerPage(name as SegmentTableName)) : 2;
      const pageBytes = name === "keys" || name === "coarse" ? KEY_PAGE_BYTES : PAGE_BYTES;
      const section = { offsetBytes, lengthBytes: pages * pageBytes, rows };
      offsetBytes += section.lengthBytes;
      return [name, section];
    }),
  ) as Footer["sections"];
  return {
    words: 1,
    textBytes: 1,
    unlistedCount: 0,
    commonForm: "coded",
    keys: form,
    coarse: form,
    sections,
    sizeBytes: offsetBytes + FOOTER_BYTES,
  };
}

test.each([SMALL_BLOCKS_MAX / 2, SMALL_BLOCKS_MAX, SEGMENT_BLOCKS_MAX])("a footer of %i blocks is read", (blocks) => {
  const { sizeBytes, ...footer } = footerOf(blocks);
  const bytes = packFooter(kernels, { seed: SEED, profile: PASSAGE, ...footer });
  expect(new DataView(bytes.buffer).getUint32(FOOTER_OFFSETS.version, true)).toBe(SEGMENT_VERSION);
  expect(parseFooter(kernels, bytes, SEED, sizeBytes, PASSAGE)).toEqual(footer);
});

test("a footer of more blocks than a segment has is damaged", () => {
  const { sizeBytes, ...footer } = footerOf(SEGMENT_BLOCKS_MAX + 1);
  const bytes = packFooter(kernels, { seed: SEED, profile: PASSAGE, ...footer });
  expect(() => parseFooter(kernels, bytes, SEED, sizeBytes, PASSAGE)).toThrow("damaged");
});

describe("no change is refused for a merge", () => {
  const size = (blocks: number) => ({ bytes: blocks * LIST_UNIT_BYTES, blocks });
  const FULL = size(SEGMENT_BLOCKS_MAX - 5);

  test.each([
    ["of small ones all are merged", Array.from({ length: SEGMENTS_MAX + 1 }, () => size(1)), 0],
    ["full ones stay apart", Array.from({ length: SEGMENTS_MAX + 1 }, () => FULL), SEGMENTS_MAX + 1],
    ["what has room beside full ones is merged", [...Array.from({ length: 9 }, () => FULL), size(3), size(3)], 9],
    ["up to the last block", [...Array.from({ length: 8 }, () => size(9)), FULL, size(4), size(1)], 8],
    ["and not beyond", [...Array.from({ length: 8 }, () => size(9)), FULL, size(5), size(1)], 9],
  ])("%s", (_, sizes, from) => {
    expect(mergedFrom(sizes)).toBe(from);
    const merged = sizes.slice(from).reduce((sum, { blocks }) => sum + blocks, 0);
    expect(merged).toBeLessThanOrEqual(SEGMENT_BLOCKS_MAX);
  });
});
