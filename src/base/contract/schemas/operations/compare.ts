/** Schemas of `contract/compare.ts`. */
import * as v from "valibot";
import type { CompareSide } from "../../operations/compare.ts";
import { closedObject, contentText, contentType, fingerprintData, namesTextBy, workHash } from "../primitives.ts";
import { sectionsFit, sectionsSchema } from "../sections.ts";

export const compareSideSchema = v.pipe(
  closedObject({
    content: v.optional(contentText),
    content_type: v.optional(contentType),
    sections: v.optional(sectionsSchema),
    fingerprint_data: v.optional(fingerprintData),
    work_hash: v.optional(workHash),
  }),
  ...namesTextBy<CompareSide>(["content", "fingerprint_data", "work_hash"], ["content_type", "sections"]),
  sectionsFit<CompareSide>(),
);

const sideSchema = v.union([contentText, compareSideSchema], "must be a text, or an object that names one");

export const compareRequestSchema = closedObject({ a: sideSchema, b: sideSchema });
