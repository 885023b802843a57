/** Does confidence mean what it says? On works that neither the weights nor the steps were fitted on. */
import { SHIPPED, SHIPPED_WITHOUT_TEXT } from "../../../src/engine/evidence/calibration/shipped.ts";
import { hasSharedData } from "../../harness/shared.ts";
import type { Cell } from "../../harness/table.ts";
import type { Forecast } from "../../statistics/calibrationError.ts";
import { grouped } from "../figures.ts";
import type { Answer, Question } from "../question.ts";
import { SIZES } from "./cases/cases.ts";
import { HELD_OUT_EDIT, TOO_SHORT, WEIGHTS } from "./cases/kinds.ts";
import { EVIDENCE_SETS } from "./cases/sets.ts";
import { svgDiagram, textDiagram } from "./diagram.ts";
import { evidenceGoals } from "./goals.ts";
import {
  calibrationRow,
  falseAttribution,
  falseLines,
  forecastOf,
  intervalsHeld,
  isForecast,
  kindRows,
  lengthStratum,
  passageForecastOf,
  predictiveRows,
  reliabilityBins,
  separation,
  worstLines,
} from "./judge.ts";
import { type Observation, type Observed, observe } from "./observe.ts";
import { recallRows } from "./recall.ts";
import { type EvidenceRecord, evidenceTables } from "./tables.ts";

/** Cases of each set, of the edit that was kept out, and clean excerpts of each set at most. */
const CASES = 1_600;
const HELD_OUT = 120;
const CLEAN = 6_000;
const WORST = 20;

export const evidence = asked("evidence", "Does the confidence of an analysis mean what it says?", "text");
/** The same cases, searched in corpora without text, whose results have a calibration of their own. */
export const unverified = asked(
  "unverified",
  "Does the confidence of an analysis mean what it says, where the corpora have no text?",
  "claims",
);

function asked(name: string, question: string, searchedAs: "text" | "claims"): Question {
  return {
    name,
    question,
    skip: () => (hasSharedData() ? null : "there is no ../shared/data beside the repository"),
    run: async ({ sample, onProgress }) => {
      onProgress("cases of the test split");
      const [observed] = await observe([
        {
          split: "test",
          count: sample ?? CASES,
          heldOut: sample === undefined ? HELD_OUT : sample / 10,
          clean: sample ?? CLEAN,
          searchedAs,
        },
      ]);
      return answerOf(observed!, searchedAs === "text" ? SHIPPED.name : SHIPPED_WITHOUT_TEXT.name);
    },
  };
}

/** Acts of a set that are independent of each other; sections of a code are parts of the same acts. */
const RAW_SET = "de-gesetze";
const setOf = (name: string) => EVIDENCE_SETS.find((set) => set.name === name)!;
const isScripture = ({ set }: Observation): boolean => setOf(set).genre === "scripture";
const isLaw = ({ set }: Observation): boolean => setOf(set).genre === "law";

function answerOf({ cases, clean, raw }: Omit<Observed, "split">, name: string): Answer {
  const usual = cases.filter(({ set, kind }) => setOf(set).heldOut === null && kind in WEIGHTS);
  const heldOut = cases.filter(({ set, kind }) => setOf(set).heldOut !== null && kind in WEIGHTS);
  const bins = reliabilityBins(usual);
  const calibration = [
    calibrationRow("all that was calibrated", usual),
    ...EVIDENCE_SETS.flatMap(({ name, kind, heldOut: why }) => {
      const some = (why === null ? usual : heldOut).filter(({ set }) => set === name);
      return some.length === 0 ? [] : [calibrationRow(`${kind}${why === null ? "" : `: ${why}`}`, some)];
    }),
    calibrationRow("an edit kept out, with all that is no event", [
      ...usual.filter(({ isEvent }) => !isEvent),
      ...repeated(
        cases.filter(({ kind, set }) => kind === HELD_OUT_EDIT.kind && setOf(set).heldOut === null),
        usual.length / 2,
      ),
    ]),
    ...[
      lengthStratum,
      ({ size }: Observation) => `searched: ${size}`,
      ({ set }: Observation) => setOf(set).genre,
    ].flatMap((stratumOf) => strataRows(usual, stratumOf).map(({ row }) => row)),
  ];
  const passageCalibration = [
    calibrationRow("passage confidence: all that was calibrated", usual, passageForecastOf),
    ...strataRows(usual, lengthStratum, passageForecastOf).map(({ row }) => ({
      ...row,
      group: `passage: ${row.group}`,
    })),
  ];
  const goals = evidenceGoals({
    strata: [
      { row: calibration[0]!, undecided: undecidedIn(usual) },
      ...strataRows(usual, lengthStratum),
      ...strataRows(usual, ({ set }) => setOf(set).genre),
    ],
    usual,
    falseProse: falseAttribution(
      "",
      clean.filter((one) => !isLaw(one) && !isScripture(one)),
    ),
    falseLaw: falseAttribution("", clean.filter(isLaw)),
    rawLaw: falseAttribution(
      "",
      raw.filter(({ set }) => set === RAW_SET),
    ),
  });
  const kinds = [
    ...kindRows(usual).map((row) => ({ group: "calibrated", ...row })),
    ...kindRows(heldOut).map((row) => ({ group: "genre and language kept out", ...row })),
    ...kindRows(cases.filter(({ kind }) => kind === HELD_OUT_EDIT.kind)).map((row) => ({
      group: "edit kept out",
      ...row,
    })),
    ...kindRows(cases.filter(({ kind }) => kind === TOO_SHORT)).map((row) => ({ group: "refused", ...row })),
  ];
  const attributions = [
    falseAttribution(
      "prose and poems",
      clean.filter((one) => !isLaw(one) && !isScripture(one)),
    ),
    falseAttribution("scripture", clean.filter(isScripture)),
    falseAttribution("law", clean.filter(isLaw)),
    ...grouped(clean, ({ set }) => setOf(set).kind).map(([kind, some]) => falseAttribution(kind, some)),
    ...falseAttributionBySize(
      "prose and poems",
      clean.filter((one) => !isLaw(one) && !isScripture(one)),
    ),
    ...falseAttributionBySize("law", clean.filter(isLaw)),
    ...grouped(raw, ({ set }) => setOf(set).kind).map(([kind, some]) => falseAttribution(`raw: ${kind}`, some)),
  ];
  const predictive = [
    ...predictiveRows(
      "prose and poems",
      usual.filter((one) => one.isEvent && !isLaw(one)),
      clean.filter((one) => !isLaw(one) && !isScripture(one)),
    ),
    ...predictiveRows(
      "law",
      usual.filter((one) => one.isEvent && isLaw(one)),
      clean.filter(isLaw),
    ),
  ];
  const separations = [
    separation("all", [...usual, ...clean]),
    separation("law", [...usual, ...clean].filter(isLaw)),
    separation(
      "all but law",
      [...usual, ...clean].filter((one) => !isLaw(one)),
    ),
  ];
  const given = cases.filter(({ kind }) => kind !== TOO_SHORT);
  const notGiven = grouped(
    given.filter((one) => one.notGiven !== null),
    (one) => one.notGiven!,
  );
  const record: EvidenceRecord = {
    ...{
      name,
      calibration: [...calibration, ...passageCalibration],
      goals,
      bins,
      kinds,
      recall: recallRows(usual.filter(({ isEvent }) => isEvent)),
      false_attribution: attributions,
      predictive,
      separations,
    },
    intervals: intervalsHeld(usual),
  };
  return {
    tables: [
      ...Object.values(evidenceTables(record)),
      {
        title: "No confidence given",
        head: ["why", "cases"],
        rows: notGiven.map(([why, some]): Cell[] => [why.replace(/\d+ words;/, "… words;"), some.length]),
      },
    ],
    diagrams: [
      {
        name: "reliability",
        lines: textDiagram(bins),
        svg: svgDiagram(`Confidence on the test split, ${name}`, bins),
      },
    ],
    worst: [...worstLines(usual, WORST), ...falseLines(clean.filter((one) => !isLaw(one)))],
    record,
  };
}

function falseAttributionBySize(group: string, clean: readonly Observation[]) {
  return SIZES.flatMap((size) => {
    const some = clean.filter((one) => one.size === size);
    return some.length === 0 ? [] : [falseAttribution(`${group}, searched: ${size}`, some)];
  });
}

function strataRows(
  some: readonly Observation[],
  stratumOf: (one: Observation) => string,
  forecast: (one: Observation) => Forecast = forecastOf,
) {
  return grouped(some, stratumOf)
    .sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
    .filter(([, cases]) => cases.some(isForecast))
    .map(([stratum, cases]) => ({ row: calibrationRow(stratum, cases, forecast), undecided: undecidedIn(cases) }));
}

/** Cases whose confidence is neither nearly 0 nor nearly 100. */
const undecidedIn = (some: readonly Observation[]): number =>
  some.filter(({ confidence }) => confidence >= 2 && confidence <= 98).length;

/** As many cases as `count` by taking them again in turn, so that a prior of .5 holds. */
function repeated(some: readonly Observation[], count: number): Observation[] {
  return Array.from({ length: Math.round(count) }, (_, i) => some[i % some.length]!);
}
