// Uniform draws below bounds that decrease by one, four at a time, from four parallel xoshiro128** generators.
//
//   state     word 0 of the four generators | word 1 | word 2 | word 3     generator j + 1 is 2^64 steps ahead of generator j
//   outputs   a0 b0 c0 d0   a1 b1 c1 d1   …                                one sequence: a block of four is one step of each
//
//   draw      output × bound = [ draw | fraction ], each 32 bits           rejected if fraction < 2^32 mod bound, so that
//                                                                          all draws are equally likely
//
// A draw begins with a new block; the unused rest of its last block is dropped. Sources: Blackman and Vigna, "Scrambled
// linear pseudorandom number generators", ACM TOMS 47 (2021), whose period is 2^128 - 1; Lemire, "Fast random integer
// generation in an interval", ACM TOMACS 29 (2019). TypeScript derives the seed (src/core/kernels/numbers/random.ts).
//
// A rejected fraction is below 2^32 mod bound, and so below the bound. The code divides only if the fraction is below
// the bound, which happens once in 2^32 / bound draws.

const PLACES: usize = memory.data<u32>([0, 1, 2, 3], 16);

// @ts-ignore: decorator
@inline
function rotated(x: v128, bits: i32): v128 {
  return v128.or(i32x4.shl(x, bits), i32x4.shr_u(x, 32 - bits));
}

/**
 * Writes `count` draws: the first below `bound`, each further one below a bound that is smaller by 1.
 *
 * @param statePtr 64 bytes; the call advances the state
 * @param outPtr   room for `count` unsigned 32-bit draws and 12 bytes more
 */
// @ts-ignore: decorator
@inline
export function draw(statePtr: usize, bound: u32, count: u32, outPtr: usize): void {
  let s0 = v128.load(statePtr);
  let s1 = v128.load(statePtr, 16);
  let s2 = v128.load(statePtr, 32);
  let s3 = v128.load(statePtr, 48);
  let bounds = i32x4.sub(i32x4.splat(bound), v128.load(PLACES));
  const fall = i32x4.splat(4);
  const end = outPtr + (<usize>count << 2);
  while (outPtr < end) {
    const five = i32x4.add(s1, i32x4.shl(s1, 2));
    const seven = rotated(five, 7);
    const output = i32x4.add(seven, i32x4.shl(seven, 3));
    const shifted = i32x4.shl(s1, 9);
    s2 = v128.xor(s2, s0);
    s3 = v128.xor(s3, s1);
    s1 = v128.xor(s1, s2);
    s0 = v128.xor(s0, s3);
    s2 = v128.xor(s2, shifted);
    s3 = rotated(s3, 11);

    const first = i64x2.extmul_low_i32x4_u(output, bounds);
    const last = i64x2.extmul_high_i32x4_u(output, bounds);
    const fractions = v128.shuffle<i32>(first, last, 0, 2, 4, 6);
    if (i32x4.bitmask(i32x4.ge_u(fractions, bounds)) == 15) {
      v128.store(outPtr, v128.shuffle<i32>(first, last, 1, 3, 5, 7));
      outPtr += 16;
      bounds = i32x4.sub(bounds, fall);
    } else {
      const least = i32x4.extract_lane(bounds, 0);
      const before = outPtr;
      outPtr = drawOne(i32x4.extract_lane(output, 0), least - <u32>((outPtr - before) >> 2), outPtr, end);
      outPtr = drawOne(i32x4.extract_lane(output, 1), least - <u32>((outPtr - before) >> 2), outPtr, end);
      outPtr = drawOne(i32x4.extract_lane(output, 2), least - <u32>((outPtr - before) >> 2), outPtr, end);
      outPtr = drawOne(i32x4.extract_lane(output, 3), least - <u32>((outPtr - before) >> 2), outPtr, end);
      bounds = i32x4.sub(bounds, i32x4.splat(<u32>((outPtr - before) >> 2)));
    }
  }
  v128.store(statePtr, s0);
  v128.store(statePtr, s1, 16);
  v128.store(statePtr, s2, 32);
  v128.store(statePtr, s3, 48);
}

/** Writes the draw of one output unless it is rejected or `end` is reached; returns the address of the next draw. */
function drawOne(output: u32, bound: u32, outPtr: usize, end: usize): usize {
  if (outPtr >= end) return outPtr;
  const product = <u64>output * <u64>bound;
  if (<u32>product < bound && <u32>product < (0 - bound) % bound) return outPtr;
  store<u32>(outPtr, <u32>(product >> 32));
  return outPtr + 4;
}
