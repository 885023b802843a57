/** What a score says in words: its propositions, its jurisdiction, its limits, and what was not looked at. */
import type { Completeness, Method, Stage } from "../../base/contract/common.ts";
import type {
  InDataset,
  ScoreChannel,
  ScoreJurisdiction,
  ScorePropositions,
  ScoreResult,
} from "../../base/contract/operations/score.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { familyOf, versionsOf } from "../../catalogue/graph/families.ts";
import type { AppliedJurisdiction } from "../../catalogue/graph/jurisdictions.ts";
import type { TrainingPath } from "../../catalogue/graph/lineage.ts";
import type { Model } from "../../catalogue/ledger/records.ts";
import type { Jurisdiction } from "../../catalogue/ledger/references.ts";
import { labelCaveat } from "../evidence/label.ts";
import { caveatsWhere, completenessOf, stageOf } from "../steps/completeness.ts";
import type { EngineContext } from "../steps/context.ts";
import type { Examined } from "../steps/custody/custody.ts";

export function propositionsFor(model: string): ScorePropositions {
  return {
    in_corpus: "A passage of this text, or of a text it derives from, stands in a dataset that was searched.",
    reproduced: `${model} emits this text under a stated protocol, without retrieval.`,
    trained_on: `${model} was trained on a copy of the work that contains the tested passages.`,
    alternative: `${model} was not trained on it, but may have met quotations, reviews and other works, and had no retrieval when asked.`,
  };
}

export function jurisdictionOf(
  catalogue: Catalogue,
  { code, applied, record, caveats }: AppliedJurisdiction,
): ScoreJurisdiction {
  const notes = [
    `Commercial text and data mining: ${record.commercial_tdm.replaceAll("-", " ")}.`,
    `Form of a reservation: ${record.opt_out_format}.`,
    record.proof_basis === "general"
      ? "The standard of proof is general procedure; no listed source carries it."
      : null,
    ...record.cases.map(({ name, ref, state }) => `${name}, ${ref}: ${state}.`),
    record.transparency,
    record.status,
    record.note,
    `The listed sources speak up to ${record.as_of}. Not legal advice.`,
    ...caveats,
  ];
  return {
    code,
    applied,
    name: record.name,
    rule: record.rule,
    standard_of_proof: ofWhole(catalogue, record.standard_of_proof, (row) => row.standard_of_proof),
    opt_out: ofWhole(catalogue, record.opt_out, (row) => row.opt_out),
    notes: notes.filter((note) => note !== null),
    sources: [...record.sources],
  };
}

/** Resolves a reference: a row that says "as DE" has the text of the row of DE. */
function ofWhole(catalogue: Catalogue, text: string, field: (row: Jurisdiction) => string): string {
  const whole = /^as ([A-Z]{2}(?:-[A-Z]+)?)\.?$/i.exec(text)?.[1];
  const row = catalogue.jurisdictions.find(({ id }) => id === whole);
  return row === undefined ? text : field(row);
}

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

/**
 * A score is complete if the search and a channel with a likelihood ratio are. Querying the model is optional evidence.
 */
export function completenessOfScore(
  { basis }: Pick<ScoreResult, "basis">,
  channels: readonly ScoreChannel[],
  searched: readonly Stage[],
  examined: Examined | undefined,
): Completeness {
  const reason = channels.find(({ name }) => name === "provenance")?.reason ?? "";
  const needed = [...searched, stageOf("likelihood_ratio", "skipped", basis === null ? reason : null)];
  const isProbed = examined !== undefined && examined.counted.length > 0;
  const whyNot =
    examined === undefined
      ? "No model was asked."
      : examined.listed.length === 0
        ? "The observations of the model hold nothing that a score can use."
        : "No observation of the model is verified.";
  const probing = stageOf("model_probing", "skipped", isProbed ? null : whyNot);
  return completenessOf(needed, [probing]);
}
