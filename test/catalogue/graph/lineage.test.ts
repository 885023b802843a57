import { describe, expect, test } from "vitest";
import { excludedByDate } from "../../../src/catalogue/graph/exclusion.ts";
import { lineageGraph, lineageOf, trainedOn } from "../../../src/catalogue/graph/lineage.ts";
import { completeLedger, type Ledger } from "../../../src/catalogue/ledger/ledger.ts";

const dataset = (id: string, more: Partial<NonNullable<Ledger["datasets"]>[number]> = {}) =>
  ({ id, name: id, kind: "other", sources: [`of-${id}`], ...more }) as const;
const model = (id: string, more: Partial<NonNullable<Ledger["models"]>[number]> = {}) =>
  ({ id, provider: "p", name: id, scope: "release", sources: [`of-${id.slice(2)}`], ...more }) as const;
const edge = (modelId: string, datasetId: string, more: Partial<NonNullable<Ledger["edges"]>[number]> = {}) =>
  ({
    model: modelId,
    dataset: datasetId,
    evidence: "documented",
    sources: [`${modelId.slice(2)}-on-${datasetId}`],
    ...more,
  }) as const;
const graphOf = (ledger: Ledger) => lineageGraph(completeLedger(ledger, ""));
const ways = (ledger: Ledger, from: string) =>
  trainedOn(graphOf(ledger), from).map((path) => [path.model, ...path.via]);

describe("trainedOn", () => {
  // box contains part contains grain; husk is derived from part.
  const datasets = [
    dataset("grain"),
    dataset("part", { contains: ["grain"] }),
    dataset("box", { contains: ["part"] }),
    dataset("husk", { derived_from: ["part"] }),
  ];
  const models = ["p/grain", "p/part", "p/box", "p/husk"].map((id) => model(id));
  const edges = ["grain", "part", "box", "husk"].map((id) => edge(`p/${id}`, id, { portion: { kind: "all" } }));
  const ledger = { datasets, models, edges };

  test("goes upwards through containment only", () => {
    expect(ways(ledger, "grain")).toEqual([["p/grain"], ["p/part", "part"], ["p/box", "part", "box"]]);
    expect(ways(ledger, "part")).toEqual([["p/part"], ["p/box", "box"]]);
    expect(ways(ledger, "box")).toEqual([["p/box"]]);
    expect(ways(ledger, "husk")).toEqual([["p/husk"]]);
    expect(ways(ledger, "unheard-of")).toEqual([]);
  });

  test("of parts that alone went in, only texts of those go upwards", () => {
    const halves = [
      ...["grain", "seed", "stone"].map((id) => dataset(id)),
      dataset("part", { contains: ["grain", "seed"] }),
      dataset("rest", { contains: ["seed", "stone"] }),
      dataset("box", { contains: ["part", "rest"] }),
    ];
    const took = (parts: string[] | null) => ({
      datasets: halves,
      models: [model("p/m")],
      edges: [edge("p/m", "box", { parts })],
    });
    expect(ways(took(null), "stone")).toEqual([["p/m", "rest", "box"]]);
    expect(ways(took(["part"]), "grain")).toEqual([["p/m", "part", "box"]]);
    expect(ways(took(["part"]), "part")).toEqual([["p/m", "box"]]);
    expect(ways(took(["part"]), "stone")).toEqual([]);
    // It stands in both, and the way is through the one that went in.
    expect(ways(took(["part"]), "seed")).toEqual([["p/m", "part", "box"]]);
    expect(ways(took(["rest"]), "seed")).toEqual([["p/m", "rest", "box"]]);
    expect(ways(took(["part"]), "box")).toEqual([["p/m"]]);
    for (const id of ["grain", "seed", "stone", "part", "rest"]) expect(ways(took([]), id)).toEqual([]);
    const upstream = lineageOf(graphOf(took(["rest"])), "p/m")[0]!.upstream.map((one) => one.dataset);
    expect(upstream).toEqual(["rest", "seed", "stone"]);
  });

  test("names the sources of every step, and both datasets", () => {
    const [, , path] = trainedOn(graphOf(ledger), "grain");
    expect(path?.sources).toEqual(["of-part", "of-box", "box-on-box"]);
    expect([path?.dataset, path?.trainedDataset]).toEqual(["grain", "box"]);
  });

  test("containment leaves inclusion open, up to what was used of the container", () => {
    const inclusions = trainedOn(graphOf(ledger), "grain").map(({ inclusion }) => [inclusion.lo, inclusion.hi]);
    expect(inclusions).toEqual([
      [0.95, 0.99],
      [0, 0.99],
      [0, 0.99],
    ]);
  });

  test("a tuned model inherits, through as many steps as there are", () => {
    const tuned = [model("p/one"), model("p/two", { base: "p/one" }), model("p/three", { base: "p/two" })];
    const paths = trainedOn(graphOf({ datasets, models: tuned, edges: [edge("p/one", "box")] }), "part");
    expect(paths.map((path) => [path.model, ...path.via])).toEqual([
      ["p/one", "box"],
      ["p/two", "box", "p/one"],
      ["p/three", "box", "p/one", "p/two"],
    ]);
    expect(paths[2]?.sources).toEqual(["of-box", "one-on-box", "of-two", "of-three"]);
  });

  test("nothing is inherited upwards from a tuned model", () => {
    const tuned = [model("p/one"), model("p/two", { base: "p/one" })];
    expect(ways({ datasets, models: tuned, edges: [edge("p/two", "box")] }, "box")).toEqual([["p/two"]]);
  });

  test("a family is not projected on versions, by name or by tuning", () => {
    const family = [model("p/family", { scope: "family" }), model("p/one"), model("p/two", { base: "p/family" })];
    const projected = { datasets, models: family, edges: [edge("p/family", "box", { evidence: "reported" })] };
    expect(ways(projected, "box")).toEqual([["p/family"]]);
    expect(lineageOf(graphOf(projected), "p/two")).toEqual([]);
  });

  test("keeps the strongest evidence, then inclusion, then the shortest way, then ids", () => {
    const wide = [
      dataset("grain"),
      ...["a", "b"].map((id) => dataset(id, { contains: ["grain"] })),
      dataset("outer", { contains: ["b"] }),
    ];
    const best = (...candidates: ReturnType<typeof edge>[]) =>
      ways({ datasets: wide, models: [model("p/m")], edges: candidates }, "grain");
    expect(best(edge("p/m", "grain", { evidence: "reported" }), edge("p/m", "outer"))).toEqual([["p/m", "b", "outer"]]);
    expect(best(edge("p/m", "grain", { evidence: "inferred" }), edge("p/m", "a", { evidence: "reported" }))).toEqual([
      ["p/m", "a"],
    ]);
    expect(best(edge("p/m", "outer"), edge("p/m", "b"))).toEqual([["p/m", "b"]]);
    expect(best(edge("p/m", "b"), edge("p/m", "a"))).toEqual([["p/m", "a"]]);

    const tuned = [model("p/base"), model("p/m", { base: "p/base" })];
    const inherited = edge("p/base", "grain", { portion: { kind: "all" } });
    const paths = trainedOn(
      graphOf({ datasets: wide, models: tuned, edges: [edge("p/m", "grain"), inherited] }),
      "grain",
    );
    expect(paths.find((path) => path.model === "p/m")?.via).toEqual(["p/base"]);
  });

  test("a series stands for its members in lists; each of them has the edges of the series and its own", () => {
    const series = {
      datasets,
      models: [
        model("p/s", { scope: "series", base: "p/root" }),
        ...["p/s-1b", "p/s-2b"].map((id) => model(id, { series: "p/s" })),
        model("p/root"),
        model("p/tuned", { base: "p/s-2b" }),
      ],
      edges: [edge("p/s", "grain", { portion: { kind: "all" } }), edge("p/s-2b", "part"), edge("p/root", "husk")],
    };
    const graph = graphOf(series);
    expect(ways(series, "grain")).toEqual([["p/s"], ["p/tuned", "p/s", "p/s-2b"], ["p/s-2b", "part"]]);
    const wayTo = (id: string) => trainedOn(graph, "grain", {}, id).map((path) => [path.model, ...path.via]);
    expect(wayTo("p/s-1b")).toEqual([["p/s-1b", "p/s"]]);
    expect(wayTo("p/s-2b")).toEqual([["p/s-2b", "p/s"]]);
    expect(wayTo("p/s")).toEqual([["p/s"]]);
    expect(trainedOn(graph, "grain", {}, "p/s-1b")[0]!.inclusion).toEqual(trainedOn(graph, "grain")[0]!.inclusion);
    const inherited = (id: string) => lineageOf(graph, id).map((one) => [one.dataset, ...one.inheritedFrom]);
    expect(inherited("p/s-1b")).toEqual([
      ["grain", "p/s"],
      ["husk", "p/s", "p/root"],
    ]);
    expect(inherited("p/s-2b")).toEqual([["part"], ["grain", "p/s"], ["husk", "p/s", "p/root"]]);
  });

  test("evidence, dispute and note are those of the edge", () => {
    const disputed = edge("p/m", "box", { evidence: "reported", contested: true, note: "Alleged." });
    const [path] = trainedOn(graphOf({ datasets, models: [model("p/m")], edges: [disputed] }), "part");
    expect(path).toMatchObject({ evidence: "reported", contested: true, note: "Alleged." });
  });
});

describe("inclusion", () => {
  const inclusion = (more: Parameters<typeof edge>[2]) =>
    trainedOn(graphOf({ datasets: [dataset("d")], models: [model("p/m")], edges: [edge("p/m", "d", more)] }), "d")[0]!
      .inclusion;

  const found = (documents: number, missing = 0) => ({ documents, missing, source: "s" });

  test.each([
    [{ kind: "all" }, null, 0.95, 0.99, "documented_whole"],
    [{ kind: "all", epochs: 1.5 }, null, 0.95, 0.99, "documented_whole"],
    [{ kind: "all" }, found(3_000), 0.999, 1, "verified"],
    [{ kind: "all" }, found(2_999), 0.95, 0.99, "documented_whole"],
    [{ kind: "all" }, found(30_000, 1), 0.95, 0.99, "documented_whole"],
    [{ kind: "all", epochs: 0.4 }, found(3_000), 0.4, 0.4, "documented_rate"],
    [{ kind: "all", epochs: 0.4 }, null, 0.4, 0.4, "documented_rate"],
    [{ kind: "all", epochs: 0.98 }, null, 0.95, 0.98, "documented_rate"],
    [{ kind: "all", epochs: 0.995 }, null, 0.95, 0.99, "documented_rate"],
    [{ kind: "subset" }, null, 0, 1, "unknown"],
    [{ kind: "subset", epochs: 0.4 }, null, 0, 1, "unknown"],
    [{ kind: "unknown", share: 0.9 }, null, 0, 1, "unknown"],
  ] as const)("%o, looked up %o, gives [%d, %d], %s", (portion, lookup, lo, hi, grade) => {
    expect(inclusion({ portion, lookup })).toMatchObject({ lo, hi, grade });
  });

  test("names the policy where it rests on one, and a reason otherwise", () => {
    expect(inclusion({ portion: { kind: "all" } }).basis).toMatch(/policy.*0\.95.*0\.99/);
    expect(inclusion({ portion: { kind: "all" }, lookup: found(3_500) }).basis).toMatch(/^3500 random documents/);
    expect(inclusion({}).basis).toMatch(/\w/);
  });

  test("stays open without the developer's word", () => {
    expect(inclusion({ portion: { kind: "all" }, evidence: "reported" })).toMatchObject({ lo: 0, hi: 1 });
  });
});

describe("lineageOf", () => {
  test("shows own edges, inherited ones, and what the datasets are made of", () => {
    const graph = graphOf({
      datasets: [
        dataset("ore"),
        dataset("part", { derived_from: ["ore"] }),
        dataset("box", { contains: ["part"] }),
        dataset("extra"),
      ],
      models: [model("p/base"), model("p/m", { base: "p/base" })],
      edges: [edge("p/base", "box"), edge("p/m", "extra")],
    });
    expect(lineageOf(graph, "p/m")).toMatchObject([
      { dataset: "extra", inclusion: { lo: 0, hi: 1 }, inheritedFrom: [], sources: ["m-on-extra"], upstream: [] },
      {
        dataset: "box",
        inheritedFrom: ["p/base"],
        sources: ["base-on-box", "of-m"],
        upstream: [
          { dataset: "part", relation: "contains", via: [], sources: ["of-box"] },
          { dataset: "ore", relation: "derived_from", via: ["part"], sources: ["of-part"] },
        ],
      },
    ]);
  });
});

describe("excludedByDate", () => {
  const path = { datasetEnd: "2020-06", cutoff: "2021-03" };

  test.each(["2020-07", "2020-07-01", "2021", "2024-01-31"])("%s is after the dataset's end", (published) => {
    expect(excludedByDate(published, path)).toContain("2020-06");
  });

  test.each(["2020", "2020-06", "2020-06-30", "1999", "", "June 2024", "2024-13", "2024-00", "20240101", undefined])(
    "%s is not certainly after it",
    (published) => {
      expect(excludedByDate(published, path)).toBeNull();
    },
  );

  test("the cutoff excludes where the dataset's end is unknown, and nothing where both are", () => {
    expect(excludedByDate("2021-04", { datasetEnd: null, cutoff: "2021-03" })).toContain("2021-03");
    expect(excludedByDate("2021-03-31", { datasetEnd: null, cutoff: "2021-03" })).toBeNull();
    expect(excludedByDate("2021", { datasetEnd: null, cutoff: "2021-03" })).toBeNull();
    expect(excludedByDate("2030", { datasetEnd: null, cutoff: null })).toBeNull();
    const release = { datasetEnd: null, cutoff: null, released: "2021-06" };
    expect(excludedByDate("2021-06-30", release)).toBeNull();
    expect(excludedByDate("2021-07", { ...release, releasedBasis: "source" })).toMatch(
      /after 2021-06, when the model was released\.$/,
    );
    expect(excludedByDate("2025", { ...release, releasedBasis: "unsourced" })).toMatch(
      /a month that no listed source states/,
    );
  });

  test("a path carries the end of the dataset trained on and the earliest cutoff on the way", () => {
    const paths = trainedOn(
      graphOf({
        datasets: [
          dataset("part", { period: { from: null, to: "2019-01" } }),
          dataset("box", { contains: ["part"], period: { from: null, to: "2020-06" } }),
        ],
        models: [
          model("p/base", { cutoff: "2021-03" }),
          model("p/m", { base: "p/base" }),
          model("p/n", { base: "p/m", cutoff: "2022-01" }),
        ],
        edges: [edge("p/base", "box")],
      }),
      "part",
    );
    expect(paths.map((one) => [one.datasetEnd, one.cutoff])).toEqual(Array(3).fill(["2020-06", "2021-03"]));
  });
});
