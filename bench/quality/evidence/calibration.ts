/** The calibration that is shipped, from observations of `fit` and `select`. The file of numbers is its JSON, as a module. */
import type { Calibration, CalibrationRate } from "../../../src/evidence/calibration/calibration.ts";
import { PASSAGE } from "../../../src/fingerprint/profile.ts";
import { JUDGED_WORDS_MIN } from "../../../src/limits.ts";
import { FOLD_VERSION } from "../../../src/text/text.ts";
import { ENGINE_VERSION } from "../../../src/version.ts";
import { grouped, proportion } from "../figures.ts";
import { HELD_OUT_EDIT, WEIGHTS } from "./kinds.ts";
import { fitWeights, recalibrated, weighted } from "./model.ts";
import type { Observation } from "./observe.ts";
import { EVIDENCE_SETS } from "./sets.ts";

export function calibrationOf(date: string, fit: readonly Observation[], select: readonly Observation[]): Calibration {
  const weights = fitWeights(fit);
  const { steps, independent } = recalibrated(weights, fit, select);
  const cases = { fit: weighted(fit).length, select: weighted(select).length, clusters: independent };
  return {
    name: `spolia-g1 ${date}`,
    date,
    fitted_for: { engine: ENGINE_VERSION, fold: FOLD_VERSION, profile: PASSAGE.name, lookups: "all" },
    strata: {
      // What changes left with fewer words than can be judged is refused before it is looked up here.
      content_words: rangeOf(
        weighted(select).map(({ features }) => Math.max(JUDGED_WORDS_MIN, features.content_words)),
      ),
      searched_words: roundedOutward(rangeOf(weighted(select).map(({ features }) => features.searched_words))),
    },
    ...weights,
    steps,
    provenance: {
      data: EVIDENCE_SETS.filter(({ heldOut }) => heldOut === null).map(({ kind }) => kind),
      held_out: [
        ...EVIDENCE_SETS.flatMap(({ kind, heldOut }) => (heldOut === null ? [] : [`${kind}: ${heldOut}`])),
        `${HELD_OUT_EDIT.kind}: edit kept out`,
      ],
      weights: Object.fromEntries(
        Object.keys(WEIGHTS).map((kind) => [kind, rounded(casesOf(select, kind).length / cases.select)]),
      ),
      cases,
      rates: grouped(weighted(select), ({ kind }) => kind).map(([kind, some]) =>
        rateOf(kind, casesOf(fit, kind).length, some),
      ),
    },
  };
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
