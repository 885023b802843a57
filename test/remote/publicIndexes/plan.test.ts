import { describe, expect, test } from "vitest";
import { RandomStream } from "../../../src/core/kernels/numbers/random.ts";
import { type FoundRun, RunPlan, spread } from "../../../src/remote/publicIndexes/plan.ts";
import { notEmpty } from "../../support/notEmpty.ts";
import { maximalRuns } from "./scanner.ts";

/** A text of words that all differ, and an index that holds some of its ranges among other words. */
interface Case {
  units: number;
  certainUnits: number;
  atOnce: number;
  held: (readonly [start: number, end: number])[];
}

function caseOf(number: number): Case {
  const random = new RandomStream(`plan ${number}`);
  const below = (limit: number) => Math.floor(random.fraction() * limit);
  const units = 20 + below(300);
  const held = Array.from({ length: below(9) }, () => {
    const start = below(units);
    return [start, Math.min(units, start + 1 + below(100))] as const;
  });
  return { units, certainUnits: 13 + below(28), atOnce: 1 + below(8), held };
}

const standsIn =
  ({ held }: Case) =>
  (start: number, end: number) =>
    held.some((range) => range[0] <= start && end <= range[1]);

async function found(one: Case, fitEnd = (_start: number) => one.units) {
  const plan = new RunPlan({ ...one, fitEnd });
  const stands = standsIn(one);
  const asked: string[] = [];
  let mostAtOnce = 0;
  const isDone = await plan.run(async (ranges) => {
    mostAtOnce = Math.max(mostAtOnce, ranges.length);
    asked.push(...ranges.map(({ start, end }) => `${start}-${end}`));
    return ranges.map(({ start, end }) => stands(start, end));
  });
  const runs = plan.runs(isDone).map(({ start, end }) => `${start}-${end}`);
  return { runs, asked, mostAtOnce, isDone, plan };
}

describe("a plan", () => {
  const cases = Array.from({ length: 1_000 }, (_, number) => caseOf(number));

  test("finds exactly the maximal runs of a naive scanner, in 1,000 random cases", async () => {
    let withRuns = 0;
    for (const one of notEmpty(cases)) {
      const wanted = maximalRuns(one.units, one.certainUnits, standsIn(one));
      const { runs, isDone } = await found(one);
      expect({ one, runs, isDone }).toEqual({ one, runs: wanted, isDone: true });
      withRuns += Number(wanted.length > 1);
    }
    expect(withRuns).toBeGreaterThan(100);
  });

  test("asks nothing twice, and no more at once than it may", async () => {
    for (const one of notEmpty(cases.slice(0, 200))) {
      const { asked, mostAtOnce } = await found(one);
      expect(new Set(asked).size, JSON.stringify(one)).toBe(asked.length);
      expect(mostAtOnce).toBeLessThanOrEqual(one.atOnce);
    }
  });

  test("reports a run that is longer than a query as joined, and as long as it is", async () => {
    const one: Case = { units: 600, certainUnits: 26, atOnce: 8, held: [[37, 571]] };
    const { runs, plan, isDone, asked } = await found(one, (start) => Math.min(600, start + 160));
    expect(runs).toEqual(["37-571"]);
    expect(plan.runs(isDone)[0]!.isJoined).toBe(true);
    expect(asked.every((range) => Number(range.split("-")[1]) - Number(range.split("-")[0]) <= 160)).toBe(true);
  });

  test("finds the maximal runs also where they are longer than a query", async () => {
    let longer = 0;
    for (let number = 0; number < 1_000; number++) {
      const random = new RandomStream(`long ${number}`);
      const below = (limit: number) => Math.floor(random.fraction() * limit);
      const units = 20 + below(700);
      const held = Array.from({ length: below(9) }, () => {
        const start = below(units);
        return [start, Math.min(units, start + 1 + below(350))] as const;
      });
      const one: Case = { units, certainUnits: 24 + below(17), atOnce: 1 + below(8), held };
      const most = 100 + below(80);
      const wanted = maximalRuns(units, one.certainUnits, standsIn(one)).map((run) => run.split("-").map(Number));
      const { plan, isDone } = await found(one, (start) => Math.min(units, start + most));
      const runs = plan.runs(isDone);
      // Parts of a joined run overlap; where another long run overlaps it as far, it goes on in that one.
      const isWanted = (run: FoundRun) =>
        wanted.some(([start]) => start === run.start) &&
        wanted.some(([start, end]) => end === run.end && (run.isJoined || start === run.start));
      const isIn = ([start, end]: number[], run: FoundRun) => run.start <= start! && end! <= run.end;
      const flaws = [
        runs.filter((run) => !isWanted(run) || (!run.isJoined && run.end - run.start > most)),
        wanted.filter((range) => !runs.some((run) => isIn(range, run))),
      ];
      expect({ one, most, flaws }).toEqual({ one, most, flaws: [[], []] });
      longer += runs.filter(({ isJoined }) => isJoined).length;
    }
    expect(longer).toBeGreaterThan(500);
  });

  test("gives what it knows when the questions end", async () => {
    const one: Case = { units: 300, certainUnits: 26, atOnce: 4, held: [[0, 300]] };
    const plan = new RunPlan({ ...one, fitEnd: () => 300 });
    let left = 20;
    const isDone = await plan.run(async (ranges) => {
      left -= ranges.length;
      return left < 0 ? null : ranges.map(() => true);
    });
    expect(isDone).toBe(false);
    for (const run of notEmpty(plan.runs(false))) expect(run.end - run.start).toBeGreaterThanOrEqual(26);
  });
});

test("the beginning of the order of windows lies evenly in all of them", () => {
  expect(spread(8)).toEqual([0, 4, 2, 6, 1, 5, 3, 7]);
  for (const count of [0, 1, 2, 3, 5, 33, 100]) {
    expect([...spread(count)].sort((x, y) => x - y)).toEqual(Array.from({ length: count }, (_, i) => i));
  }
});
