/** The calibration that is shipped, from observations of `fit` and `select`. The file of numbers is its JSON, as a module. */

import { JUDGED_WORDS_MIN } from "../../../src/base/limits.ts";
import { ENGINE_VERSION } from "../../../src/base/version.ts";
import { PASSAGE } from "../../../src/core/fingerprint/profile.ts";
import { FOLD_VERSION } from "../../../src/core/text/text.ts";
import {
  type Calibration,
  type CalibrationRate,
  largestLog10Lr,
} from "../../../src/engine/evidence/calibration/calibration.ts";
import { confidenceOf, PRIOR_DEFAULT } from "../../../src/engine/evidence/confidence/confidence.ts";
import { grouped, proportion } from "../figures.ts";
import { CONTENT_WORDS_MAX } from "./cases/cases.ts";
import { HELD_OUT_EDIT, WEIGHTS } from "./cases/kinds.ts";
import { EVIDENCE_SETS } from "./cases/sets.ts";
import type { SearchedAs } from "./engines.ts";
import { FORM, independentOf, modelOf, weighted } from "./model.ts";
import type { Observation } from "./observe.ts";

export function calibrationOf(
  date: string,
  fit: readonly Observation[],
  select: readonly Observation[],
  searchedAs: SearchedAs,
): Calibration {
  const strata = {
    // What changes left with fewer words than can be judged is refused before it is looked up here.
    content_words: rangeOf(weighted(select).map(({ lengthWords }) => Math.max(JUDGED_WORDS_MIN, lengthWords))),
    searched_words: roundedOutward(rangeOf(weighted(select).flatMap(({ features }) => features.searched_words || []))),
  };
  const independent = independentOf(select);
  const cases = { fit: weighted(fit).length, select: weighted(select).length, clusters: independent.length };
  const calibration: Calibration = {
    name: `spolia-${FORM}${SUFFIX[searchedAs]} ${date}`,
    date,
    form: FORM,
    fitted_for: {
      engine: ENGINE_VERSION,
      fold: FOLD_VERSION,
      profile: PASSAGE.name,
      lookups: searchedAs === "index" ? "runs" : "full",
      ...(searchedAs === "claims" && { text: "none" }),
    },
    strata,
    ...modelOf(strata, fit, select, "isEvent", LENGTHS[searchedAs]),
    passage: modelOf(strata, fit, select, "isPassageEvent", LENGTHS[searchedAs]),
    largest: largestBy(select),
    provenance: {
      data: [
        ...EVIDENCE_SETS.filter(({ heldOut }) => heldOut === null).map(({ kind }) => kind),
        ...(searchedAs === "index" ? ["Runs that so many words share by chance, put into the indexes"] : []),
      ],
      held_out: [
        ...EVIDENCE_SETS.flatMap(({ kind, heldOut }) => (heldOut === null ? [] : [`${kind}: ${heldOut}`])),
        `${HELD_OUT_EDIT.kind}: edit kept out`,
      ],
      weights: Object.fromEntries(
        Object.keys(WEIGHTS).map((kind) => [kind, rounded(casesOf(select, kind).length / cases.select)]),
      ),
      cases,
      rates: [],
    },
  };
  const judged = weighted(select).map((one) => ({ ...one, verdict: verdictBy(calibration, one) }));
  const rates = grouped(judged, ({ kind }) => kind).map(([kind, some]) =>
    rateOf(kind, casesOf(fit, kind).length, some),
  );
  return { ...calibration, provenance: { ...calibration.provenance, rates } };
}

/**
 * Lengths that get a table of their own. Chosen on `select`, halved by works: over indexes such tables take the log loss
 * from .410 to .400 and the errors by length from .040, .016 and .077 to .015, .022 and .021. Over texts two tables, up
 * to 1,000 words and above, take the error above from .025 to .011, and leave the log loss (.1407, .1405); but one event
 * in 50 of law and one in 160 of novels is less probable than not then (94.7 → 92.8 %, 98.1 → 97.4 %). Three or four are
 * worse (.1416, .1462).
 */
const LENGTHS: Record<SearchedAs, readonly (readonly [least: number, most: number])[]> = {
  ...{ text: [], claims: [] },
  index: [
    [0, 200],
    [201, 1_000],
    [1_001, CONTENT_WORDS_MAX],
  ],
};
const SUFFIX: Record<SearchedAs, string> = { text: "", claims: " without text", index: " of indexes" };

/** The verdict by these numbers: the observed one is by those that were shipped before. */
function verdictBy(calibration: Calibration, { verdict, relation, features }: Observation): string {
  if (verdict !== "match" && verdict !== "partial") return verdict;
  const { log10_lr } = confidenceOf(calibration, features, PRIOR_DEFAULT);
  return relation !== "quotes" && log10_lr !== null && log10_lr.estimate >= 0 ? "match" : "partial";
}

const BANDS = [50, 201, 1_001, 4_001];

/**
 * No ratio is larger than a third of the independent works without the event in a band of length or in a shorter one: the rule of three. Shorter
 * ones count too, since more verbatim words must never be worth less.
 */
function largestBy(select: readonly Observation[]): Calibration["largest"] {
  return BANDS.map((least, i) => {
    const most = (BANDS[i + 1] ?? Infinity) - 1;
    const others = weighted(select).filter(({ isEvent, lengthWords }) => !isEvent && lengthWords <= most);
    const works = new Set(others.map(({ set, cluster }) => `${set} ${cluster}`)).size;
    const ends: [number, number] = [least, Number.isFinite(most) ? most : CONTENT_WORDS_MAX];
    return { content_words: ends, log10_lr: largestLog10Lr(works) };
  });
}

function rateOf(kind: string, fit: number, select: readonly Observation[]): CalibrationRate {
  const counted = (verdicts: readonly string[]) => {
    const { count, of, ci_95 } = proportion(
      select.filter(({ verdict }) => verdicts.includes(verdict)).length,
      select.length,
    );
    return { count, of, ci_95: ci_95.map(rounded) as [number, number] };
  };
  return {
    ...{ kind, is_event: select[0]!.isEvent, cases: { fit, select: select.length } },
    ...{ match: counted(["match"]), found: counted(["match", "partial"]) },
  };
}

const casesOf = (observations: readonly Observation[], kind: string) => observations.filter((one) => one.kind === kind);
const rangeOf = (words: readonly number[]): [number, number] => [
  words.reduce((least, one) => Math.min(least, one), Infinity),
  words.reduce((most, one) => Math.max(most, one), 0),
];

/**
 * Down to a power of ten, since fewer words hold fewer matches by chance, which the map knows; up to one digit, which is as much as to say
 * about so many.
 */
function roundedOutward([least, most]: [number, number]): [number, number] {
  const digit = 10 ** Math.floor(Math.log10(most));
  return [10 ** Math.floor(Math.log10(least)), digit * Math.ceil(most / digit)];
}

const rounded = (value: number): number => Math.round(1e4 * value) / 1e4;
