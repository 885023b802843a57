/**
 * How a case is measured: its answer is asserted before anything is timed, rivals run in the same process in turn with it, and the
 * figure is the median. A case that prepares a wrong answer throws, and there is no figure.
 */
import { Bench } from "tinybench";

/** What is timed: one run does `amount` units of work (MB for `MB/s`, 1 for `ms`). */
export interface Contender {
  name: string;
  run: () => unknown;
}

export interface Prepared {
  /** Units of work in one run. */
  amount: number;
  ours: Contender;
  rivals: Contender[];
  /** Where a run has to measure itself: the median of its own figures. */
  measuredMs?: number;
}

export interface Case {
  name: string;
  /** `MB/s`: 10^6 bytes of text a second; `ms`: milliseconds a run. */
  unit: "MB/s" | "ms";
  question: string;
  /** How many times as fast as its first rival it should be. */
  timesMin?: number;
  /** Makes everything that is needed and asserts the answer of ours and of every rival. */
  prepare(): Promise<Prepared>;
}

export interface Figure {
  name: string;
  unit: string;
  /** Median. */
  value: number;
  /** With how many times as good ours is; `null` for counts, which may be 0. */
  rivals: { name: string; value: number; ratio: number | null }[];
  /** How many times as fast as the first rival; `null` without one. */
  ratio: number | null;
  /** Speed over that of the best C with 128-bit vectors; `null` where there is none. */
  ratioToC?: number | null;
  goals?: { goal: string; met: boolean | null }[];
}

/** `null`: not to be told here. */
export type Goal = [goal: string, isMet: (value: number) => boolean | null];

/** A figure that was measured elsewhere. */
export function figure(name: string, unit: string, value: number, goals: readonly Goal[] = []): Figure {
  return {
    ...{ name, unit, value: significant(value), rivals: [], ratio: null },
    ...(goals.length > 0 && { goals: goals.map(([goal, isMet]) => ({ goal, met: isMet(value) })) }),
  };
}

/** @param timeMs time given to each contender */
export async function measure({ name, unit, timesMin, prepare }: Case, timeMs: number): Promise<Figure> {
  const { amount, ours, rivals, measuredMs } = await prepare();
  const medians = measuredMs === undefined ? await medianMs([ours, ...rivals], timeMs) : [measuredMs];
  const figureOf = (medianMs: number) => (unit === "ms" ? medianMs / amount : amount / (medianMs / 1000));
  const [own = Number.NaN, ...others] = medians;
  const goals = (min: number) => [{ goal: `≥ ${min} × ${rivals[0]?.name}`, met: others[0]! / own >= min }];
  return {
    name,
    unit,
    value: significant(figureOf(own)),
    rivals: rivals.map((rival, i) => ({
      name: rival.name,
      value: significant(figureOf(others[i]!)),
      ratio: significant(others[i]! / own),
    })),
    ratio: others[0] === undefined ? null : significant(others[0] / own),
    ...(timesMin !== undefined && { goals: goals(timesMin) }),
  };
}

async function medianMs(contenders: readonly Contender[], timeMs: number): Promise<number[]> {
  const bench = new Bench({ time: timeMs, iterations: 3, warmupTime: timeMs / 5, warmupIterations: 1, throws: true });
  for (const { name, run } of contenders) bench.add(name, async () => void (await run()));
  await bench.run();
  return bench.tasks.map(({ result }) => {
    if (result.state !== "completed") throw new Error(`A task of the benchmark ended as ${result.state}.`);
    return result.latency.p50;
  });
}

/** Four digits: more is noise. */
export function significant(value: number): number {
  return Number(value.toPrecision(4));
}

/** Throws where an answer is not the expected one: nothing wrong is ever timed. */
export function assertAnswer(answer: unknown, expected: unknown, what: string): void {
  const [got, wanted] = [JSON.stringify(answer), JSON.stringify(expected)];
  if (got !== wanted) throw new Error(`${what} answered ${got?.slice(0, 200)} and not ${wanted?.slice(0, 200)}`);
}
