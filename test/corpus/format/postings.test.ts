import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { certainWords, PROFILES } from "../../../src/core/fingerprint/profile.ts";
import { shingle } from "../../../src/core/fingerprint/shingles.ts";
import { contextsOf } from "../../../src/core/kernels/tables/context.ts";
import { readText } from "../../../src/core/text/text.ts";
import { agrees, contextLogOdds } from "../../../src/corpus/format/context.ts";
import { CONTEXT_VALUES, SEGMENT_BLOCKS_MAX, SMALL_BLOCKS_MAX } from "../../../src/corpus/format/layout.ts";
import { INLINE_POSTINGS_MAX, keptPostings, LIST_POSTINGS_MAX, ListWriter } from "../../../src/corpus/format/lists.ts";
import {
  blockOf,
  contextOf,
  divisionFor,
  type KeyDivision,
  mergedPart,
  type PartPostings,
  type PostingSource,
  partKeyOf,
  postingAt,
  postingOf,
} from "../../../src/corpus/format/postings.ts";
import { Spool, SpoolMemory } from "../../../src/corpus/format/spool.ts";
import { SegmentPostings } from "../../../src/corpus/segment/read/postings.ts";
import type { Segment } from "../../../src/corpus/segment/read/segment.ts";
import { writeIndex } from "../../../src/corpus/segment/write/keyIndex.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { kernels } from "../../support/suites/corpus/judge.ts";
import { fillerWords, seeded, zipfWords } from "../../support/texts.ts";
import { blocksIn, expectLookups, lookup, type Posting, runsOf, segmentFrom, segmentOf, twin } from "./segments.ts";

const BLOCKS = 1_300;
/** Of small and of large segments. */
const DIVISIONS = [divisionFor(SMALL_BLOCKS_MAX), divisionFor(SEGMENT_BLOCKS_MAX)] as const;

const u32 = fc.nat({ max: 0xffff_ffff });
/** Halves that meet often, at both ends of their range, and anywhere. */
const half = fc.oneof(u32, fc.nat({ max: 3 }), fc.constantFrom(0, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff));
const posting: fc.Arbitrary<Posting> = fc.tuple(
  half,
  fc.oneof(fc.nat({ max: BLOCKS - 1 }), fc.nat({ max: 2 })),
  fc.oneof(fc.nat({ max: CONTEXT_VALUES - 1 }), fc.constantFrom(0, 1, CONTEXT_VALUES - 1)),
);

/** All postings of a source, by key, and the blocks that it no longer lists. */
async function allOf(
  source: PostingSource,
  division: KeyDivision,
): Promise<{ postings: Map<number, number[]>; unlisted: Map<number, number> }> {
  const postings = new Map<number, number[]>();
  const unlisted = new Map<number, number>();
  for (let part = 0; part < division.parts; part++) {
    const found = await source.part(part, division);
    const keyAt = (partKey: number) => part * 2 ** division.keyBits + partKey;
    for (const [i, high] of found.high.entries()) {
      const key = keyAt(partKeyOf(high, division));
      postings.set(
        key,
        [...(postings.get(key) ?? []), postingAt(found, i, division)].sort((x, y) => x - y),
      );
    }
    for (const [partKey, blocks] of found.unlisted) unlisted.set(keyAt(partKey), blocks);
  }
  return { postings, unlisted };
}

const ordered = (map: Map<number, number[]>) => [...map].sort(([x], [y]) => x - y);
const bytesOf = async ({ source: { file } }: Segment) => file.read(0, file.sizeBytes);

describe("postings of a build", () => {
  test("are returned by parts, each once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(posting, { maxLength: 200 }), fc.integer({ min: 1, max: 60 }), async (all, perRun) => {
        const { runs } = await runsOf(all, createMemoryStorage(), new SpoolMemory(2 ** 20), perRun);
        for (const division of DIVISIONS)
          expect(ordered((await allOf(runs, division)).postings)).toEqual(ordered(twin(all)));
        expect(runs.count).toBe([...twin(all).values()].reduce((sum, { length }) => sum + length, 0));
      }),
      { numRuns: 60 },
    );
  });

  test("spilled to files equal those in memory, and the files are removed", async () => {
    const random = seeded(45);
    const any = (below: number) => Math.floor(random() * below);
    const all = Array.from({ length: 20_000 }, (): Posting => [any(2 ** 32), any(BLOCKS), any(CONTEXT_VALUES)]);
    const held = await runsOf(all, createMemoryStorage(), new SpoolMemory(2 ** 30), 700);
    for (const maxBytes of [0, 5_000, 50_000]) {
      const storage = createMemoryStorage();
      const memory = new SpoolMemory(maxBytes);
      const { runs, spool } = await runsOf(all, storage, memory, 700);
      expect((await storage.list()).length).toBeGreaterThan(2);
      expect(memory.usedBytes).toBeLessThanOrEqual(maxBytes);
      for (const division of DIVISIONS)
        for (let part = 0; part < division.parts; part++)
          expect(await runs.part(part, division)).toEqual(await held.runs.part(part, division));
      await spool.dispose();
      expect(await storage.list()).toEqual([]);
      expect(memory.usedBytes).toBe(0);
    }
  });
});

describe("a segment's keys", () => {
  test("find their postings, and no other key does", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(posting, { maxLength: 200 }), async (all) =>
        expectLookups(all, await segmentOf(all, BLOCKS)),
      ),
      { numRuns: 60 },
    );
  });

  test.each([0, 1, 300, 5_000, 60_000])("%d of them", async (count) => {
    const random = seeded(count);
    const any = (below: number) => Math.floor(random() * below);
    const all = Array.from({ length: count }, (): Posting => [any(2 ** 32), any(BLOCKS), any(CONTEXT_VALUES)]);
    await expectLookups(all, await segmentOf(all, BLOCKS));
  });

  test("lists of every length around the borders, with one or many contexts per block", async () => {
    const random = seeded(43);
    const any = (below: number) => Math.floor(random() * below);
    const lengths = [
      ...Array.from({ length: 3 * INLINE_POSTINGS_MAX }, (_, i) => 1 + i),
      ...Array.from({ length: 9 }, (_, i) => LIST_POSTINGS_MAX - 4 + i),
      ...Array.from({ length: 40 }, () => any(LIST_POSTINGS_MAX)),
      1_000,
      BLOCKS,
    ];
    const lists = [1, 2, 7].flatMap((contexts) =>
      lengths.map((length) => {
        const [key, first] = [any(2 ** 32), any(Math.max(1, BLOCKS - Math.ceil(length / contexts)))];
        return Array.from(
          { length },
          (_, j): Posting => [key, first + Math.floor(j / contexts), (4_099 * j) % CONTEXT_VALUES],
        );
      }),
    );
    const all = lists.flat().filter(([, block]) => block < BLOCKS);
    expect(twin(all).size).toBe(lists.length);
    await expectLookups(all, await segmentOf(all, BLOCKS));
  });

  test("in many blocks each, adjacent and among others", async () => {
    const random = seeded(42);
    const any = (below: number) => Math.floor(random() * below);
    const crowd = Array.from({ length: 256 }, (_, i): Posting => [0x8000_0000 + (i & 63), i, any(256)]);
    const more = [0, 0xffff_ff00].flatMap((first) =>
      Array.from({ length: 256 }, (_, i): Posting => [first + (i & 63), i, 5]),
    );
    const others = Array.from({ length: 3_000 }, (): Posting => [any(2 ** 32), any(BLOCKS), any(CONTEXT_VALUES)]);
    const all = [...crowd, ...more, ...others];
    await expectLookups(all, await segmentOf(all));
  });

  test.each([
    ["first", 0],
    ["middle", 0x7fff_ff00],
    ["last", 2 ** 32 - 9_000],
  ])(
    "more in one place than pages of any number hold are refused, and not tried for ever: the %s hashes",
    async (_, first) => {
      const crowd = Array.from({ length: 9_000 }, (_, i): Posting => [first + i, i % BLOCKS, 0]);
      await expect(segmentOf(crowd, BLOCKS)).rejects.toMatchObject({ code: "document_invalid" });
    },
  );

  test("of more blocks than a value can address are content_too_large, from any source", async () => {
    const storage = createMemoryStorage();
    const spool = new Spool(storage, new SpoolMemory(2 ** 20));
    const lists = new ListWriter(kernels, 1, spool);
    const input = {
      kernels,
      seed: 1,
      section: "keys",
      sources: [],
      rankOf: (block: number) => block,
      lists,
    } as const;
    const write = (blocks: number) =>
      writeIndex({ ...input, blocks }, { entries: 0, listUnits: 64 }, 1, async () => {});
    await expect(write(SMALL_BLOCKS_MAX - 1)).resolves.toMatchObject({ form: { valueBits: 38 }, entries: 0 });
    await expect(write(SMALL_BLOCKS_MAX)).resolves.toMatchObject({ form: { valueBits: 39 }, entries: 0 });
    await expect(write(SEGMENT_BLOCKS_MAX)).resolves.toMatchObject({ form: { valueBits: 43 }, entries: 0 });
    await expect(write(2 * SEGMENT_BLOCKS_MAX)).rejects.toMatchObject({ code: "content_too_large" });
  });

  test("a lookup stops at the next read after its signal", async () => {
    const segment = await segmentOf([[1, 1, 1]]);
    const stop = () => {
      throw new Error("stopped");
    };
    await expect(segment.lookup("keys", Uint32Array.of(1), stop)).rejects.toThrow("stopped");
  });
});

describe("a truncated list", () => {
  test("keeps the postings of the blocks of lowest rank", () => {
    const cut = fc.integer({ min: 1, max: 2 * LIST_POSTINGS_MAX }).chain((length) =>
      fc.record({
        length: fc.constant(length),
        ranks: fc.array(fc.nat({ max: 40 }), { minLength: length, maxLength: length }),
      }),
    );
    fc.assert(
      fc.property(cut, fc.integer({ min: 1, max: 3 }), ({ length, ranks }, contexts) => {
        const all = Array.from({ length }, (_, i) => postingOf(Math.floor(i / contexts), i % contexts));
        const rankOf = (block: number) => ranks[block]!;
        const kept = Array.from(keptPostings(Float64Array.from(all), rankOf));
        expect(kept.length).toBe(Math.min(length, LIST_POSTINGS_MAX));
        expect(kept).toEqual(all.filter((posting) => kept.includes(posting)));
        const left = all.filter((posting) => !kept.includes(posting));
        const most = Math.max(...kept.map((posting) => rankOf(blockOf(posting))));
        for (const posting of notAlwaysEmpty(left)) expect(rankOf(blockOf(posting))).toBeGreaterThanOrEqual(most);
      }),
      { numRuns: 50 },
    );
  });

  test("keeps the same texts for any order of blocks", async () => {
    const order = Array.from({ length: BLOCKS }, (_, i) => (i * 617) % BLOCKS);
    const everywhere = Array.from({ length: BLOCKS }, (_, block): Posting => [77, block, 1]);
    const one = await lookup(await segmentOf(everywhere), "keys", [77]);
    const other = await lookup(await segmentOf(everywhere, BLOCKS, (block) => order[block]!), "keys", [77]);
    const texts = other.get(0)!.postings.map((posting) => order[blockOf(posting)]!);
    expect(texts.sort((x, y) => x - y)).toEqual(one.get(0)!.postings.map(blockOf));
    expect(texts).not.toEqual(Array.from({ length: LIST_POSTINGS_MAX }, (_, i) => i));
  });
});

describe("postings of a segment", () => {
  const crowded: Posting[] = Array.from({ length: LIST_POSTINGS_MAX + 200 }, (_, block) => [
    0xffff_ffff,
    block,
    block % 3,
  ]);

  test("are returned by parts, renumbered, without omitted blocks", async () => {
    const map = fc.array(fc.integer({ min: -1, max: SEGMENT_BLOCKS_MAX - 1 }), {
      minLength: BLOCKS,
      maxLength: BLOCKS,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(posting, { maxLength: 200 }), map, async (all, numbers) => {
        const segment = await segmentOf([...all, ...crowded], BLOCKS);
        const kept = (await lookup(segment, "keys", [0xffff_ffff])).get(0)!;
        const expected = twin(all);
        const key = 0xffff_ffff;
        expected.set(key, kept.postings);
        for (const [key, postings] of expected) {
          const moved = postings.flatMap((one) =>
            numbers[blockOf(one)]! < 0 ? [] : postingOf(numbers[blockOf(one)]!, contextOf(one)),
          );
          if (moved.length === 0) expected.delete(key);
          else
            expected.set(
              key,
              moved.sort((x, y) => x - y),
            );
        }
        for (const division of [divisionFor(SEGMENT_BLOCKS_MAX)]) {
          const source = new SegmentPostings(segment, "keys", Int32Array.from(numbers));
          const { postings, unlisted } = await allOf(source, division);
          expect(ordered(postings)).toEqual(ordered(expected));
          expect([...unlisted]).toEqual([[key, kept.blocksInAll - blocksIn(kept.postings)]]);
        }
      }),
      { numRuns: 20 },
    );
  });

  test("give the same segment, byte for byte, as if built together", async () => {
    const random = seeded(46);
    const any = (below: number) => Math.floor(random() * below);
    const common = Array.from({ length: 10 }, () => any(2 ** 32));
    const all = Array.from({ length: 40_000 }, (_, i): Posting => {
      return [i % 2 === 0 ? common[Math.floor(i / 2) % 10]! : any(2 ** 32), any(BLOCKS), any(4)];
    });
    expect([...twin(all).values()].filter(({ length }) => length > LIST_POSTINGS_MAX).length).toBe(10);
    const whole = await segmentOf(all, BLOCKS);
    const borders = [0, 300, 301, 900, BLOCKS];
    const sources: { keys: PostingSource[]; coarse: PostingSource[] } = { keys: [], coarse: [] };
    for (const [i, first] of borders.slice(0, -1).entries()) {
      const blocks = borders[i + 1]! - first;
      const some = all.filter(([, block]) => block >= first && block < first + blocks);
      const part = await segmentOf(
        some.map(([key, block, context]) => [key, block - first, context]),
        blocks,
        (block) => first + block,
      );
      const map = Int32Array.from({ length: blocks }, (_, block) => first + block);
      sources.keys.push(new SegmentPostings(part, "keys", map));
      sources.coarse.push(new SegmentPostings(part, "coarse", map));
    }
    const merged = await segmentFrom(sources, BLOCKS);
    await expectLookups(all, merged);
    expect(Buffer.compare(await bytesOf(merged), await bytesOf(whole))).toBe(0);
  });

  test("of a truncated list without remaining blocks still state that there were more", async () => {
    const segment = await segmentOf([...crowded, [5, 0, 0]], BLOCKS);
    const { postings } = (await lookup(segment, "keys", [0xffff_ffff])).get(0)!;
    const gone = new Set(postings.map(blockOf));
    let next = 0;
    const map = Int32Array.from({ length: BLOCKS }, (_, block) => (gone.has(block) ? -1 : next++));
    const sources = {
      keys: [new SegmentPostings(segment, "keys", map)],
      coarse: [new SegmentPostings(segment, "coarse", map)],
    };
    const left = await segmentFrom(sources, next);
    const hit = (await lookup(left, "keys", [0xffff_ffff])).get(0);
    expect(hit).toEqual({ postings: [], blocksInAll: crowded.length - gone.size });
  });

  test("are merged ascending from many sources", async () => {
    const source = (all: readonly Posting[]): PostingSource => ({
      count: all.length,
      part: async (): Promise<PartPostings> => ({
        high: Uint32Array.from(all, ([high]) => high),
        low: Uint32Array.from(all, ([, low]) => low),
        unlisted: new Map(all.map(([high]) => [high, 2])),
      }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(posting, { maxLength: 40 }), { minLength: 1, maxLength: 4 }),
        async (sources) => {
          const merged = await mergedPart(kernels, sources.map(source), 3, DIVISIONS[0]);
          const expected = sources.flat().map(([high, low]) => [high, low] as const);
          expected.sort((x, y) => x[0] - y[0] || x[1] - y[1]);
          expect(Array.from(merged.high, (high, i) => [high, merged.low[i]])).toEqual(expected);
          for (const high of notAlwaysEmpty(new Set(merged.high))) {
            const here = sources.filter((all) => all.some(([one]) => one === high)).length;
            expect(merged.unlisted.get(high)).toBe(2 * here);
          }
        },
      ),
    );
  });
});

describe("the context of a shingle", () => {
  const filler = fillerWords();
  const fill = (words: number) => Array.from({ length: words }, () => filler.next().value);

  test.each(Object.values(PROFILES))(
    "agrees for a kept shingle of any run that is certain to be found: $name",
    (profile) => {
      const random = seeded(47);
      const certain = certainWords(profile);
      let disagreeing = 0;
      for (let n = 0; n < 400; n++) {
        const run = zipfWords(random, certain + (n % 5), 300);
        const text = (before: number, behind: number) =>
          shingle(kernels, readText(kernels, [...fill(before), ...run, ...fill(behind)].join(" ")), profile);
        const places = [n % 4, 3 + (n % 7)] as const;
        const [one, other] = [text(places[0], n % 3), text(places[1], 9)];
        const contexts = [one, other].map(({ text, selected }) =>
          contextsOf(text.words, selected, profile.shingleWords),
        );
        const shared = Array.from(one.selected, (at, i) => {
          const inRun = at - places[0];
          const j = other.selected.indexOf(inRun + places[1]);
          const isInside = inRun >= 0 && inRun + profile.shingleWords <= run.length;
          return isInside && j >= 0 && { agrees: agrees(contexts[0]![i]!, contexts[1]![j]!) };
        }).filter((one) => one !== false);
        expect(shared.some((one) => one.agrees)).toBe(true);
        disagreeing += shared.filter((one) => !one.agrees).length;
      }
      expect(disagreeing, "contexts that always agree say nothing").toBeLessThan(400);
    },
  );

  test("supports a passage more, the more words agree next to the shingle, on either side", () => {
    for (const side of [0, 8]) {
      const farther = [3, 2, 1, 0].map((word) => contextLogOdds(0x1234, 0x1234 ^ (2 << (side + 2 * word))));
      const said = [...farther, contextLogOdds(0x1234, 0x1234)];
      expect(said).toEqual(said.toSorted((x, y) => x - y));
      expect(new Set(said).size).toBe(5);
    }
    expect(contextLogOdds(0, 0xffff)).toBeLessThan(0);
  });

  test("agrees by chance about once in 128, and with itself", () => {
    const random = seeded(48);
    const words = {
      low: Uint32Array.from({ length: 20_000 }, () => random() * 2 ** 32),
      high: new Uint32Array(20_000),
    };
    const contexts = contextsOf(
      words,
      Uint32Array.from({ length: 19_990 }, (_, i) => i),
      5,
    );
    let agreeing = 0;
    for (let i = 0; i + 10_000 < contexts.length; i++) {
      expect(agrees(contexts[i]!, contexts[i]!)).toBe(true);
      if (agrees(contexts[i]!, contexts[i + 9_990]!)) agreeing++;
    }
    expect(agreeing / 9_990).toBeGreaterThan(0.005);
    expect(agreeing / 9_990).toBeLessThan(0.011);
  });
});
