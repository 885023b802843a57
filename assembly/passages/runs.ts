// The runs of one chain: its anchors, the words that agree between them, and those beyond its ends, ascending in both
// texts. Neighbouring runs on one diagonal are one run.

import { anchorsOfChain, firstOfChain } from "./chain";
import { extendFrom, extended } from "./extend";
import { isSameWord, lengthA, lengthB, RUN_A, RUN_B, RUN_BYTES, RUN_WORDS, take } from "./texts";

// Lengths of common subsequences between two places of a gap.
const LENGTHS: usize = memory.data(27 * 27, 16);

export let runs: usize = 0;
export let runCount: u32 = 0;

/** Room for the runs of any chain: each takes a word of both texts. */
export function openRuns(): void {
  runs = take(<usize>min(lengthA, lengthB) << 4);
}

/** Finds the runs of the chain at this place in the order of chains. */
export function alignChain(place: u32): void {
  const first = firstOfChain(place);
  const last = first + (<usize>(anchorsOfChain(place) - 1) << 4);
  runCount = 0;
  // Found from the chain outwards.
  for (let i = <i32>extendFrom(load<i32>(first, RUN_A) - 1, load<i32>(first, RUN_B) - 1, -1) - 1; i >= 0; i--) {
    const pair = extended + (<usize>i << 3);
    add(load<i32>(pair), load<i32>(pair, 4), 1);
  }
  for (let anchor = first; anchor <= last; anchor += RUN_BYTES) {
    if (anchor > first) alignGap(anchor - RUN_BYTES, anchor);
    add(load<i32>(anchor, RUN_A), load<i32>(anchor, RUN_B), load<i32>(anchor, RUN_WORDS));
  }
  const words = load<i32>(last, RUN_WORDS);
  const more = extendFrom(load<i32>(last, RUN_A) + words, load<i32>(last, RUN_B) + words, 1);
  for (let i: u32 = 0; i < more; i++) {
    const pair = extended + (<usize>i << 3);
    add(load<i32>(pair), load<i32>(pair, 4), 1);
  }
}

function add(a: i32, b: i32, words: i32): void {
  if (runCount > 0) {
    const last = runs + (<usize>(runCount - 1) << 4);
    const lastWords = load<i32>(last, RUN_WORDS);
    if (load<i32>(last, RUN_A) + lastWords == a && load<i32>(last, RUN_B) + lastWords == b) {
      store<i32>(last, lastWords + words, RUN_WORDS);
      return;
    }
  }
  const run = runs + (<usize>(runCount++) << 4);
  store<i32>(run, b, RUN_B);
  store<i32>(run, a, RUN_A);
  store<i32>(run, words, RUN_WORDS);
}

/** Adds the words that agree between two anchors, in order: a longest common subsequence, by the plain table. */
function alignGap(earlier: usize, later: usize): void {
  const words = load<i32>(earlier, RUN_WORDS);
  const a = load<i32>(earlier, RUN_A) + words;
  const b = load<i32>(earlier, RUN_B) + words;
  const height = load<i32>(later, RUN_A) - a;
  const width = load<i32>(later, RUN_B) - b;
  if (width <= 0 || height <= 0) return;
  if (width == 1 && height == 1) {
    if (isSameWord(a, b)) add(a, b, 1);
    return;
  }
  fillLengths(a, b, height, width);
  const row = <usize>width + 1;
  for (let i: i32 = 0, j: i32 = 0; i < height && j < width; ) {
    const at = LENGTHS + <usize>i * row + <usize>j;
    if (isSameWord(a + i, b + j)) add(a + i++, b + j++, 1);
    else if (load<u8>(at + row) >= load<u8>(at, 1)) i++;
    else j++;
  }
}

/** @param height, width at most the widest gap of a chain, 26 */
function fillLengths(a: i32, b: i32, height: i32, width: i32): void {
  const row = <usize>width + 1;
  memory.fill(LENGTHS + <usize>height * row, 0, row);
  for (let i = height - 1; i >= 0; i--) {
    let at = LENGTHS + <usize>i * row + <usize>width;
    store<u8>(at, 0);
    for (let j = width - 1; j >= 0; j--) {
      at--;
      const down = load<u8>(at + row);
      const right = load<u8>(at, 1);
      store<u8>(at, isSameWord(a + i, b + j) ? load<u8>(at + row, 1) + 1 : max(down, right));
    }
  }
}
