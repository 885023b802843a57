/** Which blocks are worth reading? Shingles of the query that stand in the corpus vote for their blocks. */
import type { ShingledText } from "../fingerprint/shingles.ts";
import type { Hit, Segment } from "./segment.read.ts";

/** Above this many words only the kept shingles are looked up: the guarantee stays, recall under edits falls. */
const ALL_SHINGLES_WORDS_MAX = 20_000;
/** Blocks that are read for one query, and one more for each so many words of it. */
const BLOCKS_MAX = 1024;
const WORDS_PER_BLOCK_MORE = 16;

export interface Candidates {
  /** Ascending block numbers. */
  blocks: number[];
  /** Whether blocks were left out because there were too many, or a kept shingle stands in more blocks than are listed. */
  bounded: boolean;
}

/**
 * A block is a candidate when a shingle that winnowing keeps in the query stands in it, or any two shingles do. The first suffices:
 * text and query keep the same shingle of every common window, so that a common run of the guarantee's length always has one. The
 * second adds what edits have hidden from the first.
 */
export async function findCandidates(segment: Segment, query: ShingledText, signal: () => void): Promise<Candidates> {
  const positions =
    query.text.lengthWords > ALL_SHINGLES_WORDS_MAX ? query.selected : Uint32Array.from(query.shingles.low, (_, at) => at);
  const keys = {
    low: Uint32Array.from(positions, (at) => query.shingles.low[at]!),
    high: Uint32Array.from(positions, (at) => query.shingles.high[at]!),
  };
  const hits = await segment.lookup(keys, signal);
  const selected = new Set(query.selected);
  const isSelected = (index: number) => selected.has(positions[index]!);
  const votes = tally(hits, isSelected);
  const candidates = [...votes].filter(([, { hits, selectedHits }]) => selectedHits > 0 || hits > 1);
  const most = BLOCKS_MAX + Math.floor(query.text.lengthWords / WORDS_PER_BLOCK_MORE);
  const best = candidates.sort(([x, a], [y, b]) => b.weight - a.weight || x - y).slice(0, most);
  // The guarantee rests on kept shingles alone: a list that was cut matters where it is one of theirs.
  const isTruncated = hits.some(({ index, blocks, blocksInAll }) => blocks.length < blocksInAll && isSelected(index));
  return {
    blocks: best.map(([block]) => block).sort((x, y) => x - y),
    bounded: best.length < candidates.length || isTruncated,
  };
}

interface Votes {
  hits: number;
  selectedHits: number;
  /** A shingle's vote is shared among the blocks it stands in: rare ones weigh most. */
  weight: number;
}

function tally(hits: readonly Hit[], isSelected: (index: number) => boolean): Map<number, Votes> {
  const votes = new Map<number, Votes>();
  for (const { index, blocks, blocksInAll } of hits) {
    for (const block of blocks) {
      const vote = votes.get(block) ?? { hits: 0, selectedHits: 0, weight: 0 };
      vote.hits++;
      vote.selectedHits += Number(isSelected(index));
      vote.weight += 1 / blocksInAll;
      votes.set(block, vote);
    }
  }
  return votes;
}
