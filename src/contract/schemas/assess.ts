/** Schemas of `contract/assess.ts`. */
import * as v from "valibot";
import type { AssessRequest } from "../assess.ts";
import { contentMetadataSchema } from "./common.ts";
import {
  closedObject,
  contentText,
  contentType,
  contentTypeNeedsContent,
  exactlyOneInJsonSchema,
  exactlyOneOf,
  targetModel,
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
