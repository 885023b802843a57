/** The kernels of `assembly/numbers/` as typed calls. */
import type { Arena, Caller } from "../memory.ts";
import type { Integer, Integers, NumberKernels } from "./kernels.ts";

/** Exports of the module; what each does is said in `assembly/numbers/`. */
export interface NumberExports {
  expEach(values: number, count: number, out: number): void;
  logEach(values: number, count: number, out: number): void;
  logSumExpRows(...args: [...RowArguments, logSums: number]): void;
  momentsRows(...args: [...RowArguments, greatest: number, logSums: number, means: number, variances: number]): void;
  bootstrapSums(...args: [...BootstrapArguments, sums: number]): void;
  permutationCounts(...args: [...PermutationArguments, counts: number]): void;
  subsetCount(...args: SubsetArguments): number;
  betaCumulative(x: number, a: number, b: number): number;
  betaQuantile(p: number, a: number, b: number): number;
}
type RowArguments = [scores: number, rows: number, width: number, isSingle: number, scratch: number];
type BootstrapArguments = [values: number, count: number, columns: number, resamples: number, state: number, draws: number];
type PermutationArguments = [
  ...[values: number, count: number, picked: number, permutations: number],
  ...[thresholds: number, state: number, draws: number],
];
type SubsetArguments = [values: number, count: number, subsets: number, most: number, state: number, draws: number];

type NumberMachine = Caller<NumberExports>;

/** Bytes of scores that one call takes, so that memory stays small however many rows there are. */
const ROWS_BYTES = 4 * 2 ** 20;

export function numberKernels(machine: NumberMachine): NumberKernels {
  return {
    expEach: (values) => each(machine, values, "expEach"),
    logEach: (values) => each(machine, values, "logEach"),
    logSumExpRows: (scores, width) => byRows(machine, scores, width, false)[0]!,
    momentsRows(scores, width) {
      const [greatest, logSums, means, variances] = byRows(machine, scores, width, true) as Moments4;
      return { greatest, logSums, means, variances };
    },

    bootstrapSums(values, columns, resamples, state) {
      const { exports, arena } = machine.begin();
      const count = values.length / columns;
      const inputs = [arena.put(values), arena.put(state), arena.take(4 * count)] as const;
      const sums = arena.take(8 * resamples * columns);
      exports.bootstrapSums(inputs[0], count, columns, resamples, inputs[1], inputs[2], sums);
      return arena.floats(sums, resamples * columns).slice();
    },

    permutationCounts(values, { picked, permutations, least, most }, state) {
      const { exports, arena } = machine.begin();
      const [at, thresholds] = [putIntegers(arena, values), putIntegers(arena, halves([least, most]))];
      const [words, draws, counts] = [arena.put(state), arena.take(4 * picked), arena.take(8)];
      exports.permutationCounts(at, values.low.length, picked, permutations, thresholds, words, draws, counts);
      const [atLeast, atMost] = arena.words(counts, 2);
      return { atLeast: atLeast!, atMost: atMost! };
    },

    subsetCount(values, subsets, most, state) {
      const { exports, arena } = machine.begin();
      const [at, threshold] = [putIntegers(arena, values), putIntegers(arena, halves([most]))];
      const [words, draws] = [arena.put(state), arena.take(4 * Math.ceil(values.low.length / 16))];
      return exports.subsetCount(at, values.low.length, subsets, threshold, words, draws) >>> 0;
    },

    betaCumulative: (x, a, b) => machine.begin().exports.betaCumulative(x, a, b),
    betaQuantile: (p, a, b) => machine.begin().exports.betaQuantile(p, a, b),
  };
}

function each(machine: NumberMachine, values: Float64Array, name: "expEach" | "logEach"): Float64Array {
  const { exports, arena } = machine.begin();
  const [at, out] = [arena.take(8 * values.length + 24), arena.take(8 * values.length + 24)];
  arena.floats(at, values.length).set(values);
  exports[name](at, values.length, out);
  return arena.floats(out, values.length).slice();
}

type Moments4 = [greatest: Float64Array, logSums: Float64Array, means: Float64Array, variances: Float64Array];

/** Log-sums, or the moments where `hasMoments`, of as many rows at a time as fit. */
function byRows(
  machine: NumberMachine,
  scores: Float32Array | Float64Array,
  width: number,
  hasMoments: boolean,
): Float64Array[] {
  const rows = width === 0 ? 0 : scores.length / width;
  const perCall = Math.max(1, Math.floor(ROWS_BYTES / (width * scores.BYTES_PER_ELEMENT)));
  const results = Array.from({ length: hasMoments ? 4 : 1 }, () => new Float64Array(rows));
  for (let row = 0; row < rows; row += perCall) {
    const some = scores.subarray(row * width, Math.min(row + perCall, rows) * width);
    ofRows(machine, some, width, hasMoments).forEach((values, i) => {
      results[i]!.set(values, row);
    });
  }
  return results;
}

function ofRows(
  machine: NumberMachine,
  scores: Float32Array | Float64Array,
  width: number,
  hasMoments: boolean,
): Float64Array[] {
  const { exports, arena } = machine.begin();
  const rows = scores.length / width;
  const isSingle = scores instanceof Float32Array ? 1 : 0;
  const [at, scratch] = [arena.put(scores), arena.take(16 * (width + 7))];
  const places = [0, 1, 2, 3].map(() => arena.take(8 * rows)) as [number, number, number, number];
  if (hasMoments) exports.momentsRows(at, rows, width, isSingle, scratch, ...places);
  else exports.logSumExpRows(at, rows, width, isSingle, scratch, places[0]);
  return places.slice(0, hasMoments ? 4 : 1).map((place) => arena.floats(place, rows));
}

function halves(integers: readonly Integer[]): Integers {
  return { low: Uint32Array.from(integers, ({ low }) => low), high: Int32Array.from(integers, ({ high }) => high) };
}

/** Writes the halves beside each other, the lower one first. */
function putIntegers(arena: Arena, { low, high }: Integers): number {
  const at = arena.take(8 * low.length);
  const words = arena.words(at, 2 * low.length);
  for (let i = 0; i < low.length; i++) {
    words[2 * i] = low[i]!;
    words[2 * i + 1] = high[i]!;
  }
  return at;
}
