/** The kernels of `assembly/deflate/` as typed calls. */
import type { Caller } from "../memory.ts";
import type { DeflateKernels } from "./kernels.ts";

/** Exports of the module; `assembly/deflate/` documents each. */
export interface DeflateExports {
  deflate(text: number, textBytes: number, out: number, room: number): number;
  inflate(stream: number, streamBytes: number, out: number, outBytes: number): number;
}

const DEFLATE_ROOM_BYTES = 163_840 + 4 * 16_642;

export function deflateKernels(machine: Caller<DeflateExports>): DeflateKernels {
  return {
    deflate(text) {
      const { exports, arena } = machine.begin();
      const [textPtr, outPtr] = [arena.put(text), arena.take(text.length)];
      const length = exports.deflate(textPtr, text.length, outPtr, arena.take(DEFLATE_ROOM_BYTES));
      return length === 0 ? null : arena.bytes(outPtr, length).slice();
    },
    inflate(stream, textBytes) {
      const { exports, arena } = machine.begin();
      const [streamPtr, outPtr] = [arena.put(stream), arena.take(textBytes)];
      const length = exports.inflate(streamPtr, stream.length, outPtr, textBytes);
      return length === -1 ? null : arena.bytes(outPtr, length).slice();
    },
  };
}
