/** What confidences are worth, as tables; made from the record, so that a README can have them too. */
import { SHIPPED } from "../../../src/engine/evidence/calibration/shipped.ts";
import { grouped, percent, percentWithInterval } from "../figures.ts";
import type { GoalLine } from "../passages/goals.ts";
import { goalTable } from "../passages/tables.ts";
import type { Answer } from "../question.ts";
import type {
  Bin,
  CalibrationRow,
  FalseAttribution,
  intervalsHeld,
  KindRow,
  PredictiveRow,
  separation,
} from "./judge.ts";
import type { RecallRow } from "./recall.ts";

type Table = Answer["tables"][number];

export interface EvidenceRecord {
  /** Name of the calibration; absent before 2026-11-25, when there was one. */
  name?: string;
  /** Absent in records of version 0.1.0. */
  goals?: GoalLine[];
  calibration: CalibrationRow[];
  bins: Bin[];
  kinds: (KindRow & { group: string })[];
  /** Absent before 2026-11-25. */
  recall?: RecallRow[];
  false_attribution: FalseAttribution[];
  predictive: PredictiveRow[];
  separations: ReturnType<typeof separation>[];
  intervals: ReturnType<typeof intervalsHeld>;
}

type Name = "goals" | "calibration" | "kinds" | "recall" | "attribution" | "predictive" | "separation" | "intervals";

export function evidenceTables(record: EvidenceRecord): Record<Name, Table> {
  return {
    goals: goalTable(record.goals ?? []),
    calibration: calibrationTable(record),
    kinds: kindTable(record),
    recall: recallTable(record),
    attribution: attributionTable(record),
    predictive: predictiveTable(record),
    separation: separationTable(record),
    intervals: {
      title: "Intervals: does the share of events among cases with one statement lie in what was stated?",
      head: ["statements", "in their interval", "cases in such statements, %"],
      rows: [[record.intervals.statements, record.intervals.held, percent(record.intervals.cases_held)]],
    },
  };
}

function calibrationTable({ calibration, name = SHIPPED.name }: EvidenceRecord): Table {
  return {
    title: `Calibration ${name}, test split (error over 15 bins of equal mass; bar: at most .03, slope .9 to 1.1)`,
    head: ["group", "cases", "events", "error", "slope", "intercept", "log loss", "Brier"],
    rows: calibration.map(({ group, cases, events, error, slope, intercept, log_loss, brier }) => [
      ...[group, cases, events, error.toFixed(4), slope?.toFixed(3) ?? null, intercept?.toFixed(3) ?? null],
      ...[log_loss.toFixed(4), brier.toFixed(4)],
    ]),
  };
}

function kindTable({ kinds }: EvidenceRecord): Table {
  return {
    title: "By kind, % with 95 % interval (Clopper and Pearson)",
    head: [
      "group",
      "kind",
      "event",
      "cases",
      "match",
      "match or partial",
      "confidence ≥ 50",
      "≥ 95",
      "mean confidence",
    ],
    rows: kinds.map((row) => [
      ...[row.group, row.kind, row.is_event ? "yes" : "no", row.cases, percentWithInterval(row.match)],
      ...[percentWithInterval(row.found), percentWithInterval(row.over_50), percentWithInterval(row.over_95)],
      row.mean_confidence?.toFixed(1) ?? null,
    ]),
  };
}

function recallTable({ recall = [] }: EvidenceRecord): Table {
  return {
    title:
      "Recall of event G at verdict match, % with 95 % interval (Clopper and Pearson), and why the others are not told as match",
    head: ["events", "cases", "match", "quoted", "improbable", "insignificant", "nothing found"],
    rows: recall.map((row) => [
      ...[row.group, row.events, percentWithInterval(row.match)],
      ...[row.quotes, row.improbable, row.insignificant, row.nothing],
    ]),
  };
}

function attributionTable({ false_attribution }: EvidenceRecord): Table {
  return {
    title: "False attribution: match or partial on clean text of 100 words and more (bar: upper bound at most .1 %)",
    head: [
      "group",
      "excerpts",
      "false",
      "upper 95 % bound, %",
      "of them match",
      "works",
      "with one",
      "by works, 95 %, %",
    ],
    rows: false_attribution.map((row) => [
      ...[
        row.group,
        row.excerpts,
        row.false_alarms.count,
        (100 * row.upper_95).toFixed(3),
        row.of_them_match,
        row.works,
      ],
      ...[row.works_with_one, row.by_works_95.map((end) => (100 * end).toFixed(2)).join(" to ")],
    ]),
  };
}

function predictiveTable({ predictive }: EvidenceRecord): Table {
  return {
    title: "Predictive value: of such answers, % that are event G (and with false alarms at their upper bound)",
    head: ["group", "answer", "prevalence 50 %", "10 %", "1 %", "0.1 %"],
    rows: grouped(predictive, ({ group, answer }) => `${group}|${answer}`).map(([key, rows]) => [
      ...key.split("|"),
      ...rows.map(({ value, value_at_bound }) => `${percent(value)} (${percent(value_at_bound)})`),
    ]),
  };
}

function separationTable({ separations }: EvidenceRecord): Table {
  return {
    title:
      "Does rarity tell reuse from chance better than length? Area under the ROC curve, planted passages against those of clean text",
    head: ["texts", "planted", "by chance", "rarity bits", "bits − log2 N", "words", "longest run", "bits a word"],
    rows: separations.map((one) => [
      ...[one.group, one.reuse, one.chance],
      ...[one.rarity_bits, one.surprise, one.passage_words, one.longest_run, one.bits_a_word].map(
        (area) => area?.toFixed(4) ?? null,
      ),
    ]),
  };
}
