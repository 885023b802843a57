/** Corpora whose posting lists fill their section, for tests of positions of lists. */

import { wordsFrom } from "../../../../src/core/kernels/tables/bits.ts";
import { BLOCK_WORDS, LIST_UNIT_BYTES } from "../../../../src/corpus/format/layout.ts";
import { INLINE_POSTINGS_MAX } from "../../../../src/corpus/format/lists.ts";
import { openSnapshot } from "../../../../src/corpus/search/open.ts";
import { KeyPage } from "../../../../src/corpus/segment/read/page.ts";
import { readPages } from "../../../../src/corpus/segment/read/pages.ts";
import type { Segment } from "../../../../src/corpus/segment/read/segment.ts";
import type { Storage } from "../../../../src/corpus/storage/storage.ts";
import { fillerWords } from "../../texts.ts";
import { kernels } from "./judge.ts";

/** More blocks than a key can list inline. */
const BLOCKS = INLINE_POSTINGS_MAX + 2;

/** A text of 14 blocks that all contain the same words: each kept shingle of these words has a list. */
export function listedText(commonWords: number): string {
  const filler = fillerWords();
  const words = (count: number) => Array.from({ length: count }, () => filler.next().value);
  const common = words(commonWords);
  const rest = words(40);
  // Forty repeated words fill each block: their shingles have lists too, and the stored text is small.
  const padding = Array.from({ length: BLOCK_WORDS - commonWords }, (_, i) => rest[i % rest.length]);
  return Array.from({ length: BLOCKS }, () => [...common, ...padding].join(" ")).join("\n");
}

/** The positions of all lists of a segment, in units, ascending. */
export async function listPlaces({ source, footer, firstList }: Segment): Promise<number[]> {
  const places: number[] = [];
  for (const name of ["keys", "coarse"] as const) {
    const pages = Array.from({ length: footer[name].pages + 1 }, (_, i) => i);
    for (const view of (await readPages(source, name, footer.sections[name], pages)).values()) {
      const { own, spilled } = new KeyPage(footer[name], wordsFrom(view, 0)).entries();
      for (const value of [...own.values, ...spilled.values]) if (value >= firstList) places.push(value - firstList);
    }
  }
  return places.sort((x, y) => x - y);
}

/** The share of the section that the lists fill, at most 1. */
export async function listsReach(storage: Storage): Promise<number> {
  const { segments } = await openSnapshot(kernels, storage);
  let reach = 0;
  for (const { segment } of segments) {
    const last = (await listPlaces(segment)).at(-1);
    const { lengthBytes } = segment.footer.sections.lists;
    if (last !== undefined) reach = Math.max(reach, ((last + 1) * LIST_UNIT_BYTES) / lengthBytes);
    await segment.close();
  }
  return reach;
}
