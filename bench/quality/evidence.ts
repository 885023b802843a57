/** Does confidence mean what it says? On works that neither the weights nor the steps were fitted on. */
import { hasSharedData } from "../shared.ts";
import type { Cell } from "../table.ts";
import { SIZES } from "./evidence/cases.ts";
import { svgDiagram, textDiagram } from "./evidence/diagram.ts";
import {
  calibrationName,
  calibrationRow,
  type FalseAttribution,
  falseAttribution,
  falseLines,
  intervalsHeld,
  isForecast,
  kindRows,
  lengthStratum,
  predictiveRows,
  reliabilityBins,
  separation,
  worstLines,
} from "./evidence/judge.ts";
import { HELD_OUT_EDIT, TOO_SHORT, WEIGHTS } from "./evidence/kinds.ts";
import { type Observation, observe } from "./evidence/observe.ts";
import { EVIDENCE_SETS } from "./evidence/sets.ts";
import { grouped, percent, percentWithInterval } from "./figures.ts";
import type { Answer, Question } from "./question.ts";

/** Cases of each set, of the edit that was kept out, and clean excerpts of each set at most. */
const CASES = 1_600;
const HELD_OUT = 120;
const CLEAN = 6_000;
const WORST = 20;

export const evidence: Question = {
  name: "evidence",
  question: "Does the confidence of an analysis mean what it says?",
  skip: () => (hasSharedData() ? null : "there is no ../shared/data beside the repository"),
  run: async ({ sample, onProgress }) => {
    onProgress("cases of the test split");
    const [observed] = await observe([
      { split: "test", count: sample ?? CASES, heldOut: sample === undefined ? HELD_OUT : sample / 10, clean: sample ?? CLEAN },
    ]);
    return answerOf(observed!.cases, observed!.clean);
  },
};

const setOf = (name: string) => EVIDENCE_SETS.find((set) => set.name === name)!;
const isScripture = ({ set }: Observation): boolean => setOf(set).genre === "scripture";
const isLaw = ({ set }: Observation): boolean => setOf(set).genre === "law";

function answerOf(cases: readonly Observation[], clean: readonly Observation[]): Answer {
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
    ...strata(usual, lengthStratum),
    ...strata(usual, ({ size }) => `searched: ${size}`),
    ...strata(usual, ({ set }) => setOf(set).genre),
  ];
  const kinds = [
    ...kindRows(usual).map((row) => ({ group: "calibrated", ...row })),
    ...kindRows(heldOut).map((row) => ({ group: "genre and language kept out", ...row })),
    ...kindRows(cases.filter(({ kind }) => kind === HELD_OUT_EDIT.kind)).map((row) => ({ group: "edit kept out", ...row })),
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
  const held = intervalsHeld(usual);
  const given = cases.filter(({ kind }) => kind !== TOO_SHORT);
  const notGiven = grouped(
    given.filter((one) => one.notGiven !== null),
    (one) => one.notGiven!,
  );
  return {
    tables: [
      {
        title: `Calibration ${calibrationName()}, test split (error over 15 bins of equal mass; bar: at most .03, slope .9 to 1.1)`,
        head: ["group", "cases", "events", "error", "slope", "intercept", "log loss", "Brier"],
        rows: calibration.map(({ group, cases, events, error, slope, intercept, log_loss, brier }) => [
          ...[group, cases, events, error.toFixed(4), slope?.toFixed(3) ?? null, intercept?.toFixed(3) ?? null],
          ...[log_loss.toFixed(4), brier.toFixed(4)],
        ]),
      },
      {
        title: "By kind, % with 95 % interval (Clopper and Pearson)",
        head: ["group", "kind", "event", "cases", "match", "match or partial", "confidence ≥ 50", "≥ 95", "mean confidence"],
        rows: kinds.map((row) => [
          ...[row.group, row.kind, row.is_event ? "yes" : "no", row.cases, percentWithInterval(row.match)],
          ...[percentWithInterval(row.found), percentWithInterval(row.over_50), percentWithInterval(row.over_95)],
          row.mean_confidence?.toFixed(1) ?? null,
        ]),
      },
      {
        title: "False attribution: match or partial on clean text of 100 words and more (bar: upper bound at most .1 %)",
        head: ["group", "excerpts", "false", "upper 95 % bound, %", "of them match", "works", "with one", "by works, 95 %, %"],
        rows: attributions.map(attributionRow),
      },
      {
        title: "Predictive value: of such answers, % that are event G (and with false alarms at their upper bound)",
        head: ["group", "answer", "prevalence 50 %", "10 %", "1 %", "0.1 %"],
        rows: grouped(predictive, ({ group, answer }) => `${group}|${answer}`).map(([key, rows]) => [
          ...key.split("|"),
          ...rows.map(({ value, value_at_bound }) => `${percent(value)} (${percent(value_at_bound)})`),
        ]),
      },
      {
        title:
          "Does rarity tell reuse from chance better than length? Area under the ROC curve, planted passages against those of clean text",
        head: ["texts", "planted", "by chance", "rarity bits", "bits − log2 N", "words", "longest run", "bits a word"],
        rows: separations.map((one) => [
          ...[one.group, one.reuse, one.chance],
          ...[one.rarity_bits, one.surprise, one.passage_words, one.longest_run, one.bits_a_word].map(
            (a) => a?.toFixed(4) ?? null,
          ),
        ]),
      },
      {
        title: "Intervals: does the share of events among cases with one statement lie in what was stated?",
        head: ["statements", "in their interval", "cases in such statements, %"],
        rows: [[held.statements, held.held, percent(held.cases_held)]],
      },
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
        svg: svgDiagram(`Confidence on the test split, ${calibrationName()}`, bins),
      },
    ],
    worst: [...worstLines(usual, WORST), ...falseLines(clean.filter((one) => !isLaw(one)))],
    record: { calibration, bins, kinds, false_attribution: attributions, predictive, separations, intervals: held },
  };
}

function falseAttributionBySize(group: string, clean: readonly Observation[]) {
  return SIZES.flatMap((size) => {
    const some = clean.filter((one) => one.size === size);
    return some.length === 0 ? [] : [falseAttribution(`${group}, searched: ${size}`, some)];
  });
}

function strata(some: readonly Observation[], stratumOf: (one: Observation) => string) {
  return grouped(some, stratumOf)
    .sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
    .flatMap(([stratum, cases]) => (cases.some(isForecast) ? [calibrationRow(stratum, cases)] : []));
}

/** As many cases as `count` by taking them again in turn, so that a prior of .5 holds. */
function repeated(some: readonly Observation[], count: number): Observation[] {
  return Array.from({ length: Math.round(count) }, (_, i) => some[i % some.length]!);
}

function attributionRow(row: FalseAttribution): Cell[] {
  return [
    ...[row.group, row.excerpts, row.false_alarms.count, (100 * row.upper_95).toFixed(3), row.of_them_match, row.works],
    ...[row.works_with_one, row.by_works_95.map((end) => (100 * end).toFixed(2)).join(" to ")],
  ];
}
