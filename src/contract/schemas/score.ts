/** Schemas of `contract/score.ts`. */
import * as v from "valibot";
import type { ScoreRequest } from "../score.ts";
import { completenessSchema, contentMetadataSchema, log10LikelihoodRatio, methodSchema, sourceIds } from "./common.ts";
import { observationsSchema } from "./observation.ts";
import {
  boundedText,
  closedObject,
  contentText,
  contentType,
  contentTypeNeedsContent,
  count,
  exactlyOneInJsonSchema,
  exactlyOneOf,
  fingerprintData,
  finite,
  interval,
  oneOf,
  percent,
  percentInterval,
  share,
  targetModel,
  texts,
  workHash,
} from "./primitives.ts";

/** `EU-DSM`, `US-TX`: a name of a jurisdiction is a code, not a sentence. */
const JURISDICTION_CHARACTERS_MAX = 64;

export const jurisdictionCode = v.pipe(
  boundedText(JURISDICTION_CHARACTERS_MAX),
  v.description("ISO 3166 code, or a regime such as EU-DSM. It changes words, never a measured number."),
);

const WAYS_TO_NAME = ["work_hash", "content", "fingerprint_data"] as const;

export const scoreRequestSchema = v.pipe(
  closedObject({
    work_hash: v.optional(workHash),
    content: v.optional(contentText),
    content_type: v.optional(contentType),
    fingerprint_data: v.optional(fingerprintData),
    target_model: targetModel,
    jurisdiction: jurisdictionCode,
    metadata: v.optional(contentMetadataSchema),
    observations: v.optional(observationsSchema),
  }),
  exactlyOneOf<ScoreRequest>(WAYS_TO_NAME),
  contentTypeNeedsContent<ScoreRequest>(),
  exactlyOneInJsonSchema<ScoreRequest>(WAYS_TO_NAME),
);

export const scoreChannelSchema = v.pipe(
  closedObject({
    name: oneOf(["match", "provenance", "extraction", "canary", "order", "dataset_inference", "membership"]),
    proposition: oneOf(["in_corpus", "reproduced", "trained_on"]),
    basis: oneOf(["statistical", "documentary"]),
    status: oneOf(["measured", "not_measured", "not_calibrated", "outside_validated_population", "refused"]),
    statistic: v.record(v.string(), v.union([finite, v.string()])),
    lr: v.nullable(finite),
    ci_95: v.nullable(interval),
    gate: oneOf(["passed", "not_passed", "not_needed", "not_run"]),
    reason: v.nullable(v.string()),
    sources: sourceIds,
  }),
  v.description("One kind of evidence, kept apart from the others."),
);

export const scoreJurisdictionSchema = closedObject({
  code: v.string(),
  applied: v.string(),
  name: v.string(),
  rule: v.string(),
  standard_of_proof: v.nullable(v.string()),
  opt_out: v.string(),
  notes: texts,
  sources: sourceIds,
});

const measured = oneOf(["measured", "not_measured"]);

export const scoreResultSchema = closedObject({
  score_id: v.string(),
  score: v.pipe(percent, v.description('Support, never a probability; 0 is "no support", not "not trained".')),
  tier: oneOf([
    "no_support",
    "weak",
    "moderate",
    "moderately_strong",
    "strong",
    "very_strong",
    "extremely_strong",
    "insufficient_evidence",
  ]),
  ci_95: percentInterval,
  direction: oneOf(["for", "against", "neutral"]),
  basis: v.pipe(v.nullable(oneOf(["statistical", "documentary"])), v.description("What the score rests on.")),
  clipped: v.boolean(),
  log10_lr: log10LikelihoodRatio,
  model_id: v.string(),
  propositions: closedObject({
    in_corpus: v.string(),
    reproduced: v.string(),
    trained_on: v.string(),
    alternative: v.string(),
  }),
  channels: v.array(scoreChannelSchema),
  in_dataset: closedObject({
    status: measured,
    datasets: v.array(
      closedObject({
        dataset: v.string(),
        corpus: v.string(),
        matched_words: count,
        share,
        longest_run_words: count,
        documents: count,
        verdict: oneOf(["match", "partial", "none_found", "insufficient_evidence"]),
      }),
    ),
    reason: v.nullable(v.string()),
  }),
  reproduced: closedObject({
    status: measured,
    rate: v.nullable(share),
    ci_95: v.nullable(interval),
    reason: v.nullable(v.string()),
  }),
  jurisdiction: scoreJurisdictionSchema,
  caveats: texts,
  what_would_change_this: texts,
  method: methodSchema,
  completeness: completenessSchema,
});
