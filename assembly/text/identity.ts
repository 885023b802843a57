// The identity of a text: 128 bits from the hashes of its words in order, equal for texts that fold to the same words.
//
//   a = (rotl(a, 29) ^ w) × M1        b = (rotl(b, 31) + w) × M2        for each word w; a and b begin with 0
//   then the number of words is added to both, and both are mixed as MurmurHash3 mixes its final 128 bits (Appleby 2011)
//
// The identity is not cryptographic: an attacker can construct two texts with the same identity. Where that matters,
// the SHA-256 of the text is stored next to it. The identity costs almost nothing compared with reading the words.

import { finish } from "../mix";
import { MULTIPLIERS } from "./hash";

/**
 * Updates the state of an identity with `count` words.
 *
 * @param statePtr     16 bytes, all zero before the first word; pass them to each call
 * @param lowPtr, highPtr halves of `count` word hashes
 */
export function identify(statePtr: usize, lowPtr: usize, highPtr: usize, count: u32): void {
  const m1 = load<u64>(MULTIPLIERS);
  const m2 = load<u64>(MULTIPLIERS, 8);
  let a = load<u64>(statePtr);
  let b = load<u64>(statePtr, 8);
  for (const end = lowPtr + (<usize>count << 2); lowPtr < end; lowPtr += 4, highPtr += 4) {
    const word = ((<u64>load<u32>(highPtr)) << 32) | <u64>load<u32>(lowPtr);
    a = (rotl<u64>(a, 29) ^ word) * m1;
    b = (rotl<u64>(b, 31) + word) * m2;
  }
  store<u64>(statePtr, a);
  store<u64>(statePtr, b, 8);
}

/** Turns the state into the identity of a text of `count` words. */
export function finishIdentity(statePtr: usize, count: u32): void {
  let a = load<u64>(statePtr) ^ <u64>count;
  let b = load<u64>(statePtr, 8) ^ <u64>count;
  a += b;
  b += a;
  a = finish(a);
  b = finish(b);
  a += b;
  store<u64>(statePtr, a);
  store<u64>(statePtr, a + b, 8);
}
