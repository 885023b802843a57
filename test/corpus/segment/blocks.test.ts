import { inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PASSAGE, PROFILES, type ProfileName, SPARSE } from "../../../src/core/fingerprint/profile.ts";
import { readText } from "../../../src/core/text/text.ts";
import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { BLOCK_WORDS, type BlockRow, CODEC, type CodecName, type TextRow } from "../../../src/corpus/format/layout.ts";
import { readManifest } from "../../../src/corpus/format/manifest.ts";
import { segmentSeed } from "../../../src/corpus/format/names.ts";
import { bindBlock, parseBlockRow, writeBlockRow } from "../../../src/corpus/format/rows.ts";
import { type OpenSegment, openSegments, profileOf } from "../../../src/corpus/search/open.ts";
import { inflatedBlock, readBlock, readWholeText, textsOfBlock } from "../../../src/corpus/segment/blocks.ts";
import { type CorpusChunk, indexChunk } from "../../../src/corpus/segment/write/chunk.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { kernels } from "../../support/suites/corpus/judge.ts";
import { corpusDocuments, fillerWords, seeded, zipfText } from "../../support/texts.ts";

const NAMES = { name: "test", dataset: "test" };
const encode = (text: string) => new TextEncoder().encode(text);

/** The one segment of a corpus of these texts. Equal texts are stored once. */
async function built(
  texts: readonly string[],
  codec: CodecName = "deflate",
  profile: ProfileName = "passage",
): Promise<OpenSegment> {
  const storage = createMemoryStorage();
  const documents = texts.map((text, i) => ({ id: `${i}`, text }));
  await (await buildCorpus(documents, { ...NAMES, storage, codec, profile })).close();
  const { manifest } = await readManifest(kernels, storage);
  const [open] = await openSegments(kernels, storage, manifest.segments, profileOf(manifest));
  return open!;
}

async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

const rawOf = async (open: OpenSegment, blocks: readonly BlockRow[]) =>
  Promise.all(blocks.map((_, block) => readBlock(open, block)));

describe.each(["deflate", "raw"] as const)("blocks of text, %s", (codec) => {
  const originals = corpusDocuments().map(({ text }) => text);

  test("return every text byte for byte, with its owner", async () => {
    const open = await built(originals, codec);
    const distinct = new Map(originals.map((text) => [Buffer.from(encode(text)).toString("latin1"), encode(text)]));
    const rows = await all(open.segment.texts.all());
    const blocks = await all(open.segment.blocks.all());
    expect(rows.length).toBe(distinct.size);
    expect(rows.length).toBeGreaterThan(300);
    let next = 0;
    const expected = [...distinct.values()];
    const owners = new Map<number, { number: number; row: TextRow }[]>();
    for (const [number, row] of notEmpty(rows.entries())) {
      expect(Buffer.compare(await readWholeText(open, row), expected[number]!), `text ${number}`).toBe(0);
      expect(row.words).toBe(readText(kernels, expected[number]!).lengthWords);
      expect([next - 1, next]).toContain(row.firstBlock);
      next = row.firstBlock + row.blocks;
      for (let block = row.firstBlock; block < next; block++)
        owners.set(block, [...(owners.get(block) ?? []), { number, row }]);
    }
    expect(next).toBe(blocks.length);
    for (const block of notEmpty(blocks.keys()))
      expect(await textsOfBlock(open.segment, block)).toEqual(owners.get(block));
    let offset = 0;
    for (const { offsetBytes, storedBytes } of notEmpty(blocks)) {
      expect(offsetBytes).toBe(offset);
      offset += storedBytes;
    }
    expect(open.text!.sizeBytes).toBe(offset);
  });

  test("are stored in the format of the codec, or raw if that is not larger", () => {
    const seen = [0, 0];
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      // Long enough to be smaller when deflated, whatever is drawn.
      fc.string({ unit: fc.constantFrom("a ", "b"), minLength: 50, maxLength: 90 }),
    );
    fc.assert(
      fc.property(text, (text) => {
        const { blocks, stored } = indexChunk(kernels, [encode(text)], PASSAGE, codec);
        expect(blocks.length).toBe(1);
        const { storedBytes, rawBytes, codec: one } = blocks[0]!;
        expect([storedBytes, rawBytes]).toEqual([stored[0]!.length, encode(text).length]);
        expect(one === CODEC.deflate).toBe(storedBytes < rawBytes);
        const raw = one === CODEC.deflate ? inflateRawSync(stored[0]!) : stored[0]!;
        expect(Buffer.compare(raw, encode(text))).toBe(0);
        seen[one]!++;
      }),
      { numRuns: 300 },
    );
    expect(seen[CODEC.raw]).toBeGreaterThan(codec === "raw" ? 299 : 50);
    expect(seen[CODEC.deflate]! > 50).toBe(codec === "deflate");
  });
});

describe("blocks of one text", () => {
  test.each([PASSAGE, SPARSE])(
    "overlap by a shingle less a word, and begin where they say in UTF-16: $name",
    async (profile) => {
      const text = `${zipfText(seeded(51), BLOCK_WORDS - 6)} 😀 𝔘 e\u0301 ${zipfText(seeded(52), 2 * BLOCK_WORDS + 900)} 😀`;
      const open = await built([text], "deflate", profile.name as ProfileName);
      const blocks = await all(open.segment.blocks.all());
      const raw = await rawOf(open, blocks);
      const whole = readText(kernels, text);
      expect(blocks.length).toBe(Math.ceil(whole.lengthWords / BLOCK_WORDS));
      expect(blocks.length).toBe(4);
      for (const [i, { utf16Start, ownBytes, rawBytes, firstText }] of notEmpty(blocks.entries())) {
        const here = new TextDecoder().decode(raw[i]!);
        expect(text.slice(utf16Start, utf16Start + here.length)).toBe(here);
        const overlap = readText(kernels, raw[i]!.subarray(ownBytes)).lengthWords;
        expect(overlap).toBe(i === blocks.length - 1 ? 0 : profile.shingleWords - 1);
        const own = readText(kernels, raw[i]!.subarray(0, ownBytes)).lengthWords;
        expect(own).toBe(i === blocks.length - 1 ? whole.lengthWords - i * BLOCK_WORDS : BLOCK_WORDS);
        expect(rawBytes).toBe(raw[i]!.length);
        expect(firstText).toBe(0);
      }
    },
  );

  test("end with the text, also if few words remain for the last block", async () => {
    const filler = fillerWords();
    const fill = (words: number) => Array.from({ length: words }, () => filler.next().value).join(" ");
    for (const more of [1, 2, PASSAGE.shingleWords - 2, PASSAGE.shingleWords - 1, PASSAGE.shingleWords, BLOCK_WORDS]) {
      const text = ` — ${fill(BLOCK_WORDS + more)} … 😀\n`;
      const open = await built([text]);
      const blocks = await all(open.segment.blocks.all());
      expect(blocks.length).toBe(2);
      const [row] = await all(open.segment.texts.all());
      expect(Buffer.compare(await readWholeText(open, row!), encode(text)), `${more}`).toBe(0);
      const raw = await rawOf(open, blocks);
      const overlap = readText(kernels, raw[0]!.subarray(blocks[0]!.ownBytes)).lengthWords;
      expect(overlap).toBe(Math.min(more, PASSAGE.shingleWords - 1));
      expect(text.slice(blocks[1]!.utf16Start)).toBe(new TextDecoder().decode(raw[1]!));
    }
  });
});

describe("shared blocks", () => {
  test("are filled to the last word, and a text of more than a block has its own blocks", async () => {
    const random = seeded(54);
    const blocksOf = async (...words: number[]) =>
      (await built(words.map((count) => zipfText(random, count)))).segment.blocks.rows;
    const half = BLOCK_WORDS / 2;
    expect(await blocksOf(half, half)).toBe(1);
    expect(await blocksOf(half, half + 1)).toBe(2);
    expect(await blocksOf(BLOCK_WORDS, 0)).toBe(1);
    expect(await blocksOf(BLOCK_WORDS + 1, 1)).toBe(3);
    expect(await blocksOf(1, BLOCK_WORDS + 1, 1)).toBe(4);
    expect(await blocksOf(1, BLOCK_WORDS + 1, half, half)).toBe(4);
  });

  test("contain what a naive computation puts into them", () => {
    const lengths = fc.array(
      fc.oneof(
        fc.nat({ max: 30 }),
        fc.integer({ min: BLOCK_WORDS / 2 - 2, max: BLOCK_WORDS / 2 + 2 }),
        fc.integer({ min: BLOCK_WORDS - 2, max: BLOCK_WORDS + 2 }),
        fc.constant(2 * BLOCK_WORDS + 1),
      ),
      { maxLength: 7 },
    );
    fc.assert(
      fc.property(lengths, (lengths) => {
        const chunk = chunkOf(lengths.map((words) => "a ".repeat(words)));
        let next = 0;
        let left = 0; // words for which the block under way has room
        const expected = lengths.map((words) => {
          if (words > BLOCK_WORDS) {
            const blocks = Math.ceil(words / BLOCK_WORDS);
            [next, left] = [next + blocks, -1];
            return { firstBlock: next - blocks, blocks, words };
          }
          if (next === 0 || left < words) [next, left] = [next + 1, BLOCK_WORDS];
          left -= words;
          return { firstBlock: next - 1, blocks: 1, words };
        });
        expect(chunk.texts.map(({ firstBlock, blocks, words }) => ({ firstBlock, blocks, words }))).toEqual(expected);
        expect(chunk.blocks.length).toBe(next);
        for (const [i, { firstText }] of notAlwaysEmpty(chunk.blocks.entries()))
          expect(firstText).toBe(
            expected.findIndex(({ firstBlock, blocks }) => firstBlock <= i && i < firstBlock + blocks),
          );
      }),
      { numRuns: 60 },
    );
  });

  test("of texts without words stay small", () => {
    const { blocks, texts } = chunkOf(Array.from({ length: 9 }, (_, i) => "— ".repeat(30_000) + i));
    expect(blocks.length).toBe(5);
    for (const { rawBytes } of notEmpty(blocks)) expect(rawBytes).toBeLessThanOrEqual(2 ** 18);
    expect(texts.map(({ firstBlock }) => firstBlock)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4]);
  });
});

function chunkOf(texts: readonly string[]): CorpusChunk {
  return indexChunk(kernels, texts.map(encode), PROFILES.passage, "deflate");
}

describe("a row of blocks", () => {
  const u32 = fc.nat({ max: 0xffff_ffff });
  const row = fc.record({
    offsetBytes: fc.nat({ max: 2 ** 31 - 1 }).map((n) => n * 4_000_000),
    storedBytes: u32,
    rawBytes: u32,
    ownBytes: u32,
    firstText: u32,
    utf16Start: u32,
    hash: u32.map((hash) => (hash & ~1) >>> 0),
    codec: fc.nat({ max: 1 }),
  });

  test("reads back what was written, bound to its segment and its place", () => {
    fc.assert(
      fc.property(row, u32, fc.nat({ max: 2 ** 24 }), fc.nat({ max: 2 ** 24 }), (row, seed, block, other) => {
        const view = new DataView(new ArrayBuffer(40));
        writeBlockRow(view, 8, row);
        bindBlock(view, 8, seed, block);
        expect(parseBlockRow(view, 8, seed, block)).toEqual(row);
        if (other !== block) expect(parseBlockRow(view, 8, seed, other)).not.toEqual(row);
        expect(parseBlockRow(view, 8, (seed ^ 2) >>> 0, block)).not.toEqual(row);
      }),
    );
  });

  test("whose numbers do not match the bytes is corpus_corrupt", () => {
    const stored = encode("abcdef");
    const row: BlockRow = {
      offsetBytes: 0,
      storedBytes: 6,
      rawBytes: 6,
      ownBytes: 6,
      firstText: 0,
      utf16Start: 0,
      hash: 0,
      codec: 1,
    };
    expect(inflatedBlock(kernels, row, stored)).toEqual(stored);
    for (const wrong of [
      { rawBytes: 5 },
      { rawBytes: 7 },
      { ownBytes: 7 },
      { codec: 0 },
      { codec: 0, rawBytes: 2 ** 31 },
    ]) {
      const read = () => inflatedBlock(kernels, { ...row, ...wrong }, stored);
      expect(read, JSON.stringify(wrong)).toThrow(expect.objectContaining({ code: "corpus_corrupt" }));
    }
  });
});

describe("a block at another place", () => {
  test("of its file, of the table or of another segment is corpus_corrupt", async () => {
    const text = zipfText(seeded(53), 3 * BLOCK_WORDS);
    const storage = createMemoryStorage();
    await (await buildCorpus([{ id: "a", text }], { ...NAMES, storage, codec: "raw" })).close();
    const { manifest } = await readManifest(kernels, storage);
    const [open] = await openSegments(kernels, storage, manifest.segments, PASSAGE);
    const { segment, text: file } = open!;
    const rows = await all(segment.blocks.all());
    expect(rows.length).toBe(3);
    const seed = segmentSeed(/([0-9a-f]{16})\.segment/.exec(manifest.segments[0]!.segment.file)![1]!);
    const readAs = (row: BlockRow) =>
      readBlock(
        { text: file, segment: { ...segment, source: segment.source, blocks: { row: async () => row } } as never },
        0,
      );
    expect(await readAs(rows[1]!)).toEqual(await readBlock(open!, 1));
    const bound = (as: number, seedOf: number): BlockRow => {
      const view = new DataView(new ArrayBuffer(32));
      writeBlockRow(view, 0, rows[1]!);
      bindBlock(view, 0, seed, 1);
      return parseBlockRow(view, 0, seedOf, as);
    };
    await expect(readAs(bound(1, seed))).resolves.toEqual(await readBlock(open!, 1));
    for (const wrong of [
      bound(2, seed),
      bound(1, seed ^ 2),
      { ...rows[1]!, offsetBytes: rows[1]!.offsetBytes + 1 },
      { ...rows[1]!, offsetBytes: rows[0]!.offsetBytes, storedBytes: rows[0]!.storedBytes },
      { ...rows[1]!, offsetBytes: file!.sizeBytes },
      { ...rows[1]!, offsetBytes: Number.NaN },
      { ...rows[1]!, storedBytes: 0xffff_ffff },
      { ...rows[1]!, rawBytes: rows[1]!.rawBytes + 1 },
    ]) {
      await expect(readAs(wrong), JSON.stringify(wrong)).rejects.toMatchObject({ code: "corpus_corrupt" });
    }
  });

  test("rows that refer to a block of another text are corpus_corrupt", async () => {
    const open = await built([zipfText(seeded(56), 2 * BLOCK_WORDS + 5), "short", "shorter"]);
    const [long, short] = await all(open.segment.texts.all());
    for (const wrong of [
      { ...long!, blocks: 2 },
      { ...long!, blocks: 9 },
      { ...long!, blocks: 0xffff_ffff },
      { ...long!, firstBlock: 1 },
      { ...long!, lengthBytes: long!.lengthBytes - 1 },
      { ...long!, lengthBytes: long!.lengthBytes + 1 },
      { ...long!, lengthBytes: 0xffff_ffff },
      { ...short!, lengthBytes: 100 },
      { ...short!, offsetBytes: 0xffff_ffff },
    ]) {
      await expect(readWholeText(open, wrong), JSON.stringify(wrong)).rejects.toMatchObject({ code: "corpus_corrupt" });
    }
  });
});
