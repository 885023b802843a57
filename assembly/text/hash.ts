// The hash of a word: 64 bits, computed from its folded bytes only.
//
//   h = 0
//   for each 16 bytes (the last ones padded with zeros), as two 64-bit halves a and b:
//     s = rotl((a ^ h) × M1, 32) + rotl(b × M2, 17)
//     s = s × M3      s ^= s >> 32
//     s = s × M4      h = s ^ (s >> 32)
//
// No word contains a zero byte, so the padding is unambiguous. Most words of most scripts need one step, which has no
// branch on their length. Multiplication propagates input bits upwards only; the rotations and shifts move them down
// for the next multiplication. The rotations differ (32 and 17); otherwise the last letter of `b` could cancel the last
// letter of `a`. For a word of at most 8 bytes all steps are invertible, so no two such words collide. The multipliers
// are the fractional parts of the square roots of 3, 5, 7 and 11, made odd: numbers without a hidden choice.
// Tested in test/support/suites/core/kernelQuality.suite.ts: avalanche of every bit, no collision among structured
// words, even use of all bits.

export const MULTIPLIERS: usize = memory.data<u64>([0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1, 0x510e527fade682d1]);

/**
 * One step: 16 bytes as two halves, lower addresses in lower bits; m1 to m4 are the `MULTIPLIERS`, which a loop loads
 * once.
 */
// @ts-ignore: decorator
@inline
export function hashStep(state: u64, a: u64, b: u64, m1: u64, m2: u64, m3: u64, m4: u64): u64 {
  const sum = rotl<u64>((a ^ state) * m1, 32) + rotl<u64>(b * m2, 17);
  let hash = sum * m3;
  hash = (hash ^ (hash >> 32)) * m4;
  return hash ^ (hash >> 32);
}

// 16 bytes of ones, then 16 of zeros: the mask of the first n bytes begins at 16 - n.
const MASKS: usize = memory.data<u64>([-1, -1, 0, 0], 16);

/** Address of two 64-bit masks that keep the first `lengthBytes` of 16 bytes, 0 to 16. */
// @ts-ignore: decorator
@inline
export function maskPtr(lengthBytes: usize): usize {
  return MASKS + 16 - lengthBytes;
}

/**
 * Hash of a word of any length.
 *
 * @param ptr     the word's bytes; 15 more must be readable
 * @param setBits bits to set in each of 8 bytes: 0, or 0x20 in all for ASCII letters and digits that are not folded yet
 */
export function hashWord(ptr: usize, lengthBytes: usize, setBits: u64): u64 {
  const m1 = load<u64>(MULTIPLIERS);
  const m2 = load<u64>(MULTIPLIERS, 8);
  const m3 = load<u64>(MULTIPLIERS, 16);
  const m4 = load<u64>(MULTIPLIERS, 24);
  let state: u64 = 0;
  for (const end = ptr + lengthBytes; ptr < end; ptr += 16) {
    const mask = maskPtr(min<usize>(16, end - ptr));
    const a = (load<u64>(ptr) | setBits) & load<u64>(mask);
    const b = (load<u64>(ptr, 8) | setBits) & load<u64>(mask, 8);
    state = hashStep(state, a, b, m1, m2, m3, m4);
  }
  return state;
}
