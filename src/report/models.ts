/** The models in the report of an analysis: documented ones with their sources, and those that are only possible. */
import { groupBy } from "../base/groups.ts";
import type { AnalyzeResult, AttributionSource } from "../contract/analyze.ts";
import { figure, percent } from "./page.ts";
import type { Sheet } from "./sheet.ts";

/** How many caveats are shown; the result document lists them by attribution. */
const CAVEATS_SHOWN = 3;

export function writeModels(page: Sheet, result: AnalyzeResult): void {
  const { attribution_sources: sources, possible_sources: possible } = result;
  page.heading("Models");
  if (sources.length === 0) page.text(whyNoModel(result));
  else {
    page.text("Sources document that these models were trained on a dataset in which the text was found:");
    page.table({
      columns: [
        "Model",
        "Dataset",
        "Probability that it used a given document",
        "Confidence of the match, 0 to 100",
        "Sources",
      ],
      rows: alike(sources).map((group) => rowOf(group, result.log10_lr !== null)),
    });
  }
  const caveats = [...new Set(sources.flatMap((source) => source.caveats))];
  for (const caveat of caveats.slice(0, CAVEATS_SHOWN)) page.text(`For some of these: ${caveat}`, { dim: true });
  for (const { because } of result.unattributed_datasets) page.item(because);
  if (possible.length === 0) return;
  page.text("Not attributed:");
  page.table({
    columns: ["Model", "Dataset", "Reason", "Sources"],
    rows: possible.map((one) => [
      `${one.model} (${one.model_id})`,
      one.training_dataset + way(one.via),
      `${one.reason.replaceAll("_", " ")}. ${one.because}`,
      one.sources.join(", "),
    ]),
  });
}

function whyNoModel({ matches, verdict }: AnalyzeResult): string {
  if (matches.length === 0) return "None, because no passage was found.";
  // No model was looked up in this case, although the catalogue may have models for these datasets.
  if (verdict === "insufficient_evidence") return "None, because the passages do not allow a conclusion.";
  return "None: no source documents that a model was trained on these datasets.";
}

/** Groups attributions that differ only in the model: many models were trained on the same dataset. */
function alike(sources: readonly AttributionSource[]): AttributionSource[][] {
  const groups = groupBy(sources, ({ training_dataset, via, inclusion, corpus, confidence, confidence_ci_95 }) =>
    JSON.stringify([training_dataset, via, inclusion, corpus, confidence, confidence_ci_95]),
  );
  return [...groups.values()];
}

function rowOf(group: readonly AttributionSource[], isSure: boolean): string[] {
  const { training_dataset: dataset, inclusion, via, corpus, confidence, confidence_ci_95: interval } = group[0]!;
  const { lo, hi, basis } = inclusion;
  return [
    group.map(({ model, model_id: id }) => `${model} (${id})`).join(", "),
    `${dataset}, found in corpus ${corpus}${way(via)}`,
    `${lo === 0 && hi === 1 ? "unknown" : `${percent(lo)} to ${percent(hi)}`}. ${basis}`,
    isSure ? `${figure(confidence)} (${figure(interval[0])} to ${figure(interval[1])})` : "",
    [...new Set(group.flatMap((source) => source.sources))].join(", "),
  ];
}

function way(via: readonly string[]): string {
  return via.length === 0 ? "" : `, through ${via.join(", ")}`;
}
