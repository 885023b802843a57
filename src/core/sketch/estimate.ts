/** Estimates the Jaccard similarity of two sets from their signatures. */
import { checkArguments } from "../../base/arguments.ts";
import type { Interval } from "../../base/contract/common.ts";
import { clopperPearson } from "../statistics/binomial.ts";
import { placesCheck, type Signature } from "./signature.ts";

export interface JaccardEstimate {
  /** Share of the places that are equal, 0 to 1: an unbiased estimate of the Jaccard similarity of the two sets. */
  jaccard: number;
  /**
   * Contains the Jaccard similarity with a probability of at least 0.95 (Clopper and Pearson, from the equal places).
   */
  ci_95: Interval;
  /** Places of each signature. */
  places: number;
}

/**
 * Estimates the Jaccard similarity of two sets: the size of their intersection divided by the size of their union.
 *
 * @param one, other signatures made with the same options
 * @throws invalid_request if an argument is not a signature, or the numbers of places differ
 */
export function estimateJaccard(one: Signature, other: Signature): JaccardEstimate {
  checkArguments("estimateJaccard", [
    signatureCheck("/one", one),
    signatureCheck("/other", other),
    [
      "/other",
      !isSignature(one) || !isSignature(other) || one.length === other.length,
      "of as many places as the first",
    ],
  ]);
  return estimated(one, other);
}

/** `estimateJaccard` without checks. */
export function estimated(one: Signature, other: Signature): JaccardEstimate {
  const places = one.length;
  const equal = equalPlaces(one, 0, other, 0, places);
  return { jaccard: equal / places, ci_95: clopperPearson(equal, places), places };
}

export function signatureCheck(pointer: string, value: unknown): readonly [string, boolean, string] {
  return [pointer, isSignature(value), "a signature: a Uint32Array that `signatureOf` made"];
}

function isSignature(value: unknown): value is Signature {
  return value instanceof Uint32Array && placesCheck(value.length)[1];
}

/** Counts equal values at the same positions of two ranges of `places` values. */
export function equalPlaces<Values extends Uint32Array | Uint16Array>(
  one: Values,
  oneAt: number,
  other: Values,
  otherAt: number,
  places: number,
): number {
  let equal = 0;
  for (let i = 0; i < places; i++) if (one[oneAt + i] === other[otherAt + i]) equal++;
  return equal;
}
