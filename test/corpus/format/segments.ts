/** Segments of made-up postings, without text, and the naive map that they are judged against. */
import { expect } from "vitest";
import { PASSAGE } from "../../../src/core/fingerprint/profile.ts";
import { LIST_POSTINGS_MAX } from "../../../src/corpus/format/lists.ts";
import {
  blockOf,
  PostingRuns,
  type PostingSource,
  postingLow,
  postingOf,
} from "../../../src/corpus/format/postings.ts";
import { writeBlockRow, writeTextRow } from "../../../src/corpus/format/rows.ts";
import { Spool, SpoolMemory } from "../../../src/corpus/format/spool.ts";
import { Segment } from "../../../src/corpus/segment/read/segment.ts";
import { type SegmentContent, writeSegment } from "../../../src/corpus/segment/write/segment.ts";
import { PackedRows } from "../../../src/corpus/segment/write/tables.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import type { WritableStorage } from "../../../src/corpus/storage/storage.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { kernels } from "../../support/suites/corpus/judge.ts";
import { seeded } from "../../support/texts.ts";

export type Posting = readonly [key: number, block: number, context: number];

export const SEED = 12_345;
const NOBODY = {
  hashes: { low: new Uint32Array(0), high: new Uint32Array(0) },
  counts: new Uint32Array(0),
  unlistedCount: 0,
};

/** For each key its postings (their numbers), each once, ascending. */
export function twin(all: readonly Posting[]): Map<number, number[]> {
  const sets = new Map<number, Set<number>>();
  for (const [key, block, context] of all) {
    const set = sets.get(key) ?? new Set();
    sets.set(key, set.add(postingOf(block, context)));
  }
  return new Map([...sets].map(([key, postings]) => [key, [...postings].sort((x, y) => x - y)]));
}

export const blocksIn = (postings: readonly number[]): number => new Set(postings.map(blockOf)).size;

/** The postings as a build collects them: in runs of a few thousand, whose blocks are counted from the run's first. */
export async function runsOf(all: readonly Posting[], storage: WritableStorage, memory: SpoolMemory, perRun = 5_000) {
  const spool = new Spool(storage, memory);
  const runs = new PostingRuns(spool);
  const byBlock = all.toSorted((x, y) => x[1] - y[1]);
  let from = 0;
  while (from < byBlock.length) {
    // A block is of one run, or what a run repeats would be told twice.
    let to = Math.min(byBlock.length, from + perRun);
    while (to < byBlock.length && byBlock[to]![1] === byBlock[to - 1]![1]) to++;
    const some = byBlock.slice(from, to);
    const firstBlock = some[0]![1];
    const high = Uint32Array.from(some, ([key]) => key);
    const low = Uint32Array.from(some, ([, block, context]) => postingLow(block - firstBlock, context));
    await runs.add(kernels.sortDistinct({ high, low }), firstBlock);
    from = to;
  }
  return { runs, spool };
}

/** Hash of the text of a block: what ranks it. */
const hashOf = (text: number): string => {
  const random = seeded(text);
  return Array.from({ length: 4 }, () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0"),
  ).join("");
};

/** @param textOf the text of each block: a number, of which its rank comes */
export async function segmentFrom(
  sources: { keys: PostingSource[]; coarse: PostingSource[] },
  blocks: number,
  textOf: (block: number) => number = (block) => block,
): Promise<Segment> {
  const storage = createMemoryStorage();
  const memory = new SpoolMemory(2 ** 30);
  const [rows, texts] = [new PackedRows("blocks"), new PackedRows("texts")];
  const lengths = { offsetBytes: 0, storedBytes: 0, rawBytes: 0, ownBytes: 0, utf16Start: 0, hash: 0, codec: 0 };
  const counts = { blocks: 1, offsetBytes: 0, lengthBytes: 0, words: 0, firstDocument: 0, documents: 1 };
  for (let block = 0; block < blocks; block++) {
    rows.add((view, at) => writeBlockRow(view, at, { ...lengths, firstText: block }));
    texts.add((view, at) => writeTextRow(view, at, { ...counts, hash: hashOf(textOf(block)), firstBlock: block }));
  }
  const content: SegmentContent = {
    profile: PASSAGE,
    ...sources,
    blocks: rows,
    texts,
    documents: new PackedRows("documents"),
    copies: new PackedRows("copies"),
    ids: new PackedRows("ids"),
    records: new Spool(storage, memory),
    vocabulary: NOBODY,
    words: 0,
    textBytes: 0,
  };
  const { bytes } = await writeSegment({ kernels, storage, memory }, content, SEED, "segments/a");
  const file = await storage.open("segments/a");
  expect(file.sizeBytes).toBe(bytes);
  expect(memory.usedBytes, "what was spooled is given back").toBe(0);
  return Segment.open(kernels, file, SEED, PASSAGE);
}

export async function segmentOf(
  all: readonly Posting[],
  blocks = 1 + all.reduce((most, [, block]) => Math.max(most, block), 0),
  textOf?: (block: number) => number,
): Promise<Segment> {
  const storage = createMemoryStorage();
  const memory = new SpoolMemory(2 ** 30);
  const { runs } = await runsOf(all, storage, memory);
  const coarse = await runsOf(withoutContext(all), storage, memory);
  return segmentFrom({ keys: [runs], coarse: [coarse.runs] }, blocks, textOf);
}

export const withoutContext = (all: readonly Posting[]): Posting[] => all.map(([key, block]) => [key, block, 0]);

export async function lookup(segment: Segment, section: "keys" | "coarse", keys: readonly number[]) {
  const hits = await segment.lookup(section, Uint32Array.from(keys), () => {});
  return new Map(
    Array.from(hits.indexes, (index, hit) => [
      index,
      {
        postings: Array.from(hits.postings.subarray(hits.start(hit), hits.end(hit))),
        blocksInAll: hits.blocksInAll[hit]!,
      },
    ]),
  );
}

/** Every key finds its postings, or as many as a list keeps of them; its neighbours find nothing. */
export async function expectLookups(all: readonly Posting[], segment: Segment): Promise<void> {
  for (const section of ["keys", "coarse"] as const) {
    const groups = twin(section === "keys" ? all : withoutContext(all));
    const keys = [...groups.keys()];
    expect(segment.footer[section].keys).toBe(groups.size);
    const hits = await lookup(segment, section, keys);
    expect(hits.size).toBe(groups.size);
    if (groups.size === 0) continue;
    const others: number[] = [];
    for (const [i, postings] of notEmpty([...groups.values()].entries())) {
      const hit = hits.get(i)!;
      if (hit.blocksInAll !== blocksIn(postings)) others.push(keys[i]!);
      if (postings.length <= LIST_POSTINGS_MAX) {
        if (hit.postings.join() !== postings.join()) others.push(keys[i]!);
        continue;
      }
      expect(hit.postings.length).toBe(LIST_POSTINGS_MAX);
      expect(hit.postings).toEqual([...new Set(hit.postings)].sort((x, y) => x - y));
      const known = new Set(postings);
      expect(hit.postings.every((posting) => known.has(posting))).toBe(true);
    }
    expect(others, "keys whose postings are others").toEqual([]);
    const absent = keys
      .flatMap((key) => [(key ^ 1) >>> 0, (key ^ 0x8000_0000) >>> 0, ~key >>> 0])
      .filter((key) => !groups.has(key));
    expect((await lookup(segment, section, absent)).size).toBe(0);
  }
}
