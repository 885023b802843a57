/**
 * Where are the limits of an analysis? Texts of four lengths, copied from a document of the corpus, edited, and unknown to it, against
 * novels in a folder, and texts of law against law: processor time, warm, and what of it is not spent in WebAssembly. Beside it, what a
 * user would build instead, over the same text in memory. How it grows: with the text, with the corpus, and with texts of 54 shapes.
 * Named to be run.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GENRES, type Genre } from "../../corpora/genres.ts";
import { stretchesOf } from "../../corpora/queries.ts";
import { FINGERPRINTS_PER_WORD, realDocuments } from "../../corpora/stream.ts";
import type { Analysed, AnalyzeTexts } from "../../corpus/analyze.ts";
import { readFar } from "../../corpus/far.ts";
import { percentile } from "../../corpus/percentile.ts";
import { runStep } from "../../corpus/process.ts";
import { type IndexName, whyLeftOut } from "../../corpus/rivals/contenders.ts";
import { type Figure, figure, type Goal, significant } from "../../harness/harness.ts";
import type { SharedDocument } from "../../harness/shared.ts";
import type { Shaped } from "../../steps/shapes/step.ts";
import type { CorpusCase, CorpusOptions } from "./corpus.ts";

/** Ten million words, and a tenth of them; `--full` adds a hundred million. */
const SIZES = [1e6, 1e7].map((words) => words * FINGERPRINTS_PER_WORD);
const FULL_SIZE = 1e8 * FINGERPRINTS_PER_WORD;
/** Goals by length are those of this size. */
const GOAL_SIZE = SIZES[1]!;
/** Milliseconds for a copied text and an unknown one, and how many times those of the Map, by words. */
const GOALS: Readonly<Record<number, { copied: number; unknown: number; times?: number }>> = {
  50: { copied: 0.7, unknown: 0.25 },
  500: { copied: 2, unknown: 1, times: 4 },
  5000: { copied: 10, unknown: 6, times: 2.5 },
  50000: { copied: 60, unknown: 40 },
};
const LENGTHS = Object.keys(GOALS).map(Number);
/** Milliseconds that are not spent in WebAssembly, whatever the length. */
const OUTSIDE_MAX = 0.4;
const EXPONENT_MAX = 1.1;
/** The most costly shape a word, and a byte, by the median of all. */
const WORST_SHAPE_MAX = 10;
/** 500 words against the largest corpus, by those against the smallest. */
const CORPUS_GROWTH_MAX = 2;
/** Both name documents and show no passages. Dolos adds each text that it is asked for to its index, as a file. */
const RIVALS: readonly IndexName[] = ["Map of five-word strings", "Dolos"];
const KINDS = { novels: ["copied", "edited", "unknown"], law: ["unknown"] } as const satisfies Record<Genre, unknown>;
const TEXTS = 40;
const LENGTH_MS = 2_000;
const FAR_TEXTS = 16;
const FAR_GOALS: Readonly<
  Record<number, { requests?: number; kB: Record<"copied" | "unknown", number>; waves?: number }>
> = {
  500: { requests: 70, kB: { copied: 300, unknown: 200 }, waves: 4 },
  5000: { kB: { copied: 1500, unknown: 1500 } },
};

type Length = Analysed["lengths"][number];
type Contended = Analysed & { name: IndexName };

export const analyzeCases: readonly CorpusCase[] = GENRES.map((genre) => ({
  name: `analyze ${genre}`,
  async figures({ fingerprints, full }: CorpusOptions) {
    const sizes = fingerprints ?? (full ? [...SIZES, FULL_SIZE] : SIZES);
    const figures: Figure[] = [];
    for (const size of sizes) figures.push(...(await measured(genre, size)));
    return [...figures, ...growthFigures(figures)];
  },
}));

/** In a corpus of its own: the texts of all lengths, and where the corpus is that of the goals, what else is asked of it. */
async function measured(genre: Genre, size: number): Promise<Figure[]> {
  const folder = mkdtempSync(join(process.env["BENCH_FOLDER"] ?? tmpdir(), "bench-analyze-"));
  try {
    const [corpus, file] = [join(folder, "corpus"), join(folder, "texts.json")];
    await runStep("build", [genre, size, corpus]);
    const words = size / FINGERPRINTS_PER_WORD;
    writeFileSync(file, JSON.stringify(textsFrom(genre, realDocuments(genre, words))));
    const ask = (name: IndexName) => runStep<Analysed>("analyze", [name, file, corpus, genre, words, LENGTH_MS]);
    const ours = await ask("spolia");
    const rivals: Contended[] = [];
    for (const name of RIVALS) {
      const why = whyLeftOut(name, words);
      if (why === null) rivals.push({ name, ...(await ask(name)) });
      else console.error(`  ${name} at ${millions(words)} words: left out, ${why}`);
    }
    const near = figuresOf(ours, rivals, words, size === GOAL_SIZE);
    if (size !== GOAL_SIZE || genre !== "novels") return near;
    return [
      ...near,
      ...shapeFigures(await runStep<Shaped[]>("shapes", [corpus])),
      ...(await farFigures(corpus, words)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function textsFrom(genre: Genre, from: readonly SharedDocument[]): AnalyzeTexts[] {
  return LENGTHS.flatMap((words) => {
    const stretches = stretchesOf(genre, { count: TEXTS, words, from });
    return KINDS[genre].map((kind) => ({
      name: nameOf(words, genre === "law" ? "law-like" : kind),
      contents: stretches[kind],
    }));
  });
}

function figuresOf(ours: Analysed, rivals: readonly Contended[], words: number, hasGoals: boolean): Figure[] {
  const at = `${millions(words)} words in a folder`;
  const first = figure(`analyze, the first of a process, ${at}`, "ms", ours.firstMs);
  const each = ours.lengths.flatMap((length, i) => {
    const { name, leastCpuMs, medianCpuMs, medianMs, wasmShare } = length;
    const beside = (one: Figure, of: (length: Length) => number): Figure => {
      const others = rivals.map((rival) => ({ name: rival.name, value: of(rival.lengths[i]!) }));
      const compared = others.map((other) => ({
        ...{ name: other.name, value: significant(other.value), ratio: significant(other.value / one.value) },
      }));
      return { ...one, rivals: compared, ratio: compared[0]?.ratio ?? null };
    };
    const map = rivals.find((rival) => rival.name === RIVALS[0])?.lengths[i]?.leastCpuMs;
    return [
      beside(
        figure(`analyze, ${name}, ${at}: processor time, least`, "ms", leastCpuMs, hasGoals ? goalsOf(name, map) : []),
        (of) => of.leastCpuMs,
      ),
      beside(figure(`analyze, ${name}, ${at}: processor time, median`, "ms", medianCpuMs), (of) => of.medianCpuMs),
      beside(figure(`analyze, ${name}, ${at}: median`, "ms", medianMs), (of) => of.medianMs),
      figure(
        `analyze, ${name}, ${at}: outside of WebAssembly, least`,
        "ms",
        leastCpuMs * (1 - (wasmShare ?? 0)),
        hasGoals ? [[`≤ ${OUTSIDE_MAX} ms`, (value) => value <= OUTSIDE_MAX]] : [],
      ),
    ];
  });
  return [first, ...each, ...lengthFigures(ours, at)];
}

/** The goals of a length, by its name. @param map milliseconds of the Map */
function goalsOf(name: string, map: number | undefined): Goal[] {
  const words = LENGTHS.find((length) => name.startsWith(`${length.toLocaleString("en")} `))!;
  const { times, ...most } = GOALS[words]!;
  const kind = name.endsWith("copied") ? "copied" : name.endsWith("unknown") ? "unknown" : null;
  const goals: Goal[] = kind === null ? [] : [[`≤ ${most[kind]} ms`, (value) => value <= most[kind]]];
  if (kind === "copied" && times !== undefined && map !== undefined)
    goals.push([`≤ ${times} × the Map`, (value) => value <= times * map]);
  return goals;
}

/** How the time grows from each length to the next: the exponent of the length. By medians, since the texts of law are of many kinds. */
function lengthFigures({ lengths }: Analysed, at: string): Figure[] {
  const kinds = new Set(lengths.map(({ name }) => name.replace(/^.*, /, "")));
  return [...kinds].map((kind) => {
    const ms = lengths.filter(({ name }) => name.endsWith(kind)).map(({ medianCpuMs }) => medianCpuMs);
    const steps = ms.slice(1).map((one, i) => Math.log(one / ms[i]!) / Math.log(LENGTHS[i + 1]! / LENGTHS[i]!));
    return figure(`analyze, ${kind}, ${at}: exponent of the length, largest of three`, "", Math.max(...steps), [
      [`≤ ${EXPONENT_MAX}`, (value) => value <= EXPONENT_MAX],
    ]);
  });
}

function shapeFigures(shaped: readonly Shaped[]): Figure[] {
  const steepest = shaped.reduce((one, other) => (other.exponent > one.exponent ? other : one));
  const name = `analyze, texts of ${shaped.length} shapes`;
  const worst = (of: string, unit: string, costs: readonly { name: string; cost: number }[]): Figure[] => {
    const median = percentile(
      costs.map(({ cost }) => cost),
      50,
    );
    const most = costs.reduce((one, other) => (other.cost > one.cost ? other : one));
    return [
      figure(`${name}: ${of}, median`, unit, median),
      figure(`${name}: ${of}, worst by the median: ${most.name}`, "times", most.cost / median, [
        [`≤ ${WORST_SHAPE_MAX}`, (value) => value <= WORST_SHAPE_MAX],
      ]),
    ];
  };
  const withWords = shaped.filter(({ words }) => words > 0);
  return [
    ...worst(
      "a word",
      "µs",
      withWords.map((one) => ({ name: one.name, cost: one.microsecondsAWord })),
    ),
    // A word may have a thousand letters, and a text of full stops has none.
    ...worst(
      "a byte",
      "ns",
      shaped.map((one) => ({ name: one.name, cost: one.nanosecondsAByte })),
    ),
    figure(`${name}: largest exponent of the length: ${steepest.name}`, "", steepest.exponent, [
      [`≤ ${EXPONENT_MAX}`, (value) => value <= EXPONENT_MAX],
    ]),
  ];
}

/** 500 copied words against the largest corpus, by those against the smallest. */
function growthFigures(figures: readonly Figure[]): Figure[] {
  const of500 = figures.filter(
    ({ name }) => /^analyze, 500 words, copied, .*least$/.test(name) && !/outside/.test(name),
  );
  if (of500.length < 2) return [];
  const size = (one: Figure) => one.name.replace(/^.*copied, | words in.*$/g, "");
  const [small, large] = [of500[0]!, of500.at(-1)!];
  const name = `analyze, 500 words, copied, ${size(large)} words by ${size(small)}`;
  return [
    figure(name, "times", large.value / small.value, [
      [`≤ ${CORPUS_GROWTH_MAX}`, (value) => value <= CORPUS_GROWTH_MAX],
    ]),
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

const millions = (words: number): string => `${Number((words / 1e6).toPrecision(2))} million`;

const nameOf = (words: number, kind: string): string => `${words.toLocaleString("en")} words, ${kind}`;
