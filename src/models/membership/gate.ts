/**
 * The blind gate: can suspects and controls be distinguished without the model? If so, they differ in more than
 * training, and so do a model's scores of them. A classifier of words and characters is cross-validated over clusters.
 * The gate is passed only if the one-sided upper 95 % bound of its AUC is at most .60, so a failure to distinguish few
 * texts does not pass.
 *
 * Why: Das, Zhang and Tramèr, "Blind baselines beat membership inference attacks for foundation models" (2024).
 */
import type { BlindGate } from "../../base/contract/operations/probe.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { RandomStream } from "../../core/kernels/numbers/random.ts";
import { clusteredArea, type RocCase, upperBoundOfArea } from "../../core/statistics/clusteredRoc.ts";
import { BLIND_FEATURES, blindCharacters, blindRows } from "./blindFeatures.ts";
import { type FitOptions, fitRule, type SparseRow, scoreOf } from "./classifier.ts";

/** Greatest upper bound of the AUC with which the gate is passed. */
export const GATE_LIMIT = 0.6;
/** Minimum of clusters on each side. With so many, fair texts pass in half of the cases; with 300, in nine of ten. */
export const GATE_CLUSTERS_MIN = 165;
const FOLDS = 10;
/**
 * Correction for dependent folds. The rules of different folds were learnt from mostly the same texts, so their areas
 * are correlated and vary more than those of ten independent rules: variance 1 / folds + tested / fitted instead of 1 /
 * folds (Nadeau and Bengio, Machine Learning 52, 2003). Without the correction the bound holds in .88 of fair
 * scenarios, with it in .98 (`npm run quality -- memorisation`).
 */
const DEPENDENCE = Math.sqrt(1 + FOLDS / (FOLDS - 1));
const GATE_FIT: FitOptions = { featureCount: BLIND_FEATURES, strength: 0.3, passes: 8 };
/**
 * An AUC below one half that chance gives in at most one of 1,000 cases shows dependence: texts resemble texts of the
 * other side.
 */
const UNLIKELY_LEVEL = 0.999;

export interface GateText {
  text: string;
  /** All texts of a cluster are on one side. */
  cluster: string;
  isSuspect: boolean;
}

/** @param stream name of the random stream for the division into folds */
export function blindGate(kernels: Kernels, texts: readonly GateText[], stream: string): BlindGate {
  const clusters = { suspects: clusterNames(texts, true).length, controls: clusterNames(texts, false).length };
  const base = {
    auc: null,
    auc_upper_95: null,
    limit: GATE_LIMIT,
    clusters,
    clusters_needed: GATE_CLUSTERS_MIN,
    characters_max: blindCharacters(texts.length),
  };
  if (Math.min(clusters.suspects, clusters.controls) < GATE_CLUSTERS_MIN) {
    const reason = `There are too few texts to show that they cannot be told apart without the model: each side needs ${GATE_CLUSTERS_MIN} independent clusters, and the suspects have ${clusters.suspects}, the controls ${clusters.controls}.`;
    return { ...base, outcome: "not_passed", reason };
  }
  const { area: auc, standardError } = clusteredArea(crossValidated(kernels, texts, stream))!;
  const estimate = { area: auc, standardError: DEPENDENCE * standardError };
  const bound = upperBoundOfArea(estimate);
  const measured = { ...base, auc, auc_upper_95: bound };
  if (upperBoundOfArea(estimate, UNLIKELY_LEVEL) < 0.5) {
    const reason = "The classifier is wrong more often than chance is: texts of the two sides depend on each other.";
    return { ...measured, outcome: "not_passed", reason };
  }
  if (bound <= GATE_LIMIT) return { ...measured, outcome: "passed", reason: null };
  const reason = `A classifier that never saw the model may tell suspects from controls: the upper 95 % bound of its AUC is ${bound.toFixed(3)}, above ${GATE_LIMIT.toFixed(2)}.`;
  return { ...measured, outcome: "not_passed", reason };
}

/** Scores each text by a rule that was fitted without the text's fold. All texts of a cluster are in one fold. */
function crossValidated(kernels: Kernels, texts: readonly GateText[], stream: string): RocCase[] {
  const rows = blindRows(
    kernels,
    texts.map(({ text }) => text),
  );
  const folds = foldsOf(texts, stream);
  const numbers = new Map([...folds.keys()].map((cluster, i) => [cluster, i]));
  const scores = new Float64Array(texts.length);
  for (let fold = 0; fold < FOLDS; fold++) {
    const isTested = texts.map(({ cluster }) => folds.get(cluster) === fold);
    const fitted = [...texts.keys()].filter((i) => !isTested[i]);
    const rule = fitBlind(
      fitted.map((i) => rows[i]!),
      fitted.map((i) => texts[i]!.isSuspect),
    );
    isTested.forEach((tested, i) => {
      if (tested) scores[i] = scoreOf(rule, rows[i]!);
    });
  }
  return texts.map(({ cluster, isSuspect }, i) => ({
    score: scores[i]!,
    isPositive: isSuspect,
    cluster: numbers.get(cluster)!,
    stratum: folds.get(cluster)!,
  }));
}

/** The classifier of the gate. */
export function fitBlind(rows: readonly SparseRow[], isSuspect: readonly boolean[]) {
  return fitRule(rows, isSuspect, GATE_FIT);
}

/** The fold of each cluster: every fold has about the same number of clusters of each side. */
function foldsOf(texts: readonly GateText[], stream: string): Map<string, number> {
  const random = new RandomStream(stream);
  const folds = new Map<string, number>();
  for (const side of [true, false]) {
    random.shuffle(clusterNames(texts, side)).forEach((cluster, i) => {
      folds.set(cluster, i % FOLDS);
    });
  }
  return folds;
}

/** The clusters of a side, in an order that is independent of the order of the texts. */
function clusterNames(texts: readonly GateText[], isSuspect: boolean): string[] {
  return [...new Set(texts.filter((one) => one.isSuspect === isSuspect).map(({ cluster }) => cluster))].sort();
}
