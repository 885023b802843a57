/**
 * What does a search of a far corpus lose against the same corpus at hand? Far, fewer shingles are looked up: `full` depth looks up those
 * that a window of 16 keeps, `thorough` all that the corpus has.
 */

import { buildCorpus } from "../../../src/corpus/build/build.ts";
import { createMemoryStorage } from "../../../src/corpus/storage/memory.ts";
import { createEngine, type Engine, openCorpus } from "../../../src/index.ts";
import { hasSharedData, sharedCorpus } from "../../harness/shared.ts";
import { farFrom } from "../evidence/engines.ts";
import { percent } from "../figures.ts";
import type { Answer, Question } from "../question.ts";
import { cleanQueries, halvesOf, plantedQueries } from "./cases.ts";

const SETS = ["eltec-eng", "de-gesetze"];
const QUERIES = 210;
const WAYS = ["at hand", "thorough", "full"] as const;

interface Told {
  verdict: string;
  confidence: number;
  isFound: boolean;
}

interface Row {
  set: string;
  condition: string;
  queries: number;
  /** For each way: queries whose document is among those of the result, and those with the verdict `match`. */
  found: number[];
  match: number[];
  /** Queries whose verdict is another one than with `thorough`, and the mean difference of the confidences. */
  otherVerdicts: number;
  confidenceDifference: number;
}

export const far: Question = {
  name: "far",
  question: "What does a search of a far corpus lose against the same corpus at hand?",
  skip: () => (hasSharedData() ? null : "there is no ../shared/data beside the repository"),
  run: async ({ sample, onProgress }) => {
    const rows: Row[] = [];
    for (const name of SETS) {
      onProgress(name);
      rows.push(...(await rowsOf(name, sample ?? QUERIES)));
    }
    return answerOf(rows);
  },
};

async function rowsOf(name: string, count: number): Promise<Row[]> {
  const halves = halvesOf(sharedCorpus(name));
  const storage = createMemoryStorage();
  await (await buildCorpus(halves.indexed, { name, dataset: "searched", storage })).close();
  await using near = await openCorpus(storage);
  await using thorough = await openCorpus(farFrom(storage), { depth: "thorough" });
  await using full = await openCorpus(farFrom(storage));
  const engines = await Promise.all([near, thorough, full].map((corpus) => createEngine({ corpora: [corpus] })));
  const clean = cleanQueries(name, halves, count).filter(({ isShared }) => !isShared);
  const planted = plantedQueries(name, halves, clean, count);
  const groups = [
    { condition: "clean", queries: clean.map(({ text }) => ({ text, documentId: null })) },
    ...[...new Set(planted.map(({ condition }) => condition))].map((condition) => ({
      condition,
      queries: planted.filter((one) => one.condition === condition),
    })),
  ];
  const rows: Row[] = [];
  for (const { condition, queries } of groups) {
    const answers: Told[][] = [];
    for (const { text, documentId } of queries)
      answers.push(await Promise.all(engines.map((engine) => told(engine, text, documentId))));
    rows.push(rowOf(name, condition, answers));
  }
  return rows;
}

async function told(engine: Engine, content: string, documentId: string | null): Promise<Told> {
  const { verdict, confidence, matches } = await engine.analyze({ content, content_type: "text" });
  return { verdict, confidence, isFound: matches.some(({ document }) => document.id === documentId) };
}

function rowOf(set: string, condition: string, answers: readonly Told[][]): Row {
  const counted = (is: (one: Told) => boolean) => WAYS.map((_, way) => answers.filter((one) => is(one[way]!)).length);
  const differences = answers.map(([, thorough, full]) => Math.abs(thorough!.confidence - full!.confidence));
  return {
    set,
    condition,
    queries: answers.length,
    found: counted(({ isFound }) => isFound),
    match: counted(({ verdict }) => verdict === "match"),
    otherVerdicts: answers.filter(([, thorough, full]) => thorough!.verdict !== full!.verdict).length,
    confidenceDifference: differences.reduce((sum, one) => sum + one, 0) / Math.max(1, answers.length),
  };
}

function answerOf(rows: readonly Row[]): Answer {
  const share = (count: number, of: number) => `${percent(count / Math.max(1, of))} %`;
  return {
    tables: [
      {
        title: "The same corpus at hand, far and looked up thoroughly, far and as by default",
        head: [
          ...["searched", "passages", "queries", ...WAYS.map((way) => `found, ${way}`)],
          ...[...WAYS.map((way) => `match, ${way}`), "verdicts: full is not thorough", "confidence: mean difference"],
        ],
        rows: rows.map(({ set, condition, queries, found, match, otherVerdicts, confidenceDifference }) => [
          ...[set, condition, queries, ...found.map((one) => (condition === "clean" ? "–" : share(one, queries)))],
          ...[...match.map((one) => share(one, queries)), otherVerdicts, confidenceDifference.toFixed(2)],
        ]),
      },
    ],
    worst: [],
    record: rows,
  };
}
