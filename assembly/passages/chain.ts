// Collinear chaining: anchors that follow each other in both texts with small gaps become one chain. A passage is so
// recognised after words in it were changed, inserted or deleted.
//
//   b │            ╱            score of a chain = its words
//     │        ╱                               - .1  for each word of the longer side of a gap
//     │     ╱        ╱                         - .4  for each word by which the two sides of a gap differ
//     │ ╱         ╱
//     └──────────────── a       two chains: the second block stands elsewhere in b
//
// Source: Li, "Minimap2: pairwise alignment for nucleotide sequences", Bioinformatics 2018, section 2.1, with words for
// bases, linear costs, and overlaps of neighbouring anchors cut from the later one.

import { sortPairs } from "../tables/sort";
import { PASSAGE_WORDS_MIN, RUN_A, RUN_ALONE, RUN_B, RUN_BYTES, RUN_WORDS, take } from "./texts";

/** Widest gap inside a passage, in words of either side. */
// @ts-ignore: decorator
@inline
export const GAP_WORDS_MAX: i32 = 26;
/** Number of previous anchors that are tried. */
// @ts-ignore: decorator
@inline
const PREDECESSORS_MAX: i32 = 50;
// @ts-ignore: decorator
@inline
const NEVER: f64 = -Infinity;

/** Anchors of all chains, those of a chain ascending and without overlap; each is in at most one chain. */
let members: usize = 0;
/** Of each chain its score, its first member, and how many it has: f64, u32, u32. */
let chains: usize = 0;
/** Chains in the order of the best, 16 bytes each: the number is at 8. */
let order: usize = 0;
let scratch: usize = 0;

/** Chains the anchors, which it brings into the order of a. Returns the number of chains. */
export function chainAnchors(anchors: usize, count: u32): u32 {
  const bytes = <usize>count << 4;
  members = take(bytes);
  sortPairs(anchors, members, count);
  const scores = take(<usize>count << 3);
  const before = take(<usize>count << 2);
  const joined = take(<usize>count);
  memory.fill(joined, 0, <usize>count);
  // No anchor before this one ends so late that one that is looked at can follow it.
  let near: i32 = 0;
  let nearEnd: i32 = endA(anchors);
  for (let i: i32 = 0; i < <i32>count; i++) {
    const later = anchors + (<usize>i << 4);
    const earliest = load<i32>(later, RUN_A) - GAP_WORDS_MAX;
    while (near < i && nearEnd < earliest) nearEnd = max(nearEnd, endA(anchors + (<usize>++near << 4)));
    let best = <f64>load<u32>(later, RUN_WORDS);
    let from: i32 = -1;
    for (let j = i - 1, first = max(near, i - PREDECESSORS_MAX); j >= first; j--) {
      const score = load<f64>(scores + (<usize>j << 3)) + joinGain(anchors + (<usize>j << 4), later);
      if (score > best) {
        best = score;
        from = j;
      }
    }
    store<f64>(scores + (<usize>i << 3), best);
    store<i32>(before + (<usize>i << 2), from);
    if (from < 0) continue;
    store<u8>(joined + <usize>from, 1);
    store<u8>(joined + <usize>i, 1);
  }
  order = take(bytes);
  chains = take(bytes);
  scratch = take(bytes);
  return collect(anchors, scores, before, joined, count);
}

// @ts-ignore: decorator
@inline
function endA(anchor: usize): i32 {
  return load<i32>(anchor, RUN_A) + load<i32>(anchor, RUN_WORDS);
}

/** Address of the first anchor of the chain that comes at this place. */
export function firstOfChain(place: u32): usize {
  return members + (<usize>load<u32>(chainAt(place), 8) << 4);
}

/** How many anchors it has. */
export function anchorsOfChain(place: u32): u32 {
  return load<u32>(chainAt(place), 12);
}

function chainAt(place: u32): usize {
  return chains + (<usize>load<u32>(order + (<usize>place << 4), 8) << 4);
}

/** What `later` adds to the score of a chain that ends with `earlier`; nothing is less where it cannot follow. */
// @ts-ignore: decorator
@inline
function joinGain(earlier: usize, later: usize): f64 {
  const words = load<i32>(earlier, RUN_WORDS);
  const stepA = load<i32>(later, RUN_A) - load<i32>(earlier, RUN_A);
  const stepB = load<i32>(later, RUN_B) - load<i32>(earlier, RUN_B);
  const gapA = stepA - words;
  const gapB = stepB - words;
  if (stepA <= 0 || stepB <= 0 || gapA > GAP_WORDS_MAX || gapB > GAP_WORDS_MAX) return NEVER;
  const own = load<i32>(later, RUN_WORDS);
  const overlap = max(0, max(-gapA, -gapB));
  const left = own - overlap;
  // A run of the guarantee's length stays whole.
  if (left <= 0 || (left < PASSAGE_WORDS_MIN && own >= PASSAGE_WORDS_MIN)) return NEVER;
  // The overlap widens both gaps.
  if (gapA + overlap > GAP_WORDS_MAX || gapB + overlap > GAP_WORDS_MAX) return NEVER;
  return <f64>left - 0.1 * <f64>(max(gapA, gapB) + overlap) - 0.4 * <f64>abs(gapA - gapB);
}

/** A key that ascends where the number descends. */
// @ts-ignore: decorator
@inline
function descending(value: f64): u64 {
  const bits = reinterpret<u64>(value);
  return <i64>bits < 0 ? bits : bits ^ 0x7fffffffffffffff;
}

/**
 * Divides the anchors into chains, best end first, and brings these into the order of their scores. An anchor that is
 * alone and can be no passage makes none.
 */
function collect(anchors: usize, scores: usize, before: usize, joined: usize, count: u32): u32 {
  const used = take(<usize>count);
  memory.fill(used, 0, <usize>count);
  let ends: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    if (load<u8>(joined + <usize>i) == 0 && load<u32>(anchors + (<usize>i << 4), RUN_ALONE) != 0) continue;
    const end = order + (<usize>(ends++) << 4);
    store<u64>(end, descending(load<f64>(scores + (<usize>i << 3))));
    store<u64>(end, i, 8);
  }
  sortPairs(order, scratch, ends);
  let found: u32 = 0;
  let first: i32 = 0;
  for (let i: u32 = 0; i < ends; i++) {
    const end = load<i32>(order + (<usize>i << 4), 8);
    let at = end;
    let length: i32 = 0;
    for (; at >= 0 && load<u8>(used + <usize>at) == 0; at = load<i32>(before + (<usize>at << 2))) {
      store<u8>(used + <usize>at, 1);
      length++;
    }
    if (length == 0 || (length == 1 && load<u32>(anchors + (<usize>end << 4), RUN_ALONE) != 0)) continue;
    // Anchors that a better chain has taken do not count for this one.
    const taken = at >= 0 ? load<f64>(scores + (<usize>at << 3)) : 0.0;
    const chain = chains + (<usize>(found++) << 4);
    store<f64>(chain, load<f64>(scores + (<usize>end << 3)) - taken);
    store<i32>(chain, first, 8);
    store<i32>(chain, length, 12);
    at = end;
    for (let k = first + length - 1; k >= first; k--, at = load<i32>(before + (<usize>at << 2)))
      v128.store(members + (<usize>k << 4), v128.load(anchors + (<usize>at << 4)));
    for (let k = first + length - 1; k > first; k--) cutOverlap(members + (<usize>k << 4));
    first += length;
  }
  for (let i: u32 = 0; i < found; i++) {
    store<u64>(order + (<usize>i << 4), load<u32>(members + (<usize>load<u32>(chains + (<usize>i << 4), 8) << 4), RUN_A));
    store<u64>(order + (<usize>i << 4), i, 8);
  }
  sortPairs(order, scratch, found);
  for (let i: u32 = 0; i < found; i++) {
    const number = load<u32>(order + (<usize>i << 4), 8);
    store<u64>(order + (<usize>i << 4), descending(load<f64>(chains + (<usize>number << 4))));
  }
  sortPairs(order, scratch, found);
  return found;
}

/** Cuts from a member what the one before it has; that one is cut later. */
function cutOverlap(later: usize): void {
  const earlier = later - RUN_BYTES;
  const a = load<i32>(later, RUN_A);
  const b = load<i32>(later, RUN_B);
  const words = load<i32>(earlier, RUN_WORDS);
  const cut = max(0, max(load<i32>(earlier, RUN_A) + words - a, load<i32>(earlier, RUN_B) + words - b));
  store<i32>(later, a + cut, RUN_A);
  store<i32>(later, b + cut, RUN_B);
  store<i32>(later, load<i32>(later, RUN_WORDS) - cut, RUN_WORDS);
}
