/**
 * The risk that a model has memorised a work, judged from known facts: how often the work occurs in searchable training
 * data, how large the model is, and what studies published about it. Each factor moves the level by steps; the steps
 * are a stated policy. No model is queried, so the result contains no probability for this model.
 */

import type { Verdict } from "../../base/contract/operations/analyze.ts";
import type { AssessFactor, AssessResult } from "../../base/contract/operations/assess.ts";
import { sum } from "../../base/lists/numbers.ts";
import { counted } from "../../base/plural.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { measuredAs } from "../../catalogue/graph/families.ts";
import type { TrainingPath } from "../../catalogue/graph/lineage.ts";
import type { Model } from "../../catalogue/ledger/records.ts";
import type { MemorisationFinding } from "../../catalogue/ledger/references.ts";
import { expectedExtraction } from "./expectation.ts";
import { isRepetition } from "./risk/rules.ts";

interface AssessmentFacts {
  catalogue: Catalogue;
  model: Model;
  /** The model's name in the request: an alias may contain a size. */
  requestedName: string;
  /** Documented paths from the searched datasets to the model; paths that a date excludes are left out. */
  paths: readonly TrainingPath[];
  copies: AssessResult["copies"];
  lengthWords: number;
  /** Bits per word of the longest passage; `null` where no passage was found. */
  rarityBitsPerWord: number | null;
}

/** A factor with its steps up (positive) or down (negative). */
type Judged = Omit<AssessFactor, "factor" | "weighs" | "sources"> & { steps: number; sources: readonly string[] };

/**
 * The finding that extraction grows with copies, model size and prompt length; it supplies the sources of these
 * factors.
 */
const LOG_LINEAR = "carlini-loglinear";
/** Number of copies from which the level rises by one step, and by two steps. */
const COPIES_SOME = 10;
const COPIES_MANY = 100;
/** A model is large from 10 billion parameters, and small below 1 billion. */
const PARAMETERS_LARGE = 10_000_000_000;
const PARAMETERS_SMALL = 1_000_000_000;
/** Published studies measure extraction on windows of 100 tokens, which are about 75 English words. */
const WINDOW_WORDS = 75;

const RULES: Record<AssessFactor["factor"], (facts: AssessmentFacts) => Judged> = {
  copies: ofCopies,
  inclusion: ofInclusion,
  deduplication: ofDeduplication,
  length: ofLength,
  rarity: ofRarity,
  model_size: ofSize,
  documented_memorisation: (facts) =>
    ofStudies(facts, isRepetition, 1, "published measurement of what this model repeats"),
  documented_mitigation: (facts) =>
    ofStudies(facts, isMitigation, -1, "published mitigation, or bound on what this model repeats"),
};

const LEVELS = ["low", "medium", "high", "critical"] as const;
/** Index of the first level: a match begins at medium, passages too short for a match begin at low. */
const FIRST_LEVEL: Partial<Record<Verdict, number>> = { partial: 0, match: 1 };

export function assessMemorisation(
  facts: AssessmentFacts,
): Pick<AssessResult, "level" | "because" | "factors" | "expected_extraction"> {
  const judged = Object.entries(RULES).map(([factor, rule]) => ({
    factor: factor as AssessFactor["factor"],
    ...rule(facts),
  }));
  const factors = judged.map(({ steps, ...factor }): AssessFactor => {
    return {
      ...factor,
      sources: [...new Set(factor.sources)].sort(),
      weighs: steps > 0 ? "up" : steps < 0 ? "down" : "none",
    };
  });
  const steps = sum(judged, (one) => one.steps);
  const level = levelOf(facts.copies, steps);
  const expected = expectedExtraction(facts.catalogue.memorisation, measuredAs(facts.model), level.level);
  return { ...level, factors, expected_extraction: expected };
}

function levelOf(
  { status, datasets, reason }: AssessmentFacts["copies"],
  steps: number,
): Pick<AssessResult, "level" | "because"> {
  if (status === "not_measured") return { level: "insufficient_evidence", because: reason ?? "" };
  const own = datasets.filter(({ documents }) => documents > 0);
  const first = Math.max(-1, ...own.map(({ verdict }) => FIRST_LEVEL[verdict] ?? -1));
  if (first >= 0) {
    const level = LEVELS[Math.min(Math.max(first + steps, 0), LEVELS.length - 1)]!;
    const moved =
      steps === 0
        ? "nothing moves it"
        : `${counted(Math.abs(steps), "step")} ${steps > 0 ? "up" : "down"} by the factors`;
    return {
      level,
      because: `${first > 0 ? "A match begins at medium" : "Passages too short for a match begin at low"}; ${moved}.`,
    };
  }
  if (datasets.every(({ verdict }) => verdict === "none_found")) {
    return {
      level: "none",
      because: "The searched corpora hold no passage of it; they may be a part of the datasets only.",
    };
  }
  if (datasets.some(({ verdict }) => verdict === "partial")) {
    return {
      level: "none",
      because: "All that the searched corpora hold of it is text that many works carry, such as a licence.",
    };
  }
  return {
    level: "insufficient_evidence",
    because: "The content is too short or too uniform to be told from others, or the search ended early.",
  };
}

function ofCopies({ catalogue, copies: { status, datasets } }: AssessmentFacts): Judged {
  if (status === "not_measured")
    return unknown("No corpus of a dataset that the model is documented to have trained on was searched.");
  const copies = sum(datasets, (one) => one.copies + one.near_copies);
  const documents = sum(datasets, (one) => one.documents);
  const works = Math.max(...datasets.map((one) => one.works));
  return {
    steps: copies >= COPIES_MANY ? 2 : copies >= COPIES_SOME ? 1 : 0,
    value: copies,
    unit: "copies and near copies",
    because: `${counted(documents, "document carries", "documents carry")} a passage, ${copies} of them half of the content or more; the passages stand in ${counted(works, "work", "different works")} at most. What a model repeats grows with copies.`,
    sources: logLinearSources(catalogue),
  };
}

function ofInclusion({ paths }: AssessmentFacts): Judged {
  if (paths.length === 0) return unknown("No document of the developer leads from a searched dataset to this model.");
  const path = paths.reduce((best, one) => (one.inclusion.lo > best.inclusion.lo ? one : best));
  const { lo, basis } = path.inclusion;
  return {
    steps: lo === 0 ? -1 : 0,
    value: lo,
    unit: "least probability that a document was used",
    because: basis,
    sources: [...path.sources],
  };
}

/** Reads from the names and notes of the catalogue whether a dataset, or the data of an edge, was deduplicated. */
function ofDeduplication({ catalogue, paths }: AssessmentFacts): Judged {
  const isDeduplicated = (text: string | null | undefined) => /(?<!\b(?:not|un|non)[ -]?)dedup/i.test(text ?? "");
  const datasets = paths.flatMap(({ trainedDataset }) => catalogue.dataset(trainedDataset) ?? []);
  const named = datasets.filter(({ name, note }) => isDeduplicated(name) || isDeduplicated(note));
  const edges = paths.filter(({ note }) => isDeduplicated(note));
  if (named.length + edges.length === 0)
    return unknown("No listed source says that the training data were deduplicated.");
  const names = [
    ...new Set([...named.map(({ name }) => name), ...edges.map(({ trainedDataset }) => trainedDataset)]),
  ].sort();
  // The level goes down only where every path leads through deduplicated data: then the model saw fewer copies than the
  // corpus has.
  const isAll = paths.every((path) => edges.includes(path) || named.some(({ id }) => id === path.trainedDataset));
  return {
    steps: isAll ? -1 : 0,
    value: null,
    unit: null,
    because: `Documented as deduplicated: ${names.join(", ")}. Copies that were removed were not trained on.`,
    sources: [...named.flatMap(({ sources }) => sources), ...edges.flatMap(({ sources }) => sources)],
  };
}

function ofLength({ lengthWords }: AssessmentFacts): Judged {
  const isShort = lengthWords < WINDOW_WORDS;
  return {
    steps: 0,
    value: lengthWords,
    unit: "words",
    sources: [],
    because: isShort
      ? "Shorter than the 100 tokens that published extraction is measured on: no study speaks of it."
      : "Long enough for the windows of 100 tokens that published extraction is measured on.",
  };
}

function ofRarity({ rarityBitsPerWord }: AssessmentFacts): Judged {
  if (rarityBitsPerWord === null) return unknown("No passage was met whose words could be weighed.");
  return {
    steps: 0,
    value: rarityBitsPerWord,
    unit: "bits to a word",
    sources: [],
    because:
      "Surprise of the longest passage by the corpus's own words, its copies left out. Text of common words may be continued without having been memorised.",
  };
}

function ofSize({ catalogue, model, requestedName }: AssessmentFacts): Judged {
  const sizes = requestedSizes(model, requestedName);
  if (sizes.length === 0) return unknown("No listed source states how many parameters the model has.");
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const steps = least >= PARAMETERS_LARGE ? 1 : most < PARAMETERS_SMALL ? -1 : 0;
  const range =
    least === most
      ? `${billions(least)} parameters`
      : `${billions(least)} to ${billions(most)} parameters, and which of them is not said`;
  return {
    steps,
    value: least === most ? least : null,
    unit: "parameters",
    because: `${range}. What a model repeats grows with its size.`,
    sources: [...model.sources, ...logLinearSources(catalogue)],
  };
}

/** The size in the requested name, as in `pythia-6.9b`; otherwise all sizes of the model. */
function requestedSizes({ parameters }: Model, requestedName: string): readonly number[] {
  const [, digits, unit] = /(?:^|[-/])(\d+(?:\.\d+)?)([bm])(?![a-z\d])/i.exec(requestedName) ?? [];
  if (digits === undefined) return parameters;
  const requested = Number(digits) * (unit!.toLowerCase() === "b" ? 1e9 : 1e6);
  const named = parameters.filter((size) => Math.abs(size - requested) <= 0.05 * requested);
  return named.length > 0 ? named : parameters;
}

function ofStudies(
  { catalogue, model }: AssessmentFacts,
  isOne: (finding: MemorisationFinding) => boolean,
  steps: number,
  what: string,
): Judged {
  const ids = measuredAs(model);
  const studies = catalogue.memorisation.filter((study) => study.models.some((id) => ids.includes(id)) && isOne(study));
  if (studies.length === 0) return unknown(`The catalogue has no ${what}.`);
  return {
    steps,
    value: studies.length,
    unit: "findings",
    because: studies.map(({ finding }) => finding).join(" "),
    sources: studies.flatMap(({ sources }) => sources),
  };
}

/** Whether a record describes how repetition is prevented, or states an upper bound of it. */
function isMitigation({ metric, unit }: MemorisationFinding): boolean {
  return metric === "mitigation" || unit === "upper bound";
}

function logLinearSources({ memorisation }: Catalogue): readonly string[] {
  return memorisation.find(({ id }) => id === LOG_LINEAR)?.sources ?? [];
}

function unknown(because: string): Judged {
  return { steps: 0, value: null, unit: null, because, sources: [] };
}

function billions(parameters: number): string {
  return parameters >= 1e9
    ? `${Math.round(parameters / 1e7) / 100} billion`
    : `${Math.round(parameters / 1e6)} million`;
}
