// The identity of a text: 128 bits from the hashes of its words in order, equal for texts that fold to the same words.
//
//   a = (rotl(a, 29) ^ w) × M1        b = (rotl(b, 31) + w) × M2        for each word w; a and b begin with 0
//   with the number of words in both, mixed into each other and finished as MurmurHash3 finishes its 128 bits (Appleby
//   2011)
//
// It names a text, it does not prove one: whoever wants two texts of one identity can make them, as with any hash that
// is not cryptographic. Where that matters, the SHA-256 of the text stands beside it. In return it costs nothing next
// to reading the words.

import { finish } from "../mix";
import { MULTIPLIERS } from "./hash";

/**
 * Goes on with an identity.
 *
 * @param statePtr     16 bytes, all zero before the first word; they go from call to call
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

/** Ends it: the state becomes the identity of a text of `count` words. */
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
