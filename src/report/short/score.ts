/** The short answer of a score: for what the evidence speaks, how strongly, and what it does not show. */
import type { ScoreResult } from "../../base/contract/operations/score.ts";
import { count, figure, percent } from "../layout/page.ts";
import type { Tone } from "../layout/sheet.ts";
import type { ShortPage } from "../layout/shortPage.ts";
import { writeLeftOut, writeMore } from "./common.ts";

/** What is in datasets of the model and what it repeats are separate observations. */
export function writeShortScore(
  page: ShortPage,
  result: ScoreResult,
  verdict: readonly [word: string, sentence: string, tone: Tone],
): void {
  const { propositions, tier, score, in_dataset: inDataset, reproduced } = result;
  page.verdict(...verdict);
  page.statement("The question", propositions.trained_on);
  if (tier !== "insufficient_evidence")
    page.statement("Score", `${figure(score)} of 100: how strongly the evidence speaks. It is no probability.`);
  // Without it, a text found whole in what the model read, and a score of 0, seem to contradict each other.
  const uncounted = result.channels.find(({ lr, range_basis }) => lr === 1 && range_basis === "rule");
  if (tier === "no_support" && uncounted?.reason != null) page.statement("Why", uncounted.reason);
  const found = inDataset.datasets.map(
    (one) => `${count(one.matched_words, "word")} (${percent(one.share)}) in ${one.dataset}`,
  );
  const none = inDataset.reason ?? "nothing was found.";
  page.statement("In its datasets", found.length === 0 ? none : `${found.join("; ")}.`);
  const repeats = reproduced.rate === null ? (reproduced.reason ?? "Not measured.") : percent(reproduced.rate);
  page.statement("Repeated by it", repeats);
  const rate = errorRateOf(result);
  if (rate !== null) page.statement("Error rate", rate);
  const [caveat] = result.caveats;
  if (caveat !== undefined && tier !== "insufficient_evidence") page.statement("Note", caveat);
  page.statement("Not shown", "training on this text; nor does a low score show that there was none.");
  writeLeftOut(page, result.completeness);
  writeMore(page);
}

/** Of the kind nearest to a text for which a match would be wrong. */
function errorRateOf({ basis, error_rates: rates }: ScoreResult): string | null {
  const rate = basis === "documentary" ? rates?.find(({ kind }) => kind === "clean, same genre") : undefined;
  if (rate === undefined) return null;
  const [lo, hi] = rate.ci_95;
  return `${percent(rate.match)} (95 % interval ${percent(lo)} to ${percent(hi)}) of unrelated test texts of the same genre matched it wrongly.`;
}
