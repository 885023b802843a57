/** A record of the catalogue with what is around it: what the page, the site and the command line show of it. */
import type { Inclusion } from "../../base/contract/operations/analyze.ts";
import type { Catalogue, Citation } from "../../catalogue/catalogue.ts";
import { familyOf, versionsOf } from "../../catalogue/graph/families.ts";
import type { TrainedDataset } from "../../catalogue/graph/lineage.ts";
import { SEARCHED_KINDS } from "../../catalogue/graph/searched.ts";
import type { Dataset, Model, Portion } from "../../catalogue/ledger/records.ts";
import { count, figure, inclusionInWords, percent } from "../layout/page.ts";

export interface RecordName {
  kind: "models" | "datasets";
  id: string;
}

/** How far the sources go. */
export type Standing = "documented" | "reported" | "inferred" | "disputed" | "version not named" | "left out";

/** A record beside another one, and what joins them. */
export interface Neighbour extends RecordName {
  /** `trained on`, `tuned from`, `part of`, … */
  relation: string;
  standing: Standing;
  /** Whether no other record stands between. */
  isNear: boolean;
  facts: string[];
  notes: string[];
  sources: string[];
  /** Where in the sources it stands, and when it was found there a second time; empty where nobody noted it. */
  read: string;
}

export interface RecordView extends RecordName {
  name: string;
  facts: (readonly [label: string, value: string])[];
  /** What went in. */
  from: Neighbour[];
  /** What came of it. */
  into: Neighbour[];
  /** Public indexes that hold it, or what a model was trained on. */
  search: { dataset: string; name: string; address: string; isSearched: boolean }[];
  sources: Pick<Citation, "id" | "citation" | "url" | "checked" | "sha256">[];
}

/** The columns in which what is said stands side by side. */
export const SIDES: readonly (readonly [title: string, standings: readonly Standing[]])[] = [
  ["Documented", ["documented"]],
  ["Disputed, or not stated by the developer", ["disputed", "reported", "inferred", "version not named"]],
  ["Stayed out", ["left out"]],
];

export const isTraining = ({ relation }: Neighbour): boolean => /^trained on/.test(relation);

export function viewOfModel(catalogue: Catalogue, model: Model): RecordView {
  const { models } = catalogue;
  const above = [["one of", model.series] as const, ["tuned from", model.base] as const].flatMap(([relation, id]) =>
    id === null ? [] : [plainly("models", id, relation, model.sources)],
  );
  const lineage = catalogue.lineageOf(model.id);
  const family = familyOf(models, model);
  const said = family === undefined ? [] : catalogue.lineageOf(family.id);
  const heirs = models.flatMap(({ id, base, series, sources }) => {
    if (series === model.id) return [plainly("models", id, "a version", sources)];
    return base === model.id ? [plainly("models", id, "tuned from it", sources)] : [];
  });
  const versions = model.scope === "family" ? versionsOf(models, model).filter(({ base }) => base !== model.id) : [];
  return finished(catalogue, model, {
    kind: "models",
    facts: factsOfModel(model),
    from: [
      ...above,
      ...lineage.map(trained),
      ...lineage.flatMap(stayedOut),
      ...said.map((one) => ({
        ...trained(one),
        standing: "version not named" as const,
        facts: [`said of ${family!.id}: ${standingOf(one)}`],
        notes: [...notesOf(one), `No source states whether this applies to ${model.id}.`],
      })),
    ],
    into: [
      ...heirs,
      ...versions.map(({ id, sources }) => ({
        ...plainly("models", id, "a version", sources),
        standing: "version not named" as const,
      })),
    ],
    searched: lineage.map(({ dataset }) => dataset),
  });
}

export function viewOfDataset(catalogue: Catalogue, dataset: Dataset): RecordView {
  const { id, sources } = dataset;
  const wholes = catalogue.datasets.flatMap((one) => [
    ...(one.contains.includes(id) ? [plainly("datasets", one.id, "part of", one.sources)] : []),
    ...(one.derived_from.includes(id) ? [plainly("datasets", one.id, "made into", one.sources)] : []),
  ]);
  const paths = catalogue.trainedOn(id).map(
    (path): Neighbour => ({
      ...plainly("models", path.model, "trained on it", path.sources),
      standing: standingOf(path),
      isNear: path.via.length === 0,
      facts: factsOf(path, path.via.length === 0 ? "" : `through ${path.via.join(", ")}`),
      notes: path.note === null ? [] : [path.note],
    }),
  );
  const around = new Set(catalogue.datasets.flatMap((one) => (one.contains.includes(id) ? [one.id] : [])));
  const without = catalogue.edges.filter(
    ({ model, dataset: whole }) =>
      around.has(whole) && catalogue.lineageOf(model).some((one) => one.dataset === whole && one.without.includes(id)),
  );
  return finished(catalogue, dataset, {
    kind: "datasets",
    facts: factsOfDataset(dataset),
    from: [
      ...dataset.contains.map((one) => plainly("datasets", one, "holds", sources)),
      ...dataset.derived_from.map((one) => plainly("datasets", one, "made from", sources)),
    ],
    into: [
      ...wholes,
      ...paths,
      ...without.map((edge) => ({
        ...plainly("models", edge.model, `read ${edge.dataset} without it`, edge.sources),
        standing: "left out" as const,
        notes: edge.note === null ? [] : [edge.note],
        read: readOf(edge),
      })),
    ],
    searched: [id],
  });
}

function finished(
  catalogue: Catalogue,
  { id, name, sources }: Model | Dataset,
  { searched, ...rest }: Pick<RecordView, "kind" | "facts" | "from" | "into"> & { searched: readonly string[] },
): RecordView {
  const cited = [...rest.from, ...rest.into].flatMap((one) => one.sources);
  return {
    ...rest,
    id,
    name,
    search: [...new Set(searched)].flatMap((dataset) =>
      (catalogue.dataset(dataset)?.indexes ?? []).map(({ kind, name: index, endpoint }) => ({
        dataset,
        name: `${kind}:${index}`,
        address: endpoint,
        isSearched: SEARCHED_KINDS.includes(kind),
      })),
    ),
    sources: catalogue
      .citations([...sources, ...cited])
      .map(({ id, citation, url, checked, sha256 }) => ({ id, citation, url, checked, sha256 })),
  };
}

const plainly = (kind: RecordName["kind"], id: string, relation: string, sources: readonly string[]): Neighbour => ({
  kind,
  id,
  relation,
  standing: "documented",
  isNear: true,
  facts: [],
  notes: [],
  sources: [...sources],
  read: "",
});

type ToldUse = Pick<TrainedDataset, "contested" | "evidence" | "inclusion">;

const standingOf = ({ contested, evidence }: ToldUse): Standing => (contested ? "disputed" : evidence);

/** A disputed claim still says whose it is. */
const factsOf = ({ contested, evidence, inclusion }: ToldUse, ...facts: string[]): string[] =>
  [contested ? evidence : "", ...facts, used(inclusion)].filter((fact) => fact !== "");

function trained(one: TrainedDataset): Neighbour {
  const inherited = one.inheritedFrom.length === 0 ? "" : `inherited from ${one.inheritedFrom.join(", ")}`;
  return {
    ...plainly("datasets", one.dataset, "trained on", one.sources),
    standing: standingOf(one),
    facts: factsOf(one, portionOf(one.portion), inherited),
    notes: notesOf(one),
    read: readOf(one),
  };
}

function notesOf({ note, without, upstream }: TrainedDataset): string[] {
  const below = (["contains", "derived_from"] as const).flatMap((relation) => {
    const ids = upstream.filter((part) => part.relation === relation).map(({ dataset }) => dataset);
    return ids.length === 0 ? [] : [`${relation === "contains" ? "contains" : "derived from"} ${ids.join(", ")}`];
  });
  const out = without.length === 0 ? [] : [`documented without ${without.join(", ")}`];
  return [...(note === null ? [] : [note]), ...out, ...below];
}

const stayedOut = ({ dataset, without, sources, place, confirmed }: TrainedDataset): Neighbour[] =>
  without.map((id) => ({
    ...plainly("datasets", id, `stayed out of ${dataset}`, sources),
    standing: "left out",
    read: readOf({ place, confirmed }),
  }));

const readOf = ({ place, confirmed }: Pick<TrainedDataset, "place" | "confirmed">): string =>
  [place, confirmed === null ? null : `read a second time ${confirmed}`].filter((part) => part !== null).join("; ");

type StatedFacts = readonly (readonly [label: string, value: string | null])[];

const stated = (facts: StatedFacts) => facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));

const factsOfModel = (model: Model) =>
  stated([
    ["released", model.released],
    ["cutoff", model.cutoff],
    ["disclosure", model.disclosure],
    ["parameters", model.parameters.map(figure).join(", ")],
    ["tokens", model.tokens === null ? null : figure(model.tokens)],
    ["aliases", model.aliases.join(", ")],
    ["note", model.note],
  ]);

const factsOfDataset = ({ kind, tokens, documents, period, licence, opt_out, availability, note }: Dataset) =>
  stated([
    ["kind", kind],
    ["tokens", tokens === null ? null : figure(tokens)],
    ["documents", documents === null ? null : figure(documents)],
    ["period", period === null ? null : `${period.from ?? "unknown"} to ${period.to ?? "unknown"}`],
    ["licence", licence],
    ["opt-out", opt_out],
    ["availability", availability],
    ["note", note],
  ]);

/** `portion subset of 35,000,000,000 tokens, 4,900,000,000 tokens read, 5 % of the mix, 0.14 of a pass`. */
function portionOf({ kind, size_tokens, seen_tokens, share, epochs }: Portion): string {
  // A mix drew from the whole, but not all of it was read.
  const what = kind === "all" && epochs !== null && epochs < 1 ? "drawn from all" : kind;
  const parts = [
    `portion ${what}${size_tokens === null ? "" : ` of ${figure(size_tokens)} tokens`}`,
    seen_tokens === null ? "" : `${figure(seen_tokens)} tokens read`,
    share === null ? "" : `${percent(share)} of the mix`,
    epochs === null ? "" : epochs < 1 ? `${figure(epochs)} of a pass` : count(epochs, "pass", "passes"),
  ];
  return parts.filter((part) => part !== "").join(", ");
}

const used = (inclusion: Inclusion): string =>
  `probability that it used a given document: ${inclusionInWords(inclusion)}`;
