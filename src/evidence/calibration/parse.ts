/** Validates a calibration that a caller supplies, and names each field that is invalid. */
import * as v from "valibot";
import { pointerTo } from "../../catalogue/faults.ts";
import { SpoliaError } from "../../errors.ts";
import { type Calibration, LOG10_LR_END } from "./calibration.ts";

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

const calibration = v.strictObject({
  name: text,
  date: v.pipe(v.string(), v.isoDate()),
  fitted_for: v.strictObject({ engine: text, fold: text, profile: text, lookups: v.literal("all") }),
  strata: v.strictObject({ content_words: range, searched_words: range }),
  intercept: finite,
  coefficients: v.strictObject({
    below_event: finite,
    beyond_event: finite,
    ln_passage_words: finite,
    ln_passage_words_squared: finite,
    ln_longest_run: finite,
    identity: finite,
    ln_surprise: finite,
    several_documents: finite,
    ln_searched_words: finite,
    ln_content_words: finite,
  }),
  steps: v.pipe(
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
  ),
  provenance: v.strictObject({
    data: v.array(text),
    held_out: v.array(text),
    weights: v.record(v.string(), share),
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
});

/** @throws calibration_invalid */
export function parseCalibration(value: unknown): Calibration {
  const parsed = v.safeParse(calibration, value);
  if (parsed.success) return parsed.output;
  throw new SpoliaError("calibration_invalid", "This is no calibration of this version.", {
    hint: "Make one with `spolia calibrate`.",
    fields: parsed.issues.slice(0, 20).map((issue) => ({
      pointer: pointerTo(...(issue.path ?? []).map(({ key }) => String(key))),
      detail:
        issue.kind === "validation" && /^must/.test(issue.message) ? issue.message : "is not of the expected form",
    })),
  });
}
