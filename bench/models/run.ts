/**
 * Fills the cache of a study and prints what its models are like.
 *
 *   node bench/models/run.ts --null 5000 --member 1000 [--workers 2] [--folder FOLDER]
 */
import { parseArgs } from "node:util";
import { loadKernels } from "../../src/kernels/load.ts";
import { clopperPearson } from "../../src/statistics/binomial.ts";
import { permutationTest } from "../../src/statistics/permutation.ts";
import { rankTest } from "../../src/statistics/ranks.ts";
import { type Cell, markdownLines } from "../table.ts";
import { CONDITIONS, type Kind } from "./plan.ts";
import { type Studied, study } from "./study.ts";

const { values } = parseArgs({
  options: {
    null: { type: "string", default: "200" },
    member: { type: "string", default: "200" },
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
  /** Of each passage ln p a token, and whether its second half follows greedily from its first, with how often it was learnt. */
  passages: { repetitions: number; logprob: number; isRecited: boolean }[];
}

/** Seconds to train the first model that was met of each condition. */
const seconds = new Map<string, number>();
const summaries = [
  ...(await summariesOf("null", Number(values.null))),
  ...(await summariesOf("member", Number(values.member))),
];
const [nulls, members] = [summaries.filter(({ kind }) => kind === "null"), summaries.filter(({ kind }) => kind === "member")];

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
const planted = members.flatMap(({ canaries }) => canaries);
show(
  "Members: power at .05 by repetitions, 95 % Clopper-Pearson",
  ["repetitions an epoch", "canary rank, 199 counterfactuals", "order, 99 permutations", "passage: ln p a token", "recited"],
  [0, 1, 2, 4, 8, 16, 32].map((repetitions) => {
    const of = <One extends { repetitions: number }>(all: One[]) => all.filter((one) => one.repetitions === repetitions);
    const passages = of(members.flatMap((one) => one.passages));
    return [
      repetitions,
      power(of(planted).map(({ p }) => p)),
      power(of(members.map(({ order }) => order)).map(({ p }) => p)),
      quantile(
        passages.map(({ logprob }) => logprob),
        0.5,
      ),
      rate(passages.filter(({ isRecited }) => isRecited).length, passages.length),
    ];
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
      const isRecited = logprobs.every((logprob, token) => token < logprobs.length / 2 || logprob === tops[token]);
      return { repetitions, logprob: mean(logprobs), isRecited };
    }),
  };
}

function mean(scores: Float32Array): number {
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
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
