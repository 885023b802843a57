/** Schemas of `contract/identify.ts`. */
import * as v from "valibot";
import { closedObject, contentText, contentType, count } from "./primitives.ts";

export const identifyRequestSchema = closedObject({ content: contentText, content_type: v.optional(contentType) });

export const identifyResultSchema = closedObject({ fingerprint: v.string(), iscc: v.string(), words: count });
