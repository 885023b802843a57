/** Tables of rows in checked pages, read page by page on demand; `write/tables.ts` packs them. */
import { corrupt, PAGE_ROOM_BYTES, ROW_BYTES, type Section, type SegmentTableName } from "../../format/layout.ts";
import { keptPages } from "./kept.ts";
import { type PageSource, readPages, scanPages } from "./pages.ts";

/** Pages of a table that are read at once where all are: 1 MiB. */
const PAGES_AT_ONCE = 256;

export function rowsPerPage(name: SegmentTableName): number {
  return Math.floor(PAGE_ROOM_BYTES / ROW_BYTES[name]);
}

/** A table of an open segment. */
export class SegmentTable<Row> {
  readonly rows: number;
  readonly #source: PageSource;
  readonly #name: SegmentTableName;
  readonly #section: Section;
  readonly #parse: (view: DataView, at: number, row: number) => Row;

  constructor(
    source: PageSource,
    name: SegmentTableName,
    section: Section,
    parse: (view: DataView, at: number, row: number) => Row,
  ) {
    this.#source = source;
    this.#name = name;
    this.#section = section;
    this.rows = section.rows;
    this.#parse = parse;
  }

  /** One row: of a page that is kept nothing else is made. */
  async row(index: number): Promise<Row> {
    const kept = this.#source.kept.get(this.#name);
    const view = kept && keptPages.get(kept, this.#pageOf(index));
    if (view === undefined) return (await this.at([index]))[0]!;
    return this.#parse(view, (index % rowsPerPage(this.#name)) * ROW_BYTES[this.#name], index);
  }

  /** Rows with these numbers, read together. */
  async at(indexes: readonly number[]): Promise<Row[]> {
    const perPage = rowsPerPage(this.#name);
    const wanted = [...new Set(indexes.map((index) => this.#pageOf(index)))].sort((x, y) => x - y);
    const pages = await readPages(this.#source, this.#name, this.#section, wanted);
    return indexes.map((index) =>
      this.#parse(pages.get(this.#pageOf(index))!, (index % perPage) * ROW_BYTES[this.#name], index),
    );
  }

  #pageOf(index: number): number {
    if (!(index >= 0 && index < this.rows)) throw corrupt(`The table of ${this.#name}`);
    return Math.floor(index / rowsPerPage(this.#name));
  }

  /** All rows in order, read in runs of a few thousand. */
  async *all(): AsyncGenerator<Row> {
    const perPage = rowsPerPage(this.#name);
    const pages = Math.ceil(this.rows / perPage);
    for (let first = 0; first < pages; first += PAGES_AT_ONCE) {
      const wanted = Array.from({ length: Math.min(PAGES_AT_ONCE, pages - first) }, (_, i) => first + i);
      const views = await scanPages(this.#source, this.#name, this.#section, wanted);
      for (const page of wanted) {
        const rows = Math.min(perPage, this.rows - page * perPage);
        for (let i = 0; i < rows; i++)
          yield this.#parse(views.get(page)!, i * ROW_BYTES[this.#name], page * perPage + i);
      }
    }
  }
}
