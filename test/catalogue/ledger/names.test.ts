/** Which model a name means: as the catalogue, results and people write it. */
import { describe, expect, test } from "vitest";
import { loadCatalogue, parseLedger } from "../../../src/catalogue/index.ts";
import { attribute } from "../../../src/engine/evidence/attribution.ts";
import type { CorpusInfo } from "../../../src/index.ts";
import { notAlwaysEmpty } from "../../support/notAlwaysEmpty.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { errorOf } from "./errorOf.ts";

const catalogue = await loadCatalogue();

test("provider and model of every source that an analysis can name mean that model, in any case", () => {
  const met = new Set<string>();
  for (const { id: dataset } of notEmpty(catalogue.datasets)) {
    const { attributed, possible } = attribute(catalogue, [{ dataset, name: "any" } as CorpusInfo], {});
    for (const { provider, model, model_id } of notAlwaysEmpty([...attributed, ...possible])) {
      const written = `${provider}/${model}`;
      for (const name of [written, written.toLowerCase(), written.toUpperCase()])
        expect(catalogue.model(name).id, name).toBe(model_id);
      met.add(model_id);
    }
  }
  // Every model with an edge can be named by an analysis of a text that stands in its dataset.
  const trained = new Set(catalogue.edges.map(({ model }) => model));
  expect([...trained].filter((id) => !met.has(id))).toEqual([]);
  expect(met.size).toBeGreaterThan(100);
});

test("every model by its id and aliases, with the provider's id or name before them, or alone", () => {
  let asked = 0;
  for (const { id, provider, name, aliases, scope } of notEmpty(catalogue.models)) {
    const own = id.slice(id.indexOf("/") + 1);
    const providerName = catalogue.provider(provider)!.name;
    const alone = scope === "family" ? aliases : [own, ...aliases];
    const names = [
      ...alone,
      name,
      ...[own, ...aliases, name].flatMap((one) => [`${provider}/${one}`, `${providerName}/${one}`]),
    ];
    for (const written of names) {
      expect(catalogue.model(written).id, written).toBe(id);
      expect(catalogue.model(written.toUpperCase()).id, written).toBe(id);
      asked++;
    }
  }
  expect(asked).toBeGreaterThan(1_000);
});

describe("what a ledger adds", () => {
  const model = (provider: string, name: string) => ({
    id: `${provider}/${provider}-one`,
    provider,
    name,
    scope: "release",
  });
  const ledger = parseLedger({
    providers: [
      { id: "left", name: "Twin" },
      { id: "right", name: "Twin" },
    ],
    models: [
      model("left", "Great Model"),
      model("right", "Great Model"),
      { ...model("left", "pythia"), id: "left/other" },
    ],
  });

  test("a name of several models is refused with all of their ids", async () => {
    const both = await loadCatalogue(ledger);
    for (const name of ["Twin/Great Model", "great model"]) {
      expect(errorOf(() => both.model(name))).toMatchObject({
        code: "unknown_model",
        message: "2 models of the catalogue have this name.",
        hint: "Write one of their ids: left/left-one, right/right-one.",
      });
    }
    expect(both.model("left/Great Model").id).toBe("left/left-one");
  });

  test("takes no name away from an id or an alias", async () => {
    const both = await loadCatalogue(ledger);
    expect(both.model("pythia").id).toBe("eleutherai/pythia");
    expect(both.model("Twin/pythia").id).toBe("left/other");
  });
});
