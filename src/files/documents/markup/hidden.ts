/** Where content that is not shown begins and ends in HTML, without a tree and in linear time. */

/** Elements without content: they cannot hide any. */
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

/** Elements that end an open paragraph (HTML, section 13.1.2.4). */
const END_PARAGRAPH = new Set(
  `address article aside blockquote details dialog div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header
   hgroup hr main menu nav ol p pre search section table ul`.split(/\s+/),
);

/** Elements whose end tag may be missing: which tags end each, unless one of the `within` was opened in it. */
const IMPLIED_ENDS: Readonly<Record<string, { readonly before: ReadonlySet<string>; readonly within: string }>> = {
  p: { before: END_PARAGRAPH, within: "" },
  li: { before: new Set(["li"]), within: "ul ol menu" },
  dt: { before: new Set(["dt", "dd"]), within: "dl" },
  dd: { before: new Set(["dt", "dd"]), within: "dl" },
  td: { before: new Set(["td", "th", "tr", "tbody", "tfoot"]), within: "table" },
  th: { before: new Set(["td", "th", "tr", "tbody", "tfoot"]), within: "table" },
  tr: { before: new Set(["tr", "tbody", "tfoot"]), within: "table" },
  rt: { before: new Set(["rt", "rp", "rtc"]), within: "" },
  rp: { before: new Set(["rt", "rp", "rtc"]), within: "" },
  option: { before: new Set(["option", "optgroup"]), within: "select" },
};

/** A count for each name. */
class Counts {
  /** A count is changed in place: this runs for every tag, and setting an entry takes twice the time of finding it. */
  readonly #counts = new Map<string, { count: number }>();

  add(name: string, count: number): void {
    const found = this.#counts.get(name);
    if (found === undefined) this.#counts.set(name, { count });
    else found.count += count;
  }

  of(name: string): number {
    return this.#counts.get(name)?.count ?? 0;
  }
}

/** The hidden element that a place is in, if it is in one; of nested ones the outermost. */
export class HiddenRegion {
  #root = "";
  /** Whether only tags of its own name end it, as with scripts. */
  #isOpaque = false;
  /** Elements that are open in the region, and how many there are of each name. */
  #inner: string[] = [];
  #innerCounts = new Counts();
  readonly #outerCounts = new Counts();

  get isOpen(): boolean {
    return this.#root !== "";
  }

  /** An element opens; where that ends the region, `isOpen` is false from here on. */
  open(name: string): void {
    if (this.isOpen && this.#endsBefore(name)) this.#end();
    if (VOID.has(name)) return;
    if (!this.isOpen) this.#outerCounts.add(name, 1);
    else this.#push(name);
  }

  /** What the element contains that opened last is hidden. */
  begin(name: string, isOpaque: boolean): void {
    if (VOID.has(name)) return;
    this.#root = name;
    this.#isOpaque = isOpaque;
    this.#inner = [];
    this.#innerCounts = new Counts();
  }

  /** An element closes. Gives whether its tag is outside the region; the tag of the hidden element itself is not. */
  close(name: string): boolean {
    if (!this.isOpen) {
      if (this.#outerCounts.of(name) > 0) this.#outerCounts.add(name, -1);
      return true;
    }
    if (this.#innerCounts.of(name) > 0) {
      this.#pop(name);
      return false;
    }
    if (name === this.#root) {
      this.#outerCounts.add(name, -1);
      this.#end();
      return false;
    }
    if (this.#isOpaque || this.#outerCounts.of(name) === 0) return false;
    this.#outerCounts.add(name, -1);
    this.#end();
    return true;
  }

  #push(name: string): void {
    if (this.#isOpaque && name !== this.#root) return;
    this.#inner.push(name);
    this.#innerCounts.add(name, 1);
  }

  /** Closes the innermost element of this name, and those in it. */
  #pop(name: string): void {
    for (let last = this.#inner.pop(); last !== undefined; last = this.#inner.pop()) {
      this.#innerCounts.add(last, -1);
      if (last === name) return;
    }
  }

  #endsBefore(name: string): boolean {
    const implied = this.#isOpaque ? undefined : IMPLIED_ENDS[this.#root];
    if (implied === undefined || !implied.before.has(name)) return false;
    return implied.within.split(" ").every((container) => this.#innerCounts.of(container) === 0);
  }

  #end(): void {
    this.#root = "";
  }
}
