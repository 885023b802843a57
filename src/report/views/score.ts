/** The report of a score: propositions first, then numbers; a score is never called a probability. */
import type { RangeBasis, ScoreChannel, ScoreResult } from "../../base/contract/operations/score.ts";
import type { Cited } from "../layout/html.ts";
import { count, figure, type PlainOptions, percent } from "../layout/page.ts";
import { htmlOf, plainOf } from "../layout/result.ts";
import type { Axis, Sheet, Tone } from "../layout/sheet.ts";
import { writeKindRates } from "../parts/errorRates.ts";
import { writeMethod } from "../parts/method.ts";
import { writeShortScore } from "../short/score.ts";

/** The limits of the bands of the verbal scale; the score is log10 LR from 0 to 6, scaled. */
const SCORE_AXIS: Axis = [
  [0, "0"],
  [1 / 6, ""],
  [2 / 6, ""],
  [3 / 6, "50"],
  [4 / 6, ""],
  [1, "100"],
];

const SCORE = { name: "Score", shape: "ScoreResult", idField: "score_id" } as const;

export function plainScore(result: ScoreResult, options: PlainOptions): string {
  return plainOf(
    SCORE,
    result,
    options,
    (page) => writeScore(page, result),
    (page) => writeShortScore(page, result, headlineOf(result)),
  );
}

/**
 * The same report as one printable HTML file without scripts or external resources; full citations with a catalogue.
 */
export function htmlScore(result: ScoreResult, options: Cited = {}): string {
  return htmlOf(SCORE, result, options, (page) => {
    writeScore(page, result);
    page.sources([...result.channels, result.jurisdiction].flatMap((one) => one.sources));
  });
}

export function writeScore(page: Sheet, result: ScoreResult): void {
  page.verdict(...headlineOf(result));
  page.heading("Propositions");
  page.text(result.propositions.trained_on);
  page.text(result.propositions.alternative, { label: "Or: " });
  writeObservations(page, result);
  writeSupport(page, result);
  page.heading("Channels");
  page.table({ columns: ["Channel", "Weight", "Observed", "Reason", "Sources"], rows: result.channels.map(rowOf) });
  writeJurisdiction(page, result);
  for (const [title, lines] of [
    ["Caveats", result.caveats],
    ["What would change this", result.what_would_change_this],
  ] as const) {
    if (lines.length > 0) page.heading(title);
    for (const line of lines) page.item(line);
  }
  writeMethod(page, `Score ${result.score_id}`, result);
}

function headlineOf(result: ScoreResult): [word: string, sentence: string, tone: Tone] {
  const { tier, direction, model_id: model } = result;
  const words = tier.replaceAll("_", " ").toUpperCase();
  const word = tier === "insufficient_evidence" || tier === "no_support" ? words : `${words} SUPPORT`;
  if (tier === "insufficient_evidence") {
    return [
      word,
      `No measurement gives a likelihood ratio for ${model}, so there is no score, neither for nor against.`,
      "plain",
    ];
  }
  const sentence =
    tier === "no_support"
      ? `The evidence does not favour the proposition about ${model} over its alternative.`
      : `The evidence speaks ${direction} the proposition about ${model}, with this strength.`;
  return [word, sentence, tier === "no_support" ? "plain" : "found"];
}

/** The score, its interval and its basis; they follow the propositions and observations. */
function writeSupport(
  page: Sheet,
  { tier, score, ci_95: [lo, hi], range_basis, clipped, basis, log10_lr: ratio, error_rates, ...result }: ScoreResult,
): void {
  if (tier === "insufficient_evidence") return;
  page.heading("Support");
  const isByRule = range_basis === "rule" || (ratio !== null && ratio.lo === 0 && ratio.hi === 0);
  const ends = `${figure(lo)} to ${figure(hi)}`;
  const interval = isByRule ? "by rule, without an interval" : RANGES[range_basis ?? "sampling"](ends);
  page.estimates(
    [{ label: "Score", value: `${figure(score)} of 100`, interval, at: score / 100, lo: lo / 100, hi: hi / 100 }],
    SCORE_AXIS,
  );
  page.text(
    "The score is support, not a probability: 0 means no support, not that the model was not trained on the work.",
  );
  if (basis === "documentary") page.text("Its basis is documents and the search only, not the model itself.");
  if (clipped) page.text("The evidence exceeds the scale, so the score understates it.");
  if (basis === "documentary") writeKindRates(page, result.method.calibration, error_rates ?? []);
}

/** What the ends of a score are. Results of 0.1.0 do not say it. */
const RANGES: Readonly<Record<Exclude<RangeBasis, "rule">, (ends: string) => string>> = {
  sampling: (ends) => `95 % interval ${ends}`,
  alternatives: (ends) => `${ends}: from the e-value to the bound for such a p-value`,
  sensitivity: (ends) => `${ends}: range over what is not known, not a 95 % interval`,
};

function writeObservations(page: Sheet, { in_dataset: inDataset, reproduced, observations }: ScoreResult): void {
  page.heading("Observations");
  if (inDataset.datasets.length === 0)
    page.text(`In datasets of this model: ${inDataset.reason ?? "nothing was found"}`);
  page.table({
    columns: ["Dataset of this model", "Words found", "Longest run", "Verdict"],
    rows: inDataset.datasets.map((one) => [
      one.dataset,
      `${count(one.matched_words, "word")} (${percent(one.share)}) in ${count(one.documents, "document")}`,
      count(one.longest_run_words, "word"),
      one.verdict.replaceAll("_", " "),
    ]),
  });
  writeCustody(page, observations ?? []);
  const rate = reproduced.rate === null ? (reproduced.reason ?? "not measured") : percent(reproduced.rate);
  page.text(`Reproduced by the model: ${rate}`);
}

/** Observations that were handed in, and what of them was checked. Results of 0.1.0 do not list them. */
function writeCustody(page: Sheet, observations: ScoreResult["observations"]): void {
  page.table({
    columns: ["Observation handed in", "Custody", "p-value as handed in", "Made by", "Reason"],
    rows: observations.map(({ channel, model, custody, p, made_by, reason }) => [
      `${channel.replaceAll("_", " ")} of ${model}`,
      custody,
      p === null ? "none" : figure(p),
      made_by ?? "not stated",
      reason,
    ]),
  });
}

function rowOf({ name, basis, status, statistic, lr, ci_95: interval, reason, sources }: ScoreChannel): string[] {
  const range = interval === null ? "" : ` (${figure(interval[0])} to ${figure(interval[1])})`;
  const observed = Object.entries(statistic).map(
    ([what, value]) => `${what.replaceAll("_", " ")} ${typeof value === "number" ? figure(value) : value}`,
  );
  return [
    `${name.replaceAll("_", " ")} (${basis})`,
    lr === null ? status.replaceAll("_", " ") : `likelihood ratio ${figure(lr)}${range}`,
    observed.join(", "),
    reason ?? "",
    sources.join(", "),
  ];
}

function writeJurisdiction(page: Sheet, { jurisdiction: law }: ScoreResult): void {
  page.heading(
    `Jurisdiction: ${law.code}${law.applied === law.code ? "" : `, with the rule of ${law.applied}`} (${law.name})`,
  );
  page.text(law.rule);
  if (law.standard_of_proof !== null) page.text(`Standard of proof: ${law.standard_of_proof}`);
  page.text(`Opt-out: ${law.opt_out}`);
  for (const note of law.notes) page.item(note);
  if (law.sources.length > 0) page.text(`Sources: ${law.sources.join(", ")}.`, { dim: true });
  page.text("The jurisdiction changes the wording, never a measured number.", { dim: true });
}
