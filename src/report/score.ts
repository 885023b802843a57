/** A score in plain words: propositions before numbers, and never a probability. */
import { checkArguments, checkPlain, checkShown, optionsCheck } from "../arguments.ts";
import type { ScoreChannel, ScoreResult } from "../contract/score.ts";
import { checkShape } from "../contract/shapes.ts";
import { type Cited, HtmlSheet } from "./html.ts";
import { writeCompleteness, writeReplay } from "./method.ts";
import { count, figure, type PlainOptions, percent, TerminalPage } from "./page.ts";
import type { Axis, Sheet } from "./sheet.ts";

/** log10 LR from 0 to 6 as a score: the borders of the bands of the verbal scale. */
const SCORE_AXIS: Axis = [
  [0, "0"],
  [1 / 6, ""],
  [2 / 6, ""],
  [3 / 6, "50"],
  [4 / 6, ""],
  [1, "100"],
];

export function plainScore(result: ScoreResult, options: PlainOptions): string {
  checkShown("plainScore", result, "score_id");
  checkShape("plainScore", "ScoreResult", result);
  checkPlain("plainScore", options);
  const page = new TerminalPage(options);
  writeScore(page, result);
  return page.finish();
}

/**
 * The same as one HTML file: no scripts, nothing loaded, fit to print. With a catalogue it cites the sources in full.
 */
export function htmlScore(result: ScoreResult, options: Cited = {}): string {
  checkShown("htmlScore", result, "score_id");
  checkShape("htmlScore", "ScoreResult", result);
  checkArguments("htmlScore", [optionsCheck(options)]);
  const { citations } = options;
  const page = new HtmlSheet({ citations });
  writeScore(page, result);
  page.sources([...result.channels, result.jurisdiction].flatMap((one) => one.sources));
  return page.finish(`Score ${result.score_id}`, result);
}

export function writeScore(page: Sheet, result: ScoreResult): void {
  writeHeadline(page, result);
  page.heading("Propositions");
  page.text(result.propositions.trained_on);
  page.text(result.propositions.alternative, { label: "Or: " });
  writeObservations(page, result);
  writeSupport(page, result);
  page.heading("Channels");
  page.table({ columns: ["Channel", "Weight", "Observed", "Why", "Sources"], rows: result.channels.map(rowOf) });
  writeJurisdiction(page, result);
  for (const [title, lines] of [
    ["Caveats", result.caveats],
    ["What would change this", result.what_would_change_this],
  ] as const) {
    if (lines.length > 0) page.heading(title);
    for (const line of lines) page.text(line, { label: "- " });
  }
  writeCompleteness(page, result.completeness);
  writeReplay(page, `Score ${result.score_id}`, result.method);
}

function writeHeadline(page: Sheet, result: ScoreResult): void {
  const { tier, direction, model_id: model } = result;
  const words = tier.replaceAll("_", " ").toUpperCase();
  const word = tier === "insufficient_evidence" || tier === "no_support" ? words : `${words} SUPPORT`;
  if (tier === "insufficient_evidence") {
    page.verdict(
      word,
      `Nothing that was measured carries a likelihood ratio for ${model}: no score is given, either way.`,
      "plain",
    );
    return;
  }
  const sentence =
    tier === "no_support"
      ? `What is known does not favour the proposition on ${model} over its alternative.`
      : `So strongly does what is known speak ${direction} the proposition on ${model}.`;
  page.verdict(word, sentence, tier === "no_support" ? "plain" : "found");
}

/** After the propositions and what was observed: the number, its interval, and what it rests on. */
function writeSupport(
  page: Sheet,
  { tier, score, ci_95: [lo, hi], clipped, basis, log10_lr: ratio }: ScoreResult,
): void {
  if (tier === "insufficient_evidence") return;
  page.heading("Support");
  const isByRule = ratio !== null && ratio.lo === 0 && ratio.hi === 0;
  const interval = isByRule ? "by rule, without an interval" : `95 % interval ${figure(lo)} to ${figure(hi)}`;
  page.estimates(
    [{ label: "Score", value: `${figure(score)} of 100`, interval, at: score / 100, lo: lo / 100, hi: hi / 100 }],
    SCORE_AXIS,
  );
  page.text("Support, not a probability: 0 is no support, and never says that the model was not trained on it.");
  if (basis === "documentary") page.text("It rests on documents and the search alone, not on the model itself.");
  if (clipped) page.text("The evidence lies outside the scale, so the score shows less than was found.");
}

function writeObservations(page: Sheet, { in_dataset: inDataset, reproduced }: ScoreResult): void {
  page.heading("What was observed");
  if (inDataset.datasets.length === 0) page.text(`In datasets of this model: ${inDataset.reason ?? "nothing was met"}`);
  page.table({
    columns: ["Dataset of this model", "Words met", "Longest run", "Verdict"],
    rows: inDataset.datasets.map((one) => [
      one.dataset,
      `${count(one.matched_words, "word")} (${percent(one.share)}) in ${count(one.documents, "document")}`,
      count(one.longest_run_words, "word"),
      one.verdict.replaceAll("_", " "),
    ]),
  });
  const rate = reproduced.rate === null ? (reproduced.reason ?? "not measured") : percent(reproduced.rate);
  page.text(`Reproduced by the model: ${rate}`);
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
    `Jurisdiction: ${law.code}${law.applied === law.code ? "" : `, by the rule of ${law.applied}`} (${law.name})`,
  );
  page.text(law.rule);
  if (law.standard_of_proof !== null) page.text(`Standard of proof: ${law.standard_of_proof}`);
  page.text(`Opt-out: ${law.opt_out}`);
  for (const note of law.notes) page.text(note, { label: "- " });
  if (law.sources.length > 0) page.text(`Sources: ${law.sources.join(", ")}.`, { dim: true });
  page.text("This changes words, never a measured number.", { dim: true });
}
