/**
 * Which models are documented to have trained on a dataset in which the content was found? Joins matches with edges of
 * the catalogue.
 */
import type { Catalogue } from "../catalogue/catalogue.ts";
import { excludedByDate } from "../catalogue/dates.ts";
import type { TrainingPath } from "../catalogue/lineage.ts";
import type { AttributionSource, PossibleSource, UnattributedDataset } from "../contract/analyze.ts";
import type { CorpusInfo } from "../contract/corpus.ts";
import { noConfidence } from "./confidence.ts";

export interface Attribution {
  attributed: AttributionSource[];
  possible: PossibleSource[];
  unattributed: UnattributedDataset[];
}

type DatedPath = { path: TrainingPath; corpus: CorpusInfo; excluded: string | null };

/**
 * Gives one entry per model: the strongest of its training paths. Documented paths that no date excludes become
 * attributions; all others become possible sources, each with its reason.
 *
 * @param matched corpora in which a reported passage was found
 * @param published date of the work's first publication, as the caller states it
 */
export function attribute(
  catalogue: Catalogue,
  matched: readonly CorpusInfo[],
  published: string | undefined,
): Attribution {
  const ways = matched.flatMap((corpus) =>
    catalogue
      .trainedOn(corpus.dataset, published)
      .map((path): DatedPath => ({ path, corpus, excluded: excludedByDate(published, path) })),
  );
  const best = new Map<string, DatedPath>();
  for (const way of ways) {
    const known = best.get(way.path.model);
    if (known === undefined || isStronger(way, known)) best.set(way.path.model, way);
  }
  const strongestFirst = [...best.values()].sort((x, y) =>
    isStronger(x, y) ? -1 : isStronger(y, x) ? 1 : x.path.model < y.path.model ? -1 : 1,
  );
  const isAttributed = ({ path, excluded }: DatedPath) => path.evidence === "documented" && excluded === null;
  return {
    attributed: strongestFirst.filter(isAttributed).map((way) => attributionSource(catalogue, way, published)),
    possible: strongestFirst.filter((way) => !isAttributed(way)).map((way) => possibleSource(catalogue, way)),
    unattributed: matched
      .filter((corpus) => !ways.some((way) => way.corpus === corpus && isAttributed(way)))
      .map((corpus) => unattributed(catalogue, corpus, ways)),
  };
}

/**
 * States explicitly that the text is in the dataset but no model is documented to have used it: readers easily assume
 * the opposite.
 */
function unattributed(catalogue: Catalogue, corpus: CorpusInfo, ways: readonly DatedPath[]): UnattributedDataset {
  const { dataset, name } = corpus;
  const own = ways.filter((way) => way.corpus === corpus);
  const because = own.some(({ path, excluded }) => path.evidence === "documented" && excluded !== null)
    ? `Every model that is documented to have trained on ${dataset} is excluded by the date of the work.`
    : own.length > 0
      ? `No document of a developer says that a model was trained on ${dataset}; what is reported or inferred stands under possible sources.`
      : catalogue.dataset(dataset) === undefined
        ? `The catalogue does not know the dataset ${dataset}, and so no model that was trained on it; a ledger of your own can say who was.`
        : `No model is documented, reported or inferred to have trained on ${dataset}.`;
  return { dataset, corpus: name, because };
}

const EVIDENCE_STRENGTH = { documented: 2, reported: 1, inferred: 0 } as const;

function isStronger(one: DatedPath, other: DatedPath): boolean {
  const strength = ({ path, excluded }: DatedPath) => [
    excluded === null ? 1 : 0,
    EVIDENCE_STRENGTH[path.evidence],
    path.inclusion.lo,
    path.inclusion.hi,
    -path.via.length,
  ];
  const [left, right] = [strength(one), strength(other)];
  const differing = left.findIndex((value, i) => value !== right[i]);
  return differing >= 0 && left[differing]! > right[differing]!;
}

function names(catalogue: Catalogue, { path, corpus }: DatedPath) {
  const model = catalogue.model(path.model);
  return {
    provider: catalogue.provider(model.provider)?.name ?? model.provider,
    model: model.name,
    model_id: model.id,
    training_dataset: path.trainedDataset,
    via: [...path.via],
    sources: [...path.sources],
    corpus: corpus.name,
  };
}

function attributionSource(catalogue: Catalogue, way: DatedPath, published: string | undefined): AttributionSource {
  const { confidence, confidence_ci_95 } = noConfidence();
  return {
    ...names(catalogue, way),
    confidence,
    confidence_ci_95,
    evidence: "documented",
    inclusion: { ...way.path.inclusion },
    caveats: caveatsOf(way.path, published),
  };
}

/** Dates that could not be checked. A documented edge is never disputed: the catalogue's validation ensures that. */
function caveatsOf({ cutoff, datasetEnd }: TrainingPath, published: string | undefined): string[] {
  const ends = [datasetEnd, cutoff].filter((month) => month !== null).sort();
  if (ends.length === 0) {
    return ["No source states when the dataset ended or the training data were cut off, so no date could exclude it."];
  }
  if (published !== undefined) return [];
  return [`No date of publication was given; a work that first appeared after ${ends[0]} cannot have been in it.`];
}

function possibleSource(catalogue: Catalogue, way: DatedPath): PossibleSource {
  const { path, excluded } = way;
  const { evidence } = path;
  const unexcluded = evidence === "inferred" ? "inferred" : "reported";
  const dispute = path.contested ? ` Parties dispute this. ${path.note ?? ""}`.trimEnd() : "";
  const because =
    excluded ??
    (evidence === "inferred"
      ? "Inferred from a licence, a component or a category; no document of the developer names the dataset."
      : "Reported by a court, a filing or the press; no document of the developer names the dataset.") + dispute;
  return { ...names(catalogue, way), evidence, reason: excluded === null ? unexcluded : "excluded_by_date", because };
}
