/** Schemas of `contract/compare.ts`. */
import * as v from "valibot";
import type { CompareSide } from "../compare.ts";
import { passageKind } from "./analyze.ts";
import { completenessSchema, methodSchema, spanSchema } from "./common.ts";
import {
  closedObject,
  contentText,
  contentType,
  contentTypeNeedsContent,
  count,
  exactlyOneInJsonSchema,
  exactlyOneOf,
  fingerprintData,
  oneOf,
  share,
  workHash,
} from "./primitives.ts";

const WAYS_TO_NAME = ["content", "fingerprint_data", "work_hash"] as const;

export const compareSideSchema = v.pipe(
  closedObject({
    content: v.optional(contentText),
    content_type: v.optional(contentType),
    fingerprint_data: v.optional(fingerprintData),
    work_hash: v.optional(workHash),
  }),
  exactlyOneOf<CompareSide>(WAYS_TO_NAME),
  contentTypeNeedsContent<CompareSide>(),
  exactlyOneInJsonSchema<CompareSide>(WAYS_TO_NAME),
);

const sideSchema = v.union([contentText, compareSideSchema], "must be a text, or an object that names one");

export const compareRequestSchema = closedObject({ a: sideSchema, b: sideSchema });

const shareWithInterval = closedObject({ value: share, ci_95: v.strictTuple([share, share]) });
const comparedText = closedObject({ fingerprint: v.string(), words: count });

const relation = oneOf([
  ...(["identical", "near_duplicate", "contains", "excerpt", "partial", "unrelated", "insufficient_evidence"] as const),
]);

export const compareResultSchema = closedObject({
  comparison_id: v.string(),
  relation: v.pipe(
    relation,
    v.description(
      "Seen from `a`: `contains` says that `b` stands in `a`, `excerpt` that `a` stands in `b`. From fingerprint data: what is sure of it.",
    ),
  ),
  possible_relations: v.pipe(
    v.nullable(v.array(relation)),
    v.description("From fingerprint data: the relations that the intervals leave open, the likeliest first."),
  ),
  jaccard: shareWithInterval,
  containment_a_in_b: shareWithInterval,
  containment_b_in_a: shareWithInterval,
  longest_run_words: v.nullable(count),
  passages: v.nullable(
    v.array(closedObject({ kind: passageKind, a: spanSchema, b: spanSchema, words: count, identity: share })),
  ),
  a: comparedText,
  b: comparedText,
  offset_unit: v.literal("utf16"),
  method: methodSchema,
  completeness: completenessSchema,
});
