/** What limits a score, in words. */

import type { Method } from "../../base/contract/common.ts";
import type { InDataset, ScoreResult } from "../../base/contract/operations/score.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { familyOf, versionsOf } from "../../catalogue/graph/families.ts";
import type { TrainingPath } from "../../catalogue/graph/lineage.ts";
import type { Model } from "../../catalogue/ledger/records.ts";
import { labelCaveat } from "../evidence/label.ts";
import { caveatsWhere } from "../steps/completeness.ts";
import type { EngineContext } from "../steps/context.ts";

export function caveatsOfScore(
  { basis, range_basis, tier }: Pick<ScoreResult, "basis" | "range_basis" | "tier">,
  paths: readonly TrainingPath[],
  published?: string,
) {
  const isUndated = paths.some(({ cutoff, datasetEnd, released }) => (cutoff ?? datasetEnd ?? released) === null);
  return caveatsWhere([
    [
      tier === "no_support" || tier === "insufficient_evidence",
      "A score of 0 means that nothing supports the proposition yet, not that the model was not trained on the work.",
    ],
    [
      basis === "documentary",
      "The score rests on documents and on the search alone: no measurement of the model entered.",
    ],
    [
      range_basis === "sensitivity",
      "The range of the score shows how far it depends on what is not known; it is not a 95 % interval.",
    ],
    [
      published === undefined && paths.length > 0,
      "No date of publication was given, so no dataset was excluded for having ended before the work appeared.",
    ],
    [
      published !== undefined && isUndated,
      "For some datasets of this model no source states when they ended, nor the model's cutoff or release; the date of publication excludes nothing there.",
    ],
  ]);
}

/** The datasets of a finding are what builders of corpora say. */
export function caveatsOfLabels({ datasets }: InDataset, { corpora }: Method): string[] {
  const found = new Set(datasets.flatMap((one) => (one.matched_words > 0 ? [one.corpus] : [])));
  const caveat = labelCaveat(corpora.filter(({ name }) => found.has(name)));
  return caveat === null ? [] : [caveat];
}

/** Claims that name no version count for no version. The caveats tell the caller that such claims exist. */
export function caveatsOfFamily(catalogue: Catalogue, model: Model, { corpora }: EngineContext): string[] {
  if (model.scope === "family") {
    const versions = versionsOf(catalogue.models, model).map(({ id }) => id);
    const listed = versions.length === 0 ? "" : ` Versions in the catalogue: ${versions.join(", ")}.`;
    return [
      `${model.id} is a family: it holds the claims that name no version, so the score is of no released model.${listed}`,
    ];
  }
  const family = familyOf(catalogue.models, model);
  const datasets = corpora
    .map(({ info }) => info.dataset)
    .filter((dataset) => catalogue.trainedOn(dataset).some((path) => path.model === family?.id));
  if (family === undefined || datasets.length === 0) return [];
  return [
    `The catalogue has claims that ${family.id} (${family.name}) trained on ${[...new Set(datasets)].sort().join(", ")}; they name no version, so they do not count here.`,
  ];
}
