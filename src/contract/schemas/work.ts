/** Schemas of `contract/work.ts`. */
import * as v from "valibot";
import { contentMetadataSchema, label } from "./common.ts";
import { closedObject, contentText, contentType } from "./primitives.ts";

export const registerRequestSchema = closedObject({
  content: contentText,
  content_type: v.optional(contentType),
  title: v.optional(label),
  author: v.optional(label),
  metadata: v.optional(contentMetadataSchema),
});
