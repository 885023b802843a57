// What a corpus keeps of a text: the shingles that winnowing chose, as keys, and the words around each as a context.
//
//   words      w0 w1 w2 w3 [w4 w5 w6 w7 w8] w9 w10 w11 w12       a shingle of five words at place 4
//   context     2  2  2  2                   2   2   2   2       bits: of the nearest word the highest of its side
//
// src/core/kernels/tables/context.ts says what contexts are for.

/**
 * Writes the keys and contexts of the shingles at some places.
 *
 * @param positions `count` places
 * @param highs     upper halves of the hashes of all shingles
 * @param lows      lower halves of the hashes of all words, and of four on either side
 * @param keys, contexts room for `count` numbers of 32 bits each
 */
export function gatherShingles(
  positions: usize,
  count: u32,
  highs: usize,
  lows: usize,
  shingleWords: u32,
  keys: usize,
  contexts: usize,
): void {
  const width = <usize>shingleWords << 2;
  for (const end = positions + (<usize>count << 2); positions < end; positions += 4, keys += 4, contexts += 4) {
    const offset = <usize>load<u32>(positions) << 2;
    store<u32>(keys, load<u32>(highs + offset));
    const word = lows + offset;
    const behind = word + width;
    const before = sideOf(load<u32>(word - 4), load<u32>(word - 8), load<u32>(word - 12), load<u32>(word - 16));
    const after = sideOf(load<u32>(behind), load<u32>(behind, 4), load<u32>(behind, 8), load<u32>(behind, 12));
    store<u32>(contexts, (before << 8) | after);
  }
}

// @ts-ignore: decorator
@inline
function sideOf(first: u32, second: u32, third: u32, fourth: u32): u32 {
  return (mixed(first) << 6) | (mixed(second) << 4) | (mixed(third) << 2) | mixed(fourth);
}

// @ts-ignore: decorator
@inline
function mixed(word: u32): u32 {
  return ((word ^ (word >> 15)) * 0x2c1b3c6d) >> 30;
}
