/** How alike are two sets, going by their signatures? */
import { checkArguments } from "../arguments.ts";
import type { Interval } from "../contract/common.ts";
import { clopperPearson } from "../statistics/binomial.ts";
import { placesCheck, type Signature } from "./signature.ts";

export interface JaccardEstimate {
  /** Share of the places that are equal, 0 to 1: an unbiased estimate of the Jaccard similarity of the two sets. */
  jaccard: number;
  /**
   * Holds the Jaccard similarity with a probability of at least 0.95 (Clopper and Pearson, of equal places among all).
   */
  ci_95: Interval;
  /** Places of each signature. */
  places: number;
}

/**
 * The Jaccard similarity of two sets: elements of both, over elements of either.
 *
 * @param one, other made with the same options
 * @throws invalid_request where one is no signature, or their places differ in number
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

/** The same of what is known to be two signatures. */
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

/** Equal values among so many of two lists, from a place in each on. */
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
