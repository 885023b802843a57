/** What a report says of iterated continuation. */
import type {
  ExtractResult,
  IteratedExtraction,
  Iteration,
  IterationEnd,
} from "../../base/contract/operations/extract.ts";
import { count, figure, percent } from "../layout/page.ts";
import { placeOf } from "../layout/places.ts";
import type { Sheet } from "../layout/sheet.ts";

const PASSAGES_SHOWN = 5;

const ENDS: Readonly<Record<IterationEnd, string>> = {
  differs: "the first reply did not continue the text",
  refused: "the model or its host declined",
  ended: "the model ended the text",
  strayed: "three replies in a row held nothing of the text",
  whole: "the end of the text was reached",
  queries: "the maximum of queries was reached",
  budget: "budget or time ran out",
  failed: "the host gave no reply",
  malformed: "the host's reply could not be read",
};

/** The sentence of the headline, without the comparison with the controls. */
export function gaveBack(model: string, { work }: IteratedExtraction): string {
  return work.recited_words === 0
    ? `${model} gave back no passage of at least 100 words of this text.`
    : `${model} gave back ${percent(work.recall)} of the words of this text, in passages of at least 100 words.`;
}

export function writeIteration(page: Sheet, { rates }: ExtractResult, iterated: IteratedExtraction): void {
  const { opening, work, controls, passages } = iterated;
  page.heading("Observations");
  page.text(`The model was given the first ${count(opening, "word")} of each text, and then its own replies.`);
  page.item(`The work: ${givenBack(work)}. ${queriesOf(work)}`);
  if (controls.length > 0) {
    const most = controls.reduce((one, other) => (other.recall > one.recall ? other : one));
    const continued = controls.filter(({ ended }) => ended !== "differs").length;
    const ofMost = most.recall === 0 ? "" : `; the most, ${percent(most.recall)}, of ${most.id}`;
    page.item(`The controls: ${percent(rates.control?.value ?? 0)} on average${ofMost}.`);
    page.item(
      `The model continued ${figure(continued)} of ${count(controls.length, "control")} beyond the first reply; ${count(totalOf(controls, "refusals"), "refusal")}.`,
    );
    page.item(`Words of the work in replies about the controls: ${figure(totalOf(controls, "work_words"))}.`);
  }
  writePassages(page, passages);
}

function givenBack({ recited_words, words, recall, blocks, longest_block_words }: Iteration): string {
  const share = `${figure(recited_words)} of ${count(words, "word")} (${percent(recall)})`;
  return blocks === 0
    ? `${share} in passages of at least 100 words`
    : `${share} in ${count(blocks, "passage")} of at least 100 words, the longest of ${figure(longest_block_words)}`;
}

function queriesOf({ queries, refusals, truncations, ended }: Iteration): string {
  const cut = truncations === 0 ? "" : `, ${count(truncations, "reply", "replies")} cut at the maximum length`;
  return `${count(queries, "query", "queries")}, ${count(refusals, "refusal")}${cut}; they ended since ${ENDS[ended]}.`;
}

function writePassages(page: Sheet, passages: IteratedExtraction["passages"]): void {
  if (passages.length === 0) return;
  page.heading("Passages given back");
  const longest = [...passages].sort((x, y) => y.words - x.words || x.start - y.start).slice(0, PASSAGES_SHOWN);
  for (const passage of longest.sort((x, y) => x.start - y.start))
    page.item(`${placeOf(passage)}: ${count(passage.words, "word")}`);
  if (passages.length > longest.length) page.text(`and ${count(passages.length - longest.length, "other passage")}`);
}

const totalOf = <Name extends "refusals" | "work_words">(
  controls: IteratedExtraction["controls"],
  name: Name,
): number => controls.reduce((sum, one) => sum + one[name], 0);
