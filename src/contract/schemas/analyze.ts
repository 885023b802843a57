/** Schemas of `contract/analyze.ts`. */
import * as v from "valibot";
import { MATCHES_DEFAULT, MATCHES_MAX, SOURCES_DEFAULT, SOURCES_MAX } from "../../limits.ts";
import type { AnalyzeRequest } from "../analyze.ts";
import {
  completenessSchema,
  contentMetadataSchema,
  log10LikelihoodRatio,
  methodEntries,
  sourceIds,
  spanSchema,
} from "./common.ts";
import {
  boundedText,
  closedObject,
  contentText,
  contentType,
  contentTypeNeedsContent,
  count,
  exactlyOneInJsonSchema,
  exactlyOneOf,
  finite,
  oneOf,
  percent,
  percentInterval,
  share,
  texts,
  wholeNumber,
  workHash,
} from "./primitives.ts";

const CORPUS_NAME_CHARACTERS_MAX = 256;
const PRIOR_OUT_OF_RANGE = "must be strictly between 0 and 1";

export const analyzeOptionsSchema = closedObject({
  corpora: v.optional(
    v.pipe(
      v.array(boundedText(CORPUS_NAME_CHARACTERS_MAX)),
      v.nonEmpty("must name a corpus; without this field all of them are searched"),
      v.check((names) => new Set(names).size === names.length, "must not name a corpus twice"),
      v.metadata({ uniqueItems: true, description: "Names of the corpora to search; all of them when absent." }),
    ),
  ),
  max_sources: v.optional(
    v.pipe(wholeNumber(1, SOURCES_MAX), v.description(`Most attribution sources to name; ${SOURCES_DEFAULT} when absent.`)),
  ),
  max_matches: v.optional(
    v.pipe(wholeNumber(1, MATCHES_MAX), v.description(`Most passages to list; ${MATCHES_DEFAULT} when absent.`)),
  ),
  prior: v.optional(
    v.pipe(
      v.number(),
      v.gtValue(0, PRIOR_OUT_OF_RANGE),
      v.ltValue(1, PRIOR_OUT_OF_RANGE),
      v.description("Prior probability, strictly between 0 and 1; 0.5 when absent."),
    ),
  ),
  iscc: v.optional(
    v.pipe(v.boolean("must be true or false"), v.description("Whether to compute the ISCC Text-Code; false when absent.")),
  ),
});

const WAYS_TO_NAME = ["content", "work_hash"] as const;

export const analyzeRequestSchema = v.pipe(
  closedObject({
    content: v.optional(contentText),
    content_type: v.optional(v.pipe(contentType, v.description("How to read the content; text when absent."))),
    work_hash: v.optional(workHash),
    metadata: v.optional(contentMetadataSchema),
    options: v.optional(analyzeOptionsSchema),
  }),
  exactlyOneOf<AnalyzeRequest>(WAYS_TO_NAME),
  contentTypeNeedsContent<AnalyzeRequest>(),
  exactlyOneInJsonSchema<AnalyzeRequest>(WAYS_TO_NAME),
);

export const passageKind = oneOf(["verbatim", "near_verbatim", "reworded"]);

export const matchedDocumentSchema = closedObject({
  id: v.string(),
  title: v.optional(v.string()),
  author: v.optional(v.string()),
  year: v.optional(finite),
  url: v.optional(v.string()),
  licence: v.optional(v.string()),
});

export const matchSchema = v.pipe(
  closedObject({
    corpus: v.string(),
    dataset: v.string(),
    document: matchedDocumentSchema,
    kind: passageKind,
    widely_shared: v.boolean(),
    content: spanSchema,
    source: closedObject({ start: count, end: count, snippet: v.string() }),
    words: count,
    identity: share,
    rarity_bits: finite,
    chance_matches: v.pipe(finite, v.description("Expected chance matches: words searched × 2^−rarity_bits; no error rate.")),
    document_frequency: v.pipe(count, v.description("Different works; copies and editions of one count once.")),
    verified: v.boolean(),
  }),
  v.description("One passage that the content and a document share. Offsets are UTF-16 indices."),
);

export const attributionSourceSchema = v.pipe(
  closedObject({
    provider: v.string(),
    model: v.string(),
    confidence: v.pipe(percent, v.description("Confidence of the dataset match; nothing is multiplied in.")),
    training_dataset: v.string(),
    confidence_ci_95: percentInterval,
    model_id: v.string(),
    evidence: v.literal("documented"),
    via: texts,
    inclusion: closedObject({ lo: share, hi: share, basis: v.string() }),
    sources: sourceIds,
    corpus: v.string(),
    caveats: texts,
  }),
  v.description("A model that is documented to have trained on a dataset in which the content was met."),
);

export const possibleSourceSchema = v.pipe(
  closedObject({
    provider: v.string(),
    model: v.string(),
    model_id: v.string(),
    training_dataset: v.string(),
    evidence: oneOf(["documented", "reported", "inferred"]),
    reason: oneOf(["reported", "inferred", "excluded_by_date"]),
    because: v.string(),
    via: texts,
    sources: sourceIds,
    corpus: v.string(),
  }),
  v.description("An edge that does not carry an attribution, and why."),
);

export const estimatedRevenueSchema = closedObject({
  monthly: v.pipe(finite, v.description("0 where nothing supports a figure; `note` says why.")),
  currency: v.string(),
  low: finite,
  high: finite,
  basis: v.array(
    closedObject({
      comparable: v.string(),
      amount: v.string(),
      period: v.nullable(v.string()),
      as_of: v.nullable(v.string()),
      source: v.string(),
    }),
  ),
  note: v.string(),
});

export const riskAssessmentSchema = closedObject({
  level: oneOf(["none", "low", "medium", "high", "critical"]),
  factors: texts,
  explanations: v.array(
    closedObject({ factor: v.string(), rule: v.string(), because: v.string(), spans: v.array(spanSchema), sources: sourceIds }),
  ),
});

export const coverageSchema = closedObject({ words: count, matched_words: count, share, longest_run_words: count });

const disguisedCharactersSchema = v.pipe(
  closedObject({
    total: count,
    kinds: v.array(
      closedObject({
        kind: oneOf([
          "look_alike_letters",
          "invisible_characters",
          "styled_letters",
          "covering_marks",
          "bidirectional_overrides",
          "tag_characters",
        ]),
        characters: count,
        spans: v.array(spanSchema),
      }),
    ),
  }),
  v.description("Characters of the content that disguise it. They were undone before it was compared."),
);

export const analyzeResultSchema = closedObject({
  analysis_id: v.string(),
  fingerprint: v.string(),
  iscc: v.optional(v.string()),
  confidence: v.pipe(
    percent,
    v.description("Probability of the event under the prior; 0 with [0, 100] where it cannot be given."),
  ),
  confidence_ci_95: percentInterval,
  confidence_at_priors: v.array(closedObject({ prior: share, confidence: percent, confidence_ci_95: percentInterval })),
  confidence_features: v.pipe(
    v.nullable(
      closedObject({
        content_words: count,
        searched_words: count,
        passage_words: count,
        longest_run_words: count,
        identity: share,
        rarity_bits: finite,
        documents: count,
      }),
    ),
    v.description("What the confidence was read from; null where it cannot be given."),
  ),
  log10_lr: log10LikelihoodRatio,
  verdict: oneOf(["match", "partial", "none_found", "insufficient_evidence"]),
  potential_matches: v.pipe(count, v.description("Documents that share a reported passage, before any cap.")),
  estimated_revenue: estimatedRevenueSchema,
  attribution_sources: v.array(attributionSourceSchema),
  possible_sources: v.array(possibleSourceSchema),
  unattributed_datasets: v.pipe(
    v.array(closedObject({ dataset: v.string(), corpus: v.string(), because: v.string() })),
    v.description("Datasets in which the text was met and that no model is documented to have trained on."),
  ),
  risk_assessment: riskAssessmentSchema,
  matches: v.array(matchSchema),
  coverage: coverageSchema,
  disguised_characters: disguisedCharactersSchema,
  offset_unit: v.literal("utf16"),
  completeness: completenessSchema,
  method: closedObject({ ...methodEntries, prior: share }),
});
