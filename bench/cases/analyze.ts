/**
 * Where are the limits of an analysis? Texts of four lengths, copied from a document of the corpus and unknown to it, against novels in a
 * folder: processor time, warm. Named to be run.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stretchesOf } from "../corpora/queries.ts";
import { FINGERPRINTS_PER_WORD, realDocuments } from "../corpora/stream.ts";
import type { Analysed, AnalyzeTexts } from "../corpus/analyze.ts";
import { runStep } from "../corpus/process.ts";
import { type Figure, figure, type Goal } from "../harness.ts";
import type { CorpusCase, CorpusOptions } from "./corpus.ts";

/** All novels there are, and a third and a tenth of them. */
const SIZES = [1.4e5, 4.5e5, 1.4e6];
/** Goals are those at this size. */
const GOAL_SIZE = 1.4e6;
/** Milliseconds for a copied text and an unknown one, by words. */
const GOALS_MS: Readonly<Record<number, readonly [copied: number, unknown: number]>> = {
  50: [0.7, 0.25],
  500: [2, 1],
  5000: [10, 6],
  50000: [60, 40],
};
const TEXTS = 40;
const LENGTH_MS = 4_000;

export const analyzeCase: CorpusCase = {
  name: "analyze",
  async figures({ fingerprints = SIZES }: CorpusOptions) {
    const figures: Figure[] = [];
    for (const size of fingerprints) figures.push(...(await measured(size)));
    return figures;
  },
};

async function measured(size: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(process.env["BENCH_FOLDER"] ?? tmpdir(), "bench-analyze-"));
  try {
    const [corpus, file] = [join(folder, "corpus"), join(folder, "texts.json")];
    await runStep("build", ["novels", size, corpus]);
    const from = realDocuments("novels", size / FINGERPRINTS_PER_WORD);
    const lengths = Object.keys(GOALS_MS).map(Number);
    const texts = lengths.flatMap((words): AnalyzeTexts[] => {
      const { copied, unknown } = stretchesOf("novels", { count: TEXTS, words, from });
      return [
        { name: nameOf(words, "copied"), contents: copied },
        { name: nameOf(words, "unknown"), contents: unknown },
      ];
    });
    writeFileSync(file, JSON.stringify(texts));
    const { firstMs, lengths: told } = await runStep<Analysed>("analyze", [file, corpus, LENGTH_MS]);
    const at = `${(size / FINGERPRINTS_PER_WORD / 1e6).toPrecision(2)} million words in a folder`;
    const goals = Object.values(GOALS_MS).flat();
    const goal = (i: number): Goal[] =>
      size === GOAL_SIZE ? [[`≤ ${goals[i]} ms`, (value) => value <= goals[i]!]] : [];
    return [
      figure(`analyze, the first of a process, ${at}`, "ms", firstMs),
      ...told.flatMap(({ name, leastCpuMs, medianCpuMs, medianMs }, i) => [
        figure(`analyze, ${name}, ${at}: processor time, least`, "ms", leastCpuMs, goal(i)),
        figure(`analyze, ${name}, ${at}: processor time, median`, "ms", medianCpuMs),
        figure(`analyze, ${name}, ${at}: median`, "ms", medianMs),
      ]),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const nameOf = (words: number, kind: "copied" | "unknown"): string => `${words.toLocaleString("en")} words, ${kind}`;
