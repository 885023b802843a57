/**
 * Ours and others over the same documents and queries, each in a process of its own. Others hold what they know in memory or write
 * it row by row, so the sizes are a million words and ten million; a corpus of 10^8 fingerprints has 450 million.
 */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Genre } from "../corpora/genres.ts";
import { freshQueries, plantedQueries } from "../corpora/queries.ts";
import { realDocuments } from "../corpora/stream.ts";
import type { Queries, Spread } from "./ask.ts";
import { runStep } from "./process.ts";

export type RivalName = "spolia" | "Map of kept shingles" | "SQLite FTS5" | "Dolos";

/** Most words that one is given: Dolos keeps each kept shingle as an object and numbers them by 25 bits (../shared/reference). */
const CONTENDERS: readonly { name: RivalName; wordsMax: number }[] = [
  { name: "spolia", wordsMax: Number.POSITIVE_INFINITY },
  { name: "Map of kept shingles", wordsMax: 1e7 },
  { name: "SQLite FTS5", wordsMax: 1e7 },
  { name: "Dolos", wordsMax: 1e6 },
];
const INSTALLED = fileURLToPath(new URL("../rivals/node_modules", import.meta.url));
const QUERIES = 200;
const PLANTED = 10;
const PLANTED_RUN_WORDS = 40;

export interface Contended {
  name: RivalName;
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
    for (const { name, wordsMax } of CONTENDERS) {
      if (name === "Dolos" && !existsSync(INSTALLED))
        leftOut.push({ name, why: "it is not installed (npm ci --prefix bench/rivals)" });
      else if (words > wordsMax) leftOut.push({ name, why: `it is given ${wordsMax / 1e6} million words at most` });
      else measured.push(await runStep<Contended>("rival", [name, genre, words, file, join(folder, name)]));
    }
    const [ours, ...rivals] = measured as [Contended, ...Contended[]];
    return { ours, rivals, leftOut };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
