/**
 * Which models are documented to have trained on a dataset in which the content was found, and how sure is it that they
 * used it? Joins matches with edges of the catalogue.
 */

import type { PercentInterval } from "../../base/contract/common.ts";
import type {
  AttributionSource,
  Inclusion,
  PossibleSource,
  UnattributedDataset,
} from "../../base/contract/operations/analyze.ts";
import type { CorpusInfo } from "../../base/contract/resources/corpus.ts";
import { rounded } from "../../base/lists/numbers.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { type Exclusion, exclusionOf, type KnownOfText } from "../../catalogue/graph/exclusion.ts";
import type { TrainingPath } from "../../catalogue/graph/lineage.ts";
import { basisOf } from "../../corpus/format/basis.ts";
import type { Confidence } from "./confidence/confidence.ts";

export interface Attribution {
  attributed: AttributionSource[];
  possible: PossibleSource[];
  unattributed: UnattributedDataset[];
}

type FoundPath = { path: TrainingPath; corpus: CorpusInfo; excluded: Exclusion | null };

/**
 * Gives one entry per model: the strongest of its training paths. Documented paths that nothing excludes become
 * attributions where the least probability that a given document was used is above 0; all others become possible
 * sources, each with its reason.
 *
 * @param matched corpora in which a reported passage was found
 * @param known date of the work's first publication, as the caller states it, and language of the text
 */
export function attribute(catalogue: Catalogue, matched: readonly CorpusInfo[], known: KnownOfText): Attribution {
  const ways = matched.flatMap((corpus) =>
    catalogue
      .trainedOn(corpus.dataset, known.published, known.language)
      .map((path): FoundPath => ({ path, corpus, excluded: exclusionOf(known, path) })),
  );
  const best = new Map<string, FoundPath>();
  for (const way of ways) {
    const known = best.get(way.path.model);
    if (known === undefined || isStronger(way, known)) best.set(way.path.model, way);
  }
  const strongestFirst = [...best.values()].sort((x, y) =>
    isStronger(x, y) ? -1 : isStronger(y, x) ? 1 : x.path.model < y.path.model ? -1 : 1,
  );
  const isAttributed = (way: FoundPath) => reasonOf(way) === null;
  return {
    attributed: strongestFirst.filter(isAttributed).map((way) => attributionSource(catalogue, way, known)),
    possible: strongestFirst.flatMap((way) => possibleSource(catalogue, way) ?? []),
    unattributed: matched
      .filter((corpus) => !ways.some((way) => way.corpus === corpus && isAttributed(way)))
      .map((corpus) => unattributed(catalogue, corpus, ways)),
  };
}

/**
 * The least probability that the model was trained on what was found in the dataset: the confidence of the match in it
 * × the least probability that training used a given document of it. `null`: no confidence of the match is given, so
 * the model's is 0 over its whole range, as in `noConfidence`.
 */
export function usedFromDataset(
  match: Pick<Confidence, "confidence" | "confidence_ci_95"> | null,
  { lo, hi }: Pick<Inclusion, "lo" | "hi">,
) {
  const confidence_of = "used_from_dataset" as const;
  if (match === null) {
    return { confidence: 0, confidence_ci_95: [0, rounded(100 * hi, 4)] as PercentInterval, confidence_of };
  }
  const [least, most] = match.confidence_ci_95;
  return {
    confidence: rounded(match.confidence * lo, 4),
    confidence_ci_95: [rounded(least * lo, 4), rounded(most * hi, 4)] as PercentInterval,
    confidence_of,
    match_confidence: match.confidence,
    match_confidence_ci_95: match.confidence_ci_95,
  };
}

/** Why a path makes no attribution; `null` where it makes one. */
function reasonOf({ path, excluded }: FoundPath): PossibleSource["reason"] | null {
  if (excluded !== null) return excluded.reason;
  if (path.evidence === "documented") return path.inclusion.lo > 0 ? null : "inclusion_unknown";
  return path.evidence;
}

/**
 * States explicitly that the text is in the dataset but no model is attributed: readers easily assume the opposite.
 */
function unattributed(catalogue: Catalogue, corpus: CorpusInfo, ways: readonly FoundPath[]): UnattributedDataset {
  const { dataset, name } = corpus;
  const own = ways.filter((way) => way.corpus === corpus);
  const documented = own.filter(({ path }) => path.evidence === "documented");
  const because = documented.some((way) => reasonOf(way) === "inclusion_unknown")
    ? `Models are documented to have trained on part of ${dataset}, but of none is it known whether on this document; they stand under possible sources.`
    : documented.length > 0
      ? `Every model that is documented to have trained on ${dataset} is excluded by the date of the work or by its language.`
      : own.length > 0
        ? `No document of a developer says that a model was trained on ${dataset}; what is reported or inferred stands under possible sources.`
        : catalogue.dataset(dataset) === undefined
          ? `The catalogue does not know the dataset ${dataset}, and so no model that was trained on it; a ledger of your own can say who was.`
          : `No model is documented, reported or inferred to have trained on ${dataset}.`;
  return { dataset, corpus: name, because };
}

const EVIDENCE_STRENGTH = { documented: 2, reported: 1, inferred: 0 } as const;

function isStronger(one: FoundPath, other: FoundPath): boolean {
  const strength = ({ path, corpus, excluded }: FoundPath) => [
    excluded === null ? 1 : 0,
    EVIDENCE_STRENGTH[path.evidence],
    path.inclusion.lo,
    path.inclusion.hi,
    basisOf(corpus) === "manifest" ? 1 : 0,
    -path.via.length,
  ];
  const [left, right] = [strength(one), strength(other)];
  const differing = left.findIndex((value, i) => value !== right[i]);
  return differing >= 0 && left[differing]! > right[differing]!;
}

function names(catalogue: Catalogue, { path, corpus }: FoundPath) {
  const model = catalogue.model(path.model);
  return {
    provider: catalogue.provider(model.provider)?.name ?? model.provider,
    model: model.name,
    model_id: model.id,
    training_dataset: path.trainedDataset,
    via: [...path.via],
    sources: [...path.sources],
    corpus: corpus.name,
    dataset_basis: basisOf(corpus),
  };
}

function attributionSource(catalogue: Catalogue, way: FoundPath, { published }: KnownOfText): AttributionSource {
  return {
    ...names(catalogue, way),
    ...usedFromDataset(null, way.path.inclusion),
    evidence: "documented",
    inclusion: { ...way.path.inclusion },
    caveats: caveatsOf(way.path, published),
  };
}

/** Dates that could not be checked. A documented edge is never disputed: the catalogue's validation ensures that. */
function caveatsOf({ cutoff, datasetEnd, released }: TrainingPath, published: string | undefined): string[] {
  const ends = [datasetEnd, cutoff, released].filter((month) => month !== null).sort();
  if (ends.length === 0) {
    return [
      "No source states when the dataset ended, when the training data were cut off or when the model was released, so no date could exclude it.",
    ];
  }
  if (published !== undefined) return [];
  return [`No date of publication was given; a work that first appeared after ${ends[0]} cannot have been in it.`];
}

function possibleSource(catalogue: Catalogue, way: FoundPath): PossibleSource | null {
  const reason = reasonOf(way);
  if (reason === null) return null;
  const { evidence, contested, note } = way.path;
  const dispute = contested && way.excluded === null ? ` Parties dispute this. ${note ?? ""}`.trimEnd() : "";
  return { ...names(catalogue, way), evidence, reason, because: wordsFor(reason, way) + dispute };
}

function wordsFor(reason: PossibleSource["reason"], { path, excluded }: FoundPath): string {
  switch (reason) {
    case "excluded_by_date":
    case "excluded_by_language":
      return excluded!.because;
    case "inclusion_unknown":
      return `Trained on part of that dataset; whether on this document is not known. ${path.inclusion.basis}`;
    case "inferred":
      return "Inferred from a licence, a component or a category; no document of the developer names the dataset.";
    case "reported":
      return "Reported by a court, a filing or the press; no document of the developer names the dataset.";
  }
}
