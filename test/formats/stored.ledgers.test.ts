/**
 * Ledgers of released versions. A user's ledger may hold any record of its version, so `files/ledger.json.gz` holds all
 * models and edges of that version's `src/catalogue/records`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type LedgerEdge, type LedgerModel, loadCatalogue } from "../../src/catalogue/index.ts";
import { completeLedger, layOver } from "../../src/catalogue/ledger/ledger.ts";
import { SHIPPED_RECORDS } from "../../src/catalogue/ledger/shipped.ts";
import { validate } from "../../src/catalogue/ledger/validate.ts";
import { notEmpty } from "../support/notEmpty.ts";
import { RELEASED } from "./stored.ts";

interface StoredLedger {
  models: LedgerModel[];
  edges: LedgerEdge[];
}

describe.each(RELEASED)("ledgers of version %s", (version) => {
  const packed = readFileSync(join(import.meta.dirname, version, "files/ledger.json.gz"));
  const { models, edges }: StoredLedger = JSON.parse(gunzipSync(packed).toString());
  const claimless = (name: string) => ({ model: name, dataset: "notes", evidence: "reported", sources: ["mine"] });
  const source = { id: "mine", title: "Mine", org: "Mine", year: 2026, kind: "repository", locator: "mine" };
  const notes = {
    sources: [{ ...source, read: "primary" }],
    datasets: [{ id: "notes", name: "Notes", kind: "other", sources: ["mine"] }],
  };

  test("each model alone replaces its record or is added", () => {
    // Without the hash of `loadCatalogue`, which would take most of the time.
    for (const model of notEmpty(models)) {
      const { records, origins } = layOver(SHIPPED_RECORDS, [completeLedger({ models: [model] }, "/0")]);
      expect(validate(records, origins), model.id).toEqual([]);
      expect(records.models.find(({ id }) => id === model.id)?.name).toBe(model.name);
    }
  });

  test("all models and edges together load, and every name of theirs is known", async () => {
    const catalogue = await loadCatalogue({ models, edges });
    for (const { id } of notEmpty(models)) expect(catalogue.model(id).id).toBe(id);
    const aliases = models.flatMap(({ provider, aliases }) => (aliases ?? []).map((alias) => ({ provider, alias })));
    for (const { provider, alias } of notEmpty(aliases))
      expect(catalogue.model(`${provider}/${alias}`).provider).toBe(provider);
  });

  test("edges may name every id, and every alias with its provider", async () => {
    const names = models.flatMap(({ id, provider, aliases }) => [
      id,
      ...(aliases ?? []).map((a) => `${provider}/${a}`),
    ]);
    const bare = await loadCatalogue();
    // Ids and aliases of one model of today are one edge, and an edge may stand once in a ledger.
    const once = new Map(notEmpty(names).map((name) => [bare.model(name).id, name]));
    const ledger = completeLedger({ ...notes, edges: [...once.values()].map(claimless) }, "");
    const catalogue = await loadCatalogue(ledger);
    const met = catalogue.edges.filter(({ dataset }) => dataset === "notes").map(({ model }) => model);
    expect(met.sort()).toEqual([...once.keys()].sort());
    const ids = await loadCatalogue(completeLedger({ ...notes, edges: models.map(({ id }) => claimless(id)) }, ""));
    expect(ids.edges.filter(({ dataset }) => dataset === "notes")).toHaveLength(models.length);
  });
});
