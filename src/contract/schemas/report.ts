/** Schemas of `contract/report.ts`. */
import * as v from "valibot";
import type { ReportRequest } from "../report.ts";
import { completenessSchema, contentMetadataSchema, corpusReferenceSchema } from "./common.ts";
import {
  boundedText,
  closedObject,
  contentType,
  count,
  exactlyOneOf,
  finite,
  interval,
  oneOf,
  openObject,
  share,
  texts,
  workHash,
} from "./primitives.ts";

/** Results of one kind in one report. */
export const REPORT_RESULTS_MAX = 100;
const REPORTED_ID_CHARACTERS_MAX = 200;

const idsOf = (meaning: string) =>
  v.optional(
    v.pipe(
      v.array(boundedText(REPORTED_ID_CHARACTERS_MAX)),
      v.maxLength(REPORT_RESULTS_MAX, `must not name more than ${REPORT_RESULTS_MAX}`),
      v.description(meaning),
    ),
  );
const ids = idsOf("Ids of kept results about this work.");

const WAYS_TO_NAME = ["work_id", "work_hash"] as const;

export const reportRequestSchema = v.pipe(
  closedObject({
    work_id: v.optional(boundedText(REPORTED_ID_CHARACTERS_MAX)),
    work_hash: v.optional(workHash),
    analyses: ids,
    scores: ids,
    probes: idsOf("Ids of kept probes. That their texts are of this work only the caller knows."),
    extractions: ids,
    include_content: v.optional(v.boolean()),
    format: v.optional(oneOf(["bundle", "html"])),
  }),
  exactlyOneOf<ReportRequest>(WAYS_TO_NAME),
  v.metadata({ oneOf: WAYS_TO_NAME.map((name) => ({ required: [name] })) }),
);

export const hashText = v.pipe(v.string(), v.regex(/^sha256:[0-9a-f]{64}$/, 'must be "sha256:" and 64 hexadecimal digits'));
const anyObject = openObject({});
const rate = closedObject({ value: share, ci_95: interval });

export const evidenceBundleSchema = v.pipe(
  closedObject({
    format: v.literal("spolia-evidence-1"),
    propositions: closedObject({
      in_corpus: v.string(),
      reproduced: v.string(),
      trained_on: v.string(),
      alternative: v.string(),
    }),
    work: v.nullable(
      closedObject({
        work_id: v.string(),
        work_hash: hashText,
        fingerprint: v.string(),
        iscc: v.string(),
        words: count,
        content_type: contentType,
        metadata: contentMetadataSchema,
        registered_at: v.string(),
      }),
    ),
    results: v.array(
      closedObject({
        kind: oneOf(["analysis", "score", "probe", "extraction"]),
        id: v.string(),
        digest: hashText,
        request: v.nullable(anyObject),
        result: openObject({
          method: openObject({ corpora: v.array(corpusReferenceSchema) }),
          completeness: completenessSchema,
        }),
      }),
    ),
    inputs: v.array(closedObject({ work_hash: hashText, content: v.nullable(v.string()) })),
    method: closedObject({
      engines: v.array(closedObject({ engine: v.string(), wasm_sha256: v.nullable(v.string()), fold: v.string() })),
      corpora: v.array(corpusReferenceSchema),
      catalogues: texts,
      calibrations: v.array(
        closedObject({ name: v.string(), sha256: v.nullable(hashText), calibration: v.nullable(anyObject) }),
      ),
      seeds: v.array(closedObject({ result: v.string(), name: v.string(), seed: v.union([v.string(), finite]) })),
    }),
    error_rates: v.array(closedObject({ calibration: v.string(), true_positive: rate, false_positive: rate })),
    sources: v.array(closedObject({ id: v.string(), citation: v.string() })),
    not_tested: v.array(closedObject({ result: v.string(), stage: v.string(), status: v.string(), reason: v.string() })),
    limits: texts,
    replay: texts,
  }),
  v.description("What a report says: propositions, results whole, what they rest on, what was not tested, how to replay."),
);

const publicKey = closedObject({ kty: v.literal("OKP"), crv: v.literal("Ed25519"), x: v.string() });

export const reportEntries = {
  format: v.literal("spolia-report-1"),
  report_id: v.string(),
  created_at: v.pipe(v.string(), v.isoTimestamp(), v.metadata({ format: "date-time" })),
  digest: hashText,
  key: v.string(),
  public_key: publicKey,
  signature: v.string(),
  bundle: evidenceBundleSchema,
};

export const reportDocumentSchema = closedObject(reportEntries);
