/** The exponential function with the same bits in every runtime. `assembly/numbers/exp.ts` explains it. */
import { powerOfTwo } from "../../../base/lists/numbers.ts";

/** Adding this number rounds k to an integer; subtracting it again returns that integer. */
const SHIFT = 6755399441055744;
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
/** Coefficients, highest power first. */
const EVEN = [2.762550764832855e-7, 2.4801507818410968e-5, 0.0013888888927543106, 0.04166666666660191, 0.5] as const;
const ODD = [
  2.492102581326394e-8, 2.7557830405523098e-6, 0.00019841269242049317, 0.008333333333610938, 0.16666666666666244,
] as const;

/** e^x. Error below 0.7 units in the last place, below 0.8 where the result is subnormal. */
export function exp(x: number): number {
  if (Number.isNaN(x)) return x;
  const within = x < -746 ? -746 : x > 710 ? 710 : x;
  const power = within * Math.LOG2E + SHIFT - SHIFT;
  const high = within - power * LN2_HIGH;
  const half = Math.floor(power / 2);
  return (1 + high + rest(high, power * LN2_LOW, 1 + high)) * powerOfTwo(half) * powerOfTwo(power - half);
}

/** e^x - 1, without loss near 0. Error below 1.2 units in the last place. */
export function expm1(x: number): number {
  if (x > 44) return exp(x);
  if (x < -38) return -1;
  const power = x * Math.LOG2E + SHIFT - SHIFT;
  if (power === 0) return x + x * x * quotient(x);
  const high = x - power * LN2_HIGH;
  const scale = powerOfTwo(power);
  return scale * (1 + high) - 1 + scale * rest(high, power * LN2_LOW, 1 + high);
}

/** e^r - `head`, where r = high - low and `head` is 1 + high after rounding. */
function rest(high: number, low: number, head: number): number {
  const r = high - low;
  const lost = high - (head - 1);
  return lost + (r * r * quotient(r) - low);
}

/** (e^r - 1 - r) / r² for |r| ≤ ½ ln 2. */
function quotient(r: number): number {
  const square = r * r;
  const even = (((EVEN[0] * square + EVEN[1]) * square + EVEN[2]) * square + EVEN[3]) * square + EVEN[4];
  const odd = (((ODD[0] * square + ODD[1]) * square + ODD[2]) * square + ODD[3]) * square + ODD[4];
  return even + odd * r;
}
