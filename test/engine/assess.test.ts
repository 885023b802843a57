/** Memorisation risk of a work for a model that is not asked: what is seen of copies, what was published, and no number beyond. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AssessFactor, AssessRequest, AssessResult } from "../../src/base/contract/operations/assess.ts";
import { shapeFaults } from "../../src/base/contract/shapes.ts";
import { measuredAs } from "../../src/catalogue/graph/families.ts";
import { loadCatalogue, type MemorisationFinding, parseLedger } from "../../src/catalogue/index.ts";
import { buildCorpus, type Corpus, createEngine, type Engine } from "../../src/index.ts";
import { notAlwaysEmpty } from "../support/notAlwaysEmpty.ts";
import { notEmpty } from "../support/notEmpty.ts";
import { ATTIC, FOREIGN, LEDGER, SHELF, words } from "./fixtures.ts";

const SOURCES = ["a-test-source"];
const saysSize = (alias: string) => /(?:^|[-_])\d+(?:[._]\d+)?[bm](?:$|[-_])/.test(alias);
const model = (id: string, parameters: number[]) => ({
  ...{ id: `lab/${id}`, provider: "lab", name: id, scope: "release", sources: SOURCES, parameters },
  aliases: parameters.map((size) => `${id}-${size / 1e9}b`),
});
const finding = (id: string, of: string, more: Partial<MemorisationFinding>): MemorisationFinding => ({
  ...{
    id,
    models: [`lab/${of}`],
    kind: "experiment",
    finding: `${id}.`,
    metric: "share of passages",
    value: 0.1,
    unit: "fraction",
  },
  ...{ work: "a book", method: "windows", sources: SOURCES },
  ...more,
});
const edge = (of: string, dataset: string, more: object = {}) => ({
  ...{ model: `lab/${of}`, dataset, evidence: "documented", sources: SOURCES },
  ...{ portion: { kind: "all", epochs: null, size_tokens: null, seen_tokens: null, share: null } },
  ...more,
});
const STUDIES = parseLedger({
  datasets: [
    { id: "crowd", name: "crowd", kind: "web", sources: SOURCES },
    { id: "thinned", name: "thinned, deduplicated", kind: "web", sources: SOURCES },
  ],
  models: [model("studied", [2e9, 20e9]), model("small", [1e8]), model("bounded", [7e9]), model("thin", [7e9])],
  edges: [
    ...["studied", "small", "bounded"].flatMap((of) => [edge(of, "crowd"), edge(of, "shelf")]),
    edge("thin", "thinned"),
    edge("thin", "attic", { note: "Deduplicated." }),
  ],
});
/** Ledgers hold no findings. */
const FINDINGS: MemorisationFinding[] = [
  finding("low", "studied", { value: 0.002, work: "an unknown book" }),
  finding("high", "studied", { value: 0.4 }),
  finding("other-measure", "studied", { metric: "nv-recall", value: 0.9 }),
  finding("words", "studied", { metric: "qualitative", value: null, unit: null }),
  finding("bound", "bounded", { value: 0.001, unit: "upper bound" }),
  finding("point", "small", { value: 0.3 }),
];

const PIECE = words(FOREIGN, 0, 300);
const CROWD = Array.from({ length: 12 }, (_, i) => ({
  id: `c${i}`,
  text: `${words(ATTIC[i % 4]!.text, 20 * i, 20 * i + 40)} ${PIECE}`,
}));

let engine: Engine;
let corpora: Corpus[];
beforeAll(async () => {
  corpora = [
    await buildCorpus(SHELF, { name: "shelf", dataset: "shelf" }),
    await buildCorpus(ATTIC, { name: "attic", dataset: "attic" }),
    await buildCorpus(CROWD, { name: "crowd", dataset: "crowd" }),
    await buildCorpus(CROWD.slice(0, 2), { name: "thinned", dataset: "thinned" }),
  ];
  const catalogue = await loadCatalogue(LEDGER, STUDIES);
  engine = await createEngine({
    corpora,
    catalogue: { ...catalogue, memorisation: [...catalogue.memorisation, ...FINDINGS] },
  });
});
afterAll(async () => {
  for (const corpus of corpora) await corpus.close();
});

const content = words(SHELF[0]!.text, 0, 200);
const assess = (more: Partial<AssessRequest> = {}) => engine.assess({ content, target_model: "lab/whole", ...more });
const factor = ({ factors }: AssessResult, name: AssessFactor["factor"]) => factors.find((one) => one.factor === name)!;

describe("the level", () => {
  test("starts at medium for a copy in documented data, and every factor has its source", async () => {
    const result = await assess();
    expect(result).toMatchObject({ level: "medium", model_id: "lab/whole", copies: { status: "measured" } });
    expect(result.copies.datasets).toMatchObject([
      {
        dataset: "shelf",
        corpus_words: expect.any(Number),
        documents: 1,
        copies: 1,
        near_copies: 0,
        works: 1,
        share: 1,
        verdict: "match",
      },
      { dataset: "attic", documents: 0, copies: 0, verdict: "none_found" },
    ]);
    expect(result.factors.map((one) => one.factor)).toEqual([
      ...["copies", "inclusion", "deduplication", "length", "rarity", "model_size"],
      ...["documented_memorisation", "documented_mitigation"],
    ]);
    expect(factor(result, "inclusion")).toMatchObject({ value: 0.95, sources: SOURCES });
    expect(factor(result, "model_size")).toMatchObject({
      weighs: "none",
      value: null,
      because: expect.stringMatching(/No listed source/),
    });
    expect(factor(result, "copies").sources).toEqual(["carlini"]);
    expect(factor(result, "rarity").value).toBeGreaterThan(3);
    expect(shapeFaults("AssessResult", result)).toEqual([]);
    expect(await assess()).toEqual(result);
  });

  test("rises with copies, size and published memorisation", async () => {
    const many = await assess({ content: PIECE, target_model: "lab/bounded" });
    expect(many.copies.datasets.find(({ dataset }) => dataset === "crowd")).toMatchObject({
      copies: 12,
      documents: 12,
    });
    expect(factor(many, "copies")).toMatchObject({ weighs: "up", value: 12 });
    // The developer's bound takes back what the copies gave.
    expect(many.level).toBe("medium");
    expect((await assess({ content: PIECE, target_model: "lab/studied" })).level).toBe("critical");
    expect((await assess({ target_model: "lab/studied" })).level).toBe("high");
  });

  test("uses the model size in the name, and none without it", async () => {
    const sizeOf = async (name: string) => factor(await assess({ target_model: `lab/${name}` }), "model_size");
    expect(await sizeOf("studied")).toMatchObject({
      weighs: "none",
      value: null,
      because: expect.stringMatching(/2 billion to 20 billion/),
    });
    expect(await sizeOf("studied-20b")).toMatchObject({ weighs: "up", value: 20e9 });
    expect(await sizeOf("studied-2b")).toMatchObject({ weighs: "none", value: 2e9 });
    expect(await sizeOf("small")).toMatchObject({ weighs: "down", value: 1e8 });
  });

  test("falls if copies were removed, or if an unknown part of the dataset was used", async () => {
    const thin = await assess({ content: PIECE, target_model: "lab/thin" });
    expect([thin.level, factor(thin, "deduplication").weighs]).toEqual(["low", "down"]);
    expect(factor(thin, "deduplication").because).toMatch(
      /^Documented as deduplicated: attic, thinned, deduplicated\./,
    );
    const part = await assess({ target_model: "lab/container" });
    expect([part.level, factor(part, "inclusion").weighs]).toEqual(["low", "down"]);
  });

  test("is none if a complete search finds nothing, and insufficient if no conclusion is possible", async () => {
    const none = await assess({ content: words(FOREIGN, 400, 700) });
    expect(none).toMatchObject({
      level: "none",
      completeness: { complete: true },
      expected_extraction: { range: null },
    });
    const short = await assess({ content: words(content, 0, 20) });
    expect(short).toMatchObject({ level: "insufficient_evidence", completeness: { complete: false } });
    for (const target_model of ["lab/rumoured", "lab/guessed", "openai/gpt-4"]) {
      const unknown = await assess({ target_model });
      expect(unknown).toMatchObject({
        level: "insufficient_evidence",
        because: expect.stringMatching(/documented/),
        copies: { status: "not_measured", datasets: [] },
        completeness: { complete: false },
      });
    }
    expect(await assess({ target_model: "lab/old", metadata: { published: "2010" } })).toMatchObject({
      level: "insufficient_evidence",
      because: expect.stringMatching(/first published after 2005-06/),
    });
  });
});

test("states why nothing was searched: other datasets, or no corpus", async () => {
  const searchOf = ({ completeness }: AssessResult) => completeness.stages.find(({ name }) => name === "search");
  const others = await assess({ target_model: "openai/gpt-4" });
  const reason =
    "No corpus holds a dataset that this model is documented to have trained on. The corpora hold: attic, crowd, shelf, thinned.";
  expect(searchOf(others)).toEqual({ name: "search", status: "skipped", reason });
  expect([others.because, others.copies.reason]).toEqual([reason, reason]);
  const bare = await createEngine({ corpora: [], catalogue: await loadCatalogue(LEDGER) });
  const none = await bare.assess({ content, target_model: "lab/whole" });
  expect(searchOf(none)).toMatchObject({ reason: "The engine has no corpus to search." });
  expect(none.because).toBe("The engine has no corpus to search.");
});

test("uses the singular for one", async () => {
  const { factors } = await assess();
  const because = factor({ factors } as AssessResult, "copies").because;
  expect(because).toMatch(
    /^1 document carries a passage, 1 of them half of the content or more; .* in 1 work at most\./,
  );
});

describe("expected extraction", () => {
  test("is the range over studies of this model by one metric, with the studies", async () => {
    const { expected_extraction: expected } = await assess({ target_model: "lab/studied" });
    expect(expected).toMatchObject({ range: [0.002, 0.4], metric: "share of passages" });
    expect(expected.studies.map(({ id }) => id).sort()).toEqual(["high", "low"]);
    expect((await assess({ target_model: "lab/bounded" })).expected_extraction.range).toEqual([0, 0.001]);
  });

  test("is never a single figure: one figure or none gives the reason instead of a range", async () => {
    const { expected_extraction: point } = await assess({ target_model: "lab/small" });
    expect(point).toMatchObject({
      range: null,
      studies: [{ id: "point" }],
      reason: expect.stringMatching(/is a point/),
    });
    expect((await assess()).expected_extraction).toMatchObject({
      range: null,
      studies: [],
      reason: expect.stringMatching(/No comparable study/),
    });
  });

  test("of the shipped catalogue: a measurement of one release is told of no other", async () => {
    const catalogue = await loadCatalogue();
    let single = 0;
    for (const { id, models } of notEmpty(catalogue.memorisation)) {
      const told = catalogue.models.filter((model) => measuredAs(model).some((one) => models.includes(one)));
      for (const model of notAlwaysEmpty(told)) {
        const isMeasured = models.includes(model.id) || models.includes(model.series ?? "");
        expect(isMeasured, `${id} of ${model.id}`).toBe(true);
      }
      if (models.length !== 1 || catalogue.model(models[0]!).scope === "series") continue;
      expect(
        told.map((model) => model.id),
        id,
      ).toEqual(models);
      single++;
    }
    expect(single).toBeGreaterThan(5);
    // Names that say which release is meant lead to its record, and not to that of its series.
    const mixed = catalogue.models.filter(({ scope, aliases }) => scope === "series" && aliases.some(saysSize));
    expect(mixed.map(({ id }) => id)).toEqual([]);
  });

  test("of the shipped catalogue: no figure without a source, no range of a single figure", async () => {
    const catalogue = await loadCatalogue();
    const { expectedExtraction } = await import("../../src/engine/evidence/expectation.ts");
    let ranges = 0;
    for (const model of notEmpty(catalogue.models)) {
      const { range, studies } = expectedExtraction(catalogue.memorisation, measuredAs(model), "medium");
      ranges += Number(range !== null);
      if (range !== null) expect(range[0]).toBeLessThan(range[1]);
      for (const { sources } of notAlwaysEmpty(studies)) expect(catalogue.citations(sources).length).toBeGreaterThan(0);
    }
    expect(ranges).toBeGreaterThan(0);
  });
});

test.each([
  ["unknown_model", { target_model: "lab/hole" }],
  ["invalid_request", { target_model: "whole" }],
  ["invalid_request", { content: undefined }],
  ["invalid_request", { content: undefined, content_type: "text" }],
  ["unknown_work", { content: undefined, work_hash: `sha256:${"a".repeat(64)}` }],
  ["unsupported_content_type", { content_type: "html" }],
] as [string, Partial<AssessRequest>][])("%s", async (code, more) => {
  await expect(assess(more)).rejects.toMatchObject({ code });
});

test("any content gives a result", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("", "\0", "\uD800", "a ".repeat(500))),
      async (text) => {
        const result = await assess({ content: text, target_model: "lab/studied" });
        expect(shapeFaults("AssessResult", result)).toEqual([]);
      },
    ),
    { numRuns: 50 },
  );
});
