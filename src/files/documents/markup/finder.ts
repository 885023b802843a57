/** Searches ahead in linear time. */

/** Finds the next place of a string, and caches it, so that a scan searches each part of the document once. */
export class Finder {
  readonly #content: string;
  readonly #next = new Map<string, number>();

  constructor(content: string) {
    this.#content = content;
  }

  /** Index of the first `needle` at or after `from`, or -1. `from` must never decrease for one purpose. */
  find(needle: string, from: number, purpose = needle): number {
    const known = this.#next.get(purpose);
    if (known !== undefined && (known === -1 || known >= from)) return known;
    const found = this.#content.indexOf(needle, from);
    this.#next.set(purpose, found);
    return found;
  }
}
