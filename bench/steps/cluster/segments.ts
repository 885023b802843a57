/** A corpus of so many segments: what no build leaves, since it merges them, and what a search has to stand all the same. */

import { loadKernels } from "../../../src/core/kernels/load.ts";
import { packManifest, readManifest, writeFile } from "../../../src/corpus/format/manifest.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import type { Storage, WritableStorage } from "../../../src/corpus/storage/storage.ts";
import { buildCorpus } from "../../../src/index.ts";
import { seeded, zipfText } from "../../../test/support/texts.ts";

const DOCUMENTS = 20;
const WORDS = 2_000;
const VOCABULARY = 60_000;
/** One document in so many quotes the same 40 words, which stand in many segments. */
const QUOTING_EVERY = 50;

export interface SegmentedCorpus {
  storage: WritableStorage;
  texts: string[];
  words: number;
}

export async function corpusOfSegments(count: number): Promise<SegmentedCorpus> {
  const kernels = await loadKernels();
  const random = seeded(128);
  const quoted = zipfText(random, 40, VOCABULARY);
  const storage = createMemoryStorage();
  const [texts, segments]: [string[], Awaited<ReturnType<typeof readManifest>>["manifest"]["segments"]] = [[], []];
  let last: Awaited<ReturnType<typeof readManifest>>["manifest"] | undefined;
  for (let part = 0; part < count; part++) {
    const own = Array.from({ length: DOCUMENTS }, (_, i) => {
      const text = zipfText(random, WORDS, VOCABULARY);
      return { id: `${part}-${i}`, text: (part * DOCUMENTS + i) % QUOTING_EVERY === 0 ? `${text} ${quoted}` : text };
    });
    const single = createMemoryStorage();
    await (await buildCorpus(own, { name: "segments", dataset: "generated", storage: single })).close();
    ({ manifest: last } = await readManifest(kernels, single));
    segments.push(...last.segments);
    for (const name of await single.list())
      if (/^(?:segments|text)\//.test(name)) await copyFile(single, storage, name);
    texts.push(...own.map(({ text }) => text));
  }
  await writeFile(storage, "manifest.json", packManifest(kernels, { ...last!, segments }));
  return { storage, texts, words: segments.reduce((sum, { words }) => sum + words, 0) };
}

export async function copyFile(from: Storage, to: WritableStorage, name: string): Promise<void> {
  const file = await from.open(name);
  await writeFile(to, name, await file.read(0, file.sizeBytes));
  await file.close();
}

/** Texts of 500 words: every second one has 300 words of a document, the others none. */
export function questionsOf(texts: readonly string[], count: number): string[] {
  const random = seeded(500);
  return Array.from({ length: count }, (_, i) => {
    const fresh = (words: number) => zipfText(random, words, VOCABULARY);
    if (i % 2 === 1) return fresh(500);
    const words = texts[Math.floor(random() * texts.length)]!.split(" ");
    const at = Math.floor(random() * (words.length - 300));
    return `${fresh(100)} ${words.slice(at, at + 300).join(" ")} ${fresh(100)}`;
  });
}
