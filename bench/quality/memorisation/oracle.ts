/**
 * What a likelihood ratio would be if it were known: the densities of a score among members and among nulls, from all models that there are
 * but the one that is asked about. Gaussian kernels; members by condition, since each has its own place on the scale.
 */
import { exp } from "../../../src/core/kernels/numbers/exp.reference.ts";
import { log } from "../../../src/core/kernels/numbers/log.reference.ts";
import { grouped, mean } from "../figures.ts";
import type { Truth } from "./ratioMap.ts";
import type { Summary } from "./summary.ts";

/** Kernels reach no farther than this many widths. */
const REACH = 8;

interface Density {
  /** Scores, ascending. */
  scores: Float64Array;
  width: number;
}

export interface Oracle {
  /** ln LR at the score of a model, which counts for nothing in it. */
  ofModel: (one: Summary) => number;
  at: (score: number) => number;
}

export function oracleOf({ members, nulls }: Truth, scoreOf: (one: Summary) => number): Oracle {
  const densityOf = (models: readonly Summary[]): Density => {
    const scores = Float64Array.from(models, scoreOf).sort();
    return { scores, width: widthOf(scores) };
  };
  const conditions = grouped(members, ({ condition }) => condition).map(([condition, some]) => {
    return { condition, share: some.length / members.length, density: densityOf(some) };
  });
  const ofNulls = densityOf(nulls);
  const logLr = (score: number, own?: Summary) => {
    const among = conditions.map(({ condition, share, density }) => {
      return share * at(density, score, own?.kind === "member" && own.condition === condition);
    });
    const above = among.reduce((sum, value) => sum + value, 0);
    return log(above) - log(at(ofNulls, score, own?.kind === "null"));
  };
  return { ofModel: (one) => logLr(scoreOf(one), one), at: (score) => logLr(score) };
}

/** Density at a score, with one case's worth of a wide Gaussian, so that it is nowhere 0. */
function at({ scores, width }: Density, score: number, isOwn: boolean): number {
  let sum = isOwn ? -1 : 0;
  for (
    let i = firstFrom(scores, score - REACH * width);
    i < scores.length && scores[i]! <= score + REACH * width;
    i++
  ) {
    const z = (scores[i]! - score) / width;
    sum += exp((-z * z) / 2);
  }
  const centre = scores[scores.length >> 1]!;
  const wide = 4 * width * scores.length ** 0.2;
  const far = (score - centre) / wide;
  const cases = scores.length - Number(isOwn);
  return (
    (Math.max(0, sum) / width + exp(Math.max(-700, (-far * far) / 2)) / wide) / ((cases + 1) * Math.sqrt(2 * Math.PI))
  );
}

/** Silverman's rule, with the quartiles where they are nearer together. */
function widthOf(scores: Float64Array): number {
  const centre = mean([...scores])!;
  const deviation = Math.sqrt(mean(Array.from(scores, (score) => (score - centre) ** 2))!);
  const quartiles = (scores[Math.floor(0.75 * scores.length)]! - scores[Math.floor(0.25 * scores.length)]!) / 1.349;
  return 0.9 * (Math.min(deviation, quartiles) || deviation || 1) * scores.length ** -0.2;
}

function firstFrom(scores: Float64Array, least: number): number {
  let [below, above] = [0, scores.length];
  while (below < above) {
    const middle = (below + above) >> 1;
    if (scores[middle]! < least) below = middle + 1;
    else above = middle;
  }
  return below;
}
