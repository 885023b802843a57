/**
 * Results as rows of a table: the columns of each operation, and rows as CSV and as JSON Lines. Columns have the names
 * of the result's fields.
 */

import type { Completeness, Method } from "../../base/contract/common.ts";
import type { AnalyzeResult, DocumentRelation, Match, Verdict } from "../../base/contract/operations/analyze.ts";
import type { AssessResult } from "../../base/contract/operations/assess.ts";
import type { ScoreResult, ScoreTier } from "../../base/contract/operations/score.ts";
import { shortPlaceOf } from "./places.ts";

/** Operations that answer about one text each, with their results. */
export interface TableResults {
  analyze: AnalyzeResult;
  score: ScoreResult;
  assess: AssessResult;
}
export type TableOperation = keyof TableResults;

export const TABLE_FORMATS = ["csv", "jsonl"] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];

export type Cell = string | number | boolean | null | readonly string[];

/** What a row says of its text, whatever the result. */
export interface RowText {
  readonly id: string;
  readonly file: string;
  readonly line: number | null;
  readonly title: string | null;
  readonly work_hash: string | null;
  /** SHA-256 of everything that the row follows from. */
  readonly input_digest: string | null;
}

/** Why there is no result. */
export interface RowError {
  readonly code: string;
  readonly message: string;
}

type TableColumns<Result> = { readonly [column: string]: (result: Result) => Cell };

const first = ({ documents }: AnalyzeResult): DocumentRelation | undefined => documents[0];

/** Where the longest match with the first document stands in the text. */
function longestPlace(result: AnalyzeResult): string | null {
  const relation = first(result);
  const ofFirst = result.matches.filter(
    ({ corpus, document }) => corpus === relation?.corpus && document.id === relation.document.id,
  );
  const longest = ofFirst.reduce<Match | null>((best, one) => (one.words > (best?.words ?? 0) ? one : best), null);
  return longest === null ? null : shortPlaceOf(longest.content);
}

const RESULT_COLUMNS: { readonly [Name in TableOperation]: TableColumns<TableResults[Name]> } = {
  analyze: {
    verdict: ({ verdict }) => verdict,
    confidence: ({ confidence }) => confidence,
    confidence_ci_95_low: ({ confidence_ci_95: [low] }) => low,
    confidence_ci_95_high: ({ confidence_ci_95: [, high] }) => high,
    passage_confidence: ({ passage_confidence }) => passage_confidence,
    passage_confidence_ci_95_low: ({ passage_confidence_ci_95: [low] }) => low,
    passage_confidence_ci_95_high: ({ passage_confidence_ci_95: [, high] }) => high,
    relation: ({ relation }) => relation,
    words: ({ coverage }) => coverage.words,
    matched_words: ({ coverage }) => coverage.matched_words,
    share: ({ coverage }) => coverage.share,
    longest_run_words: ({ coverage }) => coverage.longest_run_words,
    document_corpus: (result) => first(result)?.corpus ?? null,
    document_dataset: (result) => first(result)?.dataset ?? null,
    document_id: (result) => first(result)?.document.id ?? null,
    document_title: (result) => first(result)?.document.title ?? null,
    match_place: (result) => longestPlace(result),
    attribution_sources: ({ attribution_sources: sources }) => [...new Set(sources.map(({ model_id }) => model_id))],
    risk_level: ({ risk_assessment }) => risk_assessment.level,
    content_language: ({ content_language }) => content_language,
    disguised_characters: ({ disguised_characters }) => disguised_characters.total,
    analysis_id: ({ analysis_id }) => analysis_id,
  },
  score: {
    tier: ({ tier }) => tier,
    score: ({ score }) => score,
    ci_95_low: ({ ci_95: [low] }) => low,
    ci_95_high: ({ ci_95: [, high] }) => high,
    range_basis: ({ range_basis }) => range_basis,
    direction: ({ direction }) => direction,
    basis: ({ basis }) => basis,
    clipped: ({ clipped }) => clipped,
    model_id: ({ model_id }) => model_id,
    jurisdiction: ({ jurisdiction }) => jurisdiction.applied,
    in_dataset: ({ in_dataset }) => in_dataset.datasets.map(({ corpus, verdict }) => `${corpus}: ${verdict}`),
    share: ({ in_dataset: { datasets } }) => most(datasets, ({ share }) => share),
    longest_run_words: ({ in_dataset: { datasets } }) => most(datasets, ({ longest_run_words: run }) => run),
    score_id: ({ score_id }) => score_id,
  },
  assess: {
    level: ({ level }) => level,
    because: ({ because }) => because,
    model_id: ({ model_id }) => model_id,
    copies_documents: ({ copies: { datasets } }) => total(datasets, ({ documents }) => documents),
    copies: ({ copies: { datasets } }) => total(datasets, ({ copies }) => copies),
    near_copies: ({ copies: { datasets } }) => total(datasets, ({ near_copies }) => near_copies),
    share: ({ copies: { datasets } }) => most(datasets, ({ share }) => share),
    longest_run_words: ({ copies: { datasets } }) => most(datasets, ({ longest_run_words: run }) => run),
    expected_extraction_low: ({ expected_extraction: { range } }) => range?.[0] ?? null,
    expected_extraction_high: ({ expected_extraction: { range } }) => range?.[1] ?? null,
    expected_extraction_metric: ({ expected_extraction }) => expected_extraction.metric,
    assess_id: ({ assess_id }) => assess_id,
  },
};

/** The largest value over what was searched; `null` where nothing was. */
const most = <Part>(parts: readonly Part[], value: (part: Part) => number): number | null =>
  parts.length === 0 ? null : Math.max(...parts.map(value));

/** The sum over what was searched; `null` where nothing was. */
const total = <Part>(parts: readonly Part[], value: (part: Part) => number): number | null =>
  parts.length === 0 ? null : parts.reduce((sum, part) => sum + value(part), 0);

/** Lists of a result that no column shows: that they are cut matters to nobody here. */
const LISTS_NOT_SHOWN = /^list:(?!attribution)/;

const METHOD_COLUMNS: TableColumns<{ completeness: Completeness; method: Method }> = {
  complete: ({ completeness }) => completeness.complete,
  completeness: ({ completeness: { stages } }) =>
    stages
      .filter(({ name, status }) => (status === "bounded" || status === "failed") && !LISTS_NOT_SHOWN.test(name))
      .map(({ name, status, reason }) => `${name} ${status}${reason === undefined ? "" : `: ${reason}`}`),
  engine: ({ method }) => method.engine,
  corpora: ({ method }) => method.corpora.map(({ name, revision }) => `${name}@${revision}`),
  catalogue: ({ method }) => method.catalogue,
};

/** The columns of an operation's table, in order. They change only with a version that says so. */
export function tableColumns(operation: TableOperation): readonly string[] {
  const ofResult = Object.keys(RESULT_COLUMNS[operation]);
  const ofMethod = Object.keys(METHOD_COLUMNS);
  return [
    ...["id", "file", "line", "title", ...ofResult, "error", "error_message", ...ofMethod],
    ...["work_hash", INPUT_DIGEST],
  ];
}

const INPUT_DIGEST = "input_digest";

/** The column that says the outcome in a word. */
export function outcomeColumn(operation: TableOperation): string {
  return Object.keys(RESULT_COLUMNS[operation])[0]!;
}

/** The outcomes of each operation in words, the strongest first. */
export const OUTCOMES: { readonly [Name in TableOperation]: readonly string[] } = {
  analyze: ["match", "partial", "none_found", "insufficient_evidence"] satisfies Verdict[],
  score: [
    ...(["extremely_strong", "very_strong", "strong", "moderately_strong", "moderate", "weak"] satisfies ScoreTier[]),
    ...(["no_support", "insufficient_evidence"] satisfies ScoreTier[]),
  ],
  assess: ["critical", "high", "medium", "low", "none", "insufficient_evidence"] satisfies AssessResult["level"][],
};

/** The cells of a row, in the order of the columns. */
export function cellsOf<Name extends TableOperation>(
  operation: Name,
  { id, file, line, title, work_hash, input_digest }: RowText,
  outcome: { readonly result: TableResults[Name] } | { readonly error: RowError },
): Cell[] {
  const columns = Object.values<(result: TableResults[Name]) => Cell>(RESULT_COLUMNS[operation]);
  const methods = Object.values(METHOD_COLUMNS);
  if ("error" in outcome) {
    const { code, message } = outcome.error;
    const none = (all: readonly unknown[]) => all.map(() => null);
    return [id, file, line, title, ...none(columns), code, message, ...none(methods), work_hash, input_digest];
  }
  const { result } = outcome;
  const found = columns.map((value) => value(result));
  return [
    id,
    file,
    line,
    title,
    ...found,
    null,
    null,
    ...methods.map((value) => value(result)),
    work_hash,
    input_digest,
  ];
}

/** The line of the columns' names; JSON Lines have none, since each row names them. */
export function headerOf(format: TableFormat, columns: readonly string[]): string {
  return format === "csv" ? `${columns.join(",")}\r\n` : "";
}

/** A row with the end of its line. Every row is one line in either format. */
export function lineOf(format: TableFormat, columns: readonly string[], cells: readonly Cell[]): string {
  if (format === "csv") return `${cells.map(csvCell).join(",")}\r\n`;
  return `${JSON.stringify(Object.fromEntries(columns.map((column, i) => [column, cells[i]])))}\n`;
}

/** RFC 4180. Numbers are as JSON writes them; lists are joined by `; `. */
function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number" || typeof cell === "boolean") return String(cell);
  const text = harmless(typeof cell === "string" ? cell : cell.join("; "));
  return /[",;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Text that no spreadsheet computes as a formula: what begins like one has an apostrophe before it, also after a
 * character by which some programs divide cells (https://owasp.org/www-community/attacks/CSV_Injection). Control
 * characters, line breaks included, become spaces, so that a row is a line.
 */
function harmless(text: string): string {
  return text.replaceAll(CONTROLS, " ").replaceAll(FORMULA, "$1'$2");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;
const FORMULA = /(^[\s"']*|[;|][\s"']*)([=+\-@＝＋－＠])/g;

/** The cells of a line that `lineOf` wrote, as text; `undefined` where it is not such a line. */
export function parseLine(format: TableFormat, columns: readonly string[], line: string): string[] | undefined {
  const cells = format === "csv" ? parseCsv(line) : parseJson(columns, line);
  return cells?.length === columns.length ? cells : undefined;
}

function parseCsv(line: string): string[] | undefined {
  if (!line.endsWith("\r\n")) return undefined;
  const cells: string[] = [];
  // A doubled mark ends one piece of a cell and begins the next: no group is repeated, so that long cells have room.
  const piece = /"([^"]*)"(,|\r\n|(?="))|([^",\r\n]*)(,|\r\n)/y;
  let begun = "";
  for (let ended = false; !ended; ) {
    const [, quoted, end, plain, endOfPlain = end] = piece.exec(line) ?? [];
    if (endOfPlain === undefined) return undefined;
    if (endOfPlain === "") begun += `${quoted}"`;
    else {
      cells.push(begun + (quoted ?? plain!));
      begun = "";
      ended = endOfPlain !== ",";
    }
  }
  return piece.lastIndex === line.length ? cells : undefined;
}

function parseJson(columns: readonly string[], line: string): string[] | undefined {
  if (!line.endsWith("\n")) return undefined;
  try {
    const row: unknown = JSON.parse(line);
    if (typeof row !== "object" || row === null || Object.keys(row).join() !== columns.join()) return undefined;
    return Object.values(row).map((cell) => (cell === null ? "" : String(cell)));
  } catch {
    return undefined;
  }
}
