/** The works of one set in one split, ready to make cases of: what is searched, what is clean, what is quoted. */
import { Random } from "../../random.ts";
import { runsMet } from "../cases.ts";
import { grouped } from "../figures.ts";
import { RUN_WORDS, type Words, wordsOf } from "../words.ts";
import type { Assigned, EvidenceSet } from "./sets.ts";

/** A stretch of a work that is not indexed. No two overlap. */
export interface Block {
  id: string;
  work: string;
  cluster: string;
  author: string | undefined;
  words: Words;
  /** Words in runs of 12 that stand in an indexed work as well: 0 for clean text. */
  sharedWords: number;
}

export interface IndexedWork {
  id: string;
  cluster: string;
  author: string | undefined;
  words: Words;
}

export interface Material {
  set: EvidenceSet;
  indexed: IndexedWork[];
  blocks: Block[];
  /** Clean blocks by work, in their order. */
  clean: Block[][];
  third: { cluster: string; words: Words }[];
  /** Words of clean text. */
  vocabulary: string[];
}

const BLOCK_WORDS = 300;
const BLOCK_WORDS_MIN = 50;
const BLOCKS_PER_WORK_MAX = 50;
const BLOCKS_MAX = 2_500;

export function materialOf(set: EvidenceSet, works: readonly Assigned[]): Material {
  const used = (use: Assigned["use"]) => works.filter((work) => work.use === use);
  const indexed = used("indexed").map(({ id, cluster, author, text }) => ({ id, cluster, author, words: wordsOf(text) }));
  const blocks = labelled(
    new Random(`${set.name} ${works[0]?.split} blocks`).shuffled(used("held")).flatMap(blocksOf).slice(0, BLOCKS_MAX),
    indexed,
  );
  const clean = blocks.filter(({ sharedWords }) => sharedWords === 0);
  return {
    ...{ set, indexed, blocks },
    clean: grouped(clean, ({ work }) => work).map(([, blocks]) => blocks),
    third: used("third").map(({ cluster, text }) => ({ cluster, words: wordsOf(text) })),
    vocabulary: clean.flatMap(({ words: { text, starts, ends } }) => starts.map((start, at) => text.slice(start, ends[at]!))),
  };
}

function blocksOf({ id, cluster, author, text }: Assigned): Omit<Block, "sharedWords">[] {
  const words = wordsOf(text);
  const length = Math.min(BLOCK_WORDS, words.starts.length);
  if (length < BLOCK_WORDS_MIN) return [];
  const places = Array.from({ length: Math.floor(words.starts.length / length) }, (_, i) => i * length);
  // Spread over the work, and in its order.
  const step = Math.max(1, places.length / BLOCKS_PER_WORK_MAX);
  return Array.from({ length: Math.min(places.length, BLOCKS_PER_WORK_MAX) }, (_, i) => {
    const first = places[Math.floor(i * step)]!;
    return { id: `${id}@${first}`, work: id, cluster, author, words: excerpt(words, first, length) };
  });
}

export function excerpt({ text, starts, ends }: Words, first: number, lengthWords: number): Words {
  return wordsOf(text.slice(starts[first]!, ends[first + lengthWords - 1]!));
}

/** By an exact search of our own: which of their words stand in runs of 12 that an indexed work has too. */
function labelled(blocks: readonly Omit<Block, "sharedWords">[], indexed: readonly IndexedWork[]): Block[] {
  const met = runsMet(
    blocks.map(({ words }) => words),
    indexed.map(({ words }) => words),
  );
  return blocks.map((block) => ({ ...block, sharedWords: coveredByRuns(block.words, met) }));
}

function coveredByRuns({ words }: Words, met: ReadonlySet<string>): number {
  let [covered, to] = [0, 0];
  for (let at = 0; at + RUN_WORDS <= words.length; at++) {
    if (!met.has(words.slice(at, at + RUN_WORDS).join(" "))) continue;
    covered += at + RUN_WORDS - Math.max(at, to);
    to = at + RUN_WORDS;
  }
  return covered;
}
