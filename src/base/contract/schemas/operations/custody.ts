/** Schemas of `contract/custody.ts`. Whether the hashes fit, `memorisation/custody.ts` and `score` check. */
import * as v from "valibot";
import { CONTENT_BYTES_MAX, NAME_CHARACTERS_MAX } from "../../../limits.ts";
import { boundedText, closedObject, finite, listOf, wholeNumber } from "../primitives.ts";
import { CANARIES_MAX, commitment as hash, POOL_MAX } from "./canary.ts";

/** As many texts as a probe takes as suspects. */
const ASKED_TEXTS_MAX = 10_000;
const HEAD_MAX = 2 ** 32 - 1;

const name = boundedText(NAME_CHARACTERS_MAX);

const askedText = closedObject({
  sha256: hash,
  length: wholeNumber(0, CONTENT_BYTES_MAX),
  head: wholeNumber(0, HEAD_MAX),
});

export const custodySchema = closedObject({
  engine: name,
  connector: name,
  model_sha256: hash,
  texts: v.pipe(v.array(askedText), v.maxLength(ASKED_TEXTS_MAX, `must have at most ${ASKED_TEXTS_MAX} items`)),
  controls_sha256: v.nullable(hash),
  answers_sha256: hash,
  canaries: v.nullable(
    closedObject({
      tested: listOf(closedObject({ commitment: hash, scores: listOf(finite, 2, POOL_MAX) }), 1, CANARIES_MAX),
      positive_ranks: v.nullable(listOf(wholeNumber(1, POOL_MAX), 1, POOL_MAX)),
    }),
  ),
  order: v.nullable(closedObject({ commitment: hash, published: finite, permuted: listOf(finite, 1, POOL_MAX) })),
  seal_sha256: hash,
});
