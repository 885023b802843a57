/** How often intervals of comparisons hold, as tables; made from the record, so that a README can have them too. */
import { grouped, percent } from "../figures.ts";
import type { Answer } from "../question.ts";

type Table = Answer["tables"][number];

export const MEASURES = ["jaccard", "aInB", "bInA"] as const;

interface Coverage {
  measure: (typeof MEASURES)[number];
  covered: number;
  /** Replicates in which nothing was counted, so that the interval is [0, 1]; they count as covered. */
  empty: number;
  meanWidth: number;
  meanTruth: number;
  /** Mean of value less truth, over replicates in which something was counted. */
  bias: number | null;
}

export interface PairRow {
  material: string;
  pair: string;
  replicates: number;
  coverages: Coverage[];
  relations: { pairs: number; held: number; settled: number; likeliest: number; overstated: number };
}

export function intervalTables(rows: readonly PairRow[]): Record<"lowest" | "coverage" | "relations", Table> {
  return { lowest: lowestTable(rows), coverage: coverageTable(rows), relations: relationTable(rows) };
}

function lowestTable(rows: readonly PairRow[]): Table {
  const materials = new Set(rows.map(({ material }) => material)).size;
  return {
    title: `Shares from two fingerprints: the lowest coverage of the 95 % interval over ${materials} materials, and its mean widths`,
    head: ["pair", "jaccard", "a in b", "b in a"],
    rows: grouped(rows, ({ pair }) => pair).map(([pair, some]) => [
      pair,
      ...MEASURES.map((measure) => {
        const all = some.map(({ replicates, coverages }) => {
          const { covered, meanWidth } = coverages.find((one) => one.measure === measure)!;
          return { share: covered / replicates, meanWidth };
        });
        const widths = all.map(({ meanWidth }) => meanWidth);
        const [least, most] = [Math.min(...widths).toFixed(3), Math.max(...widths).toFixed(3)];
        const width = least === most ? least : `${least} to ${most}`;
        return `${percent(Math.min(...all.map(({ share }) => share)))} %, ${width}`;
      }),
    ]),
  };
}

function coverageTable(rows: readonly PairRow[]): Table {
  return {
    title: "Shares from two fingerprints: how often the 95 % interval holds the truth",
    head: [
      "material",
      "pair",
      "share",
      "n",
      "coverage %",
      "mean width",
      "mean truth",
      "bias",
      "of them nothing sampled",
    ],
    rows: rows.flatMap(({ material, pair, replicates, coverages }) =>
      coverages.map(({ measure, covered, empty, meanWidth, meanTruth, bias }) => [
        ...[material, pair, measure, replicates, percent(covered / replicates), meanWidth.toFixed(3)],
        ...[meanTruth.toFixed(3), bias === null ? null : bias.toFixed(4), empty],
      ]),
    ),
  };
}

function relationTable(rows: readonly PairRow[]): Table {
  return {
    title: "Relations from two fingerprints, against those of the texts",
    head: ["material", "pair", "n", "among the possible %", "the likeliest %", "one alone possible %", "overstated"],
    rows: rows.map(({ material, pair, relations: { pairs, held, likeliest, settled, overstated } }) => [
      ...[
        material,
        pair,
        pairs,
        percent(held / pairs),
        percent(likeliest / pairs),
        percent(settled / pairs),
        overstated,
      ],
    ]),
  };
}
