/** The module alone, its memory and a text or an array in it: what C has, so that the two can be compared. */
import { readFileSync } from "node:fs";
import { foldTable } from "../../src/core/kernels/text/foldTable.ts";

type Exports = Record<string, (...numbers: number[]) => number>;

export class Instance {
  readonly exports: Exports;
  readonly #memory: WebAssembly.Memory;
  #end: number;

  constructor() {
    const module = new WebAssembly.Module(readFileSync(new URL("../../build/engine.wasm", import.meta.url)));
    const exports = new WebAssembly.Instance(module, {}).exports;
    this.exports = exports as Exports;
    this.#memory = exports["memory"] as WebAssembly.Memory;
    this.#end = (exports["HEAP_BASE"] as WebAssembly.Global).value;
    const { stage1, stage2, pool } = foldTable();
    this.exports["setFoldTable"]!(this.put(stage1), this.put(stage2), this.put(pool));
  }

  /** Room, with 256 bytes of zeros on either side. */
  take(lengthBytes: number): number {
    const at = Math.ceil((this.#end + 256) / 64) * 64;
    this.#end = at + lengthBytes + 256;
    const missing = this.#end - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / 65_536));
    return at;
  }

  put(values: Uint8Array | Uint16Array | Uint32Array): number {
    const at = this.take(values.byteLength);
    this.bytes(at, values.byteLength).set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
    return at;
  }

  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, at, length);
  }

  words(at: number, length: number): Uint32Array {
    return new Uint32Array(this.#memory.buffer, at, length);
  }
}
