/** The table that the package ships, from what was measured. */
import type { TellingGroup, TellingTable } from "../../../src/engine/evidence/verdict/tellingTable.ts";
import { bitsBetween } from "./bounds.ts";
import type { TellingRow } from "./measure.ts";
import { RUN_LEAST } from "./scan.ts";

/** Of a genre whose rates fall by less for each word, no length is told beyond what was measured. */
const TAIL_BITS_MIN = 1;
/** Where nothing is told beyond them, these lengths are. */
const LENGTHS_WITHOUT_TAIL = [8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 24, 32, 48];
/** Digits of a rate. */
const DIGITS = 4;

export function tableOf(date: string, rows: readonly TellingRow[]): TellingTable {
  const law = rows.filter(({ genre }) => genre === "law");
  const others = rows.filter(({ genre }) => genre !== "law");
  const tails = others.flatMap(({ tail }) => (hasTail(tail.bits_lower) ? [tail] : []));
  const slowest = tails.reduce((one, other) => (other.bits_lower < one.bits_lower ? other : one));
  return {
    name: `spolia-t1 ${date}`,
    date,
    groups: others.map((row) => groupOf(row, row.tail.bits === null ? slowest : row.tail)),
    without_threshold: [...law, ...others.filter(({ tail }) => tail.bits !== null && !hasTail(tail.bits_lower))].map(
      ({ kind, sizes }) => ({ genre: kind, bits: digits(bitsBetween(sizes.at(-1)!.rates, 8, 16).bits) }),
    ),
  };
}

const hasTail = (bits: number): boolean => bits >= TAIL_BITS_MIN;

/** @param tail the set's own, or where it has no runs to measure one, the slowest of the others */
function groupOf({ kind, language, sizes, tail: own }: TellingRow, tail: TellingRow["tail"]): TellingGroup {
  const has = hasTail(tail.bits_lower);
  const lengths = has
    ? Array.from({ length: own.from_words - RUN_LEAST + 1 }, (_, i) => RUN_LEAST + i)
    : LENGTHS_WITHOUT_TAIL;
  return {
    ...{ language: language!, genre: kind, lengths },
    sizes: sizes.map(({ indexed_words, rates }) => {
      const ofLengths = lengths.map((length) => rates[length - RUN_LEAST]!);
      // A longer run is no more frequent, so the bounds of shorter ones hold for it.
      const upper = ofLengths.map((_, i) => Math.min(...ofLengths.slice(0, i + 1).map((rate) => rate.upper)));
      return {
        indexed_words,
        expected: ofLengths.map(({ rate }) => digits(1e6 * rate)),
        upper: upper.map((rate) => digits(1e6 * rate, Math.ceil)),
      };
    }),
    tail: has ? { bits: digits(tail.bits!), bits_lower: digits(tail.bits_lower, Math.floor) } : null,
  };
}

function digits(value: number, round = Math.round): number {
  if (value === 0) return 0;
  const scale = 10 ** (DIGITS - 1 - Math.floor(Math.log10(value)));
  return Number((round(value * scale) / scale).toPrecision(DIGITS));
}
