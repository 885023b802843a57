/** The kernels of `assembly/numbers/` as typed calls. */
import type { Arena, Caller } from "../memory.ts";
import type { Integer, Integers, NumberKernels } from "./kernels.ts";

/** Exports of the module; `assembly/numbers/` documents each. */
export interface NumberExports {
  logSumExpRows(...args: [...RowArguments, logSums: number]): void;
  momentsRows(...args: [...RowArguments, greatest: number, logSums: number, means: number, variances: number]): void;
  permutationCounts(...args: [...PermutationArguments, counts: number]): void;
}
type RowArguments = [scores: number, rows: number, width: number, isSingle: number, scratch: number];
type PermutationArguments = [
  ...[values: number, count: number, picked: number, permutations: number],
  ...[thresholds: number, state: number, draws: number],
];

type NumberMachine = Caller<NumberExports>;

/** Most bytes of scores in one call: bounds memory for any number of rows. */
const ROWS_BYTES = 4 * 2 ** 20;

export function numberKernels(machine: NumberMachine): NumberKernels {
  return {
    logSumExpRows: (scores, width) => byRows(machine, scores, width, false)[0]!,
    momentsRows(scores, width) {
      const [greatest, logSums, means, variances] = byRows(machine, scores, width, true) as Moments4;
      return { greatest, logSums, means, variances };
    },

    permutationCounts(values, { picked, permutations, least, most }, state) {
      const { exports, arena } = machine.begin();
      const [at, thresholds] = [putIntegers(arena, values), putIntegers(arena, halves([least, most]))];
      const [words, draws, counts] = [arena.put(state), arena.take(4 * picked), arena.take(8)];
      exports.permutationCounts(at, values.low.length, picked, permutations, thresholds, words, draws, counts);
      const [atLeast, atMost] = arena.words(counts, 2);
      return { atLeast: atLeast!, atMost: atMost! };
    },
  };
}

type Moments4 = [greatest: Float64Array, logSums: Float64Array, means: Float64Array, variances: Float64Array];

/** Computes the log-sums, or the moments if `hasMoments`, in batches of rows. */
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

/** Writes each integer as 8 bytes, lower half first. */
function putIntegers(arena: Arena, { low, high }: Integers): number {
  const at = arena.take(8 * low.length);
  const words = arena.words(at, 2 * low.length);
  for (let i = 0; i < low.length; i++) {
    words[2 * i] = low[i]!;
    words[2 * i + 1] = high[i]!;
  }
  return at;
}
