/**
 * One contender in a process of its own: builds, proves that it names the document of every planted run, and is timed.
 *
 *   node bench/corpus/rival.ts NAME GENRE WORDS QUERIES PLACE      prints a `Contended`
 */
import { readFileSync } from "node:fs";
import { argv } from "node:process";
import type { Genre } from "../corpora/genres.ts";
import { documentStream } from "../corpora/stream.ts";
import { type Queries, spreadOf } from "./ask.ts";
import { peakResidentBytes } from "./memory.ts";
import { INDEXES, type IndexName } from "./rivals/contenders.ts";
import type { RivalIndex } from "./rivals/rivalIndex.ts";
import type { Contended } from "./rivals.ts";

/** A planted run counts as found among so many documents. */
const NAMED_AMONG = 10;

const [name, genre, words, file, place] = argv.slice(2) as [IndexName, Genre, string, string, string];
const queries = JSON.parse(readFileSync(file, "utf8")) as Queries;
const heapBytes = () => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const before = heapBytes();
const index: RivalIndex = await INDEXES[name].index(place);
const { documents, progress } = documentStream(genre, Number(words));
const start = performance.now();
const bytes = await index.build(documents);
const buildMs = performance.now() - start - progress.waitedMs;
const size = bytes ?? heapBytes() - before;

for (const { content, id, run } of queries.planted) {
  const named = (await index.ask(content)).slice(0, NAMED_AMONG);
  if (!named.includes(id)) throw new Error(`${name} did not name ${id}, of which this is: ${run}`);
}
const times: number[] = [];
for (const { content } of queries.fresh) {
  const asked = performance.now();
  await index.ask(content);
  times.push(performance.now() - asked);
}
const contended: Contended = {
  ...{ name, words: Number(words), textBytes: progress.bytes, buildMs, bytes: size, ms: spreadOf(times) },
  maxResidentBytes: peakResidentBytes(),
};
console.log(JSON.stringify(contended));
