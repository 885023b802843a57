/** How fast are the kernels of numbers? Against their twins here; `bench/rivals/native` has the same in C. */
import type { Kernels } from "../../src/kernels/kernels.ts";
import { loadKernels } from "../../src/kernels/load.ts";
import type { PermutationQuestion } from "../../src/kernels/numbers/kernels.ts";
import { RandomStream, stateOf } from "../../src/kernels/numbers/random.ts";
import { twinKernels } from "../../src/kernels/twin.ts";
import { assertAnswer, type Case, type Contender } from "../harness.ts";

const VOCABULARY = 32_000;
const ROWS = 10;
const RESAMPLES = 2_000;

const stream = new RandomStream("bench");
const numbers = (length: number, next: () => number) => Float64Array.from({ length }, next);

const exponents = () => numbers(100_000, () => 100 * (stream.fraction() - 0.7));
const scores = () => numbers(ROWS * VOCABULARY, () => 12 * (stream.fraction() + stream.fraction() + stream.fraction() - 1.5));

/** @param others rivals beside the twin */
function numbersCase(
  name: string,
  question: string,
  work: () => (kernels: Kernels) => unknown,
  others: () => Contender[] = () => [],
): Case {
  return {
    name,
    unit: "ms",
    question,
    async prepare() {
      const kernels = await loadKernels();
      assertAnswer(kernels.name, "wasm", "The loader");
      const run = work();
      assertAnswer(run(kernels), run(twinKernels), "The kernel, against its twin,");
      return {
        amount: 1,
        ours: { name: "wasm", run: () => run(kernels) },
        rivals: [{ name: "twin", run: () => run(twinKernels) }, ...others()],
      };
    },
  };
}

export const numbersCases: readonly Case[] = [
  numbersCase(
    "exp of 100,000",
    "e to the power of each of 100,000 numbers",
    () => {
      const values = exponents();
      return (kernels) => kernels.expEach(values);
    },
    () => {
      const values = exponents();
      return [{ name: "Math.exp, other last bits", run: () => values.map(Math.exp) }];
    },
  ),
  numbersCase("log-sum-exp of 10 rows", "10 rows of 32,000 scores to their log-sum-exp", () => {
    const values = scores();
    return (kernels) => kernels.logSumExpRows(values, VOCABULARY);
  }),
  numbersCase("moments of 10 rows", "10 rows of 32,000 scores to log-sum-exp, mean and variance of ln p", () => {
    const values = scores();
    return (kernels) => kernels.momentsRows(values, VOCABULARY);
  }),
  numbersCase("bootstrap of 500", `${RESAMPLES} resamples of 500 numbers`, () => {
    const values = numbers(500, () => stream.fraction() - 0.3);
    return (kernels) => kernels.bootstrapSums(values, 1, RESAMPLES, stateOf("bench"));
  }),
  numbersCase("permutations of 600", `${RESAMPLES} divisions of 600 numbers into 250 and 350`, () => {
    const values = {
      low: Uint32Array.from({ length: 600 }, () => stream.next()),
      high: Int32Array.from({ length: 600 }, () => stream.below(2 ** 20) - 2 ** 19),
    };
    const [least, most] = [2 ** 21, -(2 ** 21)].map((high) => ({ low: 0, high }));
    const question: PermutationQuestion = { picked: 250, permutations: RESAMPLES, least: least!, most: most! };
    return (kernels) => kernels.permutationCounts(values, question, stateOf("bench"));
  }),
];
