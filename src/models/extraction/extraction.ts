/**
 * (n, p)-discoverable extraction: how many queries does it take until a model recites a suffix?
 *
 * With p_z the probability that one continuation is the suffix z, n continuations contain it with probability 1 − (1 −
 * p_z)^n. Source: Hayes et al., "Measuring memorization in language models via probabilistic extraction" (NAACL 2025).
 * All values are logarithms, since p_z of fifty unlikely tokens underflows.
 */
import { log, log1p } from "../../core/kernels/numbers/log.reference.ts";
import { log1mExp } from "../../core/statistics/odds.ts";

/** Bounds of a natural logarithm; equal where its value is known. */
export interface LogBounds {
  lo: number;
  hi: number;
}

interface Queries {
  /** ln (1 − p) / ln (1 − p_z); 0 where one query is certain, `Infinity` where none ever succeeds. */
  real: number;
  /** The least whole number of queries, at least 1. */
  whole: number;
  /** ln of `real`, at least 0; finite even where `real` overflows. */
  log: number;
}

/** Below this ln p_z, ln (1 − p_z) equals −p_z to the last bit. */
const TINY = -40;

/**
 * The number of queries after which the suffix has been recited with probability `p`.
 *
 * @param logPz ln p_z, at most 0
 * @param p     strictly between 0 and 1
 * @throws RangeError
 */
export function queriesNeeded(logPz: number, p: number): Queries {
  if (!(logPz <= 0)) throw new RangeError("The logarithm of a probability is at most 0.");
  if (!(p > 0 && p < 1)) throw new RangeError("p lies strictly between 0 and 1.");
  if (logPz === Number.NEGATIVE_INFINITY) return { real: Infinity, whole: Infinity, log: Infinity };
  if (logPz === 0) return { real: 0, whole: 1, log: 0 };
  const failing = log1mExp(logPz);
  const real = log1p(-p) / failing;
  const logFailing = logPz < TINY ? logPz : log(-failing);
  return { real, whole: Math.max(1, Math.ceil(real)), log: Math.max(0, log(-log1p(-p)) - logFailing) };
}

/** ln p of a whole sequence. */
export function logOfSequence(tokens: readonly LogBounds[]): LogBounds {
  return tokens.reduce((sum, { lo, hi }) => ({ lo: sum.lo + lo, hi: sum.hi + hi }), { lo: 0, hi: 0 });
}
