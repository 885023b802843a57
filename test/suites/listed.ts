/** Corpora whose lists fill all of their section: what a test of places among them needs. */
import { BLOCK_WORDS, LIST_UNIT_BYTES } from "../../src/corpus/layout.ts";
import { INLINE_POSTINGS_MAX } from "../../src/corpus/lists.ts";
import { openSnapshot } from "../../src/corpus/open.ts";
import { KeyPage } from "../../src/corpus/page.ts";
import { readPages } from "../../src/corpus/pages.read.ts";
import type { Segment } from "../../src/corpus/segment.read.ts";
import type { Storage } from "../../src/storage/storage.ts";
import { kernels } from "./judge.ts";
import { fillerWords } from "./texts.ts";

/** More blocks than a key has entries for. */
const BLOCKS = INLINE_POSTINGS_MAX + 2;

/** A text of 14 blocks, in each of which the same words stand: each of their shingles that are kept has a list. */
export function listedText(commonWords: number): string {
  const filler = fillerWords();
  const words = (count: number) => Array.from({ length: count }, () => filler.next().value);
  const common = words(commonWords);
  const rest = words(40);
  // What fills a block up says the same forty words: their shingles have lists too, and the text stays small when it is stored.
  const padding = Array.from({ length: BLOCK_WORDS - commonWords }, (_, i) => rest[i % rest.length]);
  return Array.from({ length: BLOCKS }, () => [...common, ...padding].join(" ")).join("\n");
}

/** The places of all lists of a segment, in units, ascending. */
export async function listPlaces({ source, footer, firstList }: Segment): Promise<number[]> {
  const places: number[] = [];
  for (const name of ["keys", "coarse"] as const) {
    const pages = Array.from({ length: footer[name].pages + 1 }, (_, i) => i);
    for (const view of (await readPages(source, name, footer.sections[name], pages)).values()) {
      const { own, spilled } = new KeyPage(footer[name], view).entries();
      for (const value of [...own.values, ...spilled.values]) if (value >= firstList) places.push(value - firstList);
    }
  }
  return places.sort((x, y) => x - y);
}

/** How far the lists reach into their section: 1 where they fill all of it. */
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
