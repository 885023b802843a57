/** Looking ahead in linear time. */

/** Where something next stands; asks the string again only beyond the last answer, so that a scan asks for each once. */
export class Finder {
  readonly #content: string;
  readonly #next = new Map<string, number>();

  constructor(content: string) {
    this.#content = content;
  }

  /** Index of the first `needle` at or after `from`, or -1. `from` never decreases for one purpose. */
  find(needle: string, from: number, purpose = needle): number {
    const known = this.#next.get(purpose);
    if (known !== undefined && (known === -1 || known >= from)) return known;
    const found = this.#content.indexOf(needle, from);
    this.#next.set(purpose, found);
    return found;
  }
}
