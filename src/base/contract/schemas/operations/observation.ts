/** Schemas of `contract/observation.ts`. `evidence/observations.ts` checks the consistency of several fields. */
import * as v from "valibot";
import { NAME_CHARACTERS_MAX } from "../../../limits.ts";
import type { ObservedRate } from "../../operations/observation.ts";
import { boundedText, closedObject, finite, oneOf, share, wholeNumber } from "../primitives.ts";
import { recordOf } from "../recordOf.ts";
import { TESTS_MAX } from "./canary.ts";
import { custodySchema } from "./custody.ts";

const CASES_MAX = 1_000_000_000;
const STATEMENT_CHARACTERS_MAX = 1_000;
const STATISTICS_MAX = 64;
/** Channels that observe a model. */
const CHANNELS = 5;

const shortText = v.pipe(
  v.string(),
  v.maxLength(STATEMENT_CHARACTERS_MAX, `must not be longer than ${STATEMENT_CHARACTERS_MAX} characters`),
);

const isRate = ({ value, ci_95: [lo, hi], hits, of }: ObservedRate): boolean =>
  lo <= value && value <= hi && hits <= of;

export const observedRateSchema = v.pipe(
  closedObject({
    value: share,
    ci_95: v.strictTuple([share, share]),
    hits: wholeNumber(0, CASES_MAX),
    of: wholeNumber(0, CASES_MAX),
  }),
  v.check(isRate, "must have its value within its interval, and no more hits than cases"),
);

const pValue = v.pipe(
  v.number(),
  v.check((p) => p > 0 && p <= 1, "must lie above 0 and be at most 1"),
);

export const channelObservationSchema = closedObject({
  channel: oneOf(["extraction", "canary", "order", "dataset_inference", "membership"]),
  // As long as the name of a model may be that an extraction is asked of.
  model: boundedText(STATEMENT_CHARACTERS_MAX),
  p: v.nullable(pValue),
  exactness: oneOf(["exact", "conditional", "exploratory"]),
  tests: wholeNumber(1, TESTS_MAX),
  controls: wholeNumber(0, CASES_MAX),
  power: v.nullable(closedObject({ rank: wholeNumber(1, CASES_MAX), rate: observedRateSchema })),
  gate: oneOf(["passed", "not_passed", "not_needed", "not_run"]),
  rates: v.nullable(closedObject({ work: observedRateSchema, control: v.nullable(observedRateSchema) })),
  retrieval: oneOf(["absent", "possible"]),
  statistic: v.pipe(
    recordOf(boundedText(NAME_CHARACTERS_MAX), v.union([finite, shortText])),
    v.check((named) => Object.keys(named).length <= STATISTICS_MAX, `must have at most ${STATISTICS_MAX} fields`),
  ),
  reason: v.nullable(shortText),
  custody: v.optional(custodySchema),
});

export const observationsSchema = v.pipe(
  v.array(channelObservationSchema),
  v.maxLength(CHANNELS, `must have at most ${CHANNELS} items`),
);
