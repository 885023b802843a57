/**
 * Simulated worlds for a score by documents: a work stands in a dataset or not, training uses it or not, and a match has features of a
 * known likelihood ratio. Share of such works and inclusion are known, so that q and the ratio can be held against what was used.
 */
import type { InclusionGrade } from "../../../src/base/contract/operations/analyze.ts";
import { exp } from "../../../src/core/kernels/numbers/exp.reference.ts";
import { log } from "../../../src/core/kernels/numbers/log.reference.ts";
import { documentaryLine, usedRatio } from "../../../src/engine/evidence/channels/documentary.ts";
import { Random } from "../../harness/random.ts";
import { calibrationError } from "../../statistics/calibrationError.ts";
import { likelihoodRatioCosts } from "../../statistics/cllr.ts";
import { normalCumulative } from "../../statistics/normal.ts";
import { normal } from "../coverage/scenario.ts";

/** Features are normal around ± half of this, in works that the dataset has and has not: ln r runs over some ± 9. */
const SEPARATION = 3;
const WORKS_SHARES = [0.1, 0.9] as const;
/** Probability of use by other ways, in the worlds that have it. */
const OTHER_WAYS = 0.2;

/** What one draw of a world holds. */
interface Drawn {
  /** The match's ratio for presence, the inclusion of the work's document, and the share of such works. */
  r: number;
  inclusion: number;
  works: number;
  isPresent: boolean;
  /** A standard normal feature of the match: long and telling where it is great. */
  telling: number;
}

export interface World {
  name: string;
  grade: Exclude<InclusionGrade, "unknown">;
  /** Whether what a score assumes holds; figures of other worlds are shown, not judged. */
  isAssumed: boolean;
  /** Range that inclusion is drawn from, evenly. */
  inclusion: readonly [lo: number, hi: number];
  /** Probability that a document that the dataset has was used. */
  used: (drawn: Drawn) => number;
  /** Probability that the model had the work by other ways; what is asked then is training on the work, by any way. */
  otherWays: (drawn: Drawn) => number;
}

const asStated = ({ inclusion }: Drawn) => inclusion;
const never = () => 0;
const GRADES = {
  verified: [0.999, 1],
  documented_whole: [0.95, 0.99],
  documented_rate: [0.05, 0.95],
} as const;
const inGrade = (grade: World["grade"]) => ({ grade, inclusion: GRADES[grade] });
/** Documents whose feature is below this, 16 of 100, are left out in one world. */
const FILTERED_BELOW = -1;

export const WORLDS: readonly World[] = [
  ...(Object.keys(GRADES) as World["grade"][]).map((grade) => {
    return { name: grade, ...inGrade(grade), isAssumed: true, used: asStated, otherWays: never };
  }),
  {
    name: "longer documents were included more often",
    ...{ ...inGrade("documented_whole"), isAssumed: false, otherWays: never },
    used: ({ inclusion, telling }) => 1 - 2 * (1 - inclusion) * (1 - normalCumulative(telling)),
  },
  {
    name: "short documents were filtered out",
    ...{ grade: "documented_rate", inclusion: [0.05, 0.8], isAssumed: false, otherWays: never },
    used: ({ inclusion, telling }) =>
      telling < FILTERED_BELOW ? 0 : inclusion / (1 - normalCumulative(FILTERED_BELOW)),
  },
  {
    name: "used by other ways too, whatever the match",
    ...{ ...inGrade("documented_whole"), isAssumed: false, used: asStated },
    otherWays: () => OTHER_WAYS,
  },
  {
    name: "used by other ways too, the more telling the more often",
    ...{ ...inGrade("documented_whole"), isAssumed: false, used: asStated },
    otherWays: ({ telling }) => 2 * OTHER_WAYS * normalCumulative(telling),
  },
];

export interface WorldRow {
  name: string;
  grade: string;
  isAssumed: boolean;
  draws: number;
  /** Share of the draws in which the proposition is true, and mean of the q that were stated. */
  used: number;
  stated: number;
  calibrationError: number;
  cllr: number;
  cllrCal: number;
  /** Share of the draws whose true ratio lies in the range that a score would state without knowing π. */
  inRange: number;
}

export function ask(world: World, draws: number): WorldRow {
  const random = new Random(`score, ${world.name}`);
  const forecasts: { probability: number; isTrue: boolean }[] = [];
  const logRatios: Record<"true" | "false", number[]> = { true: [], false: [] };
  let inRange = 0;
  for (let i = 0; i < draws; i++) {
    const drawn = draw(world, random);
    const { r, inclusion, works } = drawn;
    const isUsed = drawn.isPresent && random.next() < world.used(drawn);
    const isTrue = isUsed || random.next() < world.otherWays(drawn);
    const ratio = usedRatio(r, inclusion, works);
    const odds = (ratio * inclusion * works) / (1 - inclusion * works);
    forecasts.push({ probability: odds / (1 + odds), isTrue });
    logRatios[isTrue ? "true" : "false"].push(log(ratio));
    inRange += Number(isInRange(world, drawn, ratio));
  }
  const { cllr, cllrCal } = likelihoodRatioCosts(logRatios.true, logRatios.false);
  const mean = (of: (one: (typeof forecasts)[number]) => number) =>
    forecasts.reduce((sum, one) => sum + of(one), 0) / draws;
  return {
    ...{ name: world.name, grade: world.grade, isAssumed: world.isAssumed, draws },
    ...{ used: mean(({ isTrue }) => Number(isTrue)), stated: mean(({ probability }) => probability) },
    ...{ calibrationError: calibrationError(forecasts), cllr, cllrCal, inRange: inRange / draws },
  };
}

function draw({ inclusion: [lo, hi] }: World, random: Random): Drawn {
  const works = WORKS_SHARES[0] + (WORKS_SHARES[1] - WORKS_SHARES[0]) * random.next();
  const inclusion = lo + (hi - lo) * random.next();
  const isPresent = random.next() < works;
  const telling = normal(random);
  const feature = telling + (isPresent ? SEPARATION : -SEPARATION) / 2;
  return { r: exp(SEPARATION * feature), inclusion, works, isPresent, telling };
}

/** Of a sampled dataset the rate is known; of the others the range of the grade. */
function isInRange({ grade, inclusion: [lo, hi] }: World, { r, inclusion }: Drawn, ratio: number): boolean {
  const known = grade === "documented_rate" ? { lo: inclusion, hi: inclusion } : { lo, hi };
  const estimate = log(r) / Math.LN10;
  const { range } = documentaryLine([{ inclusion: known, match: { estimate, lo: estimate, hi: estimate } }]);
  return ratio >= range[0] * (1 - 1e-9) && ratio <= range[1] * (1 + 1e-9);
}
