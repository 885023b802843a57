/** Schemas of `contract/compare.ts`. */
import * as v from "valibot";
import type { CompareSide } from "../compare.ts";
import {
  closedObject,
  contentText,
  contentType,
  contentTypeNeedsContent,
  exactlyOneInJsonSchema,
  exactlyOneOf,
  fingerprintData,
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
