/** Numbers: rows of a vocabulary, permutations. */
import { RandomStream, stateOf } from "../../../src/core/kernels/numbers/random.ts";
import { numberReferences } from "../../../src/core/kernels/numbers/reference.ts";
import { checksum } from "../../harness/checksum.ts";
import { Instance } from "../../harness/instance.ts";
import type { KernelCase, Runner } from "../../harness/race.ts";

const VOCABULARY = 32_000;
const ROWS = 10;
/** What Min-K%++ of a text of 1,000 tokens needs, in a tenth of its rows. */
const LARGE_VOCABULARY = 50_000;
const LARGE_ROWS = 100;
const DIVISIONS = 10_000;
const GROUP = 500;

/** Numbers as bytes; the same in every process, because the stream is named. */
function drawn(count: number, next: (stream: RandomStream) => number): Uint8Array {
  const stream = new RandomStream("bench");
  return new Uint8Array(Float64Array.from({ length: count }, () => next(stream)).buffer);
}

const floatsOf = (input: Uint8Array) => new Float64Array(input.slice().buffer);
const bytesOf = (values: Float64Array) => new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

const moments =
  (rows: number, width: number) =>
  (input: Uint8Array): Runner => {
    const instance = new Instance();
    const [scores, scratch] = [instance.put(input), instance.take(16 * (width + 7))];
    const isSingle = input.length === 4 * rows * width ? 1 : 0;
    const results = instance.take(32 * rows);
    return {
      run: () =>
        void instance.exports["momentsRows"]!(
          ...[scores, rows, width, isSingle, scratch, ...[0, 1, 2, 3].map((i) => results + 8 * i * rows)],
        ),
      answer: () => checksum(instance.bytes(results, 32 * rows)),
    };
  };

const momentsReference =
  (width: number) =>
  (input: Uint8Array): Runner => {
    const scores = floatsOf(input);
    const run = () => numberReferences.momentsRows(scores, width);
    return {
      run,
      answer() {
        const { greatest, logSums, means, variances } = run();
        return checksum(bytesOf(greatest), bytesOf(logSums), bytesOf(means), bytesOf(variances));
      },
    };
  };

const rowsOf = (rows: number, width: number) => () =>
  drawn(rows * width, (stream) => 12 * (stream.fraction() + stream.fraction() + stream.fraction() - 1.5));

/** The state of the generators, the two thresholds, then the values as integers of 64 bits. */
function permutationInput(): Uint8Array {
  const state = stateOf("bench");
  const input = new Uint8Array(80 + 8 * 2 * GROUP);
  input.set(new Uint8Array(state.buffer, state.byteOffset, 64));
  const view = new DataView(input.buffer);
  const stream = new RandomStream("bench");
  view.setBigInt64(64, BigInt(GROUP) * 2n ** 31n, true);
  view.setBigInt64(72, -(2n ** 62n), true);
  for (let i = 0; i < 2 * GROUP; i++) view.setBigInt64(80 + 8 * i, BigInt(stream.next()), true);
  return input;
}

function permutation(input: Uint8Array): Runner {
  const instance = new Instance();
  const [first, values, thresholds] = [input.subarray(0, 64), input.subarray(80), input.subarray(64, 80)].map((part) =>
    instance.put(part),
  ) as [number, number, number];
  const valuesLength = input.length - 80;
  const [state, shuffled] = [instance.take(64), instance.take(valuesLength)];
  const [draws, counts] = [instance.take(4 * GROUP + 12), instance.take(8)];
  return {
    run() {
      instance.bytes(state, 64).set(instance.bytes(first, 64));
      instance.bytes(shuffled, valuesLength).set(instance.bytes(values, valuesLength));
      instance.exports["permutationCounts"]!(shuffled, 2 * GROUP, GROUP, DIVISIONS, thresholds, state, draws, counts);
    },
    answer: () => checksum(instance.bytes(counts, 8)),
  };
}

function permutationReference(input: Uint8Array): Runner {
  const words = new Uint32Array(input.slice(80).buffer);
  const places = Array.from({ length: 2 * GROUP }, (_, i) => 2 * i);
  const values = {
    low: Uint32Array.from(places, (place) => words[place]!),
    high: Int32Array.from(places, (place) => words[place + 1]!),
  };
  const question = { picked: GROUP, permutations: DIVISIONS, ...thresholdsOf(input) };
  const run = () => numberReferences.permutationCounts(values, question, stateOf("bench"));
  return {
    run,
    answer() {
      const { atLeast, atMost } = run();
      return checksum(new Uint8Array(Uint32Array.of(atLeast, atMost).buffer));
    },
  };
}

function thresholdsOf(input: Uint8Array) {
  const view = new DataView(input.buffer, input.byteOffset);
  const at = (place: number) => ({ low: view.getUint32(place, true), high: view.getInt32(place + 4, true) });
  return { least: at(64), most: at(72) };
}

export const numberCases: readonly KernelCase[] = [
  {
    name: "moments of vocabulary rows",
    unit: "ms",
    question: "10 rows of 32,000 scores to log-sum-exp, and mean and variance of ln p",
    amount: () => 1,
    input: rowsOf(ROWS, VOCABULARY),
    contenders: { wasm: moments(ROWS, VOCABULARY), twin: momentsReference(VOCABULARY) },
    native: { name: "momentsRows", arguments: () => [String(VOCABULARY), "1"] },
    goals: { ofC: 0.7 },
  },
  {
    name: "Min-K++ of 1,000 tokens",
    unit: "ms",
    question: "1,000 rows of 50,000 scores to log-sum-exp, and mean and variance of ln p; measured on 100",
    amount: () => LARGE_ROWS / 1_000,
    input: rowsOf(LARGE_ROWS, LARGE_VOCABULARY),
    contenders: { wasm: moments(LARGE_ROWS, LARGE_VOCABULARY) },
    native: { name: "momentsRows", arguments: () => [String(LARGE_VOCABULARY), "1"] },
    goals: { ofC: 0.7, figure: 60 },
  },
  {
    name: "permutation test",
    unit: "ms",
    question: "10,000 random divisions of 1,000 values into two halves",
    amount: () => 1,
    input: permutationInput,
    contenders: { wasm: permutation, twin: permutationReference },
    native: { name: "permutationCounts", arguments: () => [String(GROUP), String(DIVISIONS)] },
    goals: { ofC: 0.7, figure: 50 },
  },
];
