/** Schemas of what a corpus records of its sources. */
import * as v from "valibot";
import type { CorpusProvenance, UnreadCode, UnreadInputs } from "../../resources/corpus.ts";
import { closedObject, count } from "../primitives.ts";

const code = v.picklist([
  "format_not_read",
  "not_utf8",
  "damaged",
  "encrypted",
  "scanned",
  "not_unicode",
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

const sha256 = v.pipe(v.string(), v.regex(/^sha256:[0-9a-f]{64}$/));

const origin = { dataset: v.nullable(v.string()), revision: v.nullable(v.string()), split: v.nullable(v.string()) };

export const provenanceSchema: v.GenericSchema<CorpusProvenance> = closedObject({
  declared: v.nullable(closedObject({ by: v.string(), on: v.nullable(v.string()) })),
  sources: v.nullable(
    closedObject({
      files: count,
      bytes: count,
      digest: sha256,
      listed: v.array(closedObject({ name: v.string(), bytes: count, sha256 })),
      origins: v.exactOptional(v.array(closedObject({ ...origin, files: count, bytes: count }))),
    }),
  ),
  unrecorded: count,
  listings: v.array(closedObject({ sha256, entries: count, files: count })),
});
