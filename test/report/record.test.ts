/** Records of the catalogue with what is around them, in words and drawn. */
import { expect, test } from "vitest";
import { loadCatalogue } from "../../src/catalogue/catalogue.ts";
import { type Neighbour, SIDES, viewOfDataset, viewOfModel } from "../../src/report/parts/record.ts";
import { type DrawnElement, drawnRecord } from "../../src/report/parts/recordGraph.ts";
import { notEmpty } from "../support/notEmpty.ts";

const catalogue = await loadCatalogue();
const all = [
  ...catalogue.models.map((model) => viewOfModel(catalogue, model)),
  ...catalogue.datasets.map((dataset) => viewOfDataset(catalogue, dataset)),
];
const of = (id: string) => all.find((one) => one.id === id)!;
const told = (neighbours: readonly Neighbour[], id: string) =>
  neighbours.filter((one) => one.id === id).map(({ relation, standing }) => `${relation}: ${standing}`);

test("what is documented, disputed and left out stands in its column, on both ends", () => {
  expect(told(of("meta/opt").from, "the-pile")).toEqual(["trained on: documented"]);
  expect(told(of("meta/opt").from, "books3")).toEqual(["stayed out of the-pile: left out"]);
  expect(told(of("books3").into, "meta/opt")).toEqual(["read the-pile without it: left out"]);
  expect(told(of("meta/family").from, "libgen")).toEqual(["trained on: disputed"]);
  expect(told(of("anthropic/claude-3").from, "libgen")).toEqual(["trained on: version not named"]);
  expect(told(of("books3").into, "the-pile")).toEqual(["part of: documented"]);
  expect(told(of("eleutherai/pythia").into, "databricks/dolly-v2")).toEqual(["tuned from it: documented"]);
});

test("every record is said in a column, and what search it offers is of a dataset that went in", () => {
  const columns = SIDES.flatMap(([, standings]) => standings);
  for (const { id, kind, from, into, search } of notEmpty(all)) {
    const own = kind === "datasets" ? [id] : from.map((one) => one.id);
    expect([...from, ...into].filter(({ standing }) => !columns.includes(standing))).toEqual([]);
    expect(search.filter(({ dataset }) => !own.includes(dataset))).toEqual([]);
  }
  expect(of("the-pile").search.map(({ isSearched }) => isSearched)).toContain(false);
});

test("every source that a neighbour names is among the sources of the record", () => {
  for (const { id, from, into, sources } of notEmpty(all)) {
    const cited = sources.map((one) => one.id);
    const named = [...from, ...into].flatMap((one) => one.sources);
    expect(
      named.filter((source) => !cited.includes(source)),
      id,
    ).toEqual([]);
  }
});

function textsOf({ tag, attributes, children }: DrawnElement): string[] {
  const label = tag === "a" ? [String(attributes["aria-label"])] : [];
  return [...label, ...children.flatMap((child) => (typeof child === "string" ? [child] : textsOf(child)))];
}

test("a graph says in words what its lines show, and counts what it does not draw", () => {
  const texts = textsOf(drawnRecord(of("meta/opt"), ({ kind, id }) => `#${kind}/${id}`));
  expect(texts).toContain("stayed out of the-pile: books3 (left out)");
  const near = of("meta/opt").from.filter(({ isNear }) => isNear).length;
  expect(texts).toContain(`and ${near - texts.filter((text) => / (?:on|the-pile): /.test(text)).length} more`);
});
