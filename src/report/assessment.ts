/** The report of a memorisation risk assessment: the level, the reasons, and published measurements. */
import { checkArguments, checkPlain, checkShown, optionsCheck } from "../arguments.ts";
import type { AssessFactor, AssessResult } from "../contract/assess.ts";
import { checkShape } from "../contract/shapes.ts";
import { type Cited, HtmlSheet } from "./html.ts";
import { writeCompleteness, writeReplay } from "./method.ts";
import { count, figure, type PlainOptions, percent, TerminalPage } from "./page.ts";
import type { Sheet } from "./sheet.ts";

export function plainAssessment(result: AssessResult, options: PlainOptions): string {
  checkShown("plainAssessment", result, "assess_id");
  checkShape("plainAssessment", "AssessResult", result);
  checkPlain("plainAssessment", options);
  const page = new TerminalPage(options);
  writeAssessment(page, result);
  return page.finish();
}

/** The same report as one printable HTML file without scripts or external resources. */
export function htmlAssessment(result: AssessResult, cited: Cited = {}): string {
  checkShown("htmlAssessment", result, "assess_id");
  checkShape("htmlAssessment", "AssessResult", result);
  checkArguments("htmlAssessment", [optionsCheck(cited)]);
  const page = new HtmlSheet(cited);
  writeAssessment(page, result);
  page.sources(result.factors.flatMap(({ sources }) => sources));
  return page.finish(`Assessment ${result.assess_id}`, result);
}

function writeAssessment(page: Sheet, result: AssessResult): void {
  const { level, because, model_id: model } = result;
  const word = level.replaceAll("_", " ").toUpperCase();
  const isFound = level === "high" || level === "critical";
  const claim = `that ${model} has memorised this text. ${because}`;
  if (level === "insufficient_evidence") page.verdict(word, because, "plain");
  else if (level === "none") page.verdict("NO SIGN", claim, "plain");
  else page.verdict(`${word} RISK`, claim, isFound ? "found" : "part");
  writeCopies(page, result);
  page.heading("Factors");
  for (const factor of result.factors) writeFactor(page, factor);
  writeExpectation(page, result);
  if (result.caveats.length > 0) page.heading("Caveats");
  for (const caveat of result.caveats) page.text(caveat, { label: "- " });
  writeCompleteness(page, result.completeness);
  writeReplay(page, `Assessment ${result.assess_id}`, result.method);
}

function writeCopies(page: Sheet, { copies: { datasets, reason } }: AssessResult): void {
  page.heading("Copies in the searched training data");
  if (reason !== null) page.text(reason);
  for (const one of datasets) {
    const many = `${count(one.copies, "copy", "copies")}, ${count(one.near_copies, "near copy", "near copies")}`;
    const most = `at most ${percent(one.share)} of the text in one document, longest run ${count(one.longest_run_words, "word")}`;
    page.text(
      `${one.dataset}: ${many} among ${count(one.documents, "document that contains", "documents that contain")} a passage; ${most}.`,
      { label: "- " },
    );
  }
}

const WEIGHTS = { up: "raises", down: "lowers", none: "no weight" };

function writeFactor(page: Sheet, { factor, weighs, value, unit, because, sources }: AssessFactor): void {
  const measured = value === null ? "" : ` (${unit}: ${figure(value)})`;
  page.text(`${factor.replaceAll("_", " ")}: ${WEIGHTS[weighs]}${measured}. ${because}`, { label: "- " });
  if (sources.length > 0) page.text(`Sources: ${sources.join(", ")}.`, { indent: 4, dim: true });
}

function writeExpectation(
  page: Sheet,
  { expected_extraction: { range, metric, studies, reason } }: AssessResult,
): void {
  page.heading("Expected extraction");
  page.text(range === null ? reason : `${percent(range[0])} to ${percent(range[1])} (${metric}). ${reason}`);
  for (const { id, finding, value, unit, work, sources } of studies) {
    const figures = `${percent(value)}${unit === "upper bound" ? " at most" : ""}${work === null ? "" : `, ${work}`}`;
    page.text(`${id}: ${figures}. ${finding} Sources: ${sources.join(", ")}.`, { label: "- " });
  }
}
