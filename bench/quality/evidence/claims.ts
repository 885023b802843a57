/**
 * How often is a run that a corpus without text claims no common run of the content and the document? Each claimed run of 12 words and more is
 * looked for in the document's text, word by word.
 */

import { PASSAGE_WORDS_MIN } from "../../../src/base/limits.ts";
import { PASSAGE } from "../../../src/core/fingerprint/profile.ts";
import { shingle } from "../../../src/core/fingerprint/shingles.ts";
import { loadKernels } from "../../../src/core/kernels/load.ts";
import { indexShingles } from "../../../src/core/passages/shingleIndex.ts";
import { readText, type Text } from "../../../src/core/text/text.ts";
import type { Corpus } from "../../../src/corpus/search/corpus.ts";
import { buildCorpus } from "../../../src/index.ts";
import { Random } from "../../harness/random.ts";
import { hasSharedData, sharedCorpus } from "../../harness/shared.ts";
import { type Proportion, proportion } from "../figures.ts";
import type { Question } from "../question.ts";
import { type Words, wordsOf } from "../words.ts";
import { type Distractor, distractorsOf, firstOf } from "./cases/distractors.ts";
import { EVIDENCE_SETS, type EvidenceSet } from "./cases/sets.ts";

const CASES = 150;
/** Words of generated text that are searched besides. */
const BESIDE_WORDS = [0, 3_000_000];
const CLEAN_WORDS = 1_000;
const PLANTED_WORDS = 100;
const HOST_WORDS = 200;
/** Shares of the words of a planted passage that are changed. */
const CHANGED = [0, 0.1, 0.2, 0.3];

interface ClaimRow {
  set: string;
  searched_words: number;
  content: string;
  /** Contents of which something is claimed. */
  found: Proportion;
  /** Claimed runs of 12 words and more that are no common runs. */
  false_runs: Proportion;
}

const kernels = await loadKernels();

export const claims: Question = {
  name: "claims",
  question: "How often is a run that a corpus without text claims no common run?",
  skip: () => (hasSharedData() ? null : "there is no ../shared/data beside the repository"),
  run: async ({ sample = CASES, onProgress }) => {
    const rows: ClaimRow[] = [];
    for (const set of EVIDENCE_SETS) {
      onProgress(set.kind);
      for (const beside of BESIDE_WORDS) rows.push(...(await rowsOf(set, beside, sample)));
    }
    const head = ["set", "searched words", "content", "found", "claimed runs", "no common runs", "95 % interval"];
    const table = rows.map((row) => [
      ...[row.set, row.searched_words, row.content, row.found.share],
      ...[row.false_runs.of, row.false_runs.count, row.false_runs.ci_95.map((end) => end.toFixed(4)).join(" to ")],
    ]);
    return { tables: [{ title: "claimed runs", head, rows: table }], worst: [], record: { rows, all: together(rows) } };
  },
};

/** All contents of a set, in all sizes. */
function together(rows: readonly ClaimRow[]) {
  return [...new Set(rows.map(({ set }) => set))].map((set) => {
    const own = rows.filter((row) => row.set === set).map(({ false_runs }) => false_runs);
    const sum = (of: (one: Proportion) => number) => own.reduce((total, one) => total + of(one), 0);
    return {
      set,
      false_runs: proportion(
        sum(({ count }) => count),
        sum(({ of }) => of),
      ),
    };
  });
}

async function rowsOf(set: EvidenceSet, besideWords: number, count: number): Promise<ClaimRow[]> {
  const documents = sharedCorpus(set.name).map(({ id, text }) => ({ id, text }));
  const [indexed, others] = [0, 1].map((rest) => documents.filter((_, i) => i % 2 === rest)) as [
    Distractor[],
    Distractor[],
  ];
  const generated =
    besideWords === 0
      ? []
      : firstOf(
          distractorsOf(
            set,
            indexed.map(({ text }) => text),
          ),
          besideWords,
        );
  const options = { name: set.name, dataset: "shared-data", text: false };
  await using corpus = await buildCorpus([...indexed, ...generated], options);
  const random = new Random(`${set.name} ${besideWords} claims`);
  const judge = new Judge(corpus, indexed);
  const rows: ClaimRow[] = [];
  const cases = new Cases(set, indexed, others, random);
  for (const [content, make] of cases.kinds()) {
    const judged = [];
    for (let i = 0; i < count; i++) judged.push(await judge.ask(make()));
    const runs = judged.flatMap((one) => one.runs);
    rows.push({
      ...{ set: set.kind, searched_words: corpus.info.words, content },
      found: proportion(judged.filter(({ isFound }) => isFound).length, judged.length),
      false_runs: proportion(runs.filter((isCommon) => !isCommon).length, runs.length),
    });
  }
  return rows;
}

/** Contents: excerpts of works that are not searched, and of searched ones between such. */
class Cases {
  readonly #indexed: readonly Distractor[];
  readonly #others: readonly Distractor[];
  readonly #random: Random;
  readonly #between: string;
  readonly #words = new Map<Distractor, Words>();

  constructor(set: EvidenceSet, indexed: readonly Distractor[], others: readonly Distractor[], random: Random) {
    this.#indexed = indexed;
    this.#others = others;
    this.#random = random;
    this.#between = set.language === "Chinese" ? "" : " ";
  }

  *kinds(): Generator<[content: string, make: () => string]> {
    yield ["clean", () => this.#excerpt(this.#others, CLEAN_WORDS)];
    for (const rate of CHANGED) {
      const kind = rate === 0 ? "copied" : `${100 * rate} % of words changed`;
      yield [kind, () => [this.#host(), this.#changed(rate), this.#host()].join("\n\n")];
    }
  }

  #host = (): string => this.#excerpt(this.#others, HOST_WORDS);

  /** As many words of one work, or where works are short of several. */
  #excerpt(from: readonly Distractor[], count: number): string {
    const { text, words, starts, ends } = this.#wordsIn(this.#random.pick(from));
    const first = this.#random.below(Math.max(1, words.length - count));
    const own = text.slice(starts[first] ?? 0, ends[Math.min(words.length, first + count) - 1] ?? 0);
    return words.length < count ? `${own}\n\n${this.#excerpt(from, count - words.length)}` : own;
  }

  #wordsIn(document: Distractor): Words {
    const words = this.#words.get(document) ?? wordsOf(document.text);
    this.#words.set(document, words);
    return words;
  }

  #changed(rate: number): string {
    const { words } = wordsOf(this.#excerpt(this.#indexed, PLANTED_WORDS));
    const other = () => this.#random.pick(this.#wordsIn(this.#random.pick(this.#others)).words);
    return words.map((word) => (this.#random.next() < rate ? other() : word)).join(this.#between);
  }
}

/** Asks the corpus, and looks for what it claims in the texts. */
class Judge {
  readonly #corpus: Corpus;
  readonly #texts: ReadonlyMap<string, string>;

  constructor(corpus: Corpus, documents: readonly Distractor[]) {
    this.#corpus = corpus;
    this.#texts = new Map(documents.map(({ id, text }) => [id, text]));
  }

  /** For each claimed run whether it is a common run. Documents without a text here are generated ones. */
  async ask(content: string): Promise<{ isFound: boolean; runs: boolean[] }> {
    const query = readText(kernels, content);
    const { passages } = await this.#corpus.search(indexShingles(shingle(kernels, query, PASSAGE)));
    const runs = passages.flatMap(({ document, agreeing }) => {
      const text = this.#texts.get(document.id);
      const own = agreeing.filter(({ lengthWords }) => lengthWords >= PASSAGE_WORDS_MIN);
      if (text === undefined || own.length === 0) return [];
      const read = readText(kernels, text);
      return own.map(({ a, lengthWords }) => hasRun(read, query, a, lengthWords));
    });
    return { isFound: passages.length > 0, runs };
  }
}

function hasRun({ words: text }: Text, { words: query }: Text, start: number, lengthWords: number): boolean {
  const agrees = (at: number, i: number) =>
    text.low[at + i] === query.low[start + i] && text.high[at + i] === query.high[start + i];
  for (let at = 0; at + lengthWords <= text.low.length; at++) {
    let words = 0;
    while (words < lengthWords && agrees(at, words)) words++;
    if (words === lengthWords) return true;
  }
  return false;
}
