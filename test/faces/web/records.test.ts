/** Records on the page, without a browser: what an address opens, and what lists of them hold. */
import type { VNode } from "preact";
import { beforeAll, expect, test, vi } from "vitest";
import { loadCatalogue } from "../../../src/catalogue/catalogue.ts";
import { viewOfDataset, viewOfModel } from "../../../src/report/parts/record.ts";
import { notEmpty } from "../../support/notEmpty.ts";

/** What the modules of the page ask of a browser as they load and as a record opens. */
beforeAll(() => {
  vi.stubGlobal("document", { querySelector: () => null, getElementById: () => null });
  vi.stubGlobal("addEventListener", () => {});
  return () => vi.unstubAllGlobals();
});

test.each([
  ["#models/meta/opt", "models", "meta/opt"],
  ["#datasets/the%2Dpile", "datasets", "the-pile"],
  ["#models/%", "models", "%"],
  ["#datasets/%E4%A", "datasets", "%E4%A"],
])("%s opens the %s record %s", async (hash, kind, id) => {
  const { openAddress } = await import("../../../src/faces/web/state/linked.ts");
  const { record, view } = await import("../../../src/faces/web/state/state.ts");
  await openAddress(hash);
  expect([record.value, view.value]).toEqual([{ kind, id }, "catalogue"]);
});

test("no two lines of what can be searched have one key", async () => {
  const { Search } = await import("../../../src/faces/web/views/records/Catalogue.tsx");
  const catalogue = await loadCatalogue();
  const views = [
    ...catalogue.models.map((model) => viewOfModel(catalogue, model)),
    ...catalogue.datasets.map((dataset) => viewOfDataset(catalogue, dataset)),
  ];
  const keysIn = (node: unknown): unknown[] => {
    if (Array.isArray(node)) return node.flatMap(keysIn);
    const { key, props } = (node ?? {}) as Partial<VNode<{ children?: unknown }>>;
    return [...(key == null ? [] : [key]), ...(props === undefined ? [] : keysIn(props.children))];
  };
  for (const view of notEmpty(views)) {
    const keys = keysIn(Search(view));
    expect(keys.length, view.id).toBe(view.search.length);
    expect(new Set(keys).size, view.id).toBe(keys.length);
  }
});
