/**
 * The steps of a calibration as a whole, as a confidence is read off them: weights fitted to one set of works, edges chosen there, steps made
 * of another by `stepsOf`, and a case of a third asked. Features are made up: of a kind of case normal in two directions, moved by the
 * work, so that the true probability of an event is known.
 *
 *   work ─▶ cases of all kinds ─▶ features ─▶ log-odds ─▶ step ─▶ interval      holds the true share of events of that step?
 */
import type { Interval } from "../../../src/base/contract/common.ts";
import { exp } from "../../../src/core/kernels/numbers/exp.reference.ts";
import { logit } from "../../../src/core/statistics/odds.ts";
import { LOG10_LR_END } from "../../../src/engine/evidence/calibration/calibration.ts";
import { independentCases } from "../../../src/engine/evidence/calibration/independent.ts";
import { type ScoredCase, stepsOf } from "../../../src/engine/evidence/calibration/recalibrate.ts";
import { Random } from "../../harness/random.ts";
import { fitLogistic } from "../../statistics/logistic.ts";
import { carried, compared, type Method, normal, type Scenario } from "./scenario.ts";

interface Kind {
  kind: string;
  isEvent: boolean;
  share: number;
  /** Where its features lie, in deviations of a case within a work; nothing is found where there is none. */
  mean: readonly [number, number] | null;
}

interface Works {
  name: string;
  kinds: readonly Kind[];
  /** Works of fit and of select each, and the most cases of one. */
  works: number;
  casesMost: number;
  /** Spread of works, in deviations of a case within a work. */
  spread: number;
  method?: Method;
}

interface Case {
  kind: Kind;
  cluster: string;
  features: readonly [number, number] | null;
}

/** As in the calibration: what holds an event, what is clean and mostly not met, passages too short, quotations that look like events. */
const USUAL: readonly Kind[] = [
  { kind: "verbatim", isEvent: true, share: 0.3, mean: [3, 1] },
  { kind: "edited", isEvent: true, share: 0.2, mean: [1.5, 0] },
  { kind: "clean, nothing met", isEvent: false, share: 0.25, mean: null },
  { kind: "clean, a phrase met", isEvent: false, share: 0.1, mean: [-2, -1] },
  { kind: "too short", isEvent: false, share: 0.1, mean: [-0.5, 0] },
  { kind: "quotation", isEvent: false, share: 0.05, mean: [2, 0.5] },
];
const APART: readonly Kind[] = USUAL.filter(({ kind }) => kind !== "quotation").map((one) =>
  one.kind === "too short" ? { ...one, share: 0.15, mean: [-4, -2] } : one,
);
/** Non-events with the highest scores of all: the share of events falls as the score rises, which the interval takes for impossible. */
const FALLING: readonly Kind[] = USUAL.map((one) => (one.kind === "quotation" ? { ...one, mean: [6, 2] } : one));

const STEPS = carried("steps of a calibration");
const BROKEN = compared("the same, where the share of events falls as the score rises");
const IGNORING = compared("the same, works ignored");

const SCENES: readonly Works[] = [
  { name: "300 works alike", kinds: USUAL, works: 300, casesMost: 20, spread: 0 },
  { name: "300 works unlike", kinds: USUAL, works: 300, casesMost: 20, spread: 1 },
  { name: "1,000 works unlike", kinds: USUAL, works: 1_000, casesMost: 6, spread: 1 },
  { name: "60 works unlike", kinds: USUAL, works: 60, casesMost: 60, spread: 1 },
  { name: "20 works very unlike, many cases each", kinds: USUAL, works: 20, casesMost: 200, spread: 2 },
  { name: "300 works, kinds far apart", kinds: APART, works: 300, casesMost: 20, spread: 1 },
  { name: "300 works, hardly anything to tell kinds by", kinds: nearer(USUAL), works: 300, casesMost: 20, spread: 1 },
  { name: "300 works, quotations score highest", kinds: FALLING, works: 300, casesMost: 20, spread: 1, method: BROKEN },
];

function nearer(kinds: readonly Kind[]): Kind[] {
  return kinds.map((one) => ({ ...one, mean: one.mean && [0.2 * one.mean[0], 0.2 * one.mean[1]] }));
}

const BINS = 40;
const POPULATION = 8_000;

export const stepScenarios: readonly Scenario[] = SCENES.map((scene) => {
  const population = populationOf(scene);
  return { name: scene.name, draw: (random: Random) => trials(scene, population, random) };
});

function trials(scene: Works, population: readonly { one: Case; probability: number }[], random: Random) {
  const [fit, select] = [drawn(scene, random), drawn(scene, random)];
  const weights = fitted(fit);
  const scored = (cases: readonly Case[]): ScoredCase[] =>
    cases.map(({ kind: { isEvent }, features }) => ({ isEvent, logOdds: features && logOddsOf(weights, features) }));
  const edges = edgesOf(scored(fit));
  const binOf = ({ logOdds }: ScoredCase) => (logOdds === null ? 0 : edges.filter((edge) => edge <= logOdds).length);
  const bins = scored(population.map(({ one }) => one)).map(binOf);
  const asked = bins[random.below(bins.length)]!;
  const alike = population.filter((_, i) => bins[i] === asked);
  const share = alike.reduce((sum, { probability }) => sum + probability, 0) / alike.length;
  const truth = (logit(share) - logit(eventShare(scene.kinds))) / Math.LN10;
  const independent = independentCases(
    random.shuffled(select.map((one) => ({ ...one, kind: one.kind.kind, of: one }))),
  );
  const made = (cases: readonly Case[]) => {
    const steps = stepsOf(edges, scored(select), scored(cases));
    const from = asked === 0 ? Number.NEGATIVE_INFINITY : edges[asked - 1]!;
    const step = steps.findLast((one) => one.from === null || one.from <= from)!;
    return [step.lo <= -LOG10_LR_END ? -Infinity : step.lo, step.hi >= LOG10_LR_END ? Infinity : step.hi] as Interval;
  };
  return [
    { method: scene.method ?? STEPS, interval: made(independent.map(({ of }) => of)), truth },
    { method: IGNORING, interval: made(select), truth },
  ];
}

/** Works with cases of all kinds, in their shares; each work moves the features of its cases. */
function drawn({ kinds, works, casesMost, spread }: Omit<Works, "name">, random: Random): Case[] {
  return Array.from({ length: works }, (_, work) => {
    const moved = [spread * normal(random), spread * normal(random)] as const;
    return Array.from({ length: 1 + random.below(casesMost) }, () => {
      const kind = kindAt(kinds, random.next());
      const at = (axis: 0 | 1) => kind.mean![axis] + moved[axis] + normal(random);
      return { kind, cluster: `${work}`, features: kind.mean && ([at(0), at(1)] as const) };
    });
  }).flat();
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function eventShare(kinds: readonly Kind[]): number {
  return sumOf(kinds.filter(({ isEvent }) => isEvent).map(({ share }) => share));
}

function kindAt(kinds: readonly Kind[], point: number): Kind {
  return kinds.find((_, i) => sumOf(kinds.slice(0, i + 1).map(({ share }) => share)) > point) ?? kinds.at(-1)!;
}

/** Cases of works of their own, with the true probability of an event at their features. */
function populationOf(scene: Works) {
  const random = new Random(`population, ${scene.name}`);
  return drawn({ ...scene, works: POPULATION, casesMost: 1 }, random).map((one) => ({
    one,
    probability: probabilityOf(scene, one.features),
  }));
}

/** By Bayes, of mixtures of normal densities with the spread of a case and of works together. */
function probabilityOf({ kinds, spread }: Works, features: Case["features"]): number {
  const densityOf = ({ mean, share }: Kind) => {
    if (mean === null || features === null) return mean === features ? share : 0;
    const squares = [0, 1].reduce(
      (sum, axis) => sum + (features[axis]! - mean[axis]!) * (features[axis]! - mean[axis]!),
      0,
    );
    return share * exp(-squares / (2 * (1 + spread * spread)));
  };
  const events = sumOf(kinds.filter(({ isEvent }) => isEvent).map(densityOf));
  return events / sumOf(kinds.map(densityOf));
}

function fitted(cases: readonly Case[]): readonly number[] {
  const found = cases.flatMap(({ features, kind }) => (features === null ? [] : [{ features, isEvent: kind.isEvent }]));
  const fit = fitLogistic(
    found.map(({ features }) => [...features]),
    found.map(({ isEvent }) => isEvent),
  );
  if (fit === null) throw new Error("The cases have no logistic fit.");
  return fit.coefficients;
}

function logOddsOf([intercept, first, second]: readonly number[], [x, y]: readonly [number, number]): number {
  return intercept! + first! * x + second! * y;
}

/** As many cases of fit in each bin; what was found at all begins with the first edge. */
function edgesOf(fit: readonly ScoredCase[]): number[] {
  const ascending = fit.flatMap(({ logOdds }) => (logOdds === null ? [] : [logOdds])).sort((a, b) => a - b);
  const inner = Array.from({ length: BINS - 1 }, (_, i) => ascending[Math.floor(((i + 1) * ascending.length) / BINS)]!);
  return [...new Set([-1e6, ...inner])];
}
