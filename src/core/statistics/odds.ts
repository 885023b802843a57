/** Conversions between probabilities and log-odds that lose no digits. */
import { exp, expm1 } from "../kernels/numbers/exp.reference.ts";
import { log, log1p } from "../kernels/numbers/log.reference.ts";

/** The probability whose log-odds are `x`: 1 / (1 + e^-x). */
export function logistic(x: number): number {
  const small = exp(-Math.abs(x));
  return (x < 0 ? small : 1) / (1 + small);
}

/** Natural log-odds ln (p / (1 − p)) of a probability; -Infinity for 0 and Infinity for 1. */
export function logit(p: number): number {
  return log(p) - log1p(-p);
}

/** ln (1 + e^x), for any x. */
export function log1pExp(x: number): number {
  return Math.max(x, 0) + log1p(exp(-Math.abs(x)));
}

/** ln (1 − e^x) for x ≤ 0 (Mächler, "Accurately computing log(1 − exp(−|a|))", 2012). */
export function log1mExp(x: number): number {
  return x > -Math.LN2 ? log(-expm1(x)) : log1p(-exp(x));
}
