/** The report of a comparison of many texts: which pairs share something, the strongest first, and what. */
import type { CompareAllResult, ComparedPair } from "../../base/contract/operations/compareAll.ts";
import { plural } from "../../base/plural.ts";
import { count, figure, type PlainOptions, percent } from "../layout/page.ts";
import { htmlOf, plainOf } from "../layout/result.ts";
import type { Sheet, Tone } from "../layout/sheet.ts";
import type { ShortPage } from "../layout/shortPage.ts";
import type { GivenText } from "../layout/shownText.ts";
import { writeMethod } from "../parts/method.ts";
import { PASSAGES_SHOWN } from "../parts/passages.ts";
import { writeLeftOut, writeMore } from "../short/common.ts";
import { named, relationInWords, shownOrNot, writePassages, writeShares } from "./comparison.ts";

interface TextsOfPairs {
  /** The texts, in the order of `texts` of the result, to show passages in them. */
  texts?: readonly GivenText[] | undefined;
}

const COMPARISONS = {
  name: "Comparisons",
  shape: "CompareAllResult",
  idField: "comparisons_id",
  captions: { own: "In the first", source: "In the second" },
} as const;

/** Pairs that are shown side by side. */
const PAIRS_SHOWN = 100;
const PAIRS_SHORT = 10;

export const plainComparisons = (result: CompareAllResult, options: PlainOptions & TextsOfPairs): string =>
  plainOf(
    COMPARISONS,
    result,
    options,
    (page) => writeComparisons(page, result, options.texts ?? []),
    (page) => writeShort(page, result),
  );

/** The same report as one printable HTML file without scripts or external resources: each pair side by side. */
export const htmlComparisons = (result: CompareAllResult, { texts = [] }: TextsOfPairs = {}): string =>
  htmlOf(COMPARISONS, result, {}, (page) => writeComparisons(page, result, texts));

function verdictOf({ texts, references, pairs, clusters, completeness }: CompareAllResult): [string, string, Tone] {
  const own = texts.length - references;
  const of = `${count((own * (own - 1)) / 2 + own * references, "pair")} of ${count(own, "text")}${references === 0 ? "" : ` and ${count(references, "reference")}`}`;
  if (pairs.length === 0) {
    if (completeness.stages.some(({ name, status }) => name === "pairs" && status !== "done"))
      return [
        "NOT FULLY COMPARED",
        `Of ${of}, not all were compared; of those that were, none shares a passage.`,
        "plain",
      ];
    return ["NONE FOUND", `Of ${of}, none shares a passage.`, "plain"];
  }
  const linked = clusters.length === 0 ? "" : ` They make ${count(clusters.length, "group")}.`;
  return [
    "PAIRS",
    `${figure(pairs.length)} of ${of} ${plural(pairs.length, "is the same or shares", "are the same or share")} passages.${linked}`,
    "part",
  ];
}

function writeShort(page: ShortPage, result: CompareAllResult): void {
  page.verdict(...verdictOf(result));
  page.findings(
    result.pairs.map((pair, i) => ({ number: i + 1, opening: null, where: `${nameOf(pair)}: ${inWords(pair)}` })),
    PAIRS_SHORT,
  );
  const [largest] = result.clusters;
  if (largest !== undefined)
    page.statement("Largest group", `${count(largest.length, "text")}: ${largest.join(", ")}`, 1);
  if (result.pairs.length > 0)
    page.statement("Not shown", "who copied from whom, or whether both copied from a third.");
  writeLeftOut(page, result.completeness);
  writeMore(page);
}

const nameOf = ({ a, b }: ComparedPair): string => `${a} – ${b}`;

function inWords({ relation, spelling, containment_a_in_b: first, containment_b_in_a: second }: ComparedPair): string {
  const read = spelling === undefined ? "" : `, read as ${spelling.replaceAll("_", " ")}`;
  return `${named(relation)}, ${percent(first.value)} of the first, ${percent(second.value)} of the second${read}`;
}

function writeComparisons(page: Sheet, result: CompareAllResult, texts: readonly GivenText[]): void {
  const { pairs, clusters } = result;
  page.verdict(...verdictOf(result));
  page.heading("Question");
  page.text("Which of the texts share passages? The comparison does not show who copied whom.");
  if (clusters.length > 0) {
    page.heading("Groups");
    page.text(
      "In a group each text has half of its sequences of five words in another one, or holds half of another's.",
    );
    for (const ids of clusters) page.item(`${count(ids.length, "text")}: ${ids.join(", ")}`);
  }
  if (pairs.length > 0) {
    page.heading("Pairs");
    page.table({
      columns: [
        "Pair",
        "Relation",
        "Of the first in the second",
        "Of the second in the first",
        "Longest run",
        "Read as",
      ],
      rows: pairs.map((pair) => [
        nameOf(pair),
        named(pair.relation),
        percent(pair.containment_a_in_b.value),
        percent(pair.containment_b_in_a.value),
        count(pair.longest_run_words ?? 0, "word"),
        pair.spelling?.replaceAll("_", " ") ?? "",
      ]),
    });
  }
  writeMethod(page, `Comparisons ${result.comparisons_id}`, result);
  writeSides(page, result, texts);
}

/** The strongest pairs, each as the report of two texts has it. */
function writeSides(page: Sheet, { pairs, texts: members }: CompareAllResult, texts: readonly GivenText[]): void {
  const placeOf = new Map(members.map(({ id }, i) => [id, i]));
  let before = 0;
  for (const pair of pairs.slice(0, PAIRS_SHOWN)) {
    const [a, b] = [placeOf.get(pair.a)!, placeOf.get(pair.b)!];
    page.blank();
    page.verdict(nameOf(pair), relationInWords(pair, pair.spelling)[1], "part");
    writeShares(page, { ...pair, a: members[a]!, b: members[b]! });
    const passages = pair.passages ?? [];
    writePassages(page, passages, { a: shownOrNot(texts[a]), b: shownOrNot(texts[b]) }, before);
    before += Math.min(passages.length, PASSAGES_SHOWN);
  }
}
