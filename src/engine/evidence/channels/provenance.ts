/**
 * The channel of a score that rests on documents: a document states that the model was trained on a dataset, and the
 * text matches in it. `documentary.ts` has the ratio; this file says where there is none, and why.
 */

import type { Log10Ratio } from "../../../base/contract/common.ts";
import type { Verdict } from "../../../base/contract/operations/analyze.ts";
import type { InDataset, ScoreChannel } from "../../../base/contract/operations/score.ts";
import { groupBy } from "../../../base/lists/groups.ts";
import { rounded } from "../../../base/lists/numbers.ts";
import { exclusionOf, type KnownOfText } from "../../../catalogue/graph/exclusion.ts";
import type { TrainingPath } from "../../../catalogue/graph/lineage.ts";
import { type DocumentedUse, documentaryLine, inclusionOfCopies, ratioOf, WORKS_SHARE } from "./documentary.ts";
import { ratioDigits, ratioFields } from "./scale.ts";

/** What the search found in the corpora of one dataset, or in all that were searched. */
export interface FoundMatch {
  verdict: Verdict;
  /** log10 of the likelihood ratio of the match, as `analyze` states it over these corpora, or why there is none. */
  ratio: Log10Ratio | string;
  /** Documents with a passage long enough for a match; identical ones count. */
  copies: number;
}

export interface ProvenanceFacts {
  inDataset: InDataset;
  /** The match in each searched dataset, by its id. */
  matches: ReadonlyMap<string, FoundMatch>;
  /** Training paths from the searched datasets to the model. */
  paths: readonly TrainingPath[];
  /** Date of the first publication, as the caller states it, and language of the text. */
  known: KnownOfText;
}

/** A documented path, and the match in its dataset. */
interface Way {
  path: TrainingPath;
  match: FoundMatch;
}

/** A use with the path that documents it. */
interface PathUse extends DocumentedUse {
  path: TrainingPath;
  /** Documents of the dataset that match. */
  copies: number;
}

/** The fields that every provenance channel has. */
const BASE = { name: "provenance", proposition: "trained_on", basis: "documentary", gate: "not_needed" } as const;
const NO_RATIO = { ...BASE, lr: null, ci_95: null, range_basis: null } as const;

export function provenanceChannel({ inDataset, matches, paths, known }: ProvenanceFacts): ScoreChannel {
  const met = paths.filter(({ dataset }) =>
    inDataset.datasets.some((one) => one.dataset === dataset && one.matched_words > 0),
  );
  const documented = met.filter(({ evidence }) => evidence === "documented");
  const sources = sourcesOf(documented);
  const none = (reason: string): ScoreChannel => {
    return { ...NO_RATIO, status: "not_measured", statistic: {}, reason, sources };
  };
  if (documented.length === 0) return none(undocumented(met, inDataset));
  const possible = documented.filter((path) => exclusionOf(known, path) === null);
  if (possible.length === 0) return none(exclusionOf(known, documented[0]!)!.because);
  const ways = possible.flatMap((path): Way[] => {
    const match = matches.get(path.dataset);
    return match?.verdict === "match" ? [{ path, match }] : [];
  });
  if (ways.length === 0) return none(QUOTED);
  const used = ways.filter(({ path }) => path.inclusion.lo > 0);
  if (used.length === 0) return byRule(ways.reduce(greaterInclusion));
  const uses = used.flatMap(useOf);
  if (uses.length === 0) return uncalibrated(used.reduce(greaterInclusion));
  const [first, ...others] = ofDifferentData(uses.filter(({ match }) => match.estimate >= 0));
  return first === undefined ? none(NOT_FAVOURED) : lineOver([first, ...others]);
}

const QUOTED =
  "The content shares a passage with a document of a dataset of this model, too short for a match with the work: that a quoted passage was met gives no ratio for the work.";
const NOT_FAVOURED =
  "The content shares a passage with a document of a dataset of this model, but texts that only quote or share formulas have such passages at least as often: that the passage was met gives no ratio for the work.";

const COMMONPLACE_ONLY =
  "All that was met in a dataset of this model is text that many works carry, such as a licence.";

function undocumented(met: readonly TrainingPath[], { status, datasets }: InDataset): string {
  if (status === "not_measured") return "No dataset of this model was searched.";
  if (met.length === 0 && datasets.some(({ verdict }) => verdict === "partial")) return COMMONPLACE_ONLY;
  if (met.length === 0) return "The text was not met in a dataset of this model.";
  const classes = [...new Set(met.map(({ evidence }) => evidence))].sort().join(" or ");
  return `No document of the developer says that the model was trained on a dataset in which the text was met; that is only ${classes}.`;
}

function byRule({ path }: Way): ScoreChannel {
  return {
    ...BASE,
    ...ratioFields(1, [1, 1], "rule"),
    status: "measured",
    statistic: statisticOf(path, path.inclusion),
    reason: `Likelihood ratio 1 by rule, since the document may not have been used: ${path.inclusion.basis}`,
    sources: sourcesOf([path]),
  };
}

function uncalibrated({ path, match: { ratio } }: Way): ScoreChannel {
  return {
    ...NO_RATIO,
    status: "not_calibrated",
    statistic: statisticOf(path, path.inclusion),
    reason: `The line needs the likelihood ratio of the match. ${ratio}`,
    sources: sourcesOf([path]),
  };
}

/** Nothing where the ratio of the match is not known. */
function useOf({ path, match: { ratio, copies } }: Way): PathUse[] {
  if (typeof ratio === "string") return [];
  return [{ path, match: ratio, inclusion: inclusionOfCopies(path.inclusion, copies), copies }];
}

/** One use, the strongest, for each dataset that was trained on: what is found in a part of it is no second use. */
function ofDifferentData(uses: readonly PathUse[]): PathUse[] {
  const byData = groupBy(uses, ({ path }) => path.trainedDataset);
  return [...byData.values()].map((same) => documentaryLine(same as [PathUse, ...PathUse[]]).strongest);
}

function lineOver(uses: readonly [PathUse, ...PathUse[]]): ScoreChannel {
  const { strongest, lr, range } = documentaryLine(uses);
  const { path, inclusion, match, copies } = strongest;
  const many = uses.length > 1;
  return {
    ...BASE,
    ...ratioFields(lr, range, "sensitivity"),
    status: "measured",
    statistic: {
      ...statisticOf(path, inclusion),
      ...(copies > 1 && { copies }),
      match_lr: ratioDigits(ratioOf(match.estimate)),
      match_lr_lo: ratioDigits(ratioOf(match.lo)),
      match_lr_hi: ratioDigits(ratioOf(match.hi)),
      works_share: WORKS_SHARE.value,
      works_share_lo: WORKS_SHARE.lo,
      works_share_hi: WORKS_SHARE.hi,
      ...(many && { datasets: uses.length }),
    },
    reason: [
      `For use from ${path.trainedDataset}, by documents and the likelihood ratio of the match in ${path.dataset}.`,
      ASSUMPTIONS,
      RANGE,
      ...(many ? ["Its upper end adds up the uses from every dataset of the model that holds a match."] : []),
    ].join(" "),
    sources: sourcesOf(uses.map((use) => use.path)),
  };
}

const ASSUMPTIONS =
  "It assumes that what the passages are like has no influence on whether the model used the work from elsewhere, nor on whether training used the document if the dataset holds it.";
const RANGE =
  "The share of such works in the dataset is unknown: the range goes over 10 % to 90 %, the range of inclusion and the interval of the match, and claims no coverage.";

function statisticOf({ trainedDataset, inclusion: { grade } }: TrainingPath, { lo, hi }: DocumentedUse["inclusion"]) {
  return {
    training_dataset: trainedDataset,
    inclusion_grade: grade,
    inclusion_lo: rounded(lo),
    inclusion_hi: rounded(hi),
  };
}

function greaterInclusion(best: Way, way: Way): Way {
  const [one, other] = [way.path.inclusion, best.path.inclusion];
  return (one.lo - other.lo || one.hi - other.hi) > 0 ? way : best;
}

function sourcesOf(paths: readonly TrainingPath[]): string[] {
  return [...new Set(paths.flatMap(({ sources }) => sources))].sort();
}
