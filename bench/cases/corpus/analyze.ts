/**
 * Where are the limits of an analysis? Texts of four lengths, copied from a document of the corpus and unknown to it, against novels in a
 * folder: processor time, warm. Beside it, what a user would build instead, over the same novels in memory. Named to be run.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stretchesOf } from "../../corpora/queries.ts";
import { FINGERPRINTS_PER_WORD, realDocuments } from "../../corpora/stream.ts";
import type { Analysed, AnalyzeTexts } from "../../corpus/analyze.ts";
import { readFar } from "../../corpus/far.ts";
import { runStep } from "../../corpus/process.ts";
import { type IndexName, whyLeftOut } from "../../corpus/rivals/contenders.ts";
import { type Figure, figure, type Goal, significant } from "../../harness/harness.ts";
import type { SharedDocument } from "../../harness/shared.ts";
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
/** Both name documents and show no passages. Dolos adds each text that it is asked for to its index, as a file. */
const RIVALS: readonly IndexName[] = ["Map of five-word strings", "Dolos"];
const TEXTS = 40;
const LENGTH_MS = 4_000;
const FAR_TEXTS = 16;
const FAR_GOALS: Readonly<
  Record<number, { requests?: number; kB: Record<"copied" | "unknown", number>; waves?: number }>
> = {
  500: { requests: 70, kB: { copied: 300, unknown: 200 }, waves: 4 },
  5000: { kB: { copied: 1500, unknown: 1500 } },
};

type Length = Analysed["lengths"][number];
type Contended = Analysed & { name: IndexName };

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
    const words = size / FINGERPRINTS_PER_WORD;
    writeFileSync(file, JSON.stringify(textsFrom(realDocuments("novels", words))));
    const ask = (name: IndexName) => runStep<Analysed>("analyze", [name, file, corpus, words, LENGTH_MS]);
    const ours = await ask("spolia");
    const rivals: Contended[] = [];
    for (const name of RIVALS) {
      const why = whyLeftOut(name, words);
      if (why === null) rivals.push({ name, ...(await ask(name)) });
      else console.error(`  ${name} at ${millions(words)} words: left out, ${why}`);
    }
    const near = figuresOf(ours, rivals, words, size === GOAL_SIZE);
    return size === GOAL_SIZE ? [...near, ...(await farFigures(corpus, words))] : near;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function textsFrom(from: readonly SharedDocument[]): AnalyzeTexts[] {
  return Object.keys(GOALS_MS).flatMap((length) => {
    const words = Number(length);
    const { copied, unknown } = stretchesOf("novels", { count: TEXTS, words, from });
    return [
      { name: nameOf(words, "copied"), contents: copied },
      { name: nameOf(words, "unknown"), contents: unknown },
    ];
  });
}

function figuresOf(ours: Analysed, rivals: readonly Contended[], words: number, hasGoals: boolean): Figure[] {
  const at = `${millions(words)} words in a folder`;
  const goals = Object.values(GOALS_MS).flat();
  const goal = (i: number): Goal[] => (hasGoals ? [[`≤ ${goals[i]} ms`, (value) => value <= goals[i]!]] : []);
  return [
    figure(`analyze, the first of a process, ${at}`, "ms", ours.firstMs),
    ...ours.lengths.flatMap(({ name, leastCpuMs, medianCpuMs, medianMs }, i) => {
      const beside = (one: Figure, of: (length: Length) => number): Figure => {
        const others = rivals.map((rival) => ({ name: rival.name, value: of(rival.lengths[i]!) }));
        const compared = others.map((other) => ({
          ...{ name: other.name, value: significant(other.value), ratio: significant(other.value / one.value) },
        }));
        return { ...one, rivals: compared, ratio: compared[0]?.ratio ?? null };
      };
      return [
        beside(
          figure(`analyze, ${name}, ${at}: processor time, least`, "ms", leastCpuMs, goal(i)),
          (length) => length.leastCpuMs,
        ),
        beside(
          figure(`analyze, ${name}, ${at}: processor time, median`, "ms", medianCpuMs),
          (length) => length.medianCpuMs,
        ),
        beside(figure(`analyze, ${name}, ${at}: median`, "ms", medianMs), (length) => length.medianMs),
      ];
    }),
  ];
}

/** What is read of the same corpus far away. */
async function farFigures(corpus: string, words: number): Promise<Figure[]> {
  const from = realDocuments("novels", words);
  const figures: Figure[] = [];
  for (const length of [500, 5000]) {
    const stretches = stretchesOf("novels", { count: FAR_TEXTS, words: length, from });
    for (const kind of ["copied", "unknown"] as const) {
      const { opening, analysis } = await readFar(
        corpus,
        stretches[kind].map(({ content }) => content),
      );
      const at = `${millions(words)} words far away, cold`;
      const most = (goal: number): Goal[] => [[`≤ ${goal}`, (value) => value <= goal]];
      const goals = FAR_GOALS[length]!;
      const name = `analyze, ${nameOf(length, kind)}, ${at}`;
      if (figures.length === 0) figures.push(figure(`open, ${at}: round trips`, "", opening.waves, most(1)));
      figures.push(
        figure(`${name}: requests`, "", analysis.requests, goals.requests ? most(goals.requests) : []),
        figure(`${name}: kB`, "kB", analysis.bytes / 1000, most(goals.kB[kind])),
        figure(`${name}: round trips`, "", analysis.waves, goals.waves ? most(goals.waves) : []),
      );
    }
  }
  return figures;
}

const millions = (words: number): string => `${(words / 1e6).toPrecision(2)} million`;

const nameOf = (words: number, kind: "copied" | "unknown"): string => `${words.toLocaleString("en")} words, ${kind}`;
