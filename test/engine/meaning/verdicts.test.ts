/** One text, one verdict: `analyze`, `score` and `assess` say the same of a content and a corpus, however they are asked. */
import { afterAll, describe, expect, test } from "vitest";
import type { Verdict } from "../../../src/base/contract/operations/analyze.ts";
import { type Catalogue, loadCatalogue, parseLedger } from "../../../src/catalogue/index.ts";
import { buildCorpus, type Corpus, type CorpusDocument, createEngine, type Engine } from "../../../src/index.ts";
import { createHandler } from "../../../src/service/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { fewOrAll } from "../../support/scale.ts";
import { NO_SHARED, sharedText } from "../../support/shared.ts";
import { skippable } from "../../support/skippable.ts";
import { fillerWords, seeded, zipfText, zipfWords } from "../../support/texts.ts";

const SOURCES = ["a-test-source"];
const MODEL = "lab/whole";

/** One model that was trained on all of these datasets, by its developer's word. */
function catalogueOf(datasets: readonly string[]): Promise<Catalogue> {
  const portion = { kind: "all", epochs: null, size_tokens: null, seen_tokens: null, share: null };
  return loadCatalogue(
    parseLedger({
      sources: [
        { id: SOURCES[0], title: "A test", org: "Test", year: 2026, kind: "paper", locator: "here", read: "primary" },
      ],
      providers: [{ id: "lab", name: "Lab", sources: SOURCES }],
      datasets: datasets.map((id) => ({ id, name: id, kind: "books", sources: SOURCES })),
      models: [{ id: MODEL, provider: "lab", name: "whole", scope: "release", sources: SOURCES }],
      edges: datasets.map((dataset) => ({ model: MODEL, dataset, evidence: "documented", portion, sources: SOURCES })),
    }),
  );
}

/** An engine over several corpora, and one over each of them alone. */
interface Engines {
  together: Engine;
  alone: Map<string, Engine>;
}

const opened: Corpus[] = [];
afterAll(async () => {
  for (const corpus of opened) await corpus.close();
});

async function enginesOver(shelves: Record<string, readonly CorpusDocument[]>): Promise<Engines> {
  const catalogue = await catalogueOf(Object.keys(shelves));
  const corpora: Corpus[] = [];
  for (const [name, documents] of Object.entries(shelves)) {
    corpora.push(await buildCorpus(documents, { name, dataset: name }));
  }
  opened.push(...corpora);
  const alone = new Map<string, Engine>();
  for (const corpus of corpora) alone.set(corpus.info.name, await createEngine({ corpora: [corpus], catalogue }));
  return { together: await createEngine({ corpora, catalogue }), alone };
}

type Verdicts = Record<string, Verdict>;
const byCorpus = (rows: readonly { corpus: string; verdict: Verdict }[]): Verdicts =>
  Object.fromEntries(rows.map(({ corpus, verdict }) => [corpus, verdict]));

/** What `score` and `assess` say of each corpus, and how much of the content they say stands in it. */
async function inDatasets(engine: Engine, content: string) {
  const { in_dataset } = await engine.score({ content, target_model: MODEL, jurisdiction: "EU-DSM" });
  const { copies } = await engine.assess({ content, target_model: MODEL });
  return { score: in_dataset.datasets, assess: copies.datasets };
}

/** Verdicts in the order of what they claim. */
const STRENGTH: readonly Verdict[] = ["insufficient_evidence", "none_found", "partial", "match"];

/**
 * Holds the operations to each other for one content: over each corpus alone, and for each corpus of several.
 *
 * @returns the verdicts over each corpus
 */
async function agree({ together, alone }: Engines, content: string): Promise<Verdict[]> {
  const each: Verdicts = {};
  for (const [name, engine] of notEmpty(alone)) {
    const { verdict } = await engine.analyze({ content, content_type: "text" });
    each[name] = verdict;
    const own = await inDatasets(engine, content);
    expect([byCorpus(own.score), byCorpus(own.assess)]).toEqual([{ [name]: verdict }, { [name]: verdict }]);
  }
  const { score, assess } = await inDatasets(together, content);
  expect([byCorpus(score), byCorpus(assess)]).toEqual([each, each]);
  const carried = (rows: typeof score | typeof assess) => rows.map(({ longest_run_words }) => longest_run_words);
  expect(carried(assess)).toEqual(carried(score));
  const verdicts = Object.values(each);
  const { verdict } = await together.analyze({ content, content_type: "text" });
  const strengths = verdicts.map((one) => STRENGTH.indexOf(one));
  // A passage in other words has to stand out from all that was searched: more corpora may take a finding back, and never add one.
  expect(STRENGTH.indexOf(verdict)).toBeLessThanOrEqual(Math.max(...strengths));
  return verdicts;
}

/** Numbers of edited passages, in `npm test` every fifth: a passage is the longer, and has other distances of its edits. */
const EDITED = Array.from({ length: 60 }, (_, i) => i).filter((i) => i % fewOrAll(5, 1) === 0);

const random = seeded(1515);
const documentsOf = (name: string, count: number, wordsEach: number): CorpusDocument[] =>
  Array.from({ length: count }, (_, i) => ({ id: `${name}-${i}`, text: zipfText(random, wordsEach) }));
const filler = fillerWords();
const foreign = (count: number): string[] => Array.from({ length: count }, () => filler.next().value);

/** Words of a passage with every so-many-th replaced, in a text of other words. */
function edited(source: readonly string[], from: number, length: number, every: number): string {
  const passage = source.slice(from, from + length).map((word, i) => (i % every === every - 1 ? foreign(1)[0]! : word));
  return [...foreign(40), ...passage, ...foreign(40)].join(" ");
}

/** The shortest of these texts that an engine finds a passage in. */
async function shortestSignificant(engine: Engine, textOf: (length: number) => string): Promise<string> {
  for (let length = 20; length < 100; length++) {
    const content = textOf(length);
    if ((await engine.analyze({ content, content_type: "text" })).verdict !== "none_found") return content;
  }
  throw new Error("No passage of 100 words is significant.");
}

describe("generated texts, in corpora of 2 thousand to 1.2 million words", async () => {
  const shelves = {
    leaflet: documentsOf("leaflet", 2, 1_000),
    shelf: documentsOf("shelf", 20, 2_000),
    library: documentsOf("library", 40, 30_000),
  };
  const engines = await enginesOver(shelves);
  const wordsOf = ({ text }: CorpusDocument) => text.split(/\s+/).filter((word) => word !== "");
  const sources = Object.values(shelves).map((documents) => wordsOf(documents[0]!));

  const cases: [string, string[]][] = [
    [
      "verbatim",
      sources.flatMap((source) => [50, 120, 800].map((length) => source.slice(100, 100 + length).join(" "))),
    ],
    ["short", sources.flatMap((source) => [0, 1, 12, 49].map((length) => source.slice(30, 30 + length).join(" ")))],
    [
      "clean",
      [1, 60, 900].flatMap((length) => [
        foreign(length).join(" "),
        zipfWords(seeded(length), length, 30_000).join(" "),
      ]),
    ],
    ["of two corpora", [[...sources[0]!.slice(0, 80), ...foreign(20), ...sources[2]!.slice(0, 80)].join(" ")]],
    // Passages without a run of twelve words: whether they are significant depends on how much was searched.
    ["edited", sources.flatMap((source) => EDITED.map((i) => edited(source, 200 + i, 20 + i, 6 + (i % 6))))],
  ];

  test.each(cases)("%s", async (kind, contents) => {
    const seen = new Set<Verdict>();
    for (const content of contents) for (const verdict of await agree(engines, content)) seen.add(verdict);
    expect([...seen].sort()).toEqual(SEEN[kind]);
  });

  test("passages that are just significant in a small corpus, but would not be in all corpora together", async () => {
    let weaker = 0;
    for (const [shelf, name] of ["leaflet", "shelf"].entries()) {
      for (let from = 0; from < 150; from += fewOrAll(30, 10)) {
        const content = await shortestSignificant(engines.alone.get(name)!, (length) =>
          edited(sources[shelf]!, from, length, 6),
        );
        expect(await agree(engines, content)).toContainEqual(expect.stringMatching(/match|partial/));
        const { verdict } = await engines.together.analyze({ content, content_type: "text" });
        weaker += Number(verdict === "none_found");
      }
    }
    expect(weaker).toBeGreaterThan(fewOrAll(1, 5));
  });

  test("a bounded search weakens the verdict only for its own corpus", async () => {
    const [leaflet, shelf] = opened as [Corpus, Corpus];
    const cutShort: Corpus = {
      ...{ info: leaflet.info, lookups: leaflet.lookups, storage: leaflet.storage },
      search: async (query, signal) => ({ ...(await leaflet.search(query, signal)), bounded: true }),
      ...{ document: leaflet.document, refresh: leaflet.refresh, close: leaflet.close },
      [Symbol.asyncDispose]: leaflet.close,
    };
    const engine = await createEngine({
      corpora: [cutShort, shelf],
      catalogue: await catalogueOf(["leaflet", "shelf"]),
    });
    const { score, assess } = await inDatasets(engine, foreign(200).join(" "));
    const expected = { leaflet: "insufficient_evidence", shelf: "none_found" };
    expect([byCorpus(score), byCorpus(assess)]).toEqual([expected, expected]);
  });

  test("a single request, a batch and a service give the same verdict", async () => {
    const { together, alone } = engines;
    const contents = cases.flatMap(([, all]) => all.slice(-3));
    const handler = createHandler({ engine: together });
    const posted = async (path: string, document: object) => {
      const headers = { "content-type": "application/json" };
      const response = await handler(
        new Request(`http://spolia.test/api/v1/${path}`, { method: "POST", headers, body: JSON.stringify(document) }),
      );
      expect(response.status).toBe(200);
      return response.json();
    };
    const many: Verdict[] = [];
    for await (const { verdict } of together.analyzeMany(
      contents.map((content) => ({ content, content_type: "text" })),
    )) {
      many.push(verdict);
    }
    let asked = 0;
    for (const [i, content] of notEmpty(contents.entries())) {
      const { verdict } = await together.analyze({ content, content_type: "text" });
      expect(many[i]).toBe(verdict);
      expect(await posted("attribution/analyze", { content, content_type: "text" })).toMatchObject({ verdict });
      const { score, assess } = await inDatasets(together, content);
      const body = { content, target_model: MODEL };
      expect((await posted("attribution/score", { ...body, jurisdiction: "EU-DSM" })).in_dataset.datasets).toEqual(
        score,
      );
      expect((await posted("assess", body)).copies.datasets).toEqual(assess);
      for (const [name, engine] of notEmpty(alone)) {
        const options = { corpora: [name] };
        const one = await together.analyze({ content, content_type: "text", options });
        expect(await engine.analyze({ content, content_type: "text", options })).toEqual(one);
        asked++;
      }
    }
    expect(asked).toBe(3 * 13);
  });
});

const SEEN: Record<string, Verdict[]> = {
  verbatim: ["match", "none_found"],
  short: ["insufficient_evidence"],
  clean: ["insufficient_evidence", "none_found"],
  "of two corpora": ["match", "none_found"],
  edited: ["match", "none_found", "partial"],
};

/** Documents of a shared corpus, or `null` where it is absent. */
function sharedDocuments(
  file: string,
  isOne: (document: CorpusDocument, row: number) => boolean,
): CorpusDocument[] | null {
  const contents = sharedText(file);
  return contents === null ? null : linesOf<CorpusDocument>(contents).filter(isOne);
}

function linesOf<Row>(contents: string): Row[] {
  return contents
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Row => JSON.parse(line));
}

const bible = sharedDocuments("data/corpora/bible-en/bible-en.jsonl.gz", ({ id }) => id.startsWith("OEB/"));
const statutes = sharedDocuments("data/corpora/de-gesetze/de-gesetze.jsonl.gz", (_, row) => row % 5 === 0);
const otherStatutes = sharedDocuments("data/corpora/de-gesetze/de-gesetze.jsonl.gz", (_, row) => row % 25 === 1);
const novels = sharedDocuments("data/corpora/eltec-eng/eltec-eng-000.jsonl.gz", (_, row) => row < 3);
const rewordings = sharedText("data/pairs/bible-rewording/bible-rewording.jsonl.gz");

const isAbsent = !(bible && statutes && otherStatutes && novels && rewordings);
describe.skipIf(isAbsent)(
  skippable("real texts, over a Testament, statutes and novels", isAbsent, NO_SHARED),
  async () => {
    if (!(bible && statutes && otherStatutes && novels && rewordings)) return;
    const engines = await enginesOver({ bible, statutes, novels });
    type Pair = { a: { work: string; text: string }; b: { text: string } };
    const excerptOf = ({ text }: CorpusDocument, length: number) => {
      const words = text.split(/\s+/);
      return words.slice(Math.floor(words.length / 2), Math.floor(words.length / 2) + length).join(" ");
    };
    const cases: [string, string[], Verdict[]][] = [
      [
        "verses in other words",
        linesOf<Pair>(rewordings)
          .filter(({ a }) => a.work === "OEB")
          .filter((_, i) => i % fewOrAll(24, 12) === 0)
          .map(({ b }) => b.text),
        ["match", "none_found"],
      ],
      [
        "statutes that were not indexed",
        otherStatutes.map((one) => excerptOf(one, 400)),
        ["insufficient_evidence", "match", "none_found"],
      ],
      [
        "excerpts of what was indexed",
        [...bible.slice(0, 3), ...statutes.slice(0, 3), ...novels].map((one) => excerptOf(one, 150)),
        ["insufficient_evidence", "match", "none_found"],
      ],
    ];
    test.each(cases)("%s", async (_, contents, verdicts) => {
      const seen = new Set<Verdict>();
      for (const content of contents) for (const verdict of await agree(engines, content)) seen.add(verdict);
      expect(contents.length).toBeGreaterThan(5);
      expect([...seen].sort()).toEqual(verdicts);
    });
  },
);
