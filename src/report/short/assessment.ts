/** The short answer of an assessment: the level, what raises and lowers it, and that no model was asked. */
import type { AssessResult } from "../../base/contract/operations/assess.ts";
import { count, percent } from "../layout/page.ts";
import type { Tone } from "../layout/sheet.ts";
import type { ShortPage } from "../layout/shortPage.ts";
import { writeLeftOut, writeMore } from "./common.ts";

export function writeShortAssessment(
  page: ShortPage,
  result: AssessResult,
  verdict: readonly [word: string, sentence: string, tone: Tone],
): void {
  page.verdict(...verdict);
  const { datasets, reason } = result.copies;
  const copies = datasets.map((one) =>
    one.copies + one.near_copies + one.share === 0
      ? `none in ${one.dataset}`
      : `${count(one.copies, "copy", "copies")} and ${count(one.near_copies, "near copy", "near copies")} in ${one.dataset}, at most ${percent(one.share)} of the text in one document`,
  );
  page.statement("Copies", copies.length === 0 ? (reason ?? "none found.") : `${copies.join("; ")}.`);
  for (const [label, way] of [
    ["Raises it", "up"],
    ["Lowers it", "down"],
  ] as const) {
    const factors = result.factors
      .filter(({ weighs }) => weighs === way)
      .map(({ factor }) => factor.replaceAll("_", " "));
    if (factors.length > 0) page.statement(label, `${factors.join(", ")}.`);
  }
  const { range, metric, reason: why } = result.expected_extraction;
  const measured = range === null ? why : `${percent(range[0])} to ${percent(range[1])} (${metric}).`;
  page.statement("Measured by others", measured);
  page.statement(
    "Error rate",
    "of the level none was measured: published measurements, not cases of ours, stand behind it.",
  );
  page.statement(
    "Not shown",
    "that the model repeats this text: it was not asked. The level ranks cases for attention.",
  );
  writeLeftOut(page, result.completeness);
  writeMore(page);
}
