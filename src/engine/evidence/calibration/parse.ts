/** Validates a calibration that a caller supplies, and names each field that is invalid. */
import * as v from "valibot";
import { recordOf } from "../../../base/contract/schemas/recordOf.ts";
import { SpoliaError } from "../../../base/errors.ts";
import { pointerTo } from "../../../catalogue/ledger/faults.ts";
import { type CalibrationForm, REGRESSORS } from "../confidence/features.ts";
import { type Calibration, FITTED_LOOKUPS, LOG10_LR_END } from "./calibration.ts";

const finite = v.pipe(v.number(), v.finite());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const share = v.pipe(v.number(), v.minValue(0), v.maxValue(1));
const text = v.pipe(v.string(), v.nonEmpty(), v.maxLength(200));
const log10Lr = v.pipe(v.number(), v.minValue(-LOG10_LR_END), v.maxValue(LOG10_LR_END));
const range = v.pipe(
  v.strictTuple([count, count]),
  v.check(([least, most]) => least <= most, "must rise"),
);
const rate = v.strictObject({ count, of: count, ci_95: v.strictTuple([share, share]) });

const step = v.pipe(
  v.strictObject({ from: v.nullable(finite), log10_lr: log10Lr, lo: log10Lr, hi: log10Lr }),
  v.check(({ log10_lr, lo, hi }) => lo <= log10_lr && log10_lr <= hi, "must hold its estimate in its interval"),
);

const steps = v.pipe(
  v.array(step),
  v.minLength(1),
  v.maxLength(1_000),
  v.check(
    ([first, ...rest]) =>
      first?.from === null && rest.every(({ from }, i) => from !== null && from > (rest[i - 1]?.from ?? -Infinity)),
    "must begin with null and rise",
  ),
  v.check(
    (all) =>
      all.every(({ log10_lr, lo, hi }, i) => {
        const before = all[i - 1];
        return before === undefined || (log10_lr >= before.log10_lr && lo >= before.lo && hi >= before.hi);
      }),
    "must never fall",
  ),
);

const coefficientsOf = (form: CalibrationForm) =>
  v.strictObject(Object.fromEntries(REGRESSORS[form].map((name) => [name, finite])));
const modelOf = (form: CalibrationForm) => ({ intercept: finite, coefficients: coefficientsOf(form), steps });
const byLength = v.pipe(v.array(v.strictObject({ content_words: range, steps })), v.minLength(1), v.maxLength(100));
const modelByLength = { ...modelOf("g2"), by_length: v.optional(byLength) };

const described = {
  name: text,
  date: v.pipe(v.string(), v.isoDate()),
  strata: v.strictObject({ content_words: range, searched_words: range }),
  provenance: v.strictObject({
    data: v.array(text),
    held_out: v.array(text),
    weights: recordOf(v.string(), share),
    cases: v.strictObject({ fit: count, select: count, clusters: count }),
    rates: v.array(
      v.strictObject({
        kind: text,
        is_event: v.boolean(),
        cases: v.strictObject({ fit: count, select: count }),
        match: rate,
        found: rate,
      }),
    ),
  }),
};
const fittedFor = { engine: text, fold: text, profile: text };

/** The form of version 0.1.0. */
const calibration1 = v.strictObject({
  ...described,
  ...modelOf("g1"),
  fitted_for: v.strictObject({ ...fittedFor, lookups: v.literal("all") }),
});
const calibration2 = v.strictObject({
  ...described,
  ...modelByLength,
  form: v.literal("g2"),
  fitted_for: v.strictObject({
    ...fittedFor,
    lookups: v.picklist(FITTED_LOOKUPS),
    text: v.exactOptional(v.literal("none")),
  }),
  passage: v.strictObject(modelByLength),
  largest: v.array(v.strictObject({ content_words: range, log10_lr: log10Lr })),
});

const isForm1 = (value: unknown): boolean => typeof value === "object" && value !== null && !("form" in value);

/** @throws calibration_invalid */
export function parseCalibration(value: unknown): Calibration {
  const parsed = v.safeParse(isForm1(value) ? calibration1 : calibration2, value);
  if (parsed.success) return parsed.output;
  throw new SpoliaError("calibration_invalid", "This is no calibration of this version.", {
    hint: "Make one with `spolia corpus calibrate`.",
    fields: parsed.issues.slice(0, 20).map((issue) => ({
      pointer: pointerTo(...(issue.path ?? []).map(({ key }) => String(key))),
      detail:
        issue.kind === "validation" && /^must/.test(issue.message) ? issue.message : "is not of the expected form",
    })),
  });
}
