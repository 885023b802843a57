/** The report of a comparison of two texts. */
import { checkArguments, optionsCheck } from "../../base/arguments.ts";
import type {
  ComparedPassage,
  CompareResult,
  Relation,
  ShareWithInterval,
} from "../../base/contract/operations/compare.ts";
import type { RewordedVerdict } from "../../base/contract/operations/rewording.ts";
import { PASSAGE_WORDS_MIN } from "../../base/limits.ts";
import { count, type PlainOptions, percent } from "../layout/page.ts";
import { placeOf } from "../layout/places.ts";
import { htmlOf, plainOf } from "../layout/result.ts";
import type { Axis, Estimate, Sheet, Tone } from "../layout/sheet.ts";
import { type GivenText, type ReportedText, shownText } from "../layout/shownText.ts";
import { writeMethod } from "../parts/method.ts";
import { openingOf, PASSAGES_SHOWN, passageOf } from "../parts/passages.ts";
import { writeReworded } from "../parts/reworded.ts";
import { wordsOf, writeShortComparison } from "../short/comparison.ts";

interface ComparedTexts {
  /**
   * The first text, to show passages in it; without it, the report states their positions. Of Markdown and HTML give
   * what the reader of `spolia/documents` made of it.
   */
  a?: GivenText | undefined;
  /** The second text; a page shows its passages next to those of the first. */
  b?: GivenText | undefined;
}

export interface PlainComparisonOptions extends PlainOptions, ComparedTexts {}

const RELATIONS: Record<Relation, [word: string, meaning: string]> = {
  identical: ["IDENTICAL", "The two texts have the same words."],
  near_duplicate: ["NEAR DUPLICATE", "The two texts are the same except for small changes."],
  contains: ["CONTAINS", "The first text contains the second."],
  excerpt: ["EXCERPT", "The second text contains the first."],
  partial: ["PARTIAL", "The two texts share passages."],
  unrelated: ["UNRELATED", "The two texts share no passage."],
  insufficient_evidence: ["INSUFFICIENT EVIDENCE", "At least one text is too short or too repetitive to compare."],
};

/** Meanings for a comparison of fingerprints, which does not find passages. */
const MEANINGS_OF_PRINTS: Partial<Record<Relation, string>> = {
  partial: "The two texts share sequences of words.",
  unrelated: "The two texts share no run of 12 words.",
};

const SHARE_AXIS: Axis = [
  [0, "0 %"],
  [0.5, "50 %"],
  [1, "100 %"],
];

const COMPARISON = {
  name: "Comparison",
  shape: "CompareResult",
  idField: "comparison_id",
  captions: { own: "In the first", source: "In the second" },
} as const;

export function plainComparison(result: CompareResult, options: PlainComparisonOptions): string {
  return plainOf(
    COMPARISON,
    result,
    options,
    (page) => writeComparison(page, result, options),
    (page) => {
      const text = options.a === undefined ? undefined : shownText(options.a);
      writeShortComparison(page, result, [...comparisonInWords(result), toneOf(result)], text);
    },
  );
}

/** The same report as one printable HTML file without scripts or external resources. */
export function htmlComparison(result: CompareResult, texts: ComparedTexts = {}): string {
  checkArguments("htmlComparison", [optionsCheck(texts, "/texts")]);
  return htmlOf(COMPARISON, result, {}, (page) => writeComparison(page, result, texts));
}

/** How texts were read that share little as they are written. */
const SPELLINGS: Readonly<Record<string, string>> = {
  letters_apart: "with letters that stand apart as words",
  early_print: "as early print: f and s, u and v, i, j and y are one letter, w is uu, and ä is ae",
  old_german:
    "as German of earlier times: th is t, ey and ei are one, ie is i, ä is e, c is k or z, ß is s, letters are not doubled; and as early print",
  russian_before_reform: "as Russian before 1918: ѣ is е, і is и, ѳ is ф, and ъ is left out",
  arabic: "without the marks, and the forms of letters, that writers of Arabic and Persian vary",
  simplified_chinese: "in simplified characters",
  names_in_code:
    "as code in which all names are one name, all numbers one number and all strings one string, without comments; each sign counts as a word",
};

/** What is added to the answer where texts say the same in other words. */
const REWORDED: Partial<Record<RewordedVerdict, string>> = {
  likely: " They likely say the same in other words.",
  possible: " They may say the same in other words.",
};

/** The answer as a word and a sentence or two. */
export function comparisonInWords(result: CompareResult): [word: string, sentence: string] {
  const { method, relation, reworded } = result;
  const [word, sentence] = relationInWords(result, method.parameters["spelling"] as string | undefined);
  const verdict = reworded?.verdict ?? "not_searched";
  const isReworded = relation === "unrelated" && verdict === "likely";
  return [isReworded ? "IN OTHER WORDS" : word, sentence + (REWORDED[verdict] ?? "")];
}

/** @param name of the spelling in which both texts were read; absent where it is their own */
export function relationInWords(
  { relation, passages }: Pick<CompareResult, "relation" | "passages">,
  name = "",
): [word: string, sentence: string] {
  const [word, meaning] = RELATIONS[relation];
  const sentence = (passages === null && MEANINGS_OF_PRINTS[relation]) || meaning;
  const spelling = SPELLINGS[name];
  if (name === "names_in_code" && relation === "near_duplicate")
    return [
      word,
      `The two are built alike, but for names, numbers, strings and small changes. Both are read ${spelling}. As written they share less.`,
    ];
  return [
    word,
    spelling === undefined ? sentence : `${sentence} Both are read ${spelling}. As written they share less.`,
  ];
}

const toneOf = ({ relation, reworded }: CompareResult): Tone =>
  (relation === "unrelated" || relation === "insufficient_evidence") && reworded?.verdict !== "likely"
    ? "plain"
    : "part";

function writeComparison(page: Sheet, result: CompareResult, texts: ComparedTexts): void {
  page.verdict(...comparisonInWords(result), toneOf(result));
  page.heading("Question");
  page.text(
    "What do the two texts share, and does one contain the other? The comparison does not show who copied whom.",
  );
  const [likeliest, ...others] = result.possible_relations ?? [];
  if (likeliest !== undefined && others.length > 0) {
    page.text(
      `Without the texts, several relations are possible. Most likely: ${named(likeliest)}. Also possible: ${others.map(named).join(", ")}.`,
    );
  }
  writeShares(page, result);
  const shown = { a: shownOrNot(texts.a), b: shownOrNot(texts.b) };
  writePassages(page, result.passages ?? [], shown);
  if (result.reworded !== undefined)
    writeReworded(page, result.reworded, shown, 1 + Math.min(PASSAGES_SHOWN, result.passages?.length ?? 0));
  writeMethod(page, `Comparison ${result.comparison_id}`, result);
}

/** How much two texts share, and which. */
type MeasuredPair = Pick<
  CompareResult,
  "a" | "b" | "containment_a_in_b" | "containment_b_in_a" | "jaccard" | "longest_run_words"
>;

export function writeShares(page: Sheet, result: MeasuredPair): void {
  page.heading("How much they share");
  page.estimates(
    [
      estimate(`Share of the first (${wordsOf(result.a)}) in the second`, result.containment_a_in_b),
      estimate(`Share of the second (${wordsOf(result.b)}) in the first`, result.containment_b_in_a),
      estimate("Jaccard similarity", result.jaccard),
    ],
    SHARE_AXIS,
  );
  page.text("These are shares of the sequences of five words.", { dim: true });
  if (result.longest_run_words === 0) page.text(`Longest run: none of ${PASSAGE_WORDS_MIN} words or more.`);
  else if (result.longest_run_words !== null) page.text(`Longest run: ${count(result.longest_run_words, "word")}.`);
}

export const shownOrNot = (text: GivenText | undefined) => (text === undefined ? undefined : shownText(text));

/** @param before passages that stand before these on the page */
export function writePassages(
  page: Sheet,
  passages: readonly ComparedPassage[],
  { a, b }: { a: ReportedText | undefined; b: ReportedText | undefined },
  before = 0,
): void {
  if (passages.length === 0) return;
  page.heading("What they share");
  const strip = (label: string, shown: ReportedText | undefined, side: "a" | "b") =>
    shown !== undefined &&
    page.strip({ label, length: shown.text.length, spans: passages.map((one) => shown.spanOf(one[side])) });
  strip("Positions of the passages in the first text", a, "a");
  strip("Positions of the passages in the second text", b, "b");
  for (const [i, passage] of passages.slice(0, PASSAGES_SHOWN).entries()) {
    page.passage({
      number: before + i + 1,
      title: factsOf(passage),
      facts: placesOf(passage),
      own: a === undefined ? null : { before: "", words: passageOf(a.text, a.spanOf(passage.a)), after: "" },
      source: b === undefined ? null : { before: "", words: passageOf(b.text, b.spanOf(passage.b)), after: "" },
    });
  }
  const rest = passages.slice(PASSAGES_SHOWN);
  if (rest.length === 0) return;
  page.more(count(rest.length, "more passage"), () => ({
    columns: ["Passage", "Places", "Facts"],
    rows: rest.map((one) => [
      a === undefined ? "" : openingOf(passageOf(a.text, a.spanOf(one.a))),
      placesOf(one),
      factsOf(one),
    ]),
  }));
}

function factsOf({ kind, words, identity }: ComparedPassage): string {
  return `${kind.replace("_", " ")}, ${count(words, "word")}, ${percent(identity)} identical`;
}

function placesOf({ a, b }: ComparedPassage): string {
  return `In the first: ${placeOf(a)}. In the second: ${placeOf(b)}.`;
}

export function named(relation: Relation): string {
  return RELATIONS[relation][0].toLowerCase();
}

function estimate(label: string, { value, ci_95: [lo, hi] }: ShareWithInterval): Estimate {
  const shown = { label, at: value, lo, hi };
  if (value === 0 && lo === 0 && hi === 1)
    return { ...shown, value: "not known", interval: "no sequence of five words to count" };
  const interval = lo === hi ? "exact count" : `95 % interval ${percent(lo)} to ${percent(hi)}`;
  return { ...shown, value: percent(value), interval };
}
