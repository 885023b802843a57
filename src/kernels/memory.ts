/**
 * The memory of an instance:
 *
 *   0            HEAP_BASE        arena                            end
 *   [ module's own ][ fold table   ][ arguments and results of one call ]
 *
 * The arena is laid out afresh by every call and its results are copied out before the call returns, so nothing points
 * into it afterwards and calls cannot disturb each other. Growing the memory detaches every view, silently: views are
 * made again whenever room has been taken. WebAssembly memory never shrinks, so an instance that one call has made
 * large is replaced before the next.
 */

const PAGE_BYTES = 65_536;
/**
 * Memory that an instance keeps from call to call: the fold table, and the buffers of a chunk of text at their worst.
 */
const KEPT_BYTES_MAX = 32 * 2 ** 20;

/**
 * Lays out the arena: consecutive 16-byte aligned places, and views of them made when the memory has its final size.
 */
export class Arena {
  readonly #memory: WebAssembly.Memory;
  readonly #base: number;
  #end: number;

  constructor(memory: WebAssembly.Memory, base: number) {
    this.#memory = memory;
    this.#base = (base + 15) & ~15;
    this.#end = this.#base;
  }

  get memoryBytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** Begins a call: everything handed out before is given back. */
  reset(): void {
    this.#end = this.#base;
  }

  /** A place of so many bytes, with 16 readable bytes behind it. */
  take(lengthBytes: number): number {
    const at = this.#end;
    this.extend(at, lengthBytes);
    return at;
  }

  /** Makes the place at `at`, the last one taken, that long. */
  extend(at: number, lengthBytes: number): void {
    this.#end = Math.ceil((at + lengthBytes + 16) / 16) * 16;
    const missing = this.#end - this.memoryBytes;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
  }

  /** Gives back the place at `at` and all taken after it. */
  giveBack(at: number): void {
    this.#end = at;
  }

  put(values: Uint8Array | Uint16Array | Uint32Array | Float32Array | Float64Array): number {
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

  floats(at: number, length: number): Float64Array {
    return new Float64Array(this.#memory.buffer, at, length);
  }
}

/** What every instance exports beside its kernels. */
export interface MemoryExports {
  memory: WebAssembly.Memory;
  HEAP_BASE: WebAssembly.Global;
}

/** What a kernel is called with: the exports of an instance, and its arena with nothing taken. */
export interface KernelCall<Exports> {
  exports: Exports;
  arena: Arena;
}

export interface Caller<Exports> {
  /** Begins a call. What the call before handed out is given back. */
  begin(): KernelCall<Exports>;
}

/** An instance with its arena, replaced when it has grown beyond what is worth keeping. */
export class Machine<Exports extends MemoryExports> implements Caller<Exports> {
  readonly #module: WebAssembly.Module;
  readonly #prepare: (exports: Exports, below: Arena) => void;
  #exports!: Exports;
  #arena!: Arena;

  /** @param prepare writes what stays in memory below the arena */
  constructor(
    module: WebAssembly.Module,
    instance: WebAssembly.Instance,
    prepare: (exports: Exports, below: Arena) => void,
  ) {
    this.#module = module;
    this.#prepare = prepare;
    this.#use(instance);
  }

  begin(): KernelCall<Exports> {
    if (this.#arena.memoryBytes > KEPT_BYTES_MAX) this.#use(new WebAssembly.Instance(this.#module, {}));
    this.#arena.reset();
    return { exports: this.#exports, arena: this.#arena };
  }

  #use(instance: WebAssembly.Instance): void {
    this.#exports = instance.exports as unknown as Exports;
    const below = new Arena(this.#exports.memory, this.#exports.HEAP_BASE.value);
    this.#prepare(this.#exports, below);
    this.#arena = new Arena(this.#exports.memory, below.take(0));
  }
}
