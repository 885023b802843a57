import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findCandidates } from "../../src/corpus/candidates.ts";
import { LIST_BLOCKS_MAX } from "../../src/corpus/layout.ts";
import { Postings } from "../../src/corpus/postings.ts";
import { Segment } from "../../src/corpus/segment.read.ts";
import { writeSegment } from "../../src/corpus/segment.write.ts";
import { PASSAGE } from "../../src/fingerprint/profile.ts";
import { shingle } from "../../src/fingerprint/shingles.ts";
import { createMemoryStorage } from "../../src/storage/memory.ts";
import { readText } from "../../src/text/text.ts";
import { kernels } from "../suites/judge.ts";
import { seeded } from "../suites/texts.ts";

type Posting = readonly [high: number, low: number, block: number];

const SEED = 12_345;
const BLOCKS = 1_300;

function postingsOf(all: readonly Posting[]): Postings {
  const postings = new Postings();
  for (const [high, low, block] of all) postings.add(high, low, block);
  return postings;
}

/** What grouping means: for each hash, in order, its blocks, each once and in order. */
function twin(all: readonly Posting[]): [high: number, low: number, blocks: number[]][] {
  const groups = new Map<string, [number, number, Set<number>]>();
  for (const [high, low, block] of all) {
    const group = groups.get(`${high}:${low}`) ?? [high, low, new Set()];
    group[2].add(block);
    groups.set(`${high}:${low}`, group);
  }
  return [...groups.values()]
    .sort((x, y) => x[0] - y[0] || x[1] - y[1])
    .map(([high, low, blocks]) => [high, low, [...blocks].sort((x, y) => x - y)]);
}

function grouped(postings: Postings): ReturnType<typeof twin> {
  const { high, low, starts, blocks } = postings.grouped();
  return Array.from(high, (value, i) => [value, low[i]!, [...blocks.subarray(starts[i], starts[i + 1])]]);
}

async function segmentOf(all: readonly Posting[]): Promise<Segment> {
  const storage = createMemoryStorage();
  const file = await storage.create();
  const row = { offsetBytes: 0, storedBytes: 0, ownBytes: 0, rawBytes: 0, firstDocument: 0, utf16Start: 0, checksum: 0 };
  const { keys, bytes } = await writeSegment(kernels, file, {
    seed: SEED,
    profile: PASSAGE,
    postings: postingsOf(all),
    blocks: new Array(BLOCKS).fill(row),
    documents: [{ id: "a", firstBlock: 0, blocks: BLOCKS, offsetBytes: 0, lengthBytes: 0, words: 0, copies: 1 }],
    words: 0,
    wordCounts: { hashes: { low: new Uint32Array(0), high: new Uint32Array(0) }, counts: new Uint32Array(0) },
  });
  await file.finish("segments/a");
  const stored = await storage.open("segments/a");
  expect(stored.sizeBytes).toBe(bytes);
  expect(keys).toBe(twin(all).length);
  return Segment.open(kernels, stored, SEED);
}

async function lookup(segment: Segment, keys: readonly (readonly [number, number])[]) {
  const hashes = { high: Uint32Array.from(keys, ([high]) => high), low: Uint32Array.from(keys, ([, low]) => low) };
  const hits = await segment.lookup(hashes, () => {});
  return new Map(hits.map(({ index, blocks, blocksInAll }) => [index, { blocks, blocksInAll }]));
}

/** Every key finds its blocks, and its neighbours nothing. */
async function expectLookups(all: readonly Posting[]): Promise<void> {
  const segment = await segmentOf(all);
  const groups = twin(all);
  const hits = await lookup(
    segment,
    groups.map(([high, low]) => [high, low]),
  );
  expect(hits.size).toBe(groups.length);
  groups.forEach(([, , blocks], i) => {
    expect(hits.get(i)).toEqual({ blocks: blocks.slice(0, LIST_BLOCKS_MAX), blocksInAll: blocks.length });
  });
  const known = new Set(groups.map(([high, low]) => `${high}:${low}`));
  const absent = groups
    .flatMap(([high, low]) => [[high, low ^ 1] as const, [high ^ 1, low] as const, [low, high] as const, [high, 0] as const])
    .map(([high, low]) => [high >>> 0, low >>> 0] as const)
    .filter(([high, low]) => !known.has(`${high}:${low}`));
  expect((await lookup(segment, absent)).size).toBe(0);
}

const u32 = fc.nat({ max: 0xffff_ffff });
/** Halves that meet often, at both ends of their range, and anywhere. */
const half = fc.oneof(u32, fc.nat({ max: 3 }), fc.constantFrom(0, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff));
const posting = fc.tuple(half, half, fc.oneof(fc.nat({ max: BLOCKS - 1 }), fc.nat({ max: 2 })));

describe("postings", () => {
  test("are grouped as the twin groups them", () => {
    fc.assert(
      fc.property(fc.array(posting, { maxLength: 300 }), (all) => void expect(grouped(postingsOf(all))).toEqual(twin(all))),
    );
  });

  test("also in their tens of thousands, spread and crowded", () => {
    const random = seeded(41);
    const any = () => Math.floor(random() * 2 ** 32);
    const spread = Array.from({ length: 30_000 }, (): Posting => [any(), any() & 7, any() % 9]);
    const crowded = Array.from({ length: 30_000 }, (): Posting => [any() % 5, any() & 1023, any() % 9]);
    for (const all of [spread, crowded, [...spread, ...spread, ...crowded]])
      expect(grouped(postingsOf(all))).toEqual(twin(all));
  });
});

describe("a segment's keys", () => {
  test("find their blocks, and no other key does", async () => {
    await fc.assert(fc.asyncProperty(fc.array(posting, { minLength: 1, maxLength: 200 }), expectLookups), { numRuns: 60 });
  });

  test.each([0, 1, 340, 341, 681, 5_000, 60_000])("%d of them", async (count) => {
    const random = seeded(count);
    const any = () => Math.floor(random() * 2 ** 32);
    await expectLookups(Array.from({ length: count }, (): Posting => [any(), any(), any() % BLOCKS]));
  });

  test("as many as a page holds with the same upper half, among others", async () => {
    const random = seeded(42);
    const any = () => Math.floor(random() * 2 ** 32);
    const crowd = Array.from({ length: 300 }, (_, i): Posting => [0x8000_0000, i * 7, i]);
    await expectLookups([...crowd, ...Array.from({ length: 3_000 }, (): Posting => [any(), any(), any() % BLOCKS])]);
  });

  test("more with the same upper half than a page holds are refused, and not tried for ever", async () => {
    const crowd = Array.from({ length: 341 }, (_, i): Posting => [0x8000_0000, i * 7, i]);
    await expect(segmentOf(crowd)).rejects.toMatchObject({ code: "document_invalid" });
  });

  test("lists of every length up to the cap and beyond, over many pages", async () => {
    const random = seeded(43);
    const any = () => Math.floor(random() * 2 ** 32);
    const lists = Array.from({ length: 400 }, (_, i) => {
      const [high, low] = [any(), any()];
      const first = i % 200;
      return Array.from({ length: 1 + (i % 70) }, (_, j): Posting => [high, low, first + j]);
    });
    for (const length of [LIST_BLOCKS_MAX - 1, LIST_BLOCKS_MAX, LIST_BLOCKS_MAX + 1, BLOCKS]) {
      const [high, low] = [any(), any()];
      lists.push(Array.from({ length }, (_, j): Posting => [high, low, j]));
    }
    await expectLookups(lists.flat());
  });

  test("a lookup stops at the next read after its signal", async () => {
    const segment = await segmentOf([[1, 1, 1]]);
    const stop = () => {
      throw new Error("stopped");
    };
    await expect(segment.lookup({ high: Uint32Array.of(1), low: Uint32Array.of(1) }, stop)).rejects.toThrow("stopped");
  });
});

describe("candidates", () => {
  const query = shingle(kernels, readText(kernels, Array.from({ length: 30 }, (_, i) => `word${i}`).join(" ")), PASSAGE);
  const postingsIn = (blocks: number): Posting[] =>
    Array.from({ length: blocks }, (_, block) => [
      query.shingles.high[query.selected[0]!]!,
      query.shingles.low[query.selected[0]!]!,
      block,
    ]);

  test("a shingle in more blocks than a list keeps makes the search bounded, and still names as many as it keeps", async () => {
    const listed = await findCandidates(await segmentOf(postingsIn(LIST_BLOCKS_MAX)), query, () => {});
    expect(listed).toMatchObject({ bounded: false, blocks: { length: LIST_BLOCKS_MAX } });
    const cut = await findCandidates(await segmentOf(postingsIn(LIST_BLOCKS_MAX + 1)), query, () => {});
    expect(cut).toMatchObject({ bounded: true, blocks: { length: LIST_BLOCKS_MAX } });
  });

  test("one shingle that winnowing keeps in the query suffices; of the others it takes two", async () => {
    const others = Array.from(query.shingles.low, (_, at) => at).filter((at) => !query.selected.includes(at));
    const post = (at: number, block: number): Posting => [query.shingles.high[at]!, query.shingles.low[at]!, block];
    const segment = await segmentOf([
      post(query.selected[1]!, 3),
      post(others[0]!, 5),
      post(others[1]!, 7),
      post(others[2]!, 7),
    ]);
    expect(await findCandidates(segment, query, () => {})).toEqual({ blocks: [3, 7], bounded: false });
  });
});
