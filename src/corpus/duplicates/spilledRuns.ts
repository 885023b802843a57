/**
 * Repeated runs of more texts than memory holds the keys of. The texts are given twice. The first time their words and
 * the keys of their runs go to disk; the second time each gets what was decided in between:
 *
 *   keys, by partitions      has this run stood before, as texts were given?   a bit for each
 *   words, by the bits       what is cut, if no run that a cut joins stands elsewhere
 *   joined runs, by partitions   which ones do stand elsewhere? They are kept in memory, and it is decided again,
 *                            until none is new: then every answer was right, and is that of `RepeatedRuns` in memory
 */
import { SpoliaError } from "../../base/errors.ts";
import type { PlatformAbortSignal } from "../../base/platform.ts";
import { breathing } from "../../base/queues/yieldToEvents.ts";
import type { Hashes } from "../../core/kernels/kernels.ts";
import { type KnownRuns, RepeatedRuns } from "../../core/sketch/repeatedRuns.ts";
import { RunKeys } from "../../core/sketch/runKeys.ts";
import type { WordRange } from "../../core/text/text.ts";
import { KeyBits, KeyPartitions, PARTITIONS, partitionOf } from "./keyPartitions.ts";
import { Scratch } from "./scratch.ts";

/** Words that are worked on before others get their turn. */
const BREATH_WORDS = 1 << 20;

export class SpilledRuns {
  readonly #wordsMin: number;
  readonly #scratch = new Scratch();
  readonly #words = this.#scratch.file("words");
  readonly #joined = this.#scratch.file("joined");
  readonly #decided = this.#scratch.file("decided");
  readonly #keys = new KeyPartitions(this.#scratch.file("keys"));
  readonly #repeats = new KeyBits(this.#scratch.file("repeats"));
  /** Joined runs that stand elsewhere too. */
  readonly #matched = new RunKeys();
  readonly #noting: RepeatedRuns;
  /** Place of the next decision; `null` before they are made. */
  #next: number | null = null;

  /** @param wordsMin of a run */
  constructor(wordsMin: number) {
    this.#wordsMin = wordsMin;
    const add = (low: number, high: number) => {
      this.#keys.add(low, high);
      return true;
    };
    this.#noting = new RepeatedRuns(wordsMin, { add, has: () => false, join() {} });
  }

  /** Nothing at first; the words that are cut once all is settled. */
  cut(words: Hashes): WordRange[] {
    if (this.#next !== null) return this.#decisionOf(words);
    this.#words.append(Uint32Array.of(words.low.length));
    this.#words.append(words.low);
    this.#words.append(words.high);
    return this.#noting.cut(words);
  }

  #decisionOf({ low }: Hashes): WordRange[] {
    const head = new Uint32Array(3);
    this.#decided.read(head, this.#next!);
    const [length, sum, ends] = head as unknown as [number, number, number];
    if (length !== low.length || sum !== sumOf(low))
      throw new SpoliaError("conflict", "A document is not what it was when it was read first.", {
        hint: "Start again when nothing writes to the files.",
      });
    const places = new Uint32Array(ends);
    this.#decided.read(places, this.#next! + head.byteLength);
    this.#next! += head.byteLength + places.byteLength;
    return Array.from({ length: ends / 2 }, (_, i) => ({ start: places[2 * i]!, end: places[2 * i + 1]! }));
  }

  /** @throws storage_failed where there is no room, aborted */
  async settle(signal?: PlatformAbortSignal): Promise<void> {
    const breathe = breathing(BREATH_WORDS, signal);
    for (let partition = 0; partition < PARTITIONS; partition++) {
      this.#markRepeats(partition);
      await breathe(this.#keys.count(partition));
    }
    for (let isSettled = false; !isSettled; ) {
      const joined = await this.#decide(breathe);
      const before = this.#matched.size;
      for (let partition = 0; partition < PARTITIONS; partition++) {
        if (joined.count(partition) === 0) continue;
        this.#match(partition, joined);
        await breathe(this.#keys.count(partition));
      }
      isSettled = this.#matched.size === before;
    }
    this.#next = 0;
  }

  #markRepeats(partition: number): void {
    const known = new RunKeys();
    const bits = new Uint8Array(Math.ceil(this.#keys.count(partition) / 8));
    let at = 0;
    this.#keys.each(partition, (low, high) => {
      if (!known.add(low, high)) bits[at >> 3]! |= 1 << (at & 7);
      at++;
    });
    this.#repeats.append(bits);
  }

  /** @returns joined runs of which it was supposed that they stand nowhere else */
  async #decide(breathe: (words: number) => Promise<void>): Promise<KeyPartitions> {
    this.#joined.clear();
    this.#decided.clear();
    const joined = new KeyPartitions(this.#joined);
    const runs = new RepeatedRuns(this.#wordsMin, supposedRuns(this.#repeats.reader(), this.#matched, joined));
    for (let at = 0; at < this.#words.lengthBytes; ) {
      const length = new Uint32Array(1);
      this.#words.read(length, at);
      const [low, high] = [new Uint32Array(length[0]!), new Uint32Array(length[0]!)];
      this.#words.read(low, at + 4);
      this.#words.read(high, at + 4 + low.byteLength);
      at += 4 + 2 * low.byteLength;
      const ends = runs.cut({ low, high }).flatMap(({ start, end }) => [start, end]);
      this.#decided.append(Uint32Array.from([low.length, sumOf(low), ends.length, ...ends]));
      await breathe(low.length);
    }
    return joined;
  }

  /** Keeps the joined runs of a partition that stand elsewhere too. */
  #match(partition: number, joined: KeyPartitions): void {
    const own = new RunKeys();
    joined.each(partition, (low, high) => {
      if (!own.add(low, high)) this.#matched.add(low, high);
    });
    this.#keys.each(partition, (low, high) => {
      if (own.has(low, high)) this.#matched.add(low, high);
    });
  }

  close(): void {
    this.#scratch.close();
  }
}

/** Known runs, if no joined one stands elsewhere but those that are named. */
function supposedRuns(isRepeat: (partition: number) => boolean, matched: RunKeys, joined: KeyPartitions): KnownRuns {
  const seen = new RunKeys();
  return {
    add(low, high) {
      const isNew = !isRepeat(partitionOf(low));
      return matched.has(low, high) ? seen.add(low, high) : isNew;
    },
    has(low, high) {
      if (matched.has(low, high)) return seen.has(low, high);
      joined.add(low, high);
      return false;
    },
    join(low, high) {
      if (matched.has(low, high)) seen.add(low, high);
    },
  };
}

function sumOf(hashes: Uint32Array): number {
  let sum = 0;
  for (const hash of hashes) sum = (Math.imul(sum, 31) + hash) >>> 0;
  return sum;
}
