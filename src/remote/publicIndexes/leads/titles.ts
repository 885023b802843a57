/**
 * Looks for a work in lists of titles that the caller has: published lists of books in shadow libraries, of
 * settlements, of datasets. Nothing is sent. That a title is listed says that the list names such a work, and nothing
 * of training.
 */
import { checkArguments, isIterable, isName, isRecord } from "../../../base/arguments.ts";
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { type KernelOptions, loadKernels } from "../../../core/kernels/load.ts";
import { readText } from "../../../core/text/text.ts";
import { isbn13 } from "./isbn.ts";
import { type ListedTitle, type ListFormat, readTitles } from "./titlesRead.ts";

/** A work as it is looked for. */
export interface SoughtWork {
  title?: string | undefined;
  /** Names of its authors. */
  authors?: string[] | undefined;
  /** Any ISBN of it, with or without hyphens. */
  isbns?: string[] | undefined;
}

/** A list of titles: a file of the caller's, in parts of any size. */
export interface TitleList {
  /** How results name it. */
  name: string;
  /** Its text. */
  parts: Iterable<string> | AsyncIterable<string>;
  /** `csv`, `tsv` with a line of names, `jsonl`, or `lines` with a title each. */
  format: ListFormat;
}

/**
 * What an entry has in common with the work: an ISBN, or the title and an author; the title alone where the entry or
 * the search names no author.
 */
export type TitleMatch = "isbn" | "title_and_author" | "title";

/** An entry of a list. */
export interface FoundTitle extends ListedTitle {
  list: string;
  /** Number of the entry in the list, from 1. */
  entry: number;
  by: TitleMatch;
}

/** Entries of lists that name a work. A lead: no text was compared. */
export interface TitlesFound {
  kind: "titles";
  /** The surest first, then in the order of the lists; at most 1,000. */
  found: FoundTitle[];
  /** For each list how many entries it has, how many name the work, and how many have neither title nor ISBN. */
  lists: { list: string; entries: number; found: number; unread: number }[];
}

const FOUND_MAX = 1_000;
const SUREST_FIRST: readonly TitleMatch[] = ["isbn", "title_and_author", "title"];

/**
 * Goes through lists of titles for a work. Titles are compared by words, whatever their case and punctuation, with and
 * without what follows a colon; authors by their names in any order.
 *
 * @throws invalid_request
 */
export async function findTitles(
  work: SoughtWork,
  lists: readonly TitleList[],
  options: KernelOptions = {},
): Promise<TitlesFound> {
  const isbns = check(work, lists);
  const sought = new Sought(await loadKernels(options.wasm), work, isbns);
  const found: Record<TitleMatch, FoundTitle[]> = { isbn: [], title_and_author: [], title: [] };
  const counts: TitlesFound["lists"] = [];
  for (const { name, parts, format } of lists) {
    const counted = { list: name, entries: 0, found: 0, unread: 0 };
    for await (const listed of readTitles(parts, format)) {
      counted.entries++;
      if (listed.title === null && listed.isbns.length === 0) counted.unread++;
      const by = sought.matches(listed);
      if (by === null) continue;
      counted.found++;
      if (found[by].length < FOUND_MAX) found[by].push({ list: name, entry: counted.entries, by, ...listed });
    }
    counts.push(counted);
  }
  return { kind: "titles", found: SUREST_FIRST.flatMap((by) => found[by]).slice(0, FOUND_MAX), lists: counts };
}

/** @returns the sought ISBNs in one form */
function check(work: SoughtWork, lists: readonly TitleList[]): string[] {
  const { title, authors, isbns } = isRecord(work) ? (work as SoughtWork) : {};
  const isNames = (names: unknown) => names === undefined || (Array.isArray(names) && names.every(isName));
  const isList = (list: unknown) =>
    isRecord(list) &&
    isName(list["name"]) &&
    isIterable(list["parts"]) &&
    FORMATS.includes(list["format"] as ListFormat);
  checkArguments("findTitles", [
    ["/work", title !== undefined || (Array.isArray(isbns) && isbns.length > 0), "given a title or an ISBN"],
    ["/work/title", title === undefined || isName(title), "a title"],
    ["/work/authors", isNames(authors), "a list of names"],
    ["/work/isbns", isNames(isbns), "a list of ISBNs"],
    [
      "/lists",
      Array.isArray(lists) && lists.length > 0 && lists.every(isList),
      `lists with name, parts and format (${FORMATS.join(", ")})`,
    ],
  ]);
  const read = (isbns ?? []).map((isbn) => isbn13(isbn));
  checkArguments(
    "findTitles",
    read.map((isbn, i) => [`/work/isbns/${i}`, isbn !== null, "an ISBN of 10 or 13 digits whose check digit is right"]),
  );
  return read as string[];
}

const FORMATS: readonly ListFormat[] = ["csv", "tsv", "jsonl", "lines"];

/** A word of a name, by what folding makes of it and of its first letter. */
interface NameWord {
  key: string;
  initial: string;
  isInitial: boolean;
}

class Sought {
  readonly #kernels: Kernels;
  readonly #isbns: ReadonlySet<string>;
  readonly #titles: ReadonlySet<string>;
  readonly #authors: readonly (readonly NameWord[])[];

  constructor(kernels: Kernels, { title, authors = [] }: SoughtWork, isbns: readonly string[]) {
    this.#kernels = kernels;
    this.#isbns = new Set(isbns);
    this.#titles = title === undefined ? new Set() : this.#formsOf(title);
    this.#authors = authors.map((name) => this.#nameOf(name)).filter((words) => words.length > 0);
  }

  matches({ title, authors, isbns }: ListedTitle): TitleMatch | null {
    if (isbns.some((isbn) => this.#isbns.has(isbn))) return "isbn";
    if (title === null || this.#titles.size === 0) return null;
    const isTitled = [...this.#formsOf(title)].some((form) => this.#titles.has(form));
    if (!isTitled) return null;
    if (authors === null || this.#authors.length === 0) return "title";
    const named = this.#nameOf(authors);
    return this.#authors.some((words) => isNamed(words, named)) ? "title_and_author" : null;
  }

  /** The whole title, and what stands before a colon. */
  #formsOf(title: string): Set<string> {
    const main = title.split(/[:：]/)[0]!;
    return new Set([title, main].map((form) => this.#wordsOf(form).join(" ")).filter((form) => form !== ""));
  }

  #nameOf(name: string): NameWord[] {
    return (name.match(/[\p{L}\p{M}\p{N}]{1,1000}/gu) ?? []).map((word) => {
      const [first = ""] = word;
      return { key: this.#wordsOf(word).join(" "), initial: this.#wordsOf(first).join(" "), isInitial: word === first };
    });
  }

  #wordsOf(text: string): string[] {
    const { low, high } = readText(this.#kernels, text).words;
    return Array.from(low, (word, i) => `${word}.${high[i]!}`);
  }
}

/** Whether a name is among those of the authors: its first and last word, of which one may be an initial. */
function isNamed(words: readonly NameWord[], named: readonly NameWord[]): boolean {
  const ends = words.length > 2 ? [words[0]!, words.at(-1)!] : words;
  const isWhole = ends.some((word) => !word.isInitial && named.some((other) => other.key === word.key));
  return isWhole && ends.every((word) => named.some((other) => isSameName(word, other)));
}

function isSameName(one: NameWord, other: NameWord): boolean {
  return one.key === other.key || ((one.isInitial || other.isInitial) && one.initial === other.initial);
}
