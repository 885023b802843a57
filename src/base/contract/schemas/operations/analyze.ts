/** Schemas of `contract/analyze.ts`. */
import * as v from "valibot";
import { MATCHES_MAX, SOURCES_MAX } from "../../../limits.ts";
import type { AnalyzeRequest } from "../../operations/analyze.ts";
import { contentMetadataSchema, ignore, partial } from "../common.ts";
import {
  boundedText,
  closedObject,
  contentText,
  contentType,
  namesTextBy,
  wholeNumber,
  workHash,
} from "../primitives.ts";
import { sectionsFit, sectionsSchema } from "../sections.ts";
import { decisionsSchema } from "./decision.ts";

const CORPUS_NAME_CHARACTERS_MAX = 256;
const PRIOR_OUT_OF_RANGE = "must be strictly between 0 and 1";

export const analyzeOptionsSchema = closedObject({
  corpora: v.optional(
    v.pipe(
      v.array(boundedText(CORPUS_NAME_CHARACTERS_MAX)),
      v.nonEmpty("must name a corpus; without this field all of them are searched"),
      v.check((names) => new Set(names).size === names.length, "must not name a corpus twice"),
      v.metadata({ uniqueItems: true }),
    ),
  ),
  max_sources: v.optional(wholeNumber(1, SOURCES_MAX)),
  max_matches: v.optional(wholeNumber(1, MATCHES_MAX)),
  prior: v.optional(v.pipe(v.number(), v.gtValue(0, PRIOR_OUT_OF_RANGE), v.ltValue(1, PRIOR_OUT_OF_RANGE))),
  iscc: v.optional(v.boolean("must be true or false")),
  source_texts: v.optional(v.boolean("must be true or false")),
  reworded: v.optional(v.boolean("must be true or false")),
  partial,
  ignore,
});

export const analyzeRequestSchema = v.pipe(
  closedObject({
    content: v.optional(contentText),
    content_type: v.optional(contentType),
    sections: v.optional(sectionsSchema),
    work_hash: v.optional(workHash),
    metadata: v.optional(contentMetadataSchema),
    options: v.optional(analyzeOptionsSchema),
    decisions: v.optional(decisionsSchema),
  }),
  ...namesTextBy<AnalyzeRequest>(["content", "work_hash"], ["content_type", "sections"]),
  sectionsFit<AnalyzeRequest>(),
);
