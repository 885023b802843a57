/** Reports of catalogue records. */
import { checkPlain, checkShown } from "../../../base/arguments.ts";
import type { Catalogue } from "../../../catalogue/catalogue.ts";
import type { Dataset, Model } from "../../../catalogue/ledger/records.ts";
import type { SearchIndex } from "../../../catalogue/ledger/references.ts";
import { count, figure, type PlainOptions, TerminalPage } from "../../layout/page.ts";
import { isTraining, type Neighbour, type RecordView, viewOfDataset, viewOfModel } from "../../parts/record.ts";

export function plainModels(catalogue: Catalogue, options: PlainOptions): string {
  checkShown("plainModels", catalogue, "models");
  checkPlain("plainModels", options);
  const page = new TerminalPage(options);
  page.text(`${count(catalogue.models.length, "model")}, catalogue ${catalogue.revision}`, { indent: 0 });
  page.blank();
  const width = Math.max(...catalogue.models.map(({ id }) => id.length)) + 2;
  for (const { id, name, released } of catalogue.models) {
    page.text([name, released].filter((part) => part !== null).join(", "), { indent: 0, label: id.padEnd(width) });
  }
  return page.finish();
}

export function plainModel(catalogue: Catalogue, model: Model, options: PlainOptions): string {
  checkShown("plainModel", catalogue, "models");
  checkShown("plainModel", model, "id");
  checkPlain("plainModel", options);
  const page = new TerminalPage(options);
  page.verdict(model.id, model.name, "plain");
  const view = viewOfModel(catalogue, model);
  writeFacts(page, view);
  const isTold = (one: Neighbour) => isTraining(one) && one.standing !== "version not named";
  const ofFamily = view.from.filter(({ standing }) => standing === "version not named");
  if (ofFamily.length > 0) page.heading("Stated without a version");
  for (const { id, facts, notes } of ofFamily) page.item(`${id}: ${facts.join(", ")}. ${notes.at(-1)}`);
  writeGraph(page, view);
  page.heading("Trained on");
  writeNeighbours(page, catalogue, view.from.filter(isTold), "No source names a dataset.");
  writeSearch(page, view);
  return page.finish();
}

/** A public index, as `spolia catalogue datasets --searchable` lists it. */
export interface SearchableIndex {
  /** Name for `--corpus` and `openPublicCorpus`. */
  corpus: string;
  /** Id of the dataset that it holds. */
  dataset: string;
  coverage: SearchIndex["coverage"];
  /** Last month of the dataset, `YYYY-MM`; `null` where nobody has established it. */
  data_until: string | null;
  documents: number | null;
  tokens: number | null;
  bytes: number | null;
  address: string;
  note: string | null;
  /** Month in which the record was last checked against its source, `YYYY-MM`; `null` where nobody noted it. */
  checked: string | null;
}

export function plainSearchable(indexes: readonly SearchableIndex[], options: PlainOptions): string {
  checkPlain("plainSearchable", options);
  const page = new TerminalPage(options);
  for (const { corpus, dataset, coverage, data_until, documents, tokens, bytes, note, checked } of indexes) {
    const size = tokens === null ? (bytes === null ? "" : `${figure(bytes)} bytes`) : `${figure(tokens)} tokens`;
    const facts = [
      `${dataset} (${coverage})`,
      documents === null ? "" : count(documents, "document"),
      size,
      data_until === null ? "" : `data until ${data_until}`,
      note?.replace(/\.$/, "") ?? "",
      checked === null ? "" : `checked ${checked}`,
    ];
    page.item(`${corpus}: ${facts.filter((fact) => fact !== "").join(", ")}`);
  }
  page.text("Parts of a text are sent to the service when --corpus names an index; --dry-run shows them first.");
  return page.finish();
}

export function plainDatasets(catalogue: Catalogue, options: PlainOptions): string {
  checkShown("plainDatasets", catalogue, "models");
  checkPlain("plainDatasets", options);
  const page = new TerminalPage(options);
  page.text(`${count(catalogue.datasets.length, "dataset")}, catalogue ${catalogue.revision}`, { indent: 0 });
  page.blank();
  const width = Math.max(...catalogue.datasets.map(({ id }) => id.length)) + 2;
  for (const { id, name, kind } of catalogue.datasets)
    page.text(`${name}, ${kind}`, { indent: 0, label: id.padEnd(width) });
  return page.finish();
}

export function plainDataset(catalogue: Catalogue, dataset: Dataset, options: PlainOptions): string {
  checkShown("plainDataset", catalogue, "models");
  checkShown("plainDataset", dataset, "id");
  checkPlain("plainDataset", options);
  const page = new TerminalPage(options);
  page.verdict(dataset.id, `${dataset.name}, ${dataset.kind}`, "plain");
  const view = viewOfDataset(catalogue, dataset);
  writeFacts(page, view);
  writeSources(page, catalogue, dataset.sources);
  writeGraph(page, view);
  writeSearch(page, view);
  page.heading("Models that trained on it");
  writeNeighbours(page, catalogue, view.into.filter(isTraining), "No source names a model.");
  const without = view.into.filter(({ standing }) => standing === "left out");
  if (without.length > 0) page.heading("Models documented without it");
  for (const one of without) {
    page.item(`${one.id}: ${one.relation}`);
    writeSources(page, catalogue, one.sources);
  }
  return page.finish();
}

/** Names of one kind in one line; the page of a terminal has the others as branches. */
function writeFacts(page: TerminalPage, { facts, from, into }: RecordView): void {
  const joined = (relation: string) =>
    [...from, ...into].filter((one) => one.relation === relation).map(({ id }) => id);
  const related = (["one of", "tuned from", "holds", "made from", "a version"] as const)
    .map((relation) => [relation === "a version" ? "versions" : relation, joined(relation).join(", ")] as const)
    .filter(([, ids]) => ids !== "");
  // The first line has the kind of a dataset.
  const told = [...facts, ...related].filter(([label]) => label !== "kind");
  for (const [label, value] of told) page.text(value, { label: label.padEnd(14) });
}

function writeNeighbours(page: TerminalPage, catalogue: Catalogue, all: readonly Neighbour[], none: string): void {
  if (all.length === 0) page.text(none);
  for (const { id, standing, facts, notes, sources, read } of all) {
    page.item(`${id}: ${[standing, ...facts].join(", ")}`);
    for (const note of notes) page.text(note, { indent: 4 });
    writeSources(page, catalogue, sources);
    if (read !== "") page.text(read, { indent: 4, dim: true });
  }
}

function writeSearch(page: TerminalPage, { kind, search }: RecordView): void {
  page.heading("To search it");
  if (search.length === 0) page.text("No public index is known; spolia corpus build makes one of a copy.");
  for (const { dataset, name, address, isSearched } of search) {
    const held = kind === "models" ? `${dataset}: ` : "";
    page.item(held + (isSearched ? `spolia analyze TEXT --corpus ${name}` : `${name}, at ${address}`));
  }
}

/** Branches of one side that are drawn. */
const BRANCHES = 12;

/** A small tree: what went in above the record, what came of it below. */
function writeGraph(page: TerminalPage, { id, from, into }: RecordView): void {
  page.heading("From what, into what");
  const branches = (side: readonly Neighbour[]) => {
    const all = side.filter(({ isNear }) => isNear).map((one) => one.id + (isSaid(one) ? "" : ` (${one.standing})`));
    return all.length > BRANCHES ? [...all.slice(0, BRANCHES), `and ${all.length - BRANCHES} more`] : all;
  };
  for (const [i, one] of branches(from).entries()) page.text(one, { label: i === 0 ? "┌─ " : "├─ " });
  page.text(id, { label: "■ " });
  const below = branches(into);
  for (const [i, one] of below.entries()) page.text(one, { label: i === below.length - 1 ? "└▶ " : "├▶ " });
}

const isSaid = ({ standing }: Neighbour): boolean => standing === "documented";

export function writeSources(page: TerminalPage, catalogue: Catalogue, sources: readonly string[]): void {
  for (const id of sources) page.text(catalogue.citation(id) ?? id, { indent: 4, dim: true });
}
