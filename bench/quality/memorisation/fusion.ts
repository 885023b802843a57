/**
 * Does `score` mislead where channels say the same thing twice (E9)? Through the code of `score` itself: what null models gave, and copied
 * p-values from no dependence to the same number in every channel.
 */
import type { ChannelObservation } from "../../../src/base/contract/operations/observation.ts";
import { exp } from "../../../src/core/kernels/numbers/exp.reference.ts";
import { logEValue } from "../../../src/core/statistics/evalues.ts";
import { Random } from "../../harness/random.ts";
import type { Cell } from "../../harness/table.ts";
import { normalCumulative } from "../../statistics/normal.ts";
import { normal } from "../coverage/scenario.ts";
import {
  canaryObservation,
  headlineRatio,
  inferenceObservation,
  membershipObservation,
  orderObservation,
} from "./channels.ts";
import { count, isConsistent, type Part, share } from "./part.ts";
import type { Summary } from "./summary.ts";

const CLAIMS = [3, 10, 30, 100, 1_000];
const CORRELATIONS = [0, 0.4, 0.8, 1];
/** Of a canary: with hardly any the power of a good rank is not known. */
const REPETITIONS = [1, 4, 16];
const EXTRACTION_CONTROLS = 199;

export interface ClaimRow {
  name: string;
  models: number;
  hits: number[];
}

interface Row extends ClaimRow {
  /** Whether it is what `score` does; otherwise it stands beside it. */
  isOurs: boolean;
}

export function fusion(nulls: readonly Summary[], members: readonly Summary[], draws: number): Part {
  const positives = (repetitions: number) =>
    members.flatMap(({ canaries }) =>
      canaries.filter((one) => one.repetitions === repetitions).map(({ rank }) => rank),
    );
  const known = REPETITIONS.map((repetitions) => ({ repetitions, ranks: positives(repetitions) })).filter(
    ({ ranks }) => ranks.length > 0,
  );
  const compositions: [string, (one: Summary, canary: Summary["canaries"][number]) => ChannelObservation[]][] = [
    ["canary", (_, canary) => [canaryObservation(canary)]],
    ["order", ({ order }) => [orderObservation(order.p)]],
    ["canary × order", ({ order }, canary) => [canaryObservation(canary), orderObservation(order.p)]],
    ["dataset inference", ({ tests }) => [inferenceObservation(tests.inferenceObserved)]],
    ["membership", (one) => [membershipObservation(one, "passed")]],
    [
      "all four",
      (one, canary) => [
        ...[canaryObservation(canary), orderObservation(one.order.p)],
        ...[inferenceObservation(one.tests.inferenceObserved), membershipObservation(one, "passed")],
      ],
    ],
    ...known.flatMap(({ repetitions, ranks }): typeof compositions => [
      [`canary with power of ${repetitions} repetitions`, (_, canary) => [canaryObservation(canary, ranks)]],
      [`the same × order`, ({ order }, canary) => [canaryObservation(canary, ranks), orderObservation(order.p)]],
    ]),
  ];
  const ofModels = compositions.map(([name, observations]) => {
    const ratios = nulls.map((one) => headlineRatio(observations(one, one.canaries[0]!)));
    return {
      name,
      models: nulls.length,
      hits: CLAIMS.map((k) => count(ratios, (ratio) => reaches(ratio, k))),
      isOurs: true,
    };
  });
  // Members' own canary of four repetitions; power is of other members, so that no rank stands for itself.
  const half = members.length >> 1;
  const powerOf = members
    .slice(0, half)
    .flatMap(({ canaries }) => canaries.filter((one) => one.repetitions === 4).map(({ rank }) => rank));
  const tested = members.slice(half);
  const found = [...compositions.slice(0, 6), ...(powerOf.length > 0 ? [withPower(powerOf)] : [])].map(
    ([name, observations]) => {
      const ratios = tested.map((one) =>
        headlineRatio(observations(one, one.canaries.find((canary) => canary.repetitions === 4)!)),
      );
      return { name, models: tested.length, hits: CLAIMS.map((k) => count(ratios, (ratio) => reaches(ratio, k))) };
    },
  );
  const copies = CORRELATIONS.flatMap((correlation) => copiedRows(correlation, draws));
  const ours = [...ofModels, ...copies.filter(({ isOurs }) => isOurs)];
  const worst = worstOf(ours);
  return {
    tables: [
      claimTable(`score over ${nulls.length} null models: P(LR ≥ k), at most 1/k`, ofModels),
      claimTable(`score over ${tested.length} member models, canary of 4 repetitions an epoch: P(LR ≥ k)`, found),
      claimTable(
        `Copied channels, nothing learnt, ${draws} draws: P(LR ≥ k) of p-values that hang together so much`,
        copies,
      ),
    ],
    goals: [
      {
        goal: "score misleads no more than it says: P(LR ≥ k) ≤ 1/k over all rows that score gives",
        figure: `${ours.length} rows; worst ${worst.name}, k = ${worst.k}: ${share(worst.hits, worst.models)}`,
        bar: "none rejected at one-sided .001",
        isMet: worst.isConsistent,
      },
      {
        goal: "copies would mislead if they were multiplied",
        figure: copies
          .filter(({ isOurs }) => !isOurs)
          .map(({ hits, models }) => share(hits[3]!, models))
          .join(", "),
        bar: "> .001 at k = 1,000 where they are the same",
        isMet: !isConsistent(copies.at(-1)!.hits.at(-1)!, draws, 1 / 1_000),
      },
    ],
    record: { nulls: ofModels, members: found, copies },
  };
}

/** Of the record, so that a README can have it too. */
export function claimTable(title: string, rows: readonly ClaimRow[]): Part["tables"][number] {
  const cells = rows.map(({ name, models, hits }): Cell[] => [name, ...hits.map((one) => share(one, models))]);
  return { title, head: ["channels", ...CLAIMS.map((k) => `k = ${k}`)], rows: cells };
}

function withPower(
  ranks: readonly number[],
): [string, (one: Summary, canary: Summary["canaries"][number]) => ChannelObservation[]] {
  return [
    "canary with power × order",
    ({ order }, canary) => [canaryObservation(canary, ranks), orderObservation(order.p)],
  ];
}

/** Uniform p-values by a Gaussian copula, in channels that share data, beside a canary and an order of their own. */
function copiedRows(correlation: number, draws: number): Row[] {
  const random = new Random(`copied channels, ${correlation}`);
  const names = ["averaged by score", "averaged, × canary × order", "multiplied, as score does not"];
  const hits = names.map(() => CLAIMS.map(() => 0));
  for (let i = 0; i < draws; i++) {
    const common = normal(random);
    const p = () => pOf(Math.sqrt(correlation) * common + Math.sqrt(1 - correlation) * normal(random));
    const ps = [p(), p(), p()] as const;
    const shared = [...extraction(ps[0]), inferenceObservation(ps[1]), { ...membership(ps[2]) }];
    const own = [orderObservation(onGrid(random.next(), 99)), canary(random)];
    const product = ps.reduce((all, one) => all * exp(logEValue(one)), 1);
    [headlineRatio(shared), headlineRatio([...shared, ...own]), product].forEach((ratio, row) => {
      CLAIMS.forEach((k, claim) => {
        hits[row]![claim]! += Number(reaches(ratio, k));
      });
    });
  }
  return names.map((name, row) => ({
    name: `ρ = ${correlation}: ${name}`,
    models: draws,
    hits: hits[row]!,
    isOurs: row < 2,
  }));
}

const pOf = (z: number): number => Math.max(1e-12, normalCumulative(z));
/** The least p of so many controls that is no less. */
const onGrid = (p: number, controls: number): number => Math.ceil(p * (controls + 1) + 1e-12) / (controls + 1);

function canary(random: Random): ChannelObservation {
  const p = onGrid(random.next(), EXTRACTION_CONTROLS);
  return canaryObservation({ p, rank: Math.round(p * (EXTRACTION_CONTROLS + 1)) });
}

function membership(p: number): ChannelObservation {
  return { ...inferenceObservation(onGrid(p, 100)), channel: "membership", exactness: "exploratory", controls: 100 };
}

function extraction(p: number): ChannelObservation[] {
  const rate = (value: number) => ({ value, ci_95: [0, 1] as [number, number], hits: 1, of: 1 });
  const rates = { work: rate(0.5), control: rate(0) };
  return [
    {
      ...inferenceObservation(p),
      channel: "extraction",
      exactness: "conditional",
      controls: EXTRACTION_CONTROLS,
      rates,
      gate: "not_needed",
    },
  ];
}

/** `score` rounds logarithms to six digits. */
const reaches = (ratio: number, k: number): boolean => ratio >= k * (1 - 1e-5);

function worstOf(rows: readonly Row[]) {
  const all = rows.flatMap(({ name, models, hits }) =>
    hits.map((one, i) => ({ name, models, hits: one, k: CLAIMS[i]!, excess: (one / models) * CLAIMS[i]! })),
  );
  const worst = all.reduce((one, other) => (other.excess > one.excess ? other : one));
  return { ...worst, isConsistent: all.every(({ hits, models, k }) => isConsistent(hits, models, 1 / k)) };
}
