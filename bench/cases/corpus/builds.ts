/**
 * What does it cost to make text searchable with two cores, beside others who keep the text too? The command line and others index the
 * same file in processes of their own. Each must then name the document of words that it is asked for. Named to be run.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { documentStream, FINGERPRINTS_PER_WORD } from "../../corpora/stream.ts";
import { type Figure, figure, type Goal, significant } from "../../harness/harness.ts";
import type { CorpusCase } from "./corpus.ts";

const SCRIPT = fileURLToPath(new URL("../../rivals/python/indexes.py", import.meta.url));
const CLI = fileURLToPath(new URL("../../../build/cli.js", import.meta.url));
const SIZE = 1e7 * FINGERPRINTS_PER_WORD;
/** Names with the package of Python that each needs. */
const CONTENDERS: Readonly<Record<string, string | null>> = {
  spolia: null,
  "spolia, text as it is": null,
  "SQLite FTS5": null,
  tantivy: "tantivy",
  "suffix array": "pydivsufsort",
};
const GOALS: Goal[] = [["≥ 100 MB/s", (value) => value >= 100]];

/** What the script prints. */
interface IndexBuilt {
  name: string;
  version: string | null;
  seconds: number;
  cpuSeconds: number;
  maxResidentBytes: number;
  bytes: number;
}

export const buildsCase: CorpusCase = {
  name: "builds",
  async figures({ fingerprints }) {
    const figures: Figure[] = [];
    for (const size of fingerprints ?? [SIZE]) figures.push(...(await figuresOf(size / FINGERPRINTS_PER_WORD)));
    return figures;
  },
};

async function figuresOf(words: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(process.env["BENCH_FOLDER"] ?? tmpdir(), "bench-builds-"));
  try {
    const file = join(folder, "documents.jsonl");
    let textBytes = 0;
    let wanted = { id: "", text: "" };
    for await (const { id, text } of documentStream("novels", words).documents) {
      appendFileSync(file, `${JSON.stringify({ id, text })}\n`);
      textBytes += Buffer.byteLength(text);
      // Of a line and without signs, so that it stands in the text as in an index of words.
      const run = text.match(/(?<!\S)(?:[a-z]+ ){24}[a-z]+(?!\S)/)?.[0];
      if (run !== undefined) wanted = { id, text: run };
    }
    const built = Object.entries(CONTENDERS).flatMap(([name, module]) => builtBy(name, module, [file, folder, wanted]));
    return compared(built, words, textBytes);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Asked = [file: string, folder: string, wanted: { id: string; text: string }];

function builtBy(name: string, module: string | null, [file, folder, wanted]: Asked): IndexBuilt[] {
  const python = process.env["PYTHON"] ?? "python3";
  if (spawnSync(python, ["-c", `import ${module ?? "sqlite3"}`], { stdio: "ignore" }).status !== 0) {
    console.error(`  ${python} has no ${module ?? "sqlite3"}: ${name} is left out`);
    return [];
  }
  const said = execFileSync(python, [SCRIPT, name, file, join(folder, name), JSON.stringify(wanted)], {
    encoding: "utf8",
    env: { ...process.env, SPOLIA_NODE: process.execPath, SPOLIA_CLI: CLI },
  });
  return [{ name, ...(JSON.parse(said) as Omit<IndexBuilt, "name">) }];
}

function compared([ours, ...others]: readonly IndexBuilt[], words: number, textBytes: number): Figure[] {
  if (ours === undefined) return [];
  const figureOf = (what: string, unit: string, isMore: boolean, goals: Goal[], of: (one: IndexBuilt) => number) => {
    const own = of(ours);
    const rivals = others.map((one) => ({
      name: one.version === null ? one.name : `${one.name} ${one.version}`,
      value: significant(of(one)),
      ratio: significant(isMore ? own / of(one) : of(one) / own),
    }));
    const made = figure(`build of ${significant(words / 1e6)} million words of novels: ${what}`, unit, own, goals);
    return { ...made, rivals, ratio: rivals[0]?.ratio ?? null };
  };
  return [
    figureOf("rate", "MB/s", true, GOALS, ({ seconds }) => textBytes / 1e6 / seconds),
    figureOf("rate by the processor's time", "MB/s", true, [], ({ cpuSeconds }) => textBytes / 1e6 / cpuSeconds),
    figureOf("bytes a word, text included", "B", false, [], ({ bytes }) => bytes / words),
    figureOf("memory, at most", "MB", false, [], ({ maxResidentBytes }) => maxResidentBytes / 1e6),
  ];
}
