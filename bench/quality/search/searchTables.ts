/** What is known of planted and clean excerpts, as tables; made from the record, so that a README can have them too. */
import type { Cell } from "../../harness/table.ts";
import { percent, proportion, total } from "../figures.ts";
import type { Answer } from "../question.ts";
import { LENGTHS_WORDS } from "./cases.ts";
import type { CleanOutcome, summarizeClean, summarizePlanted } from "./measure.ts";

type Table = Answer["tables"][number];
type Planted = ReturnType<typeof summarizePlanted>;

export interface SetSummary {
  name: string;
  kind: string;
  indexed: { documents: number; words: number };
  seconds: { build: number; analyze: number };
  planted: (Planted & { condition: string; missed: string[]; by_length: (Planted & { words: number })[] })[];
  clean: ReturnType<typeof summarizeClean> & { alarms: CleanOutcome[] };
}

export function searchTables(sets: readonly SetSummary[]): Record<"indexed" | "planted" | "lengths" | "clean", Table> {
  return {
    indexed: indexedTable(sets),
    planted: plantedTable(sets),
    lengths: lengthTable(sets),
    clean: cleanTable(sets),
  };
}

const interval = ([lo, hi]: readonly [number, number]) => `${percent(lo)}–${percent(hi)}`;
const errors = (spread: { median: number; p95: number; max: number } | null) =>
  spread === null ? null : `${spread.median} / ${spread.p95} / ${spread.max}`;

function indexedTable(sets: readonly SetSummary[]): Table {
  return {
    title: "Indexed: the half of each set whose ids hash evenly",
    head: ["set", "documents", "words", "build s", "analyses s"],
    rows: sets.map(({ kind, indexed, seconds }) => [
      ...[kind, indexed.documents, indexed.words, seconds.build.toFixed(1), seconds.analyze.toFixed(1)],
    ]),
  };
}

function plantedTable(sets: readonly SetSummary[]): Table {
  const isNoise = (condition: string) => condition.startsWith("ocr");
  return {
    title: "Planted passages (errors in words at the ends: median / p95 / max)",
    head: [
      ...["set", "condition", "n", "recall %", "95 % interval", "covered %", "pieces", "content error", "source error"],
      ...["precision %", "of passages", "ms median / p95 / max"],
    ],
    rows: sets.flatMap(({ kind, planted }) =>
      [...planted]
        .sort(
          ({ condition: x }, { condition: y }) =>
            Number(isNoise(x)) - Number(isNoise(y)) || (isNoise(x) ? x.localeCompare(y) : 0),
        )
        .map((summary) => plantedRow(kind, summary)),
    ),
  };
}

function plantedRow(kind: string, summary: SetSummary["planted"][number]): Cell[] {
  const { condition, recall, precision, milliseconds } = summary;
  return [
    ...[
      kind,
      condition,
      summary.queries,
      percent(recall.share),
      interval(recall.ci_95),
      percent(summary.covered_share),
    ],
    ...[
      summary.pieces_per_found?.toFixed(2) ?? null,
      errors(summary.content_error_words),
      errors(summary.source_error_words),
    ],
    ...[percent(precision.share), precision.of],
    milliseconds === null
      ? null
      : [milliseconds.median, milliseconds.p95, milliseconds.max].map((ms) => ms.toFixed(1)).join(" / "),
  ];
}

/** Of all sets together; recognition noise is left out, since its passages have the lengths that they came with. */
function lengthTable(sets: readonly SetSummary[]): Table {
  const planted = sets.flatMap((set) => set.planted).filter(({ by_length }) => by_length.length > 0);
  const conditions = [...new Set(planted.map(({ condition }) => condition))];
  return {
    title: "Recall in % by words planted, all sets (n)",
    head: ["condition", ...LENGTHS_WORDS.map(String)],
    rows: conditions.map((condition) => [
      condition,
      ...LENGTHS_WORDS.map((length) => {
        const some = planted.filter((one) => one.condition === condition).flatMap(({ by_length }) => by_length);
        const recalls = some.filter(({ words }) => words === length).map(({ recall }) => recall);
        const recall = proportion(total(recalls.map(({ count }) => count)), total(recalls.map(({ of }) => of)));
        return recall.of === 0 ? null : `${percent(recall.share)} (${recall.of})`;
      }),
    ]),
  };
}

function cleanTable(sets: readonly SetSummary[]): Table {
  return {
    title: "Clean excerpts",
    head: [
      ...[
        "set",
        "n",
        "words",
        "none found %",
        "95 % interval",
        "match or partial",
        "upper 95 % bound, %",
        "of them match",
      ],
      ...["false passages a million words", "apart: truly shared", "of them found"],
    ],
    rows: sets.map(({ kind, clean }) => [
      ...[kind, clean.queries, clean.words, percent(clean.none_found.share), interval(clean.none_found.ci_95)],
      ...[clean.false_alarm.count, percent(clean.false_alarm.upper_95), clean.false_match.count],
      ...[clean.false_passages_per_million_words?.toFixed(1) ?? null, clean.truly_shared, clean.truly_shared_found],
    ]),
  };
}
