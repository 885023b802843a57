/** What the question `telling` shows, and the README from its record. */
import { tellingRunWords } from "../../../src/engine/evidence/verdict/telling.ts";
import type { Cell } from "../../harness/table.ts";
import { percent, percentWithInterval } from "../figures.ts";
import { bitsBetween } from "./bounds.ts";
import type { ContentsRow } from "./contents.ts";
import type { TellingRow } from "./measure.ts";
import type { Prediction, TailCheck } from "./predict.ts";
import { RUN_LEAST } from "./scan.ts";

export interface TellingRecord {
  rows: TellingRow[];
  predictions: Prediction[];
  tails: TailCheck[];
  contents: ContentsRow[];
}

interface Table {
  title: string;
  head: readonly string[];
  rows: readonly (readonly Cell[])[];
}

const SHOWN_WORDS = [8, 10, 12, 14, 16, 20, 24, 32, 48];
const SEARCHED: readonly (readonly [string, number])[] = [
  ["1 M", 1e6],
  ["10 M", 1e7],
  ["60 M", 6e7],
  ["10^9", 1e9],
  ["10^12", 1e12],
  ["10^13", 1e13],
];
const CONTENTS = [60, 300, 1_000, 4_000, 100_000];
/** Of clean contents. */
const CHANCE_SHARE_MAX = 0.001;

export function tellingTables(record: TellingRecord) {
  return {
    rates: ratesTable(record),
    tails: tailsTable(record),
    sizes: sizesTable(record),
    goals: goalsTable(record),
    contents: contentsTable(record),
    thresholds: thresholdsTable(),
  };
}

function ratesTable({ rows }: TellingRecord): Table {
  return {
    title: "Runs of at least so many words that a million words share with others' works: rate (upper bound)",
    head: ["set", "works", "authors", "left out", "indexed, millions", ...SHOWN_WORDS.map(String)],
    rows: rows.map(({ kind, works, authors, left_out, sizes }) => {
      const { indexed_words, rates } = sizes.at(-1)!;
      const cells = SHOWN_WORDS.map((words) => {
        const { rate, upper } = rates[words - RUN_LEAST]!;
        return `${short(1e6 * rate)} (${short(1e6 * upper)})`;
      });
      return [kind, works, authors, left_out.length, (indexed_words / 1e6).toFixed(2), ...cells];
    }),
  };
}

function tailsTable({ rows }: TellingRecord): Table {
  const bits = ({ sizes }: TellingRow, from: number, to: number) => {
    const { bits, isAtLeast } = bitsBetween(sizes.at(-1)!.rates, from, to);
    return Number.isFinite(bits) ? `${isAtLeast ? "≥ " : ""}${bits.toFixed(2)}` : null;
  };
  return {
    title: "Bits that each further word takes off the rate",
    head: ["set", "8 to 10", "8 to 12", "8 to 16", "tail from", "bits", "at least", "runs of 12 with quotations"],
    rows: rows.map((row) => [
      ...[row.kind, bits(row, 8, 10), bits(row, 8, 12), bits(row, 8, 16)],
      ...[row.tail.from_words, row.tail.bits?.toFixed(2) ?? null, row.tail.bits_lower.toFixed(2)],
      `${row.sizes.at(-1)!.rates[12 - RUN_LEAST]!.runs} of ${row.sizes.at(-1)!.with_quotations[12 - RUN_LEAST]}`,
    ]),
  };
}

function sizesTable({ predictions }: TellingRecord): Table {
  return {
    title: "The largest size foretold by the four smaller ones, runs a million words",
    head: ["set", "run", "foretold", "measured", "of linear growth, %", ""],
    rows: predictions.map(({ kind, length_words, interval, measured, of_linear, holds }) => [
      ...[kind, length_words, interval.map(short).join(" to "), short(measured)],
      ...[percent(of_linear), holds ? "held" : "MISSED"],
    ]),
  };
}

function contentsTable({ contents }: TellingRecord): Table {
  return {
    title: "Clean contents with a telling run, in %",
    head: ["set", "words", "searched, millions", "telling run", "n", "by chance", "with quotations"],
    rows: contents.map(({ kind, content_words, searched_words, telling_words, by_chance, with_quotations }) => [
      ...[kind, content_words, (searched_words / 1e6).toFixed(2), telling_words, by_chance.of],
      ...[percentWithInterval(by_chance), percentWithInterval(with_quotations)],
    ]),
  };
}

function goalsTable({ predictions, tails, contents }: TellingRecord): Table {
  const held = predictions.filter(({ holds }) => holds).length;
  const lengths = tails.reduce((sum, one) => sum + one.lengths, 0);
  const above = tails.reduce((sum, one) => sum + one.above, 0);
  const worst = contents.reduce((one, other) => (other.by_chance.share! > one.by_chance.share! ? other : one));
  const line = (what: string, goal: string, figure: string, isMet: boolean) => [
    ...[what, goal, figure],
    isMet ? "met" : "MISSED",
  ];
  return {
    title: "Goals",
    head: ["what", "goal", "figure", ""],
    rows: [
      line(
        "intervals from four sizes that hold the fifth",
        "all",
        `${held} of ${predictions.length}`,
        held === predictions.length,
      ),
      line("lengths beyond the measured ones above their bound", "none", `${above} of ${lengths}`, above === 0),
      line(
        "clean contents with a telling run by chance, worst row",
        `≤ ${percent(CHANCE_SHARE_MAX)} %`,
        `${(100 * worst.by_chance.share!).toFixed(3)} % (${worst.kind}, ${worst.content_words} words)`,
        worst.by_chance.share! <= CHANCE_SHARE_MAX,
      ),
    ],
  };
}

/** From the shipped rates, not from the record. */
function thresholdsTable(): Table {
  const languages = [
    ["English", "en"],
    ["French", "fr"],
    ["Russian", "ru"],
    ["Chinese", "zh"],
    ["other, unknown", null],
  ] as const;
  return {
    title: "Words of a telling run, by words of the content and of the searched corpora",
    head: ["language", "content", ...SEARCHED.map(([name]) => name)],
    rows: languages.flatMap(([name, language]) =>
      CONTENTS.map((contentWords) => [
        ...[name, contentWords],
        ...SEARCHED.map(([, searchedWords]) => {
          const words = tellingRunWords({ contentWords, searchedWords, language });
          return Number.isFinite(words) ? words : null;
        }),
      ]),
    ),
  };
}

const short = (rate: number): string => (rate === 0 ? "0" : rate >= 100 ? rate.toFixed(0) : rate.toPrecision(2));
