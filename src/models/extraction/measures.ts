/** The measures of an extraction, computed from the readings of the work and of its controls. */

import type { Interval, PlacedSpan, Span } from "../../base/contract/common.ts";
import type {
  ExtractableShare,
  LongestRun,
  MapBin,
  NearVerbatim,
  RecitedWindow,
  WindowRate,
  WorkAndControl,
} from "../../base/contract/operations/extract.ts";
import { EXTRACT_STRONGEST_MAX } from "../../base/limits.ts";
import { greatest } from "../../base/lists/numbers.ts";
import { exp } from "../../core/kernels/numbers/exp.reference.ts";
import { log, log2 } from "../../core/kernels/numbers/log.reference.ts";
import { clopperPearson } from "../../core/statistics/binomial.ts";
import { queriesNeeded } from "./extraction.ts";
import { meanOfTexts, meanOfWindows, shareOfTexts, shareOfWindows } from "./rates.ts";
import { answersOf, type Known, outcomesOf, reaches, type TextReadings, type WindowOutcomes } from "./readings.ts";
import type { Recitation } from "./recitation.ts";
import { type WindowShape, windowsStarting } from "./windows.ts";

export interface Readings {
  work: TextReadings;
  /** Readings of the texts that count as controls. */
  controls: readonly TextReadings[];
  /** Whether continuations were sampled at a temperature. */
  isDrawn: boolean;
}

/** Finds spans of the work's text in its content as it was sent, with their pages, headings and paragraphs. */
type Placing = (spans: readonly Span[]) => PlacedSpan[];

/**
 * Thresholds of p_z for which shares of windows are reported. At 0.5 the suffix is the result of every second
 * continuation.
 */
const THRESHOLDS = [0.5, 0.1, 0.01, 0.001, 1e-6] as const;

export function rates(
  { work, controls, isDrawn }: Readings,
  event: (answer: WindowOutcomes) => Known,
): WorkAndControl<WindowRate> {
  return {
    work: shareOfWindows(outcomesOf(work.windows, event), { population: work.population, isDrawn }),
    control: controls.length === 0 ? null : shareOfTexts(controls.map(({ windows }) => outcomesOf(windows, event))),
  };
}

export function extractableShares(readings: Readings): ExtractableShare[] {
  return THRESHOLDS.map((p_z) => ({
    p_z,
    queries_for_half: queriesNeeded(log(p_z), 0.5).whole,
    queries_for_nine_tenths: queriesNeeded(log(p_z), 0.9).whole,
    ...rates(readings, ({ logPz }) => (logPz === null ? null : reaches(logPz, log(p_z)))),
  }));
}

/** Near-verbatim measures over the likeliest continuations; windows without one are left out. */
export function nearVerbatim({ work, controls }: Readings): NearVerbatim {
  const means = (measure: (one: Recitation) => number) => {
    const valuesOf = ({ windows }: TextReadings) =>
      answersOf(windows).flatMap(({ greedy }) => (greedy === null ? [] : [measure(greedy)]));
    return {
      work: meanOfWindows(valuesOf(work), work.population),
      control: controls.length === 0 ? null : meanOfTexts(controls.map(valuesOf)),
    };
  };
  return {
    recall: means(({ recall }) => recall),
    rouge_l: means(({ rougeLF1 }) => rougeLF1),
    lcs: means(({ lcsShare }) => lcsShare),
    span_coverage: means(({ spanShare }) => spanShare),
  };
}

/** Word counts of reference texts, from which the surprise of a word is computed. */
export interface ReferenceCounts {
  counts: ReadonlyMap<number, number>;
  words: number;
}

/** Maximum of spans reported for the longest runs. */
const SPANS_MAX = 10;

export function longestRun(
  { work, controls }: Readings,
  { counts, words }: ReferenceCounts,
  placed: Placing,
): LongestRun {
  const runsOf = ({ windows }: TextReadings) => answersOf(windows).flatMap(({ run }) => (run === null ? [] : [run]));
  const runs = runsOf(work).sort((x, y) => y.words - x.words || x.span.start - y.span.start);
  // (c + 1) / (n + 1), as in corpora: bounds the surprise of a word by the number of words counted.
  const bitsOf = (word: number) => log2((words + 1) / ((counts.get(word) ?? 0) + 1));
  const longest = runs[0];
  const isMeasured = words > 0 && longest !== undefined;
  return {
    words: longest?.words ?? 0,
    bits: isMeasured ? longest.symbols.reduce((sum, word) => sum + bitsOf(word), 0) : null,
    reason: isMeasured
      ? null
      : words === 0
        ? "Without control texts there are no counts to measure surprise by."
        : "No run was found.",
    spans: placed(apart(runs.map(({ span }) => span))),
    control_words: controls.length === 0 ? null : greatest(controls.flatMap(runsOf), (run) => run.words),
  };
}

/** Drops spans that overlap an earlier one, since neighbouring windows find the same run. */
function apart(spans: readonly Span[]): Span[] {
  const kept: Span[] = [];
  for (const span of spans) {
    if (kept.length === SPANS_MAX) break;
    if (kept.every(({ start, end }) => span.end <= start || span.start >= end)) kept.push(span);
  }
  return kept;
}

export function strongestWindows({ work }: Readings, isContinued: boolean, placed: Placing): RecitedWindow[] {
  const answered = work.windows.filter(({ answer }) => answer !== null && !answer.isExplained);
  const level = 1 - 0.05 / Math.max(1, answered.length);
  const strongest = answered
    .map(({ suffix, answer }) => ({ suffix, strength: strengthOf(answer!, level) }))
    .sort(
      ({ suffix: x, strength: { order: a } }, { suffix: y, strength: { order: b } }) =>
        b[0] - a[0] || b[1] - a[1] || x.start - y.start,
    )
    .slice(0, EXTRACT_STRONGEST_MAX);
  const places = placed(strongest.map(({ suffix }) => suffix));
  return strongest.map(({ strength: { order: _, ...strength } }, i) => ({
    ...places[i]!,
    ...strength,
    ...(!isContinued && { p_z: null, queries_for_half: null }),
  }));
}

/**
 * The strength of a window. Intervals of sampled p_z hold for all windows jointly, since the strongest windows are
 * selected.
 */
function strengthOf({ logPz, greedy, run, drawn }: WindowOutcomes, level: number) {
  const end = (hits: number) => clopperPearson(hits, drawn.of, level);
  const sampled: Interval | null =
    drawn.of === 0 ? null : [end(drawn.verbatim)[0], end(drawn.verbatim + drawn.open)[1]];
  const bounds = logPz ?? (sampled && { lo: log(sampled[0]), hi: log(sampled[1]) });
  const queries = bounds === null ? Infinity : queriesNeeded(Math.min(0, bounds.lo), 0.5).whole;
  return {
    p_z: logPz === null ? sampled : ([exp(logPz.lo), exp(logPz.hi)] as Interval),
    queries_for_half: Number.isSafeInteger(queries) ? queries : null,
    recall: greedy?.recall ?? null,
    longest_run_words: logPz === null ? (run?.words ?? 0) : null,
    order: [logPz?.lo ?? greedy?.recall ?? 0, run?.words ?? 0] as const,
  };
}

/**
 * Divides the work into stretches and computes the recited share of each. A window belongs to the stretch in which its
 * suffix begins.
 *
 * @param edges      first words of the stretches, ascending, and the words of the work
 * @param stretches  where each of them stands
 */
export function recitationMap(
  { work, isDrawn }: Readings,
  shape: WindowShape,
  prefixWords: number,
  edges: readonly number[],
  stretches: readonly PlacedSpan[],
): MapBin[] {
  const bins = stretches.map((): TextReadings["windows"] => []);
  let bin = 0;
  for (const window of [...work.windows].sort((x, y) => x.startWord - y.startWord)) {
    while (window.startWord + prefixWords >= edges[bin + 1]!) bin++;
    bins[bin]!.push(window);
  }
  return bins.map((windows, i) => {
    const outcomes = outcomesOf(windows, ({ recited }) => recited);
    const population = windowsStarting(work.words, shape, edges[i]! - prefixWords, edges[i + 1]! - prefixWords);
    const answers = answersOf(windows);
    const isRead = answers.some(({ greedy }) => greedy !== null);
    return {
      ...stretches[i]!,
      windows: answers.length,
      rate: outcomes.length === 0 ? null : shareOfWindows(outcomes, { population, isDrawn }),
      longest_run_words: isRead ? greatest(answers, ({ run }) => run?.words ?? 0) : null,
    };
  });
}
