/** Schemas of `contract/assess.ts`. */
import * as v from "valibot";
import type { AssessRequest } from "../../operations/assess.ts";
import { contentMetadataSchema, searchOptionsSchema } from "../common.ts";
import { closedObject, contentText, contentType, namesTextBy, targetModel, workHash } from "../primitives.ts";

export const assessRequestSchema = v.pipe(
  closedObject({
    work_hash: v.optional(workHash),
    content: v.optional(contentText),
    content_type: v.optional(contentType),
    target_model: targetModel,
    metadata: v.optional(contentMetadataSchema),
    options: v.optional(searchOptionsSchema),
  }),
  ...namesTextBy<AssessRequest>(["work_hash", "content"]),
);
