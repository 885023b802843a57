/**
 * Are keys of 32 bits enough at a thousand million words? Real queries, and postings by chance: as many of them as a
 * corpus of that size gives to a lookup of random keys, in random blocks with random contexts.
 */
import { expect, test } from "vitest";
import { Hits } from "../../../src/corpus/format/hits.ts";
import { BLOCK_WORDS, CONTEXT_VALUES } from "../../../src/corpus/format/layout.ts";
import { postingOf } from "../../../src/corpus/format/postings.ts";
import { findCandidates } from "../../../src/corpus/search/candidates.ts";
import type { Segment } from "../../../src/corpus/segment/read/segment.ts";
import { kernels, queryOf } from "../../support/suites/corpus/judge.ts";
import { seeded, zipfWords } from "../../support/texts.ts";

const WORDS = 1e9;
/** Shingles that winnowing keeps of a word, as `fingerprints` of built corpora count them. */
const KEPT = 2 / 9;
const QUERIES = 60;
const QUERY_WORDS = 500;
/** What a query of that length may read of blocks that only may be likely: 4, and one more for 64 words. */
const LIKELY_BLOCKS = 4 + Math.floor(QUERY_WORDS / 64);

/** A segment that has nothing of any query but what chance gives it. */
function chanceSegment(random: () => number): { segment: Segment; hits: () => number } {
  const blocks = Math.ceil(WORDS / BLOCK_WORDS);
  const perLookup = (WORDS * KEPT) / 2 ** 32;
  const any = (below: number) => Math.floor(random() * below);
  let found = 0;
  const lookup = async (_: string, keys: Uint32Array) => {
    const hits = new Hits(keys.length, 0);
    for (let index = 0; index < keys.length; index++) {
      if (random() >= perLookup) continue;
      hits.add(index, 1, [postingOf(any(blocks), any(CONTEXT_VALUES))], 0, 1);
      found++;
    }
    return hits;
  };
  return { segment: { blocks: { rows: blocks }, lookup } as unknown as Segment, hits: () => found };
}

test.each(["all", "kept"] as const)("at 10^9 words a query reads few blocks by chance: lookups %s", async (lookups) => {
  const random = seeded(32);
  const { segment, hits } = chanceSegment(random);
  let blocks = 0;
  for (let query = 0; query < QUERIES; query++) {
    const { shingled } = queryOf(zipfWords(random, QUERY_WORDS, 30_000).join(" "));
    blocks += (await findCandidates(kernels, [segment], shingled, lookups, () => {})).blocks.length;
  }
  expect(hits() / QUERIES).toBeGreaterThan(lookups === "all" ? 20 : 4);
  // Hardly a block by chance is needed for the guarantee; the others have what the budget of likely ones leaves them.
  expect(blocks / QUERIES).toBeLessThan(lookups === "all" ? LIKELY_BLOCKS + 0.5 : 4);
});
