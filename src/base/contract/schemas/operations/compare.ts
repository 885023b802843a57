/** Schemas of `contract/compare.ts`. */
import * as v from "valibot";
import type { CompareRequest, CompareSide } from "../../operations/compare.ts";
import { ignore } from "../common.ts";
import { closedObject, contentText, contentType, fingerprintData, namesTextBy, workHash } from "../primitives.ts";
import { pathOf, sectionsFit, sectionsSchema } from "../sections.ts";

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

const compareOptionsSchema = closedObject({ ignore, reworded: v.optional(v.boolean("must be true or false")) });

const NO_TEXTS = "must be absent where a side is fingerprint data, in which no words can be left out";

export const compareRequestSchema = v.pipe(
  closedObject({ a: sideSchema, b: sideSchema, options: v.optional(compareOptionsSchema) }),
  v.rawCheck<CompareRequest>(({ dataset, addIssue }) => {
    if (!dataset.typed || (dataset.value.options?.ignore ?? []).length === 0) return;
    const sides = [dataset.value.a, dataset.value.b];
    if (sides.some((side) => typeof side !== "string" && side.fingerprint_data !== undefined))
      addIssue({ message: NO_TEXTS, path: pathOf(["options", "ignore"]) });
  }),
);
