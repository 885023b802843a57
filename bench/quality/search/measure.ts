/** One answer held against what is known, and many of them summed up. */

import { clopperPearsonUpper } from "../../../src/core/statistics/binomial.ts";
import type { AnalyzeResult, Match } from "../../../src/index.ts";
import { proportion, spread, total } from "../figures.ts";
import { runsOf, sharesRun, type Words, wordsBefore, wordsOf } from "../words.ts";
import type { CleanQuery, PlantedQuery } from "./cases.ts";

export interface PlantedOutcome {
  id: string;
  condition: string;
  lengthWords: number;
  isFound: boolean;
  plantedWords: number;
  coveredWords: number;
  /** Passages of the planted document at the planted place. */
  pieces: number;
  /** Words between the reported and the planted beginning and end; empty where nothing was found. */
  contentErrors: number[];
  sourceErrors: number[];
  /** Passages at the planted place, elsewhere but truly shared, and neither. */
  passages: { planted: number; shared: number; false: number };
  milliseconds: number;
}

export interface CleanOutcome {
  id: string;
  words: number;
  isShared: boolean;
  verdict: string;
  passages: { document: string; words: number; identity: number; text: string }[];
  milliseconds: number;
}

interface Span {
  start: number;
  end: number;
}

const overlaps = (a: Span, b: Span) => a.start < b.end && b.start < a.end;
const hull = (spans: readonly Span[]): Span => ({
  start: Math.min(...spans.map(({ start }) => start)),
  end: Math.max(...spans.map(({ end }) => end)),
});

/** @param textOf the indexed document of an id, as it was given to the build */
export function judgePlanted(
  query: PlantedQuery,
  { matches }: AnalyzeResult,
  textOf: (id: string) => string,
  milliseconds: number,
): PlantedOutcome {
  const isPlanted = ({ document, content, source }: Match) =>
    document.id === query.documentId && overlaps(content, query.content) && overlaps(source, query.source);
  const planted = matches.filter(isPlanted);
  const others = matches.filter((match) => !isPlanted(match));
  const runs = new Set([...runsOf(wordsOf(query.text)), ...runsOf(wordsOf(query.original))]);
  const shared = others.filter(({ document, source }) =>
    sharesRun(runs, textOf(document.id).slice(source.start, source.end)),
  );
  const words = wordsOf(query.text);
  const found = planted.length > 0;
  return {
    id: query.id,
    condition: query.condition,
    lengthWords: query.lengthWords,
    isFound: found,
    plantedWords: wordsBefore(words, query.content.end) - wordsBefore(words, query.content.start),
    coveredWords: coveredWords(words, query.content, planted),
    pieces: planted.length,
    contentErrors: found ? endErrors(query.text, hull(planted.map(({ content }) => content)), query.content) : [],
    sourceErrors: found
      ? endErrors(textOf(query.documentId), hull(planted.map(({ source }) => source)), query.source)
      : [],
    passages: { planted: planted.length, shared: shared.length, false: others.length - shared.length },
    milliseconds,
  };
}

function coveredWords({ starts, ends }: Words, planted: Span, matches: readonly Match[]): number {
  return starts.filter((start, at) => {
    const word = { start, end: ends[at]! };
    return overlaps(word, planted) && matches.some(({ content }) => overlaps(word, content));
  }).length;
}

/** Words between the two beginnings and between the two ends. */
function endErrors(text: string, got: Span, truth: Span): number[] {
  return [wordsBetween(text, got.start, truth.start), wordsBetween(text, got.end, truth.end)];
}

function wordsBetween(text: string, one: number, other: number): number {
  return wordsOf(text.slice(Math.min(one, other), Math.max(one, other))).words.length;
}

export function judgeClean(query: CleanQuery, { matches, verdict }: AnalyzeResult, milliseconds: number): CleanOutcome {
  return {
    id: query.id,
    words: query.words,
    isShared: query.isShared,
    verdict,
    passages: matches.map(({ document, words, identity, content }) => ({
      document: document.id,
      words,
      identity,
      text: query.text.slice(content.start, content.end).replace(/\s+/g, " "),
    })),
    milliseconds,
  };
}

export function summarizePlanted(outcomes: readonly PlantedOutcome[]) {
  const right = total(outcomes.map(({ passages }) => passages.planted + passages.shared));
  const wrong = total(outcomes.map(({ passages }) => passages.false));
  const found = outcomes.filter(({ isFound }) => isFound);
  return {
    queries: outcomes.length,
    recall: proportion(found.length, outcomes.length),
    /** Share of all planted words, those of missed excerpts included. */
    covered_share:
      total(outcomes.map(({ coveredWords }) => coveredWords)) / total(outcomes.map(({ plantedWords }) => plantedWords)),
    pieces_per_found: found.length === 0 ? null : total(found.map(({ pieces }) => pieces)) / found.length,
    content_error_words: spread(outcomes.flatMap(({ contentErrors }) => contentErrors)),
    source_error_words: spread(outcomes.flatMap(({ sourceErrors }) => sourceErrors)),
    precision: proportion(right, right + wrong),
    milliseconds: spread(outcomes.map(({ milliseconds }) => milliseconds)),
  };
}

export function summarizeClean(outcomes: readonly CleanOutcome[]) {
  const clean = outcomes.filter(({ isShared }) => !isShared);
  const words = total(clean.map((outcome) => outcome.words));
  const passages = total(clean.map((outcome) => outcome.passages.length));
  const alarms = clean.filter(({ verdict }) => verdict === "match" || verdict === "partial").length;
  return {
    queries: clean.length,
    words,
    truly_shared: outcomes.length - clean.length,
    truly_shared_found: outcomes.filter((outcome) => outcome.isShared && outcome.passages.length > 0).length,
    none_found: proportion(clean.filter(({ verdict }) => verdict === "none_found").length, clean.length),
    false_match: proportion(clean.filter(({ verdict }) => verdict === "match").length, clean.length),
    /** Verdict `match` or `partial`, and its one-sided upper 95 % bound. */
    false_alarm: { ...proportion(alarms, clean.length), upper_95: clopperPearsonUpper(alarms, clean.length) },
    false_passages_per_million_words: words === 0 ? null : (1e6 * passages) / words,
    milliseconds: spread(outcomes.map(({ milliseconds }) => milliseconds)),
  };
}
