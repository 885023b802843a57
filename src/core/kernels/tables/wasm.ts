/** The kernels of `assembly/tables/` as typed calls. */
import { type Caller, type KernelCall, type MemoryExports, PAGE_BYTES } from "../memory.ts";
import type { Hashes } from "../text/kernels.ts";
import type { TableKernels } from "./kernels.ts";
import { type FindKeys, KeyPages } from "./keyPages.ts";

/** Exports of the module; `assembly/tables/` documents each. */
export interface TableExports {
  xxhash32(bytes: number, lengthBytes: number, seed: number): number;
  sortKeys(keys: number, scratch: number, count: number): void;
  sortPairs(records: number, scratch: number, count: number): void;
  findKeys: FindKeys;
}

/** @param another makes one more instance, whose memory is its owner's alone */
export function tableKernels(machine: Caller<TableExports>, another: () => MemoryExports & TableExports): TableKernels {
  return {
    xxhash32(bytes, seed) {
      const { exports, arena } = machine.begin();
      return exports.xxhash32(arena.put(bytes), bytes.length, seed) >>> 0;
    },
    sort: (hashes) => sort(machine.begin(), hashes),
    sortWith: (hashes, payloads) => sortWith(machine.begin(), hashes, payloads),
    keyPages(pageBytes, valuesMost) {
      const { memory, HEAP_BASE, ...exports } = another();
      const base = Math.ceil(HEAP_BASE.value / 16) * 16;
      const end = base + KeyPages.bytes(pageBytes, valuesMost);
      memory.grow(Math.ceil(Math.max(0, end - memory.buffer.byteLength) / PAGE_BYTES));
      return new KeyPages(memory.buffer, base, pageBytes, valuesMost, exports);
    },
  };
}

function sort({ exports, arena }: KernelCall<TableExports>, { low, high }: Hashes): Hashes {
  const count = low.length;
  const [keysPtr, scratchPtr] = [arena.take(8 * count), arena.take(8 * count)];
  const keys = arena.words(keysPtr, 2 * count);
  for (let i = 0; i < count; i++) {
    keys[2 * i] = low[i]!;
    keys[2 * i + 1] = high[i]!;
  }
  exports.sortKeys(keysPtr, scratchPtr, count);
  return halvesOf(keys, 2, count);
}

function sortWith({ exports, arena }: KernelCall<TableExports>, { low, high }: Hashes, payloads: Uint32Array) {
  const count = low.length;
  const [recordsPtr, scratchPtr] = [arena.take(16 * count), arena.take(16 * count)];
  const records = arena.words(recordsPtr, 4 * count);
  for (let i = 0; i < count; i++) {
    records[4 * i] = low[i]!;
    records[4 * i + 1] = high[i]!;
    records[4 * i + 2] = payloads[i]!;
  }
  exports.sortPairs(recordsPtr, scratchPtr, count);
  return {
    hashes: halvesOf(records, 4, count),
    payloads: Uint32Array.from({ length: count }, (_, i) => records[4 * i + 2]!),
  };
}

/** The halves of `count` keys, which are `stride` numbers apart. */
function halvesOf(records: Uint32Array, stride: number, count: number): Hashes {
  const hashes = { low: new Uint32Array(count), high: new Uint32Array(count) };
  for (let i = 0; i < count; i++) {
    hashes.low[i] = records[stride * i]!;
    hashes.high[i] = records[stride * i + 1]!;
  }
  return hashes;
}
