/** An extraction in plain words: what is claimed, what was observed, how sure that is, and what it does not show. */
import { checkPlain, checkShown } from "../arguments.ts";
import type { ExtractResult, WindowRate } from "../contract/extract.ts";
import { checkShape } from "../contract/shapes.ts";
import { HtmlSheet } from "./html.ts";
import { writeCompleteness, writeReplay } from "./method.ts";
import { count, figure, type PlainOptions, percent, probability, TerminalPage } from "./page.ts";
import type { Sheet } from "./sheet.ts";

export function plainExtraction(result: ExtractResult, options: PlainOptions): string {
  checkShown("plainExtraction", result, "extract_id");
  checkShape("plainExtraction", "ExtractResult", result);
  checkPlain("plainExtraction", options);
  const page = new TerminalPage(options);
  writeExtraction(page, result);
  return page.finish();
}

/** The same as one HTML file: no scripts, nothing loaded, fit to print. */
export function htmlExtraction(result: ExtractResult): string {
  checkShown("htmlExtraction", result, "extract_id");
  checkShape("htmlExtraction", "ExtractResult", result);
  const page = new HtmlSheet({});
  writeExtraction(page, result);
  return page.finish(`Extraction ${result.extract_id}`, result);
}

/** A p-value from which on a report says that controls were outdone. */
const P_TOLD = 0.05;
const STRETCHES_SHOWN = 5;

function writeExtraction(page: Sheet, result: ExtractResult): void {
  writeHeadline(page, result);
  page.heading("Propositions");
  page.text(result.propositions.reproduced);
  page.text(result.propositions.trained_on);
  page.text(result.propositions.alternative, { label: "Or: " });
  writeObserved(page, result);
  writeStretches(page, result);
  writeUncertainty(page, result);
  page.heading("Limits");
  for (const caveat of result.caveats) page.text(caveat, { label: "- " });
  writeCompleteness(page, result.completeness);
  writeReplay(page, `Extraction ${result.extract_id}`, result.method);
}

function writeHeadline(page: Sheet, { model, rates: { work }, claims: { reproduced } }: ExtractResult): void {
  if (work.hits === 0) {
    page.verdict(
      "NOT RECITED",
      `${model} recited none of the windows that were asked. That is no evidence against training.`,
      "plain",
    );
    return;
  }
  const isBeyond = reproduced.p !== null && reproduced.p <= P_TOLD;
  const sentence = isBeyond
    ? `${model} recites parts of this text, more than it recites of the controls.`
    : `${model} recites parts of this text; that it recites more of it than of texts it cannot have seen is not shown.`;
  page.verdict("RECITED", sentence, isBeyond ? "found" : "part");
}

function writeObserved(page: Sheet, result: ExtractResult): void {
  const { windows, rates, extraction, near_verbatim: near, longest_run: run } = result;
  page.heading("What was observed");
  const shape = `${windows.prefix} + ${windows.suffix} ${windows.unit}`;
  const design = windows.design === "census" ? "all" : `${figure(windows.asked)} drawn at random`;
  page.text(`Windows of ${shape}: ${design} of ${figure(windows.population)}, ${figure(windows.answered)} answered.`);
  page.text(`Recited means: ${rates.event}`);
  page.text(`The work: ${rateOf(rates.work)}.`, { label: "- " });
  if (rates.control !== null) page.text(`The controls: ${rateOf(rates.control)}.`, { label: "- " });
  page.text(`Likeliest continuation word for word: ${rateOf(extraction.discoverable.work)}.`, { label: "- " });
  if (near !== null)
    page.text(`Mean share of a suffix that comes back: ${percent(near.recall.work.value)}.`, { label: "- " });
  if (run !== null) {
    const bits = run.bits === null ? "" : `, ${count(run.bits, "bit")} of surprise under the controls' words`;
    const other = run.control_words === null ? "" : `; of the controls ${count(run.control_words, "word")}`;
    page.text(`Longest run: ${count(run.words, "word")}${bits}${other}.`, { label: "- " });
  }
}

function writeStretches(page: Sheet, { map }: ExtractResult): void {
  const recited = map.filter(({ rate }) => rate !== null && rate.hits > 0);
  if (recited.length === 0) return;
  page.heading("Where");
  const strongest = [...recited]
    .sort((x, y) => y.rate!.value - x.rate!.value || x.start - y.start)
    .slice(0, STRETCHES_SHOWN);
  for (const { start, end, rate } of strongest.sort((x, y) => x.start - y.start))
    page.text(`characters ${figure(start)} to ${figure(end)}: ${rateOf(rate!)}`, { label: "- " });
  if (recited.length > strongest.length)
    page.text(`and in ${count(recited.length - strongest.length, "other stretch", "other stretches")}`);
}

function writeUncertainty(page: Sheet, { claims, controls }: ExtractResult): void {
  page.heading("How sure");
  for (const [words, { p, exactness, reason }] of [
    ["More than of the controls", claims.reproduced],
    ["Trained on it", claims.trained_on],
  ] as const) {
    page.text(`${words}: ${p === null ? "nothing is claimed" : `p = ${probability(p)} (${exactness})`}. ${reason}`, {
      label: "- ",
    });
  }
  const least = controls.used === 0 ? "" : ` No p below ${probability(controls.p_min)} was possible.`;
  page.text(`${count(controls.used, "control")} of ${figure(controls.given)} counted.${least}`);
}

const rateOf = ({ value, ci_95: [lo, hi], hits, of, undecided }: WindowRate): string =>
  `${percent(value)} (${figure(hits)} of ${figure(of)}${undecided > 0 ? `, ${figure(undecided)} open` : ""}; 95 % interval ${percent(lo)} to ${percent(hi)})`;
