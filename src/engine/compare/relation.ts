/** The relation of two texts, from their passages or from their fingerprints. */
import type { Relation } from "../../base/contract/operations/compare.ts";
import type { SharedShingles, ShareEstimate } from "../../core/fingerprint/overlap.ts";
import { agreeingShares, STANDS_IN_SHARE } from "../../core/passages/agreement.ts";
import type { Passages } from "../../core/passages/passages.ts";

/**
 * If the share of shared shingles is below this, fewer than `STANDS_IN_SHARE` of the words agree. A shingle survives if
 * all its five words do, so scattered changes leave 0.8^5 of the shingles. Changes at regular intervals would leave
 * fewer.
 */
const STANDS_IN_SHINGLES_MIN = 0.32768;
/**
 * Between the share for scattered changes and the share for contiguous changes, which leave `STANDS_IN_SHARE` of the
 * shingles.
 */
const STANDS_IN_SHINGLES_LIKELY = 0.5;
/**
 * From this share of shared shingles on, there is a passage. Below it, common phrases can explain the shared shingles.
 */
const PASSAGE_SHINGLES = 0.1;

/** The relation as it is defined: from the passages of the texts. */
export function relationOfTexts(common: Passages, wordsA: number, wordsB: number): Relation {
  const { ofA, ofB } = agreeingShares(common, wordsA, wordsB);
  return relationWhere(ofA >= STANDS_IN_SHARE, ofB >= STANDS_IN_SHARE, common.passages.length > 0);
}

/** The relations that the intervals allow, the likeliest first. */
export function possibleRelations({ aInB, bInA, isKeptShared }: SharedShingles): Relation[] {
  const open: Relation[] = [];
  for (const standsA of answersOf(aInB)) {
    for (const standsB of answersOf(bInA)) open.push(relationWhere(standsA, standsB, isKeptShared));
  }
  const mostSure = Math.max(aInB.interval[0], bInA.interval[0]);
  const most = Math.max(aInB.interval[1], bInA.interval[1]);
  if (open.includes("partial") && mostSure < PASSAGE_SHINGLES) open.push("unrelated");
  if (open.includes("unrelated") && most > 0) open.push("partial");
  return [...new Set(open)];
}

/** The relation that the lower ends of the intervals establish. */
export function establishedRelation({ aInB, bInA, isKeptShared }: SharedShingles): Relation {
  return relationWhere(aInB.interval[0] >= STANDS_IN_SHARE, bInA.interval[0] >= STANDS_IN_SHARE, isKeptShared);
}

/**
 * Whether a side with this share of shingles stands in the other: yes, no, or both if undecided, the likelier first.
 */
function answersOf({ value, interval: [lo, hi] }: ShareEstimate): boolean[] {
  if (lo >= STANDS_IN_SHARE) return [true];
  if (hi < STANDS_IN_SHINGLES_MIN) return [false];
  return value >= STANDS_IN_SHINGLES_LIKELY ? [true, false] : [false, true];
}

function relationWhere(standsA: boolean, standsB: boolean, isAnyShared: boolean): Relation {
  if (standsA && standsB) return "near_duplicate";
  if (standsB) return "contains";
  if (standsA) return "excerpt";
  return isAnyShared ? "partial" : "unrelated";
}
