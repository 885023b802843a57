/** Whether what was measured foretells what was not: the largest size from the four smaller ones, long runs from shorter ones. */
import { total } from "../figures.ts";
import type { TellingRow } from "./measure.ts";
import { RUN_LEAST } from "./scan.ts";

export interface Prediction {
  kind: string;
  length_words: number;
  /** Runs a million words at the largest size. */
  measured: number;
  /** From the other sizes: no fewer runs in more words, and at most in proportion. */
  interval: [number, number];
  /** The rate at the largest size, of what the smallest would give in proportion. */
  of_linear: number | null;
  holds: boolean;
}

export function predictions({ kind, sizes }: TellingRow, lengths: readonly number[]): Prediction[] {
  const largest = sizes.at(-1)!;
  const others = sizes.slice(0, -1);
  return lengths.map((length_words) => {
    const i = length_words - RUN_LEAST;
    const measured = 1e6 * largest.rates[i]!.rate;
    const grown = (size: (typeof sizes)[number], rate: number) => (rate * largest.indexed_words) / size.indexed_words;
    const low = 1e6 * Math.max(...others.map(({ rates }) => rates[i]!.lower));
    const high = 1e6 * Math.min(...others.map((size) => grown(size, size.rates[i]!.upper)));
    const least = grown(sizes[0]!, 1e6 * sizes[0]!.rates[i]!.rate);
    return {
      ...{ kind, length_words, measured, interval: [low, high] as [number, number] },
      ...{ of_linear: least === 0 ? null : measured / least, holds: low <= measured && measured <= high },
    };
  });
}

export interface TailCheck {
  kind: string;
  lengths: number;
  /** Lengths beyond the last measured one whose rate is above the bound that is extrapolated. */
  above: number;
}

export function tailCheck({ kind, sizes, tail }: TellingRow): TailCheck {
  const { rates } = sizes.at(-1)!;
  const last = tail.from_words - RUN_LEAST;
  const beyond = rates.slice(last + 1);
  const bound = (words: number) => rates[last]!.upper * 2 ** (-tail.bits_lower * words);
  return { kind, lengths: beyond.length, above: total(beyond.map(({ rate }, i) => Number(rate > bound(i + 1)))) };
}
