/**
 * Analyses of several lengths in one process, in turn: what each takes of the processor, garbage collection included. The first of the
 * process is told apart.
 *
 *   node bench/corpus/analyze.ts QUERIES FOLDER MS      prints an `Analysed`
 */
import { readFileSync } from "node:fs";
import { argv } from "node:process";
import { createEngine, openCorpus } from "../../src/index.ts";
import { assertAnswer } from "../harness.ts";
import { percentile } from "./percentile.ts";

/** Texts of one length, all copied from documents of the corpus or none. */
export interface AnalyzeTexts {
  name: string;
  contents: { content: string; id: string | null }[];
}

export interface Analysed {
  firstMs: number;
  lengths: { name: string; leastCpuMs: number; medianCpuMs: number; medianMs: number; times: number }[];
}

const WARMUP_ANALYSES = 200;
/** Fewest measured analyses of a length. */
const TIMES_MIN = 10;

const QUOTATIONS_SHARE_MAX = 0.02;

interface Measured {
  cpuMs: number[];
  ms: number[];
}

if (import.meta.main) {
  const [file, folder, msText] = argv.slice(2) as [string, string, string];
  const lengths: AnalyzeTexts[] = JSON.parse(readFileSync(file, "utf8"));
  const engine = await createEngine({ corpora: [await openCorpus(folder)] });
  const analyze = (content: string) => engine.analyze({ content, content_type: "text" });
  const start = performance.now();
  await analyze(lengths[0]!.contents[0]!.content);
  const firstMs = performance.now() - start;
  for (const { name, contents } of lengths) {
    for (const { content, id } of contents.slice(0, 5)) {
      const { coverage, matches } = await analyze(content);
      // Novels quote the same poems.
      assertAnswer(coverage.share > QUOTATIONS_SHARE_MAX ? matches[0]!.document.id : null, id, name);
    }
  }
  const measured = new Map<string, Measured>(lengths.map(({ name }) => [name, { cpuMs: [], ms: [] }]));
  // The longest take seconds: they are warm after the shorter ones, which run the same code.
  for (let round = 0; round < WARMUP_ANALYSES; round++) await analyze(lengths[round % 4]!.contents[round % 5]!.content);
  for (const { name, contents } of lengths) {
    const { cpuMs, ms } = measured.get(name)!;
    const endMs = performance.now() + Number(msText);
    for (let i = 0; i < TIMES_MIN || performance.now() < endMs; i++) {
      const [cpu, from] = [process.cpuUsage(), performance.now()];
      await analyze(contents[i % contents.length]!.content);
      ms.push(performance.now() - from);
      const { user, system } = process.cpuUsage(cpu);
      cpuMs.push((user + system) / 1000);
    }
  }
  const analysed: Analysed = {
    firstMs,
    lengths: [...measured].map(([name, { cpuMs, ms }]) => ({
      ...{ name, times: ms.length, leastCpuMs: Math.min(...cpuMs) },
      ...{ medianCpuMs: percentile(cpuMs, 50), medianMs: percentile(ms, 50) },
    })),
  };
  console.log(JSON.stringify(analysed));
}
