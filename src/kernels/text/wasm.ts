/** The kernels of `assembly/text/` as typed calls. */

import type { Arena, Caller, KernelCall } from "../memory.ts";
import { bytesMaxOf, readChunks, takeChunk } from "./chunks.ts";
import { shippedRuns } from "./fold.table.ts";
import { GrowingWords } from "./growing.ts";
import type { Hashes, TextKernels, Words } from "./kernels.ts";
import { type SelectExports, select } from "./select.ts";

/** Exports of the module; `assembly/text/` documents each. */
export interface TextExports extends SelectExports {
  expandFoldTable(runs: number, stage1: number, stage2Length: number, poolLength: number): void;
}

/** Expands the fold table once, into memory that is never freed. */
export function installFoldTable(exports: TextExports, below: Arena): void {
  const { runs, tableBytes, stage2Length, poolLength } = shippedRuns();
  const tablePtr = below.take(tableBytes);
  const runsPtr = below.put(runs);
  exports.expandFoldTable(runsPtr, tablePtr, stage2Length, poolLength);
  below.giveBack(runsPtr);
}

export function textKernels(machine: Caller<TextExports>): TextKernels {
  return {
    readWords: (text) => readWords(machine.begin(), text),
    identity: (words) => identity(machine.begin(), words),
    hashShingles: (words, shingleWords) => hashShingles(machine.begin(), words, shingleWords),
    winnow: (hashes, windows) => winnow(machine.begin(), hashes, windows),
    select: (texts, shingleWords, window) => select(machine.begin(), texts, shingleWords, window),
  };
}

function readWords({ exports, arena }: KernelCall<TextExports>, text: Uint8Array): Words {
  const chunk = takeChunk(arena, bytesMaxOf(text));
  const boundsPtr = arena.take(16 * chunk.capacityBytes);
  const lowPtr = arena.take(8 * chunk.capacityBytes);
  const highPtr = arena.take(8 * chunk.capacityBytes);
  const foldedPtr = arena.take(24 * chunk.capacityBytes + 48);
  const spansPtr = arena.take(24 * chunk.capacityBytes + 12);
  const capacity = (text.length >> 2) + 16;
  const [bounds, low, high] = [new GrowingWords(2 * capacity), new GrowingWords(capacity), new GrowingWords(capacity)];
  readChunks(arena, chunk, text, (lengthBytes, isLast, offsetBytes) => {
    const words = exports.readWords(
      ...([chunk.ptr, lengthBytes, Number(isLast), offsetBytes] as const),
      ...([boundsPtr, lowPtr, highPtr, foldedPtr, spansPtr] as const),
    );
    bounds.append(arena.words(boundsPtr, 2 * words));
    low.append(arena.words(lowPtr, words));
    high.append(arena.words(highPtr, words));
    return exports.consumedBytes();
  });
  return { hashes: { low: low.taken(), high: high.taken() }, bounds: bounds.taken() };
}

function identity({ exports, arena }: KernelCall<TextExports>, { low, high }: Hashes): Uint32Array {
  const statePtr = arena.take(16);
  arena.words(statePtr, 4).fill(0);
  exports.identify(statePtr, arena.put(low), arena.put(high), low.length);
  exports.finishIdentity(statePtr, low.length);
  return arena.words(statePtr, 4).slice();
}

function hashShingles({ exports, arena }: KernelCall<TextExports>, words: Hashes, shingleWords: number): Hashes {
  const lowPtr = arena.put(words.low);
  const highPtr = arena.put(words.high);
  const outLowPtr = arena.take(words.low.byteLength);
  const outHighPtr = arena.take(words.low.byteLength);
  const count = exports.hashShingles(lowPtr, highPtr, words.low.length, shingleWords, outLowPtr, outHighPtr);
  return { low: arena.words(outLowPtr, count).slice(), high: arena.words(outHighPtr, count).slice() };
}

function winnow(
  { exports, arena }: KernelCall<TextExports>,
  hashes: Uint32Array,
  windows: readonly number[],
): Uint32Array[] {
  const hashesPtr = arena.put(hashes);
  const positionsPtr = arena.take(hashes.byteLength);
  return windows.map((window) => {
    const count = exports.winnow(hashesPtr, hashes.length, window, positionsPtr);
    return arena.words(positionsPtr, count).slice();
  });
}
