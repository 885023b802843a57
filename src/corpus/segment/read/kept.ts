/**
 * What was read and checked stays in memory, up to so many bytes of all corpora of a thread together: what no search
 * has used for a while makes room for others (the clock algorithm: F. J. Corbató, MIT Project MAC report MAC-M-384,
 * 1968).
 */
interface KeptOne<Value> {
  readonly of: KeptOf<Value>;
  readonly number: number;
  readonly value: Value;
  readonly bytes: number;
  wasUsed: boolean;
}

/** What is kept of one section of a file, or of one text, by numbers. */
export type KeptOf<Value> = Map<number, KeptOne<Value>>;

export class KeptValues<Value> {
  readonly #bytesMax: number;
  /** In the order in which the hand of the clock comes to them. */
  readonly #ring = new Set<KeptOne<Value>>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get(of: KeptOf<Value>, number: number): Value | undefined {
    const kept = of.get(number);
    if (kept !== undefined) kept.wasUsed = true;
    return kept?.value;
  }

  /** @param value in memory of its own: what else is in its buffer would stay with it */
  keep(of: KeptOf<Value>, number: number, value: Value, bytes: number): void {
    // Two searches may have read it at once.
    if (of.has(number)) return;
    this.#makeRoom(bytes);
    const kept = { of, number, value, bytes, wasUsed: false };
    of.set(number, kept);
    this.#ring.add(kept);
    this.#bytes += bytes;
  }

  /** Of what was closed nothing stays. */
  forget(of: KeptOf<Value>): void {
    for (const kept of of.values()) {
      this.#ring.delete(kept);
      this.#bytes -= kept.bytes;
    }
    of.clear();
  }

  #makeRoom(bytes: number): void {
    for (const kept of this.#ring) {
      if (this.#bytes + bytes <= this.#bytesMax) return;
      this.#ring.delete(kept);
      if (kept.wasUsed) {
        kept.wasUsed = false;
        this.#ring.add(kept);
      } else {
        kept.of.delete(kept.number);
        this.#bytes -= kept.bytes;
      }
    }
  }
}

/** Pages of tables. */
export const keptPages = new KeptValues<DataView>(4 * 1024 * 1024);
