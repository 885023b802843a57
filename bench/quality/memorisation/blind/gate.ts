/**
 * The blind gate on simulated texts: does it refuse sides that a classifier can tell apart, and pass those that came apart by chance?
 *
 * Suspects and controls are drawn from one unigram and bigram mixture; of a shifted scenario so large a share of the suspects' words comes
 * from elsewhere. What the gate's classifier is worth in truth is measured on as many fresh texts, drawn the same way, after it was fitted on
 * all texts of the scenario.
 */

import type { Kernels } from "../../../../src/core/kernels/kernels.ts";
import { loadKernels } from "../../../../src/core/kernels/load.ts";
import { clopperPearson } from "../../../../src/core/statistics/binomial.ts";
import { clusteredArea } from "../../../../src/core/statistics/clusteredRoc.ts";
import { blindRows } from "../../../../src/models/membership/blindFeatures.ts";
import { scoreOf } from "../../../../src/models/membership/classifier.ts";
import { blindGate, fitBlind, GATE_LIMIT, type GateText } from "../../../../src/models/membership/gate.ts";
import { Random } from "../../../harness/random.ts";
import type { Cell } from "../../../harness/table.ts";
import type { Answer, Question } from "../../question.ts";
import { drawTexts, SHIFTS, type Shift } from "./texts.ts";

/** Scenarios of each size of a shift, of each kind and number of clusters. */
const SCENARIOS = 12;
/** Fresh clusters a side to measure the classifier with: its AUC to ± .01. */
const FRESH = 1_000;
/** From this true AUC on the gate has to refuse. */
const SHIFTED_FROM = 0.62;
const REFUSED_MIN = 0.95;
const PASSED_MIN = 0.9;
const HELD_MIN = 0.94;
const DESIGNS = [
  { clusters: 650, textsPerCluster: 1 },
  { clusters: 200, textsPerCluster: 4 },
];
/** Clusters a side at which fair texts have to pass. */
const FAIR_CLUSTERS = 650;

interface Outcome {
  shift: string;
  size: number;
  clusters: number;
  textsPerCluster: number;
  trueAuc: number;
  auc: number;
  bound: number;
  isPassed: boolean;
}

export interface GateRecord {
  goals: { goal: string; hits: number; of: number; share: number; least: number | null; met: string }[];
  outcomes: readonly Outcome[];
}

export const gate: Question = {
  name: "gate",
  question: "Does the blind gate refuse texts that can be told apart without the model, and pass those that cannot?",
  skip: () => null,
  run: async ({ sample, onProgress }) => {
    const kernels = await loadKernels();
    const outcomes: Outcome[] = [];
    for (const design of DESIGNS) {
      for (const shift of SHIFTS) {
        onProgress(`${shift.name}, ${design.clusters} clusters of ${design.textsPerCluster}`);
        for (const size of shift.sizes) {
          for (let i = 0; i < (sample ?? SCENARIOS) * (size === 0 && design.clusters === FAIR_CLUSTERS ? 2 : 1); i++)
            outcomes.push(outcomeOf(kernels, shift, size, design, i));
        }
      }
    }
    return answerOf(outcomes);
  },
};

function outcomeOf(
  kernels: Kernels,
  shift: Shift,
  size: number,
  { clusters, textsPerCluster }: (typeof DESIGNS)[number],
  i: number,
): Outcome {
  const name = `gate, ${shift.name}, ${size}, ${clusters} × ${textsPerCluster}, ${i}`;
  const draw = (random: Random, count: number) => drawTexts(random, { shift, size, clusters: count, textsPerCluster });
  const texts = draw(new Random(name), clusters);
  const { auc, auc_upper_95, outcome } = blindGate(kernels, texts, name);
  const trueAuc = trueAucOf(kernels, texts, draw(new Random(`${name}, fresh`), Math.ceil(FRESH / textsPerCluster)));
  const base = { shift: shift.name, size, clusters, textsPerCluster, trueAuc };
  return { ...base, auc: auc!, bound: auc_upper_95!, isPassed: outcome === "passed" };
}

/** Rarities are those of all texts together, as in the gate, where no text is apart either. */
function trueAucOf(kernels: Kernels, texts: readonly GateText[], fresh: readonly GateText[]): number {
  const rows = blindRows(
    kernels,
    [...texts, ...fresh].map(({ text }) => text),
  );
  const rule = fitBlind(
    rows.slice(0, texts.length),
    texts.map(({ isSuspect }) => isSuspect),
  );
  const cases = fresh.map(({ isSuspect }, i) => ({
    score: scoreOf(rule, rows[texts.length + i]!),
    isPositive: isSuspect,
    cluster: i,
    stratum: 0,
  }));
  return clusteredArea(cases)!.area;
}

function answerOf(outcomes: readonly Outcome[]): Answer {
  const shifted = outcomes.filter(({ trueAuc }) => trueAuc >= SHIFTED_FROM);
  const fair = outcomes.filter(({ size, clusters }) => size === 0 && clusters === FAIR_CLUSTERS);
  const smallFair = outcomes.filter(({ size, clusters }) => size === 0 && clusters !== FAIR_CLUSTERS);
  const covered = outcomes.filter(({ bound, trueAuc }) => bound >= trueAuc);
  const goals: [string, readonly Outcome[], (one: Outcome) => boolean, number | null][] = [
    [`refused where the true AUC is ${SHIFTED_FROM} or more`, shifted, ({ isPassed }) => !isPassed, REFUSED_MIN],
    [`passed where fair, ${FAIR_CLUSTERS} clusters a side`, fair, ({ isPassed }) => isPassed, PASSED_MIN],
    ["passed where fair, fewer clusters", smallFair, ({ isPassed }) => isPassed, null],
    [
      "the upper 95 % bound holds the true AUC where that is .5 exactly",
      outcomes.filter(({ size }) => size === 0),
      ({ bound }) => bound >= 0.5,
      HELD_MIN,
    ],
    [
      "the upper 95 % bound holds the true AUC, which is known to ± .02",
      outcomes,
      (one) => covered.includes(one),
      null,
    ],
  ];
  const told = goals.map(([goal, among, isHit, least]) => {
    const hits = among.filter(isHit).length;
    const share = hits / among.length;
    const met = least === null ? "" : share >= least ? "met" : "missed";
    return { goal, hits, of: among.length, share, least, met };
  });
  const wrong = shifted.filter(({ isPassed }) => isPassed);
  return {
    tables: [
      goalTable({ goals: told, outcomes }),
      {
        title: "By shift and size",
        head: [
          "shift",
          "size",
          "clusters a side",
          "texts each",
          "scenarios",
          "mean true AUC",
          "mean AUC",
          "mean bound",
          "passed",
        ],
        rows: groupsOf(outcomes),
      },
    ],
    worst:
      wrong.length === 0
        ? ["no shifted scenario passed"]
        : wrong.map(
            (one) => `${one.shift} ${one.size}: true AUC ${one.trueAuc.toFixed(3)}, bound ${one.bound.toFixed(3)}`,
          ),
    record: { goals: told, outcomes },
  };
}

/** Of the record, so that a README can have it too. */
export function goalTable({ goals, outcomes }: GateRecord): Answer["tables"][number] {
  return {
    title: `The goals, over ${outcomes.length} scenarios; a bound above ${GATE_LIMIT} is refused`,
    head: ["goal", "hits", "of", "share", "95 %", "wanted", ""],
    rows: goals.map(({ goal, hits, of, share, least, met }) => {
      const bounds = clopperPearson(hits, of).map((end) => end.toFixed(3));
      return [goal, hits, of, share.toFixed(3), bounds.join("–"), least === null ? null : `≥ ${least}`, met];
    }),
  };
}

function groupsOf(outcomes: readonly Outcome[]): Cell[][] {
  const key = ({ shift, size, clusters }: Outcome) => `${shift}/${size}/${clusters}`;
  return [...new Set(outcomes.map(key))].map((name) => {
    const group = outcomes.filter((one) => key(one) === name);
    const { shift, size, clusters, textsPerCluster } = group[0]!;
    const mean = (of: (one: Outcome) => number) =>
      (group.reduce((sum, one) => sum + of(one), 0) / group.length).toFixed(3);
    const means = [mean(({ trueAuc }) => trueAuc), mean(({ auc }) => auc), mean(({ bound }) => bound)];
    return [
      shift,
      size,
      clusters,
      textsPerCluster,
      group.length,
      ...means,
      group.filter(({ isPassed }) => isPassed).length,
    ];
  });
}
