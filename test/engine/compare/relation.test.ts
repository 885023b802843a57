/** Which relations two shares and their intervals allow: the borders. */
import { describe, expect, test } from "vitest";
import type { SharedShingles, ShareEstimate } from "../../../src/core/fingerprint/overlap.ts";
import { possibleRelations } from "../../../src/engine/compare/relation.ts";

const share = (value: number, lo: number, hi: number): ShareEstimate => ({ value, interval: [lo, hi] });
const shared = (aInB: ShareEstimate): SharedShingles => ({
  aInB,
  bInA: share(0.05, 0.04, 0.06),
  jaccard: share(0.05, 0.04, 0.06),
  isKeptShared: true,
  oneIn: 8,
});

describe("whether a stands in b, where its interval leaves that open", () => {
  test.each([
    ["is likelier from half of the shingles on", 0.5, ["excerpt", "partial"]],
    ["is unlikelier below", 0.499_999, ["partial", "excerpt"]],
  ])("%s", (_, value, relations) =>
    expect(possibleRelations(shared(share(value, 0.4, 0.6))).slice(0, 2)).toEqual(relations),
  );
});
