/**
 * Works that were not indexed, whole, against those that were: what is reported is false, unless an independent scan finds a common
 * run of 12 words in it. Passages of one work are no independent events, so works are counted too.
 */

import { buildCorpus, createEngine, type Engine } from "../../../src/index.ts";
import { Random } from "../../harness/random.ts";
import { type SharedDocument, sharedCorpus } from "../../harness/shared.ts";
import { DETECTORS } from "../baselines/all.ts";
import type { Reported } from "../baselines/detector.ts";
import { type Proportion, proportion, type Rate, rate, total } from "../figures.ts";
import type { QuestionOptions } from "../question.ts";
import { type Halves, halvesOf } from "../search/cases.ts";
import { RUN_WORDS, runsOf, type Words, wordsOf } from "../words.ts";
import { type FalsePassage, isTrulyShared, quoted } from "./score.ts";
import { excerpts, indexedParts, SETS, type TextSet } from "./sets.ts";

const EXCERPT_WORDS = 1_000;
/** Words of a set at most, in thousands: the whole unindexed half of each. */
const EXCERPTS_MAX = 5_000;
/** Words that all contenders are asked, against the parts that they hold of the indexed half. */
const COMMON_WORDS = 100_000;
/** Documents from which on a passage is typed as widely shared (src/engine/evidence/risk/risk.ts, a definition). */
const WIDELY_SHARED_DOCUMENTS = 5;
const EXAMPLES = 5;

export interface UnrelatedRow {
  set: TextSet;
  detector: string;
  indexed: { documents: number; words: number };
  excerpts: number;
  words: number;
  /** Passages without a common run of 12 words, in documents; and those whose document is by the excerpt's author. */
  false_per_million_words: Rate;
  /** The same, of excerpts whose author has an indexed work, in works of that author. */
  same_author: (Rate & { authors: number }) | null;
  /** Works of the excerpts with a false passage, of all. */
  works: Proportion;
  truly_shared: number;
  /** Truly shared passages all whose runs of 12 words stand in five documents and more, and those of them typed `widely_shared`. */
  widely_shared: Proportion | null;
  examples: FalsePassage[];
}

interface Excerpt {
  work: SharedDocument;
  words: Words;
}

type Answer = Reported & { isWidelyShared?: boolean };

export async function measureUnrelated({ sample, onProgress }: QuestionOptions): Promise<UnrelatedRow[]> {
  const rows: UnrelatedRow[] = [];
  for (const set of [...SETS, { name: "dc-law/code-sections", kind: "D.C. law", language: "English" }]) {
    onProgress(`unrelated text, ${set.kind}`);
    const halves = halvesOf(sharedCorpus(set.name));
    const asked = excerptsOf(set.name, halves, sample === undefined ? EXCERPTS_MAX : 5 * sample);
    rows.push(await ours(set, halves, asked));
    for (const { name, skip, open } of DETECTORS) {
      if (skip() !== null) continue;
      const parts = indexedParts(set.name, halves, () => false);
      const { search } = await open(parts);
      const texts = new Map(parts.map(({ id, words }) => [id, words.text]));
      const works = new Map(parts.map(({ id, work }) => [id, work]));
      const some = ofWords(asked, COMMON_WORDS);
      const answers: Answer[][] = [];
      for (const { words } of some) answers.push(await search(words));
      const size = { documents: parts.length, words: total(parts.map(({ words }) => words.words.length)) };
      rows.push(rowOf(set, `${name}, a part`, size, some, answers, texts, halves, (id) => works.get(id)!));
    }
  }
  return rows;
}

/** All excerpts of the held half in random order; works shorter than an excerpt are taken whole. */
function excerptsOf(name: string, { held }: Halves, count: number): Excerpt[] {
  const random = new Random(`${name} unrelated`);
  const all: Excerpt[] = [];
  for (const work of random.shuffled(held)) {
    const whole = wordsOf(work.text);
    const some = whole.words.length < EXCERPT_WORDS ? [whole] : excerpts(whole, EXCERPT_WORDS);
    all.push(...some.map((words) => ({ work, words })));
  }
  return ofWords(random.shuffled(all), count * EXCERPT_WORDS);
}

/** The first of them, with so many words in all. */
function ofWords(all: readonly Excerpt[], lengthWords: number): Excerpt[] {
  let words = 0;
  return all.filter((one) => {
    words += one.words.words.length;
    return words <= lengthWords;
  });
}

async function ours(set: TextSet, halves: Halves, asked: readonly Excerpt[]): Promise<UnrelatedRow> {
  await using corpus = await buildCorpus(halves.indexed, { name: set.name, dataset: "half-of-the-shared-data" });
  const engine = await createEngine({ corpora: [corpus] });
  const answers: Answer[][] = [];
  for (const { words } of asked) answers.push(await analyzed(engine, words.text));
  const texts = new Map(halves.indexed.map(({ id, text }) => [id, text]));
  const { documents, words } = corpus.info;
  return rowOf(set, "spolia", { documents, words }, asked, answers, texts, halves, (id) => id);
}

async function analyzed(engine: Engine, content: string): Promise<Answer[]> {
  const { matches } = await engine.analyze({ content, content_type: "text", options: { max_matches: 10_000 } });
  return matches.map(({ document, content, source: { start, end }, widely_shared }) => ({
    ...{ document: document.id, ranges: { content, source: { start, end } }, isWidelyShared: widely_shared },
  }));
}

function rowOf(
  set: TextSet,
  detector: string,
  indexed: UnrelatedRow["indexed"],
  asked: readonly Excerpt[],
  answers: readonly Answer[][],
  texts: ReadonlyMap<string, string>,
  halves: Halves,
  workOf: (document: string) => string,
): UnrelatedRow {
  const authors = new Map(halves.indexed.map(({ id, author }) => [id, author]));
  const known = new Set([...authors.values()].filter((author) => author !== undefined));
  const textOf = (document: string) => texts.get(document)!;
  const all = asked.flatMap(({ work, words }, i) => answers[i]!.map((answer) => ({ work, words, answer })));
  const shared = all.filter(({ words, answer }) => isTrulyShared(words.text, answer, textOf));
  const isShared = new Set(shared);
  const wrong = all.filter((one) => !isShared.has(one));
  const words = total(asked.map((one) => one.words.words.length));
  const ofKnown = asked.filter(({ work }) => work.author !== undefined && known.has(work.author));
  const bySame = wrong.filter(
    ({ work, answer }) => work.author !== undefined && authors.get(workOf(answer.document)) === work.author,
  );
  const millions = (some: readonly Excerpt[]) => total(some.map((one) => one.words.words.length)) / 1e6;
  return {
    ...{ set, detector, indexed, excerpts: asked.length, words },
    false_per_million_words: rate(wrong.length, words / 1e6),
    same_author:
      ofKnown.length === 0
        ? null
        : { ...rate(bySame.length, millions(ofKnown)), authors: new Set(ofKnown.map(({ work }) => work.author)).size },
    works: proportion(new Set(wrong.map(({ work }) => work.id)).size, new Set(asked.map(({ work }) => work.id)).size),
    truly_shared: shared.length,
    widely_shared: detector === "spolia" ? widelyShared(shared, halves.indexed) : null,
    examples: wrong.slice(0, EXAMPLES).map(({ work, words, answer }) => quoted(work.id, words.text, answer, textOf)),
  };
}

/** Which truly shared passages stand in many documents is counted by a scan of the indexed half. */
function widelyShared(
  shared: readonly { words: Words; answer: Answer }[],
  indexed: readonly SharedDocument[],
): Proportion {
  const runs = shared.map(({ words: { text }, answer: { ranges } }) => [
    ...runsOf(wordsOf(text.slice(ranges!.content.start, ranges!.content.end))),
  ]);
  const documents = new Map(runs.flat().map((run) => [run, 0]));
  const beginnings = new Set([...documents.keys()].map((run) => run.split(" ", 3).join(" ")));
  for (const { text } of indexed) {
    const { words } = wordsOf(text);
    const here = new Set<string>();
    for (let at = 0; at + RUN_WORDS <= words.length; at++) {
      if (!beginnings.has(`${words[at]} ${words[at + 1]} ${words[at + 2]}`)) continue;
      const run = words.slice(at, at + RUN_WORDS).join(" ");
      if (documents.has(run)) here.add(run);
    }
    for (const run of here) documents.set(run, documents.get(run)! + 1);
  }
  const wide = shared.filter((_, i) => runs[i]!.every((run) => documents.get(run)! >= WIDELY_SHARED_DOCUMENTS));
  return proportion(wide.filter(({ answer }) => answer.isWidelyShared).length, wide.length);
}
