/** Figures of `bench/quality/README.md`: what `npm run quality` printed when the records were made. */

import type { AuditRecord } from "../quality/audit/measure.ts";
import { auditTables } from "../quality/audit/tables.ts";
import { type EvidenceRecord, evidenceTables } from "../quality/evidence/tables.ts";
import { type GateRecord, goalTable as gateTable } from "../quality/gate/gate.ts";
import { type PowerRow, powerTable } from "../quality/memorisation/exact.ts";
import { type ClaimRow, claimTable } from "../quality/memorisation/fusion.ts";
import { type MemorisationRecord, memorisationGoals } from "../quality/memorisation/memorisation.ts";
import { type AreaRow, areaTable } from "../quality/memorisation/statistics.ts";
import type { GoalLine } from "../quality/passages/goals.ts";
import type { NaturalRow } from "../quality/passages/natural.ts";
import type { Summary } from "../quality/passages/summary.ts";
import { baselineTable, goalTable, naturalTable, plantedTable, unrelatedTable } from "../quality/passages/tables.ts";
import type { UnrelatedRow } from "../quality/passages/unrelated.ts";
import { type ScoreRecord, scoreGoals, wordsTable, worldTable } from "../quality/score/score.ts";
import { type DefectRecord, defectTables } from "../quality/search/defects.ts";
import { intervalTables, type PairRow } from "../quality/search/intervalTables.ts";
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
  statistics: { areas: AreaRow[] };
  fusion: { nulls: ClaimRow[]; members: ClaimRow[] };
}

const UNRELATED_COLUMNS = [
  ...["set", "asked words", "false passages", "a million words", "upper 95 %", "works with one", "same author: false"],
  ...["its words, millions", "truly shared, apart"],
];
const PLANTED_COLUMNS = [
  ...[
    "",
    "condition",
    "n",
    "found % [95 %]",
    "words covered %",
    "≥ 90 % covered",
    "pieces",
    "macro PlagDet",
    "micro PlagDet",
  ],
];
const CLEAN_COLUMNS = [
  ...["set", "n", "match or partial", "upper 95 % bound, %", "of them match", "apart: truly shared", "of them found"],
];
const CALL = { "": "call" };

export const QUALITY = {
  "search-lengths": () => ofSearch((tables) => tables.lengths),
  "search-noise": () =>
    ofSearch((tables) => tables.planted, {
      columns: ["set", "condition", "n", "recall %", "95 % interval"],
      rows: (cellOf) => String(cellOf("condition")).startsWith("ocr"),
    }),
  "search-clean": () => ofSearch((tables) => tables.clean, { columns: CLEAN_COLUMNS }),
  "passages-goals": () => ofPassages(({ goals }) => goalTable(goals)),
  "passages-planted": () =>
    ofPassages(({ planted }) => plantedTable(planted.by_condition), { columns: PLANTED_COLUMNS, heads: CALL }),
  "passages-beside-others": () =>
    ofPassages(({ planted }) => baselineTable(planted.beside_others), {
      columns: ["", "asked", "edits  0 %", "edits 10 %", "edits 30 %", "OCR  8 %", "right %"],
      heads: { "": "contender" },
    }),
  "passages-natural": () => ofPassages(({ natural }) => naturalTable(natural)),
  "passages-unrelated": () =>
    ofPassages(({ unrelated }) => unrelatedTable(unrelated.filter(({ detector }) => detector === "spolia")), {
      columns: UNRELATED_COLUMNS,
    }),
  "passages-unrelated-beside-others": () =>
    ofPassages(({ unrelated }) => unrelatedTable(unrelated), {
      columns: ["", "asked words", "false passages", "a million words"],
      heads: { "": "contender" },
      rows: (cellOf) => cellOf("set") === "English novels" && cellOf("") !== "spolia",
    }),
  intervals: () => tablesFrom(answersOf<PairRow[]>("intervals"), (rows) => intervalTables(rows).lowest),
  "evidence-calibration": () =>
    ofEvidence((tables) => tables.calibration, { columns: ["group", "cases", "error", "slope", "log loss"] }),
  "evidence-recall": () => ofEvidence((tables) => tables.recall),
  "evidence-attribution": () =>
    ofEvidence((tables) => tables.attribution, { rows: (cellOf) => !String(cellOf("group")).includes("searched:") }),
  "unverified-goals": () =>
    tablesFrom(answersOf<EvidenceRecord>("unverified"), (record) => evidenceTables(record).goals),
  "unverified-recall": () =>
    tablesFrom(answersOf<EvidenceRecord>("unverified"), (record) => evidenceTables(record).recall, {
      rows: (cellOf) => !String(cellOf("events")).includes(":"),
    }),
  "evidence-predictive": () => ofEvidence((tables) => tables.predictive),
  "audit-goals": () => ofAudit((tables) => tables.goals, { heads: { "": "met?" } }),
  "audit-contenders": () => ofAudit((tables) => tables.contenders),
  "audit-forms": () => ofAudit((tables) => tables.forms),
  "audit-genres": () => ofAudit((tables) => tables.genres),
  "audit-clean": () => ofAudit((tables) => tables.clean),
  "audit-short": () => ofAudit((tables) => tables.short),
  gate: () => tablesFrom(answersOf<GateRecord>("gate"), gateTable),
  "telling-rates": () =>
    ofTelling((tables) => tables.rates, {
      columns: ["set", "works", "authors", "left out", "indexed, millions", "8", "10", "12", "14", "16", "24", "48"],
    }),
  "telling-tails": () => ofTelling((tables) => tables.tails),
  "telling-sizes": () =>
    ofTelling((tables) => tables.sizes, { rows: (cellOf) => ["8", "10", "12"].includes(String(cellOf("run"))) }),
  "telling-contents": () => ofTelling((tables) => tables.contents),
  "telling-goals": () => ofTelling((tables) => tables.goals),
  defects: () => tablesFrom(answersOf<DefectRecord>("defects"), (record) => defectTables(record).found),
  "defects-clean": () => tablesFrom(answersOf<DefectRecord>("defects"), (record) => defectTables(record).clean),
  "memorisation-goals": () => ofMemorisation(memorisationGoals),
  "memorisation-power": () =>
    ofMemorisation(({ exact, models }) => powerTable(exact.power, models.members), {
      columns: ["repetitions", "canary, 199 counterfactuals", "order, 99 permutations"],
    }),
  "memorisation-areas": () => ofMemorisation(({ statistics, models }) => areaTable(statistics.areas, models.members)),
  "memorisation-claims-nulls": () => ofMemorisation(({ fusion }) => claimTable("", fusion.nulls)),
  "memorisation-claims-members": () => ofMemorisation(({ fusion }) => claimTable("", fusion.members)),
  "score-goals": () => ofScore(scoreGoals),
  "score-worlds": () => ofScore(worldTable),
  "score-words": () => ofScore(({ words }) => wordsTable(words!)),
};

const ofSearch = (tableOf: (tables: ReturnType<typeof searchTables>) => Table, selection?: Selection) =>
  tablesFrom(answersOf<SetSummary[]>("search"), (sets) => tableOf(searchTables(sets)), selection);

const ofAudit = (tableOf: (tables: ReturnType<typeof auditTables>) => Table, selection?: Selection) =>
  tablesFrom(answersOf<AuditRecord>("audit"), (record) => tableOf(auditTables(record)), selection);

const ofPassages = (tableOf: (record: PassagesRecord) => Table, selection?: Selection) =>
  tablesFrom(answersOf<PassagesRecord>("passages"), tableOf, selection);

const ofEvidence = (tableOf: (tables: ReturnType<typeof evidenceTables>) => Table, selection?: Selection) =>
  tablesFrom(answersOf<EvidenceRecord>("evidence"), (record) => tableOf(evidenceTables(record)), selection);

const ofScore = (tableOf: (record: ScoreRecord) => Table) => tablesFrom(answersOf<ScoreRecord>("score"), tableOf);
const ofTelling = (tableOf: (tables: ReturnType<typeof tellingTables>) => Table, selection?: Selection) =>
  tablesFrom(answersOf<TellingRecord>("telling"), (record) => tableOf(tellingTables(record)), selection);

const ofMemorisation = (tableOf: (record: FullMemorisationRecord) => Table, selection?: Selection) =>
  tablesFrom(answersOf<FullMemorisationRecord>("memorisation"), tableOf, selection);
