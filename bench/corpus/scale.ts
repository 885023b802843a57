/**
 * One corpus of a size, from its text to its answers: how fast is it built, how large is it, how soon does it answer and from where?
 *
 *   node bench/corpus/scale.ts GENRE FINGERPRINTS [QUERIES [LIMIT_MS]]      prints a `Scale`
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Genre } from "../corpora/genres.ts";
import { freshQueries, plantedQueries } from "../corpora/queries.ts";
import { FINGERPRINTS_PER_WORD, realDocuments } from "../corpora/stream.ts";
import { type Asked, isRemote, MEDIA, type Medium, type Queries } from "./ask.ts";
import type { Built } from "./build.ts";
import { filesIn } from "./folder.ts";
import { WORDS_PER_TOKEN } from "./paper.ts";
import { runStep, withServer } from "./process.ts";

export interface Scale {
  genre: Genre;
  /** Kept places that were asked for; `built.fingerprints` are the distinct ones. */
  fingerprints: number;
  built: Built;
  tokens: number;
  /** Bytes of everything but the text, and of all, for each token of a byte pair encoding. */
  bytesPerToken: { withoutText: number; withText: number };
  asked: Partial<Record<Medium, Asked>>;
  skipped: { medium: Medium; why: string }[];
}

export interface ScaleOptions {
  /** Fresh queries for each medium. */
  queries: number;
  /** Time after which a medium is asked no more: slow ones are asked fewer queries, and say how many. */
  limitMs: number;
  log?: (line: string) => void;
}

export const SCALE_DEFAULTS: ScaleOptions = { queries: 1_000, limitMs: 120_000 };
const DELAY_MS = 20;
const PLANTED = 25;
const PLANTED_RUN_WORDS = 40;
const WARM_UP = 20;

export async function measureScale(genre: Genre, fingerprints: number, options = SCALE_DEFAULTS): Promise<Scale> {
  const log = options.log ?? (() => {});
  // Beside what is measured, not in memory: /tmp is a file system of its own kind on some machines.
  const folder = mkdtempSync(join(process.env["BENCH_FOLDER"] ?? tmpdir(), "bench-corpus-"));
  try {
    const corpus = join(folder, "corpus");
    log(`${genre}, ${fingerprints} fingerprints: building …`);
    const built = await runStep<Built>("build", [genre, fingerprints, corpus]);
    const tokens = built.words / WORDS_PER_TOKEN;
    const textBytes = filesIn(corpus).reduce((sum, { name, bytes }) => sum + (name.startsWith("text/") ? bytes : 0), 0);
    const scale: Scale = {
      ...{ genre, fingerprints, built, tokens, asked: {}, skipped: [] },
      bytesPerToken: { withoutText: (built.storedBytes - textBytes) / tokens, withText: built.storedBytes / tokens },
    };
    const file = join(folder, "queries.json");
    writeFileSync(file, JSON.stringify(queriesFor(genre, fingerprints, options.queries)));
    for (const medium of MEDIA) {
      log(`${genre}, ${fingerprints} fingerprints: ${medium} …`);
      const ask = (where: string) =>
        runStep<Asked | { skipped: string }>("ask", [file, where, medium, options.limitMs]);
      const asked = await (isRemote(medium) ? withServer(corpus, DELAY_MS, ask) : ask(corpus));
      if ("skipped" in asked) scale.skipped.push({ medium, why: asked.skipped });
      else scale.asked[medium] = asked;
    }
    return scale;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** With some more that are not timed. */
function queriesFor(genre: Genre, fingerprints: number, count: number): Queries {
  const from = realDocuments(genre, fingerprints / FINGERPRINTS_PER_WORD);
  return {
    fresh: freshQueries(genre, WARM_UP + count, "scale"),
    planted: plantedQueries(genre, PLANTED, "scale", { from, runWords: PLANTED_RUN_WORDS }),
  };
}

if (import.meta.main) {
  const [genre, fingerprints, queries = SCALE_DEFAULTS.queries, limitMs = SCALE_DEFAULTS.limitMs] =
    process.argv.slice(2);
  const scale = await measureScale(genre as Genre, Number(fingerprints), {
    ...{ queries: Number(queries), limitMs: Number(limitMs) },
    log: console.error,
  });
  console.log(JSON.stringify(scale, null, 1));
}
