/** Logarithms with the same bits in every runtime. `assembly/numbers/log.ts` explains the natural logarithm. */

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
/** Coefficients, highest power first. */
const R = [
  0.14795655240910258, 0.15314082864846235, 0.1818356291921112, 0.22222198603956989, 0.28571428742036387,
  0.3999999999941662, 0.6666666666666734,
] as const;
/** The first part of each constant has 21 bits, so its product with a number of at most 32 bits is exact. */
const [INVERSE_LN2_HIGH, INVERSE_LN2_LOW] = [1.4426946640014648, 3.768874985636099e-7] as const;
const [INVERSE_LN10_HIGH, INVERSE_LN10_LOW] = [0.4342944622039795, 1.9699272335463627e-8] as const;
const [LOG10_2_HIGH, LOG10_2_LOW] = [0.30102992057800293, 7.508597826552624e-8] as const;

const LEAST_NORMAL = 2.2250738585072014e-308;
/** The upper 32 bits of √½ as a double. */
const ROOT_HALF = 0x3fe6a09e;
const number = new Float64Array(1);
const halves = new Int32Array(number.buffer);
/** Index of the half with the exponent: 1 on little-endian machines. */
number[0] = 1;
const UPPER = halves[1] === 0 ? 0 : 1;

/** ln x. Error below 0.9 units in the last place. */
export function log(x: number): number {
  if (!isLogarithmic(x)) return ofNone(x);
  const k = power(x);
  const f = fraction(x, k);
  const halfSquare = 0.5 * f * f;
  return k * LN2_HIGH - (halfSquare - (curved(f, halfSquare) + k * LN2_LOW) - f);
}

/** log2 x, exact for powers of two. Error below 0.8 units in the last place. */
export function log2(x: number): number {
  if (!isLogarithmic(x)) return ofNone(x);
  const k = power(x);
  const f = fraction(x, k);
  const [high, low] = parts(f);
  const most = high * INVERSE_LN2_HIGH;
  const sum = k + most;
  return k - sum + most + ((low + high) * INVERSE_LN2_LOW + low * INVERSE_LN2_HIGH) + sum;
}

/** log10 x, exact for powers of ten. Error below 0.7 units in the last place. */
export function log10(x: number): number {
  if (!isLogarithmic(x)) return ofNone(x);
  const k = power(x);
  const [high, low] = parts(fraction(x, k));
  const most = high * INVERSE_LN10_HIGH;
  const whole = k * LOG10_2_HIGH;
  const sum = whole + most;
  const small = k * LOG10_2_LOW + (low + high) * INVERSE_LN10_LOW + low * INVERSE_LN10_HIGH;
  return whole - sum + most + small + sum;
}

/** ln (1 + x), without loss near 0. Error below 1.5 units in the last place. */
export function log1p(x: number): number {
  const sum = 1 + x;
  if (sum === 1) return x;
  if (!isLogarithmic(sum)) return ofNone(sum);
  const lost = x < 1 ? x - (sum - 1) : 1 - (sum - x);
  return log(sum) + lost / sum;
}

const isLogarithmic = (x: number): boolean => x > 0 && x < Infinity;
/** The logarithm, to any base, of a value that is not positive and finite. */
const ofNone = (x: number): number => (x === 0 ? -Infinity : x < 0 ? Number.NaN : x);

/** The k for which x / 2^k lies between √½ and √2. */
function power(x: number): number {
  const isSubnormal = x < LEAST_NORMAL;
  number[0] = isSubnormal ? x * 2 ** 54 : x;
  return ((halves[UPPER]! - ROOT_HALF) >> 20) - (isSubnormal ? 54 : 0);
}

/** x / 2^k - 1, exact. */
function fraction(x: number, k: number): number {
  const isSubnormal = x < LEAST_NORMAL;
  number[0] = isSubnormal ? x * 2 ** 54 : x;
  halves[UPPER]! -= (k + (isSubnormal ? 54 : 0)) << 20;
  return number[0] - 1;
}

/** ln (1 + f) - f + f²/2. */
function curved(f: number, halfSquare: number): number {
  const s = f / (2 + f);
  const w = s * s;
  const sum = (((((R[0] * w + R[1]) * w + R[2]) * w + R[3]) * w + R[4]) * w + R[5]) * w + R[6];
  return s * (halfSquare + w * sum);
}

/** ln (1 + f) as the sum of a number of at most 21 bits and a remainder. */
function parts(f: number): [high: number, low: number] {
  const halfSquare = 0.5 * f * f;
  number[0] = f - halfSquare;
  halves[1 - UPPER] = 0;
  const high = number[0];
  return [high, f - high - halfSquare + curved(f, halfSquare)];
}
