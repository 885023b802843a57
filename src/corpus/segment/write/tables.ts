/** Packs rows of a table into checked pages. */
import type { Kernels } from "../../../core/kernels/kernels.ts";
import { checksumSeed, PAGE_BYTES, ROW_BYTES, type SegmentTableName, sealPage } from "../../format/layout.ts";
import { rowsPerPage } from "../read/tables.ts";

/** Rows before they are packed into pages. */
export class PackedRows {
  readonly name: SegmentTableName;
  count = 0;
  #bytes: Uint8Array<ArrayBuffer>;
  #view: DataView;

  constructor(name: SegmentTableName) {
    this.name = name;
    this.#bytes = new Uint8Array(64 * ROW_BYTES[name]);
    this.#view = new DataView(this.#bytes.buffer);
  }

  /** Adds a row, written by `write`, and returns its number. */
  add(write: (view: DataView, at: number) => void): number {
    const at = this.count * ROW_BYTES[this.name];
    if (at === this.#bytes.length) {
      const grown = new Uint8Array(2 * at);
      grown.set(this.#bytes);
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    write(this.#view, at);
    return this.count++;
  }

  get view(): DataView {
    return this.#view;
  }

  /** The pages of the table. `bind` may change a row at its place in its page. */
  pack(kernels: Kernels, seed: number, bind?: (view: DataView, at: number, row: number) => void): Uint8Array {
    const rowBytes = ROW_BYTES[this.name];
    const perPage = rowsPerPage(this.name);
    const pages = Math.ceil(this.count / perPage);
    const packed = new Uint8Array(pages * PAGE_BYTES);
    const view = new DataView(packed.buffer);
    for (let page = 0; page < pages; page++) {
      const first = page * perPage;
      const last = Math.min(this.count, first + perPage);
      packed.set(this.#bytes.subarray(first * rowBytes, last * rowBytes), page * PAGE_BYTES);
      if (bind !== undefined)
        for (let row = first; row < last; row++) bind(view, page * PAGE_BYTES + (row - first) * rowBytes, row);
      sealPage(
        kernels,
        packed.subarray(page * PAGE_BYTES, (page + 1) * PAGE_BYTES),
        checksumSeed(seed, this.name, page),
      );
    }
    return packed;
  }
}
