/** Reference implementation of `assembly/text/identity.ts`, which defines the identity of a text. */
import type { Hashes } from "./kernels.ts";

const M1 = 0xbb67ae8584caa73bn;
const M2 = 0x3c6ef372fe94f82bn;

const u64 = (value: bigint): bigint => BigInt.asUintN(64, value);
const rotl = (value: bigint, bits: bigint): bigint => u64(value << bits) | (value >> (64n - bits));

/** SplitMix64's output step. */
function finish(state: bigint): bigint {
  const once = u64((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n);
  const twice = u64((once ^ (once >> 27n)) * 0x94d049bb133111ebn);
  return twice ^ (twice >> 31n);
}

/** @returns four unsigned 32-bit numbers */
export function identity({ low, high }: Hashes): number[] {
  let [a, b] = [0n, 0n];
  low.forEach((half, i) => {
    const word = (BigInt(high[i]!) << 32n) | BigInt(half);
    a = u64((rotl(a, 29n) ^ word) * M1);
    b = u64((rotl(b, 31n) + word) * M2);
  });
  const count = BigInt(low.length);
  a = u64((a ^ count) + (b ^ count));
  b = u64((b ^ count) + a);
  a = u64(finish(a) + finish(b));
  b = u64(a + finish(b));
  return [a, b].flatMap((value) => [Number(value & 0xffffffffn), Number(value >> 32n)]);
}
