/**
 * Reference implementation of `assembly/passages/runs.ts`. Turns a chain into passages: the words that agree between
 * and beyond its anchors, and what they are worth as evidence.
 */
import { greatest, sum } from "../../../base/lists/numbers.ts";
import type { Extender } from "./extend.reference.ts";
import { alignGap } from "./gap.reference.ts";
import type { AlignedPassage, Anchor, IndexedWords, WordHashes } from "./kernels.ts";
import { stretchesOf } from "./stretches.reference.ts";
import { alignmentBits } from "./worth.ts";

/** The passages of a chain: usually one; more where the chain crosses stretches that no passage may contain. */
export function passagesOf(
  a: IndexedWords,
  b: WordHashes,
  chain: readonly Anchor[],
  extender: Extender,
): AlignedPassage[] {
  const { shingled, wordUnits } = a;
  const runs = aligned(shingled.text, b, chain, extender);
  return stretchesOf(wordUnits, runs).map(({ from, to }) => {
    const agreeing = runs.slice(from, to);
    return { ...measure(agreeing), bits: alignmentBits(wordUnits, agreeing) };
  });
}

/** The anchors of a chain, with the agreeing runs between them and beyond the ends. */
function aligned(a: WordHashes, b: WordHashes, chain: readonly Anchor[], extender: Extender): Anchor[] {
  const first = chain[0]!;
  const last = chain.at(-1)!;
  return joined([
    ...extender.extend({ a: first.a - 1, b: first.b - 1 }, -1).reverse(),
    ...chain.flatMap((anchor, i) => [...agreeingBetween(a, b, chain[i - 1], anchor), anchor]),
    ...extender.extend({ a: last.a + last.lengthWords, b: last.b + last.lengthWords }, 1),
  ]);
}

function agreeingBetween(a: WordHashes, b: WordHashes, earlier: Anchor | undefined, later: Anchor): Anchor[] {
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

function measure(agreeing: Anchor[]): Omit<AlignedPassage, "bits"> {
  const begin = agreeing[0]!;
  const end = agreeing.at(-1)!;
  return {
    a: { start: begin.a, end: end.a + end.lengthWords },
    b: { start: begin.b, end: end.b + end.lengthWords },
    agreeing,
    agreeingWords: sum(agreeing, ({ lengthWords }) => lengthWords),
    longestRunWords: greatest(agreeing, ({ lengthWords }) => lengthWords),
  };
}
