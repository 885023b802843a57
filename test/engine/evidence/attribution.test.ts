/** Matches × documented edges: what is attributed, what is only possible, and what nobody is documented to have used. */
import { describe, expect, test } from "vitest";
import type { CorpusInfo } from "../../../src/base/contract/resources/corpus.ts";
import { loadCatalogue, parseLedger } from "../../../src/catalogue/index.ts";
import { attribute, usedFromDataset } from "../../../src/engine/evidence/attribution.ts";
import { notEmpty } from "../../support/notEmpty.ts";

const sources = ["s"];
const portion = (kind: string, epochs: number | null = null) => ({
  kind,
  epochs,
  size_tokens: null,
  seen_tokens: null,
  share: 0.4,
});
const edge = (model: string, dataset: string, more: object = {}) => ({
  ...{ model: `lab/${model}`, dataset, evidence: "documented", portion: portion("all"), sources },
  ...more,
});
const catalogue = await loadCatalogue(
  parseLedger({
    sources: [{ id: "s", title: "A test", org: "Test", year: 2026, kind: "paper", locator: "here", read: "primary" }],
    providers: [{ id: "lab", name: "Lab", sources }],
    datasets: [
      { id: "attic", name: "Attic", kind: "books", period: { from: null, to: "2001-12" }, sources },
      { id: "loft", name: "Loft", kind: "books", period: { from: null, to: "2015-12" }, contains: ["attic"], sources },
      { id: "crate", name: "Crate", kind: "books", contains: ["chest"], derived_from: ["attic"], sources },
      { id: "chest", name: "Chest", kind: "books", contains: ["drawer"], sources },
      { id: "drawer", name: "Drawer", kind: "books", sources },
      { id: "cellar", name: "Cellar", kind: "books", sources },
      { id: "shed", name: "Shed", kind: "books", sources },
    ],
    models: ["both", "twice", "undated", "rumoured", "half", "derived"].map((id) => ({
      ...{ id: `lab/${id}`, provider: "lab", name: id, scope: "release", sources },
    })),
    edges: [
      edge("both", "attic"),
      edge("both", "loft"),
      edge("twice", "attic", { portion: portion("subset") }),
      edge("twice", "shed"),
      edge("undated", "shed"),
      edge("half", "shed", { portion: portion("all", 0.5) }),
      edge("rumoured", "cellar", { evidence: "reported", contested: true, note: "Alleged in a complaint." }),
      edge("derived", "crate"),
    ],
  }),
);
const met = (...datasets: string[]) => datasets.map((dataset) => ({ name: `c-${dataset}`, dataset }) as CorpusInfo);
const ids = (sources: readonly { model_id: string }[]) => sources.map(({ model_id }) => model_id.slice(4));

describe("attribution", () => {
  test("of several ways to a model the one with the greatest inclusion stands, whatever the dataset's share of the mix", () => {
    const { attributed } = attribute(catalogue, met("attic", "shed"), {});
    expect(ids(attributed).filter((id) => id === "twice")).toHaveLength(1);
    expect(attributed.find(({ model_id }) => model_id === "lab/twice")).toMatchObject({
      training_dataset: "shed",
      inclusion: { lo: 0.95, hi: 0.99, grade: "documented_whole" },
      corpus: "c-shed",
    });
    expect(attributed.find(({ model_id }) => model_id === "lab/half")!.inclusion).toMatchObject({
      lo: 0.5,
      hi: 0.5,
      grade: "documented_rate",
    });
  });

  test("of several ways with the same inclusion the shortest stands, in whatever order the datasets were searched", () => {
    for (const order of [met("drawer", "chest"), met("chest", "drawer")])
      expect(attribute(catalogue, order, {}).possible).toMatchObject([{ corpus: "c-chest", via: ["crate"] }]);
  });

  test("of several ways with the same inclusion one from a corpus that a manifest proves stands, even if it is longer", () => {
    const listed = { sources: { files: 2 }, unrecorded: 0, listings: [{ files: 2 }] };
    const provenance = listed as unknown as CorpusInfo["provenance"];
    const proved = ([corpus]: CorpusInfo[]) => ({ ...corpus!, name: "c-proved", provenance });
    const same = [proved(met("chest")), ...met("chest")];
    const longer = [proved(met("drawer")), ...met("chest")];
    for (const corpora of [same, same.toReversed(), longer, longer.toReversed()])
      expect(attribute(catalogue, corpora, {}).possible).toMatchObject([
        { corpus: "c-proved", dataset_basis: "manifest" },
      ]);
    // A greater inclusion counts for more than a manifest.
    const lesser = [proved(met("attic")), ...met("shed")];
    for (const corpora of [lesser, lesser.toReversed()])
      expect(
        attribute(catalogue, corpora, {}).attributed.find(({ model_id }) => model_id === "lab/twice"),
      ).toMatchObject({ corpus: "c-shed", dataset_basis: "none" });
  });

  test("upwards through contains the use is unknown, so the model is only possible; never through derived_from", () => {
    const { attributed, possible } = attribute(catalogue, met("attic"), { published: "2010" });
    expect(possible.find(({ model_id }) => model_id === "lab/both")).toMatchObject({
      training_dataset: "loft",
      via: ["loft"],
      evidence: "documented",
      reason: "inclusion_unknown",
      because: expect.stringMatching(/^Trained on part of that dataset; whether on this document is not known\. The /),
    });
    expect([...ids(attributed), ...ids(possible)]).not.toContain("derived");
  });

  test("no attribution has an inclusion that may be nothing, and no possible source has a number", () => {
    const { attributed, possible } = attribute(catalogue, met("attic", "drawer", "cellar", "shed"), {});
    for (const { inclusion } of notEmpty(attributed)) expect(inclusion.lo).toBeGreaterThan(0);
    for (const source of notEmpty(possible)) expect(source).not.toHaveProperty("confidence");
    expect(possible.map(({ model_id, reason }) => [model_id.slice(4), reason])).toEqual([
      ["derived", "inclusion_unknown"],
      ["rumoured", "reported"],
    ]);
  });

  test("the confidence of a source is that of the match times the inclusion, ends with ends", () => {
    const match = { confidence: 90, confidence_ci_95: [80, 99] as [number, number] };
    const inclusion = { lo: 0.5, hi: 0.75 };
    expect(usedFromDataset(match, inclusion)).toEqual({
      confidence: 45,
      confidence_ci_95: [40, 74.25],
      confidence_of: "used_from_dataset",
      match_confidence: 90,
      match_confidence_ci_95: [80, 99],
    });
    expect(usedFromDataset(null, inclusion)).toEqual({
      confidence: 0,
      confidence_ci_95: [0, 75],
      confidence_of: "used_from_dataset",
    });
  });

  test("a way that the date excludes hides no other way to the model", () => {
    const before = attribute(catalogue, met("attic"), { published: "1999" }).attributed.find(
      ({ model_id }) => model_id === "lab/both",
    );
    expect(before).toMatchObject({ training_dataset: "attic", via: [] });
    const between = attribute(catalogue, met("attic"), { published: "2010" });
    expect(between.possible[0]).toMatchObject({ model_id: "lab/both", reason: "inclusion_unknown" });
    const after = attribute(catalogue, met("attic"), { published: "2016" });
    expect(after.attributed).toEqual([]);
    expect(after.possible.every(({ reason }) => reason === "excluded_by_date")).toBe(true);
    expect(ids(after.possible)).toContain("both");
  });

  test("dates that could not be checked are caveats, and a dispute is told with the edge", () => {
    const caveats = (published: string | undefined) =>
      new Map(
        attribute(catalogue, met("attic", "shed"), { published }).attributed.map((one) => [
          one.model_id,
          one.caveats.join(" "),
        ]),
      );
    expect(caveats(undefined).get("lab/both")).toMatch(/No date of publication.*2001-12/);
    expect(caveats("1999").get("lab/both")).toBe("");
    expect(caveats("1999").get("lab/undated")).toMatch(/No source states/);
    expect(attribute(catalogue, met("cellar"), {}).possible[0]!.because).toMatch(/Alleged in a complaint/);
  });

  test.each([
    ["nobody", "crate-of-nobody", undefined, /does not know the dataset/],
    ["only use of an unknown part", "drawer", undefined, /part of drawer, but of none is it known/],
    ["only a report", "cellar", undefined, /No document of a developer/],
    ["only models that the date excludes", "attic", "2020", /excluded by the date/],
  ])("text met where %s is documented says exactly that", (_, dataset, published, because) => {
    const { attributed, unattributed } = attribute(catalogue, met(dataset), { published });
    expect(attributed).toEqual([]);
    expect(unattributed).toEqual([{ dataset, corpus: `c-${dataset}`, because: expect.stringMatching(because) }]);
  });

  test("a known dataset without any edge", () => {
    const lonely = catalogue.datasets.find(({ id }) => catalogue.trainedOn(id).length === 0)!;
    expect(attribute(catalogue, met(lonely.id), {}).unattributed[0]!.because).toMatch(/^No model is documented/);
    expect(attribute(catalogue, met("shed"), {}).unattributed).toEqual([]);
  });
});
