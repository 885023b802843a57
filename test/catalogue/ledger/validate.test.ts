import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lineageGraph, trainedOn } from "../../../src/catalogue/graph/lineage.ts";
import { nodeOnCircle } from "../../../src/catalogue/ledger/graph.ts";
import type { CatalogueRecords, CatalogueTable } from "../../../src/catalogue/ledger/records.ts";
import { SHIPPED_RECORDS } from "../../../src/catalogue/ledger/shipped.ts";
import { validate } from "../../../src/catalogue/ledger/validate.ts";
import { fewOrAll } from "../../support/scale.ts";

const TABLES = Object.keys(SHIPPED_RECORDS) as CatalogueTable[];

describe("the shipped records", () => {
  test("keep every rule", () => {
    expect(validate(SHIPPED_RECORDS)).toEqual([]);
  });

  test("are all there", () => {
    for (const table of TABLES) expect(SHIPPED_RECORDS[table].length, table).toBeGreaterThanOrEqual(10);
  });
});

/** Records whose fields may be broken. */
type Draft = { [Name in CatalogueTable]: Record<string, unknown>[] };

const find = (rows: Record<string, unknown>[], test: (row: Record<string, unknown>) => boolean) => rows.find(test)!;
const byId = (rows: Record<string, unknown>[], id: string) => find(rows, (row) => row["id"] === id);
const pythia = (draft: Draft) => byId(draft.models, "eleutherai/pythia");
const pile = (draft: Draft) => byId(draft.datasets, "the-pile");
const domains = (draft: Draft) => byId(draft.domains, "persee");
const member = (draft: Draft) => byId(draft.models, "eleutherai/pythia-12b");
const edge = (draft: Draft) => find(draft.edges, (row) => row["model"] === "eleutherai/pythia");

/** What nobody has done yet: 3,000 documents looked up in the published order of Pythia's training data. */
const lookup = (more: object = {}) => ({ documents: 3_000, missing: 0, source: "pythia", ...more });
/** 100 tokens read, of 100: one pass. */
const passes = (epochs: number) => ({ kind: "all", epochs, size_tokens: 100, seen_tokens: 100, share: null });
const SUBSET = { portion: { kind: "subset", epochs: null, size_tokens: null, seen_tokens: null, share: null } };

// One line a rule: what is broken, how, and the field that the fault must point to.
const BREAKAGES: [rule: string, breaking: (draft: Draft) => void, pointer: RegExp][] = [
  ["slug of an id", (d) => (pile(d)["id"] = "The Pile"), /^\/datasets\/\d+\/id$/],
  ["model id without provider", (d) => (pythia(d)["id"] = "pythia"), /^\/models\/\d+\/id$/],
  ["index id", (d) => (d.indexes[0]!["id"] = "x"), /^\/indexes\/0\/id$/],
  ["jurisdiction code", (d) => (d.jurisdictions[0]!["id"] = "Aus"), /^\/jurisdictions\/0\/id$/],
  ["id twice", (d) => d.sources.push({ ...d.sources[0] }), /^\/sources\/\d+\/id$/],
  ["edge twice", (d) => d.edges.push({ ...d.edges[0] }), /^\/edges\/\d+$/],
  ["field missing", (d) => delete edge(d)["portion"], /^\/edges\/\d+\/portion$/],
  ["field too many", (d) => (pythia(d)["cutof"] = null), /^\/models\/\d+$/],
  ["text empty", (d) => (pythia(d)["name"] = ""), /^\/models\/\d+\/name$/],
  [
    "lookup in a part of a dataset",
    (d) => Object.assign(edge(d), { ...SUBSET, lookup: lookup() }),
    /^\/edges\/\d+\/lookup$/,
  ],
  [
    "lookup with more missing than looked up",
    (d) => (edge(d)["lookup"] = lookup({ missing: 3_001 })),
    /^\/edges\/\d+\/lookup\/missing$/,
  ],
  [
    "lookup in a source that the edge does not list",
    (d) => (edge(d)["lookup"] = lookup({ source: "llama1" })),
    /^\/edges\/\d+\/lookup\/source$/,
  ],
  [
    "lookup in a source that was not read itself",
    (d) => {
      byId(d.sources, "pythia")["read"] = "excerpt";
      edge(d)["lookup"] = lookup();
    },
    /^\/edges\/\d+\/lookup\/source$/,
  ],
  [
    "lookup without documents",
    (d) => (edge(d)["lookup"] = lookup({ documents: 0 })),
    /^\/edges\/\d+\/lookup\/documents$/,
  ],
  ["edge without source", (d) => (edge(d)["sources"] = []), /^\/edges\/\d+\/sources$/],
  ["dataset without source", (d) => (pile(d)["sources"] = []), /^\/datasets\/\d+\/sources$/],
  ["rate without source", (d) => (d.rates[0]!["sources"] = []), /^\/rates\/0\/sources$/],
  ["model that claims without source", (d) => (pythia(d)["sources"] = []), /^\/models\/\d+\/sources$/],
  [
    "tuning without source",
    (d) => Object.assign(pythia(d), { ...BARE, base: "meta/llama-1" }),
    /^\/models\/\d+\/sources$/,
  ],
  ["member of a release", (d) => (member(d)["series"] = "meta/llama-2-7b"), /^\/models\/\d+\/series$/],
  ["member of a series that is missing", (d) => (member(d)["series"] = "p/none"), /^\/models\/\d+\/series$/],
  ["series as a member", (d) => (pythia(d)["series"] = "meta/llama-1"), /^\/models\/\d+\/series$/],
  ["member with a base of its own", (d) => (member(d)["base"] = "meta/llama-1"), /^\/models\/\d+\/series$/],
  ["series tuned from its member", (d) => (pythia(d)["base"] = "eleutherai/pythia-12b"), /^\/models\/\d+\/base$/],
  ["passes that tokens contradict", (d) => (edge(d)["portion"] = passes(1.2)), /^\/edges\/\d+\/portion\/epochs$/],
  [
    "sourced release without source",
    (d) => Object.assign(pythia(d), { ...BARE, released: "2023-04", released_basis: "source" }),
    /^\/models\/\d+\/sources$/,
  ],
  [
    "provider that claims without source",
    (d) => (byId(d.providers, "openai")["sources"] = []),
    /^\/providers\/\d+\/sources$/,
  ],
  ["source named twice", (d) => (edge(d)["sources"] = ["pythia", "pythia"]), /^\/edges\/\d+\/sources$/],
  ["source unknown", (d) => (edge(d)["sources"] = ["pythia", "hearsay"]), /^\/edges\/\d+\/sources\/1$/],
  [
    "provider unknown",
    (d) => d.providers.splice(d.providers.indexOf(byId(d.providers, "eleutherai")), 1),
    /^\/models\/\d+\/provider$/,
  ],
  ["provider unlike the id", (d) => (pythia(d)["provider"] = "openai"), /^\/models\/\d+\/provider$/],
  ["base unknown", (d) => (pythia(d)["base"] = "nobody/nothing"), /^\/models\/\d+\/base$/],
  ["edge's model unknown", (d) => (edge(d)["model"] = "nobody/nothing"), /^\/edges\/\d+\/model$/],
  ["edge's dataset unknown", (d) => (edge(d)["dataset"] = "nothing"), /^\/edges\/\d+\/dataset$/],
  ["component unknown", (d) => (pile(d)["contains"] = ["arxiv", "nothing"]), /^\/datasets\/\d+\/contains\/1$/],
  ["origin unknown", (d) => (pile(d)["derived_from"] = ["nothing"]), /^\/datasets\/\d+\/derived_from\/0$/],
  [
    "index unknown",
    (d) => (pile(d)["indexes"] = [{ kind: "cdx", name: "x", endpoint: "x" }]),
    /^\/datasets\/\d+\/indexes\/0$/,
  ],
  ["index's dataset unknown", (d) => (d.indexes[0]!["dataset"] = "nothing"), /^\/indexes\/0\/dataset$/],
  ["crawler unknown", (d) => (d.providers[0]!["crawlers"] = ["nothing"]), /^\/providers\/0\/crawlers\/0$/],
  ["parent unknown", (d) => (d.jurisdictions[0]!["parent"] = "ZZ"), /^\/jurisdictions\/0\/parent$/],
  [
    "finding's model unknown",
    (d) => (d.memorisation[0]!["models"] = ["nobody/nothing"]),
    /^\/memorisation\/0\/models\/0$/,
  ],
  [
    "part unknown",
    (d) => Object.assign(edge(d), { ...SUBSET, parts: ["books3", "nothing"] }),
    /^\/edges\/\d+\/parts\/1$/,
  ],
  ["parts of the whole", (d) => (edge(d)["parts"] = ["books3"]), /^\/edges\/\d+\/parts$/],
  ["evidence class", (d) => (edge(d)["evidence"] = "certain"), /^\/edges\/\d+\/evidence$/],
  [
    "portion kind",
    (d) => (edge(d)["portion"] = { kind: "most", epochs: null, size_tokens: null, seen_tokens: null, share: null }),
    /^\/edges\/\d+\/portion\/kind$/,
  ],
  [
    "epochs",
    (d) => (edge(d)["portion"] = { kind: "all", epochs: 0, size_tokens: null, seen_tokens: null, share: null }),
    /^\/edges\/\d+\/portion\/epochs$/,
  ],
  [
    "share",
    (d) => (edge(d)["portion"] = { kind: "all", epochs: 1, size_tokens: null, seen_tokens: null, share: 1.01 }),
    /^\/edges\/\d+\/portion\/share$/,
  ],
  ["scope", (d) => (pythia(d)["scope"] = "version"), /^\/models\/\d+\/scope$/],
  ["disclosure", (d) => (pythia(d)["disclosure"] = "all"), /^\/models\/\d+\/disclosure$/],
  ["dataset kind", (d) => (pile(d)["kind"] = "pile"), /^\/datasets\/\d+\/kind$/],
  ["availability", (d) => (pile(d)["availability"] = "lost"), /^\/datasets\/\d+\/availability$/],
  ["language", (d) => (pile(d)["languages"] = ["eng"]), /^\/datasets\/\d+\/languages\/0$/],
  ["index coverage", (d) => (d.indexes[0]!["coverage"] = "most"), /^\/indexes\/0\/coverage$/],
  ["mining rule", (d) => (d.jurisdictions[0]!["commercial_tdm"] = "fine"), /^\/jurisdictions\/0\/commercial_tdm$/],
  ["rate kind", (d) => (d.rates[0]!["kind"] = "guess"), /^\/rates\/0\/kind$/],
  ["currency", (d) => (d.rates[0]!["currency"] = "$"), /^\/rates\/0\/currency$/],
  ["low above high", (d) => Object.assign(d.rates[0]!, { low: 2, high: 1 }), /^\/rates\/0\/low$/],
  ["memorisation kind", (d) => (d.memorisation[0]!["kind"] = "rumour"), /^\/memorisation\/0\/kind$/],
  ["crawler function", (d) => (d.crawlers[0]!["function"] = "crawl"), /^\/crawlers\/0\/function$/],
  ["source kind", (d) => (d.sources[0]!["kind"] = "blog"), /^\/sources\/0\/kind$/],
  ["source reading", (d) => (d.sources[0]!["read"] = "yes"), /^\/sources\/0\/read$/],
  ["source year", (d) => (d.sources[0]!["year"] = 20), /^\/sources\/0\/year$/],
  ["tracking in a locator", (d) => (d.sources[0]!["locator"] = "a.example/?utm_source=x"), /^\/sources\/0\/locator$/],
  ["month", (d) => (pythia(d)["released"] = "2023-13"), /^\/models\/\d+\/released$/],
  ["cutoff after release", (d) => (pythia(d)["cutoff"] = "2030-01"), /^\/models\/\d+\/cutoff$/],
  ["release without basis", (d) => (pythia(d)["released_basis"] = null), /^\/models\/\d+\/released_basis$/],
  ["period backwards", (d) => (pile(d)["period"] = { from: "2020-02", to: "2020-01" }), /^\/datasets\/\d+\/period$/],
  ["check without a month", (d) => (d.sources[0]!["checked"] = "last year"), /^\/sources\/0\/checked$/],
  ["domain in capitals", (d) => (domains(d)["domains"] = ["Persee.fr"]), /^\/domains\/\d+\/domains\/0$/],
  ["domain with www", (d) => (domains(d)["domains"] = ["www.persee.fr"]), /^\/domains\/\d+\/domains\/0$/],
  ["domain twice", (d) => (domains(d)["domains"] = ["a.fr", "a.fr"]), /^\/domains\/\d+\/domains$/],
  ["list without domains", (d) => (domains(d)["domains"] = []), /^\/domains\/\d+\/domains$/],
  ["no list with domains", (d) => (domains(d)["coverage"] = "none"), /^\/domains\/\d+\/domains$/],
  ["largest without measure", (d) => (domains(d)["coverage"] = "largest"), /^\/domains\/\d+\/measure$/],
  ["list of a dataset and a model", (d) => (domains(d)["models"] = ["openai/gpt-2"]), /^\/domains\/\d+\/models$/],
  ["list of nothing", (d) => (domains(d)["dataset"] = null), /^\/domains\/\d+\/models$/],
  ["list's dataset unknown", (d) => (domains(d)["dataset"] = "nothing"), /^\/domains\/\d+\/dataset$/],
  [
    "list's model unknown",
    (d) => Object.assign(domains(d), { dataset: null, models: ["nobody/nothing"] }),
    /^\/domains\/\d+\/models\/0$/,
  ],
  [
    "list's period backwards",
    (d) => (domains(d)["period"] = { from: "2020-02", to: "2020-01" }),
    /^\/domains\/\d+\/period$/,
  ],
  ["list without source", (d) => (domains(d)["sources"] = []), /^\/domains\/\d+\/sources$/],
  ["count", (d) => (pile(d)["bytes"] = 0), /^\/datasets\/\d+\/bytes$/],
  ["alias of two models", (d) => (pythia(d)["aliases"] = ["gpt-2"]), /^\/models\/\d+\//],
  ["alias that is every family's", (d) => (pythia(d)["aliases"] = ["family"]), /^\/models\/\d+\/aliases\/0$/],
  [
    "contested without wording",
    (d) => Object.assign(edge(d), { contested: true, evidence: "reported", note: null }),
    /^\/edges\/\d+\/note$/,
  ],
  ["contested and documented", (d) => (edge(d)["contested"] = true), /^\/edges\/\d+\/contested$/],
  ["documented by second-hand press", (d) => (edge(d)["sources"] = ["ab2013disc"]), /^\/edges\/\d+\/evidence$/],
  ["dataset in itself", (d) => (pile(d)["contains"] = ["the-pile"]), /^\/datasets\/\d+$/],
  ["circle over both relations", (d) => (byId(d.datasets, "books3")["derived_from"] = ["zyda-2"]), /^\/datasets\/\d+$/],
  [
    "circle of tuning",
    (d) => (byId(d.models, "eleutherai/gpt-j-6b")["base"] = "databricks/dolly-v1"),
    /^\/models\/\d+\/base$/,
  ],
];

/** A model that claims nothing needs no source. */
const BARE = {
  disclosure: null,
  tokens: null,
  cutoff: null,
  base: null,
  released: null,
  released_basis: null,
  sources: [],
};

describe("each rule", () => {
  test.each(BREAKAGES)("%s", (_rule, breaking, pointer) => {
    const draft = structuredClone(SHIPPED_RECORDS) as unknown as Draft;
    breaking(draft);
    const pointers = validate(draft as unknown as CatalogueRecords).map((fault) => fault.pointer);
    expect(pointers).toContainEqual(expect.stringMatching(pointer));
  });

  test("a lookup that keeps every rule is valid, and raises the inclusion", async () => {
    const draft = structuredClone(SHIPPED_RECORDS) as unknown as Draft;
    Object.assign(edge(draft), { portion: passes(1), lookup: lookup() });
    const records = draft as unknown as CatalogueRecords;
    expect(validate(records)).toEqual([]);
    const path = trainedOn(lineageGraph(records), "the-pile").find(({ model }) => model === "eleutherai/pythia");
    expect(path!.inclusion).toMatchObject({ lo: 0.999, hi: 1, grade: "verified" });
  });

  test("passes that differ from the tokens by rounding are valid", () => {
    const draft = structuredClone(SHIPPED_RECORDS) as unknown as Draft;
    edge(draft)["portion"] = passes(1.1);
    expect(validate(draft as unknown as CatalogueRecords)).toEqual([]);
  });

  test("a model that claims nothing needs no source", () => {
    const draft = structuredClone(SHIPPED_RECORDS) as unknown as Draft;
    Object.assign(pythia(draft), BARE);
    expect(validate(draft as unknown as CatalogueRecords)).toEqual([]);
  });

  test("a chain of a hundred thousand datasets is no circle and no crash", () => {
    const last = 100_000;
    const link = (number: number) => ({
      ...SHIPPED_RECORDS.datasets[0]!,
      id: `link-${number}`,
      contains: number < last ? [`link-${number + 1}`] : [],
      derived_from: [],
    });
    const chain = Array.from({ length: last + 1 }, (_, number) => link(number));
    const records = { ...SHIPPED_RECORDS, datasets: [...SHIPPED_RECORDS.datasets, ...chain] };
    expect(validate(records)).toEqual([]);
  });
});

describe("circles", () => {
  /** Nodes that lead back to themselves, by walking everything. */
  const onCircle = (next: ReadonlyMap<string, readonly string[]>): string[] =>
    [...next.keys()].filter((start) => {
      const reached = new Set<string>();
      const open = [...next.get(start)!];
      for (let node = open.pop(); node !== undefined; node = open.pop()) {
        if (reached.has(node)) continue;
        reached.add(node);
        open.push(...(next.get(node) ?? []));
      }
      return reached.has(start);
    });

  test("one is found exactly where there is one", () => {
    const node = fc.constantFrom("a", "b", "c", "d", "e", "f");
    fc.assert(
      fc.property(fc.array(fc.tuple(node, fc.array(node, { maxLength: 2 })), { maxLength: 6 }), (rows) => {
        const next = new Map(rows);
        const all = onCircle(next);
        const found = nodeOnCircle(next);
        if (found === undefined) expect(all).toEqual([]);
        else expect(all).toContain(found);
      }),
      { numRuns: fewOrAll(150, 1_000) },
    );
  });
});
