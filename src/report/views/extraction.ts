/** The report of an extraction: propositions, observations, certainty and limits. */
import type { ExtractResult, WindowRate } from "../../base/contract/operations/extract.ts";
import { count, figure, type PlainOptions, percent, probability } from "../layout/page.ts";
import { placeOf } from "../layout/places.ts";
import { htmlOf, plainOf } from "../layout/result.ts";
import type { Sheet } from "../layout/sheet.ts";
import { gaveBack, writeIteration } from "../parts/iteration.ts";
import { writeMethod } from "../parts/method.ts";

const EXTRACTION = { name: "Extraction", shape: "ExtractResult", idField: "extract_id" } as const;

export function plainExtraction(result: ExtractResult, options: PlainOptions): string {
  return plainOf(EXTRACTION, result, options, (page) => writeExtraction(page, result));
}

/** The same report as one printable HTML file without scripts or external resources. */
export function htmlExtraction(result: ExtractResult): string {
  return htmlOf(EXTRACTION, result, {}, (page) => writeExtraction(page, result));
}

/** A report calls the rate higher than that of the controls up to this p-value. */
const SIGNIFICANT_P = 0.05;
const STRETCHES_SHOWN = 5;

function writeExtraction(page: Sheet, result: ExtractResult): void {
  writeHeadline(page, result);
  page.heading("Propositions");
  page.text(result.propositions.reproduced);
  page.text(result.propositions.trained_on);
  page.text(result.propositions.alternative, { label: "Or: " });
  if (result.iterated !== undefined) writeIteration(page, result, result.iterated);
  else {
    writeObserved(page, result);
    writeStretches(page, result);
  }
  writeUncertainty(page, result);
  page.heading("Limits");
  for (const caveat of result.caveats) page.item(caveat);
  writeMethod(page, `Extraction ${result.extract_id}`, result);
}

function writeHeadline(page: Sheet, { model, rates: { work }, claims: { reproduced }, iterated }: ExtractResult): void {
  if (work.hits === 0) {
    const nothing =
      iterated === undefined
        ? `${model} recited none of the windows for which it was queried.`
        : gaveBack(model, iterated);
    page.verdict("NOT RECITED", `${nothing} This is not evidence against training.`, "plain");
    return;
  }
  const isBeyond = reproduced.p !== null && reproduced.p <= SIGNIFICANT_P;
  if (iterated !== undefined) {
    const beside = isBeyond
      ? "That is more than of the controls."
      : "The result does not show that this is more than of texts it cannot have seen.";
    page.verdict("RECITED", `${gaveBack(model, iterated)} ${beside}`, isBeyond ? "found" : "part");
    return;
  }
  const sentence = isBeyond
    ? `${model} recites parts of this text, and more of it than of the controls.`
    : `${model} recites parts of this text. The result does not show that it recites more of it than of texts it cannot have seen.`;
  page.verdict("RECITED", sentence, isBeyond ? "found" : "part");
}

function writeObserved(page: Sheet, result: ExtractResult): void {
  const { windows, rates, extraction, near_verbatim: near, longest_run: run } = result;
  page.heading("Observations");
  const shape = `${windows.prefix} + ${windows.suffix} ${windows.unit}`;
  const design = windows.design === "census" ? "all" : `${figure(windows.asked)} drawn at random`;
  page.text(`Windows of ${shape}: ${design} of ${figure(windows.population)}, ${figure(windows.answered)} answered.`);
  page.text(`Definition of recited: ${rates.event}`);
  page.item(`The work: ${rateOf(rates.work)}.`);
  if (rates.control !== null) page.item(`The controls: ${rateOf(rates.control)}.`);
  page.item(`Most likely continuation equals the text: ${rateOf(extraction.discoverable.work)}.`);
  if (near !== null) page.item(`Mean share of a suffix that the model returns: ${percent(near.recall.work.value)}.`);
  if (run !== null) {
    const bits = run.bits === null ? "" : `, ${count(run.bits, "bit")} of surprise given the words of the controls`;
    const other = run.control_words === null ? "" : `; in the controls ${count(run.control_words, "word")}`;
    page.item(`Longest run: ${count(run.words, "word")}${bits}${other}.`);
  }
}

function writeStretches(page: Sheet, { map }: ExtractResult): void {
  const recited = map.filter(({ rate }) => rate !== null && rate.hits > 0);
  if (recited.length === 0) return;
  page.heading("Recited parts");
  const strongest = [...recited]
    .sort((x, y) => y.rate!.value - x.rate!.value || x.start - y.start)
    .slice(0, STRETCHES_SHOWN);
  for (const stretch of strongest.sort((x, y) => x.start - y.start))
    page.item(`${placeOf(stretch)}: ${rateOf(stretch.rate!)}`);
  if (recited.length > strongest.length) page.text(`and ${count(recited.length - strongest.length, "other part")}`);
}

function writeUncertainty(page: Sheet, { claims, controls }: ExtractResult): void {
  page.heading("Certainty");
  for (const [words, { p, exactness, reason }] of [
    ["Recites more of the work than of the controls", claims.reproduced],
    ["Was trained on the work", claims.trained_on],
  ] as const) {
    page.item(`${words}: ${p === null ? "no claim" : `p = ${probability(p)} (${exactness})`}. ${reason}`);
  }
  const { all_windows: all } = controls;
  if (all)
    page.text(
      `With all ${count(all.windows, "window")} of the work: ${percent(all.outranking)} of all choices of ${figure(controls.windows_each)} of them stand above every control, which is p = ${probability(all.p)} whichever were drawn first.`,
    );
  const least = controls.used === 0 ? "" : ` No p below ${probability(controls.p_min)} was possible.`;
  page.text(`${figure(controls.used)} of ${count(controls.given, "control")} used.${least}`);
}

const rateOf = ({ value, ci_95: [lo, hi], hits, of, undecided }: WindowRate): string =>
  `${percent(value)} (${figure(hits)} of ${figure(of)}${undecided > 0 ? `, ${figure(undecided)} open` : ""}; 95 % interval ${percent(lo)} to ${percent(hi)})`;
