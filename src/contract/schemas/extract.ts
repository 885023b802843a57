/** Schemas of `contract/extract.ts`. */
import * as v from "valibot";
import {
  EXTRACT_CONTINUATIONS_MAX,
  EXTRACT_CONTROLS_MAX,
  EXTRACT_TOP_K_MAX,
  EXTRACT_WINDOW_UNITS_MAX,
  EXTRACT_WINDOWS_MAX,
} from "../../limits.ts";
import type { ExtractRequest, ExtractWork } from "../extract.ts";
import { completenessSchema, methodSchema, spanSchema } from "./common.ts";
import { channelObservationSchema } from "./observation.ts";
import {
  boundedText,
  closedObject,
  contentText,
  contentType,
  contentTypeNeedsContent,
  count,
  exactlyOneInJsonSchema,
  exactlyOneOf,
  finite,
  interval,
  oneOf,
  share,
  texts,
  wholeNumber,
  workHash,
} from "./primitives.ts";

const EXTRACT_LABEL_CHARACTERS_MAX = 1_000;
const STRIDE_MAX = 1_000_000;

const WAYS_TO_NAME = ["content", "work_hash"] as const;

const label = boundedText(EXTRACT_LABEL_CHARACTERS_MAX);

const workSchema = v.pipe(
  closedObject({
    content: v.optional(contentText),
    content_type: v.optional(contentType),
    work_hash: v.optional(workHash),
    id: v.optional(label),
  }),
  exactlyOneOf<ExtractWork>(WAYS_TO_NAME),
  contentTypeNeedsContent<ExtractWork>(),
  exactlyOneInJsonSchema<ExtractWork>(WAYS_TO_NAME),
);

const length = wholeNumber(1, EXTRACT_WINDOW_UNITS_MAX);
const windows = wholeNumber(1, EXTRACT_WINDOWS_MAX);

const windowsSchema = closedObject({
  unit: v.optional(oneOf(["tokens", "words"])),
  prefix: v.optional(length),
  suffix: v.optional(length),
  stride: v.optional(wholeNumber(1, STRIDE_MAX)),
  select: v.optional(oneOf(["sample", "census"])),
  sample: v.optional(windows),
  per_control: v.optional(windows),
  seed: v.optional(label),
});

const TEMPERATURE = "must be a temperature from 0.01 to 10";

const samplingSchema = closedObject({
  continuations: v.optional(wholeNumber(0, EXTRACT_CONTINUATIONS_MAX)),
  temperature: v.optional(v.pipe(v.number(), v.minValue(0.01, TEMPERATURE), v.maxValue(10, TEMPERATURE))),
  top_k: v.optional(wholeNumber(1, EXTRACT_TOP_K_MAX)),
  seed: v.optional(wholeNumber(0, 0xffff_ffff)),
});

/** What stands in them is looked at by the engine, which knows the text they are of (`observations_invalid`). */
const tokenScore = closedObject({
  start: v.number(),
  end: v.number(),
  logprob: v.nullable(v.number()),
  top: v.optional(v.array(closedObject({ token: v.string(), logprob: v.number() }))),
});
const continuation = closedObject({ text: v.string(), finish: oneOf(["stop", "length", "filtered", "unknown"]) });

const observationsSchema = closedObject({
  model: label,
  retrieval: oneOf(["absent", "possible"]),
  scored: v.optional(
    v.array(closedObject({ text: v.string(), tokens: v.array(tokenScore), vocabulary_size: v.nullable(v.number()) })),
  ),
  continued: v.optional(
    v.array(closedObject({ prefix: v.string(), temperature: v.number(), continuations: v.array(continuation) })),
  ),
});

export const extractRequestSchema = v.pipe(
  closedObject({
    model: v.optional(label),
    work: workSchema,
    controls: v.optional(
      v.pipe(
        v.array(closedObject({ id: label, content: contentText, content_type: v.optional(contentType) })),
        v.maxLength(EXTRACT_CONTROLS_MAX, `must not be more than ${EXTRACT_CONTROLS_MAX} texts`),
        v.check((controls) => new Set(controls.map(({ id }) => id)).size === controls.length, "must have ids that differ"),
      ),
    ),
    protocol: v.optional(oneOf(["scores", "continuations"])),
    windows: v.optional(windowsSchema),
    sampling: v.optional(samplingSchema),
    observations: v.optional(observationsSchema),
  }),
  v.check<ExtractRequest, string>(
    ({ model, observations }) => model === undefined || observations === undefined,
    'must not have both "model" and "observations"',
  ),
  v.metadata<ExtractRequest, { not: object }>({ not: { required: ["model", "observations"] } }),
);

const windowRate = closedObject({ value: share, ci_95: interval, hits: count, of: count, undecided: count });
const windowMean = closedObject({ value: share, ci_95: interval, windows: count });
const rateOfBoth = { work: windowRate, control: v.nullable(windowRate) };
const meanOfBoth = closedObject({ work: windowMean, control: v.nullable(windowMean) });
const claim = closedObject({ p: v.nullable(share), exactness: oneOf(["conditional", "exploratory"]), reason: v.string() });
const retrieval = oneOf(["absent", "possible"]);

export const extractResultSchema = closedObject({
  extract_id: v.string(),
  model: v.string(),
  retrieval,
  protocol: oneOf(["scores", "continuations"]),
  work: closedObject({ id: v.nullable(v.string()), words: count }),
  propositions: closedObject({ reproduced: v.string(), trained_on: v.string(), alternative: v.string() }),
  claims: closedObject({ reproduced: claim, trained_on: claim }),
  windows: closedObject({
    unit: oneOf(["tokens", "words"]),
    prefix: count,
    suffix: count,
    stride: count,
    design: oneOf(["census", "simple_random_sample"]),
    population: count,
    asked: count,
    answered: count,
    unanswered: v.array(
      closedObject({ reason: oneOf(["budget", "refused", "failed", "malformed", "too_short"]), windows: count }),
    ),
  }),
  rates: closedObject({ event: v.string(), ...rateOfBoth }),
  extraction: closedObject({
    discoverable: closedObject(rateOfBoth),
    n_p: v.array(closedObject({ p_z: share, queries_for_half: count, queries_for_nine_tenths: count, ...rateOfBoth })),
    sampled: v.nullable(closedObject({ continuations: count, verbatim: count })),
  }),
  near_verbatim: v.nullable(
    closedObject({ recall: meanOfBoth, rouge_l: meanOfBoth, lcs: meanOfBoth, span_coverage: meanOfBoth }),
  ),
  longest_run: v.nullable(
    closedObject({
      words: count,
      bits: v.nullable(finite),
      reason: v.nullable(v.string()),
      spans: v.array(spanSchema),
      control_words: v.nullable(count),
    }),
  ),
  strongest: v.array(
    closedObject({
      start: count,
      end: count,
      p_z: v.nullable(interval),
      queries_for_half: v.nullable(count),
      recall: v.nullable(share),
      longest_run_words: v.nullable(count),
    }),
  ),
  map: v.array(
    closedObject({
      start: count,
      end: count,
      windows: count,
      rate: v.nullable(windowRate),
      longest_run_words: v.nullable(count),
    }),
  ),
  controls: closedObject({
    given: count,
    used: count,
    windows_each: count,
    p_min: share,
    documents: v.array(
      closedObject({ id: v.string(), words: count, windows: count, recited: count, reason: v.nullable(v.string()) }),
    ),
  }),
  observations: v.array(channelObservationSchema),
  caveats: texts,
  offset_unit: v.literal("utf16"),
  method: methodSchema,
  completeness: completenessSchema,
});
