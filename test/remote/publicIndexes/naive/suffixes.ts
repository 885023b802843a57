/** Where a sequence stands among the sorted suffixes of a shard: `[start, end)`. */
export type Segment = [start: number, end: number];

/** The documents of one shard behind each other, each ended by a number of its own, and all their suffixes in order. */
export class Suffixes {
  readonly #symbols: number[] = [];
  readonly #starts: number[] = [];
  readonly #order: number[];

  constructor(documents: readonly (readonly number[])[]) {
    for (const [at, document] of documents.entries()) {
      this.#starts.push(this.#symbols.length);
      for (const symbol of document) this.#symbols.push(symbol);
      this.#symbols.push(-1 - at);
    }
    this.#order = this.#symbols.map((_, at) => at).filter((at) => this.#symbols[at]! >= 0);
    this.#order.sort((a, b) => this.#compare(a, b));
  }

  get size(): number {
    return this.#order.length;
  }

  find(query: readonly number[]): Segment {
    return [this.#bound(query, false), this.#bound(query, true)];
  }

  /** The document of a suffix, and where in it the suffix starts. */
  at(rank: number): { document: number; offset: number } | undefined {
    const position = this.#order[rank];
    if (position === undefined) return undefined;
    const document = this.#starts.findLastIndex((start) => start <= position);
    return { document, offset: position - this.#starts[document]! };
  }

  /** The first suffix that comes after the query, or, unless `past`, that starts with it. */
  #bound(query: readonly number[], past: boolean): number {
    let low = 0;
    let high = this.#order.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const difference = this.#against(this.#order[middle]!, query);
      if (difference < 0 || (past && difference === 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #against(position: number, query: readonly number[]): number {
    for (const [at, symbol] of query.entries()) {
      const difference = (this.#symbols[position + at] ?? Number.NEGATIVE_INFINITY) - symbol;
      if (difference !== 0) return difference;
    }
    return 0;
  }

  #compare(a: number, b: number): number {
    let at = 0;
    while (this.#symbols[a + at] === this.#symbols[b + at]) at++;
    return this.#symbols[a + at]! - this.#symbols[b + at]!;
  }
}
