/**
 * Turns a chain into passages: the words that agree between and beyond its anchors, their share, and what they are
 * worth as evidence.
 */

import type { PassageKind } from "../../base/contract/operations/analyze.ts";
import { NEAR_VERBATIM_IDENTITY } from "../../base/limits.ts";
import { greatest, sum } from "../../base/lists/numbers.ts";
import type { Text, WordRange } from "../text/text.ts";
import { alignGap } from "./align.ts";
import type { Anchor, ShingleIndex } from "./anchors.ts";
import type { Extender } from "./extend.ts";
import { placeBits } from "./scoring.ts";
import { stretchesOf } from "./stretches.ts";
import { alignmentBits } from "./worth.ts";

export interface Passage {
  a: WordRange;
  b: WordRange;
  /** Runs of words that agree, ascending in both texts. */
  agreeing: Anchor[];
  agreeingWords: number;
  longestRunWords: number;
  /** agreeingWords divided by the words of the longer side, 0 to 1. */
  identity: number;
  kind: PassageKind;
  /** What the alignment is worth in bits, and the bits that it takes to name its place in the two texts. */
  bits: number;
  placeBits: number;
}

/** The passages of a chain: usually one; more where the chain crosses stretches that no passage may contain. */
export function passagesOf(a: ShingleIndex, b: Text, chain: readonly Anchor[], extender: Extender): Passage[] {
  const { shingled, wordUnits } = a;
  const runs = aligned(shingled.text, b, chain, extender);
  const place = { placeBits: placeBits(shingled.text, b) };
  return stretchesOf(wordUnits, runs).map(({ from, to }) => {
    const agreeing = runs.slice(from, to);
    return { ...measure(agreeing), bits: alignmentBits(wordUnits, agreeing), ...place };
  });
}

/** The anchors of a chain, with the agreeing runs between them and beyond the ends. */
function aligned(a: Text, b: Text, chain: readonly Anchor[], extender: Extender): Anchor[] {
  const first = chain[0]!;
  const last = chain.at(-1)!;
  return joined([
    ...extender.extend({ a: first.a - 1, b: first.b - 1 }, -1).reverse(),
    ...chain.flatMap((anchor, i) => [...agreeingBetween(a, b, chain[i - 1], anchor), anchor]),
    ...extender.extend({ a: last.a + last.lengthWords, b: last.b + last.lengthWords }, 1),
  ]);
}

function agreeingBetween(a: Text, b: Text, earlier: Anchor | undefined, later: Anchor): Anchor[] {
  if (earlier === undefined) return [];
  const gap = { a: earlier.a + earlier.lengthWords, b: earlier.b + earlier.lengthWords, aEnd: later.a, bEnd: later.b };
  return alignGap(a, b, gap);
}

/** Joins neighbouring runs on one diagonal. */
function joined(runs: readonly Anchor[]): Anchor[] {
  const result: Anchor[] = [];
  for (const run of runs) {
    const last = result.at(-1);
    if (last !== undefined && last.a + last.lengthWords === run.a && last.b + last.lengthWords === run.b)
      last.lengthWords += run.lengthWords;
    else result.push({ ...run });
  }
  return result;
}

function measure(agreeing: Anchor[]): Omit<Passage, "bits" | "placeBits"> {
  const begin = agreeing[0]!;
  const end = agreeing.at(-1)!;
  const agreeingWords = sum(agreeing, ({ lengthWords }) => lengthWords);
  const rangeA = { start: begin.a, end: end.a + end.lengthWords };
  const rangeB = { start: begin.b, end: end.b + end.lengthWords };
  const identity = agreeingWords / Math.max(rangeA.end - rangeA.start, rangeB.end - rangeB.start);
  return {
    a: rangeA,
    b: rangeB,
    agreeing,
    agreeingWords,
    longestRunWords: greatest(agreeing, ({ lengthWords }) => lengthWords),
    identity,
    kind: identity === 1 ? "verbatim" : identity >= NEAR_VERBATIM_IDENTITY ? "near_verbatim" : "reworded",
  };
}
