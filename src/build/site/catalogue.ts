/** The pages of the catalogue: one for each model and dataset, with what went in, what came out, and sources. */
import { loadCatalogue } from "../../catalogue/catalogue.ts";
import type { Dataset, Model } from "../../catalogue/ledger/records.ts";
import { type Neighbour, type RecordView, SIDES, viewOfDataset, viewOfModel } from "../../report/parts/record.ts";
import { type DrawnElement, drawnRecord, LEGEND } from "../../report/parts/recordGraph.ts";

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
    ...models.map(
      (model) => [`${pathOf("models", model.id)}/index.md`, recordPage(viewOfModel(catalogue, model))] as const,
    ),
    ...datasets.map(
      (dataset) =>
        [`${pathOf("datasets", dataset.id)}/index.md`, recordPage(viewOfDataset(catalogue, dataset))] as const,
    ),
  ]);
}

const head = (title: string): string => `---\ntitle: ${JSON.stringify(title)}\n---\n# ${plain(title)}\n`;

function recordPage(view: RecordView): string {
  const { kind, id, name, facts, search, sources } = view;
  const cited = sources.map(({ citation, url, checked, sha256 }) => {
    const facts = [checked === null ? "" : `checked ${checked}`, sha256 === null ? "" : `SHA-256 ${sha256}`];
    return `- ${plain([citation, ...facts].filter(Boolean).join(", "))}${url === null ? "" : ` [Read](${url})`}`;
  });
  const places = search.map(({ dataset, name, address, isSearched }) => {
    const held = kind === "models" ? `${link("datasets", dataset)}: ` : "";
    return `- ${held}${isSearched ? `\`spolia analyze TEXT --corpus ${name}\`` : `${plain(name)}, at ${/^https:/.test(address) ? `<${address}>` : plain(address)}`}`;
  });
  return [
    head(`${name} (${id})`),
    `<div class="drawn">${markup(drawnRecord(view, (one) => `/${pathOf(one.kind, one.id)}/index.html`))}</div>\n\n${LEGEND}\n`,
    ...facts.map(([label, value]) => `- ${label}: ${plain(value)}`),
    ...sidesOf("From what", view.from),
    ...sidesOf("Into what", view.into),
    "\n## To search it\n",
    ...(places.length > 0
      ? places
      : ["No public index is known. `spolia corpus build` makes one of a copy that you have."]),
    `\nIn a terminal: \`spolia catalogue ${kind} ${id}\`.\n\n## Sources\n`,
    ...cited,
  ].join("\n");
}

/** What is said of one side, by how far the sources go: claims and what speaks against them stand side by side. */
function sidesOf(title: string, neighbours: readonly Neighbour[]): string[] {
  if (neighbours.length === 0) return [];
  const columns = SIDES.flatMap(([column, standings]) => {
    const said = neighbours.filter(({ standing }) => standings.includes(standing));
    return said.length === 0 ? [] : [`<div>\n\n### ${column}\n\n${said.map(line).join("\n")}\n\n</div>`];
  });
  return [`\n## ${title}\n\n<div class="sides">`, ...columns, "</div>"];
}

function line({ kind, id, relation, standing, facts, notes, read, sources }: Neighbour): string {
  const words = [[...(standing === "documented" ? [] : [standing]), ...facts].join(", "), ...notes, read];
  const said = words.filter(Boolean).map((word) => plain(word.replace(/\.$/, "")));
  const cited = sources.length === 0 ? [] : [`Source: ${plain(sources.join(", "))}`];
  return `- ${[`${relation} ${link(kind, id)}`, ...said, ...cited].join(". ")}.`;
}

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`);

const markup = ({ tag, attributes, children }: DrawnElement): string => {
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(String(value))}"`);
  const inner = children.map((child) => (typeof child === "string" ? escaped(child) : markup(child)));
  return `<${tag}${given.join("")}>${inner.join("")}</${tag}>`;
};
