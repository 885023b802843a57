/** A chain becomes a passage: what agrees between and beyond its anchors, how much of it, and what that is worth as evidence. */
import type { PassageKind } from "../contract/analyze.ts";
import type { Text, WordRange } from "../text/text.ts";
import { alignGap } from "./align.ts";
import type { Anchor } from "./anchors.ts";
import type { Extender } from "./extend.ts";
import { DIFFERS_UNITS, SKIPS_UNITS, UNITS_PER_BIT } from "./scoring.ts";

/** Share of agreeing words from which a passage with changes still counts as nearly verbatim. */
const NEAR_VERBATIM_IDENTITY = 0.8;
/** Share of agreeing words that a passage has at least: below it, two words differ for each that agrees, and it is no longer one passage. */
const PASSAGE_IDENTITY_MIN = 1 / 3;

export interface Passage {
  a: WordRange;
  b: WordRange;
  /** Runs of words that agree, ascending in both texts. */
  agreeing: Anchor[];
  agreeingWords: number;
  longestRunWords: number;
  /** agreeingWords over the words of the longer side, 0 to 1. */
  identity: number;
  kind: PassageKind;
}

/** The passage of a chain; where too few of its words agree, those of the chain's two parts beside its widest gap. */
export function passagesOf(a: Text, b: Text, chain: readonly Anchor[], extender: Extender): Passage[] {
  const parts = [chain];
  const passages: Passage[] = [];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    const passage = measure(aligned(a, b, part, extender));
    if (passage.identity >= PASSAGE_IDENTITY_MIN) passages.push(passage);
    else if (part.length === 1) passages.push(measure([{ ...part[0]! }]));
    else {
      const cut = widestGap(part);
      parts.push(part.slice(cut), part.slice(0, cut));
    }
  }
  return passages;
}

/** Index of the anchor behind the widest gap of a chain. */
function widestGap(chain: readonly Anchor[]): number {
  const gapBefore = (i: number) => {
    const [earlier, later] = [chain[i - 1]!, chain[i]!];
    return Math.max(later.a - earlier.a, later.b - earlier.b) - earlier.lengthWords;
  };
  let widest = 1;
  for (let i = 2; i < chain.length; i++) if (gapBefore(i) > gapBefore(widest)) widest = i;
  return widest;
}

/** The runs of a chain, with those between its anchors and beyond its ends. */
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

/** Neighbouring runs on one diagonal become one. */
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

function measure(agreeing: Anchor[]): Passage {
  const begin = agreeing[0]!;
  const end = agreeing.at(-1)!;
  const agreeingWords = agreeing.reduce((sum, { lengthWords }) => sum + lengthWords, 0);
  const rangeA = { start: begin.a, end: end.a + end.lengthWords };
  const rangeB = { start: begin.b, end: end.b + end.lengthWords };
  const identity = agreeingWords / Math.max(rangeA.end - rangeA.start, rangeB.end - rangeB.start);
  return {
    a: rangeA,
    b: rangeB,
    agreeing,
    agreeingWords,
    longestRunWords: agreeing.reduce((longest, { lengthWords }) => Math.max(longest, lengthWords), 0),
    identity,
    kind: identity === 1 ? "verbatim" : identity >= NEAR_VERBATIM_IDENTITY ? "near_verbatim" : "reworded",
  };
}

/** What an alignment is worth, in bits; `unitsA` are the `wordUnits` of its first text. Its runs ascend in both. */
export function alignmentBits(unitsA: Uint8Array, runs: readonly Anchor[]): number {
  let units = 0;
  let before: Anchor | undefined;
  for (const run of runs) {
    for (let word = run.a; word < run.a + run.lengthWords; word++) units += unitsA[word]!;
    if (before !== undefined) {
      const gapA = run.a - before.a - before.lengthWords;
      const gapB = run.b - before.b - before.lengthWords;
      units -= Math.min(gapA, gapB) * DIFFERS_UNITS + Math.abs(gapA - gapB) * SKIPS_UNITS;
    }
    before = run;
  }
  return units / UNITS_PER_BIT;
}
