/** Numbers: exponentials, rows of a vocabulary, resampling. */
import { RandomStream, stateOf } from "../../src/kernels/numbers/random.ts";
import { numberTwins } from "../../src/kernels/numbers/twin.ts";
import { checksum } from "../checksum.ts";
import { Instance } from "../instance.ts";
import type { KernelCase, Runner } from "../race.ts";

const COUNT = 100_000;
const VOCABULARY = 32_000;
const ROWS = 10;
const ITEMS = 500;
const RESAMPLES = 2000;

/** Numbers as bytes; the same in every process, because the stream is named. */
function drawn(count: number, next: (stream: RandomStream) => number): Uint8Array {
  const stream = new RandomStream("bench");
  return new Uint8Array(Float64Array.from({ length: count }, () => next(stream)).buffer);
}

const floatsOf = (input: Uint8Array) => new Float64Array(input.slice().buffer);
const bytesOf = (values: Float64Array) => new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

function expEach(input: Uint8Array): Runner {
  const instance = new Instance();
  const [values, out] = [instance.put(input), instance.take(input.length)];
  return {
    run: () => void instance.exports["expEach"]!(values, input.length / 8, out),
    answer: () => checksum(instance.bytes(out, input.length)),
  };
}

function moments(input: Uint8Array): Runner {
  const instance = new Instance();
  const [scores, scratch] = [instance.put(input), instance.take(16 * (VOCABULARY + 7))];
  const results = instance.take(32 * ROWS);
  return {
    run: () =>
      void instance.exports["momentsRows"]!(
        ...[scores, ROWS, VOCABULARY, 0, scratch, results, results + 8 * ROWS, results + 16 * ROWS, results + 24 * ROWS],
      ),
    answer: () => checksum(instance.bytes(results, 32 * ROWS)),
  };
}

function momentsTwin(input: Uint8Array): Runner {
  const scores = floatsOf(input);
  const run = () => numberTwins.momentsRows(scores, VOCABULARY);
  return {
    run,
    answer() {
      const { greatest, logSums, means, variances } = run();
      return checksum(bytesOf(greatest), bytesOf(logSums), bytesOf(means), bytesOf(variances));
    },
  };
}

/** The state of the generators, then the values: the input of bootstrap in C. */
function bootstrapInput(): Uint8Array {
  const state = stateOf("bench");
  const input = new Uint8Array(64 + 8 * ITEMS);
  input.set(new Uint8Array(state.buffer, state.byteOffset, 64));
  input.set(
    drawn(ITEMS, (stream) => stream.fraction() - 0.3),
    64,
  );
  return input;
}

function bootstrap(input: Uint8Array): Runner {
  const instance = new Instance();
  const [values, first] = [instance.put(input.subarray(64)), instance.put(input.subarray(0, 64))];
  const [state, draws, sums] = [instance.take(64), instance.take(4 * ITEMS), instance.take(8 * RESAMPLES)];
  return {
    run() {
      instance.bytes(state, 64).set(instance.bytes(first, 64));
      instance.exports["bootstrapSums"]!(values, ITEMS, 1, RESAMPLES, state, draws, sums);
    },
    answer: () => checksum(instance.bytes(sums, 8 * RESAMPLES)),
  };
}

export const numberCases: readonly KernelCase[] = [
  {
    name: "exp",
    unit: "ns",
    question: "e to the power of a number, of 100,000",
    amount: () => COUNT,
    input: () => drawn(COUNT, (stream) => 100 * (stream.fraction() - 0.7)),
    contenders: {
      wasm: expEach,
      twin: (input) => ({
        run: () => void numberTwins.expEach(floatsOf(input)),
        answer: () => checksum(bytesOf(numberTwins.expEach(floatsOf(input)))),
      }),
      "Math.exp, whose last bits differ": (input) => {
        const values = floatsOf(input);
        return { run: () => void values.map(Math.exp) };
      },
    },
    native: { name: "expEach", arguments: () => [] },
    goals: { ofC: 0.7 },
  },
  {
    name: "moments of vocabulary rows",
    unit: "ms",
    question: "10 rows of 32,000 scores to log-sum-exp, and mean and variance of ln p",
    amount: () => 1,
    input: () => drawn(ROWS * VOCABULARY, (stream) => 12 * (stream.fraction() + stream.fraction() + stream.fraction() - 1.5)),
    contenders: { wasm: moments, twin: momentsTwin },
    native: { name: "momentsRows", arguments: () => [String(VOCABULARY), "1"] },
    goals: { ofC: 0.7 },
  },
  {
    name: "bootstrap",
    unit: "ms",
    question: "2,000 resamples of 500 numbers to their sums",
    amount: () => 1,
    input: bootstrapInput,
    contenders: {
      wasm: bootstrap,
      twin(input) {
        const values = floatsOf(input.subarray(64));
        const run = () => numberTwins.bootstrapSums(values, 1, RESAMPLES, stateOf("bench"));
        return { run, answer: () => checksum(bytesOf(run())) };
      },
    },
    native: { name: "bootstrapSums", arguments: () => [String(RESAMPLES)] },
    goals: { ofC: 0.7 },
  },
];
