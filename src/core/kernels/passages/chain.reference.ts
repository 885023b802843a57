/**
 * Reference implementation of `assembly/passages/chain.ts`. Collinear chaining: anchors that follow each other in both
 * texts with small gaps become one chain. A passage is so recognised after words in it were changed, inserted or
 * deleted.
 *
 *   b │            ╱            score of a chain = its words
 *     │        ╱                               - GAP_COST   for each word of the longer side of a gap
 *     │     ╱        ╱                         - SHIFT_COST for each word by which the two sides of a gap differ
 *     │ ╱         ╱
 *     └──────────────── a       two chains: the second block stands elsewhere in b
 *
 * Source: Li, "Minimap2: pairwise alignment for nucleotide sequences", Bioinformatics 2018, section 2.1, with words for
 * bases, linear costs, and overlaps of neighbouring anchors cut from the later one.
 */
import { PASSAGE_WORDS_MIN } from "../../../base/limits.ts";
import type { Anchor } from "./kernels.ts";
import { GAP_WORDS_MAX } from "./scoring.ts";

/** Number of previous anchors that are tried. Anchors that belong together are near each other in the order of a. */
const PREDECESSORS_MAX = 50;
const GAP_COST = 0.1;
const SHIFT_COST = 0.4;

/** Anchors of one chain, ascending and without overlap in both texts, and the chain's score in words. */
interface Chain {
  anchors: Anchor[];
  score: number;
}

/** The chains of a set of anchors, best first; each anchor belongs to at most one chain. */
export function chainAnchors(unordered: readonly Anchor[]): Chain[] {
  const anchors = [...unordered].sort((x, y) => x.a - y.a || x.b - y.b);
  const scores = anchors.map(({ lengthWords }) => lengthWords);
  const before = new Int32Array(anchors.length).fill(-1);
  for (let i = 1; i < anchors.length; i++) {
    for (let j = i - 1; j >= Math.max(0, i - PREDECESSORS_MAX); j--) {
      const gain = joinGain(anchors[j]!, anchors[i]!);
      if (gain !== null && scores[j]! + gain > scores[i]!) {
        scores[i] = scores[j]! + gain;
        before[i] = j;
      }
    }
  }
  return collect(anchors, scores, before);
}

/** What `later` adds to the score of a chain that ends with `earlier`; `null` where it cannot follow. */
function joinGain(earlier: Anchor, later: Anchor): number | null {
  if (later.a <= earlier.a || later.b <= earlier.b) return null;
  const overlap = overlapWords(earlier, later);
  const left = later.lengthWords - overlap;
  // A run of the guarantee's length stays whole.
  if (left <= 0 || (left < PASSAGE_WORDS_MIN && later.lengthWords >= PASSAGE_WORDS_MIN)) return null;
  const gapA = later.a + overlap - (earlier.a + earlier.lengthWords);
  const gapB = later.b + overlap - (earlier.b + earlier.lengthWords);
  if (gapA > GAP_WORDS_MAX || gapB > GAP_WORDS_MAX) return null;
  return left - GAP_COST * Math.max(gapA, gapB) - SHIFT_COST * Math.abs(gapA - gapB);
}

function overlapWords(earlier: Anchor, later: Anchor): number {
  return Math.max(0, earlier.a + earlier.lengthWords - later.a, earlier.b + earlier.lengthWords - later.b);
}

function collect(anchors: readonly Anchor[], scores: readonly number[], before: Int32Array): Chain[] {
  const used = new Uint8Array(anchors.length);
  const bestFirst = scores.map((_, i) => i).sort((x, y) => scores[y]! - scores[x]! || x - y);
  const chains: Chain[] = [];
  for (const end of bestFirst) {
    const chain: Anchor[] = [];
    let at = end;
    for (; at >= 0 && used[at] === 0; at = before[at]!) {
      used[at] = 1;
      chain.push(anchors[at]!);
    }
    if (chain.length === 0) continue;
    // Anchors that a better chain has taken do not count for this one.
    const score = scores[end]! - (at >= 0 ? scores[at]! : 0);
    chains.push({ anchors: withoutOverlap(chain.reverse()), score });
  }
  return chains.sort((x, y) => y.score - x.score || x.anchors[0]!.a - y.anchors[0]!.a);
}

function withoutOverlap(chain: readonly Anchor[]): Anchor[] {
  return chain.map((anchor, i) => {
    const cut = i === 0 ? 0 : overlapWords(chain[i - 1]!, anchor);
    return { a: anchor.a + cut, b: anchor.b + cut, lengthWords: anchor.lengthWords - cut };
  });
}
