/** Reads the words that a segment lists, with their counts. */
import { unpackCommonWords } from "../../format/commonWords.ts";
import { COUNT_IN_COMMON, corrupt } from "../../format/layout.ts";
import { parseCommonRow, parseVocabularyRow } from "../../format/rows.ts";
import { emptyCounts, type WordCounts } from "../../format/vocabulary.ts";
import type { Footer } from "../footer.ts";
import { type PageSource, readChecked } from "./pages.ts";
import { SegmentTable } from "./tables.ts";

/** The most common words. @throws corpus_corrupt */
export async function readCommonWords(source: PageSource, footer: Footer): Promise<WordCounts> {
  if (footer.commonForm === "rows") return readRows(source, footer, "common");
  const { kernels, file, seed } = source;
  const { offsetBytes, lengthBytes, rows } = footer.sections.common;
  if (rows === 0) return emptyCounts(0);
  const unpacked = (bytes: Uint8Array) => unpackCommonWords(kernels, seed, bytes, rows);
  const inMemory = file.view?.(offsetBytes, lengthBytes);
  return inMemory === undefined ? readChecked(file, offsetBytes, lengthBytes, unpacked) : unpacked(inMemory);
}

/** All listed words. @throws corpus_corrupt */
export async function readVocabulary(source: PageSource, footer: Footer): Promise<WordCounts> {
  const common = await readCommonWords(source, footer);
  if (footer.unlistedCount > 0) return common;
  const words = await readRows(source, footer, "vocabulary");
  for (let i = 0, at = 0; i < words.counts.length; i++) {
    if (words.counts[i] !== COUNT_IN_COMMON) continue;
    const order = () =>
      common.hashes.high[at]! - words.hashes.high[i]! || common.hashes.low[at]! - words.hashes.low[i]!;
    while (at < common.counts.length && order() < 0) at++;
    if (at === common.counts.length || order() !== 0) throw corrupt("The vocabulary");
    words.counts[i] = common.counts[at]!;
  }
  return words;
}

async function readRows(source: PageSource, footer: Footer, name: "common" | "vocabulary"): Promise<WordCounts> {
  const section = footer.sections[name];
  const words = emptyCounts(section.rows);
  const table = new SegmentTable(source, name, section, name === "common" ? parseCommonRow : parseVocabularyRow);
  let i = 0;
  for await (const [high, low, count] of table.all()) {
    words.hashes.high[i] = high;
    words.hashes.low[i] = low;
    words.counts[i++] = count;
  }
  return words;
}
