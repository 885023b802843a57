/** Are reused passages found, where they are, and nothing else? For each language and genre of the shared data. */
import { buildCorpus, createEngine, type Engine } from "../../../src/index.ts";
import { hasSharedData, type SharedDocument, sharedCorpus, sharedOcrPairs } from "../../harness/shared.ts";
import { grouped } from "../figures.ts";
import type { Answer, Question, QuestionOptions } from "../question.ts";
import {
  type CleanQuery,
  cleanQueries,
  halvesOf,
  LENGTHS_WORDS,
  ocrQueries,
  type PlantedQuery,
  plantedQueries,
} from "./cases.ts";
import {
  type CleanOutcome,
  judgeClean,
  judgePlanted,
  type PlantedOutcome,
  summarizeClean,
  summarizePlanted,
} from "./measure.ts";
import { type SetSummary, searchTables } from "./searchTables.ts";

/** The Bibles are left out: translations of one text are no clean material for each other. */
const SETS = [
  { name: "eltec-eng", kind: "English novels" },
  { name: "eltec-fra", kind: "French novels" },
  { name: "de-gesetze", kind: "German law" },
  { name: "dc-law/code-sections", kind: "D.C. law" },
  { name: "ruslit", kind: "Russian literature" },
  { name: "chinese-poetry", kind: "Chinese poems" },
];
/** For each edit: 15 of each length, so 525 planted queries a set. */
const PLANTED_PER_EDIT = 15 * LENGTHS_WORDS.length;
const CLEAN = 600;
const WORST_SHOWN = 3;

interface SetOutcome {
  name: string;
  kind: string;
  indexed: { documents: number; words: number };
  seconds: { build: number; analyze: number };
  planted: PlantedOutcome[];
  clean: CleanOutcome[];
}

export const search: Question = {
  name: "search",
  question: "Are reused passages found, where they are, and nothing else?",
  skip: () => (hasSharedData() ? null : "there is no ../shared/data beside the repository"),
  run: async (options) => {
    const outcomes: SetOutcome[] = [];
    for (const { name, kind } of SETS) {
      options.onProgress(kind);
      outcomes.push(await measureSet(name, kind, options));
    }
    return answerOf(outcomes);
  },
};

async function measureSet(name: string, kind: string, { sample }: QuestionOptions): Promise<SetOutcome> {
  const documents = sharedCorpus(name);
  const halves = halvesOf(documents);
  const clean = cleanQueries(name, halves, sample ?? CLEAN);
  const hosts = clean.filter(({ isShared }) => !isShared);
  const planted = [
    ...plantedQueries(name, halves, hosts, sample ?? PLANTED_PER_EDIT),
    ...ocrQueries(name, halves, hosts, sharedOcrPairs(), sample ?? PLANTED_PER_EDIT),
  ];
  const started = performance.now();
  await using corpus = await buildCorpus(halves.indexed, { name, dataset: "half-of-the-shared-data" });
  const built = performance.now();
  const engine = await createEngine({ corpora: [corpus] });
  const outcome = await askAll(engine, planted, clean, halves.indexed);
  const seconds = { build: (built - started) / 1000, analyze: (performance.now() - built) / 1000 };
  return { name, kind, indexed: { documents: corpus.info.documents, words: corpus.info.words }, seconds, ...outcome };
}

async function askAll(
  engine: Engine,
  planted: readonly PlantedQuery[],
  clean: readonly CleanQuery[],
  indexed: readonly SharedDocument[],
): Promise<Pick<SetOutcome, "planted" | "clean">> {
  const texts = new Map(indexed.map(({ id, text }) => [id, text]));
  const textOf = (id: string) => texts.get(id)!;
  const ask = async (content: string) => {
    const started = performance.now();
    const result = await engine.analyze({ content, content_type: "text", options: { max_matches: 10_000 } });
    return { result, milliseconds: performance.now() - started };
  };
  const plantedOutcomes: PlantedOutcome[] = [];
  for (const query of planted) {
    const { result, milliseconds } = await ask(query.text);
    plantedOutcomes.push(judgePlanted(query, result, textOf, milliseconds));
  }
  const cleanOutcomes: CleanOutcome[] = [];
  for (const query of clean) {
    const { result, milliseconds } = await ask(query.text);
    cleanOutcomes.push(judgeClean(query, result, milliseconds));
  }
  return { planted: plantedOutcomes, clean: cleanOutcomes };
}

function worstLines({ kind, planted, clean }: SetOutcome): string[] {
  const missed = planted.filter((one) => !one.isFound).sort((x, y) => y.lengthWords - x.lengthWords);
  const errorOf = (one: PlantedOutcome) => Math.max(0, ...one.contentErrors, ...one.sourceErrors);
  const astray = planted.filter((one) => errorOf(one) > 0).sort((x, y) => errorOf(y) - errorOf(x));
  const falseOnes = planted
    .filter(({ passages }) => passages.false > 0)
    .sort((x, y) => y.passages.false - x.passages.false);
  const alarms = clean
    .filter(({ isShared }) => !isShared)
    .flatMap(({ id, verdict, passages }) => passages.map((passage) => ({ id, verdict, ...passage })))
    .sort((x, y) => y.words - x.words);
  const overlooked = clean.filter(({ isShared, passages }) => isShared && passages.length === 0);
  const shown = <Item>(items: readonly Item[], line: (item: Item) => string) => items.slice(0, WORST_SHOWN).map(line);
  return [
    ...shown(missed, ({ id, lengthWords }) => `${kind}: missed ${lengthWords} words: ${id}`),
    ...shown(overlooked, ({ id }) => `${kind}: a truly shared run was not found in ${id}`),
    ...shown(astray, (one) => `${kind}: ends off by [${one.contentErrors}] and [${one.sourceErrors}] words: ${one.id}`),
    ...shown(falseOnes, ({ id, passages }) => `${kind}: ${passages.false} false passages beside ${id}`),
    ...shown(
      alarms,
      ({ id, verdict, document, words, identity, text }) =>
        `${kind}: ${verdict} on clean ${id}: ${words} words, identity ${identity}, ${document}: ${text.slice(0, 160)}`,
    ),
  ];
}

function answerOf(sets: readonly SetOutcome[]): Answer {
  const record = sets.map(summarized);
  return { tables: Object.values(searchTables(record)), worst: sets.flatMap(worstLines), record };
}

function summarized({ planted, clean, ...set }: SetOutcome): SetSummary {
  return {
    ...set,
    planted: grouped(planted, ({ condition }) => condition).map(([condition, outcomes]) => ({
      condition,
      ...summarizePlanted(outcomes),
      missed: outcomes.filter(({ isFound }) => !isFound).map(({ id }) => id),
      by_length: grouped(outcomes, ({ lengthWords }) => String(lengthWords))
        .filter(([length]) => LENGTHS_WORDS.includes(Number(length)) && !condition.startsWith("ocr"))
        .map(([length, some]) => ({ words: Number(length), ...summarizePlanted(some) })),
    })),
    clean: {
      ...summarizeClean(clean),
      alarms: clean.filter(({ isShared, passages }) => !isShared && passages.length > 0),
    },
  };
}
