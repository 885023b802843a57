/**
 * Ours and others over the same documents and queries, each in a process of its own. The sizes are a million words and ten million,
 * since others take no more; a corpus of 10^8 fingerprints has 450 million.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Genre } from "../corpora/genres.ts";
import { freshQueries, plantedQueries } from "../corpora/queries.ts";
import { realDocuments } from "../corpora/stream.ts";
import type { Queries, Spread } from "./ask.ts";
import { runStep } from "./process.ts";
import { type IndexName, whyLeftOut } from "./rivals/contenders.ts";

const CONTENDERS: readonly IndexName[] = ["spolia", "Map of kept shingles", "SQLite FTS5", "Dolos"];
const QUERIES = 200;
const PLANTED = 10;
const PLANTED_RUN_WORDS = 40;

export interface Contended {
  name: IndexName;
  words: number;
  textBytes: number;
  buildMs: number;
  /** Of the index alone: on disk where there is a file, what the heap grew by where there is none. */
  bytes: number;
  maxResidentBytes: number;
  ms: Spread;
}

export async function measureRivals(genre: Genre, words: number) {
  const folder = mkdtempSync(join(tmpdir(), "bench-rivals-"));
  try {
    const file = join(folder, "queries.json");
    const from = realDocuments(genre, words);
    const queries: Queries = {
      fresh: freshQueries(genre, QUERIES, "rivals"),
      planted: plantedQueries(genre, PLANTED, "rivals", { from, runWords: PLANTED_RUN_WORDS }),
    };
    writeFileSync(file, JSON.stringify(queries));
    const measured: Contended[] = [];
    const leftOut: { name: string; why: string }[] = [];
    for (const name of CONTENDERS) {
      const why = whyLeftOut(name, words);
      if (why !== null) leftOut.push({ name, why });
      else measured.push(await runStep<Contended>("rival", [name, genre, words, file, join(folder, name)]));
    }
    const [ours, ...rivals] = measured as [Contended, ...Contended[]];
    return { ours, rivals, leftOut };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
