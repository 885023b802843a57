/** The report of an analysis: proposition, observation, uncertainty, limit. */

import type { Log10Ratio } from "../../base/contract/common.ts";
import type { AnalyzeResult, Match, UncountedWords, Verdict } from "../../base/contract/operations/analyze.ts";
import { languageInWords } from "../../core/text/languageNames.ts";
import { EVENT_WORDS_MIN, eventWords } from "../../engine/evidence/confidence/event.ts";
import { levelInWords, weightOf } from "../../engine/evidence/risk/levels.ts";
import type { Cited, ReportedOn } from "../layout/html.ts";
import { count, figure, type PlainOptions, percent } from "../layout/page.ts";
import { placeOf, shortPlaceOf } from "../layout/places.ts";
import { htmlOf, plainOf } from "../layout/result.ts";
import type { Axis, DifferingSpan, GreySpan, Quotation, Sheet, Tone } from "../layout/sheet.ts";
import { type GivenText, type ReportedText, shownText } from "../layout/shownText.ts";
import { passagesOf, writeDecisions } from "../parts/decisions.ts";
import { shippedOf, writeKindRates } from "../parts/errorRates.ts";
import { writeMethod } from "../parts/method.ts";
import { writeModels } from "../parts/models.ts";
import { openingParagraph } from "../parts/opening.ts";
import { openingOf, PASSAGES_SHOWN, passageOf, quotationOf } from "../parts/passages.ts";
import { writeContentRewordings } from "../parts/reworded.ts";
import { writeShortAnalysis } from "../short/analysis.ts";

export interface AnalysisOptions {
  /**
   * The analysed content, to show the passages in it. Without it, passages are shown as in their sources. Of Markdown
   * and HTML give what the reader of `spolia/documents` made of it, and passages are shown without the markup.
   */
  content?: GivenText | undefined;
  /** Whether to show also the confidence in a shorter event, at other priors, and the likelihood ratio. */
  allConfidences?: boolean | undefined;
  /**
   * Finds the words in which a passage and its source differ, to mark them on a page: `await loadDifferences()`.
   *
   * @since 0.2.0
   */
  differing?: DifferingWords | undefined;
  /**
   * Whether a page has the whole content, with the passages numbered in it.
   *
   * @since 0.2.0
   */
  wholeText?: boolean | undefined;
}

/** UTF-16 spans of the words of each of two texts that differ from the other, with what became of them. */
export type DifferingWords = (own: string, source: string) => { a: DifferingSpan[]; b: DifferingSpan[] };

export interface PlainAnalysisOptions extends PlainOptions, AnalysisOptions {}

/** How many further documents that contain a passage are named. */
const OTHERS_NAMED = 5;

export const VERDICTS: Record<Verdict, string> = {
  match: "MATCH",
  partial: "PARTIAL",
  none_found: "NONE FOUND",
  insufficient_evidence: "INSUFFICIENT EVIDENCE",
};

const CONFIDENCE_AXIS: Axis = [
  [0, "0"],
  [0.5, "50"],
  [1, "100"],
];

const ANALYSIS = { name: "Analysis", shape: "AnalyzeResult", idField: "analysis_id" } as const;

export function plainAnalysis(result: AnalyzeResult, options: PlainAnalysisOptions): string {
  return plainOf(
    ANALYSIS,
    result,
    options,
    (page) => writeAnalysis(page, result, options),
    (page) => {
      const content = options.content === undefined ? undefined : shownText(options.content);
      writeShortAnalysis(page, result, { word: VERDICTS[result.verdict], tone: toneOf(result), content });
    },
  );
}

/**
 * The same report as one printable HTML file without scripts or external resources; full citations with a catalogue.
 */
export function htmlAnalysis(result: AnalyzeResult, options: AnalysisOptions & Cited & ReportedOn = {}): string {
  return htmlOf(ANALYSIS, result, options, (page) => {
    writeAnalysis(page, result, options);
    const {
      attribution_sources: sources,
      possible_sources: possible,
      risk_assessment: risk,
      estimated_revenue: revenue,
    } = result;
    page.sources(
      [...sources, ...possible, ...risk.explanations]
        .flatMap((one) => one.sources)
        .concat(revenue.basis.map((one) => one.source)),
    );
  });
}

export function writeAnalysis(page: Sheet, result: AnalyzeResult, options: AnalysisOptions): void {
  const { allConfidences } = options;
  const content = options.content === undefined ? undefined : shownText(options.content);
  page.verdict(VERDICTS[result.verdict], openingParagraph(result), toneOf(result));
  writePassages(page, result, { content, differing: options.differing });
  if (result.reworded !== undefined)
    writeContentRewordings(
      page,
      result.reworded,
      content,
      1 + Math.min(PASSAGES_SHOWN, passagesOf(result.matches).length),
    );
  writeDecisions(page, result);
  writeDisguise(page, result);
  writeModels(page, result);
  writeConfidence(page, result, allConfidences === true);
  writeRisk(page, result);
  writeRevenue(page, result);
  writeMethod(page, `Analysis ${result.analysis_id} of text ${result.fingerprint}`, result);
  if (options.wholeText !== true || content === undefined) return;
  page.heading("The text");
  page.reading(
    content.text,
    passagesOf(result.matches).map(([match]) => content.spanOf(match!.content)),
  );
}

const toneOf = ({ verdict }: AnalyzeResult): Tone =>
  verdict === "match" ? "found" : verdict === "partial" ? "part" : "plain";

interface ShownPassages extends Pick<AnalysisOptions, "differing"> {
  content: ReportedText | undefined;
  uncounted: readonly UncountedWords[];
}

function writePassages(
  page: Sheet,
  result: AnalyzeResult,
  { content, differing }: Omit<ShownPassages, "uncounted">,
): void {
  const { coverage, matches } = result;
  page.heading("Where it was found");
  const secondReading = result.completeness.stages.find(({ name }) => name === "second_reading")?.reason;
  if (secondReading !== undefined) page.text(`The text was read a second time: ${secondReading}`);
  if (matches.length === 0) {
    page.text(`Nowhere. ${count(coverage.words, "word")} searched.`);
    return;
  }
  page.text(
    `${figure(coverage.matched_words)} of ${count(coverage.words, "word")} (${percent(coverage.share)}), ` +
      `in ${count(result.potential_matches, "document")}; longest run ${count(coverage.longest_run_words, "word")}.`,
  );
  // Results of 0.1.0 have no language.
  const { content_language: language = "und" } = result as Partial<AnalyzeResult>;
  if (language !== "und") page.text(`Language of the text: ${languageInWords(language)}.`);
  const passages = passagesOf(matches);
  if (content !== undefined) {
    const spans = passages.map(([match]) => content.spanOf(match!.content));
    page.strip({ label: "Positions of the passages in the text", length: content.text.length, spans });
  }
  // Results of 0.1.0 have no list of words that do not count.
  const { uncounted = [] } = result as Partial<AnalyzeResult>;
  const numbered = passages.map((group, i) => ({ number: i + 1, group }));
  const longest = [...numbered].sort((x, y) => y.group[0]!.words - x.group[0]!.words).slice(0, PASSAGES_SHOWN);
  const shown = new Set(areWhole(passages) ? numbered : longest);
  for (const one of numbered)
    if (shown.has(one)) writePassage(page, { number: one.number, content, differing, uncounted }, one.group);
  const rest = numbered.filter((one) => !shown.has(one));
  if (rest.length > 0) page.more(count(rest.length, "more passage"), () => listOf(rest, { content, uncounted }));
}

/** As many characters of passages as a page of 5 MB holds, on both sides and with their marks. */
const WHOLE_CHARACTERS_MAX = 1_500_000;

/** Whether all passages have their whole text, and a page holds them. */
function areWhole(passages: readonly Match[][]): boolean {
  const lengths = passages.map(([match]) => match!.source.text?.passage.length ?? Number.POSITIVE_INFINITY);
  return lengths.reduce((sum, length) => sum + length, 0) <= WHOLE_CHARACTERS_MAX;
}

/** The facts about a passage, on one line. */
function factsOf(match: Match, uncounted: readonly UncountedWords[]): string {
  const { kind, words, identity, rarity_bits: bits, widely_shared: isShared } = match;
  return [
    kind.replace("_", " "),
    count(words, "word"),
    `${percent(identity)} identical`,
    `rarity ${count(Math.round(bits), "bit")}`,
    isShared ? `widely shared (${count(match.document_frequency, "work")})` : "",
    match.verified ? "" : "not verified word by word",
    match.commonplace == null ? uncountedIn(match, uncounted) : commonplaceIn(match),
  ]
    .filter((fact) => fact !== "")
    .join(", ");
}

/** Results of version 0.1.0 lack the field. */
function commonplaceIn({ commonplace }: Match): string {
  if (commonplace == null) return "";
  const text = /licen[cs]e$/i.test(commonplace.name) ? "a licence text" : "a text";
  const what = {
    enumeration: `what everybody writes: ${commonplace.name}`,
    boilerplate: `${text} that many works carry: ${commonplace.name}`,
    formula: `formulas: ${commonplace.name}`,
    given: commonplace.name,
  }[commonplace.kind];
  return `${count(commonplace.words, "word")} of ${what}`;
}

/** Of a passage that counts, what of it does not. */
function uncountedIn({ content: { start, end } }: Match, uncounted: readonly UncountedWords[]): string {
  const within = uncounted.filter(({ content }) => content.start < end && content.end > start);
  const names = [...new Set(within.map(({ name }) => name))];
  return names.length === 0 ? "" : `not counted of it: ${names.join(", ")}`;
}

function titleOf({ document }: Match): string {
  return [document.title ?? document.id, document.author, document.year]
    .filter((part) => part !== undefined)
    .join(", ");
}

function writePassage(
  page: Sheet,
  { number, content, differing, uncounted }: { number: number } & ShownPassages,
  [match, ...others]: Match[],
): void {
  if (match === undefined) return;
  const { document, source } = match;
  const whole = source.text;
  const own =
    content === undefined ? null : quotationOf(content.text, content.spanOf(match.content), whole !== undefined);
  const isCompared = own !== null && differing !== undefined && match.verified;
  const grey = own === null ? [] : greyIn(match, own.words, uncounted, content!);
  page.passage({
    number,
    title: titleOf(match),
    place: `${document.id} in corpus ${match.corpus} (dataset ${match.dataset})${document.url ? `, ${document.url}` : ""}`,
    facts: factsOf(match, uncounted),
    stands: `In this text: ${placeOf(match.content)}. In the document: ${placeOf(source)}.`,
    own,
    source: match.verified ? sourceOf(source) : { before: "", words: NO_SOURCE, after: "" },
    ...(whole !== undefined && { isWhole: true }),
    ...(isCompared && { differing: differencesOf(own.words, source, differing) }),
    ...(grey.length > 0 && { uncounted: grey }),
    ...(others.length > 0 && { others: othersIn(match, others) }),
  });
}

/** The words of a passage that do not count, each once. A long passage is shown without its middle. */
function greyIn(
  { content }: Match,
  words: string,
  uncounted: readonly UncountedWords[],
  { text, spanOf }: ReportedText,
): GreySpan[] {
  const whole = spanOf(content);
  const cut = whole.end - whole.start - words.length;
  let head = 0;
  while (head < words.length && words[head] === text[whole.start + head]) head++;
  let from = 0;
  return uncounted.flatMap((one) => {
    const { start, end } = spanOf(one.content);
    const [first, last] = [start - whole.start, end - whole.start];
    const parts = [
      { start: Math.max(from, first), end: Math.min(head, last) },
      { start: Math.max(from, head + 1, first - cut), end: Math.min(words.length, last - cut) },
    ].filter((part) => part.start < part.end);
    from = parts.at(-1)?.end ?? from;
    return parts.map((part) => ({ ...part, reason: `does not count: ${one.name}` }));
  });
}

/** Where both sides are cut, what is behind the end of one is no difference. */
function differencesOf(own: string, { snippet: source, text: whole }: Match["source"], differing: DifferingWords) {
  if (whole !== undefined) {
    const { a, b } = differing(own, whole.passage);
    return { own: a, source: b };
  }
  const { a, b } = differing(own, source);
  const within = (spans: readonly DifferingSpan[], { length }: string) =>
    spans.filter(({ end }) => length - end > CUT_CHARACTERS);
  return { own: within(a, own), source: within(b, source) };
}

/** A cut word, and the mark of the cut. */
const CUT_CHARACTERS = 3;

function sourceOf({ snippet, text, start, end }: Match["source"]): Quotation {
  if (text !== undefined) return { before: text.before, words: text.passage, after: text.after };
  return { before: "", words: `${snippet}${snippet.length >= end - start ? "" : "…"}`, after: "" };
}

const NO_SOURCE = "The corpus has no text: its index claims this passage, and nobody compared it word by word.";

function othersIn(match: Match, others: readonly Match[]): string {
  // Documents of two corpora may have the same id.
  const place = (other: Match) => (other.corpus === match.corpus ? "" : ` in corpus ${other.corpus}`);
  const named = others.slice(0, OTHERS_NAMED).map((other) => other.document.id + place(other));
  const unnamed = others.length - named.length;
  const list = named.join(", ") + (unnamed > 0 ? `, and ${unnamed} more` : "");
  return `The same words are in ${count(others.length, "more document")}: ${list}.`;
}

interface PassageWithNumber {
  number: number;
  group: readonly Match[];
}

function listOf(passages: readonly PassageWithNumber[], { content, uncounted }: ShownPassages) {
  const rows = passages.map(({ number, group: [match, ...others] }) => {
    const { content: place, source, corpus } = match!;
    return [
      `${number}. ${openingOf(
        content !== undefined
          ? passageOf(content.text, content.spanOf(place))
          : match!.verified
            ? source.snippet
            : NO_SOURCE,
      )}`,
      `${titleOf(match!)} in corpus ${corpus}${others.length === 0 ? "" : `, and ${count(others.length, "more document")}`}`,
      shortPlaceOf(place),
      shortPlaceOf(source),
      factsOf(match!, uncounted),
    ];
  });
  return { columns: ["Passage", "Document", "Place in the text", "Place in the document", "Facts"], rows };
}

export function writeDisguise(page: Sheet, { disguised_characters: { total, kinds } }: AnalyzeResult): void {
  if (total === 0) return;
  const counts = kinds.map(({ kind, characters }) => `${figure(characters)} ${kind.replaceAll("_", " ")}`);
  page.blank();
  page.text(`${count(total, "disguised character")}, restored before the comparison: ${counts.join(", ")}.`);
}

export function writeConfidence(page: Sheet, result: AnalyzeResult, areAllShown: boolean): void {
  page.heading("Certainty");
  const { log10_lr: ratio, method } = result;
  if (ratio === null) {
    const reason = result.completeness.stages.find(
      ({ name, status }) => status !== "done" && /calib|confidence/.test(name),
    )?.reason;
    page.text(`No confidence is stated${reason === undefined ? "" : `: ${reason}`}`);
    if (result.matches.length > 0) page.text("The passages above were found; the reader has to judge what they mean.");
    return;
  }
  page.text(
    `The confidence is in this: that the text and one work of the searched corpora share at least ${figure(neededWords(result))} reused words. ` +
      "A quotation from a third work in both does not count.",
  );
  page.estimates([estimateOf("Confidence", result.confidence, result.confidence_ci_95)], CONFIDENCE_AXIS);
  page.text(`It starts from a prior probability of ${percent(method.prior)}; the result has it for others too.`, {
    dim: true,
  });
  if (areAllShown) writeOtherConfidences(page, result, ratio);
  const limit = result.completeness.stages.find(({ name, status }) => name === "confidence" && status === "bounded");
  if (limit?.reason !== undefined) page.text(limit.reason);
  const rates = shippedOf(method.calibration);
  if (rates !== null) writeKindRates(page, method.calibration, rates);
}

/** Words that the content has to share with a work: a whole number, since words are counted. */
function neededWords({ confidence_features: features, coverage }: AnalyzeResult): number {
  return Math.ceil(eventWords(features?.content_words ?? coverage.words));
}

function writeOtherConfidences(page: Sheet, result: AnalyzeResult, { estimate, lo, hi }: Log10Ratio): void {
  // Of a short text both are about the same words.
  if (result.passage_confidence !== undefined && neededWords(result) > EVENT_WORDS_MIN)
    page.text(
      `That they share at least ${EVENT_WORDS_MIN} reused words: ${figure(result.passage_confidence)} of 100 (95 % interval ` +
        `${figure(result.passage_confidence_ci_95[0])} to ${figure(result.passage_confidence_ci_95[1])}).`,
    );
  page.text(
    `${atOtherPriors(result)}Without a prior: log10 of the likelihood ratio ` +
      `${figure(estimate)} (95 % interval ${figure(lo)} to ${figure(hi)}).`,
    { dim: true },
  );
}

function estimateOf(label: string, value: number, [lo, hi]: readonly [number, number]) {
  return {
    label,
    value: `${figure(value)} of 100`,
    interval: `95 % interval ${figure(lo)} to ${figure(hi)}`,
    at: value / 100,
    lo: lo / 100,
    hi: hi / 100,
  };
}

function atOtherPriors({ confidence_at_priors: all, method }: AnalyzeResult): string {
  const others = all.filter(({ prior }) => prior !== method.prior).sort((one, other) => other.prior - one.prior);
  if (others.length === 0) return "";
  return `The confidence is ${others.map(({ prior, confidence }) => `${figure(confidence)} at ${percent(prior)}`).join(", ")}. `;
}

const NO_RISK = {
  none_found: "No passage was found that could cause a risk.",
  insufficient_evidence: "No level is given where the evidence allows no conclusion.",
} as const;

const WEIGHTS = { up: ", raises", with_use: "", down: ", lowers", frees: ", lowers", informs: "" } as const;

export function writeRisk(page: Sheet, { risk_assessment: risk, verdict }: AnalyzeResult): void {
  // The level of too little evidence is that of nothing found, and must not be read as one.
  page.heading(`Risk: ${verdict === "insufficient_evidence" ? "not known" : risk.level}`);
  page.text("The level ranks cases for attention. It is not a measurement and not a legal opinion.", { dim: true });
  page.text(levelInWords(verdict, risk) ?? NO_RISK[verdict === "insufficient_evidence" ? verdict : "none_found"]);
  const weightIn = (factor: string) => {
    const weight = weightOf(factor);
    return weight === null ? "" : WEIGHTS[weight];
  };
  const rows = risk.explanations.map(({ factor, rule, because, sources }) => [
    factor.replaceAll("_", " ") + weightIn(factor),
    because,
    rule,
    sources.join(", "),
  ]);
  page.table({ columns: ["Factor", "Because", "Rule", "Sources"], rows });
}

export function writeRevenue(page: Sheet, { estimated_revenue: revenue }: AnalyzeResult): void {
  page.heading("Estimated revenue");
  if (revenue.monthly > 0) {
    const range = `${figure(revenue.low)} to ${figure(revenue.high)}`;
    page.text(`${figure(revenue.monthly)} ${revenue.currency} a month (${range}).`);
  }
  const rows = revenue.basis.map(({ comparable, amount, period, as_of: date, source }) => [
    comparable,
    [amount, period].filter((part) => part !== null).join(" over "),
    date ?? "",
    source,
  ]);
  page.table({ columns: ["Comparable", "Amount", "As of", "Source"], rows });
  page.text(revenue.note);
}
