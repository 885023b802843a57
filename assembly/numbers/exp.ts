// e to the power x, two values in parallel, from + - * and bit shifts only: the same bits in every runtime.
//
//   x = k ln 2 + r, |r| ≤ ½ ln 2            k: add and subtract 1.5 × 2^52; ln 2 in two parts, k times the first is exact
//   e^x = 2^k × (1 + r + r² q(r))           q has degree 9; even and odd terms are separate: two short chains, not a long one
//
//   1 + high                                is rounded; high = x - k ln2_high is exact
//     + (lost + (r² q - low))               lost, the rounding error of the first sum, is exact: only the last addition rounds
//
// Error below 0.7 units in the last place (test/core/kernels/elementary.test.ts). The reduction is Cody and Waite,
// "Software Manual for the Elementary Functions" (1980); the sum with its lost part is Dekker, Numerische Mathematik
// 18 (1971). The coefficients were fitted for this project by weighted least squares at Chebyshev nodes with 240 bits;
// each was rounded before the next was fitted.
//
// No table of powers as in C libraries: WebAssembly has no gather, and the two loads cost what they save. Constants are
// loaded from memory: V8 would rebuild them in each iteration of a loop.

const CONSTANTS: usize = memory.data<f64>([
  1.4426950408889634, 1.4426950408889634, // 0: 1 / ln 2
  6755399441055744.0, 6755399441055744.0, // 16: 1.5 × 2^52
  0.6931471803691238, 0.6931471803691238, // 32: ln 2, its first 32 bits
  1.9082149292705877e-10, 1.9082149292705877e-10, // 48: and the rest
  0.5, 0.5, // 64: q
  0.16666666666666244, 0.16666666666666244,
  0.04166666666660191, 0.04166666666660191,
  0.008333333333610938, 0.008333333333610938,
  0.0013888888927543106, 0.0013888888927543106,
  0.00019841269242049317, 0.00019841269242049317,
  2.4801507818410968e-05, 2.4801507818410968e-05,
  2.7557830405523098e-06, 2.7557830405523098e-06,
  2.762550764832855e-07, 2.762550764832855e-07,
  2.492102581326394e-08, 2.492102581326394e-08,
  1.0, 1.0, // 224
], 16);

/** k + 1.5 × 2^52: the low bits of each lane are k. */
// @ts-ignore: decorator
@inline
function shiftedPower(x: v128): v128 {
  return f64x2.add(f64x2.mul(x, v128.load(CONSTANTS, 0)), v128.load(CONSTANTS, 16));
}

/** e^x without its factor 2^k: 0.7 to 1.42. */
// @ts-ignore: decorator
@inline
function mantissa(x: v128, shifted: v128): v128 {
  const power = f64x2.sub(shifted, v128.load(CONSTANTS, 16));
  const high = f64x2.sub(x, f64x2.mul(power, v128.load(CONSTANTS, 32)));
  const low = f64x2.mul(power, v128.load(CONSTANTS, 48));
  const r = f64x2.sub(high, low);
  const square = f64x2.mul(r, r);
  let even = f64x2.add(f64x2.mul(v128.load(CONSTANTS, 192), square), v128.load(CONSTANTS, 160));
  let odd = f64x2.add(f64x2.mul(v128.load(CONSTANTS, 208), square), v128.load(CONSTANTS, 176));
  even = f64x2.add(f64x2.mul(even, square), v128.load(CONSTANTS, 128));
  odd = f64x2.add(f64x2.mul(odd, square), v128.load(CONSTANTS, 144));
  even = f64x2.add(f64x2.mul(even, square), v128.load(CONSTANTS, 96));
  odd = f64x2.add(f64x2.mul(odd, square), v128.load(CONSTANTS, 112));
  even = f64x2.add(f64x2.mul(even, square), v128.load(CONSTANTS, 64));
  odd = f64x2.add(f64x2.mul(odd, square), v128.load(CONSTANTS, 80));
  const q = f64x2.add(even, f64x2.mul(odd, r));
  const one = v128.load(CONSTANTS, 224);
  const head = f64x2.add(one, high);
  const lost = f64x2.sub(high, f64x2.sub(head, one));
  return f64x2.add(head, f64x2.add(lost, f64x2.sub(f64x2.mul(square, q), low)));
}

/** e^x of two x from -708 to 709, where neither x nor the result is a special case. */
// @ts-ignore: decorator
@inline
export function expNear(x: v128): v128 {
  const shifted = shiftedPower(x);
  return i64x2.add(mantissa(x, shifted), i64x2.shl(shifted, 52));
}
