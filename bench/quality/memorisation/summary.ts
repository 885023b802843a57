/** What the evaluation keeps of one tiny model: p-values, areas under ROC curves, what it recites. All by the code that users run. */

import type { MembershipTest, ProbedText } from "../../../src/base/contract/operations/probe.ts";
import type { Kernels } from "../../../src/core/kernels/kernels.ts";
import { rankTest } from "../../../src/core/statistics/ranks.ts";
import { scoreGroups } from "../../../src/core/statistics/scoreGroups.ts";
import { datasetInference } from "../../../src/models/membership/datasetInference.ts";
import type { TokenCounts } from "../../../src/models/membership/formulas.ts";
import { compressedBytes, type Measured, measure, type Views } from "../../../src/models/membership/membership.ts";
import { membership, type ScoredDocument } from "../../../src/models/membership/membershipTest.ts";
import { observationsOf } from "../../../src/models/membership/observations.ts";
import { type Position, point } from "../../../src/models/membership/positions.ts";
import type { TinyModel, TokenStatistics } from "../../models/model.ts";
import type { Studied } from "../../models/study.ts";
import type { Tokenizer } from "../../models/tokenizer.ts";
import { areaUnderRoc } from "../../statistics/roc.ts";
import { total } from "../figures.ts";

/** Statistics that need nothing beyond the model's own log-probabilities, in the order in which `probe` tries them. */
export const OWN_STATISTICS = ["loss", "zlib", "min_k", "max_k", "gap_k", "min_k_plus_plus", "surp"] as const;
/** Those that need a reference, taken from one null model of the largest condition. */
export const WITH_REFERENCE = ["reference_difference", "reference_ratio", "dc_pdd"] as const;
export type Statistic = (typeof OWN_STATISTICS)[number] | (typeof WITH_REFERENCE)[number];
export const STATISTICS: readonly Statistic[] = [...OWN_STATISTICS, ...WITH_REFERENCE];

export interface Ranked {
  repetitions: number;
  /** Among the counterfactuals, from 1; ties count against. */
  rank: number;
  p: number;
}

/** p-values as `score` is told them if the blind gate has passed, and of single tests. */
export interface Tests {
  /** Of the documents' random halves, as a rule of `probe` tells them apart; and as its observation says. */
  inference: number;
  inferenceObserved: number;
  /** The least of all statistics, after Holm's correction and before any. */
  membership: number;
  membershipUncorrected: number;
  /** LOSS of all suspects against all controls. */
  loss: number;
  /** LOSS of the first suspect among the controls. */
  firstText: number;
}

export interface Summary {
  kind: Studied["kind"];
  seed: number;
  /** Documents × epochs. */
  condition: string;
  epochs: number;
  canaries: Ranked[];
  order: Ranked;
  tests: Tests;
  /** Suspects against controls. */
  areas: Partial<Record<Statistic, number | undefined>>;
  /** Of each passage ln p of its second half after the first, and whether it follows greedily. */
  passages: { repetitions: number; logprob: number; isGreedy: boolean }[];
}

/** Another model and counts of tokens, to compare with. */
export interface Reference {
  model: TinyModel;
  counts: TokenCounts;
}

export class Summaries {
  readonly #kernels: Kernels;
  readonly #tokenizer: Tokenizer;
  readonly #reference: Reference;
  /** Documents come again in other models. */
  readonly #bytes = new Map<string, number>();

  constructor(kernels: Kernels, tokenizer: Tokenizer, reference: Reference) {
    this.#kernels = kernels;
    this.#tokenizer = tokenizer;
    this.#reference = reference;
  }

  of(one: Studied): Summary {
    const { kind, seed, size, epochs, canaries, order, passages, observations } = one;
    const ranks = observations.canaries.map(meanOf);
    const counterfactuals = ranks.filter((_, i) => canaries[i]!.role === "counterfactual");
    const texts = this.#texts(one);
    const { test, texts: probed } = membership(this.#kernels, texts, OWN_STATISTICS, `${kind} ${seed}`);
    return {
      ...{ kind, seed, epochs, condition: `${size} × ${epochs}` },
      canaries: canaries.flatMap(({ role, repetitions }, i) =>
        role === "drawn" ? [ranked(repetitions, ranks[i]!, counterfactuals)] : [],
      ),
      order: ranked(order.repetitions, observations.order[0]!, observations.order.subarray(1)),
      tests: this.#tests(texts, test, probed, `${kind} ${seed}`),
      areas: { ...areasOf(probed), ...(kind === "member" ? this.#referenceAreas(one) : {}) },
      passages: passages.map(({ repetitions }, i) => ({ repetitions, ...secondHalf(observations.passages[i]!) })),
    };
  }

  /** Documents came to their halves one by one, so each is a cluster. */
  #texts({ documents, observations }: Studied): ScoredDocument[] {
    return documents.map(({ id, text, half }, i) => {
      const bytes = this.#bytes.get(id) ?? compressedBytes(text);
      this.#bytes.set(id, bytes);
      const views: Views = { text: positionsOf(observations.documents[i]!), compressedBytes: bytes };
      return { id, cluster: id, side: half, views, compressedBytes: bytes, positionsLeftOut: 0 };
    });
  }

  #tests(texts: readonly ScoredDocument[], test: MembershipTest, probed: readonly ProbedText[], stream: string): Tests {
    const documents = texts.map(({ side, cluster, views }) => {
      return { isSuspect: side === "suspect", cluster, views: views as Views };
    });
    const inference = { ...datasetInference(this.#kernels, documents, stream), exactness: "exact" as const };
    const observed = observationsOf({ model: "tiny", retrieval: "absent", test, gate: PASSED, inference });
    return {
      inference: inference.test!.p,
      inferenceObserved: observed.find(({ channel }) => channel === "dataset_inference")!.p!,
      membership: test.p!,
      membershipUncorrected: Math.min(...test.statistics.map(({ p }) => p!)),
      loss: test.statistics[0]!.p!,
      firstText: probed.find(({ side }) => side === "suspect")!.statistics.loss!.p!,
    };
  }

  #referenceAreas({ documents, observations }: Studied): Summary["areas"] {
    const { model, counts } = this.#reference;
    const measured = documents.map(({ text, half }, i) => {
      const { ids, starts } = this.#tokenizer.encode(text);
      const tokens = [...ids.keys()].map((token) => text.slice(starts[token], starts[token + 1]));
      const logprobs = model.logprobs(ids);
      const reference = tokens.map((token, k) => ({ token, logprob: logprobs[k]!, greatest: null, spread: null }));
      const views: Views = {
        text: positionsOf(observations.documents[i]!, tokens),
        reference,
        counts,
        compressedBytes: 0,
      };
      return { side: half, valueOf: (statistic: Statistic) => pointOf(measure(statistic, views)) };
    });
    return Object.fromEntries(
      WITH_REFERENCE.map((name) => [name, areaOf(measured.map((one) => [one.side, one.valueOf(name)]))]),
    );
  }
}

/** What a gate says that was passed: 100 documents a side are too few for it, and their halves came about by chance. */
const PASSED = {
  ...({ outcome: "passed", auc: 0.5, auc_upper_95: 0.6, limit: 0.6, reason: null } as const),
  ...{ clusters: { suspects: 100, controls: 100 }, clusters_needed: 165, characters_max: 0 },
};

const pointOf = (measured: Measured): number | null => ("value" in measured ? measured.value[0] : null);

function areasOf(probed: readonly ProbedText[]): Summary["areas"] {
  const valuesOf = (name: Statistic) => probed.map(({ side, statistics }) => [side, statistics[name]!.value] as const);
  return Object.fromEntries(OWN_STATISTICS.map((name) => [name, areaOf(valuesOf(name))]));
}

/** Texts for which a statistic is undefined are left out, as `probe` does. */
function areaOf(values: readonly (readonly [side: string, value: number | null])[]): number | undefined {
  const of = (wanted: string) => values.flatMap(([side, value]) => (side === wanted && value !== null ? [value] : []));
  const [suspects, controls] = [of("suspect"), of("control")];
  return suspects.length === 0 || controls.length === 0 ? undefined : areaUnderRoc(scoreGroups(suspects, controls));
}

/** What is known of each token is what whole rows say. */
function positionsOf({ logprobs, means, variances, tops }: TokenStatistics, tokens?: readonly string[]): Position[] {
  return Array.from(logprobs, (logprob, i) => ({
    ...{ token: tokens?.[i] ?? "", logprob, greatest: tops[i]! },
    spread: { mean: point(means[i]!), variance: point(variances[i]!) },
  }));
}

function ranked(repetitions: number, observed: number, controls: readonly number[] | Float64Array): Ranked {
  const { greater, equal, p } = rankTest(observed, controls);
  return { repetitions, rank: 1 + greater + equal, p };
}

function secondHalf({ logprobs, tops }: TokenStatistics): { logprob: number; isGreedy: boolean } {
  const half = Math.ceil(logprobs.length / 2);
  const isGreedy = logprobs.every((logprob, i) => i < half || logprob === tops[i]);
  return { logprob: total([...logprobs.subarray(half)]), isGreedy };
}

const meanOf = (values: Float32Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
