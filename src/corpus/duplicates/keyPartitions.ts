/** Keys of runs on disk, in partitions by their first bits and in the order of their coming, and a bit for each. */
import type { ScratchFile } from "./scratch.ts";

const PARTITION_BITS = 10;
export const PARTITIONS = 1 << PARTITION_BITS;
/** Halves of keys that are written at once. */
const CHUNK = 2 * 1_024;
const BITS_READ_BYTES = 1_024;

export const partitionOf = (low: number): number => low >>> (32 - PARTITION_BITS);

export class KeyPartitions {
  readonly #file: ScratchFile;
  readonly #waiting = new Uint32Array(PARTITIONS * CHUNK);
  /** Halves of each partition that wait to be written. */
  readonly #used = new Uint32Array(PARTITIONS);
  /** Places of the chunks of each partition. */
  readonly #chunks: number[][] = Array.from({ length: PARTITIONS }, () => []);

  constructor(file: ScratchFile) {
    this.#file = file;
  }

  add(low: number, high: number): void {
    const partition = partitionOf(low);
    const at = partition * CHUNK + this.#used[partition]!;
    this.#waiting[at] = low;
    this.#waiting[at + 1] = high;
    this.#used[partition]! += 2;
    if (this.#used[partition] !== CHUNK) return;
    this.#chunks[partition]!.push(this.#file.lengthBytes);
    this.#file.append(this.#waiting.subarray(partition * CHUNK, (partition + 1) * CHUNK));
    this.#used[partition] = 0;
  }

  each(partition: number, take: (low: number, high: number) => void): void {
    const chunk = new Uint32Array(CHUNK);
    for (const place of this.#chunks[partition]!) {
      this.#file.read(chunk, place);
      for (let at = 0; at < CHUNK; at += 2) take(chunk[at]!, chunk[at + 1]!);
    }
    const start = partition * CHUNK;
    for (let at = start; at < start + this.#used[partition]!; at += 2) take(this.#waiting[at]!, this.#waiting[at + 1]!);
  }

  count(partition: number): number {
    return (this.#chunks[partition]!.length * CHUNK + this.#used[partition]!) / 2;
  }
}

/** A bit for each key, by partitions. */
export class KeyBits {
  readonly #file: ScratchFile;
  readonly #starts: number[] = [];

  constructor(file: ScratchFile) {
    this.#file = file;
  }

  /** Those of the next partition. */
  append(bits: Uint8Array): void {
    this.#starts.push(this.#file.lengthBytes);
    this.#file.append(bits);
  }

  /** Gives the next bit of a partition at each call. */
  reader(): (partition: number) => boolean {
    const held = new Uint8Array(PARTITIONS * BITS_READ_BYTES);
    const read = new Float64Array(PARTITIONS);
    return (partition) => {
      const at = read[partition]!++;
      const within = at % (8 * BITS_READ_BYTES);
      const start = partition * BITS_READ_BYTES;
      if (within === 0)
        this.#file.read(held.subarray(start, start + BITS_READ_BYTES), this.#starts[partition]! + at / 8);
      return ((held[start + (within >> 3)]! >> (within & 7)) & 1) === 1;
    };
  }
}
