/**
 * Labelled queries: excerpts of works that are not indexed ("clean", by an exact search of our own), and excerpts of indexed works
 * planted inside them.
 */
import { createHash } from "node:crypto";
import { Random } from "../../harness/random.ts";
import type { OcrPair, SharedDocument } from "../../harness/shared.ts";
import { RUN_WORDS, runsOf, type Words, wordsOf } from "../words.ts";
import { EDITS } from "./edits.ts";

const CLEAN_WORDS = 300;
/** Where works are shorter than that, a whole work of at least this many words is an excerpt. */
const CLEAN_WORDS_MIN = 100;
const CLEAN_PER_WORK_MAX = 50;
export const LENGTHS_WORDS = [20, 50, 100, 200, 500, 1000, 2000];

export interface CleanQuery {
  id: string;
  text: string;
  words: number;
  /** Whether it truly shares a run of 12 words with an indexed work: then it is no clean query. */
  isShared: boolean;
}

export interface PlantedQuery {
  id: string;
  condition: string;
  /** Words of the excerpt before it was edited. */
  lengthWords: number;
  text: string;
  /** The excerpt as it stands in the document. */
  original: string;
  documentId: string;
  /** UTF-16 indices of the planted excerpt in the query and of the original in the document. */
  content: { start: number; end: number };
  source: { start: number; end: number };
}

export interface Halves {
  indexed: SharedDocument[];
  held: SharedDocument[];
}

/** Half of the works is indexed: those whose id has a SHA-256 with an even first byte. */
export function halvesOf(documents: readonly SharedDocument[]): Halves {
  const isIndexed = ({ id }: SharedDocument) => createHash("sha256").update(id).digest()[0]! % 2 === 0;
  return { indexed: documents.filter(isIndexed), held: documents.filter((document) => !isIndexed(document)) };
}

/** Up to `count` excerpts of held works, none overlapping, at most 50 a work, and the label of each. */
export function cleanQueries(name: string, { indexed, held }: Halves, count: number): CleanQuery[] {
  const random = new Random(`${name} clean`);
  const pool: { id: string; words: Words }[] = [];
  for (const document of random.shuffled(held)) {
    if (pool.length >= CLEAN_PER_WORK_MAX * count) break;
    const places = random.shuffled(clippedPlaces(wordsOf(document.text))).slice(0, CLEAN_PER_WORK_MAX);
    pool.push(...places.map(({ text, start }) => ({ id: `${document.id}@${start}`, words: wordsOf(text) })));
  }
  const chosen = random.shuffled(pool).slice(0, count);
  const shared = runsMet(
    chosen.map(({ words }) => words),
    indexed,
  );
  return chosen.map(({ id, words }) => ({
    id,
    text: words.text,
    words: words.words.length,
    isShared: [...runsOf(words)].some((run) => shared.has(run)),
  }));
}

function clippedPlaces({ text, starts, ends }: Words): { text: string; start: number }[] {
  const length = starts.length >= CLEAN_WORDS ? CLEAN_WORDS : starts.length;
  if (length < CLEAN_WORDS_MIN) return [];
  return Array.from({ length: Math.floor(starts.length / length) }, (_, i) => {
    const start = starts[i * length]!;
    return { text: text.slice(start, ends[(i + 1) * length - 1]!), start };
  });
}

/** Runs of 12 words of the queries that stand in an indexed work: the queries are the small side, so they are what is remembered. */
export function runsMet(queries: readonly Words[], indexed: Iterable<{ text: string }>): Set<string> {
  const asked = new Set(queries.flatMap((words) => [...runsOf(words)]));
  // Most places are dismissed by their first three words, which keeps a scan of millions of words short.
  const beginnings = new Set([...asked].map((run) => run.split(" ", 3).join(" ")));
  const met = new Set<string>();
  for (const { text } of indexed) {
    const { words } = wordsOf(text);
    for (let at = 0; at + RUN_WORDS <= words.length; at++) {
      if (!beginnings.has(`${words[at]} ${words[at + 1]} ${words[at + 2]}`)) continue;
      const run = words.slice(at, at + RUN_WORDS).join(" ");
      if (asked.has(run)) met.add(run);
    }
  }
  return met;
}

/** `count` planted queries for each edit, their lengths in turn; fewer where no indexed work is long enough. */
export function plantedQueries(
  name: string,
  { indexed }: Halves,
  hosts: readonly CleanQuery[],
  count: number,
): PlantedQuery[] {
  const random = new Random(`${name} planted`);
  const texts = random.shuffled(indexed.map((document) => ({ id: document.id, words: wordsOf(document.text) })));
  const fitting = LENGTHS_WORDS.map((length) => texts.filter(({ words }) => words.words.length >= length));
  const vocabulary = hosts.flatMap(({ text }) => wordsOf(text).words);
  const queries: PlantedQuery[] = [];
  for (const [condition, edit] of Object.entries(EDITS)) {
    for (let i = 0; i < count; i++) {
      const at = i % LENGTHS_WORDS.length;
      const lengthWords = LENGTHS_WORDS[at]!;
      if (fitting[at]!.length === 0) continue;
      const { id, words } = random.pick(fitting[at]!);
      const first = random.below(words.words.length - lengthWords + 1);
      const source = { start: words.starts[first]!, end: words.ends[first + lengthWords - 1]! };
      const original = words.text.slice(source.start, source.end);
      const planted = plant(edit(original, random, vocabulary), random.pick(hosts).text, random);
      queries.push({
        id: `${condition} ${lengthWords} ${id}@${source.start}`,
        condition,
        lengthWords,
        original,
        documentId: id,
        source,
        ...planted,
      });
    }
  }
  return queries;
}

/** The recognised pages among the pairs whose work is indexed, up to `count` for each rate of noise. */
export function ocrQueries(
  name: string,
  { indexed }: Halves,
  hosts: readonly CleanQuery[],
  pairs: readonly OcrPair[],
  count: number,
): PlantedQuery[] {
  const random = new Random(`${name} ocr`);
  const texts = new Map(indexed.map(({ id, text }) => [id, text]));
  const taken = new Map<number, number>();
  return pairs.flatMap((pair) => {
    const text = texts.get(pair.doc);
    const before = taken.get(pair.rate) ?? 0;
    if (pair.corpus !== name || text === undefined || before >= count) return [];
    taken.set(pair.rate, before + 1);
    const start = utf16Index(text, pair.start);
    const source = { start, end: start + pair.gold.length };
    if (text.slice(source.start, source.end) !== pair.gold)
      throw new Error(`The pair ${pair.id} does not stand where it says.`);
    const planted = plant(pair.ocr, random.pick(hosts).text, random);
    const condition = `ocr ${String(Math.round(100 * pair.rate)).padStart(2)} %`;
    const lengthWords = wordsOf(pair.gold).words.length;
    return [
      {
        id: `${condition} ${pair.id}`,
        condition,
        lengthWords,
        original: pair.gold,
        documentId: pair.doc,
        source,
        ...planted,
      },
    ];
  });
}

function plant(excerpt: string, host: string, random: Random): Pick<PlantedQuery, "text" | "content"> {
  const { starts } = wordsOf(host);
  const at = starts[random.below(starts.length)]!;
  const before = `${host.slice(0, at)}\n\n`;
  return {
    text: `${before}${excerpt}\n\n${host.slice(at)}`,
    content: { start: before.length, end: before.length + excerpt.length },
  };
}

export function utf16Index(text: string, codePoints: number): number {
  let index = 0;
  for (let i = 0; i < codePoints; i++) index += text.codePointAt(index)! > 0xffff ? 2 : 1;
  return index;
}
