/** Do stated probabilities come true as often as they say? */
import { log, log1p } from "../../src/core/kernels/numbers/log.reference.ts";
import { logit } from "../../src/core/statistics/odds.ts";
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
  const off = binned(forecasts).map((bin) =>
    bin.reduce((sum, { probability, isTrue }) => sum + probability - Number(isTrue), 0),
  );
  return off.reduce((sum, one) => sum + Math.abs(one), 0) / forecasts.length;
}

function binned<One extends Forecast>(forecasts: readonly One[]): One[][] {
  const bins = Array.from({ length: BINS }, (): One[] => []);
  const ascending = [...forecasts].sort((a, b) => a.probability - b.probability);
  for (let start = 0, end = 0; start < ascending.length; start = end) {
    const { probability } = ascending[start]!;
    while (ascending[end]?.probability === probability) end++;
    bins[Math.floor((BINS * (start + end)) / (2 * ascending.length))]!.push(...ascending.slice(start, end));
  }
  return bins;
}

/**
 * Draws of the noise of an error, and the share of them that its 95 % interval allows for: with .95, errors of 0 were
 * covered in less, since shares of few cases are near to these cases.
 */
const NOISE_DRAWS = 1_000;
const NOISE_LEVEL = 0.975;

/**
 * An interval for the error that forecasts like these have when there are endlessly many cases. What was measured is
 * off by the sum of the bins' noise at most, and that sum is drawn: each work's deviations from the shares that came
 * true, with one random sign for all of its cases (the wild bootstrap by clusters: Cameron, Gelbach and Miller, Review
 * of Economics and Statistics 90, 2008). Deviations in opposite directions make it wider than it needs to be.
 *
 * @param next random numbers from 0 to 1
 */
export function calibrationErrorInterval(
  forecasts: readonly (Forecast & { cluster: string })[],
  next: () => number,
): [lo: number, hi: number] {
  const bins = binned(forecasts).filter((bin) => bin.length > 0);
  const off = new Map<string, number[]>();
  for (const [at, bin] of bins.entries()) {
    const came = bin.filter(({ isTrue }) => isTrue).length / bin.length;
    // Shares of few cases are nearer to these cases than to the truth.
    const widened = Math.sqrt(bin.length / Math.max(1, bin.length - 1)) / forecasts.length;
    for (const { cluster, isTrue } of bin) {
      const ofCluster = off.get(cluster) ?? bins.map(() => 0);
      ofCluster[at]! += (Number(isTrue) - came) * widened;
      off.set(cluster, ofCluster);
    }
  }
  const noises = Array.from({ length: NOISE_DRAWS }, () => {
    const noise = bins.map(() => 0);
    for (const ofCluster of off.values()) {
      const sign = next() < 0.5 ? -1 : 1;
      for (const at of noise.keys()) noise[at]! += sign * ofCluster[at]!;
    }
    return noise.reduce((sum, one) => sum + Math.abs(one), 0);
  }).sort((x, y) => x - y);
  const most = noises[Math.floor(NOISE_LEVEL * NOISE_DRAWS)]!;
  const error = calibrationError(forecasts);
  return [Math.max(0, error - most), error + most];
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
