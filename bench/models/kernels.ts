/** What a tiny model computes with: `assembly/` compiled when first needed, or the same in plain TypeScript (`kernels.reference.ts`). */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** How the numbers of a matrix lie: element (row, k) is number row × `row` + k × `step`. */
export interface Strides {
  row: number;
  step: number;
}

/** `rows` × `inner` times `inner` × `columns`; `columns` is a multiple of 8. */
export interface Product {
  rows: number;
  inner: number;
  columns: number;
}

/** Arrays are those of the memory that the kernels were opened with. `assembly/` says what each does. */
export interface ModelKernels {
  multiply(
    a: Float32Array,
    strides: Strides,
    b: Float32Array,
    start: Float32Array,
    c: Float32Array,
    size: Product,
  ): void;
  /** Rows of `columns` numbers become columns. */
  transpose(a: Float32Array, columns: number, out: Float32Array): void;
  /** Scores become gradients of the summed loss times `share`; the sum is returned. */
  crossEntropy(scores: Float32Array, targets: Uint32Array, share: number): number;
  adam(weights: Float32Array, means: Float32Array, squares: Float32Array, gradients: Float32Array, step: number): void;
  gather(ids: Uint32Array, table: Float32Array, width: number, out: Float32Array): void;
  scatter(ids: Uint32Array, rows: Float32Array, width: number, table: Float32Array): void;
  rectify(values: Float32Array): void;
  rectifyBack(values: Float32Array, gradients: Float32Array): void;
}

/** Kernels and the memory they work in, all zeros. It never grows, so views of it stay. */
export interface Opened {
  kernels: ModelKernels;
  buffer: ArrayBuffer;
  /** First byte of the buffer that is free, a multiple of 16. */
  baseBytes: number;
}

/** Opens kernels with room for so many bytes. */
export type Backend = (roomBytes: number) => Opened;

const PAGE_BYTES = 65_536;
const FOLDER = dirname(fileURLToPath(import.meta.url));
let compiled: Promise<WebAssembly.Module> | undefined;

/** The module of `assembly/`, compiled once a process. */
export function modelModule(): Promise<WebAssembly.Module> {
  compiled ??= compileModule();
  return compiled;
}

async function compileModule(): Promise<WebAssembly.Module> {
  const { default: asc } = await import("assemblyscript/asc");
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  const { error, stderr } = await asc.main(
    [
      "bench/models/assembly/index.ts",
      ...["--baseDir", join(FOLDER, "../.."), "--outFile", "models.wasm"],
      ...["-O3", "--noAssert", "--runtime", "stub", "--use", "abort=", "--enable", "simd"],
    ],
    {
      writeFile: (_, contents) => {
        if (typeof contents !== "string") bytes = Uint8Array.from(contents);
      },
    },
  );
  if (error !== null || bytes === undefined) throw new Error(`asc: ${error?.message}\n${stderr.toString()}`);
  return WebAssembly.compile(bytes);
}

/** The compiled kernels; a module may come from another thread. */
export async function wasmBackend(module?: WebAssembly.Module): Promise<Backend> {
  const code = module ?? (await modelModule());
  return (roomBytes) => {
    const exports = new WebAssembly.Instance(code, {}).exports as unknown as Exports;
    const baseBytes = (exports.HEAP_BASE.value + 15) & ~15;
    const missing = baseBytes + roomBytes - exports.memory.buffer.byteLength;
    if (missing > 0) exports.memory.grow(Math.ceil(missing / PAGE_BYTES));
    return { kernels: typedCalls(exports), buffer: exports.memory.buffer, baseBytes };
  };
}

/** Exports of the module; what each does is said in `assembly/`. */
interface Exports {
  memory: { buffer: ArrayBuffer; grow(pages: number): void };
  HEAP_BASE: { value: number };
  multiply(
    ...args: [a: number, row: number, step: number, b: number, start: number, c: number, ...size: number[]]
  ): void;
  transpose(a: number, rows: number, columns: number, out: number): void;
  crossEntropy(scores: number, targets: number, rows: number, width: number, share: number): number;
  adam(weights: number, means: number, squares: number, gradients: number, count: number, step: number): void;
  gather(ids: number, count: number, table: number, width: number, out: number): void;
  scatter(ids: number, count: number, rows: number, width: number, table: number): void;
  rectify(values: number, count: number): void;
  rectifyBack(values: number, gradients: number, count: number): void;
}

function typedCalls(exports: Exports): ModelKernels {
  const at = (array: Float32Array | Uint32Array): number => array.byteOffset;
  return {
    multiply: (a, { row, step }, b, start, c, { rows, inner, columns }) =>
      exports.multiply(at(a), row, step, at(b), at(start), at(c), rows, inner, columns),
    transpose: (a, columns, out) => exports.transpose(at(a), a.length / columns, columns, at(out)),
    crossEntropy: (scores, targets, share) =>
      exports.crossEntropy(at(scores), at(targets), targets.length, scores.length / targets.length, share),
    adam: (weights, means, squares, gradients, step) =>
      exports.adam(at(weights), at(means), at(squares), at(gradients), weights.length, step),
    gather: (ids, table, width, out) => exports.gather(at(ids), ids.length, at(table), width, at(out)),
    scatter: (ids, rows, width, table) => exports.scatter(at(ids), ids.length, at(rows), width, at(table)),
    rectify: (values) => exports.rectify(at(values), values.length),
    rectifyBack: (values, gradients) => exports.rectifyBack(at(values), at(gradients), values.length),
  };
}
