/** Schemas of `contract/canary.ts`. */
import * as v from "valibot";
import { NAME_CHARACTERS_MAX } from "../../../limits.ts";
import { boundedText, closedObject, finite, listOf, oneOf, wholeNumber } from "../primitives.ts";

/** Limit for strings of a pool, items of an order, and random orders: p down to 1 in 10,000, in about a second. */
export const POOL_MAX = 10_000;
export const CANARIES_MAX = 64;
/** Maximum words of one string. */
const LENGTH_MAX = 256;
const CANARY_VOCABULARY_MAX = 300_000;
const STRING_CHARACTERS_MAX = 100_000;
/** Maximum number of tried statistics. */
export const TESTS_MAX = 1_000_000;

const secretHex = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits in lower case"));
export const commitment = v.pipe(
  v.string(),
  v.regex(/^sha256:[0-9a-f]{64}$/, 'must be "sha256:" and 64 hexadecimal digits'),
);

const strings = listOf(boundedText(STRING_CHARACTERS_MAX), 2, POOL_MAX);
const vocabulary = v.pipe(
  listOf(boundedText(NAME_CHARACTERS_MAX), 2, CANARY_VOCABULARY_MAX),
  v.check((units) => new Set(units).size === units.length, "must have no word twice"),
);

export const canaryPoolRequestSchema = closedObject({
  seed: secretHex,
  strings: v.optional(wholeNumber(2, POOL_MAX)),
  length: v.optional(wholeNumber(1, LENGTH_MAX)),
  vocabulary: v.optional(vocabulary),
});

export const canarySecretSchema = closedObject({
  format: oneOf(["spolia-canary-1"]),
  seed: secretHex,
  length: wholeNumber(1, LENGTH_MAX),
  vocabulary: v.nullable(vocabulary),
  strings,
  index: wholeNumber(0, POOL_MAX - 1),
  nonce: secretHex,
});

const canaryEvidenceEntries = {
  canaries: listOf(closedObject({ secret: canarySecretSchema, commitment }), 1, CANARIES_MAX),
  positive_ranks: v.optional(listOf(wholeNumber(1, POOL_MAX), 1, POOL_MAX)),
};

export const canaryEvidenceSchema = closedObject(canaryEvidenceEntries);

const askedModelEntries = {
  model: boundedText(NAME_CHARACTERS_MAX),
  retrieval: oneOf(["absent", "possible"]),
  statistic: boundedText(NAME_CHARACTERS_MAX),
  tests: v.optional(wholeNumber(1, TESTS_MAX)),
};

export const askedModelSchema = closedObject(askedModelEntries);

export const canaryTestRequestSchema = closedObject({
  ...canaryEvidenceEntries,
  ...askedModelEntries,
  scores: listOf(v.array(finite), 1, CANARIES_MAX),
});

export const orderRequestSchema = closedObject({ seed: secretHex, items: strings });

export const orderSecretSchema = closedObject({
  format: oneOf(["spolia-order-1"]),
  seed: secretHex,
  items: strings,
  nonce: secretHex,
});

export const orderEvidenceSchema = closedObject({
  randomisation: oneOf(["seeded_shuffle", "natural"]),
  secret: orderSecretSchema,
  commitment,
  permutations: v.optional(wholeNumber(1, POOL_MAX)),
});

export const orderScoresSchema = closedObject({
  published: finite,
  permuted: v.pipe(v.array(finite), v.maxLength(POOL_MAX, `must have at most ${POOL_MAX} items`)),
});

export const revealedSecretsSchema = closedObject({
  canaries: v.optional(listOf(canarySecretSchema, 1, CANARIES_MAX)),
  order: v.optional(orderSecretSchema),
});
