/**
 * The memory of an instance:
 *
 *   0            HEAP_BASE        arena                            end
 *   [ module's own ][ fold table   ][ arguments and results of one call ]
 *
 * The arena is laid out afresh by every call and its results are copied out before the call returns, so nothing points into it
 * afterwards and calls cannot disturb each other. Growing the memory detaches every view, silently: views are made again in each
 * call, after the room they need is there.
 */

const PAGE_BYTES = 65_536;

/** Lays out the arena: consecutive 16-byte aligned places, and views of them made when the memory has its final size. */
export class Arena {
  readonly #memory: WebAssembly.Memory;
  readonly #base: number;
  #end: number;

  constructor(memory: WebAssembly.Memory, base: number) {
    this.#memory = memory;
    this.#base = (base + 15) & ~15;
    this.#end = this.#base;
  }

  /** Begins a call: everything handed out before is given back. */
  reset(): void {
    this.#end = this.#base;
  }

  /** A place of so many bytes, with 16 readable bytes behind it. */
  take(lengthBytes: number): number {
    const at = this.#end;
    this.#end = (at + lengthBytes + 31) & ~15;
    const missing = this.#end - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
    return at;
  }

  put(values: Uint8Array | Uint16Array | Uint32Array): number {
    const at = this.take(values.byteLength);
    new Uint8Array(this.#memory.buffer, at, values.byteLength).set(
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
    );
    return at;
  }

  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, at, length);
  }

  words(at: number, length: number): Uint32Array {
    return new Uint32Array(this.#memory.buffer, at, length);
  }
}
