/** Schemas of `contract/extract.ts`. */
import * as v from "valibot";
import {
  EXTRACT_ANSWER_TOKENS_MAX,
  EXTRACT_ANSWER_TOKENS_MIN,
  EXTRACT_CONTEXT_WORDS_MAX,
  EXTRACT_CONTINUATIONS_MAX,
  EXTRACT_CONTROLS_MAX,
  EXTRACT_QUERIES_MAX,
  EXTRACT_TOP_K_MAX,
  EXTRACT_WINDOW_UNITS_MAX,
  EXTRACT_WINDOWS_MAX,
} from "../../../limits.ts";
import type { ExtractRequest, ExtractWork } from "../../operations/extract.ts";
import {
  boundedText,
  closedObject,
  contentText,
  contentType,
  namesTextBy,
  oneOf,
  wholeNumber,
  workHash,
} from "../primitives.ts";
import { sectionsFit, sectionsSchema } from "../sections.ts";

const EXTRACT_LABEL_CHARACTERS_MAX = 1_000;
const STRIDE_MAX = 1_000_000;

const label = boundedText(EXTRACT_LABEL_CHARACTERS_MAX);

const workSchema = v.pipe(
  closedObject({
    content: v.optional(contentText),
    content_type: v.optional(contentType),
    work_hash: v.optional(workHash),
    sections: v.optional(sectionsSchema),
    id: v.optional(label),
  }),
  ...namesTextBy<ExtractWork>(["content", "work_hash"], ["content_type", "sections"]),
  sectionsFit<ExtractWork>(),
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

const iterationSchema = closedObject({
  opening: v.optional(length),
  queries: v.optional(wholeNumber(1, EXTRACT_QUERIES_MAX)),
  max_tokens: v.optional(wholeNumber(EXTRACT_ANSWER_TOKENS_MIN, EXTRACT_ANSWER_TOKENS_MAX)),
  context: v.optional(wholeNumber(1, EXTRACT_CONTEXT_WORDS_MAX)),
});

/** The engine checks the content of observations, because it knows their text (`observations_invalid`). */
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
  continues: v.optional(oneOf(["prefix", "prefill", "instruction"])),
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
        v.maxLength(EXTRACT_CONTROLS_MAX, `must have at most ${EXTRACT_CONTROLS_MAX} texts`),
        v.check((controls) => new Set(controls.map(({ id }) => id)).size === controls.length, "must have unique ids"),
      ),
    ),
    protocol: v.optional(oneOf(["scores", "continuations", "iterated"])),
    windows: v.optional(windowsSchema),
    iteration: v.optional(iterationSchema),
    sampling: v.optional(samplingSchema),
    observations: v.optional(observationsSchema),
  }),
  v.check<ExtractRequest, string>(
    ({ model, observations }) => model === undefined || observations === undefined,
    'must not have both "model" and "observations"',
  ),
  v.metadata<ExtractRequest, { not: object }>({ not: { required: ["model", "observations"] } }),
);
