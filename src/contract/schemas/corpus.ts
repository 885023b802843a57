/** Schemas of what a corpus records of its sources. */
import * as v from "valibot";
import type { UnreadCode, UnreadInputs } from "../corpus.ts";
import { closedObject, count } from "./primitives.ts";

const code = v.picklist([
  "format_not_read",
  "not_utf8",
  "empty",
  "too_large",
  "unreadable",
  "link",
  "invalid_record",
] satisfies UnreadCode[]);

const unreadKindsSchema = v.array(closedObject({ code, format: v.nullable(v.string()), inputs: count }));

export const unreadInputsSchema: v.GenericSchema<UnreadInputs> = closedObject({
  inputs: count,
  kinds: unreadKindsSchema,
  first: v.array(closedObject({ name: v.string(), line: v.exactOptional(count), code, reason: v.string() })),
});
