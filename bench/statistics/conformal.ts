/** Split conformal prediction: a threshold that a new case, exchangeable with the calibration cases, stays below with a known chance. */

export interface ConformalThreshold {
  /** ⌈(n + 1)(1 − α)⌉. */
  rank: number;
  /** The score of that rank from below; `Infinity` where the rank is beyond n. */
  threshold: number;
  /** P(new score ≤ threshold) lies between these; the upper one only where scores do not tie. */
  coverage: [least: number, most: number];
}

/**
 * Sources: Papadopoulos et al. (ECML 2002); Lei et al., JASA 113 (2018).
 *
 * @param scores of n exchangeable calibration cases, one a cluster; larger is stranger
 * @param alpha  chance of a new score above the threshold, strictly between 0 and 1
 * @throws RangeError
 */
export function splitConformal(scores: readonly number[] | Float64Array, alpha: number): ConformalThreshold {
  if (!(alpha > 0 && alpha < 1)) throw new RangeError("α lies strictly between 0 and 1.");
  const ascending = Float64Array.from(scores).sort();
  if (ascending.some(Number.isNaN)) throw new RangeError("Each score is a number.");
  const n = ascending.length;
  // α is meant as the decimal that was written: 0.29 × 100 leaves 29 to a fraction, and not 28.
  const rank = n + 1 - Math.floor((n + 1) * alpha * (1 + 4 * Number.EPSILON));
  const coverage: [number, number] = [1 - alpha, Math.min(1, 1 - alpha + 1 / (n + 1))];
  return { rank, threshold: rank > n ? Infinity : ascending[rank - 1]!, coverage };
}
