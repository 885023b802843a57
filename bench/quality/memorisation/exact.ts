/**
 * Are exact tests exact, on models that learnt nothing of what they are tested for? And how often do they find what was planted? A test
 * that is wrong on purpose stands beside them: the bar has to see it.
 */

import type { Cell } from "../../harness/table.ts";
import { REPETITIONS_OF_CANARIES, REPETITIONS_OF_ORDERS } from "../../models/plan.ts";
import { count, isConsistent, largestConsistent, type Part, share, shareWithInterval } from "./part.ts";
import type { Summary } from "./summary.ts";

const LEVELS = [0.01, 0.05, 0.1] as const;
/** Models that the bar is stated for. */
const WANTED = 4_000;

interface Test {
  name: string;
  pOf: (one: Summary) => number;
  /** Exact by a draw at random, or wrong on purpose. */
  kind: "exact" | "conservative" | "wrong";
}

const TESTS: readonly Test[] = [
  { name: "canary: rank of the drawn string among 199", pOf: ({ canaries }) => canaries[0]!.p, kind: "exact" },
  { name: "order: rank of 12 lines among 99 orders", pOf: ({ order }) => order.p, kind: "exact" },
  { name: "dataset inference: permutation of the tested half", pOf: ({ tests }) => tests.inference, kind: "exact" },
  { name: "LOSS: permutation of all suspects", pOf: ({ tests }) => tests.loss, kind: "exact" },
  { name: "LOSS of one text among 100 controls", pOf: ({ tests }) => tests.firstText, kind: "exact" },
  { name: "dataset inference, as score is told", pOf: ({ tests }) => tests.inferenceObserved, kind: "conservative" },
  { name: "seven statistics, Holm, as score is told", pOf: ({ tests }) => tests.membership, kind: "conservative" },
  {
    name: "wrong: the best of six canaries",
    pOf: ({ canaries }) => Math.min(...canaries.map(({ p }) => p)),
    kind: "wrong",
  },
  { name: "wrong: the best of seven statistics", pOf: ({ tests }) => tests.membershipUncorrected, kind: "wrong" },
];

export function exactTests(nulls: readonly Summary[], members: readonly Summary[]): Part {
  const rows = TESTS.map(({ name, pOf, kind }) => {
    const ps = nulls.map(pOf);
    const hits = LEVELS.map((level) => count(ps, (p) => p <= level));
    const isExact = LEVELS.every((level, i) => isConsistent(hits[i]!, ps.length, level));
    return { name, kind, models: ps.length, hits, isExact };
  });
  const bars = LEVELS.map((level) => largestConsistent(nulls.length, level));
  const isEnough = nulls.length >= WANTED;
  const powers = powerRows(members);
  return {
    tables: [
      {
        title: `Null models, ${nulls.length} of them: P(p ≤ α); not rejected at one-sided .001 up to ${bars.map((bar) => bar.toFixed(5)).join(", ")}`,
        head: ["test", "α = .01", "hits", ".05", "hits", ".10", "hits", "exact or better"],
        rows: rows.map(({ name, hits, models, isExact }) => [
          name,
          ...hits.flatMap((one): Cell[] => [share(one, models), one]),
          isExact ? "not rejected" : "rejected",
        ]),
      },
      powerTable(powers, members.length),
      {
        title: "Power at .05 of tests of the documents, by documents × epochs",
        head: ["documents × epochs", "dataset inference", "LOSS, permutation", "seven statistics, Holm"],
        rows: documentRows(members),
      },
    ],
    goals: [
      ...rows
        .filter(({ kind }) => kind !== "wrong")
        .map(({ name, hits, models, isExact }) => ({
          goal: `exact: ${name}`,
          figure: `${hits.map((one) => share(one, models)).join(", ")} of ${models}`,
          bar: `≤ ${bars.map((bar) => bar.toFixed(4)).join(", ")}, ${WANTED} models`,
          isMet: !isExact ? false : isEnough ? true : null,
        })),
      {
        goal: "the bar rejects both tests that are wrong on purpose",
        figure: rows
          .flatMap(({ kind, hits, models }) => (kind === "wrong" ? [share(hits[1]!, models)] : []))
          .join(", "),
        bar: `> ${bars[1]!.toFixed(4)} at .05`,
        isMet: rows.every(({ kind, isExact }) => kind !== "wrong" || !isExact),
      },
    ],
    record: { models: nulls.length, levels: LEVELS, bars, tests: rows, power: powers },
  };
}

/** Of the record, so that a README can have it too. */
export function powerTable(powers: readonly PowerRow[], models: number): Part["tables"][number] {
  return {
    title: `Power at .05 over ${models} member models, by repetitions an epoch (1 to 8 epochs), 95 % Clopper-Pearson by models`,
    head: ["repetitions", "canary, 199 counterfactuals", "canary, p ≤ .01", "order, 99 permutations", "order, p ≤ .01"],
    rows: powers.map(({ repetitions, canary, order }) => [
      ...[repetitions, shareWithInterval(canary.hits, canary.of), shareWithInterval(canary.atOnePercent, canary.of)],
      ...[shareWithInterval(order.hits, order.of), shareWithInterval(order.atOnePercent, order.of)],
    ]),
  };
}

export type PowerRow = ReturnType<typeof powerRows>[number];

function powerRows(members: readonly Summary[]) {
  const rowOf = (ps: readonly number[]) => ({
    of: ps.length,
    hits: count(ps, (p) => p <= 0.05),
    atOnePercent: count(ps, (p) => p <= 0.01),
  });
  const all = [...new Set<number>([...REPETITIONS_OF_CANARIES, ...REPETITIONS_OF_ORDERS])].sort((a, b) => a - b);
  return all.map((repetitions) => {
    const canaries = members.flatMap((one) => one.canaries.filter((canary) => canary.repetitions === repetitions));
    const orders = members.filter(({ order }) => order.repetitions === repetitions).map(({ order }) => order);
    return { repetitions, canary: rowOf(canaries.map(({ p }) => p)), order: rowOf(orders.map(({ p }) => p)) };
  });
}

function documentRows(members: readonly Summary[]): Cell[][] {
  const conditions = [...new Set(members.map(({ condition }) => condition))].sort((a, b) =>
    a.localeCompare(b, "en", { numeric: true }),
  );
  return conditions.map((condition) => {
    const some = members.filter((one) => one.condition === condition);
    const power = (pOf: (one: Summary) => number) =>
      shareWithInterval(
        count(some, (one) => pOf(one) <= 0.05),
        some.length,
      );
    return [
      condition,
      ...[
        power(({ tests }) => tests.inference),
        power(({ tests }) => tests.loss),
        power(({ tests }) => tests.membership),
      ],
    ];
  });
}
