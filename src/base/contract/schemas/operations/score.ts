/** Schemas of `contract/score.ts`. */
import * as v from "valibot";
import type { ScoreRequest } from "../../operations/score.ts";
import { contentMetadataSchema, searchOptionsSchema } from "../common.ts";
import {
  boundedText,
  closedObject,
  contentText,
  contentType,
  fingerprintData,
  namesTextBy,
  targetModel,
  workHash,
} from "../primitives.ts";
import { revealedSecretsSchema } from "./canary.ts";
import { observationsSchema } from "./observation.ts";

/** Maximum length of a jurisdiction code such as `EU-DSM` or `US-TX`. */
const JURISDICTION_CHARACTERS_MAX = 64;

export const jurisdictionCode = boundedText(JURISDICTION_CHARACTERS_MAX);

export const scoreRequestSchema = v.pipe(
  closedObject({
    work_hash: v.optional(workHash),
    content: v.optional(contentText),
    content_type: v.optional(contentType),
    fingerprint_data: v.optional(fingerprintData),
    target_model: targetModel,
    jurisdiction: jurisdictionCode,
    metadata: v.optional(contentMetadataSchema),
    options: v.optional(searchOptionsSchema),
    observations: v.optional(observationsSchema),
    secrets: v.optional(revealedSecretsSchema),
  }),
  ...namesTextBy<ScoreRequest>(["work_hash", "content", "fingerprint_data"]),
);
