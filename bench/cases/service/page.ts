/**
 * What does the page cost its reader: 500 words against 100 MB of text on a web host, each request 20 ms late; a novel of 2 MB pasted
 * and read; the library from its import to its first fingerprint? In a real Chromium. Runs only when named.
 *
 * Times by the clock are told where the machine has nothing else to do, processor time and bytes anywhere.
 */
import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { plantedQueries } from "../../corpora/queries.ts";
import { FINGERPRINTS_PER_WORD, realDocuments } from "../../corpora/stream.ts";
import { percentile } from "../../corpus/percentile.ts";
import { assertAnswer, type Figure, figure, type Goal } from "../../harness/harness.ts";
import { textOf } from "../../harness/texts.ts";

const WORDS = 18_182_000;
const [DELAY_MS, ASKED, RUN_WORDS, ROUNDS] = [20, 20, 100, 9];
const NOVEL_CHARACTERS = 2_000_000;
const ROOT = join(import.meta.dirname, "../../..");
const TEXT = "The quick brown fox jumps over the lazy dog";

interface Seen {
  ms: number;
  /** The longest task of the page's thread, by the clock and by what the processor worked. */
  longestMs: number;
  longestWorkedMs: number;
}

interface Visits {
  far: (Seen & { workedMs: number; requests: number; bytes: number })[];
  novel: { pasted: Seen; read: Seen };
  first: { id: string; workedMs: number }[];
}

export const pageCase = {
  name: "page",
  async figures(): Promise<Figure[]> {
    const folder = mkdtempSync(join(process.env["BENCH_FOLDER"] ?? tmpdir(), "bench-page-"));
    try {
      await lay(folder);
      const visits = await visited(folder);
      return "lacking" in visits ? skipped(visits.lacking) : [...farFigures(visits), ...otherFigures(visits)];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

function skipped(why: string): Figure[] {
  console.error(`  ${why}`);
  return [];
}

/** The built page, the corpus, the library as one file, and what is asked. */
async function lay(folder: string): Promise<void> {
  cpSync(join(ROOT, "build/web"), folder, { recursive: true });
  writeFileSync(join(folder, "blank.html"), "<!doctype html><title>nothing</title>");
  const contents = `import { fingerprint } from "./index.js"; export const run = async () => (await fingerprint(${JSON.stringify(TEXT)})).id;`;
  const stdin = { contents, resolveDir: join(ROOT, "build") };
  const form = { bundle: true, minify: true, splitting: true, format: "esm" as const, logLevel: "error" as const };
  await build({ stdin, outdir: folder, entryNames: "first", chunkNames: "part-[hash]", ...form });
  const size = String(Math.round(WORDS * FINGERPRINTS_PER_WORD));
  execFileSync(process.execPath, [join(ROOT, "bench/corpus/build.ts"), "novels", size, join(folder, "corpus")]);
  const from = realDocuments("novels", WORDS);
  const planted = plantedQueries("novels", ASKED, "page", { from, runWords: RUN_WORDS });
  const far = planted.map(({ content }) => content);
  const texts = { far, novel: textOf("typographic", NOVEL_CHARACTERS), rounds: ROUNDS };
  writeFileSync(join(folder, "texts.json"), JSON.stringify(texts));
}

async function visited(folder: string): Promise<Visits | { lacking: string }> {
  const server = spawn(process.execPath, [join(ROOT, "bench/corpus/server.ts"), folder, String(DELAY_MS)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  try {
    const address = await new Promise<string>((resolve) =>
      server.stdout.once("data", (said) => resolve(`${said}`.trim())),
    );
    const script = join(ROOT, "bench/steps/page/visits.js");
    const child = spawn(process.execPath, [script, address, join(folder, "texts.json")], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    for await (const piece of child.stdout.setEncoding("utf8")) said += piece;
    return JSON.parse(said);
  } finally {
    server.stdin.end();
  }
}

const isIdle = (): boolean => loadavg()[0]! <= 1.5 * availableParallelism();
const atMost = (most: number, unit: string, isTold = true): Goal => [
  `≤ ${most} ${unit}`,
  (value) => (isTold ? value <= most : null),
];

function farFigures({ far }: Visits): Figure[] {
  const name = "page: 500 words, 100 MB by ranges at 20 ms";
  const of = (part: (one: Visits["far"][number]) => number, share: number) => percentile(far.map(part), share);
  const longest = Math.max(...far.map((one) => one.longestWorkedMs));
  return [
    figure(
      `${name}: to marked passages, p50`,
      "ms",
      of((one) => one.ms, 50),
      [atMost(1_000, "ms", isIdle())],
    ),
    figure(
      `${name}: to marked passages, p95`,
      "ms",
      of((one) => one.ms, 95),
      [atMost(1_000, "ms", isIdle())],
    ),
    figure(
      `${name}: processor time, p50`,
      "ms",
      of((one) => one.workedMs, 50),
    ),
    figure(
      `${name}: requests, p50`,
      "requests",
      of((one) => one.requests, 50),
    ),
    figure(
      `${name}: bytes, p50`,
      "kB",
      of((one) => one.bytes / 1000, 50),
      [atMost(400, "kB")],
    ),
    figure(
      `${name}: bytes, p95`,
      "kB",
      of((one) => one.bytes / 1000, 95),
      [atMost(400, "kB")],
    ),
    figure(`${name}: longest work of the page's thread`, "ms", longest, [atMost(50, "ms")]),
  ];
}

function otherFigures({ novel, first }: Visits): Figure[] {
  assertAnswer(new Set(first.map(({ id }) => id)).size, 1, "The number of fingerprints of one text");
  const worked = percentile(
    first.map(({ workedMs }) => workedMs),
    50,
  );
  return [
    figure("page: 2 MB pasted: longest work of its thread", "ms", novel.pasted.longestWorkedMs, [atMost(50, "ms")]),
    figure("page: 2 MB read: longest work of its thread", "ms", novel.read.longestWorkedMs, [atMost(50, "ms")]),
    figure("page: processor time from import to first fingerprint", "ms", worked, [atMost(150, "ms")]),
    figure("page: load of the machine meanwhile", "processes", loadavg()[1]!),
  ];
}
