/** Schemas of `contract/work.ts`. */
import * as v from "valibot";
import { contentMetadataSchema, label } from "../common.ts";
import { closedObject, contentText, contentType } from "../primitives.ts";
import { sectionsFit, sectionsSchema } from "../sections.ts";

export const registerRequestSchema = v.pipe(
  closedObject({
    content: contentText,
    content_type: v.optional(contentType),
    sections: v.optional(sectionsSchema),
    title: v.optional(label),
    author: v.optional(label),
    metadata: v.optional(contentMetadataSchema),
  }),
  sectionsFit(),
);
