/** The models in the report of an analysis: documented ones with their sources, and those that are only possible. */

import type { AnalyzeResult, AttributionSource, PossibleSource } from "../../base/contract/operations/analyze.ts";
import { groupBy } from "../../base/lists/groups.ts";
import { ifLabelsHold } from "../../engine/evidence/label.ts";
import { figure, inclusionInWords } from "../layout/page.ts";
import type { Sheet } from "../layout/sheet.ts";
import { whatWasFound } from "./opening.ts";

/** How many caveats are shown; the result document lists them by attribution. */
const CAVEATS_SHOWN = 3;

/** Without `confidence_of`, as in results of 0.1.0, the confidence is that of the match. */
const MATCH_COLUMNS = [
  "Model",
  "Dataset",
  "Probability that it used a given document",
  "Confidence of the match, 0 to 100",
  "Sources",
];
const USED_COLUMNS = [
  "Model",
  "Dataset",
  "Confidence that it was trained on what was found, at least, 0 to 100",
  "Confidence of the match, 0 to 100",
  "Probability that it used a given document",
  "Sources",
];

export function writeModels(page: Sheet, result: AnalyzeResult): void {
  const { attribution_sources: sources, possible_sources: possible } = result;
  page.heading("Models");
  if (sources.length === 0) page.text(whyNoModel(result));
  else {
    const what = whatWasFound(result, "the text was");
    page.text(
      `Sources document that these models were trained on a dataset in which ${what} found${ifLabelsHold(sources.filter(hasBasis))}:`,
    );
    const rows = alike(sources).map((group) => rowOf(group, result.log10_lr !== null));
    const isUsed = sources.some(({ confidence_of }) => confidence_of === "used_from_dataset");
    page.table({ columns: isUsed ? USED_COLUMNS : MATCH_COLUMNS, rows });
  }
  const caveats = [...new Set(sources.flatMap((source) => source.caveats))];
  for (const caveat of caveats.slice(0, CAVEATS_SHOWN)) page.text(`For some of these: ${caveat}`, { dim: true });
  for (const { because } of result.unattributed_datasets) page.item(because);
  if (possible.length === 0) return;
  page.text(`Not attributed${ifLabelsHold(possible.filter(hasBasis)).replace(", if", ", even if")}:`);
  page.table({
    columns: ["Model", "Dataset", "Reason", "Sources"],
    rows: [
      ...groupBy(possible, ({ training_dataset, via, reason, because }) =>
        JSON.stringify([training_dataset, via, reason, because]),
      ).values(),
    ].map(possibleRowOf),
  });
}

/** Results of 0.1.0 do not say what the label of a corpus rests on. */
const hasBasis = (source: Partial<Pick<AttributionSource, "dataset_basis">>): boolean =>
  source.dataset_basis !== undefined;

function whyNoModel({ matches, verdict, possible_sources: possible }: AnalyzeResult): string {
  if (matches.length === 0) return "None, because no passage was found.";
  // No model was looked up in this case, although the catalogue may have models for these datasets.
  if (verdict === "insufficient_evidence") return "None, because the passages do not allow a conclusion.";
  if (possible.some(({ reason }) => reason === "inclusion_unknown"))
    return "None: sources document that models were trained on part of these datasets, but not whether this document was in it.";
  if (matches.every(({ commonplace }) => commonplace != null))
    return "None, because everybody writes what was found, and it points to no source.";
  return "None: no source documents that a model was trained on these datasets.";
}

/** Groups attributions that differ only in the model: many models were trained on the same dataset. */
function alike(sources: readonly AttributionSource[]): AttributionSource[][] {
  const groups = groupBy(sources, ({ training_dataset, via, inclusion, corpus, ...source }) =>
    JSON.stringify([training_dataset, via, inclusion, corpus, ...estimatesOf(source)]),
  );
  return [...groups.values()];
}

type Estimated = Pick<
  AttributionSource,
  "confidence" | "confidence_ci_95" | "confidence_of" | "match_confidence" | "match_confidence_ci_95"
>;

function estimatesOf({ confidence, confidence_ci_95, match_confidence, match_confidence_ci_95 }: Estimated) {
  return [confidence, confidence_ci_95, match_confidence, match_confidence_ci_95];
}

function rowOf(group: readonly AttributionSource[], isSure: boolean): string[] {
  const first = group[0]!;
  const { training_dataset: dataset, inclusion, via, corpus } = first;
  const inclusionIs = `${inclusionInWords(inclusion)}. ${inclusion.basis}`;
  return [
    group.map(({ model, model_id: id }) => `${model} (${id})`).join(", "),
    `${dataset}, found in corpus ${corpus}${way(via)}`,
    ...(first.confidence_of === undefined
      ? [inclusionIs, isSure ? estimate(first.confidence, first.confidence_ci_95) : ""]
      : [...used(first), inclusionIs]),
    [...new Set(group.flatMap((source) => source.sources))].join(", "),
  ];
}

function possibleRowOf(group: readonly PossibleSource[]): string[] {
  const { training_dataset: dataset, via, reason, because } = group[0]!;
  return [
    group.map(({ model, model_id: id }) => `${model} (${id})`).join(", "),
    dataset + way(via),
    reason === "inclusion_unknown" ? because : `${reason.replaceAll("_", " ")}. ${because}`,
    [...new Set(group.flatMap((source) => source.sources))].join(", "),
  ];
}

/** The two confidences of a source; a confidence that is not given is told in words, never as 0. */
function used({ confidence, confidence_ci_95, match_confidence, match_confidence_ci_95 }: Estimated): string[] {
  if (match_confidence === undefined || match_confidence_ci_95 === undefined) return [NOT_GIVEN, NOT_GIVEN];
  return [estimate(confidence, confidence_ci_95), estimate(match_confidence, match_confidence_ci_95)];
}

const NOT_GIVEN = "not given";

function estimate(value: number, [lo, hi]: readonly [number, number]): string {
  return `${figure(value)} (${figure(lo)} to ${figure(hi)})`;
}

function way(via: readonly string[]): string {
  return via.length === 0 ? "" : `, through ${via.join(", ")}`;
}
