/**
 * The memory of an instance:
 *
 *   0            HEAP_BASE                       arena                            end
 *   [ module's own ][ fold table ][ one thing kept ][ arguments and results of one call ]
 *
 * What many calls need, as a query that is compared with block after block, is kept for them until another takes its
 * place, and so it must be small; whoever comes next writes it again. Every call lays out the arena anew and copies its
 * results out before it returns, so nothing points into the arena afterwards and calls cannot disturb each other.
 * Growing the memory silently detaches every view: create views again after each allocation. WebAssembly memory never
 * shrinks, so an instance that has become large is replaced before the next call.
 */

export const PAGE_BYTES = 65_536;
/**
 * Most memory that an instance keeps between calls: the fold table and the largest buffers that a chunk of text needs.
 */
const KEPT_BYTES_MAX = 32 * 2 ** 20;

/**
 * Allocates consecutive 16-byte aligned regions, and creates views of them once the memory has its final size.
 */
export class Arena {
  readonly #memory: WebAssembly.Memory;
  readonly #base: number;
  #kept: number;
  #end: number;
  /** All of the memory: views take longer to make than most of what is read through them. */
  #all: Uint8Array;

  constructor(memory: WebAssembly.Memory, base: number) {
    this.#memory = memory;
    this.#all = new Uint8Array(memory.buffer);
    this.#base = (base + 15) & ~15;
    this.#kept = this.#base;
    this.#end = this.#base;
  }

  /** All of the memory, as it is now. */
  get #bytes(): Uint8Array {
    // Where the memory has grown, also in a kernel, older views have no length.
    if (this.#all.length === 0) this.#all = new Uint8Array(this.#memory.buffer);
    return this.#all;
  }

  get memoryBytes(): number {
    return this.#bytes.length;
  }

  /** Bytes that a call does not free. */
  get keptBytes(): number {
    return this.#kept - this.#base;
  }

  /** Begins a call: frees everything but what is kept. */
  reset(): void {
    this.#end = this.#kept;
  }

  /** Keeps what is allocated. */
  keep(): void {
    this.#kept = this.#end;
  }

  /** Frees everything. */
  clear(): void {
    this.#kept = this.#base;
    this.#end = this.#base;
  }

  /** Allocates `lengthBytes` bytes, with 16 readable bytes behind them, and returns the address. */
  take(lengthBytes: number): number {
    const at = this.#end;
    this.extend(at, lengthBytes);
    return at;
  }

  /** Resizes the last allocation, which begins at `at`. */
  extend(at: number, lengthBytes: number): void {
    this.#end = Math.ceil((at + lengthBytes + 16) / 16) * 16;
    const missing = this.#end - this.memoryBytes;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
  }

  /** Frees the allocation at `at` and all later ones. */
  giveBack(at: number): void {
    this.#end = at;
  }

  put(values: Uint8Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array): number {
    const at = this.take(values.byteLength);
    const isBytes = values instanceof Uint8Array;
    this.#bytes.set(isBytes ? values : new Uint8Array(values.buffer, values.byteOffset, values.byteLength), at);
    return at;
  }

  /** The same at an address that was allocated, with zeros around it. */
  putBetweenZeros(at: number, bytes: Uint8Array, zeros: number): void {
    const all = this.#bytes;
    all.fill(0, at - zeros, at);
    all.set(bytes, at);
    all.fill(0, at + bytes.length, at + bytes.length + zeros);
  }

  /** A copy of bytes. */
  copied(at: number, length: number): Uint8Array {
    return this.#bytes.slice(at, at + length);
  }

  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.#bytes.buffer, at, length);
  }

  words(at: number, length: number): Uint32Array {
    return new Uint32Array(this.#bytes.buffer, at, length);
  }

  floats(at: number, length: number): Float64Array {
    return new Float64Array(this.#bytes.buffer, at, length);
  }
}

/** Exports of every instance in addition to the kernels. */
export interface MemoryExports {
  memory: WebAssembly.Memory;
  HEAP_BASE: WebAssembly.Global;
}

/** What a kernel call uses: the exports of an instance, and its empty arena. */
export interface KernelCall<Exports> {
  exports: Exports;
  arena: Arena;
}

/** A call beside what is kept at an address. */
export interface CallBeside<Exports> extends KernelCall<Exports> {
  at: number;
}

export interface Caller<Exports> {
  /** Begins a call and frees what the previous call allocated. */
  begin(): KernelCall<Exports>;
  /**
   * Makes a call beside something that stays in memory for the calls of one owner.
   *
   * @param lay writes it where it is not there yet, and returns its address
   */
  beside<Result>(owner: object, lay: (arena: Arena) => number, use: (call: CallBeside<Exports>) => Result): Result;
  /** A number of each owner, from 1. */
  numberOf(owner: object): number;
  /** Whether something is kept for an owner. */
  keeps(owner: object): boolean;
  /** Frees what is kept for an owner, if it is large. */
  release(owner: object): void;
}

/** An instance with its arena; replaced when its memory exceeds `KEPT_BYTES_MAX`. */
export class Machine<Exports extends MemoryExports> implements Caller<Exports> {
  readonly #module: WebAssembly.Module;
  readonly #prepare: (exports: Exports, below: Arena) => void;
  #exports!: Exports;
  #arena!: Arena;
  #kept: { owner: number; at: number } | null = null;
  /** Of each owner its number: nothing here holds an owner, which may be as large as what is kept for it. */
  readonly #numbers = new WeakMap<object, number>();
  #owners = 0;

  /** @param prepare writes the data that stays in memory below the arena */
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
    // A call may need as much again as what is kept for it.
    if (this.#arena.memoryBytes - 2 * this.#arena.keptBytes > KEPT_BYTES_MAX)
      this.#use(new WebAssembly.Instance(this.#module, {}));
    this.#arena.reset();
    return { exports: this.#exports, arena: this.#arena };
  }

  beside<Result>(owner: object, lay: (arena: Arena) => number, use: (call: CallBeside<Exports>) => Result): Result {
    if (!this.keeps(owner)) this.#forget();
    const call = this.begin();
    if (this.#kept === null) {
      this.#kept = { owner: this.numberOf(owner), at: lay(call.arena) };
      call.arena.keep();
    }
    try {
      return use({ ...call, at: this.#kept.at });
    } catch (error) {
      // What is kept may be half changed.
      this.#forget();
      throw error;
    }
  }

  numberOf(owner: object): number {
    const known = this.#numbers.get(owner) ?? ++this.#owners;
    this.#numbers.set(owner, known);
    return known;
  }

  keeps(owner: object): boolean {
    return this.#kept !== null && this.#kept.owner === this.#numbers.get(owner);
  }

  release(owner: object): void {
    if (this.keeps(owner) && this.#arena.keptBytes > KEPT_BYTES_MAX)
      this.#use(new WebAssembly.Instance(this.#module, {}));
  }

  #forget(): void {
    this.#kept = null;
    this.#arena.clear();
  }

  #use(instance: WebAssembly.Instance): void {
    this.#exports = instance.exports as unknown as Exports;
    const below = new Arena(this.#exports.memory, this.#exports.HEAP_BASE.value);
    this.#prepare(this.#exports, below);
    this.#arena = new Arena(this.#exports.memory, below.take(0));
    this.#kept = null;
  }
}
