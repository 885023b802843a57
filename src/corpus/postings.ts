/** Which shingles stand in which blocks: collected while a corpus is built, then sorted and grouped once. */

/** Distinct shingle hashes by ascending (high, low), and the blocks that each stands in. */
export interface GroupedPostings {
  high: Uint32Array;
  low: Uint32Array;
  /** One more than there are hashes: the blocks of hash i are `blocks[starts[i]] … blocks[starts[i + 1] - 1]`. */
  starts: Uint32Array;
  /** Ascending and distinct for each hash. */
  blocks: Uint32Array;
}

/** Sort buckets of about this many postings: small enough that comparing is cheap, large enough that buckets are few. */
const BUCKET_POSTINGS = 64;

export class Postings {
  #high = new Uint32Array(1024);
  #low = new Uint32Array(1024);
  #block = new Uint32Array(1024);
  #count = 0;

  add(high: number, low: number, block: number): void {
    if (this.#count === this.#high.length) this.#grow();
    this.#high[this.#count] = high;
    this.#low[this.#count] = low;
    this.#block[this.#count] = block;
    this.#count++;
  }

  #grow(): void {
    const doubled = (values: Uint32Array<ArrayBuffer>) => {
      const grown = new Uint32Array(2 * values.length);
      grown.set(values);
      return grown;
    };
    this.#high = doubled(this.#high);
    this.#low = doubled(this.#low);
    this.#block = doubled(this.#block);
  }

  grouped(): GroupedPostings {
    const order = this.#order();
    const grouped = {
      high: new Uint32Array(this.#count),
      low: new Uint32Array(this.#count),
      starts: new Uint32Array(this.#count + 1),
      blocks: new Uint32Array(this.#count),
    };
    let hashes = 0;
    let blocks = 0;
    for (const at of order) {
      const isNew = hashes === 0 || grouped.high[hashes - 1] !== this.#high[at] || grouped.low[hashes - 1] !== this.#low[at];
      if (!isNew && grouped.blocks[blocks - 1] === this.#block[at]) continue;
      if (isNew) {
        grouped.high[hashes] = this.#high[at]!;
        grouped.low[hashes] = this.#low[at]!;
        grouped.starts[hashes] = blocks;
        hashes++;
      }
      grouped.blocks[blocks++] = this.#block[at]!;
    }
    grouped.starts[hashes] = blocks;
    return {
      high: grouped.high.subarray(0, hashes),
      low: grouped.low.subarray(0, hashes),
      starts: grouped.starts.subarray(0, hashes + 1),
      blocks: grouped.blocks.subarray(0, blocks),
    };
  }

  /** Indices by ascending (high, low, block): counted into buckets by the top bits of `high`, then compared within each. */
  #order(): Uint32Array {
    let buckets = 1;
    while (buckets * BUCKET_POSTINGS < this.#count) buckets *= 2;
    const bucketOf = (index: number) => Math.floor((this.#high[index]! * buckets) / 0x1_0000_0000);
    const starts = new Uint32Array(buckets + 1);
    for (let i = 0; i < this.#count; i++) starts[bucketOf(i) + 1]!++;
    for (let b = 0; b < buckets; b++) starts[b + 1]! += starts[b]!;
    const fill = starts.slice();
    const order = new Uint32Array(this.#count);
    for (let i = 0; i < this.#count; i++) order[fill[bucketOf(i)]!++] = i;
    const [high, low, block] = [this.#high, this.#low, this.#block];
    for (let b = 0; b < buckets; b++) {
      order
        .subarray(starts[b], starts[b + 1])
        .sort((x, y) => high[x]! - high[y]! || low[x]! - low[y]! || block[x]! - block[y]!);
    }
    return order;
  }
}
