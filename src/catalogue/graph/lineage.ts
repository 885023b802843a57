/**
 * Who trained on what, by whose word? Conclusions follow upwards only: a text found in a dataset counts for the
 * datasets that contain it (`contains`), but not for its components or for datasets derived from it, unless a document
 * says so. A family of models passes nothing to its versions.
 */

import type { EvidenceClass, Inclusion } from "../../base/contract/operations/analyze.ts";
import { addTo } from "../../base/lists/groups.ts";
import type { Dataset, Edge, Model, Portion } from "../ledger/records.ts";
import { EVIDENCE_CLASSES } from "../ledger/words.ts";
import { exclusionOf, type KnownOfText } from "./exclusion.ts";
import { inclusionOf } from "./inclusion.ts";

/** The path from a dataset in which a text was found to a model. */
export interface TrainingPath {
  /** Id of the model. */
  readonly model: string;
  /** Id of the dataset that was asked for. */
  readonly dataset: string;
  /** Id of the dataset that the edge names: `dataset` itself, or one that contains it. */
  readonly trainedDataset: string;
  /** The weakest class of evidence on the way. */
  readonly evidence: EvidenceClass;
  /** Ids of datasets, then of models, between `dataset` and `model`, in order. */
  readonly via: readonly string[];
  /** Probability that a given document of the dataset that was asked for was used. */
  readonly inclusion: Inclusion;
  /** Ids of the sources of every containment, edge and tuning on the way, each once. */
  readonly sources: readonly string[];
  /** Whether parties dispute the edge. */
  readonly contested: boolean;
  /** Note of the edge; `null` where there is none. */
  readonly note: string | null;
  /**
   * Last month of the training data, the earliest of those that are stated for the models on the way; `null` where none
   * is.
   */
  readonly cutoff: string | null;
  /** Last month of `trainedDataset`. */
  readonly datasetEnd: string | null;
  /** Month of the first release among the models on the way; `null` where none is known. */
  readonly released: string | null;
  /** What that month rests on; `null` without one. */
  readonly releasedBasis: Model["released_basis"];
  /**
   * Languages of what the model used of `trainedDataset`: ISO 639-1, `mul` or `code`; `null` where no source says so,
   * and for text of a dataset of code, which may be in any language.
   */
  readonly languages: readonly string[] | null;
}

/**
 * A component or origin of a dataset, one or more steps below it. For display only: nothing follows for a given
 * document.
 */
export interface UpstreamDataset {
  /** Id of the dataset. */
  readonly dataset: string;
  /** Relation to the dataset above it. */
  readonly relation: "contains" | "derived_from";
  /** Ids of the datasets between, in order from the one that was trained on. */
  readonly via: readonly string[];
  /** Sources of the record that states the last step. */
  readonly sources: readonly string[];
}

/** A dataset that a model was trained on. */
export interface TrainedDataset {
  /** Id of the dataset. */
  readonly dataset: string;
  /** The weakest class of evidence on the way. */
  readonly evidence: EvidenceClass;
  /** How much of the dataset went in. */
  readonly portion: Portion;
  /** Probability that a given document of `dataset` was used. */
  readonly inclusion: Inclusion;
  /** Whether parties dispute the edge. */
  readonly contested: boolean;
  /** Note of the edge; `null` where there is none. */
  readonly note: string | null;
  /**
   * Ids of the datasets inside that stayed out, where the source names the parts that went in; empty where it does not.
   *
   * @since 0.2.0
   */
  readonly without: readonly string[];
  /**
   * Where in its sources the edge stands; `null` where nobody noted it.
   *
   * @since 0.2.0
   */
  readonly place: string | null;
  /**
   * Month in which somebody who saw the claim alone found it in a source again, `YYYY-MM`; `null` where nobody did.
   *
   * @since 0.2.0
   */
  readonly confirmed: string | null;
  /** Ids of the series and models from which the edge is inherited, nearest first; empty for the model's own. */
  readonly inheritedFrom: readonly string[];
  /** Ids of the sources of the edge. */
  readonly sources: readonly string[];
  /** What the dataset is made of. Nothing follows through it for a given document. */
  readonly upstream: readonly UpstreamDataset[];
}

/** The tables that lineage is computed from. */
interface LineageRecords {
  readonly models: readonly Model[];
  readonly edges: readonly Edge[];
  readonly datasets: readonly Dataset[];
}

/** The same records as a graph. */
interface LineageGraph {
  readonly models: ReadonlyMap<string, Model>;
  readonly datasets: ReadonlyMap<string, Dataset>;
  readonly edgesByModel: ReadonlyMap<string, readonly Edge[]>;
  readonly edgesByDataset: ReadonlyMap<string, readonly Edge[]>;
  /** Datasets that contain a dataset, by its id, sorted by theirs. */
  readonly containers: ReadonlyMap<string, readonly Dataset[]>;
  /** Models that inherit the edges of a model, by its id: those tuned from it, and the members of a series. */
  readonly heirs: ReadonlyMap<string, readonly Model[]>;
}

export function lineageGraph({ models, edges, datasets }: LineageRecords): LineageGraph {
  const byId = [...datasets].sort((left, right) => (left.id < right.id ? -1 : 1));
  return {
    models: new Map(models.map((model) => [model.id, model])),
    datasets: new Map(datasets.map((dataset) => [dataset.id, dataset])),
    edgesByModel: groupBy(edges, (edge) => [edge.model]),
    edgesByDataset: groupBy(edges, (edge) => [edge.dataset]),
    containers: groupBy(byId, (dataset) => dataset.contains),
    heirs: groupBy(models, (model) => [model.series ?? model.base].filter((id) => id !== null)),
  };
}

/**
 * Every model that is documented, reported or inferred to have trained on the dataset: directly, on a dataset that
 * contains it, or by being tuned from such a model. A series stands for its members. One path for each model: the
 * strongest evidence, then the highest lower end of inclusion, then the shortest, then the first by ids; the paths
 * stand in that order too. Empty for a dataset that no record names.
 *
 * @param known date and language of the text: paths that they exclude rank below all others
 * @param only id of a model: only the path to this one, also where it is a member of a series
 */
export function trainedOn(
  graph: LineageGraph,
  datasetId: string,
  known: KnownOfText = {},
  only?: string | undefined,
): TrainingPath[] {
  const compare = (left: TrainingPath, right: TrainingPath) =>
    Number(exclusionOf(known, left) !== null) - Number(exclusionOf(known, right) !== null) || comparePaths(left, right);
  const best = new Map<string, TrainingPath>();
  const chains = containersOf(graph, datasetId);
  for (const shortest of chains) {
    const trained = shortest.at(-1)?.id ?? datasetId;
    for (const edge of graph.edgesByDataset.get(trained) ?? []) {
      const chain = throughParts(edge, datasetId, shortest, chains);
      if (chain === undefined) continue;
      for (const path of pathsFrom(graph, datasetId, chain, edge)) {
        if (only === undefined ? isBySeries(graph, path) : path.model !== only) continue;
        const known = best.get(path.model);
        if (known === undefined || compare(path, known) < 0) best.set(path.model, path);
      }
    }
  }
  return [...best.values()].sort(compare);
}

/**
 * What a model was trained on and what that is made of, its own edges before those of its series and of the models
 * that it was tuned from.
 */
export function lineageOf(graph: LineageGraph, modelId: string): TrainedDataset[] {
  const found: TrainedDataset[] = [];
  const inheritedFrom: string[] = [];
  const tuning: string[] = [];
  for (let model = graph.models.get(modelId); model !== undefined; model = heir(graph, model)) {
    if (model.id !== modelId) inheritedFrom.push(model.id);
    for (const edge of graph.edgesByModel.get(model.id) ?? []) {
      const { dataset, evidence, portion, contested, note, place, confirmed } = edge;
      const sources = [...new Set([...edge.sources, ...tuning])];
      const inclusion = inclusionOf(edge, 0);
      const upstream = upstreamOf(graph, dataset, edge.parts);
      found.push({
        dataset,
        evidence,
        portion,
        inclusion,
        contested,
        note,
        without: leftOut(graph.datasets.get(dataset), edge.parts),
        place,
        confirmed,
        inheritedFrom: [...inheritedFrom],
        sources,
        upstream,
      });
    }
    tuning.push(...model.sources);
  }
  return found;
}

/** An empty list of parts says that some stayed out, and not which. */
const leftOut = (whole: Dataset | undefined, parts: Edge["parts"]): string[] =>
  parts === null || parts.length === 0 ? [] : (whole?.contains.filter((one) => !parts.includes(one)) ?? []);

/** The model whose edges this one inherits: its series, or what it was tuned from. */
function heir(graph: LineageGraph, model: Model): Model | undefined {
  const from = graph.models.get(model.series ?? model.base ?? "");
  return from?.scope === "family" ? undefined : from;
}

/** Whether a path comes to a model through its series, which stands for the model in lists. */
function isBySeries(graph: LineageGraph, { model, via }: TrainingPath): boolean {
  const series = graph.models.get(model)?.series ?? null;
  return series !== null && via.at(-1) === series;
}

/** Ids of all datasets that contain a dataset, directly or through others. */
export const containersOfDataset = (records: LineageRecords, dataset: string): ReadonlySet<string> =>
  new Set(containersOf(lineageGraph(records), dataset).flatMap((chain) => chain.map(({ id }) => id)));

/**
 * The dataset itself (an empty chain) and every dataset that contains it, as chains from the innermost container
 * outwards. The shortest chain to each, the first by ids among equals, is enough: evidence and inclusion do not depend
 * on which one is taken.
 */
function containersOf(graph: LineageGraph, datasetId: string): Dataset[][] {
  const chains: Dataset[][] = [[]];
  const seen = new Set([datasetId]);
  for (let next = 0; next < chains.length; next++) {
    const chain = chains[next]!;
    for (const container of graph.containers.get(chain.at(-1)?.id ?? datasetId) ?? []) {
      if (seen.has(container.id)) continue;
      seen.add(container.id);
      chains.push([...chain, container]);
    }
  }
  return chains;
}

/**
 * The chain from the dataset of a text to the dataset of the edge: `shortest`, unless the edge names the parts that
 * were used. Then it is the first chain that goes through one of these parts; there is none if the text is in a part
 * that was not used.
 */
function throughParts(
  { parts }: Edge,
  datasetId: string,
  shortest: Dataset[],
  chains: Dataset[][],
): Dataset[] | undefined {
  if (parts === null || shortest.length === 0) return shortest;
  const toPart = chains.find((chain) => parts.includes(chain.at(-1)?.id ?? datasetId));
  return toPart && [...toPart, shortest.at(-1)!];
}

/** The path along one edge to its model, and on to every model that inherits its edges. */
function pathsFrom(graph: LineageGraph, datasetId: string, chain: readonly Dataset[], edge: Edge): TrainingPath[] {
  const datasets = chain.map((dataset) => dataset.id);
  const containments = chain.flatMap((dataset) => dataset.sources);
  const first = graph.models.get(edge.model);
  const lines: Model[][] = first === undefined ? [] : [[first]];
  for (let next = 0; next < lines.length; next++) {
    const line = lines[next]!;
    const model = line.at(-1)!;
    if (model.scope === "family") continue;
    for (const next of graph.heirs.get(model.id) ?? []) lines.push([...line, next]);
  }
  const languages = graph.datasets.get(datasetId)?.kind === "code" ? null : languagesOf(graph, edge, datasetId);
  return lines.map((line) => ({
    model: line.at(-1)!.id,
    dataset: datasetId,
    trainedDataset: edge.dataset,
    evidence: edge.evidence,
    via: [...datasets, ...line.slice(0, -1).map((model) => model.id)],
    inclusion: inclusionOf(edge, chain.length),
    sources: [...new Set([...containments, ...edge.sources, ...line.slice(1).flatMap((model) => model.sources)])],
    contested: edge.contested,
    note: edge.note,
    cutoff: line.map((model) => model.cutoff).reduce(earlier),
    datasetEnd: graph.datasets.get(edge.dataset)?.period?.to ?? null,
    ...firstRelease(line),
    languages,
  }));
}

/**
 * Languages of what went in: those of the edge, or those of the dataset if the whole of it went in. Text that stands in
 * that dataset itself passed its filters, in whatever language it is.
 */
function languagesOf(
  graph: LineageGraph,
  { dataset, languages, portion }: Edge,
  searched: string,
): readonly string[] | null {
  if (languages !== null || portion.kind !== "all" || dataset === searched) return languages;
  return graph.datasets.get(dataset)?.languages ?? null;
}

/** What a model learnt from its data was in it when it was first released, whatever was tuned from it later. */
function firstRelease(line: readonly Model[]): Pick<TrainingPath, "released" | "releasedBasis"> {
  const dated = line.filter(({ released }) => released !== null);
  const first = dated.reduce<Model | undefined>(
    (best, model) => (best === undefined || model.released! < best.released! ? model : best),
    undefined,
  );
  return { released: first?.released ?? null, releasedBasis: first?.released_basis ?? null };
}

function earlier(left: string | null, right: string | null): string | null {
  if (left === null || right === null) return left ?? right;
  return left < right ? left : right;
}

function comparePaths(left: TrainingPath, right: TrainingPath): number {
  const strength = (path: TrainingPath) => EVIDENCE_CLASSES.indexOf(path.evidence);
  const ids = (path: TrainingPath) => [...path.via, path.model].join(" ");
  return (
    strength(left) - strength(right) ||
    right.inclusion.lo - left.inclusion.lo ||
    left.via.length - right.via.length ||
    (ids(left) < ids(right) ? -1 : Number(ids(left) > ids(right)))
  );
}

/**
 * All datasets below a dataset, nearest first, each once. If `parts` names the used parts, other parts are left out.
 */
function upstreamOf(graph: LineageGraph, datasetId: string, parts: Edge["parts"]): UpstreamDataset[] {
  const found: UpstreamDataset[] = [];
  const seen = new Set([datasetId]);
  const open: { id: string; via: string[] }[] = [{ id: datasetId, via: [] }];
  for (let next = 0; next < open.length; next++) {
    const { id, via } = open[next]!;
    const record = graph.datasets.get(id);
    for (const relation of ["contains", "derived_from"] as const) {
      for (const dataset of record?.[relation] ?? []) {
        const staysOut = relation === "contains" && id === datasetId && parts?.includes(dataset) === false;
        if (staysOut || seen.has(dataset)) continue;
        seen.add(dataset);
        found.push({ dataset, relation, via, sources: record!.sources });
        open.push({ id: dataset, via: [...via, dataset] });
      }
    }
  }
  return found;
}

function groupBy<Row>(rows: readonly Row[], keysOf: (row: Row) => readonly string[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    for (const key of new Set(keysOf(row))) addTo(groups, key, row);
  }
  return groups;
}
