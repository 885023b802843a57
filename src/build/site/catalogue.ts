/** The pages of the catalogue: one for each model and dataset, with what went in, what came out, and sources. */
import { type Catalogue, loadCatalogue } from "../../catalogue/catalogue.ts";
import type { Dataset, Model } from "../../catalogue/ledger/records.ts";

/** Text in Markdown, where the records' own marks mean nothing. */
const plain = (text: string): string => text.replaceAll(/[&<>[\]*_`|\\{}]/g, (mark) => `&#${mark.charCodeAt(0)};`);
const pathOf = (kind: "models" | "datasets", id: string): string => `catalogue/${kind}/${id}`;
const link = (kind: "models" | "datasets", id: string): string => `[${plain(id)}](/${pathOf(kind, id)}/index.html)`;

export async function cataloguePages(): Promise<Record<string, string>> {
  const catalogue = await loadCatalogue();
  const { models, datasets, revision } = catalogue;
  const rows = (kind: "models" | "datasets", all: readonly (Model | Dataset)[]) =>
    all.map(({ id, name }) => `- ${link(kind, id)}: ${plain(name)}`).join("\n");
  const overview = `---
title: Models and datasets
group: Catalogue
order: 1
---
# Models and datasets

Which model was trained on which dataset, and by whose word: catalogue ${revision}. The search above finds every page. On the command line
\`spolia catalogue models NAME\` says the same, and \`spolia catalogue models NAME --trained-on DATASET\` answers one question in one line.

## Models

${rows("models", models)}

## Datasets

${rows("datasets", datasets)}
`;
  return Object.fromEntries([
    ["catalogue/index.md", overview],
    ...models.map((model) => [`${pathOf("models", model.id)}/index.md`, modelPage(catalogue, model)] as const),
    ...datasets.map(
      (dataset) => [`${pathOf("datasets", dataset.id)}/index.md`, datasetPage(catalogue, dataset)] as const,
    ),
  ]);
}

/** Three columns: what went in, the record, what came of it. */
const graph = (into: readonly string[], name: string, out: readonly string[]): string => {
  const column = (items: readonly string[]) => (items.length === 0 ? "–" : items.join("<br>"));
  return `| from | | into |\n|---|---|---|\n| ${column(into)} | → **${plain(name)}** → | ${column(out)} |\n`;
};

const head = (title: string): string => `---\ntitle: ${JSON.stringify(title)}\n---\n# ${plain(title)}\n`;

function sourcesOf(catalogue: Catalogue, ids: readonly string[]): string {
  const lines = catalogue
    .citations(ids)
    .map(({ citation, url }) => `- ${plain(citation)}${url === null ? "" : ` [Read](${url})`}`);
  return `## Sources\n\n${lines.join("\n")}\n`;
}

function modelPage(catalogue: Catalogue, model: Model): string {
  const lineage = catalogue.lineageOf(model.id);
  const heirs = catalogue.models.filter(({ base, series }) => base === model.id || series === model.id);
  const above = [model.series, model.base].filter((id) => id !== null);
  const facts = [
    ["Released", model.released],
    ["Training data until", model.cutoff],
    ["The developer names", model.disclosure],
    ["Tokens", model.tokens === null ? null : model.tokens.toLocaleString("en")],
    ["Note", model.note],
  ].filter(([, value]) => value !== null);
  const used = lineage.map((one) => {
    const words = [one.evidence, one.contested ? "**disputed**" : "", one.note === null ? "" : plain(one.note)];
    const without =
      one.without.length === 0 ? "" : `Documented without ${one.without.map((id) => link("datasets", id)).join(", ")}.`;
    const read = one.confirmed === null ? "" : `Read twice, ${one.confirmed}.`;
    return `- ${link("datasets", one.dataset)}: ${[...words, without, read]
      .filter((word) => word !== "")
      .join(". ")
      .replaceAll("..", ".")}`;
  });
  return [
    head(`${model.name} (${model.id})`),
    graph(
      [...above.map((id) => link("models", id)), ...lineage.map(({ dataset }) => link("datasets", dataset))],
      model.id,
      heirs.map(({ id }) => link("models", id)),
    ),
    ...facts.map(([label, value]) => `- ${label}: ${plain(String(value))}`),
    "\n## Trained on\n",
    used.length === 0 ? "No source names a dataset." : used.join("\n"),
    `\n${sourcesOf(catalogue, [...model.sources, ...lineage.flatMap(({ sources }) => sources)])}`,
  ].join("\n");
}

function datasetPage(catalogue: Catalogue, dataset: Dataset): string {
  const { id, contains, derived_from, indexes } = dataset;
  const paths = catalogue.trainedOn(id);
  const wholes = catalogue.datasets.filter((one) => one.contains.includes(id) || one.derived_from.includes(id));
  const direct = paths.filter(({ via }) => via.length === 0);
  const facts = [
    ["Kind", dataset.kind],
    ["Tokens", dataset.tokens === null ? null : dataset.tokens.toLocaleString("en")],
    ["Licence", dataset.licence],
    ["Opt-out", dataset.opt_out],
    ["Availability", dataset.availability],
    ["Note", dataset.note],
  ].filter(([, value]) => value !== null);
  const models = paths.map((path) => {
    const way = path.via.length === 0 ? "" : `, through ${path.via.map(plain).join(", ")}`;
    return `- ${link("models", path.model)}: ${path.evidence}${way}${path.contested ? ", **disputed**" : ""}`;
  });
  const search = indexes.map(({ kind, name }) => `- \`spolia analyze TEXT --corpus ${kind}:${name}\``);
  return [
    head(`${dataset.name} (${id})`),
    graph(
      [...contains, ...derived_from].map((one) => link("datasets", one)),
      id,
      [...wholes.map((one) => link("datasets", one.id)), ...direct.map(({ model }) => link("models", model))],
    ),
    ...facts.map(([label, value]) => `- ${label}: ${plain(String(value))}`),
    "\n## Models that trained on it\n",
    models.length === 0 ? "No source names a model." : models.join("\n"),
    "\n## To search it\n",
    search.length === 0
      ? "No public index is known. `spolia corpus build` makes one of a copy that you have."
      : search.join("\n"),
    `\n${sourcesOf(catalogue, [...dataset.sources, ...direct.flatMap(({ sources }) => sources)])}`,
  ].join("\n");
}
