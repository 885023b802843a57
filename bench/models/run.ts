/**
 * Fills the cache of a study and prints what its models are like.
 *
 *   node bench/models/run.ts --null 5000 --member 1000 --reciter 200 [--workers 2] [--folder FOLDER]
 */
import { parseArgs } from "node:util";
import { loadKernels } from "../../src/core/kernels/load.ts";
import { clopperPearson } from "../../src/core/statistics/binomial.ts";
import { permutationTest } from "../../src/core/statistics/permutation.ts";
import { rankTest } from "../../src/core/statistics/ranks.ts";
import { type Cell, markdownLines } from "../harness/table.ts";
import { CONDITIONS, KINDS, type Kind } from "./plan.ts";
import { type Studied, study } from "./study.ts";

const { values } = parseArgs({
  options: {
    null: { type: "string", default: "200" },
    member: { type: "string", default: "200" },
    reciter: { type: "string", default: "50" },
    workers: { type: "string", default: "1" },
    folder: { type: "string" },
  },
});
const kernels = await loadKernels();

/** What the tables need of one model. */
interface Summary {
  kind: Kind;
  condition: string;
  auc: number;
  /** P-value of each drawn canary, with how often it was planted. */
  canaries: { repetitions: number; p: number }[];
  order: { repetitions: number; p: number };
  inferenceP: number;
  /** Of each passage ln p of its second half, and whether that follows greedily from the first, with how often it was learnt. */
  passages: { repetitions: number; logprob: number; isRecited: boolean }[];
}

/** Seconds to train the first model that was met of each condition. */
const seconds = new Map<string, number>();
const summaries = [
  ...(await summariesOf("null", Number(values.null))),
  ...(await summariesOf("member", Number(values.member))),
  ...(await summariesOf("reciter", Number(values.reciter))),
];
const [nulls, members, reciters] = KINDS.map((kind) => summaries.filter((one) => one.kind === kind)) as [
  ...[Summary[], Summary[], Summary[]],
];

show(
  "Area under the ROC curve of LOSS, suspects against controls, by documents × epochs: median and 5 to 95 %",
  ["documents × epochs", "seconds to train", "members", "AUC", "5 %", "95 %", "nulls", "AUC", "5 %", "95 %"],
  CONDITIONS.map(([size, epochs]) => {
    const name = conditionOf({ size, epochs });
    const of = (group: readonly Summary[]) => group.filter(({ condition }) => condition === name);
    const quantiles = (group: readonly Summary[]) =>
      [0.5, 0.05, 0.95].map((q) =>
        quantile(
          group.map(({ auc }) => auc),
          q,
        ),
      );
    const time = seconds.get(name)?.toFixed(2) ?? "";
    return [name, time, of(members).length, ...quantiles(of(members)), of(nulls).length, ...quantiles(of(nulls))];
  }),
);
show(
  "Nulls: how often p ≤ α",
  ["test", "models", ".01", ".05", ".10"],
  (
    [
      ["canary rank", ({ canaries }) => canaries[0]!.p],
      ["order", ({ order }) => order.p],
      ["dataset inference, permutation of documents", ({ inferenceP }) => inferenceP],
    ] as [string, (one: Summary) => number][]
  ).map(([name, pOf]) => [name, nulls.length, ...[0.01, 0.05, 0.1].map((level) => share(nulls.map(pOf), level))]),
);
const REPETITIONS = [0, 1, 2, 4, 8, 16, 32];
const repeated = <One extends { repetitions: number }>(all: One[], repetitions: number): One[] =>
  all.filter((one) => one.repetitions === repetitions);
show(
  "Members: power at .05 by repetitions an epoch, 95 % Clopper-Pearson",
  ["repetitions", "canary rank, 199 counterfactuals", "order, 99 permutations"],
  REPETITIONS.slice(0, -1).map((repetitions) => {
    const canaries = members.flatMap((one) => one.canaries);
    const orders = members.map(({ order }) => order);
    return [repetitions, ...[canaries, orders].map((all) => power(repeated(all, repetitions).map(({ p }) => p)))];
  }),
);
show(
  "Passages by repetitions an epoch: median ln p of the second half after the first, and how often it follows greedily",
  ["repetitions", "members", "follows", "reciters", "follows"],
  REPETITIONS.map((repetitions) => {
    const columns = [members, reciters].map((group) => {
      const passages = repeated(
        group.flatMap((one) => one.passages),
        repetitions,
      );
      const logprobs = passages.map(({ logprob }) => logprob);
      return [quantile(logprobs, 0.5), rate(passages.filter(({ isRecited }) => isRecited).length, passages.length)];
    });
    return [repetitions, ...columns.flat()];
  }),
);
console.log(`Dataset inference, members: power at .05 ${power(members.map(({ inferenceP }) => inferenceP))}`);

async function summariesOf(kind: Kind, to: number): Promise<Summary[]> {
  const result: Summary[] = [];
  const onProgress = (done: number, of: number) => {
    if (done % 50 === 0) console.error(`${kind}: ${done} of ${of}, ${new Date().toISOString()}`);
  };
  const options = { to, workers: Number(values.workers), folder: values.folder, onProgress };
  for await (const one of study(kind, options)) {
    const condition = conditionOf(one);
    if (!seconds.has(condition)) seconds.set(condition, secondsOf(one.train));
    result.push(summaryOf(one));
  }
  return result;
}

function conditionOf({ size, epochs }: { size: number; epochs: number }): string {
  return `${size} × ${epochs}`;
}

function secondsOf(work: () => unknown): number {
  const started = performance.now();
  work();
  return (performance.now() - started) / 1000;
}

function summaryOf(one: Studied): Summary {
  const { kind, seed, documents, canaries, order, passages, observations } = one;
  const losses = observations.documents.map(({ logprobs }) => mean(logprobs));
  const [suspects, controls] = (["suspect", "control"] as const).map((half) =>
    Float64Array.from(losses.filter((_, i) => documents[i]!.half === half)),
  ) as [Float64Array, Float64Array];
  const ranks = observations.canaries.map(mean);
  const counterfactuals = ranks.filter((_, i) => canaries[i]!.role === "counterfactual");
  const drawn = canaries.flatMap(({ role, repetitions }, i) =>
    role === "drawn" ? [{ repetitions, p: rankTest(ranks[i]!, counterfactuals).p }] : [],
  );
  const test = { alternative: "greater", permutations: 999, stream: `${kind} ${seed}` } as const;
  return {
    ...{ kind, condition: conditionOf(one), auc: auc(suspects, controls), canaries: drawn },
    order: { repetitions: order.repetitions, p: rankTest(observations.order[0]!, observations.order.subarray(1)).p },
    inferenceP: permutationTest(kernels, suspects, controls, test).p,
    passages: passages.map(({ repetitions }, i) => {
      const { logprobs, tops } = observations.passages[i]!;
      const half = Math.ceil(logprobs.length / 2);
      const isRecited = logprobs.every((logprob, token) => token < half || logprob === tops[token]);
      return { repetitions, logprob: sum(logprobs.subarray(half)), isRecited };
    }),
  };
}

function sum(scores: Float32Array): number {
  return scores.reduce((total, score) => total + score, 0);
}

function mean(scores: Float32Array): number {
  return sum(scores) / scores.length;
}

function auc(suspects: Float64Array, controls: Float64Array): number {
  let above = 0;
  for (const suspect of suspects)
    for (const control of controls) above += suspect > control ? 1 : suspect === control ? 0.5 : 0;
  return above / (suspects.length * controls.length);
}

function quantile(scores: readonly number[], q: number): string {
  const sorted = [...scores].sort((a, b) => a - b);
  return sorted.length === 0 ? "" : sorted[Math.round(q * (sorted.length - 1))]!.toFixed(3);
}

function share(ps: readonly number[], level: number): string {
  return (ps.filter((p) => p <= level).length / ps.length).toFixed(4);
}

function power(ps: readonly number[]): string {
  return rate(ps.filter((p) => p <= 0.05).length, ps.length);
}

function rate(hits: number, of: number): string {
  if (of === 0) return "";
  const [lo, hi] = clopperPearson(hits, of);
  return `${(hits / of).toFixed(3)} [${lo.toFixed(3)}, ${hi.toFixed(3)}]`;
}

function show(title: string, head: readonly string[], rows: readonly (readonly Cell[])[]): void {
  console.log(`\n${title}\n\n${markdownLines(head, rows).join("\n")}`);
}
