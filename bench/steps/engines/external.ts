/**
 * A corpus whose postings and texts another engine holds. The search is the one of every corpus: it asks the engine for
 * the postings of all keys of a question at once, and for the text of each block that it reads. The tables of blocks,
 * texts and documents are read from a folder, which favours the engine: there they would be a third question.
 */
import { loadKernels } from "../../../src/core/kernels/load.ts";
import type { ShingleIndex } from "../../../src/core/passages/shingleIndex.ts";
import { Hits } from "../../../src/corpus/format/hits.ts";
import { blocksOf } from "../../../src/corpus/format/lists.ts";
import { type Corpus, infoOf } from "../../../src/corpus/search/corpus.ts";
import { closeSegments, openSnapshot } from "../../../src/corpus/search/open.ts";
import { search } from "../../../src/corpus/search/search.ts";
import { createFileStorage } from "../../../src/corpus/storage/file.ts";
import { type Entry, unpacked } from "./entries.ts";

/** The questions that a search asks. */
export interface Asked {
  entries(keys: readonly number[]): Promise<Entry[]>;
  text(segment: number, at: number): Promise<Uint8Array>;
}

export async function openExternal(folder: string, asked: Asked): Promise<Corpus> {
  const kernels = await loadKernels();
  const storage = createFileStorage(folder);
  const snapshot = await openSnapshot(kernels, storage);
  const { segments } = snapshot;
  const latest = new WeakMap<Uint32Array, Promise<Hits[]>>();
  for (const [number, open] of segments.entries()) {
    open.segment.lookup = async (_, keys) => {
      const found = latest.get(keys) ?? hitsOf(asked, keys, segments.length);
      latest.set(keys, found);
      return (await found)[number]!;
    };
    open.text = { ...open.text!, read: (at) => asked.text(number, at) };
  }
  const close = () => closeSegments(segments);
  return {
    info: infoOf(snapshot.manifest, snapshot.manifestBytes),
    lookups: "all",
    search: (query: ShingleIndex, signal) => search({ kernels, lookups: "all", ...snapshot }, query, signal),
    document: async () => null,
    storage,
    refresh: async () => false,
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function hitsOf(asked: Asked, keys: Uint32Array, segments: number): Promise<Hits[]> {
  const places = new Map<number, number[]>();
  for (const [index, key] of keys.entries()) places.set(key, [...(places.get(key) ?? []), index]);
  const found = new Map<number, Entry>();
  for (const entry of await asked.entries([...places.keys()]))
    for (const index of places.get(entry.key)!) found.set(index, entry);
  const indexes = [...found.keys()].sort((x, y) => x - y);
  const hits = Array.from({ length: segments }, () => new Hits(indexes.length, indexes.length));
  for (const index of indexes) {
    const { postings, unlisted } = found.get(index)!;
    const own: number[][] = hits.map(() => []);
    for (const value of postings) {
      const [segment, posting] = unpacked(value);
      own[segment]!.push(posting);
    }
    for (const [segment, one] of own.entries()) {
      const more = unlisted.find(([of]) => of === segment)?.[1] ?? 0;
      if (one.length + more > 0) hits[segment]!.add(index, blocksOf(one) + more, one, 0, one.length);
    }
  }
  return hits;
}
