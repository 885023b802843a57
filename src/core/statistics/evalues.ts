/**
 * p-values as e-values: numbers whose expectation is at most 1 under the null hypothesis. They may be averaged under
 * any dependence, and multiplied if they are independent. Sources: Vovk and Wang, "E-values", Annals of Statistics 49
 * (2021); Sellke, Bayarri and Berger, The American Statistician 55 (2001).
 *
 * Functions named log… return natural logarithms, because e-values of small p exceed the range of numbers.
 */
import { powerOfTwo } from "../../base/lists/numbers.ts";
import { exp } from "../kernels/numbers/exp.reference.ts";
import { log, log1p, log2 } from "../kernels/numbers/log.reference.ts";

/**
 * ln e for e = (1 − p + p ln p) / (p ln² p), the mean of κ p^(κ−1) over κ from 0 to 1.
 *
 * @param p above 0, at most 1
 * @throws RangeError
 */
export function logEValue(p: number): number {
  // With u = −ln p, e = (e^u − 1 − u) / u². Near p = 1 the terms cancel: use the series ½ + u/6 + u²/24 + …
  const u = minusLog(p);
  if (u > 0.5) return u + log1p(-(1 + u) * exp(-u)) - 2 * log(u);
  let term = 0.5;
  let sum = term;
  for (let k = 3; term > 1e-17; k++) {
    term *= u / k;
    sum += term;
  }
  return log(sum);
}

/**
 * The largest Bayes factor at this p among alternatives under which p has a density ξ p^(ξ−1), 0 < ξ ≤ 1, and in the
 * wider class of Sellke, Bayarri and Berger, in which the failure rate of −ln p does not increase: −1 / (e p ln p). An
 * alternative outside that class may exceed it. Use it as an upper bound for claims, never as a likelihood ratio. 1 for
 * p ≥ 1/e; `Infinity` if it exceeds the range of numbers.
 *
 * @throws RangeError as `logEValue` does
 */
export function sellkeBound(p: number): number {
  const u = minusLog(p);
  return u <= 1 ? 1 : 1 / (Math.E * u) / p;
}

/**
 * The mean of e-values, which is an e-value under any dependence.
 *
 * @param es 0 or more
 * @throws RangeError without e-values
 */
export function meanEValue(es: readonly number[]): number {
  check(es);
  if (es.length === 0) throw new RangeError("The mean of no e-values is undefined.");
  return es.reduce((sum, e) => sum + e / es.length, 0);
}

/**
 * ln of the product. The product is an e-value only if all are independent, or each is an e-value given the previous
 * ones. 0 without e-values.
 */
export function logProductOfEValues(es: readonly number[]): number {
  check(es);
  if (es.some((e) => e === 0)) return -Infinity;
  if (es.some((e) => e === Infinity)) return Infinity;
  // Multiply in double precision with a separate power of two: a sum of logarithms that cancel would leave rounding.
  let product = { high: 1, low: 0, power: 0 };
  for (const e of es) product = multiplied(product, e);
  return product.power * Math.LN2 + log(product.high) + product.low / product.high;
}

/** (high + low) × 2^power, with `high` between √½ and √2. */
interface Product {
  high: number;
  low: number;
  power: number;
}

function multiplied({ high, low, power }: Product, factor: number): Product {
  const shift = Math.round(log2(factor));
  // In two steps, because a single power may exceed the range of numbers.
  const half = Math.trunc(shift / 2);
  const mantissa = factor * powerOfTwo(-half) * powerOfTwo(half - shift);
  const product = high * mantissa;
  const rest = productRest(high, mantissa, product) + low * mantissa;
  const scale = product > Math.SQRT2 ? 0.5 : product < Math.SQRT1_2 ? 2 : 1;
  return {
    high: product * scale,
    low: rest * scale,
    power: power + shift + (scale === 0.5 ? 1 : scale === 2 ? -1 : 0),
  };
}

/** The exact rounding error of a product (Dekker, Numerische Mathematik 18, 1971). */
function productRest(a: number, b: number, product: number): number {
  const upper = (x: number) => x * 134_217_729 - (x * 134_217_729 - x);
  const [aHigh, bHigh] = [upper(a), upper(b)];
  const [aLow, bLow] = [a - aHigh, b - bHigh];
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

/** The p-value that follows from an e-value: 1 / e, at most 1 (Markov's inequality). */
export function pOfEValue(e: number): number {
  check([e]);
  return Math.min(1, 1 / e);
}

/** Number of hits among independent cases. */
export interface HitCount {
  hits: number;
  cases: number;
}

function minusLog(p: number): number {
  if (!(p > 0 && p <= 1)) throw new RangeError("A p-value lies above 0 and is at most 1.");
  return 0 - log(p);
}

function check(es: readonly number[]): void {
  if (!es.every((e) => e >= 0)) throw new RangeError("An e-value is 0 or more.");
}
