// The 64-bit mixing steps of the project's hashes.
//
// `absorb` adds one 64-bit word to a state; `finish` spreads every bit over all others. `finish` is David Stafford's
// variant 13 of the MurmurHash3 finaliser, the output step of SplitMix64 (Steele, Lea, Flood, "Fast splittable
// pseudorandom number generators", OOPSLA 2014); `absorb` multiplies by 2^64 / golden ratio and rotates, so that order
// matters. `absorb` is weak against chosen input: apply `finish` afterwards unless the input is already a hash.

// @ts-ignore: decorator
@inline
export const GOLDEN: u64 = 0x9e3779b97f4a7c15;

// @ts-ignore: decorator
@inline
export function absorb(state: u64, word: u64): u64 {
  return rotl<u64>((state ^ word) * GOLDEN, 29);
}

// @ts-ignore: decorator
@inline
export function finish(state: u64): u64 {
  state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9;
  state = (state ^ (state >> 27)) * 0x94d049bb133111eb;
  return state ^ (state >> 31);
}
