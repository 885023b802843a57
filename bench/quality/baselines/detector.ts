/** What finds passages: ours and what one would take instead, asked the same questions about the same documents. */
import type { Range } from "../passages/plagdet.ts";
import type { Words } from "../words.ts";

export interface SearchedDocument {
  id: string;
  words: Words;
}

/** A reported passage; `ranges` are `null` where the tool names documents only. */
export interface Reported {
  document: string;
  ranges: { content: Range; source: Range } | null;
}

export interface Detector {
  name: string;
  /** How it was used, in one line. */
  rule: string;
  /** Why it cannot be asked on this machine, or `null`. */
  skip: () => string | null;
  open: (documents: readonly SearchedDocument[]) => Promise<Opened>;
}

export interface Opened {
  /** Passages that a text shares with one document; `null` where the tool has no such question. */
  pair: ((query: Words, document: string) => Reported[] | Promise<Reported[]>) | null;
  /** Passages that it shares with any. */
  search: (query: Words) => Reported[] | Promise<Reported[]>;
}

/** Places that agree, in words. */
export interface Seed {
  content: { start: number; end: number };
  source: { start: number; end: number };
}

/** Seeds that follow each other in both texts with at most `gapWords` between them become one; smaller groups than `seedsMin` are dropped. */
export function mergedByGap(seeds: readonly Seed[], gapWords: number, seedsMin: number): Seed[] {
  const open: (Seed & { seeds: number })[] = [];
  const closed: (Seed & { seeds: number })[] = [];
  for (const seed of [...seeds].sort((x, y) => x.content.start - y.content.start || x.source.start - y.source.start)) {
    for (let i = open.length - 1; i >= 0; i--)
      if (seed.content.start - open[i]!.content.end > gapWords) closed.push(...open.splice(i, 1));
    const joined = open.find(
      ({ source }) => seed.source.start >= source.start && seed.source.start - source.end <= gapWords,
    );
    if (joined === undefined) open.push({ content: { ...seed.content }, source: { ...seed.source }, seeds: 1 });
    else {
      joined.content.end = Math.max(joined.content.end, seed.content.end);
      joined.source.end = Math.max(joined.source.end, seed.source.end);
      joined.seeds++;
    }
  }
  return [...closed, ...open].filter((group) => group.seeds >= seedsMin);
}

/** Ranges of words as ranges of characters. */
export function reported(document: string, query: Words, source: Words, found: readonly Seed[]): Reported[] {
  const characters = (words: Words, { start, end }: Range) => ({
    start: words.starts[start]!,
    end: words.ends[end - 1]!,
  });
  return found.map((seed) => ({
    document,
    ranges: { content: characters(query, seed.content), source: characters(source, seed.source) },
  }));
}

/** Documents with the most votes. */
export const DOCUMENTS_MAX = 10;
