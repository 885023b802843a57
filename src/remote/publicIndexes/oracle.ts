/**
 * What the answers so far tell of ranges of a text: a part of what stands in the index stands there too, and what
 * contains something that does not stand there does not.
 */

/** Half-open range of units of the text (`units.ts`). */
export interface UnitRange {
  start: number;
  end: number;
}

export class Oracle {
  /** For each unit the greatest end of a range from here, or from before, that stands in the index. */
  readonly #reach: Uint32Array;
  /** For each unit the least end of a range from here, or from behind, that does not. */
  readonly #absentEnd: Float64Array;

  constructor(units: number) {
    this.#reach = new Uint32Array(units + 1);
    this.#absentEnd = new Float64Array(units + 1).fill(Infinity);
  }

  /** Whether a range stands in the index; `undefined` where no answer tells it. */
  knows({ start, end }: UnitRange): boolean | undefined {
    if (end <= this.#reach[start]!) return true;
    return end >= this.#absentEnd[start]! ? false : undefined;
  }

  tell({ start, end }: UnitRange, stands: boolean): void {
    if (stands) for (let at = start; at < end && this.#reach[at]! < end; at++) this.#reach[at] = end;
    else for (let at = start; at >= 0 && this.#absentEnd[at]! > end; at--) this.#absentEnd[at] = end;
  }

  /** The greatest known end of a range from a unit that stands in the index; 0 where none is known. */
  reach(start: number): number {
    return this.#reach[start]!;
  }

  /** The least known end of a range from a unit that does not stand in the index. */
  absentEnd(start: number): number {
    return this.#absentEnd[start]!;
  }
}
