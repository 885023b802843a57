/**
 * Texts of several lengths asked of one contender in a process of its own, in turn: what each takes of the processor, garbage collection
 * included. The first of the process is told apart.
 *
 *   node bench/corpus/analyze.ts NAME QUERIES PLACE GENRE WORDS MS
 *
 * prints an `Analysed`. PLACE is the folder of our corpus; others build their index of WORDS words of a genre first.
 */
import { readFileSync } from "node:fs";
import { argv } from "node:process";
import { createEngine, openCorpus } from "../../src/index.ts";
import type { Genre } from "../corpora/genres.ts";
import { documentStream } from "../corpora/stream.ts";
import { assertAnswer } from "../harness/harness.ts";
import { type WasmTime, watchWasm } from "../harness/wasmTime.ts";
import { percentile } from "./percentile.ts";
import { INDEXES, type IndexName } from "./rivals/contenders.ts";
import type { RivalIndex } from "./rivals/rivalIndex.ts";

/** Texts of one length, all copied from documents of the corpus or none. */
export interface AnalyzeTexts {
  name: string;
  contents: { content: string; id: string | null }[];
}

export interface Analysed {
  firstMs: number;
  lengths: {
    name: string;
    leastCpuMs: number;
    medianCpuMs: number;
    medianMs: number;
    times: number;
    /** Share of the time that calls of WebAssembly take; `null` for those who have none. */
    wasmShare: number | null;
  }[];
}

type Ask = RivalIndex["ask"];

/** Of all lengths in turn, after five of each whose answers are asserted. */
const WARMUP_ANALYSES = 200;
/** Fewest measured analyses of a length. */
const TIMES_MIN = 10;

const QUOTATIONS_SHARE_MAX = 0.02;

interface Measured {
  cpuMs: number[];
  ms: number[];
}

/** Texts in whose analyses the calls of WebAssembly are timed: that takes time itself. */
const COUNTED_TEXTS = 20;

/** Documents that our engine names; none where the text and the corpus only quote the same poems, as novels do. */
async function ours(folder: string): Promise<Ask> {
  const engine = await createEngine({ corpora: [await openCorpus(folder)] });
  return async (content) => {
    const { coverage, matches } = await engine.analyze({ content, content_type: "text" });
    return coverage.share > QUOTATIONS_SHARE_MAX ? matches.map(({ document }) => document.id) : [];
  };
}

async function built(name: IndexName, place: string, genre: Genre, words: number): Promise<Ask> {
  const index: RivalIndex = await INDEXES[name].index(place);
  await index.build(documentStream(genre, words).documents);
  return (content) => index.ask(content);
}

async function measured(ask: Ask, contents: AnalyzeTexts["contents"], lengthMs: number): Promise<Measured> {
  const found: Measured = { cpuMs: [], ms: [] };
  const endMs = performance.now() + lengthMs;
  for (let i = 0; i < TIMES_MIN || performance.now() < endMs; i++) {
    const [cpu, from] = [process.cpuUsage(), performance.now()];
    await ask(contents[i % contents.length]!.content);
    found.ms.push(performance.now() - from);
    const { user, system } = process.cpuUsage(cpu);
    found.cpuMs.push((user + system) / 1000);
  }
  return found;
}

async function wasmShare(ask: Ask, contents: AnalyzeTexts["contents"], time: WasmTime): Promise<number> {
  Object.assign(time, { isCounting: true, ms: 0 });
  const start = performance.now();
  for (let i = 0; i < COUNTED_TEXTS; i++) await ask(contents[i % contents.length]!.content);
  time.isCounting = false;
  return time.ms / (performance.now() - start);
}

if (import.meta.main) {
  const [name, file, place, genre, words, msText] = argv.slice(2) as [
    ...[IndexName, string, string],
    ...[Genre, string, string],
  ];
  const time = watchWasm();
  const lengths: AnalyzeTexts[] = JSON.parse(readFileSync(file, "utf8"));
  const ask = await (name === "spolia" ? ours(place) : built(name, place, genre, Number(words)));
  const start = performance.now();
  await ask(lengths[0]!.contents[0]!.content);
  const firstMs = performance.now() - start;
  for (const { name: length, contents } of lengths) {
    for (const { content, id } of contents.slice(0, 5)) {
      const [first = null] = await ask(content);
      // Others name every document that shares a few words with a text, and miss edited ones, which is no wrong answer of theirs; law is
      // the same in many documents.
      const isTheirs = id !== null && !length.endsWith("edited");
      if (genre === "novels" && (name === "spolia" || isTheirs)) assertAnswer(first, id, `${name}, ${length}`);
    }
  }
  for (let i = 0; i < WARMUP_ANALYSES; i++)
    await ask(lengths[i % lengths.length]!.contents[Math.floor(i / lengths.length) % 5]!.content);
  const analysed: Analysed = { firstMs, lengths: [] };
  for (const { name: length, contents } of lengths) {
    const { cpuMs, ms } = await measured(ask, contents, Number(msText));
    analysed.lengths.push({
      ...{ name: length, times: ms.length, leastCpuMs: cpuMs.reduce((x, y) => Math.min(x, y)) },
      ...{ medianCpuMs: percentile(cpuMs, 50), medianMs: percentile(ms, 50) },
      wasmShare: name === "spolia" ? await wasmShare(ask, contents, time) : null,
    });
  }
  console.log(JSON.stringify(analysed));
}
