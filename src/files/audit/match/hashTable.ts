/**
 * Looks up hashes of a stream in a fixed set, at a few nanoseconds each:
 *
 *   filter   a bit for the lower bits of each hash, in a processor's cache: nearly all hashes of a stream end here
 *   first    where the entries of each value of the upper bits begin
 *   entries  ascending by (high, low), each with its payload
 */
import type { Hashes, Kernels } from "../../../core/kernels/kernels.ts";

/** Bits of the filter for each entry, and its largest size: 1 MiB. */
const FILTER_BITS_PER_ENTRY = 16;
const FILTER_BITS_MAX = 1 << 23;
const FIRST_BITS_MAX = 22;

export class HashTable {
  readonly #filter: Int32Array;
  readonly #first: Uint32Array;
  readonly #firstShift: number;
  readonly #low: Uint32Array;
  readonly #high: Uint32Array;
  readonly #payloads: Uint32Array;

  constructor(kernels: Kernels, hashes: Hashes, payloads: Uint32Array) {
    const sorted = kernels.sortWith(hashes, payloads);
    this.#low = sorted.hashes.low;
    this.#high = sorted.hashes.high;
    this.#payloads = sorted.payloads;
    const count = payloads.length;
    const bits = Math.min(FILTER_BITS_MAX, powerOfTwoFrom(Math.max(32, FILTER_BITS_PER_ENTRY * count)));
    this.#filter = new Int32Array(bits >>> 5);
    const mask = this.#filter.length - 1;
    for (const low of this.#low) this.#filter[(low >>> 5) & mask]! |= 1 << low;
    const firstBits = Math.min(FIRST_BITS_MAX, Math.max(1, 31 - Math.clz32(count + 1)));
    this.#firstShift = 32 - firstBits;
    this.#first = new Uint32Array((1 << firstBits) + 1);
    for (const high of this.#high) this.#first[(high >>> this.#firstShift) + 1]!++;
    for (let i = 1; i < this.#first.length; i++) this.#first[i]! += this.#first[i - 1]!;
  }

  /** Calls `found` for each entry with the hash of a place, in the order of the places. */
  scan({ low, high }: Hashes, found: (place: number, payload: number) => void): void {
    const filter = this.#filter;
    const mask = filter.length - 1;
    for (let place = 0; place < low.length; place++) {
      const value = low[place]!;
      if (((filter[(value >>> 5) & mask]! >>> value) & 1) === 0) continue;
      this.#lookUp(value, high[place]!, place, found);
    }
  }

  #lookUp(low: number, high: number, place: number, found: (place: number, payload: number) => void): void {
    const bucket = high >>> this.#firstShift;
    const end = this.#first[bucket + 1]!;
    for (let at = this.#first[bucket]!; at < end; at++) {
      if (this.#high[at] === high && this.#low[at] === low) found(place, this.#payloads[at]!);
    }
  }
}

function powerOfTwoFrom(value: number): number {
  return value >= FILTER_BITS_MAX ? FILTER_BITS_MAX : 1 << (32 - Math.clz32(value - 1));
}
