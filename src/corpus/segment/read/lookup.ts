/**
 * Looks up many keys in the pages of a section: page by page, so that each is opened once, and nothing is made for a
 * page or a key.
 */
import { FoundValues } from "../../format/hits.ts";
import { corrupt, type Section } from "../../format/layout.ts";
import { INLINE_POSTINGS_MAX } from "../../format/lists.ts";
import { type PageForm, pageOf, pageStart } from "../../format/page.ts";
import { KeyPage } from "./page.ts";
import { type PageSource, readPageWords } from "./pages.ts";

/** What a lookup reads at once, or more where there would be more than `LOOKUP_PARTS_MAX` such parts. */
const BYTES_AT_ONCE_MIN = 8 * 1024 * 1024;
const LOOKUP_PARTS_MAX = 16;
/**
 * Of keys with entries that may have spilled, nine of ten are this near to the end of their page in novels, three of
 * five in D.C. laws.
 */
const NEAR_END_SHARE = 1 / 16;

/** A section of keys. */
interface KeySection {
  name: "keys" | "coarse";
  form: PageForm;
  section: Section;
}

/** Keys in the order of their pages: of `pages[i]` those with the numbers in `indexes` up to before `ends[i]`. */
interface KeysByPage {
  indexes: Uint32Array;
  pages: number[];
  ends: number[];
}

export async function lookUp(
  source: PageSource,
  section: KeySection,
  keys: Uint32Array,
  checkAborted: () => void,
): Promise<FoundValues> {
  const found = new FoundValues(keys.length);
  const all = byPage(keys, section.form.pages);
  const count = all.pages.length;
  const atOnce = Math.max(BYTES_AT_ONCE_MIN / section.form.pageBytes, Math.ceil(count / LOOKUP_PARTS_MAX));
  // Of a long query, which has a key on each page, not all pages are held at once.
  for (let from = 0; from < count; from += atOnce) {
    await new PartialLookup(source, section, keys, all, found).find(from, Math.min(count, from + atOnce));
    checkAborted();
  }
  return found;
}

function byPage(keys: Uint32Array, pagesOfSection: number): KeysByPage {
  const count = keys.length;
  // Words of 32 bits, where they have room, are sorted in a third of the time.
  const sorted = pagesOfSection * count <= 2 ** 32 ? new Uint32Array(count) : new Float64Array(count);
  for (let i = 0; i < count; i++) sorted[i] = pageOf(keys[i]!, pagesOfSection) * count + i;
  sorted.sort();
  const indexes = new Uint32Array(count);
  const pages: number[] = [];
  const ends: number[] = [];
  for (let i = 0; i < count; i++) {
    const page = Math.floor(sorted[i]! / count);
    indexes[i] = sorted[i]! - page * count;
    if (pages[pages.length - 1] !== page) {
      pages.push(page);
      ends.push(i);
    }
    ends[ends.length - 1] = i + 1;
  }
  return { indexes, pages, ends };
}

/** The lookup in some of the pages. */
class PartialLookup {
  readonly #source: PageSource;
  readonly #section: KeySection;
  readonly #keys: Uint32Array;
  readonly #all: KeysByPage;
  readonly #found: FoundValues;
  /** One page and the one behind it, for all pages in turn. */
  readonly #page: KeyPage;
  readonly #next: KeyPage;

  constructor(source: PageSource, section: KeySection, keys: Uint32Array, all: KeysByPage, found: FoundValues) {
    this.#source = source;
    this.#section = section;
    this.#keys = keys;
    this.#all = all;
    this.#found = found;
    this.#page = new KeyPage(section.form);
    this.#next = new KeyPage(section.form);
  }

  /** Finds the keys of the pages number `from` to before `to`. */
  async find(from: number, to: number): Promise<void> {
    const { pages } = this.#all;
    const wanted = pages.slice(from, to);
    const late = await this.#findIn(from, to, this.#source.file.isFar ? this.#withNext(from, to) : wanted);
    // Of their last keys more entries are in pages that were not read.
    const more = new Set<number>();
    for (const i of late) for (const page of [pages[i]!, pages[i]! + 1]) more.add(page);
    if (late.length > 0) await this.#findIn(from, to, [...more], late);
  }

  /**
   * @param wanted the pages to read, ascending
   * @param only numbers of the pages in which keys are still to be found, ascending; all where absent
   * @returns numbers of pages with such keys, since the page behind them was not wanted
   */
  async #findIn(from: number, to: number, wanted: readonly number[], only?: readonly number[]): Promise<number[]> {
    const { name, section, form } = this.#section;
    const { words, firsts } = await readPageWords(this.#source, name, section, wanted);
    const late: number[] = [];
    const count = only === undefined ? to - from : only.length;
    for (let n = 0, at = 0; n < count; n++, at++) {
      const i = only === undefined ? from + n : only[n]!;
      const page = this.#all.pages[i]!;
      while (wanted[at] !== page) at++;
      this.#page.open(words[at]!, firsts[at]!);
      const hasNext = wanted[at + 1] === page + 1;
      if (hasNext && this.#page.spillsFrom < 2 ** 32) this.#next.open(words[at + 1]!, firsts[at + 1]!);
      if (!this.#findOn(i, pageStart(page, form.pages), hasNext, only !== undefined)) late.push(i);
    }
    return late;
  }

  /**
   * Finds the keys of a page, and returns whether these are all.
   *
   * @param isLate whether only those are left that may have spilled
   */
  #findOn(i: number, start: number, hasNext: boolean, isLate: boolean): boolean {
    const { values } = this.#found;
    const { indexes, ends } = this.#all;
    const { spillsFrom } = this.#page;
    let areAll = true;
    for (let at = i === 0 ? 0 : ends[i - 1]!; at < ends[i]!; at++) {
      const index = indexes[at]!;
      const inPage = this.#keys[index]! - start;
      const spills = inPage >= spillsFrom;
      if (isLate && !spills) continue;
      if (spills && !hasNext) {
        areAll = false;
        continue;
      }
      const first = values.length;
      this.#page.find(inPage, values);
      if (spills) this.#next.findSpilled(inPage, values);
      // A key with more values has a list. Without this check, repeated pages of one key would be read as millions of
      // postings.
      if (values.length - first > INLINE_POSTINGS_MAX) throw corrupt("A page");
      this.#found.end(index, first);
    }
    return areAll;
  }

  /**
   * The pages, and the one behind each that has a key near its end, whose entries may have spilled: far away, it would
   * take another round trip to ask for it later.
   */
  #withNext(from: number, to: number): number[] {
    const { indexes, pages, ends } = this.#all;
    const pagesOfSection = this.#section.form.pages;
    const near = pageStart(1, pagesOfSection) * NEAR_END_SHARE;
    const wanted: number[] = [];
    for (let i = from; i < to; i++) {
      const page = pages[i]!;
      if (wanted[wanted.length - 1] !== page) wanted.push(page);
      const least = pageStart(page + 1, pagesOfSection) - near;
      const own = indexes.subarray(i === 0 ? 0 : ends[i - 1]!, ends[i]!);
      if (own.some((index) => this.#keys[index]! >= least)) wanted.push(page + 1);
    }
    return wanted;
  }
}
