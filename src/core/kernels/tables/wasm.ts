/** The kernels of `assembly/tables/` as typed calls. */
import { type Caller, type KernelCall, type MemoryExports, PAGE_BYTES } from "../memory.ts";
import type { Hashes } from "../text/kernels.ts";
import { PART_WORDS } from "../text/wasm.ts";
import { type KeptExports, keptShingles } from "./keptShingles.ts";
import type { TableKernels } from "./kernels.ts";
import { type FindKeys, KeyPages } from "./keyPages.ts";

/** Exports of the module; `assembly/tables/` documents each. */
export interface TableExports extends KeptExports {
  xxhash32(bytes: number, lengthBytes: number, seed: number): number;
  sortHalves(low: number, high: number, count: number, keys: number, scratch: number): void;
  distinctHalves(low: number, high: number, count: number): number;
  sortPairs(records: number, scratch: number, count: number): void;
  wordsCounted(): number;
  beginCounts(table: number, slots: number): void;
  countWords(low: number, high: number, count: number, table: number, slots: number): number;
  growCounts(table: number, slots: number, larger: number): void;
  sortCounts(table: number, slots: number, scratch: number): void;
  findKeys: FindKeys;
}

const SLOT_BYTES = 16;
/** Slots of a table of counts, at first. */
const SLOTS = 4_096;

/** @param another makes one more instance, whose memory is its owner's alone */
export function tableKernels(machine: Caller<TableExports>, another: () => MemoryExports & TableExports): TableKernels {
  return {
    xxhash32(bytes, seed) {
      const { exports, arena } = machine.begin();
      return exports.xxhash32(arena.put(bytes), bytes.length, seed) >>> 0;
    },
    countWords: (texts) => countWords(machine.begin(), texts),
    keptShingles: (words, shingleWords, windows) => keptShingles(machine.begin(), words, shingleWords, windows),
    sort: (hashes) => sort(machine.begin(), hashes, false),
    sortDistinct: (hashes) => sort(machine.begin(), hashes, true),
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

function countWords({ exports, arena }: KernelCall<TableExports>, texts: readonly Hashes[]) {
  const longest = texts.reduce((most, { low }) => Math.max(most, low.length), 0);
  const partBytes = 4 * Math.min(PART_WORDS, longest);
  const [lowPtr, highPtr] = [arena.take(partBytes), arena.take(partBytes)];
  let slots = SLOTS;
  let table = arena.take(SLOT_BYTES * slots);
  exports.beginCounts(table, slots);
  for (const { low, high } of texts) {
    for (let from = 0; from < low.length; from += PART_WORDS) {
      const count = Math.min(PART_WORDS, low.length - from);
      arena.words(lowPtr, count).set(low.subarray(from, from + count));
      arena.words(highPtr, count).set(high.subarray(from, from + count));
      for (let done = 0; ; ) {
        done += exports.countWords(lowPtr + 4 * done, highPtr + 4 * done, count - done, table, slots);
        if (done === count) break;
        const larger = arena.take(2 * SLOT_BYTES * slots);
        exports.growCounts(table, slots, larger);
        [table, slots] = [larger, 2 * slots];
      }
    }
  }
  const words = exports.wordsCounted();
  exports.sortCounts(table, slots, arena.take(SLOT_BYTES * words));
  const records = arena.words(table, 4 * words);
  const counts = new Uint32Array(words);
  for (let i = 0; i < words; i++) counts[i] = records[4 * i + 2]!;
  return { hashes: halvesOf(records, 4, words), counts };
}

/** @param isDistinct whether hashes that equal the one before are dropped */
function sort({ exports, arena }: KernelCall<TableExports>, hashes: Hashes, isDistinct: boolean): Hashes {
  const count = hashes.low.length;
  const [low, high] = [arena.put(hashes.low), arena.put(hashes.high)];
  exports.sortHalves(low, high, count, arena.take(8 * count), arena.take(8 * count));
  const left = isDistinct ? exports.distinctHalves(low, high, count) : count;
  return { low: arena.words(low, left).slice(), high: arena.words(high, left).slice() };
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
