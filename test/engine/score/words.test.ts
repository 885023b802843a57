/** The score by documents grows with the words that a text shares with a work, on novels of the shared data. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadCatalogue, parseLedger } from "../../../src/catalogue/index.ts";
import { buildCorpus, type Corpus, type CorpusDocument, createEngine, type Engine } from "../../../src/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { NO_SHARED, sharedText } from "../../support/shared.ts";
import { skippable } from "../../support/skippable.ts";

const SOURCES = ["a-source"];
const TRAINED = { dataset: "the-pile", evidence: "documented", portion: { kind: "all" }, sources: SOURCES };
/** Two models that trained on the whole of a dataset: by their developer, and by lookups in the data. */
const LEDGER = parseLedger({
  sources: [
    {
      ...{ id: SOURCES[0], title: "A test", org: "Test", year: 2026 },
      kind: "paper",
      locator: "here",
      read: "primary",
    },
  ],
  providers: [{ id: "lab", name: "Lab", sources: SOURCES }],
  models: ["whole", "verified"].map((name) => {
    return { id: `lab/${name}`, provider: "lab", name, scope: "release", sources: SOURCES };
  }),
  edges: [
    { model: "lab/whole", ...TRAINED },
    { model: "lab/verified", ...TRAINED, lookup: { documents: 3_000, missing: 0, source: SOURCES[0] } },
  ],
});
const LENGTHS = [60, 100, 200, 500, 1_000, 2_000];
/** The least inclusion of a model, and the points that 2,000 verbatim words have over 60 in the mean of the novels. */
const GAINS: readonly [model: string, inclusion: number, points: number][] = [
  ["lab/whole", 0.95, 2],
  ["lab/verified", 0.999, 15],
];

const lines = sharedText("data/corpora/eltec-eng/eltec-eng-000.jsonl.gz")?.trim().split("\n") ?? null;
const name = "a score of verbatim excerpts of novels";

describe.skipIf(lines === null)(skippable(name, lines === null, NO_SHARED), () => {
  let corpus: Corpus;
  let engine: Engine;
  let novels: CorpusDocument[];
  beforeAll(async () => {
    novels = lines!.map((line): CorpusDocument => JSON.parse(line));
    corpus = await buildCorpus(novels, { name: "novels", dataset: "the-pile" });
    engine = await createEngine({ corpora: [corpus], catalogue: await loadCatalogue(LEDGER) });
  });
  afterAll(() => corpus.close());

  /** A score for each of `LENGTHS`, of words from the middle of a novel. */
  async function scoresOf({ text }: CorpusDocument, model: string, inclusion: number): Promise<number[]> {
    const words = text.split(/\s+/);
    const from = Math.floor(words.length / 2);
    const scores: number[] = [];
    for (const length of LENGTHS) {
      const content = words.slice(from, from + length).join(" ");
      const { score, channels } = await engine.score({ content, target_model: model, jurisdiction: "EU-DSM" });
      const { statistic } = channels.find(({ name }) => name === "provenance")!;
      expect(statistic).toMatchObject({ training_dataset: "the-pile", inclusion_lo: inclusion });
      scores.push(score);
    }
    return scores;
  }

  test.each(GAINS)("of %s never falls with words, and gains with them", async (model, inclusion, points) => {
    const gains: number[] = [];
    for (const novel of notEmpty(novels.filter((_, row) => row % 4 === 0))) {
      const scores = await scoresOf(novel, model, inclusion);
      for (const [i, score] of notEmpty(scores.slice(1)).entries())
        expect(score, novel.id).toBeGreaterThanOrEqual(scores[i]!);
      gains.push(scores.at(-1)! - scores[0]!);
    }
    expect(gains.reduce((sum, one) => sum + one) / gains.length).toBeGreaterThanOrEqual(points);
  });
});
