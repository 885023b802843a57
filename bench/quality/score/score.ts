/** Does a score by documents mean what it says? In simulated worlds whose truth is known, and on excerpts of novels. */
import { hasSharedData } from "../../harness/shared.ts";
import { verdict } from "../memorisation/part.ts";
import type { Answer, Question } from "../question.ts";
import { askWords, LENGTHS, type WordsRecord } from "./words.ts";
import { ask, WORLDS, type WorldRow } from "./worlds.ts";

const DRAWS = 10_000;
const CLLR_CAL_MAX = 0.02;
const CALIBRATION_ERROR_MAX = 0.02;

export interface ScoreRecord {
  worlds: WorldRow[];
  /** `null` where there is no shared data. */
  words: WordsRecord | null;
  goals: { goal: string; figure: string; bar: string; verdict: string }[];
}

export const score: Question = {
  name: "score",
  question:
    "Do scores by documents mean what they say, where share of works and inclusion are known, and do they grow with words?",
  skip: () => null,
  run: async ({ sample, onProgress }) => {
    onProgress("simulated worlds");
    const worlds = WORLDS.map((world) => ask(world, DRAWS));
    onProgress("excerpts of novels");
    const words = hasSharedData() ? await askWords(sample) : null;
    const record: ScoreRecord = { worlds, words, goals: goalsOf(worlds, words) };
    const worst = worlds.map(
      ({ name, calibrationError: error }) => `${name}: q is ${error.toFixed(4)} from what was used, in the mean`,
    );
    return {
      tables: [worldTable(record), ...(words === null ? [] : [wordsTable(words)]), scoreGoals(record)],
      worst,
      record,
    };
  },
};

function goalsOf(worlds: readonly WorldRow[], words: WordsRecord | null): ScoreRecord["goals"] {
  const goal = (goal: string, figure: string, bar: string, isMet: boolean) => {
    return { goal, figure, bar, verdict: verdict(isMet) };
  };
  const ofWorlds = worlds
    .filter(({ isAssumed }) => isAssumed)
    .flatMap(({ grade, calibrationError: error, cllrCal, draws, inRange }) => [
      goal(
        `${grade}: calibration error of q`,
        error.toFixed(4),
        `≤ ${CALIBRATION_ERROR_MAX}, ${draws} draws`,
        error <= CALIBRATION_ERROR_MAX,
      ),
      goal(`${grade}: Cllr_cal`, cllrCal.toFixed(4), `< ${CLLR_CAL_MAX}, ${draws} draws`, cllrCal < CLLR_CAL_MAX),
      goal(`${grade}: the stated range holds the ratio at the true share`, inRange.toFixed(4), "1", inRange === 1),
    ]);
  if (words === null) return ofWorlds;
  const { falls, excerpts, rows } = words;
  return [
    ...ofWorlds,
    goal("the score never falls with verbatim words", `${falls} of ${excerpts} excerpts`, "0", falls === 0),
    ...rows.map(({ inclusion, gain }) =>
      goal(
        `gain from ${LENGTHS[0]} to ${LENGTHS.at(-1)} verbatim words at g = ${inclusion}, mean`,
        `${gain.mean.toFixed(2)} (least ${gain.least.toFixed(2)}; ${gain.below} of ${excerpts} below)`,
        `≥ ${gain.bar} points`,
        gain.mean >= gain.bar,
      ),
    ),
  ];
}

/** Of the record, so that a README can have it too. */
export function worldTable({ worlds }: Pick<ScoreRecord, "worlds">): Answer["tables"][number] {
  return {
    title: `Simulated worlds, ${DRAWS} draws each, share of such works .1 to .9`,
    head: ["world", "inclusion", "judged", "true", "mean q", "calibration error", "Cllr", "Cllr_cal", "in range"],
    rows: worlds.map((row) => [
      row.name,
      row.grade.replaceAll("_", " "),
      row.isAssumed ? "yes" : "no",
      ...[row.used, row.stated].map((one) => one.toFixed(3)),
      ...[row.calibrationError, row.cllr, row.cllrCal, row.inRange].map((one) => one.toFixed(4)),
    ]),
  };
}

/** Of the record, so that a README can have it too. */
export function wordsTable({ calibration, excerpts, rows }: WordsRecord): Answer["tables"][number] {
  return {
    title: `Mean score of verbatim excerpts of novels, ${excerpts} places, ${calibration}`,
    head: ["inclusion", ...LENGTHS.map((length) => `${length} words`)],
    rows: rows.map(({ inclusion, scores }) => [String(inclusion), ...scores.map((one) => one.toFixed(2))]),
  };
}

/** Of the record, so that a README can have it too. */
export function scoreGoals({ goals }: Pick<ScoreRecord, "goals">): Answer["tables"][number] {
  return {
    title: "Goals",
    head: ["goal", "figure", "bar", ""],
    rows: goals.map(({ goal, figure, bar, verdict }) => [goal, figure, bar, verdict]),
  };
}
