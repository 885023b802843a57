/** What was aimed at, beside what was measured. */
import { type Proportion, percent, percentWithInterval } from "../figures.ts";
import type { Extreme, Speed } from "./extremes.ts";
import { editCondition, GOAL_WORDS, ocrCondition } from "./plant.ts";
import type { AskedText } from "./planted.ts";
import { type Mode, type PlantOutcome, summarizePlants, summarizeTexts } from "./score.ts";
import type { UnrelatedRow } from "./unrelated.ts";

export interface GoalLine {
  what: string;
  goal: string;
  figure: string;
  n: number;
  /** `null` where nothing was there to be judged. */
  isMet: boolean | null;
}

const MODES: readonly { mode: Mode; call: string }[] = [
  { mode: "pair", call: "compare" },
  { mode: "search", call: "analyze" },
];
const FOUND_EDITED = [
  { rate: 0.1, least: 0.995 },
  { rate: 0.2, least: 0.99 },
  { rate: 0.3, least: 0.93 },
];
const FOUND_RECOGNISED = [
  { rate: 0.01, least: 0.995 },
  { rate: 0.03, least: 0.99 },
  { rate: 0.08, least: 0.85 },
];
const COVERED_LEAST = 0.9;
const LIGHTLY_EDITED = [0, 0.05, 0.1];
const PLAGDET_LEAST = 0.95;
const UNRELATED_MOST = 1;
const COMPARE_MS_MOST = 5;

export interface Measured {
  asked: readonly AskedText[];
  unrelated: readonly UnrelatedRow[];
  speed: Speed;
  extremes: readonly Extreme[];
}

export function goalLines({ asked, unrelated, speed, extremes }: Measured): GoalLine[] {
  const own = asked.filter(({ detector }) => detector === "spolia");
  return [
    ...MODES.flatMap(({ mode, call }) => {
      const some = own.filter((one) => one.mode === mode);
      return [...verbatim(some, call), ...edited(some, call), ...recognised(some, call), plagdetLine(some, call)];
    }),
    ...unrelatedLines(unrelated),
    ...speedLines(speed),
    extremeLine(extremes),
  ];
}

function shareLine(what: string, least: number, got: Proportion): GoalLine {
  const isMet = got.share === null ? null : got.share >= least;
  return {
    what,
    goal: least === 1 ? "100 %" : `≥ ${percent(least)} %`,
    figure: percentWithInterval(got) ?? "–",
    n: got.of,
    isMet,
  };
}

function plantsOf(
  asked: readonly AskedText[],
  condition: string,
  isWanted = (_: PlantOutcome) => true,
): PlantOutcome[] {
  return asked
    .filter(({ text }) => text.condition === condition)
    .flatMap(({ outcome }) => outcome.plants)
    .filter(isWanted);
}

function verbatim(asked: readonly AskedText[], call: string): GoalLine[] {
  const { found, exact } = summarizePlants(plantsOf(asked, editCondition(0)));
  return [
    shareLine(`${call}: verbatim runs from 12 words on, found`, 1, found),
    ...(exact === null ? [] : [shareLine(`${call}: the same, told with exact offsets`, 1, exact)]),
  ];
}

function edited(asked: readonly AskedText[], call: string): GoalLine[] {
  return FOUND_EDITED.flatMap(({ rate, least }) => {
    const plants = plantsOf(asked, editCondition(rate), ({ lengthWords }) => lengthWords === GOAL_WORDS);
    const { found, covered_words_share } = summarizePlants(plants);
    const what = `${call}: ${editCondition(rate)}, ${GOAL_WORDS} words`;
    return [
      shareLine(`${what}, found`, least, found),
      {
        what: `${what}, words inside what is reported`,
        goal: `≥ ${percent(COVERED_LEAST)} %`,
        figure: percent(covered_words_share) ?? "–",
        n: plants.length,
        isMet: covered_words_share === null ? null : covered_words_share >= COVERED_LEAST,
      },
    ];
  });
}

function recognised(asked: readonly AskedText[], call: string): GoalLine[] {
  return FOUND_RECOGNISED.map(({ rate, least }) => {
    const { found } = summarizePlants(plantsOf(asked, ocrCondition(rate)));
    return shareLine(`${call}: ${ocrCondition(rate)}, found`, least, found);
  });
}

function plagdetLine(asked: readonly AskedText[], call: string): GoalLine {
  const conditions = LIGHTLY_EDITED.map(editCondition);
  const outcomes = asked.filter(({ text }) => conditions.includes(text.condition)).map(({ outcome }) => outcome);
  const { macro, micro } = summarizeTexts(outcomes).plagdet;
  return {
    what: `${call}: PlagDet, macro and micro, edits 0 to 10 %`,
    goal: `≥ ${PLAGDET_LEAST}`,
    figure: `${macro.plagdet.toFixed(3)} ${micro.plagdet.toFixed(3)}`,
    n: outcomes.length,
    isMet: Math.min(macro.plagdet, micro.plagdet) >= PLAGDET_LEAST,
  };
}

function unrelatedLines(rows: readonly UnrelatedRow[]): GoalLine[] {
  const own = rows.filter(({ detector }) => detector === "spolia");
  const novels = own.find(({ set }) => set.name === "eltec-eng")!;
  const { rate, upper_95 } = novels.false_per_million_words;
  const wide = own.map(({ widely_shared }) => widely_shared!);
  const [typed, of] = [wide.reduce((sum, { count }) => sum + count, 0), wide.reduce((sum, one) => sum + one.of, 0)];
  return [
    {
      what: "analyze: false passages a million words, half of the English novels against the other",
      goal: `≤ ${UNRELATED_MOST}`,
      figure: `${rate!.toFixed(2)}, at most ${upper_95!.toFixed(2)} (95 %)`,
      n: novels.words,
      isMet: rate! <= UNRELATED_MOST,
    },
    {
      what: "analyze: passages that stand in 5 documents or more, typed widely_shared",
      goal: "100 %",
      figure: of === 0 ? "–" : `${percent(typed / of)}`,
      n: of,
      isMet: of === 0 ? null : typed === of,
    },
  ];
}

function speedLines({ pairs, shared, unrelated, reading, aligning }: Speed): GoalLine[] {
  const line = (kind: string, median: number): GoalLine => ({
    what: `compare: 50 kB with 500 kB, ${kind}: median`,
    goal: `≤ ${COMPARE_MS_MOST} ms`,
    figure: `${median.toFixed(1)} ms`,
    n: pairs,
    isMet: median <= COMPARE_MS_MOST,
  });
  return [
    line("whole call, three passages", shared.median),
    line("whole call, unrelated", unrelated.median),
    line("indexing and finding passages alone, three passages", aligning.shared.median),
    line("indexing and finding passages alone, unrelated", aligning.unrelated.median),
    line("indexing and finding passages alone, 10 % edited", aligning.edited.median),
    {
      what: "apart: fingerprint() of both texts, the reading and hashing alone: median",
      goal: "no goal",
      figure: `${reading.median.toFixed(1)} ms`,
      n: pairs,
      isMet: null,
    },
  ];
}

function extremeLine(extremes: readonly Extreme[]): GoalLine {
  const megabytes = extremes.find(({ figure }) => figure !== null)?.figure?.megabytes ?? 0;
  const slowest = Math.max(...extremes.map(({ figure }) => figure?.seconds ?? Number.POSITIVE_INFINITY));
  const largest = Math.max(...extremes.map(({ figure }) => figure?.peakBytes ?? Number.POSITIVE_INFINITY));
  return {
    what: `compare: hostile pairs of ${megabytes} MB each`,
    goal: "≤ 60 s, ≤ 4 GB, told",
    figure: `${slowest.toFixed(1)} s, ${(largest / 1e9).toFixed(2)} GB, ${extremes.filter(({ figure }) => figure?.complete === false).length} told`,
    n: extremes.length,
    isMet: extremes.every(
      ({ figure, isBounded }) => isBounded && (figure?.complete === true || figure?.reason != null),
    ),
  };
}
