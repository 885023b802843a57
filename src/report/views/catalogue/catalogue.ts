/** Reports of catalogue records. */
import { checkPlain, checkShown } from "../../../base/arguments.ts";
import type { Inclusion } from "../../../base/contract/operations/analyze.ts";
import type { Catalogue } from "../../../catalogue/catalogue.ts";
import { familyOf, versionsOf } from "../../../catalogue/graph/families.ts";
import type { Dataset, Model, Portion } from "../../../catalogue/ledger/records.ts";
import type { SearchIndex } from "../../../catalogue/ledger/references.ts";
import { count, figure, inclusionInWords, type PlainOptions, percent, TerminalPage } from "../../layout/page.ts";

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
  const rows = [
    ["released", model.released],
    ["cutoff", model.cutoff],
    ["disclosure", model.disclosure],
    ["parameters", model.parameters.map(figure).join(", ")],
    ["tokens", model.tokens === null ? null : figure(model.tokens)],
    ["tuned from", model.base],
    ["one of", model.series],
    ["aliases", model.aliases.join(", ")],
    ["note", model.note],
    [
      "versions",
      versionsOf(catalogue.models, model)
        .map(({ id }) => id)
        .join(", "),
    ],
  ] as const;
  for (const [label, value] of rows) if (value) page.text(value, { label: label.padEnd(14) });
  writeFamily(page, catalogue, model);
  const heirs = catalogue.models.filter(({ base, series }) => base === model.id || series === model.id);
  const above = [model.series, model.base].filter((id) => id !== null);
  writeGraph(
    page,
    model.id,
    [...above, ...catalogue.lineageOf(model.id).map(({ dataset }) => dataset)],
    heirs.map(({ id }) => id),
  );
  page.heading("Trained on");
  const lineage = catalogue.lineageOf(model.id);
  if (lineage.length === 0) page.text("No source names a dataset.");
  for (const one of lineage) {
    const { dataset, evidence, portion, inclusion, contested, note, inheritedFrom, sources, upstream } = one;
    const facts = [
      evidence,
      portionOf(portion),
      contested ? "contested" : "",
      inherited(inheritedFrom),
      used(inclusion),
    ];
    page.item(`${dataset}: ${facts.filter((fact) => fact !== "").join(", ")}`);
    if (note !== null) page.text(note, { indent: 4 });
    if (one.without.length > 0) page.text(`documented without ${one.without.join(", ")}`, { indent: 4 });
    for (const relation of ["contains", "derived_from"] as const) {
      const ids = upstream.filter((one) => one.relation === relation).map((one) => one.dataset);
      if (ids.length > 0)
        page.text(`${relation === "contains" ? "contains" : "derived from"} ${ids.join(", ")}`, { indent: 4 });
    }
    writeSources(page, catalogue, sources);
    const again = one.confirmed === null ? null : `read a second time ${one.confirmed}`;
    const read = [one.place, again].filter((part) => part !== null).join("; ");
    if (read !== "") page.text(read, { indent: 4, dim: true });
  }
  return page.finish();
}

/**
 * Statements about the family, without a version, may apply to this version too, so the report of a version lists them.
 */
function writeFamily(page: TerminalPage, catalogue: Catalogue, model: Model): void {
  const family = familyOf(catalogue.models, model);
  if (family === undefined) return;
  page.heading("Stated without a version");
  const said = catalogue.lineageOf(family.id).map(({ dataset, evidence, contested }) => {
    return `${dataset} (${evidence}${contested ? ", contested" : ""})`;
  });
  page.item(`${family.id} (${family.name}): ${said.join(", ")}. No source states whether this applies to ${model.id}.`);
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
  const rows = [
    ["tokens", dataset.tokens === null ? null : figure(dataset.tokens)],
    ["documents", dataset.documents === null ? null : figure(dataset.documents)],
    [
      "period",
      dataset.period === null ? null : `${dataset.period.from ?? "unknown"} to ${dataset.period.to ?? "unknown"}`,
    ],
    ["licence", dataset.licence],
    ["opt-out", dataset.opt_out],
    ["availability", dataset.availability],
    ["contains", dataset.contains.join(", ")],
    ["derived from", dataset.derived_from.join(", ")],
    ["note", dataset.note],
  ] as const;
  for (const [label, value] of rows) if (value) page.text(value, { label: label.padEnd(14) });
  writeSources(page, catalogue, dataset.sources);
  const paths = catalogue.trainedOn(dataset.id);
  const wholes = catalogue.datasets.filter(
    ({ contains, derived_from }) => contains.includes(dataset.id) || derived_from.includes(dataset.id),
  );
  const direct = paths.filter(({ via }) => via.length === 0).map(({ model }) => model);
  writeGraph(
    page,
    dataset.id,
    [...dataset.contains, ...dataset.derived_from],
    [...wholes.map(({ id }) => id), ...direct],
  );
  page.heading("To search it");
  if (dataset.indexes.length === 0) page.text("No public index is known; spolia corpus build makes one of a copy.");
  for (const { kind, name } of dataset.indexes) page.item(`spolia analyze TEXT --corpus ${kind}:${name}`);
  page.heading("Models that trained on it");
  if (paths.length === 0) page.text("No source names a model.");
  for (const { model, evidence, via, inclusion, contested, sources } of paths) {
    const way = via.length === 0 ? "" : `through ${via.join(", ")}`;
    const facts = [evidence, way, contested ? "contested" : "", used(inclusion)];
    page.item(`${model}: ${facts.filter((fact) => fact !== "").join(", ")}`);
    writeSources(page, catalogue, sources);
  }
  return page.finish();
}

/** `portion subset of 35,000,000,000 tokens, 4,900,000,000 tokens read, 5 % of the mix, 0.14 passes`. */
function portionOf({ kind, size_tokens, seen_tokens, share, epochs }: Portion): string {
  const parts = [
    `portion ${kind}${size_tokens === null ? "" : ` of ${figure(size_tokens)} tokens`}`,
    seen_tokens === null ? "" : `${figure(seen_tokens)} tokens read`,
    share === null ? "" : `${percent(share)} of the mix`,
    epochs === null ? "" : count(epochs, "pass", "passes"),
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function used(inclusion: Inclusion): string {
  return `probability that it used a given document: ${inclusionInWords(inclusion)}`;
}

function inherited(models: readonly string[]): string {
  return models.length === 0 ? "" : `inherited from ${models.join(", ")}`;
}

/** Branches of one side that are drawn. */
const BRANCHES = 12;

/** A small tree: what went in above the record, what came of it below. */
function writeGraph(page: TerminalPage, id: string, into: readonly string[], out: readonly string[]): void {
  page.heading("From what, into what");
  const branches = (ids: readonly string[]) => {
    const all = [...new Set(ids)];
    return all.length > BRANCHES ? [...all.slice(0, BRANCHES), `and ${all.length - BRANCHES} more`] : all;
  };
  for (const [i, one] of branches(into).entries()) page.text(one, { label: i === 0 ? "┌─ " : "├─ " });
  page.text(id, { label: "■ " });
  const below = branches(out);
  for (const [i, one] of below.entries()) page.text(one, { label: i === below.length - 1 ? "└▶ " : "├▶ " });
}

export function writeSources(page: TerminalPage, catalogue: Catalogue, sources: readonly string[]): void {
  for (const id of sources) page.text(catalogue.citation(id) ?? id, { indent: 4, dim: true });
}
