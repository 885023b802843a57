/** The figures as tables for a terminal. */
import type { Cell } from "../../harness/table.ts";
import { DETECTORS } from "../baselines/all.ts";
import { grouped, percent, percentWithInterval } from "../figures.ts";
import type { Answer } from "../question.ts";
import type { Extreme } from "./extremes.ts";
import type { GoalLine } from "./goals.ts";
import type { NaturalRow } from "./natural.ts";
import type { AskedText } from "./planted.ts";
import { byLength, type Summary, summarize } from "./summary.ts";
import type { UnrelatedRow } from "./unrelated.ts";

type Table = Answer["tables"][number];

const CALLS = { pair: "compare", search: "analyze" };

export function goalTable(lines: readonly GoalLine[]): Table {
  const verdict = (isMet: boolean | null) => (isMet === null ? "" : isMet ? "met" : "MISSED");
  return {
    title: "Goals (shares in % with exact 95 % intervals)",
    head: ["what", "goal", "figure", "n", ""],
    rows: lines.map(({ what, goal, figure, n, isMet }) => [what, goal, figure, n, verdict(isMet)]),
  };
}

export function plantedTable(own: readonly Summary[]): Table {
  return {
    title:
      "Planted passages of 20 to 500 words in 500 foreign words, five languages (R, P: recall and precision of PlagDet)",
    head: [
      ...[
        "",
        "condition",
        "n",
        "found % [95 %]",
        "missed, told elsewhere",
        "words covered %",
        "≥ 90 % covered",
        "pieces",
        "end error median / p95 / max",
      ],
      ...[
        "macro R",
        "macro P",
        "macro PlagDet",
        "micro R",
        "micro P",
        "micro PlagDet",
        "granularity",
        "passages right %",
        "shared elsewhere",
      ],
    ],
    rows: own.map(({ mode, condition, plants, texts }) => {
      const { macro, micro, granularity } = texts.plagdet;
      const errors = plants.end_error_words;
      return [
        ...[
          CALLS[mode],
          condition,
          plants.found.of,
          percentWithInterval(plants.found),
          plants.found_elsewhere,
          percent(plants.covered_words_share),
        ],
        ...[percent(plants.covered_nine_tenths.share), plants.pieces_per_found?.toFixed(2) ?? null],
        errors === null ? null : `${errors.median} / ${errors.p95} / ${errors.max}`,
        ...[macro.recall, macro.precision, macro.plagdet, micro.recall, micro.precision, micro.plagdet].map(three),
        ...[granularity.toFixed(2), percent(texts.right_passages.share), texts.truly_shared_elsewhere],
      ];
    }),
  };
}

const three = (value: number) => value.toFixed(3);

export function lengthTable(own: readonly AskedText[]): Table {
  const rows = byLength(own);
  const lengths = [...new Set(rows.map(({ lengthWords }) => lengthWords))].sort((a, b) => a - b);
  return {
    title: "By words planted: found % / planted words covered % (n)",
    head: ["", "condition", ...lengths.map(String)],
    rows: grouped(rows, ({ mode, condition }) => `${mode} ${condition}`).map(([, some]) => [
      ...[CALLS[some[0]!.mode], some[0]!.condition],
      ...lengths.map((length) => {
        const row = some.find(({ lengthWords }) => lengthWords === length);
        return row === undefined
          ? null
          : `${percent(row.found.share)} / ${percent(row.covered_words_share)} (${row.found.of})`;
      }),
    ]),
  };
}

export function languageTable(own: readonly AskedText[]): Table {
  const sets = grouped(own, ({ set }) => set.kind);
  const conditions = [...new Set(own.map(({ text }) => text.condition))];
  return {
    title: "By set, compare and analyze: found % / PlagDet macro (n)",
    head: ["", "condition", ...sets.map(([kind]) => kind)],
    rows: (["pair", "search"] as const).flatMap((mode) =>
      conditions.map((condition) => [
        CALLS[mode],
        condition,
        ...sets.map(([, some]) => {
          const [one] = summarize(some.filter((asked) => asked.mode === mode && asked.text.condition === condition));
          if (one === undefined) return null;
          return `${percent(one.plants.found.share)} / ${three(one.texts.plagdet.macro.plagdet)} (${one.plants.found.of})`;
        }),
      ]),
    ),
  };
}

export function baselineTable(common: readonly Summary[]): Table {
  const conditions = [...new Set(common.map(({ condition }) => condition))];
  return {
    title:
      "Beside others, the same texts: found % / planted words covered % / PlagDet macro; and passages that are right",
    head: ["", "asked", ...conditions, "right %"],
    rows: grouped(common, ({ detector, mode }) => `${detector} ${mode}`).map(([, some]) => {
      const { detector, mode } = some[0]!;
      const [right, all] = [0, 0].map((_, i) =>
        some.reduce((sum, { texts }) => sum + (i === 0 ? texts.right_passages.count : texts.right_passages.of), 0),
      ) as [number, number];
      const cell = (condition: string) => {
        const one = some.find((summary) => summary.condition === condition);
        if (one === undefined) return null;
        const { found, covered_words_share, end_error_words } = one.plants;
        const hasPlaces = end_error_words !== null || found.count === 0;
        const rest = hasPlaces
          ? `${percent(covered_words_share)} / ${one.texts.plagdet.macro.plagdet.toFixed(2)}`
          : "–";
        return `${percent(found.share)} / ${rest}`;
      };
      return [
        detector,
        mode === "pair" ? "pairs" : "search",
        ...conditions.map(cell),
        percent(all === 0 ? null : right / all),
      ];
    }),
  };
}

export function naturalTable(rows: readonly NaturalRow[]): Table {
  const detectors = [...new Set(rows.map(({ detector }) => detector))];
  return {
    title:
      "Reuse as it came about: pairs with a passage %, and median share of the shorter text covered (without reuse: pairs with a false passage %, false passages a million words)",
    head: ["set", "pairs", "n", "spolia [95 %]", ...detectors],
    rows: grouped(rows, ({ set, group }) => `${set} ${group}`).map(([, some]) => [
      ...[some[0]!.set, some[0]!.label === 1 ? some[0]!.group : `none: ${some[0]!.group}`, some[0]!.reported.of],
      percentWithInterval(some[0]!.reported),
      ...detectors.map((name) => {
        const row = some.find(({ detector }) => detector === name)!;
        const more = row.label === 1 ? percent(row.covered.median) : row.false_per_million_words!.rate!.toFixed(1);
        return `${percent(row.reported.share)} / ${more}`;
      }),
    ]),
  };
}

export function unrelatedTable(rows: readonly UnrelatedRow[]): Table {
  return {
    title:
      "Unrelated text: the unindexed half in excerpts of 1,000 words, against the indexed half (baselines: against a part of it)",
    head: [
      ...[
        "set",
        "",
        "indexed words",
        "asked words",
        "false passages",
        "a million words",
        "upper 95 %",
        "works with one",
      ],
      ...["same author: false", "its words, millions", "truly shared, apart", "stand in ≥ 5 documents: typed so"],
    ],
    rows: rows.map(({ set, detector, indexed, words, false_per_million_words: wrong, same_author, works, ...row }) => [
      ...[set.kind, detector, indexed.words, words, wrong.count, wrong.rate?.toFixed(1) ?? null],
      ...[wrong.upper_95?.toFixed(1) ?? null, `${works.count} of ${works.of}`, same_author?.count ?? null],
      ...[same_author?.per.toFixed(2) ?? null, row.truly_shared],
      row.widely_shared === null || row.widely_shared.of === 0
        ? null
        : `${row.widely_shared.count} of ${row.widely_shared.of}`,
    ]),
  };
}

export function extremeTable(extremes: readonly Extreme[]): Table {
  return {
    title: "Hostile pairs: a whole compare() in a process of its own",
    head: ["pair", "MB each", "s", "peak GB", "relation", "passages", "complete"],
    rows: extremes.map(({ name, figure }) =>
      figure === null
        ? [name, null, null, null, "did not end", null, null]
        : [
            ...[
              name,
              figure.megabytes,
              figure.seconds.toFixed(1),
              (figure.peakBytes / 1e9).toFixed(2),
              figure.relation,
            ],
            ...[figure.passages, figure.complete ? "yes" : "no, and it says so"],
          ],
    ),
  };
}

export function ruleTable(): Table {
  return {
    title: "Rules (words of all baselines: runs of letters, digits and marks, lower-case; each Han character is one)",
    head: ["", "as it was used"],
    rows: DETECTORS.map(({ name, rule, skip }): Cell[] => [name, skip() === null ? rule : `left out: ${skip()}`]),
  };
}
