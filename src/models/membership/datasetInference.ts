/**
 * Dataset inference: on one half of the clusters, a rule is learnt from log-probabilities that distinguishes suspects
 * from held-out texts; on the other half, a permutation test checks whether the rule still distinguishes them. The test
 * is exact if suspects and held-out texts were divided at random.
 *
 * Source: Maini, Jia, Papernot and Dziedzic, "LLM dataset inference" (NeurIPS 2024). Differences from the source:
 * clusters instead of texts, a permutation test instead of Student's t-test, clipping and scaling learnt on the first
 * half only.
 */
import type { DatasetInference } from "../../base/contract/operations/probe.ts";
import type { Kernels } from "../../core/kernels/kernels.ts";
import { RandomStream } from "../../core/kernels/numbers/random.ts";
import { permutationTest } from "../../core/statistics/permutation.ts";
import { fitRule, type LinearRule, scoreOf } from "./classifier.ts";
import { byCluster, eValueOf, PERMUTATIONS } from "./controls.ts";
import { mean, meanOfHighest, meanOfLowest } from "./formulas.ts";
import { measure, type Views } from "./membership.ts";

/** Minimum of clusters on each side: half of them for the rule, half for the test. */
export const INFERENCE_CLUSTERS_MIN = 20;
const SHARES = Array.from({ length: 12 }, (_, i) => (i + 1) / 20);
/** Share of values at each end of the distribution that are clipped to the nearest remaining value. */
const CLIPPED = 0.025;
const STRENGTH = 1;
const PASSES = 100;
/** Further statistics, used only if every text has them. */
const OPTIONAL = ["lowercase", "reference_difference", "reference_ratio", "gap_k", "min_k_plus_plus"] as const;

interface InferenceText {
  cluster: string;
  isSuspect: boolean;
  views: Views;
}

/** A cluster: its features, its mean log-probability, and its side. */
interface Case {
  isSuspect: boolean;
  loss: number;
  features: number[];
}

type InferenceOutcome = Omit<DatasetInference, "exactness">;

/** @param stream name of the random stream for the division into halves and for the permutations */
export function datasetInference(kernels: Kernels, texts: readonly InferenceText[], stream: string): InferenceOutcome {
  const known = texts.filter(({ views }) => views.text.length > 0);
  const { names, cases } = casesOf(known);
  const sides = [true, false].map((side) => cases.filter(({ isSuspect }) => isSuspect === side));
  if (sides.some(({ length }) => length < INFERENCE_CLUSTERS_MIN)) {
    return notMeasured(
      `Each side needs ${INFERENCE_CLUSTERS_MIN} independent clusters; the answered suspects have ${sides[0]!.length}, the answered controls ${sides[1]!.length}.`,
    );
  }
  const random = new RandomStream(`${stream}/halves`);
  const halves = sides.map((side) => {
    const shuffled = random.shuffle([...side]);
    const half = shuffled.length >> 1;
    return { fitted: shuffled.slice(0, half), tested: shuffled.slice(half) };
  });
  const fitted = halves.flatMap((half) => half.fitted);
  const scale = scaleOf(fitted.map(({ features }) => features));
  const rule = ruleOf(fitted, scale);
  const [suspects, controls] = halves.map(({ tested }) =>
    Float64Array.from(tested, ({ features }) => scoreOf(rule, scaled(features, scale))),
  );
  const options = { alternative: "greater", permutations: PERMUTATIONS, stream: `${stream}/test` } as const;
  const { difference, divisions, atLeast, isComplete, p } = permutationTest(kernels, suspects!, controls!, options);
  const [suspectLoss, controlLoss] = halves.map(({ tested }) => mean(tested.map(({ loss }) => loss))!);
  return {
    status: "measured",
    reason: null,
    features: names.map((name, i) => ({ name, weight: rule.weights[i]! })),
    fitted: { suspects: halves[0]!.fitted.length, controls: halves[1]!.fitted.length },
    tested: { suspects: suspects!.length, controls: controls!.length },
    test: { difference, divisions, at_least: atLeast, complete: isComplete, p, e: eValueOf(p) },
    loss_difference: suspectLoss! - controlLoss!,
  };
}

function notMeasured(reason: string): InferenceOutcome {
  const none = { suspects: 0, controls: 0 };
  return {
    status: "not_measured",
    reason,
    features: [],
    fitted: none,
    tested: none,
    test: null,
    loss_difference: null,
  };
}

/** One case for each cluster, in an order that is independent of the order of the texts. */
function casesOf(texts: readonly InferenceText[]): { names: string[]; cases: Case[] } {
  const rows = texts.map(({ views }) => featuresOf(views));
  const names = [...(rows[0]?.keys() ?? [])].filter((name) => rows.every((row) => row.get(name) !== undefined));
  const clusters = byCluster(texts.map((text, i) => ({ ...text, row: rows[i]! })));
  const cases = [...clusters.keys()].sort().map((cluster) => {
    const members = clusters.get(cluster)!;
    const features = names.map((name) => mean(members.map(({ row }) => row.get(name)!))!);
    return { isSuspect: members[0]!.isSuspect, loss: mean(members.map(({ row }) => row.get("loss")!))!, features };
  });
  return { names, cases };
}

/** The features of a text; a value that is not known exactly is `undefined`. */
function featuresOf(views: Views): Map<string, number | undefined> {
  const logprobs = views.text.map(({ logprob }) => logprob);
  const features = new Map<string, number | undefined>();
  for (const statistic of ["loss", "zlib", ...OPTIONAL] as const) {
    const measured = measure(statistic, views);
    const isKnown = "value" in measured && measured.value[0] === measured.value[1];
    features.set(statistic, isKnown ? measured.value[0] : undefined);
  }
  for (const share of SHARES) {
    const percent = Math.round(100 * share);
    features.set(`min_k_${percent}`, meanOfLowest(logprobs, share)!);
    features.set(`max_k_${percent}`, meanOfHighest(logprobs, share)!);
  }
  return features;
}

/** Clipping and scaling of one feature, learnt on the first half. */
interface FeatureRange {
  least: number;
  most: number;
  centre: number;
  size: number;
}

function scaleOf(rows: readonly (readonly number[])[]): FeatureRange[] {
  return rows[0]!.map((_, feature) => {
    const ascending = Float64Array.from(rows, (row) => row[feature]!).sort();
    const cut = Math.floor(CLIPPED * ascending.length);
    const [least, most] = [ascending[cut]!, ascending[ascending.length - 1 - cut]!];
    const clipped = ascending.map((value) => Math.max(least, Math.min(most, value)));
    const centre = mean(clipped)!;
    const size = Math.sqrt(mean(clipped.map((value) => (value - centre) * (value - centre)))!);
    return { least, most, centre, size };
  });
}

function scaled(row: readonly number[], scale: readonly FeatureRange[]) {
  const values = Float64Array.from(row, (value, i) => {
    const { least, most, centre, size } = scale[i]!;
    return size > 0 ? (Math.max(least, Math.min(most, value)) - centre) / size : 0;
  });
  return { features: Uint32Array.from(row.keys()), values };
}

function ruleOf(cases: readonly Case[], scale: readonly FeatureRange[]): LinearRule {
  return fitRule(
    cases.map(({ features }) => scaled(features, scale)),
    cases.map(({ isSuspect }) => isSuspect),
    { featureCount: scale.length, strength: STRENGTH, passes: PASSES },
  );
}
