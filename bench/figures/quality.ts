/** Figures of `bench/quality/README.md`: what `npm run quality` printed when the records were made. */

import type { AuditRecord } from "../quality/audit/measure.ts";
import { auditTables } from "../quality/audit/tables.ts";
import { type EvidenceRecord, evidenceTables } from "../quality/evidence/tables.ts";
import { type GateRecord, goalTable as gateTable } from "../quality/memorisation/blind/gate.ts";
import { type PowerRow, powerTable } from "../quality/memorisation/exact.ts";
import { type MemorisationRecord, memorisationGoals } from "../quality/memorisation/memorisation.ts";
import type { GoalLine } from "../quality/passages/goals.ts";
import type { NaturalRow } from "../quality/passages/natural.ts";
import type { Summary } from "../quality/passages/summary.ts";
import { baselineTable, goalTable, naturalTable, plantedTable, unrelatedTable } from "../quality/passages/tables.ts";
import type { UnrelatedRow } from "../quality/passages/unrelated.ts";
import { type ScoreRecord, worldTable } from "../quality/score/score.ts";
import { type DefectRecord, defectTables } from "../quality/search/defects.ts";
import { type SetSummary, searchTables } from "../quality/search/searchTables.ts";
import { type TellingRecord, tellingTables } from "../quality/telling/tables.ts";
import { answersOf } from "./records.ts";
import { type Selection, type Table, tablesFrom } from "./selection.ts";

export interface PassagesRecord {
  goals: GoalLine[];
  planted: { by_condition: Summary[]; beside_others: Summary[]; by_length: (Summary["plants"] & LengthKey)[] };
  natural: NaturalRow[];
  unrelated: UnrelatedRow[];
}

interface LengthKey {
  mode: Summary["mode"];
  condition: string;
  lengthWords: number;
}

interface FullMemorisationRecord extends MemorisationRecord {
  exact: { power: PowerRow[] };
}

const PLANTED_COLUMNS = ["condition", "n", "found % [95 %]", "words covered %", "macro PlagDet"];
const PLANTED_CONDITIONS = ["edits  0 %", "edits 10 %", "edits 20 %", "edits 30 %", "OCR  8 %", "OCR 15 %", "OCR 30 %"];
const NOISES = ["ocr 15 %", "ocr 30 %"];
/** Of the calibration: those that are no part of another. */
const CALIBRATED = /^(?:all|an edit|law|novels|poems|.*kept out|[\d,]+ to|over)/;
/** What each reader asks first; the others are all met, and a record has them. */
const MEMORISATION_GOALS =
  /^(?:exact|the bar|membership|untouched.*100\)|Cllr less|coverage.*BCa|p_z.* 1$|work rates.*itself)/;

const rowsLike =
  (head: string, pattern: RegExp): NonNullable<Selection["rows"]> =>
  (cellOf) =>
    pattern.test(String(cellOf(head)));
const rowsOf =
  (head: string, names: readonly string[]): NonNullable<Selection["rows"]> =>
  (cellOf) =>
    names.includes(String(cellOf(head)));

export const QUALITY = {
  "score-worlds": () =>
    tablesFrom(answersOf<ScoreRecord>("score"), worldTable, {
      columns: ["world", "judged", "calibration error", "Cllr_cal", "in range"],
    }),
  "search-lengths": () => ofSearch((tables) => tables.lengths),
  "search-noise": () =>
    ofSearch((tables) => tables.planted, {
      columns: ["set", "condition", "n", "recall %", "95 % interval"],
      rows: rowsOf("condition", NOISES),
    }),
  "search-clean": () =>
    ofSearch((tables) => tables.clean, {
      columns: ["set", "n", "match or partial", "upper 95 % bound, %", "of them match"],
    }),
  "passages-goals": () =>
    ofPassages(({ goals }) => goalTable(goals), {
      rows: (cellOf) => cellOf("") === "MISSED" || /PlagDet|false|5 documents|hostile/.test(String(cellOf("what"))),
    }),
  "passages-planted": () =>
    ofPassages(({ planted }) => plantedTable(planted.by_condition), {
      columns: PLANTED_COLUMNS,
      rows: (cellOf) => cellOf("") === "analyze" && PLANTED_CONDITIONS.includes(String(cellOf("condition"))),
    }),
  "passages-beside-others": () =>
    ofPassages(({ planted }) => baselineTable(planted.beside_others), {
      columns: ["", "edits  0 %", "edits 30 %", "OCR  8 %", "right %"],
      heads: { "": "contender" },
      rows: rowsOf("asked", ["search"]),
    }),
  "passages-natural": () =>
    ofPassages(({ natural }) => naturalTable(natural), {
      columns: ["set", "pairs", "n", "spolia [95 %]"],
      rows: (cellOf) => cellOf("set") !== "clean pairs",
    }),
  "passages-unrelated": () =>
    ofPassages(({ unrelated }) => unrelatedTable(unrelated.filter(({ detector }) => detector === "spolia")), {
      columns: ["set", "asked words", "false passages", "a million words", "upper 95 %", "works with one"],
    }),
  "audit-goals": () => ofAudit((tables) => tables.goals, { heads: { "": "met?" } }),
  "audit-contenders": () => ofAudit((tables) => tables.contenders),
  "audit-genres": () =>
    ofAudit((tables) => tables.genres, {
      columns: ["kind", "10 %", "20 %", "30 %"],
      rows: rowsOf("words", ["30"]),
    }),
  "audit-short": () => ofAudit((tables) => tables.short),
  "evidence-calibration": () =>
    ofEvidence((tables) => tables.calibration, {
      columns: ["group", "cases", "error", "slope"],
      rows: rowsLike("group", CALIBRATED),
    }),
  "evidence-recall": () => ofEvidence((tables) => tables.recall, { rows: rowsLike("events", /^[^:]*$/) }),
  "evidence-attribution": () =>
    ofEvidence((tables) => tables.attribution, {
      rows: rowsLike("group", /^(?:prose and poems|scripture|law|raw.*)$/),
    }),
  "evidence-predictive": () => ofEvidence((tables) => tables.predictive),
  "unverified-goals": () =>
    tablesFrom(answersOf<EvidenceRecord>("unverified"), (record) => evidenceTables(record).goals, {
      rows: (cellOf) => cellOf("") === "MISSED" || /, all|^match or/.test(String(cellOf("what"))),
    }),
  gate: () => tablesFrom(answersOf<GateRecord>("gate"), gateTable),
  defects: () =>
    tablesFrom(answersOf<DefectRecord>("defects"), (record) => defectTables(record).found, {
      columns: ["set", "defect", "of words", "50 words", "200 words"],
      rows: rowsOf("of words", ["50.0 %", "100.0 %"]),
    }),
  "telling-rates": () =>
    ofTelling((tables) => tables.rates, {
      columns: ["set", "authors", "indexed, millions", "8", "10", "12", "16"],
      rows: rowsLike("set", /^(?!English novels in|Prose)/),
    }),
  "telling-goals": () => ofTelling((tables) => tables.goals),
  "memorisation-goals": () => ofMemorisation(memorisationGoals, { rows: rowsLike("goal", MEMORISATION_GOALS) }),
  "memorisation-power": () =>
    ofMemorisation(({ exact, models }) => powerTable(exact.power, models.members), {
      columns: ["repetitions", "canary, 199 counterfactuals", "order, 99 permutations"],
    }),
};

const ofSearch = (tableOf: (tables: ReturnType<typeof searchTables>) => Table, selection?: Selection) =>
  tablesFrom(answersOf<SetSummary[]>("search"), (sets) => tableOf(searchTables(sets)), selection);

const ofAudit = (tableOf: (tables: ReturnType<typeof auditTables>) => Table, selection?: Selection) =>
  tablesFrom(answersOf<AuditRecord>("audit"), (record) => tableOf(auditTables(record)), selection);

const ofPassages = (tableOf: (record: PassagesRecord) => Table, selection?: Selection) =>
  tablesFrom(answersOf<PassagesRecord>("passages"), tableOf, selection);

const ofEvidence = (tableOf: (tables: ReturnType<typeof evidenceTables>) => Table, selection?: Selection) =>
  tablesFrom(answersOf<EvidenceRecord>("evidence"), (record) => tableOf(evidenceTables(record)), selection);

const ofTelling = (tableOf: (tables: ReturnType<typeof tellingTables>) => Table, selection?: Selection) =>
  tablesFrom(answersOf<TellingRecord>("telling"), (record) => tableOf(tellingTables(record)), selection);

const ofMemorisation = (tableOf: (record: FullMemorisationRecord) => Table, selection?: Selection) =>
  tablesFrom(answersOf<FullMemorisationRecord>("memorisation"), tableOf, selection);
