// Shingle hashes: 64 bits for every run of `shingleWords` consecutive words, from the hashes of those words in order.
//
//   words     w0 w1 w2 w3 w4 w5 w6         (64-bit hashes, as low and high halves)
//   k = 5    [w0 w1 w2 w3 w4]              shingle 0
//               [w1 w2 w3 w4 w5]           shingle 1
//                  [w2 w3 w4 w5 w6]        shingle 2: count - k + 1 of them
//
// Each shingle is hashed afresh. A rolling hash would save k - 1 steps and lose the mixing between words that keeps "a b" and
// "b a" far apart.

import { absorb, finish, GOLDEN } from "../mix";

/**
 * Writes the hashes of all shingles and returns how many there are: 0 where there are fewer words than a shingle has.
 *
 * @param lowPtr, highPtr     halves of `count` word hashes
 * @param shingleWords        words in a shingle, 1 or more
 * @param outLowPtr, outHighPtr room for the halves of the shingle hashes; may not overlap the words
 */
export function hashShingles(
  lowPtr: usize,
  highPtr: usize,
  count: u32,
  shingleWords: u32,
  outLowPtr: usize,
  outHighPtr: usize,
): u32 {
  if (count < shingleWords) return 0;
  const shingleCount = count - shingleWords + 1;
  for (let i: u32 = 0; i < shingleCount; i++) {
    let state = <u64>shingleWords * GOLDEN;
    for (let j = i; j < i + shingleWords; j++) {
      const offset = (<usize>j) << 2;
      state = absorb(state, ((<u64>load<u32>(highPtr + offset)) << 32) | <u64>load<u32>(lowPtr + offset));
    }
    const hash = finish(state);
    store<u32>(outLowPtr + ((<usize>i) << 2), <u32>hash);
    store<u32>(outHighPtr + ((<usize>i) << 2), <u32>(hash >> 32));
  }
  return shingleCount;
}
