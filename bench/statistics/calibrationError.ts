/** Do stated probabilities come true as often as they say? */
import { log, log1p } from "../../src/kernels/numbers/log.reference.ts";
import { logit } from "../../src/statistics/odds.ts";
import { fitLogistic } from "./logistic.ts";

/** Bins of `calibrationError`, as `confidence` is judged by. */
const BINS = 15;

/** A stated probability and what came of it. */
export interface Forecast {
  /** 0 to 1. */
  probability: number;
  isTrue: boolean;
}

/**
 * Mean squared difference of probability and outcome (Brier, Monthly Weather Review 78, 1950).
 *
 * @throws RangeError without forecasts, or where a probability is none
 */
export function brier(forecasts: readonly Forecast[]): number {
  return meanOf(
    forecasts,
    ({ probability, isTrue }) => (probability - Number(isTrue)) * (probability - Number(isTrue)),
  );
}

/** Mean of −ln of the probability that was given to what came about; `Infinity` where that was 0. */
export function logLoss(forecasts: readonly Forecast[]): number {
  return meanOf(forecasts, ({ probability, isTrue }) => 0 - (isTrue ? log(probability) : log1p(-probability)));
}

/**
 * Mean distance of stated probability and share that came true, over 15 bins of equal numbers of cases. Equal probabilities stand in
 * one bin, that of their middle. It is above 0 for perfect forecasts too, by chance: about 0.8 √(p (1 − p) 15 / n), so that 0.03 needs
 * thousands of cases to mean something.
 */
export function calibrationError(forecasts: readonly Forecast[]): number {
  check(forecasts);
  const bins = Array.from({ length: BINS }, () => ({ stated: 0, came: 0 }));
  const ascending = [...forecasts].sort((a, b) => a.probability - b.probability);
  for (let start = 0, end = 0; start < ascending.length; start = end) {
    const { probability } = ascending[start]!;
    let came = 0;
    for (; ascending[end]?.probability === probability; end++) came += Number(ascending[end]!.isTrue);
    const bin = bins[Math.floor((BINS * (start + end)) / (2 * ascending.length))]!;
    bin.stated += (end - start) * probability;
    bin.came += came;
  }
  return bins.reduce((sum, { stated, came }) => sum + Math.abs(stated - came), 0) / forecasts.length;
}

export interface CalibrationLine {
  /** 0 for calibrated forecasts; above it they are too low. */
  intercept: number;
  /** 1 for calibrated forecasts; below it they are too extreme. */
  slope: number;
}

/**
 * Logistic regression of the outcome on the log-odds that were stated (Cox, Biometrika 45, 1958).
 *
 * @returns `null` where no fit exists: all came true or none, all stated alike, or a threshold divides them without error
 * @throws RangeError where a probability is 0 or 1
 */
export function calibrationLine(forecasts: readonly Forecast[]): CalibrationLine | null {
  check(forecasts);
  if (forecasts.some(({ probability }) => probability === 0 || probability === 1))
    throw new RangeError("Log-odds need probabilities strictly between 0 and 1.");
  const fit = fitLogistic(
    forecasts.map(({ probability }) => [logit(probability)]),
    forecasts.map(({ isTrue }) => isTrue),
  );
  return fit && { intercept: fit.coefficients[0]!, slope: fit.coefficients[1]! };
}

function meanOf(forecasts: readonly Forecast[], lossOf: (forecast: Forecast) => number): number {
  check(forecasts);
  return forecasts.reduce((sum, forecast) => sum + lossOf(forecast), 0) / forecasts.length;
}

function check(forecasts: readonly Forecast[]): void {
  if (forecasts.length === 0) throw new RangeError("There are forecasts to judge.");
  if (!forecasts.every(({ probability }) => probability >= 0 && probability <= 1))
    throw new RangeError("A probability lies between 0 and 1.");
}
