/** The harness of the benchmarks: a wrong answer is never timed, and a figure has the promised form. */
import { expect, test } from "vitest";
import { assertAnswer, type Case, measure } from "../../../bench/harness/harness.ts";

const busy = (rounds: number) => () => {
  let sum = 0;
  for (let i = 0; i < rounds; i++) sum += Math.sqrt(i);
  return sum;
};

function caseOf(unit: Case["unit"], answer: number, onRun = () => {}): Case {
  return {
    ...{ name: "sum", unit, question: "the sum of one and one" },
    async prepare() {
      assertAnswer(answer, 2, "The sum");
      const run = () => {
        onRun();
        return busy(1_000)();
      };
      const ours = { name: "ours", run };
      return { amount: 1, ours, rivals: [{ name: "slow", run: busy(50_000) }] };
    },
  };
}

test("a wrong answer fails before anything is timed", async () => {
  let runs = 0;
  await expect(
    measure(
      caseOf("ms", 3, () => runs++),
      10,
    ),
  ).rejects.toThrow("The sum answered 3 and not 2");
  expect(runs).toBe(0);
});

test.each(["ms", "MB/s"] as const)("a figure in %s says how many times as fast as its rival it is", async (unit) => {
  const figure = await measure(caseOf(unit, 2), 20);
  expect(figure).toEqual({
    ...{ name: "sum", unit, value: expect.any(Number), ratio: expect.any(Number) },
    rivals: [{ name: "slow", value: expect.any(Number), ratio: expect.any(Number) }],
  });
  expect(figure.ratio).toBeGreaterThan(0);
  const ours = unit === "ms" ? figure.rivals[0]!.value / figure.value : figure.value / figure.rivals[0]!.value;
  expect(ours).toBeCloseTo(figure.ratio!, 1);
});
