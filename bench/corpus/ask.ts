/**
 * A corpus asked in a process of its own, from one medium. Runs planted in fresh text are found first, or there is no figure.
 *
 *   node bench/corpus/ask.ts QUERIES WHERE MEDIUM LIMIT_MS      prints an `Asked`, or { skipped: why }
 *
 * QUERIES is a file with `Queries`: they are made elsewhere, so that the memory of this process is that of the search.
 */
import { readFileSync } from "node:fs";
import { totalmem } from "node:os";
import { argv } from "node:process";
import { PASSAGE } from "../../src/core/fingerprint/profile.ts";
import { shingle } from "../../src/core/fingerprint/shingles.ts";
import { loadKernels } from "../../src/core/kernels/load.ts";
import { indexShingles } from "../../src/core/passages/shingleIndex.ts";
import { readText } from "../../src/core/text/text.ts";
import { createMemoryStorage } from "../../src/corpus/storage/memory.ts";
import { type Corpus, createEngine, openCorpus } from "../../src/index.ts";
import type { FreshQuery, PlantedQuery } from "../corpora/queries.ts";
import { dropFromCache, filesIn, readWhole } from "./folder.ts";
import { peakResidentBytes } from "./memory.ts";
import { percentile } from "./percentile.ts";

export type Medium = "memory" | "warm file" | "cold file" | "HTTP" | "HTTP, coarse";
export const MEDIA: readonly Medium[] = ["memory", "warm file", "cold file", "HTTP", "HTTP, coarse"];
export const isRemote = (medium: Medium): boolean => medium.startsWith("HTTP");

export interface Queries {
  fresh: FreshQuery[];
  planted: PlantedQuery[];
}

/** Medians and other shares of what one query took. */
export interface Spread {
  p50: number;
  p95: number;
  p99: number;
}

export interface Asked {
  queries: number;
  ms: Spread;
  /** Text blocks that were read for a query. */
  blocks: Spread;
  /** Share of the answers that say that a budget bound them. */
  boundedShare: number;
  /** Of the runs that were planted, those whose document was named, and those where it was not, in an answer that was bounded. */
  planted: { asked: number; named: number; bounded: number };
  /** Over HTTP: to open, and a query. */
  opening?: { requests: number; bytes: number };
  requests?: Spread;
  bytes?: Spread;
  maxResidentBytes: number;
}

const WARM_UP = 20;
/** A corpus is held in memory where it takes no more than this share of it. */
const MEMORY_SHARE = 0.4;
/** A corpus that takes seconds to answer is asked less often than was wished, but so often at least. */
const QUERIES_MIN = 10;

export async function openFrom(where: string, medium: Medium): Promise<Corpus | string> {
  if (medium === "memory") {
    const files = filesIn(where);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    if (bytes > MEMORY_SHARE * totalmem())
      return `${(bytes / 1e9).toFixed(1)} GB are too much for the memory of this machine`;
    return openCorpus(createMemoryStorage(files.map((file) => [file.name, readWhole(file)])));
  }
  return openCorpus(where, { depth: medium === "HTTP, coarse" ? "coarse" : "full" });
}

async function ask(
  corpus: Corpus,
  queries: Queries,
  where: string,
  medium: Medium,
  limitMs: number,
): Promise<Asked | string> {
  const engine = await createEngine({ corpora: [corpus] });
  const analyze = (content: string) => engine.analyze({ content, content_type: "text" });
  const opening = isRemote(medium) ? await countsOf(where) : undefined;
  const planted = await findPlanted(corpus, queries.planted, limitMs);
  const warm = performance.now() + limitMs / 4;
  for (const { content } of queries.fresh.slice(0, WARM_UP)) if (performance.now() < warm) await analyze(content);
  if (isRemote(medium)) await countsOf(where);
  const files = medium === "cold file" ? filesIn(where) : [];
  const [times, requests, bytes, asked]: [number[], number[], number[], string[]] = [[], [], [], []];
  const end = performance.now() + limitMs;
  for (const { content } of queries.fresh.slice(WARM_UP)) {
    if (medium === "cold file" && !dropFromCache(files))
      return "the page cache cannot be emptied of files here (dd iflag=nocache)";
    const start = performance.now();
    await analyze(content);
    times.push(performance.now() - start);
    asked.push(content);
    if (isRemote(medium)) {
      const counts = await countsOf(where);
      requests.push(counts.requests);
      bytes.push(counts.bytes);
    }
    if (performance.now() > end && times.length >= QUERIES_MIN) break;
  }
  return {
    ...{ queries: times.length, ms: spreadOf(times), planted },
    ...(await candidates(corpus, asked, limitMs / 4)),
    ...(opening !== undefined && { opening, requests: spreadOf(requests), bytes: spreadOf(bytes) }),
    maxResidentBytes: peakResidentBytes(),
  };
}

const search = async (corpus: Corpus, content: string) => {
  const kernels = await loadKernels();
  return corpus.search(indexShingles(shingle(kernels, readText(kernels, content), PASSAGE)));
};

/** Nothing is timed of a corpus that does not find what it has, unless it says that it stopped early. All passages count, not the best. */
async function findPlanted(
  corpus: Corpus,
  queries: readonly PlantedQuery[],
  limitMs: number,
): Promise<Asked["planted"]> {
  const planted = { asked: 0, named: 0, bounded: 0 };
  const end = performance.now() + limitMs;
  for (const { content, id, run } of queries) {
    if (planted.asked >= QUERIES_MIN && performance.now() > end) break;
    planted.asked++;
    const { passages, bounded, certainFromWords } = await search(corpus, content);
    if (passages.some(({ document }) => document.id === id)) planted.named++;
    else if (bounded || certainFromWords > wordsIn(run)) planted.bounded++;
    else throw new Error(`Of ${id} nothing was found, and the answer does not say that it is bounded: ${run}`);
  }
  return planted;
}

const wordsIn = (text: string): number => text.trim().split(/\s+/).length;

/** Candidates by the search itself, apart from the timing. */
async function candidates(corpus: Corpus, contents: readonly string[], limitMs: number) {
  const blocks: number[] = [];
  let bounded = 0;
  const end = performance.now() + limitMs;
  for (const content of contents) {
    const result = await search(corpus, content);
    blocks.push(result.blocksRead);
    bounded += Number(result.bounded);
    if (performance.now() > end && blocks.length >= QUERIES_MIN) break;
  }
  return { blocks: spreadOf(blocks), boundedShare: bounded / blocks.length };
}

export function spreadOf(values: readonly number[]): Spread {
  return { p50: percentile(values, 50), p95: percentile(values, 95), p99: percentile(values, 99) };
}

/** What the server has answered since it was last asked this. */
async function countsOf(address: string): Promise<{ requests: number; bytes: number }> {
  return (await (await fetch(new URL("/.counts", address))).json()) as { requests: number; bytes: number };
}

if (import.meta.main) {
  const [file, where, medium, limitMs] = argv.slice(2) as [string, string, Medium, string];
  const corpus = await openFrom(where, medium);
  const queries = JSON.parse(readFileSync(file, "utf8")) as Queries;
  const answer = typeof corpus === "string" ? corpus : await ask(corpus, queries, where, medium, Number(limitMs));
  if (typeof corpus !== "string") await corpus.close();
  console.log(JSON.stringify(typeof answer === "string" ? { skipped: answer } : answer));
}
