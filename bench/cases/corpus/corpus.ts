/**
 * Corpora at scale: what they cost to build, to keep and to ask, and what others cost. Each figure is measured in processes of its
 * own by `corpus/`; this file says what is measured and what is aimed at (the table of goals of the design).
 */
import { GENRES, type Genre } from "../../corpora/genres.ts";
import { MEDIA, type Medium } from "../../corpus/ask.ts";
import { paperEstimate, WORDS_PER_TOKEN } from "../../corpus/paper.ts";
import { PUBLISHED } from "../../corpus/published.ts";
import { measureRivals } from "../../corpus/rivals.ts";
import { measureScale, SCALE_DEFAULTS, type Scale } from "../../corpus/scale.ts";
import { type Figure, figure, type Goal, significant } from "../../harness/harness.ts";

export interface CorpusOptions {
  /** Sizes in kept places; the sizes of the case where absent. */
  fingerprints?: readonly number[];
  /** Adds 10^9. */
  full?: boolean;
  queries?: number;
  limitMs?: number;
}

export interface CorpusCase {
  name: string;
  figures(options: CorpusOptions): Promise<Figure[]>;
}

const SIZES = [1e7, 1e8];
const FULL_SIZE = 1e9;
const RIVAL_WORDS = [1e6, 1e7];
/** p95 of an analysis, at 10^8 fingerprints; over a network the full guarantee. */
const GOAL_MS: Record<Medium, number> = { memory: 5, "warm file": 10, "cold file": 50, HTTP: 700, "HTTP, coarse": 150 };
const GOAL_SIZE = 1e8;
const GOAL_BUILD = 100;
const GOAL_BYTES_PER_TOKEN = 1;
const GOAL_HTTP_BYTES: Partial<Record<Medium, number>> = { HTTP: 600_000, "HTTP, coarse": 150_000 };

export const corpusCases: readonly CorpusCase[] = [
  ...GENRES.map((genre) => ({
    name: `corpus of ${genre}`,
    figures: (options: CorpusOptions) => scaleFigures(genre, options),
  })),
  {
    name: "corpus against rivals",
    figures: async ({ fingerprints }) =>
      rivalFigures(fingerprints === undefined ? RIVAL_WORDS : fingerprints.map((count) => Math.min(1e7, 4.5 * count))),
  },
];

async function scaleFigures(genre: Genre, { fingerprints, full, queries, limitMs }: CorpusOptions): Promise<Figure[]> {
  const scales: Scale[] = [];
  for (const size of fingerprints ?? (full ? [...SIZES, FULL_SIZE] : SIZES)) {
    const scale = await measureScale(genre, size, {
      queries: queries ?? SCALE_DEFAULTS.queries,
      limitMs: limitMs ?? SCALE_DEFAULTS.limitMs,
      log: (line) => console.error(`    ${line}`),
    });
    // All of it, at once: the next size takes longer, and may fail.
    console.error(JSON.stringify(scale));
    scales.push(scale);
  }
  return [...scales.flatMap(figuresOf), ...paperFigures(genre, scales)];
}

function figuresOf(scale: Scale): Figure[] {
  const { genre, fingerprints, built, bytesPerToken, asked, skipped } = scale;
  const name = `corpus of ${genre}, ${shown(fingerprints)} fingerprints`;
  const figures = [
    // The goal is one of segments without text; what is measured deflates the text and keeps it.
    figure(`${name}: build, text kept`, "MB/s", built.textBytes / 1e3 / built.buildMs, [
      [`≥ ${GOAL_BUILD} MB/s a core, text not kept`, () => null],
    ]),
    figure(`${name}: waiting for text while building`, "s", built.waitedMs / 1000),
    figure(`${name}: resident memory of the build`, "MB", built.maxResidentBytes / 1e6),
    figure(`${name}: distinct shingles`, "million", built.fingerprints / 1e6),
    figure(`${name}: without text`, "B/token", bytesPerToken.withoutText, [
      [`≤ ${GOAL_BYTES_PER_TOKEN} B/token`, (value) => value <= GOAL_BYTES_PER_TOKEN],
    ]),
    figure(`${name}: with text`, "B/token", bytesPerToken.withText),
  ];
  for (const { medium, why } of skipped) console.error(`  ${name}, ${medium}: left out, ${why}`);
  for (const medium of MEDIA) {
    const answers = asked[medium];
    if (answers === undefined) continue;
    const label = `${name}, ${medium}, ${answers.queries} queries`;
    const goal: Goal[] =
      fingerprints === GOAL_SIZE ? [[`≤ ${GOAL_MS[medium]} ms`, (value) => value <= GOAL_MS[medium]]] : [];
    figures.push(
      figure(`${label}: p50`, "ms", answers.ms.p50),
      figure(`${label}: p95`, "ms", answers.ms.p95, goal),
      figure(`${label}: p99`, "ms", answers.ms.p99),
      figure(`${label}: resident memory`, "MB", answers.maxResidentBytes / 1e6),
    );
    if (answers.requests === undefined || answers.bytes === undefined || answers.opening === undefined) continue;
    figures.push(
      figure(`${label}: requests a query, p95`, "requests", answers.requests.p95),
      figure(`${label}: bytes a query, p95`, "kB", answers.bytes.p95 / 1e3, [
        [`≤ ${GOAL_HTTP_BYTES[medium]! / 1e3} kB`, (value) => value <= GOAL_HTTP_BYTES[medium]! / 1e3],
      ]),
      figure(`${label}: bytes to open`, "kB", answers.opening.bytes / 1e3),
    );
  }
  const any = MEDIA.map((medium) => asked[medium]).find((answers) => answers !== undefined);
  if (any !== undefined) {
    figures.push(
      figure(`${name}: blocks a query, p50`, "blocks", any.blocks.p50),
      figure(`${name}: blocks a query, p95`, "blocks", any.blocks.p95),
      figure(`${name}: answers that were bounded`, "%", 100 * any.boundedShare),
      figure(`${name}: planted runs whose document is named`, "%", (100 * any.planted.named) / any.planted.asked),
    );
  }
  return figures;
}

/** On paper to 10^12 tokens, from the slope between the two largest sizes. */
function paperFigures(genre: Genre, scales: readonly Scale[]): Figure[] {
  const rows: [what: string, unit: string, value: (scale: Scale) => number][] = [
    ["build, one process", "h", ({ built }) => built.buildMs / 3.6e6],
    ["stored without text", "GB", ({ bytesPerToken, tokens }) => (bytesPerToken.withoutText * tokens) / 1e9],
    ["stored with text", "GB", ({ bytesPerToken, tokens }) => (bytesPerToken.withText * tokens) / 1e9],
    ["distinct shingles", "million", ({ built }) => built.fingerprints / 1e6],
    ["p95 from a warm file", "ms", ({ asked }) => asked["warm file"]?.ms.p95 ?? 0],
  ];
  return rows.flatMap(([what, unit, value]) => {
    const estimate = paperEstimate(scales.map((scale) => ({ tokens: scale.tokens, value: value(scale) })));
    if (estimate === null) return [];
    return figure(
      `corpus of ${genre}, on paper at 10^12 tokens (as tokens^${estimate.power.toFixed(2)}): ${what}`,
      unit,
      estimate.value,
    );
  });
}

/** Ours and others over the same words, and what was published of others. */
async function rivalFigures(sizes: readonly number[]): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const words of sizes) {
    const { ours, rivals, leftOut } = await measureRivals("novels", words);
    for (const { name, why } of leftOut) console.error(`  ${name} at ${shown(words)} words: left out, ${why}`);
    const name = `corpus against rivals, ${shown(words)} words of novels`;
    const compared = (what: string, unit: string, value: (one: typeof ours) => number, isRate: boolean): Figure => {
      const ratio = (other: number) => significant(isRate ? value(ours) / other : other / value(ours));
      const others: Figure["rivals"] = rivals.map((one) => ({
        name: one.name,
        value: significant(value(one)),
        ratio: ratio(value(one)),
      }));
      if (unit === "B/token") others.push(...PUBLISHED.map((one) => ({ ...one, ratio: ratio(one.value) })));
      return { ...figure(`${name}: ${what}`, unit, value(ours)), rivals: others, ratio: others[0]?.ratio ?? null };
    };
    figures.push(
      compared("build", "MB/s", ({ textBytes, buildMs }) => textBytes / 1e3 / buildMs, true),
      compared("size without text", "B/token", ({ bytes, words }) => bytes / (words / WORDS_PER_TOKEN), false),
      compared("resident memory", "MB", ({ maxResidentBytes }) => maxResidentBytes / 1e6, false),
      compared("query, p50", "ms", ({ ms }) => ms.p50, false),
      compared("query, p95", "ms", ({ ms }) => ms.p95, false),
    );
  }
  return figures;
}

function shown(count: number): string {
  return `${significant(count / 1e6)} million`;
}
