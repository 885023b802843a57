/** Schemas of `contract/assess.ts`. */
import * as v from "valibot";
import type { AssessRequest } from "../assess.ts";
import { completenessSchema, contentMetadataSchema, methodSchema, sourceIds } from "./common.ts";
import {
  closedObject,
  contentText,
  contentType,
  contentTypeNeedsContent,
  count,
  exactlyOneInJsonSchema,
  exactlyOneOf,
  finite,
  oneOf,
  share,
  targetModel,
  texts,
  workHash,
} from "./primitives.ts";

const WAYS_TO_NAME = ["work_hash", "content"] as const;

export const assessRequestSchema = v.pipe(
  closedObject({
    work_hash: v.optional(workHash),
    content: v.optional(contentText),
    content_type: v.optional(contentType),
    target_model: targetModel,
    metadata: v.optional(contentMetadataSchema),
  }),
  exactlyOneOf<AssessRequest>(WAYS_TO_NAME),
  contentTypeNeedsContent<AssessRequest>(),
  exactlyOneInJsonSchema<AssessRequest>(WAYS_TO_NAME),
);

const FACTORS = [
  ...(["copies", "inclusion", "deduplication", "length", "rarity", "model_size"] as const),
  ...(["documented_memorisation", "documented_mitigation"] as const),
] as const;

export const assessResultSchema = closedObject({
  assess_id: v.string(),
  model_id: v.string(),
  level: v.pipe(
    oneOf(["none", "low", "medium", "high", "critical", "insufficient_evidence"]),
    v.description("Orders cases for attention: no measurement of the model."),
  ),
  because: v.string(),
  factors: v.array(
    closedObject({
      factor: oneOf(FACTORS),
      weighs: oneOf(["up", "down", "none"]),
      value: v.nullable(finite),
      unit: v.nullable(v.string()),
      because: v.string(),
      sources: sourceIds,
    }),
  ),
  copies: closedObject({
    status: oneOf(["measured", "not_measured"]),
    datasets: v.array(
      closedObject({
        dataset: v.string(),
        corpus: v.string(),
        corpus_words: count,
        documents: count,
        copies: count,
        near_copies: count,
        works: count,
        share,
        longest_run_words: count,
        verdict: oneOf(["match", "partial", "none_found", "insufficient_evidence"]),
      }),
    ),
    reason: v.nullable(v.string()),
  }),
  expected_extraction: closedObject({
    range: v.nullable(v.strictTuple([share, share])),
    metric: v.nullable(v.string()),
    studies: v.array(
      closedObject({
        id: v.string(),
        finding: v.string(),
        metric: v.string(),
        value: finite,
        unit: v.string(),
        work: v.nullable(v.string()),
        method: v.string(),
        sources: sourceIds,
      }),
    ),
    reason: v.string(),
  }),
  caveats: texts,
  method: methodSchema,
  completeness: completenessSchema,
});
