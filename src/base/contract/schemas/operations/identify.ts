/** Schemas of `contract/identify.ts`. */
import * as v from "valibot";
import { closedObject, contentText, contentType } from "../primitives.ts";

export const identifyRequestSchema = closedObject({ content: contentText, content_type: v.optional(contentType) });
