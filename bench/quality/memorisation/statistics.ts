/** How well do membership statistics tell documents that were trained on from others, and what does `score` make of them? */

import { boundedMeanInterval } from "../../../src/core/statistics/boundedMean.ts";
import { headlineOf } from "../../../src/engine/evidence/channels/headline.ts";
import { observedChannels } from "../../../src/engine/evidence/channels/observations.ts";
import type { Cell } from "../../harness/table.ts";
import { grouped, mean } from "../figures.ts";
import { membershipObservation } from "./channels.ts";
import { type Part, withInterval } from "./part.ts";
import { OWN_STATISTICS, STATISTICS, type Statistic, type Summary } from "./summary.ts";

const TIERS = ["no_support", "weak", "moderate", "moderately_strong", "strong", "very_strong", "extremely_strong"];

export function statistics(nulls: readonly Summary[], members: readonly Summary[]): Part {
  const conditions = grouped(members, ({ condition }) => condition).sort(([a], [b]) =>
    a.localeCompare(b, "en", { numeric: true }),
  );
  const areas = STATISTICS.map((statistic) => ({
    statistic,
    conditions: conditions.map(([condition, some]) => ({ condition, ...meanArea(some, statistic) })),
    members: meanArea(members, statistic),
    nulls: (OWN_STATISTICS as readonly string[]).includes(statistic) ? meanArea(nulls, statistic) : null,
  }));
  const tiers = (["refused", "passed"] as const).flatMap((gate) =>
    (
      [
        ["null", nulls],
        ["member", members],
      ] as const
    ).map(([kind, some]) => ({ kind, gate, tiers: tiersOf(some, gate) })),
  );
  const aboveWeak = tiers.reduce(
    (sum, row) => sum + TIERS.slice(2).reduce((above, tier) => above + (row.tiers[tier] ?? 0), 0),
    0,
  );
  const best = areas.reduce((one, other) => (other.members.area > one.members.area ? other : one));
  return {
    tables: [
      areaTable(areas, members.length),
      {
        title: "The same over all members, and over null models, which know neither half; 95 % by models, betting",
        head: ["statistic", "members", "nulls"],
        rows: areas.map((row): Cell[] => [
          row.statistic,
          withInterval(row.members.area, row.members.ci_95),
          row.nulls && withInterval(row.nulls.area, row.nulls.ci_95, 4),
        ]),
      },
      {
        title: "What score says of the channel membership alone: models by tier",
        head: ["models", "blind gate", ...TIERS.slice(0, 3), "above"],
        rows: tiers.map(({ kind, gate, tiers: of }): Cell[] => [
          ...[kind, gate === "refused" ? "as it comes out: 100 a side are too few" : "as if it had passed"],
          ...TIERS.slice(0, 3).map((tier) => of[tier] ?? 0),
          TIERS.slice(3).reduce((sum, tier) => sum + (of[tier] ?? 0), 0),
        ]),
      },
    ],
    goals: [
      {
        goal: "membership is never above weak, on members and nulls, gate passed or not",
        figure: `${aboveWeak} of ${2 * (nulls.length + members.length)}`,
        bar: "0",
        isMet: aboveWeak === 0,
      },
      {
        goal: "null models: mean area of LOSS holds .5",
        figure: withInterval(areas[0]!.nulls!.area, areas[0]!.nulls!.ci_95, 4),
        bar: "interval holds .5",
        isMet: areas[0]!.nulls!.ci_95[0] <= 0.5 && areas[0]!.nulls!.ci_95[1] >= 0.5,
      },
    ],
    record: { areas, tiers },
    worst: [`best statistic over all members: ${best.statistic}, ${best.members.area.toFixed(3)}`],
  };
}

export interface AreaRow {
  statistic: string;
  conditions: (ReturnType<typeof meanArea> & { condition: string })[];
}

/** Of the record, so that a README can have it too. */
export function areaTable(areas: readonly AreaRow[], models: number): Part["tables"][number] {
  return {
    title: `Area under the ROC curve, 100 suspects against 100 controls: mean over models of each condition (documents × epochs), ${models} members`,
    head: ["statistic", ...areas[0]!.conditions.map(({ condition, models: of }) => `${condition} (${of})`)],
    rows: areas.map(({ statistic, conditions }): Cell[] => [
      statistic,
      ...conditions.map(({ area, ci_95 }) => withInterval(area, ci_95)),
    ]),
  };
}

function meanArea(models: readonly Summary[], statistic: Statistic) {
  const areas = models.flatMap((one) => one.areas[statistic] ?? []);
  return { models: areas.length, area: mean(areas) ?? Number.NaN, ci_95: boundedMeanInterval(areas) };
}

function tiersOf(models: readonly Summary[], gate: "refused" | "passed"): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of models) {
    const { tier } = headlineOf(observedChannels([membershipObservation(one, gate)]));
    counts[tier] = (counts[tier] ?? 0) + 1;
  }
  return counts;
}
