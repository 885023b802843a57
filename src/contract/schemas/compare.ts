/** Schemas of `contract/compare.ts`. */
import * as v from "valibot";
import type { CompareSide } from "../compare.ts";
import { closedObject, contentText, contentType, fingerprintData, namesTextBy, workHash } from "./primitives.ts";

export const compareSideSchema = v.pipe(
  closedObject({
    content: v.optional(contentText),
    content_type: v.optional(contentType),
    fingerprint_data: v.optional(fingerprintData),
    work_hash: v.optional(workHash),
  }),
  ...namesTextBy<CompareSide>(["content", "fingerprint_data", "work_hash"]),
);

const sideSchema = v.union([contentText, compareSideSchema], "must be a text, or an object that names one");

export const compareRequestSchema = closedObject({ a: sideSchema, b: sideSchema });
