// The natural logarithm, two values in parallel, from + - * / and bit shifts only: the same bits in every runtime.
//
//   x = 2^k × (1 + f), √½ ≤ 1 + f < √2       k and f from the bits of x
//   s = f / (2 + f), ln (1 + f) = 2 s + s R(s²) = f - (f²/2 - s (f²/2 + R))        R of degree 7 without a constant term
//   ln x = k ln2_high - ((f²/2 - (s (f²/2 + R) + k ln2_low)) - f)                 small parts first
//
// Error below 0.9 units in the last place (test/core/kernels/elementary.test.ts). Source: the method of K. C. Ng
// (FreeBSD's msun, e_log.c, which explains it), with coefficients fitted as those of `exp`.

const CONSTANTS: usize = memory.data<f64>([
  2.2250738585072014e-308, 2.2250738585072014e-308, // 0: the least normal number
  Infinity, Infinity, // 16
  1.0, 1.0, // 32
  0.5, 0.5, // 48
  0.6931471803691238, 0.6931471803691238, // 64: ln 2, its first 32 bits
  1.9082149292705877e-10, 1.9082149292705877e-10, // 80: and the rest
  0.6666666666666734, 0.6666666666666734, // 96: R / s²
  0.3999999999941662, 0.3999999999941662,
  0.28571428742036387, 0.28571428742036387,
  0.22222198603956989, 0.22222198603956989,
  0.1818356291921112, 0.1818356291921112,
  0.15314082864846235, 0.15314082864846235,
  0.14795655240910258, 0.14795655240910258,
], 16);
/** The upper 32 bits of √½, where the range of 1 + f begins. */
const ROOT_HALF: usize = memory.data<u64>([0x3fe6a09e00000000, 0x3fe6a09e00000000], 16);

/** ln (2^-54 × x) where `isScaled`, ln x otherwise; both lanes finite, normal and positive. */
// @ts-ignore: decorator
@inline
function logNormal(x: v128, isScaled: bool): v128 {
  const above = i32x4.shr_s(i64x2.sub(x, v128.load(ROOT_HALF)), 20); // the power k, in the upper half of each lane
  const power = v128.shuffle<i32>(above, above, 1, 3, 1, 3);
  const f = f64x2.sub(i64x2.sub(x, i64x2.shl(i64x2.shr_u(above, 32), 52)), v128.load(CONSTANTS, 32));
  let k = f64x2.convert_low_i32x4_s(power);
  if (isScaled) k = f64x2.sub(k, f64x2.splat(54));
  const halfSquare = f64x2.mul(f64x2.mul(v128.load(CONSTANTS, 48), f), f);
  const s = f64x2.div(f, f64x2.add(f64x2.add(v128.load(CONSTANTS, 32), v128.load(CONSTANTS, 32)), f));
  const w = f64x2.mul(s, s);
  let sum = f64x2.add(f64x2.mul(v128.load(CONSTANTS, 192), w), v128.load(CONSTANTS, 176));
  sum = f64x2.add(f64x2.mul(sum, w), v128.load(CONSTANTS, 160));
  sum = f64x2.add(f64x2.mul(sum, w), v128.load(CONSTANTS, 144));
  sum = f64x2.add(f64x2.mul(sum, w), v128.load(CONSTANTS, 128));
  sum = f64x2.add(f64x2.mul(sum, w), v128.load(CONSTANTS, 112));
  sum = f64x2.add(f64x2.mul(sum, w), v128.load(CONSTANTS, 96));
  const rest = f64x2.mul(s, f64x2.add(halfSquare, f64x2.mul(w, sum)));
  const small = f64x2.sub(halfSquare, f64x2.add(rest, f64x2.mul(k, v128.load(CONSTANTS, 80))));
  return f64x2.sub(f64x2.mul(k, v128.load(CONSTANTS, 64)), f64x2.sub(small, f));
}

/** ln x for x that is zero, negative, subnormal, infinite or NaN. */
function logSpecial(x: f64): f64 {
  if (x == 0) return -Infinity;
  if (x < 0) return NaN;
  if (x < Infinity) return f64x2.extract_lane(logNormal(f64x2.splat(x * 18014398509481984.0), true), 0);
  return x;
}

/** ln x of one x. */
export function log(x: f64): f64 {
  if (x >= 2.2250738585072014e-308 && x < Infinity) return f64x2.extract_lane(logNormal(f64x2.splat(x), false), 0);
  return logSpecial(x);
}
