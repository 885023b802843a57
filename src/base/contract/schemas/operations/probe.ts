/** Schemas of `contract/probe.ts`. */
import * as v from "valibot";
import { CONTENT_BYTES_MAX, NAME_CHARACTERS_MAX } from "../../../limits.ts";
import type { ProbeRequest, ProbeText } from "../../operations/probe.ts";
import { utf8BytesAtMost } from "../plainData.ts";
import {
  boundedText,
  CONTENT_TOO_LARGE,
  closedObject,
  contentText,
  count,
  exactlyOneOf,
  oneOf,
  wholeNumber,
} from "../primitives.ts";
import { recordOf } from "../recordOf.ts";
import { canaryEvidenceSchema, orderEvidenceSchema } from "./canary.ts";

/**
 * Maximum texts per side. Dataset inference needs hundreds; the blind gate with 1,000 clusters per side takes seconds.
 */
const PROBE_TEXTS_MAX = 10_000;
const NEIGHBOURS_MAX = 100;
const SOURCE_CHARACTERS_MAX = 10_000;
const TOKENS_MAX = 10_000_000;
const TOKEN_VOCABULARY_MAX = 100_000_000;

const name = boundedText(NAME_CHARACTERS_MAX);
const STATISTICS = [
  "loss",
  "zlib",
  "lowercase",
  "reference_difference",
  "reference_ratio",
  "min_k",
  "max_k",
  "min_k_plus_plus",
  "gap_k",
  "surp",
  "recall",
  "dc_pdd",
  "neighbourhood",
] as const;
const statistic = oneOf(STATISTICS);

export const probeTextSchema = closedObject({
  id: name,
  text: contentText,
  cluster: v.optional(name),
  neighbours: v.optional(
    v.pipe(v.array(contentText), v.maxLength(NEIGHBOURS_MAX, `must have at most ${NEIGHBOURS_MAX} items`)),
  ),
});

const side = v.pipe(
  v.array(probeTextSchema),
  v.maxLength(PROBE_TEXTS_MAX, `must have at most ${PROBE_TEXTS_MAX} items`),
);

export const recordedScoresSchema = closedObject({
  tokens: v.array(
    closedObject({
      start: count,
      end: count,
      logprob: v.nullable(v.number()),
      top: v.optional(v.array(closedObject({ token: v.string(), logprob: v.number() }))),
    }),
  ),
  vocabulary_size: v.nullable(wholeNumber(1, TOKEN_VOCABULARY_MAX)),
});

const recordedViews = closedObject({
  text: recordedScoresSchema,
  lowercase: v.optional(recordedScoresSchema),
  reference: v.optional(recordedScoresSchema),
  prefixed: v.optional(recordedScoresSchema),
  neighbours: v.optional(v.array(recordedScoresSchema)),
});

const retrieval = oneOf(["absent", "possible"]);

const split = closedObject({
  kind: oneOf(["random_documented"]),
  source: boundedText(SOURCE_CHARACTERS_MAX),
  commitment: v.optional(boundedText(NAME_CHARACTERS_MAX)),
});

const allTexts = ({ suspects = [], controls = [] }: ProbeRequest): ProbeText[] => [...suspects, ...controls];
const asksSomething = ({ suspects = [], canaries, order }: ProbeRequest): boolean =>
  suspects.length > 0 || canaries !== undefined || order !== undefined;
const comparesSomething = ({ suspects = [], controls = [] }: ProbeRequest): boolean =>
  suspects.length > 0 || controls.length === 0;
const asksWhatIsRevealed = ({ observations, canaries, order }: ProbeRequest): boolean =>
  observations === undefined || (canaries === undefined && order === undefined);
const differingIds = (request: ProbeRequest): boolean => {
  const ids = allTexts(request).map(({ id }) => id);
  return new Set(ids).size === ids.length;
};

function observesOwnTexts(request: ProbeRequest): boolean {
  const ids = new Set(allTexts(request).map(({ id }) => id));
  return Object.keys(request.observations?.texts ?? {}).every((id) => ids.has(id));
}

/** Whether each cluster is on one side. A text without a cluster is its own cluster, named by its id. */
function clustersOnOneSide({ suspects = [], controls = [] }: ProbeRequest): boolean {
  const clusters = new Set(suspects.map(({ id, cluster }) => cluster ?? id));
  return !controls.some(({ id, cluster }) => clusters.has(cluster ?? id));
}

/** Whether all texts together are within the limit for one content. */
function fitTogether(request: ProbeRequest): boolean {
  let left = CONTENT_BYTES_MAX;
  for (const { text, neighbours = [] } of allTexts(request)) {
    for (const one of [text, ...neighbours]) {
      left -= one.length;
      if (left < 0 || !utf8BytesAtMost(one, left + one.length)) return false;
    }
  }
  return true;
}

export const probeRequestSchema = v.pipe(
  closedObject({
    model: v.optional(name),
    observations: v.optional(closedObject({ model: name, retrieval, texts: recordOf(name, recordedViews) })),
    suspects: v.optional(side),
    controls: v.optional(side),
    canaries: v.optional(canaryEvidenceSchema.entries.canaries),
    positive_ranks: canaryEvidenceSchema.entries.positive_ranks,
    order: v.optional(orderEvidenceSchema),
    split: v.optional(split),
    reference_model: v.optional(name),
    recall_prefix: v.optional(contentText),
    token_counts: v.optional(
      closedObject({
        counts: recordOf(v.string(), wholeNumber(0, Number.MAX_SAFE_INTEGER)),
        total: wholeNumber(1, Number.MAX_SAFE_INTEGER),
        vocabulary: wholeNumber(1, TOKENS_MAX),
      }),
    ),
    statistics: v.optional(
      v.pipe(
        v.array(statistic),
        v.minLength(1, "must name at least one statistic"),
        v.check((names) => new Set(names).size === names.length, "must not contain duplicates"),
      ),
    ),
  }),
  ...exactlyOneOf<ProbeRequest>(["model", "observations"]),
  v.check<ProbeRequest, string>(
    asksSomething,
    'must have at least one text in "suspects", or "canaries", or an "order"',
  ),
  v.check<ProbeRequest, string>(comparesSomething, 'must have "suspects" where it has "controls"'),
  v.check<ProbeRequest, string>(asksWhatIsRevealed, 'must have a "model" to ask about "canaries" and an "order"'),
  v.check<ProbeRequest, string>(differingIds, "must have texts with unique ids"),
  v.check<ProbeRequest, string>(
    clustersOnOneSide,
    'must have each cluster on one side only: in "suspects" or in "controls"',
  ),
  v.check<ProbeRequest, string>(observesOwnTexts, 'must have in "observations" only ids of its texts'),
  v.check<ProbeRequest, string>(fitTogether, CONTENT_TOO_LARGE),
);
