/** How do two texts stand to each other: by their passages, or by what fingerprints tell? */
import type { Relation } from "../contract/compare.ts";
import type { SharedShingles, ShareEstimate } from "../fingerprint/overlap.ts";
import { agreeingShares, STANDS_IN_SHARE } from "../passages/agreement.ts";
import type { Passages } from "../passages/passages.ts";

/**
 * Fewer shared shingles than this, and fewer than `STANDS_IN_SHARE` of the words agree: a shingle survives where all its five words do, so
 * words changed here and there leave 0.8^5 of the shingles. Changes as regular as a comb would leave fewer.
 */
const STANDS_IN_SHINGLES_MIN = 0.32768;
/** Halfway between changes that stand apart and changes that stand together, which leave `STANDS_IN_SHARE` of the shingles. */
const STANDS_IN_SHINGLES_LIKELY = 0.5;
/** Shared shingles from which on there is a passage: below, phrases of the language or of a trade can account for them. */
const PASSAGE_SHINGLES = 0.1;

/** The relation by definition: from the passages of the texts themselves. */
export function relationOfTexts(found: Passages, wordsA: number, wordsB: number): Relation {
  const { ofA, ofB } = agreeingShares(found, wordsA, wordsB);
  return relationWhere(ofA >= STANDS_IN_SHARE, ofB >= STANDS_IN_SHARE, found.passages.length > 0);
}

/** The relations that the intervals leave open, the likeliest first: where a side may stand in the other or not, both. */
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

/** The relation that the lower ends of the intervals establish: what is sure of it and nothing beyond. */
export function establishedRelation({ aInB, bInA, isKeptShared }: SharedShingles): Relation {
  return relationWhere(aInB.interval[0] >= STANDS_IN_SHARE, bInA.interval[0] >= STANDS_IN_SHARE, isKeptShared);
}

/** Whether a side of this share of shingles stands in the other: yes, no, or both, the likelier first. */
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
