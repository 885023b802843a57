/** What results say of the labels of corpora: what they rest on, how much of a dataset a corpus holds, one text under several. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { loadCatalogue, parseLedger } from "../../../src/catalogue/index.ts";
import { parseListing, SourceLog } from "../../../src/corpus/index.ts";
import {
  type BuildOptions,
  buildCorpus,
  type Contract,
  type CorpusDocument,
  createEngine,
} from "../../../src/index.ts";
import { NO_COLOURS, plainAnalysis, plainAssessment, plainScore } from "../../../src/report/index.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { ATTIC, FOREIGN, LEDGER, SHELF, words } from "../fixtures.ts";

const dataset = (id: string, documents: number) => ({
  id,
  name: id,
  kind: "books",
  documents,
  sources: ["a-test-source"],
});
/** By the catalogue, the shelf has more documents than the corpus, and the attic as many. */
const catalogue = await loadCatalogue(
  LEDGER,
  parseLedger({ datasets: [dataset("shelf", 196_640), dataset("attic", ATTIC.length)] }),
);
const CONTENT = words(SHELF[1]!.text, 100, 1_000);
const WHOLE = { ...{ colours: NO_COLOURS, columns: 120 }, content: CONTENT };
const flat = (report: string) => report.replace(/\s+/g, " ");

async function listed(basis: Contract.DatasetBasis): Promise<Partial<BuildOptions>> {
  if (basis === "none") return {};
  const hash = createHash("sha256").update("a file").digest("hex");
  const sources = new SourceLog(basis === "manifest" ? await parseListing(`${hash}  file.txt`) : undefined);
  sources.add({ name: "file.txt", bytes: 6, sha256: `sha256:${hash}` });
  return { sources };
}

type Labelled = [name: string, dataset: string, basis: Contract.DatasetBasis, documents?: CorpusDocument[]];

async function asked(...corpora: Labelled[]) {
  const built = await Promise.all(
    corpora.map(async ([name, of, basis, documents = SHELF]) =>
      buildCorpus(documents, { name, dataset: of, ...(await listed(basis)) }),
    ),
  );
  const engine = await createEngine({ corpora: built, catalogue });
  const result = await engine.analyze({ content: CONTENT });
  return { engine, result, report: flat(plainAnalysis(result, WHOLE)) };
}

describe("the basis of a label", () => {
  test.each(["none", "declared"] as const)(
    "%s: every attribution is conditional, in words and in the document",
    async (basis) => {
      const { engine, result, report } = await asked(["four", "shelf", basis]);
      const { attribution_sources: sources, risk_assessment: risk, method } = result;
      expect(method.corpora).toMatchObject([
        { dataset_basis: basis, listings: [], documents: 12, dataset_documents: 196_640, complete: "no" },
      ]);
      for (const { dataset_basis } of notEmpty(sources)) expect(dataset_basis).toBe(basis);
      expect(report).toContain(
        "If this corpus is what its label says (four: shelf, 12 of 196,640 documents), these models are documented to have been trained",
      );
      expect(report).toContain("in which the text was found, if this corpus is what its label says:");
      const said = risk.explanations.filter(({ because }) => because.includes("if this corpus is what its label says"));
      expect(said.map(({ factor }) => factor)).toEqual(["documented_training_use", "large_part_used"]);
      const request = { content: CONTENT, target_model: "lab/whole" };
      const caveat =
        "What is said of datasets of this model holds only if this corpus is what its label says (four: shelf, 12 of 196640 documents).";
      const score = await engine.score({ ...request, jurisdiction: "EU-DSM" });
      const assessed = await engine.assess(request);
      expect([score.caveats.includes(caveat), assessed.caveats.includes(caveat)]).toEqual([true, true]);
      expect(flat(plainScore(score, WHOLE)) + flat(plainAssessment(assessed, WHOLE))).toContain(caveat);
    },
  );

  test("manifest: the condition that the listing is the publisher's, and the hash of the listing", async () => {
    const { engine, result, report } = await asked(["whole", "shelf", "manifest"]);
    const [corpus] = result.method.corpora;
    expect(corpus).toMatchObject({
      dataset_basis: "manifest",
      listings: [expect.stringMatching(/^sha256:[0-9a-f]{64}$/)],
    });
    expect(result.attribution_sources.map(({ dataset_basis }) => dataset_basis)).toContain("manifest");
    expect(report).not.toContain("label says");
    expect(report).toContain(`whose source files are in the listing ${corpus!.listings[0]}`);
    const score = await engine.score({ content: CONTENT, target_model: "lab/whole", jurisdiction: "EU-DSM" });
    expect(score.caveats.join()).not.toContain("label");
    expect(report).toContain("if the listing of the corpus's files is that of the dataset's publisher");
  });

  test("a confirmed corpus goes before one that is only labelled", async () => {
    for (const order of notEmpty([
      ["named", "listed"],
      ["listed", "named"],
    ])) {
      const corpora = order.map((name): Labelled => [name, "shelf", name === "listed" ? "manifest" : "none"]);
      const { result, report } = await asked(...corpora);
      expect(new Set(result.attribution_sources.map(({ corpus }) => corpus))).toEqual(new Set(["listed"]));
      expect(result.same_texts).toEqual([]);
      expect(report).toContain(
        "trained on a dataset in which the text was found, if the listing of the corpus's files is that of",
      );
    }
  });

  test("whether a corpus is the whole dataset is told by the number of documents", async () => {
    const { result, report } = await asked(["attic", "attic", "none", ATTIC], ["mine", "my-texts", "none", ATTIC]);
    expect(result.verdict).toBe("none_found");
    expect(result.method.corpora).toMatchObject([
      { dataset_documents: ATTIC.length, complete: "yes" },
      { dataset_documents: null, complete: "unknown" },
    ]);
    expect(report).toContain("This says nothing about other corpora. Para");
    const part = await asked(["part", "shelf", "none", [{ id: "other", text: FOREIGN }]]);
    expect(part.result.verdict).toBe("none_found");
    expect(part.report).toContain(
      "This says nothing about other corpora, nor about the rest of what was searched in part (part: shelf, 1 of 196,640 documents).",
    );
  });

  test("many corpora are named up to three", async () => {
    const corpora = ["a", "b", "c", "d"].map((name): Labelled => [name, "shelf", "none"]);
    expect((await asked(...corpora)).report).toContain(
      "If these corpora are what their labels say (a: shelf, 12 of 196,640 documents; b: shelf, 12 of 196,640 documents; c: shelf, 12 of 196,640 documents; and 1 more), ",
    );
  });
});

describe("one text in corpora of different datasets", () => {
  test("is one finding, said once, and no model stands twice", async () => {
    const { result, report } = await asked(
      ["one", "shelf", "none"],
      ["two", "attic", "none"],
      ["three", "shelf", "none"],
    );
    expect(result.same_texts).toEqual([
      {
        document: expect.objectContaining({ id: "shelf-1" }),
        ...{ documents: 3, corpora: ["one", "two", "three"], datasets: ["shelf", "attic"] },
      },
    ]);
    expect(report).toContain(
      "They are one text, 2 datasets: the corpora one, two, three hold it as shelf, attic. That is one finding.",
    );
    const models = result.attribution_sources.map(({ model_id }) => model_id);
    expect(models.length).toBeGreaterThan(1);
    expect(new Set(models).size).toBe(models.length);
  });

  test("is not said of one dataset, nor of texts that differ", async () => {
    const edited = SHELF.map((one) => ({ ...one, text: `${one.text} later` }));
    const others: Labelled[] = [
      ["two", "shelf", "none"],
      ["two", "attic", "none", edited],
    ];
    for (const other of notEmpty(others)) {
      const { result, report } = await asked(["one", "shelf", "none"], other);
      expect(result.documents).toHaveLength(2);
      expect(result.same_texts).toEqual([]);
      expect(report).not.toContain("one text");
    }
  });
});
