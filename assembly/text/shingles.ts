// Shingle hashes: 64 bits for every run of `shingleWords` consecutive words, from the hashes of those words in order.
//
//   words     w0 w1 w2 w3 w4 w5 w6         (64-bit hashes, as low and high halves)
//   k = 5    [w0 w1 w2 w3 w4]              shingle 0
//               [w1 w2 w3 w4 w5]           shingle 1
//                  [w2 w3 w4 w5 w6]        shingle 2: count - k + 1 of them
//
//   low(shingle)  = sum of A[j] × low(w[j])     modulo 2^32
//   high(shingle) = sum of B[j] × high(w[j])
//
// Multilinear hashing (Carter and Wegman 1979; Lemire and Kaser, "Strongly universal string hashing is fast", 2014) of
// word hashes; each half has its own multipliers. They are odd, so replacing one word by a word with another hash
// always changes the sum; they differ, so order matters. Four shingles are summed in parallel. The hash is not a
// rolling hash, so no lane waits for another.
//
// The multipliers are the halves of the first 16 outputs of SplitMix64 from state 0, with their lowest five bits
// replaced: by 2 j + 1 in A, by 2 reverse(j) + 1 in B, where reverse reverses the four bits of j. Swapping two words
// changes the halves by (A[i] - A[j]) × (…) and (B[i] - B[j]) × (…): each factor of 2 in these differences doubles the
// probability of a collision. With these low bits, two differences together have at most five factors of 2, and the
// probability is at most 2^-59; without them, some would have ten.

/** Maximum number of words in a shingle. */
export const SHINGLE_WORDS_MAX: u32 = 16;

const A: usize = memory.data<u32>([
  0x7b1dcda1, 0xa1b965e3, 0x80094545, 0x724c81e7, 0x51a87489, 0x747ea2eb, 0x1f4532ed, 0xc916ab2f,
  0x41c98ad1, 0x368cb0b3, 0x3cb13d15, 0x055bdef7, 0xe0bbdb79, 0x983aa93b, 0x00cc4d1d, 0x971d80bf,
], 16);
const B: usize = memory.data<u32>([
  0xe220a821, 0x6e789e71, 0x06c45d09, 0xf88bb8b9, 0x1b398965, 0x53cb9f15, 0x2c829aad, 0xc584133d,
  0x3ee57883, 0xf3b84893, 0x657eeccb, 0xc2d326fb, 0x8621a027, 0x8e1f7557, 0xb54e0f0f, 0x84bb3f9f,
], 16);

/**
 * Writes the hashes of all shingles and returns their number: 0 if there are fewer words than a shingle has.
 *
 * @param lowPtr, highPtr     halves of `count` word hashes, 16 readable bytes after each
 * @param shingleWords        words in a shingle, 1 to 16
 * @param outLowPtr, outHighPtr room for the halves of the shingle hashes and 12 bytes more; may not overlap the words
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
  if (shingleWords == 5) {
    sums5(lowPtr, A, outLowPtr, shingleCount);
    sums5(highPtr, B, outHighPtr, shingleCount);
  } else {
    sums(lowPtr, A, outLowPtr, shingleCount, shingleWords);
    sums(highPtr, B, outHighPtr, shingleCount, shingleWords);
  }
  return shingleCount;
}

/** For each of `count` positions, the sum of the `shingleWords` products that begin there. */
function sums(halves: usize, multipliers: usize, out: usize, count: u32, shingleWords: u32): void {
  for (const end = out + (<usize>count << 2); out < end; out += 16, halves += 16) {
    let sum = i32x4.splat(0);
    for (let j: usize = 0, last = <usize>shingleWords << 2; j < last; j += 4) {
      sum = i32x4.add(sum, i32x4.mul(v128.load(halves + j), v128.load32_splat(multipliers + j)));
    }
    v128.store(out, sum);
  }
}

/** As `sums`, for the usual five words: the loop is unrolled and the multipliers stay in registers. */
function sums5(halves: usize, multipliers: usize, out: usize, count: u32): void {
  const m0 = v128.load32_splat(multipliers);
  const m1 = v128.load32_splat(multipliers, 4);
  const m2 = v128.load32_splat(multipliers, 8);
  const m3 = v128.load32_splat(multipliers, 12);
  const m4 = v128.load32_splat(multipliers, 16);
  for (const end = out + (<usize>count << 2); out < end; out += 16, halves += 16) {
    const first = i32x4.add(i32x4.mul(v128.load(halves), m0), i32x4.mul(v128.load(halves, 4), m1));
    const second = i32x4.add(i32x4.mul(v128.load(halves, 8), m2), i32x4.mul(v128.load(halves, 12), m3));
    v128.store(out, i32x4.add(i32x4.add(first, second), i32x4.mul(v128.load(halves, 16), m4)));
  }
}
