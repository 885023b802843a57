/** What was aimed at, beside what was measured: the bars that confidences and verdicts are held to. */
import { clopperPearsonUpper } from "../../../src/core/statistics/binomial.ts";
import { type Proportion, percent, percentWithInterval, proportion } from "../figures.ts";
import type { GoalLine } from "../passages/goals.ts";
import type { CalibrationRow, FalseAttribution } from "./judge.ts";
import type { Observation } from "./observe.ts";

const ERROR_MOST = 0.03;
const SLOPE = { least: 0.9, most: 1.1 } as const;
/** A slope needs so many cases between confidences of 2 and 98. */
const SLOPE_CASES_MIN = 200;
const RECALL_LEAST = 0.975;
const FALSE_PROSE_MOST = 0.001;
const FALSE_LAW_MOST = 0.01;

export interface EvidenceMeasured {
  /** Calibration by stratum, and cases of each stratum between confidences of 2 and 98. */
  strata: readonly { row: CalibrationRow; undecided: number }[];
  usual: readonly Observation[];
  falseProse: FalseAttribution;
  falseLaw: FalseAttribution;
  /** German statutes as they are. */
  rawLaw: FalseAttribution;
}

export function evidenceGoals({ strata, usual, falseProse, falseLaw, rawLaw }: EvidenceMeasured): GoalLine[] {
  const events = usual.filter(({ isEvent }) => isEvent);
  const zeros = usual.filter(
    ({ verdict, confidence }) => (verdict === "match" || verdict === "partial") && confidence <= 0,
  );
  return [
    ...strata.flatMap(({ row, undecided }) => calibrationLines(row, undecided)),
    atLeast(
      "recall of event G at verdict match",
      RECALL_LEAST,
      proportion(events.filter(({ verdict }) => verdict === "match").length, events.length),
    ),
    falseLine("match or partial on clean prose and poems", FALSE_PROSE_MOST, falseProse),
    falseLine("match or partial on clean statutes", FALSE_LAW_MOST, falseLaw),
    falseLine("match or partial on raw German statutes", FALSE_LAW_MOST, rawLaw),
    falseLine("match on raw German statutes", FALSE_LAW_MOST, onlyMatches(rawLaw)),
    {
      ...{ what: "a confidence of 0 beside match or partial", goal: "none" },
      ...{ figure: String(zeros.length), n: usual.length, isMet: zeros.length === 0 },
    },
  ];
}

function calibrationLines({ group, error, slope, cases }: CalibrationRow, undecided: number): GoalLine[] {
  const errorLine: GoalLine = {
    ...{ what: `calibration error, ${group}`, goal: `≤ ${ERROR_MOST}` },
    ...{ figure: error.toFixed(4), n: cases, isMet: error <= ERROR_MOST },
  };
  if (slope === null || undecided < SLOPE_CASES_MIN) return [errorLine];
  return [
    errorLine,
    {
      ...{ what: `calibration slope, ${group}`, goal: `${SLOPE.least} to ${SLOPE.most}` },
      ...{ figure: slope.toFixed(3), n: undecided, isMet: slope >= SLOPE.least && slope <= SLOPE.most },
    },
  ];
}

function atLeast(what: string, least: number, got: Proportion): GoalLine {
  const isMet = got.share === null ? null : got.share >= least;
  return { what, goal: `≥ ${percent(least)} %`, figure: percentWithInterval(got) ?? "", n: got.of, isMet };
}

function onlyMatches(found: FalseAttribution): FalseAttribution {
  const { of_them_match: matches, excerpts } = found;
  const upper_95 = clopperPearsonUpper(matches, excerpts);
  return { ...found, false_alarms: proportion(matches, excerpts), upper_95 };
}

function falseLine(what: string, most: number, { upper_95, excerpts, false_alarms }: FalseAttribution): GoalLine {
  return {
    ...{ what, goal: `upper 95 % bound ≤ ${percent(most)} %` },
    figure: `${false_alarms.count}, bound ${(100 * upper_95).toFixed(3)} %`,
    ...{ n: excerpts, isMet: excerpts === 0 ? null : upper_95 <= most },
  };
}
