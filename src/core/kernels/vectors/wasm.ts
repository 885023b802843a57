/** The kernels of `assembly/vectors/` as typed calls. */
import type { Caller } from "../memory.ts";
import type { VectorKernels } from "./kernels.ts";

/** Exports of the module; `assembly/vectors/` documents each. */
export interface VectorExports {
  nearRows(
    questions: number,
    limits: number,
    count: number,
    rows: number,
    rowCount: number,
    rowBytes: number,
    out: number,
  ): number;
}

export function vectorKernels(machine: Caller<VectorExports>): VectorKernels {
  return {
    nearRows(questions, limits, { bytes, rowBytes }) {
      const { exports, arena } = machine.begin();
      const rows = bytes.length / rowBytes;
      const [questionsPtr, limitsPtr, rowsPtr] = [arena.put(questions), arena.put(limits), arena.put(bytes)];
      const outPtr = arena.take(8 * rows * limits.length);
      const found = exports.nearRows(questionsPtr, limitsPtr, limits.length, rowsPtr, rows, rowBytes, outPtr);
      return arena.words(outPtr, 2 * found).slice();
    },
  };
}
