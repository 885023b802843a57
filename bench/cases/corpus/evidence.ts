/** The evidence beside the search: `analyze` with all of it on 500 words, the corpus in memory, at three sizes. Named to be run. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freshQueries, plantedQueries, QUERY_WORDS } from "../../corpora/queries.ts";
import { FINGERPRINTS_PER_WORD, realDocuments } from "../../corpora/stream.ts";
import type { Concluded } from "../../corpus/evidence.ts";
import { runStep } from "../../corpus/process.ts";
import { type Figure, figure, type Goal } from "../../harness/harness.ts";
import type { CorpusCase, CorpusOptions } from "./corpus.ts";

const SIZES = [1e5, 1e6, 1e7];
/** Of issue 6, at this size. */
const GOAL_SIZE = 1e7;
const GOAL_MS = 5;
const GOAL_EVIDENCE_MS = 1;
/** Over 20 % of a query: event G. */
const RUN_WORDS = 150;
/** Twenty models and more are documented for it. */
const DATASET = "books3";

export const evidenceCase: CorpusCase = {
  name: "corpus: analysis with evidence",
  async figures({ fingerprints = SIZES, queries = 1_000 }: CorpusOptions) {
    const figures: Figure[] = [];
    for (const size of fingerprints) figures.push(...figuresOf(size, await measured(size, queries)));
    return figures;
  },
};

async function measured(fingerprints: number, count: number): Promise<Concluded> {
  const folder = mkdtempSync(join(process.env["BENCH_FOLDER"] ?? tmpdir(), "bench-evidence-"));
  try {
    const [corpus, file] = [join(folder, "corpus"), join(folder, "queries.json")];
    await runStep("build", ["novels", fingerprints, corpus]);
    const from = realDocuments("novels", fingerprints / FINGERPRINTS_PER_WORD);
    const half = Math.ceil(count / 2);
    const fresh = freshQueries("novels", half, "evidence");
    const planted = plantedQueries("novels", half, "evidence", { from, runWords: RUN_WORDS });
    writeFileSync(file, JSON.stringify({ fresh, planted }));
    return await runStep<Concluded>("evidence", [file, corpus, DATASET]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function figuresOf(size: number, concluded: Concluded): Figure[] {
  const { queries, planted, ms, plantedMs, afterSearchMs, cpuMs, evidenceMs } = concluded;
  const name = `analysis of ${QUERY_WORDS} words with evidence, 10^${Math.round(Math.log10(size))} fingerprints in memory, ${queries} queries`;
  const goal = (most: number): Goal[] => (size === GOAL_SIZE ? [[`≤ ${most} ms`, (value) => value <= most]] : []);
  return [
    figure(`${name}: p50`, "ms", ms.p50),
    figure(`${name}: p95`, "ms", ms.p95, goal(GOAL_MS)),
    figure(`${name}: p95 of those that hold a run of ${RUN_WORDS} words`, "ms", plantedMs.p95),
    figure(`${name}: all after the search, ids and ISCC too, p50`, "ms", afterSearchMs.p50),
    figure(`${name}: all after the search, p95`, "ms", afterSearchMs.p95),
    figure(`${name}: p95 by the processor's clock`, "ms", cpuMs.p95, goal(GOAL_MS)),
    figure(`${name}: evidence alone, of those that hold a run, p50`, "ms", evidenceMs.p50),
    figure(`${name}: evidence alone, p95`, "ms", evidenceMs.p95, goal(GOAL_EVIDENCE_MS)),
    figure(`${name}: runs whose dataset was attributed`, "%", (100 * planted.attributed) / planted.asked),
  ];
}
