/** The short answer of an analysis: what is where, what is known of models, and nothing more. */
import type { AnalyzeResult, ContentRelation, Match } from "../../base/contract/operations/analyze.ts";
import type { KindErrorRate } from "../../base/contract/operations/score.ts";
import { plural } from "../../base/plural.ts";
import { count, figure, percent } from "../layout/page.ts";
import type { Tone } from "../layout/sheet.ts";
import type { ShortFinding, ShortPage } from "../layout/shortPage.ts";
import type { ReportedText } from "../layout/shownText.ts";
import { passagesOf } from "../parts/decisions.ts";
import { shippedOf } from "../parts/errorRates.ts";
import {
  carriedTexts,
  inOtherWords,
  isGiven,
  isRewordedSought,
  isSharedWording,
  modelsOf,
  NOT_LOOKED_FOR,
} from "../parts/opening.ts";
import { openingOf, passageOf } from "../parts/passages.ts";
import { CONTESTED, shortRewordings } from "../parts/reworded.ts";
import { writeLeftOut, writeMore } from "./common.ts";

/** Lines of the statement about models: names of models are long. */
const MODEL_LINES_MAX = 4;
const REWORDED_LINES_MAX = 4;

export function writeShortAnalysis(
  page: ShortPage,
  result: AnalyzeResult,
  { word, tone, content }: { word: string; tone: Tone; content: ReportedText | undefined },
): void {
  page.verdict(word, sentenceOf(result), tone);
  page.findings(passagesOf(result.matches).map((group, i) => findingOf(group, i + 1, content)));
  if (result.verdict === "match" || result.verdict === "partial")
    page.statement("Models", modelsOf(result), MODEL_LINES_MAX);
  writeDecided(page, result);
  if (result.reworded !== undefined)
    page.statement("In other words", shortRewordings(result.reworded), REWORDED_LINES_MAX);
  page.statement("Not shown", notShown(result));
  const rate = errorRateOf(result);
  if (rate !== null) page.statement("Error rate", rate);
  const { complete, stages } = result.completeness;
  // Lists that were cut are no part of the text that was not searched.
  const told = stages.filter(({ name }) => (rate !== null || name !== "confidence") && !name.startsWith("list:"));
  writeLeftOut(page, { complete, stages: told });
  writeMore(page);
}

const NOT_SHOWN: Readonly<Record<AnalyzeResult["verdict"], string>> = {
  match: "that a model was trained on this text, or that a model repeats it.",
  partial: "that a model was trained on this text, or that a model repeats it.",
  none_found: "anything about other corpora.",
  insufficient_evidence: "that the text is in these corpora, or that it is not.",
};

const WITHOUT_ENCODER = "Paraphrases and translations are looked for only with an encoder (--encoder).";

const notShown = ({ verdict, reworded }: AnalyzeResult): string =>
  verdict === "none_found" && !isRewordedSought(reworded)
    ? `${NOT_SHOWN[verdict]} ${reworded === undefined ? WITHOUT_ENCODER : NOT_LOOKED_FOR}`
    : NOT_SHOWN[verdict];

function sentenceOf(result: AnalyzeResult): string {
  const { coverage, verdict, matches, potential_matches: documents } = result;
  const where = whereOf(result);
  if (verdict === "insufficient_evidence") {
    const stages = result.completeness.stages.filter(({ name }) => name === "confidence");
    const reason = stages.find(({ status }) => status !== "done")?.reason;
    return `No conclusion is possible from ${count(coverage.words, "word")}.${reason === undefined ? "" : ` ${reason}`}`;
  }
  if (verdict === "none_found") {
    const found =
      matches.length === 0
        ? `No passage of this text (${count(coverage.words, "word")}) was found in ${where}.`
        : `Only ${matches.every(isGiven) ? "words of the texts that do not count were" : "wording that many texts share was"} found in ${where}. It points to no source.`;
    return [found, ...inOtherWords(result.reworded)].join(" ");
  }
  const share = `${figure(coverage.matched_words)} of ${count(coverage.words, "word")} (${percent(coverage.share)})`;
  return `${share} of this text are in ${count(documents, "document")} of ${where}. ${meaningOf(result)}`.trim();
}

function whereOf({ method }: AnalyzeResult): string {
  const names = [...new Set(method.corpora.map(({ name }) => name))];
  if (names.length === 0) return "any corpus, since none was searched";
  return names.length === 1 ? `the corpus ${names[0]}` : `the ${figure(names.length)} searched corpora`;
}

const MEANINGS: Readonly<Record<ContentRelation, (title: string) => string>> = {
  same: (title) => `It is the same text as ${title}.`,
  part_of: (title) => `It is a part of ${title}.`,
  contains: (title) => `It contains the whole of ${title}.`,
  quotes: (title) => `These are quotations from ${title}; the text itself is not there.`,
  shares_passages: (title) => `It shares passages with ${title}; the rest was not found there.`,
};

/** Results of 0.1.0 have no documents. */
function meaningOf(result: AnalyzeResult): string {
  const best = result.documents?.[0];
  const carried = carriedTexts(result);
  if (carried !== null) return `Many works carry this wording (${carried.join(", ")}): it points to no source.`;
  if (best === undefined) return "";
  if (isSharedWording(result)) return "Many works share this wording: it points to no single one.";
  const others = result.potential_matches - 1;
  const more = best.relation === "shares_passages" && others > 0 ? ` and ${count(others, "other")}` : "";
  return MEANINGS[best.relation](`“${best.document.title ?? best.document.id}”${more}`);
}

function findingOf(
  [match, ...others]: readonly Match[],
  number: number,
  content: ReportedText | undefined,
): ShortFinding {
  const { document, words, source, verified, content: own, identity } = match!;
  const text =
    content === undefined ? (verified ? source.snippet : null) : passageOf(content.text, content.spanOf(own));
  const more = others.length === 0 ? "" : ` and ${figure(others.length)} more`;
  // Without text nobody has compared the words.
  const sameness = identity === 1 ? ", word for word" : `, ${percent(identity)} the same`;
  const how = isGiven(match!) ? ", does not count" : verified ? sameness : "";
  return {
    number,
    opening: text === null ? null : openingOf(text),
    where: `${count(words, "word")}, in ${document.title ?? document.id}${more}${how}`,
  };
}

function writeDecided(page: ShortPage, { decisions, coverage }: AnalyzeResult): void {
  if (decisions == null) return;
  const covered = `${figure(decisions.decided_words)} of ${count(coverage.matched_words, "word")} found`;
  page.statement(
    "Decisions",
    `${figure(decisions.given)} ${plural(decisions.given, "was", "were")} given by people, about ${covered}.`,
  );
}

/**
 * The rate of the kind of text that a reader has to think of: the nearest one for which the verdict would be wrong, and
 * of all such kinds the worst, since only the reader knows which kind the text is of.
 */
function errorRateOf(result: AnalyzeResult): string | null {
  const { verdict, method } = result;
  const rates = shippedOf(method.calibration, verdict === "partial" ? "found" : "match");
  if (verdict === "none_found" && (result.reworded?.found.length ?? 0) > 0) return CONTESTED;
  if (verdict === "insufficient_evidence" || rates === null) return null;
  if (verdict === "none_found") {
    const copies = rates.find(({ kind, is_event }) => is_event && kind === "verbatim");
    return copies === undefined
      ? null
      : `${missed(copies)} of test texts with passages copied word for word did not get the verdict MATCH.`;
  }
  const [kind, texts] = wrongKindOf(result);
  const rate = rates.find((one) => !one.is_event && one.kind === kind);
  if (rate === undefined) return null;
  // A quotation or a licence is rightly PARTIAL.
  const isRight = verdict === "partial" && kind !== UNRELATED;
  const got = `${verdict === "partial" ? "got PARTIAL or MATCH" : "got MATCH"}${isRight ? "" : " wrongly"}`;
  const nearest = `${percent(rate.match)} (95 % interval ${ends(rate.ci_95)}) of ${texts} ${got}`;
  const worst = rates.filter(({ is_event }) => !is_event).reduce((x, y) => (y.match > x.match ? y : x));
  if (verdict === "partial" || worst.kind === kind) return `${nearest}.`;
  return `${nearest}, and up to ${percent(worst.match)} of other kinds (${worst.kind}).`;
}

const ends = ([lo, hi]: readonly [number, number]): string => `${percent(lo)} to ${percent(hi)}`;

const missed = ({ match, ci_95: [lo, hi] }: KindErrorRate): string =>
  `${percent(1 - match)} (95 % interval ${ends([1 - hi, 1 - lo])})`;

const UNRELATED = "clean, same genre";

function wrongKindOf(result: AnalyzeResult): [kind: string, texts: string] {
  const { matches, relation } = result;
  if (matches.some(({ commonplace }) => commonplace?.kind === "formula"))
    return ["natural formulas", "test texts that share only formulas, as of laws,"];
  if (matches.some(({ commonplace }) => commonplace?.kind === "boilerplate"))
    return ["boilerplate", "test texts that share only a licence or the like"];
  if (relation === "quotes") return ["shared quotation", "test texts that only quote the same work"];
  return [UNRELATED, "unrelated test texts of the same genre"];
}
