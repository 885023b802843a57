// MinHash: the first element of a set in each of many random orders. The expected share of positions in which the
// signatures of two sets agree is the Jaccard index of the sets.
//
//   hashes     h0 h1 h2 …                        u32, well mixed
//   order p    a[p] × h + b[p]  modulo 2^32      a odd
//   signature  min over h of order 0, order 1 …  u32[permutations]
//
// 16 orders stay in registers during a pass over a batch of hashes. A batch fits into the L1 cache, so each hash is
// read from memory once, for any number of orders. 32 bits are enough for well-mixed hashes, and SIMD multiplies four
// of them in parallel; SSE has no multiplication of 64-bit lanes, which would cost six times as much. The orders are
// the outputs of SplitMix64 from the state "spolia": a is the lower half, made odd, and b the upper half.
//
// Sources: Broder, "On the resemblance and containment of documents", 1997; Thorup, "Bottom-k and priority sampling,
// set similarity and subset sums with minimal independence", STOC 2013, on how weak the orders may be.

import { finish, GOLDEN } from "../mix";

const SEED: u64 = 0x00006169_6c6f7073; // "spolia" as bytes in memory
const BATCH: u32 = 2048;

/** Writes the factors a and b of `count` orders, unsigned 32-bit each. */
export function drawOrders(aPtr: usize, bPtr: usize, count: u32): void {
  let state = SEED;
  for (let i: usize = 0; i < <usize>count; i++) {
    state += GOLDEN;
    const drawn = finish(state);
    store<u32>(aPtr + (i << 2), <u32>drawn | 1);
    store<u32>(bPtr + (i << 2), <u32>(drawn >> 32));
  }
}

/**
 * Writes the signature of a set: all 0xffffffff if the set is empty.
 *
 * @param hashesPtr    `count` unsigned 32-bit hashes; duplicates do not matter
 * @param aPtr, bPtr   factors of the orders
 * @param signaturePtr room for one unsigned 32-bit number per order
 * @param orders       a multiple of 16
 */
export function minhash(hashesPtr: usize, count: u32, aPtr: usize, bPtr: usize, signaturePtr: usize, orders: u32): void {
  memory.fill(signaturePtr, 0xff, <usize>orders << 2);
  for (let first: u32 = 0; first < count; first += BATCH) {
    const start = hashesPtr + (<usize>first << 2);
    const end = hashesPtr + (<usize>min<u32>(count, first + BATCH) << 2);
    for (let order: usize = 0; order < <usize>orders << 2; order += 64) {
      takeBatch(start, end, aPtr + order, bPtr + order, signaturePtr + order);
    }
  }
}

/** Updates sixteen orders with one batch. */
// @ts-ignore: decorator
@inline
function takeBatch(start: usize, end: usize, aPtr: usize, bPtr: usize, signaturePtr: usize): void {
  const a0 = v128.load(aPtr);
  const a1 = v128.load(aPtr, 16);
  const a2 = v128.load(aPtr, 32);
  const a3 = v128.load(aPtr, 48);
  const b0 = v128.load(bPtr);
  const b1 = v128.load(bPtr, 16);
  const b2 = v128.load(bPtr, 32);
  const b3 = v128.load(bPtr, 48);
  let s0 = v128.load(signaturePtr);
  let s1 = v128.load(signaturePtr, 16);
  let s2 = v128.load(signaturePtr, 32);
  let s3 = v128.load(signaturePtr, 48);
  for (let at = start; at < end; at += 4) {
    const hash = v128.load32_splat(at);
    s0 = i32x4.min_u(s0, i32x4.add(i32x4.mul(hash, a0), b0));
    s1 = i32x4.min_u(s1, i32x4.add(i32x4.mul(hash, a1), b1));
    s2 = i32x4.min_u(s2, i32x4.add(i32x4.mul(hash, a2), b2));
    s3 = i32x4.min_u(s3, i32x4.add(i32x4.mul(hash, a3), b3));
  }
  v128.store(signaturePtr, s0);
  v128.store(signaturePtr, s1, 16);
  v128.store(signaturePtr, s2, 32);
  v128.store(signaturePtr, s3, 48);
}
