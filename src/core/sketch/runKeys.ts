/**
 * A set of 64-bit keys, each of two halves, that holds many in little room: 8 bytes a place, at most 13 bytes a key. It
 * grows by parts, so that what is moved at once is small.
 */

const PARTS = 256;
const PLACES_AT_FIRST = 16;
/** Of a part, before it grows. */
const FULL = 0.8;
const GROWTH = 1.25;

export class RunKeys {
  readonly #parts = Array.from({ length: PARTS }, () => new RunKeysPart());
  size = 0;

  /** Bytes of the places. */
  get bytes(): number {
    return this.#parts.reduce((sum, { places }) => sum + 8 * places, 0);
  }

  has(low: number, high: number): boolean {
    return this.#parts[low & (PARTS - 1)]!.has(low, high);
  }

  /** @returns whether it is new */
  add(low: number, high: number): boolean {
    const isNew = this.#parts[low & (PARTS - 1)]!.add(low, high);
    if (isNew) this.size++;
    return isNew;
  }

  join(low: number, high: number): void {
    this.add(low, high);
  }
}

class RunKeysPart {
  places = PLACES_AT_FIRST;
  #keys = new Uint32Array(2 * PLACES_AT_FIRST);
  #used = 0;
  /** The key of zeros, which marks free places, is kept apart. */
  #hasZero = false;

  has(low: number, high: number): boolean {
    if (low === 0 && high === 0) return this.#hasZero;
    const at = this.#placeOf(low, high);
    return this.#keys[at] !== 0 || this.#keys[at + 1] !== 0;
  }

  /** @returns whether it is new */
  add(low: number, high: number): boolean {
    if (low === 0 && high === 0) {
      const isNew = !this.#hasZero;
      this.#hasZero = true;
      return isNew;
    }
    if (this.#used >= FULL * this.places) this.#grow();
    const at = this.#placeOf(low, high);
    if (this.#keys[at] !== 0 || this.#keys[at + 1] !== 0) return false;
    this.#keys[at] = low;
    this.#keys[at + 1] = high;
    this.#used++;
    return true;
  }

  /** Where a key stands, or the free place for it. */
  #placeOf(low: number, high: number): number {
    const keys = this.#keys;
    // The lower bits of `low` are the same in a part.
    let at = 2 * Math.floor((high / 0x1_0000_0000) * this.places);
    while ((keys[at] !== low || keys[at + 1] !== high) && (keys[at] !== 0 || keys[at + 1] !== 0)) {
      at += 2;
      if (at === keys.length) at = 0;
    }
    return at;
  }

  #grow(): void {
    const before = this.#keys;
    this.places = Math.ceil(GROWTH * this.places);
    this.#keys = new Uint32Array(2 * this.places);
    for (let at = 0; at < before.length; at += 2)
      if (before[at] !== 0 || before[at + 1] !== 0) {
        const to = this.#placeOf(before[at]!, before[at + 1]!);
        this.#keys[to] = before[at]!;
        this.#keys[to + 1] = before[at + 1]!;
      }
  }
}
