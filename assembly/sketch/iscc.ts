// The MinHash of the ISCC Text-Code: the xxHash32 of every run of 13 characters, and the minimum of these hashes in
// each of 64 orders.
//
//   text      c a l l m e i s h m a e l s o m e …         UTF-8, collapsed as the standard defines
//   windows  [c a l l m e i s h m a e l]
//              [a l l m e i s h m a e l s] …              a text shorter than 13 characters is one window
//   order i   low 32 bits of ((a[i] × hash + b[i]) mod 2^64) mod (2^61 - 1)
//
// Optimisation: 2^61 is 1 modulo the prime, so the remainder is the sum of the lower 61 bits and the upper three, plus
// 1 if the sum reaches the prime. Only the lower half is needed. a × hash is two products of 32 by 32 bits. Four orders
// are computed in parallel.
//
// Source: ISO 24138:2024, and its reference implementation iscc-core.

import { xxhash32 } from "../tables/xxhash32";
import { lengthOf } from "../text/utf8";
import { A_HIGH, A_LOW, B_HIGH, B_LOW } from "./isccOrders";

const WINDOW_CHARACTERS: u32 = 13;
const ORDERS: usize = 64;

/**
 * Writes 64 unsigned 32-bit numbers.
 *
 * @param textPtr     `lengthBytes` bytes of well-formed UTF-8
 * @param featuresPtr room for one unsigned 32-bit number per character, at least one
 */
export function isccMinhash(textPtr: usize, lengthBytes: u32, featuresPtr: usize, outPtr: usize): void {
  const count = hashWindows(textPtr, textPtr + lengthBytes, featuresPtr);
  memory.fill(outPtr, 0xff, ORDERS << 2);
  for (let order: usize = 0; order < ORDERS << 2; order += 16) {
    const aLow = v128.load(A_LOW + order);
    const aHigh = v128.load(A_HIGH + order);
    const b0 = zipped(B_LOW + order, B_HIGH + order);
    const b1 = zipped(B_LOW + order + 8, B_HIGH + order + 8);
    const mask = i64x2.splat(0x1fffffffffffffff);
    const one = i64x2.splat(1);
    let least = v128.load(outPtr + order);
    for (let at = featuresPtr, end = featuresPtr + (<usize>count << 2); at < end; at += 4) {
      const feature = v128.load32_splat(at);
      const high0 = i64x2.shl(i64x2.extmul_low_i32x4_u(aHigh, feature), 32);
      const high1 = i64x2.shl(i64x2.extmul_high_i32x4_u(aHigh, feature), 32);
      const sum0 = i64x2.add(i64x2.add(i64x2.extmul_low_i32x4_u(aLow, feature), high0), b0);
      const sum1 = i64x2.add(i64x2.add(i64x2.extmul_high_i32x4_u(aLow, feature), high1), b1);
      const rest0 = remainder(sum0, mask, one);
      const rest1 = remainder(sum1, mask, one);
      least = i32x4.min_u(least, v128.shuffle<i32>(rest0, rest1, 0, 2, 4, 6));
    }
    v128.store(outPtr + order, least);
  }
}

/** Two 64-bit lanes modulo 2^61 - 1; only the lower 32 bits are correct. */
// @ts-ignore: decorator
@inline
function remainder(value: v128, mask: v128, one: v128): v128 {
  const folded = i64x2.add(v128.and(value, mask), i64x2.shr_u(value, 61));
  return i64x2.add(folded, i64x2.shr_u(i64x2.add(folded, one), 61));
}

/** Two 64-bit numbers from their halves. */
// @ts-ignore: decorator
@inline
function zipped(lowPtr: usize, highPtr: usize): v128 {
  return v128.shuffle<i32>(v128.load64_zero(lowPtr), v128.load64_zero(highPtr), 0, 4, 1, 5);
}

/** Writes the hash of each window and returns how many there are. */
function hashWindows(start: usize, end: usize, out: usize): u32 {
  let stop = start;
  for (let i: u32 = 0; i < WINDOW_CHARACTERS && stop < end; i++) stop += <usize>lengthOf(<u32>load<u8>(stop));
  store<u32>(out, xxhash32(start, <u32>(stop - start), 0));
  let count: u32 = 1;
  while (stop < end) {
    start += <usize>lengthOf(<u32>load<u8>(start));
    stop += <usize>lengthOf(<u32>load<u8>(stop));
    store<u32>(out + (<usize>count << 2), xxhash32(start, <u32>(stop - start), 0));
    count++;
  }
  return count;
}
