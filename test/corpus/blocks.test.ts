import { describe, expect, test } from "vitest";
import { BlockWriter, blockChecksum, readBlock } from "../../src/corpus/blocks.ts";
import { PASSAGE } from "../../src/fingerprint/profile.ts";
import { shingle } from "../../src/fingerprint/shingles.ts";
import { createMemoryStorage } from "../../src/storage/memory.ts";
import { readText } from "../../src/text/text.ts";
import { kernels } from "../suites/judge.ts";
import { corpusDocuments, seeded, zipfText } from "../suites/texts.ts";

const SEED = 7;

async function written(texts: readonly string[]) {
  const storage = createMemoryStorage();
  const file = await storage.create();
  const writer = new BlockWriter(kernels, file);
  const placements = [];
  for (const [i, text] of texts.entries()) {
    const shingled = shingle(kernels, readText(kernels, text), PASSAGE);
    placements.push({ ...(await writer.add(shingled, i)), bytes: shingled.text.bytes, words: shingled.text.lengthWords });
  }
  await writer.flush();
  await file.finish("text/a");
  const stored = await storage.open("text/a");
  expect(stored.sizeBytes).toBe(writer.storedBytes);
  const rows = writer.rows.map((row, i) => ({ ...row, checksum: blockChecksum(writer.hashes[i]!, SEED, i) }));
  const raw = [];
  for (const [i, row] of rows.entries()) raw.push(await readBlock(kernels, stored, row, SEED, i));
  return { placements, rows, raw, stored };
}

describe("blocks of text", () => {
  test("give every document back, byte for byte", async () => {
    const { placements, rows, raw } = await written(corpusDocuments().map(({ text }) => text));
    let next = 0;
    placements.forEach(({ firstBlock, blocks, offsetBytes, bytes }, i) => {
      expect(firstBlock).toBeGreaterThanOrEqual(next - 1);
      next = firstBlock + blocks;
      const own = raw.slice(firstBlock, next).map((block, j) => block.subarray(0, rows[firstBlock + j]!.ownBytes));
      expect(Buffer.compare(Buffer.concat(own).subarray(offsetBytes, offsetBytes + bytes.length), bytes), `${i}`).toBe(0);
    });
    expect(next).toBe(rows.length);
  });

  test("of one document overlap by a shingle less a word, and begin where they say in UTF-16", async () => {
    const text = `${zipfText(seeded(51), 4_090)} 😀 𝔘 e\u0301 ${zipfText(seeded(52), 9_000)}`;
    const { rows, raw } = await written([text]);
    expect(rows.length).toBe(4);
    rows.forEach(({ utf16Start, ownBytes, rawBytes }, i) => {
      const whole = new TextDecoder().decode(raw[i]!);
      expect(text.slice(utf16Start, utf16Start + whole.length)).toBe(whole);
      const overlap = readText(kernels, raw[i]!.subarray(ownBytes)).lengthWords;
      expect(overlap).toBe(i === rows.length - 1 ? 0 : PASSAGE.shingleWords - 1);
      expect(rawBytes).toBe(raw[i]!.length);
    });
  });

  test("are shared up to the last word, and a document of more than a block has its own", async () => {
    const random = seeded(54);
    const rowsOf = async (...words: number[]) => (await written(words.map((count) => zipfText(random, count)))).rows.length;
    expect(await rowsOf(2_048, 2_048)).toBe(1);
    expect(await rowsOf(2_048, 2_049)).toBe(2);
    expect(await rowsOf(4_096, 0, 0)).toBe(1);
    expect(await rowsOf(4_097, 1)).toBe(3);
    expect(await rowsOf(1, 4_097, 1)).toBe(4);
  });

  test("shared by documents without words stay small", async () => {
    const { rows, placements } = await written(Array.from({ length: 9 }, (_, i) => "— ".repeat(100_000) + i));
    expect(rows.length).toBe(5);
    for (const { rawBytes } of rows) expect(rawBytes).toBeLessThanOrEqual(2 ** 20);
    expect(placements.map(({ firstBlock }) => firstBlock)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4]);
  });

  test("at another place, or under another seed, are corpus_corrupt", async () => {
    const { rows, stored } = await written([zipfText(seeded(53), 9_000)]);
    for (const [row, seed, place] of [
      [rows[0]!, SEED, 1],
      [rows[0]!, SEED + 1, 0],
      [{ ...rows[0]!, offsetBytes: 1 }, SEED, 0],
      [{ ...rows[0]!, rawBytes: rows[0]!.rawBytes + 1 }, SEED, 0],
    ] as const) {
      await expect(readBlock(kernels, stored, row, seed, place)).rejects.toMatchObject({ code: "corpus_corrupt" });
    }
  });
});
