/** The report of a memorisation risk assessment: the level, the reasons, and published measurements. */
import type { AssessFactor, AssessResult } from "../../base/contract/operations/assess.ts";
import type { Cited } from "../layout/html.ts";
import { count, figure, type PlainOptions, percent } from "../layout/page.ts";
import { htmlOf, plainOf } from "../layout/result.ts";
import type { Sheet, Tone } from "../layout/sheet.ts";
import { writeMethod } from "../parts/method.ts";
import { writeShortAssessment } from "../short/assessment.ts";

const ASSESSMENT = { name: "Assessment", shape: "AssessResult", idField: "assess_id" } as const;

export function plainAssessment(result: AssessResult, options: PlainOptions): string {
  return plainOf(
    ASSESSMENT,
    result,
    options,
    (page) => writeAssessment(page, result),
    (page) => writeShortAssessment(page, result, verdictOf(result)),
  );
}

/** The same report as one printable HTML file without scripts or external resources. */
export function htmlAssessment(result: AssessResult, cited: Cited = {}): string {
  return htmlOf(ASSESSMENT, result, cited, (page) => {
    writeAssessment(page, result);
    page.sources(result.factors.flatMap(({ sources }) => sources));
  });
}

function verdictOf(result: AssessResult): [word: string, sentence: string, tone: Tone] {
  const { level, because, model_id: model } = result;
  const word = level.replaceAll("_", " ").toUpperCase();
  const isFound = level === "high" || level === "critical";
  const claim = `that ${model} has memorised this text. ${because}`;
  if (level === "insufficient_evidence") return [word, because, "plain"];
  if (level === "none") return ["NO SIGN", claim, "plain"];
  return [`${word} RISK`, claim, isFound ? "found" : "part"];
}

function writeAssessment(page: Sheet, result: AssessResult): void {
  page.verdict(...verdictOf(result));
  writeCopies(page, result);
  page.heading("Factors");
  for (const factor of result.factors) writeFactor(page, factor);
  writeExpectation(page, result);
  if (result.caveats.length > 0) page.heading("Caveats");
  for (const caveat of result.caveats) page.item(caveat);
  writeMethod(page, `Assessment ${result.assess_id}`, result);
}

function writeCopies(page: Sheet, { copies: { datasets, reason } }: AssessResult): void {
  page.heading("Copies in the searched training data");
  if (reason !== null) page.text(reason);
  for (const one of datasets) {
    const many = `${count(one.copies, "copy", "copies")}, ${count(one.near_copies, "near copy", "near copies")}`;
    const most = `at most ${percent(one.share)} of the text in one document, longest run ${count(one.longest_run_words, "word")}`;
    page.item(
      `${one.dataset}: ${many} among ${count(one.documents, "document that contains", "documents that contain")} a passage; ${most}.`,
    );
  }
}

const WEIGHTS = { up: "raises", down: "lowers", none: "no weight" };

function writeFactor(page: Sheet, { factor, weighs, value, unit, because, sources }: AssessFactor): void {
  const measured = value === null ? "" : ` (${unit}: ${figure(value)})`;
  page.item(`${factor.replaceAll("_", " ")}: ${WEIGHTS[weighs]}${measured}. ${because}`);
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
    page.item(`${id}: ${figures}. ${finding} Sources: ${sources.join(", ")}.`);
  }
}
