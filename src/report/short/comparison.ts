/** The short answer of a comparison: what two texts share, and where. */
import type { ComparedText, CompareResult, ShareWithInterval } from "../../base/contract/operations/compare.ts";
import { count, percent } from "../layout/page.ts";
import type { Tone } from "../layout/sheet.ts";
import type { ShortPage } from "../layout/shortPage.ts";
import type { ReportedText } from "../layout/shownText.ts";
import { openingOf, passageOf } from "../parts/passages.ts";
import { CONTESTED, rewordedInWords } from "../parts/reworded.ts";
import { writeLeftOut, writeMore } from "./common.ts";
import { MEASURED, measuredShare } from "./measuredRates.ts";

export function writeShortComparison(
  page: ShortPage,
  result: CompareResult,
  verdict: readonly [word: string, sentence: string, tone: Tone],
  text: ReportedText | undefined,
): void {
  const { a, b, containment_a_in_b: first, containment_b_in_a: second, longest_run_words: longest } = result;
  page.verdict(...verdict);
  page.statement("First text", `${wordsOf(a)}, ${shareOf(first)} in the second, counted by five words in a row.`);
  page.statement("Second text", `${wordsOf(b)}, ${shareOf(second)} in the first.`);
  if (longest !== null && longest > 0) page.statement("Longest run", `${count(longest, "word")} without a change.`);
  if (result.reworded !== undefined) page.statement("In other words", rewordedInWords(result.reworded), 4);
  page.findings(
    (result.passages ?? []).map((one, i) => ({
      number: i + 1,
      opening: text === undefined ? null : openingOf(passageOf(text.text, text.spanOf(one.a))),
      where: `${count(one.words, "word")}, ${percent(one.identity)} the same`,
    })),
  );
  page.statement("Not shown", "who copied from whom, or whether both copied from a third.");
  const rate = errorRateOf(result);
  if (rate !== null) page.statement("Error rate", rate);
  writeLeftOut(page, result.completeness);
  writeMore(page);
}

/** The words of a text, and what does not count of them. */
export function wordsOf({ words, ignored_words: ignored = 0 }: ComparedText): string {
  if (ignored === 0) return count(words, "word");
  return `${count(words - ignored, "word")}, without ${count(ignored, "word")} of texts that do not count`;
}

/** Fingerprints have intervals of their own; equal words leave nothing to be wrong about. */
function errorRateOf({ relation, passages, method, reworded }: CompareResult): string | null {
  if (relation === "unrelated" && (reworded?.verdict === "likely" || reworded?.verdict === "possible"))
    return CONTESTED;
  if (method.parameters["spelling"] !== undefined) return "not measured for texts in another spelling.";
  if (passages === null || relation === "identical" || relation === "insufficient_evidence") return null;
  return relation === "unrelated"
    ? `${measuredShare(MEASURED.heavilyRewordedMissed)} heavily reworded texts were taken for unrelated.`
    : `${measuredShare(MEASURED.literatureFalse)} pairs of novels and poems that share nothing had such a passage, and ${measuredShare(MEASURED.lawsFalse)} pairs of laws.`;
}

function shareOf({ value, ci_95: [lo, hi] }: ShareWithInterval): string {
  if (value === 0 && lo === 0 && hi === 1) return "an unknown share of them";
  return lo === hi
    ? `${percent(value)} of them`
    : `${percent(value)} (95 % interval ${percent(lo)} to ${percent(hi)}) of them`;
}
