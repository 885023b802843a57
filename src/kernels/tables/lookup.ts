/** Tables of keys with payloads, each in an instance of its own: disposing of the table lets go of the instance, and so of its memory. */
import type { Arena, KernelCall } from "../memory.ts";
import type { Hashes } from "../text/kernels.ts";
import type { KeyTable } from "./kernels.ts";

export interface LookupExports {
  makeLookup(low: number, high: number, count: number, bucketsLog2: number, directory: number, remainders: number): void;
  find(
    directory: number,
    remainders: number,
    payloads: number,
    bucketsLog2: number,
    low: number,
    high: number,
    count: number,
    indexes: number,
    found: number,
  ): void;
}

/** Of a bucket, on average 4 to 8: one or two comparisons of four. */
export function bucketsLog2Of(count: number): number {
  return Math.max(1, 32 - Math.clz32(count) - 3);
}

export function lookup({ exports, arena }: KernelCall<LookupExports>, { low, high }: Hashes, payloads: Uint32Array): KeyTable {
  const count = low.length;
  const bucketsLog2 = bucketsLog2Of(count);
  const directoryPtr = arena.take(4 * (((1 << bucketsLog2) >>> 0) + 1));
  const remaindersPtr = arena.take(4 * count + 16);
  const payloadsPtr = arena.put(payloads);
  const queryPtr = arena.take(0);
  const [lowPtr, highPtr] = [arena.put(low), arena.put(high)];
  exports.makeLookup(lowPtr, highPtr, count, bucketsLog2, directoryPtr, remaindersPtr);
  arena.giveBack(queryPtr);

  let call: KernelCall<LookupExports> | undefined = { exports, arena };
  return {
    count,
    find(keys) {
      if (call === undefined) throw new TypeError("This table has been disposed of.");
      return find(call, queryPtr, [directoryPtr, remaindersPtr, payloadsPtr, bucketsLog2], keys);
    },
    [Symbol.dispose]() {
      call = undefined;
    },
  };
}

function find(
  { exports, arena }: { exports: LookupExports; arena: Arena },
  queryPtr: number,
  table: readonly [directory: number, remainders: number, payloads: number, bucketsLog2: number],
  { low, high }: Hashes,
): { indexes: Uint32Array; payloads: Uint32Array } {
  const count = low.length;
  const [lowPtr, highPtr] = [arena.put(low), arena.put(high)];
  const [indexesPtr, foundPtr] = [arena.take(4 * count), arena.take(4 * count)];
  exports.find(...table, lowPtr, highPtr, count, indexesPtr, foundPtr);
  const found = { indexes: arena.words(indexesPtr, count).slice(), payloads: arena.words(foundPtr, count).slice() };
  arena.giveBack(queryPtr);
  return found;
}
