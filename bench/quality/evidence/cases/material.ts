/** The works of one set in one split, ready to make cases of: what is searched, what is clean, what is quoted. */
import { Random } from "../../../harness/random.ts";
import { grouped } from "../../figures.ts";
import { runsMet } from "../../search/cases.ts";
import { RUN_WORDS, type Words, wordsOf } from "../../words.ts";
import type { Assigned, EvidenceSet } from "./sets.ts";

/** A stretch of a work that is not indexed. No two overlap. */
export interface Block {
  id: string;
  work: string;
  cluster: string;
  author: string | undefined;
  words: Words;
  /** Words in runs of 12 that stand in an indexed work of the language as well. */
  sharedWords: number;
  /** Whether no such run stands there, nor in the generated text that is searched. */
  isClean: boolean;
}

type UnlabelledBlock = Omit<Block, "sharedWords" | "isClean">;

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
const BLOCKS_MAX = 6_000;

/** The works of a set that are searched. */
export function indexedOf(works: readonly Assigned[]): IndexedWork[] {
  return usedAs("indexed", works).map(({ id, cluster, author, text }) => ({
    id,
    cluster,
    author,
    words: wordsOf(text),
  }));
}

/** Works of a set in one split, and its text that is generated. */
export interface Searched {
  set: EvidenceSet;
  works: readonly Assigned[];
  indexed: IndexedWork[];
  generated: Iterable<{ text: string }>;
}

/**
 * Material of all sets. Clean is what shares no run of 12 words with anything of its language that is searched, by an exact search of our own: the
 * indexed works of every set, the works that pieces are quoted from (statutes share runs of 12 with them), the generated text.
 */
export function materialsOf(searched: readonly Searched[]): Material[] {
  const cut = searched.map(cutBlocks);
  const languages = new Map<string, Record<"works" | "generated", Set<string>>>();
  for (const [language, sets] of grouped(searched, ({ set }) => set.language)) {
    const words = sets.flatMap((one) => cut[searched.indexOf(one)]!.map((block) => block.words));
    const works = sets.flatMap(({ works, indexed }) => [...indexed.map((one) => one.words), ...usedAs("third", works)]);
    languages.set(language, { works: runsMet(words, works), generated: runsMet(words, all(sets)) });
  }
  return searched.map(({ set, works, indexed }, i) => {
    const met = languages.get(set.language)!;
    const blocks = cut[i]!.map((block) => {
      const sharedWords = coveredByRuns(block.words, met.works);
      return { ...block, sharedWords, isClean: sharedWords + coveredByRuns(block.words, met.generated) === 0 };
    });
    const clean = blocks.filter(({ isClean }) => isClean);
    return {
      ...{ set, indexed, blocks },
      clean: grouped(clean, ({ work }) => work).map(([, blocks]) => blocks),
      third: usedAs("third", works).map(({ cluster, text }) => ({ cluster, words: wordsOf(text) })),
      vocabulary: clean.flatMap(({ words: { text, starts, ends } }) =>
        starts.map((start, at) => text.slice(start, ends[at]!)),
      ),
    };
  });
}

function* all(sets: readonly Searched[]): Generator<{ text: string }> {
  for (const { generated } of sets) yield* generated;
}

function cutBlocks({ set, works }: Searched): UnlabelledBlock[] {
  const held = new Random(`${set.name} ${works[0]?.split} blocks`).shuffled(usedAs("held", works));
  return held.flatMap(blocksOf).slice(0, BLOCKS_MAX);
}

const usedAs = (use: Assigned["use"], works: readonly Assigned[]) => works.filter((work) => work.use === use);

function blocksOf({ id, cluster, author, text }: Assigned): UnlabelledBlock[] {
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

function coveredByRuns({ words }: Words, met: ReadonlySet<string>): number {
  let [covered, to] = [0, 0];
  for (let at = 0; at + RUN_WORDS <= words.length; at++) {
    if (!met.has(words.slice(at, at + RUN_WORDS).join(" "))) continue;
    covered += at + RUN_WORDS - Math.max(at, to);
    to = at + RUN_WORDS;
  }
  return covered;
}
