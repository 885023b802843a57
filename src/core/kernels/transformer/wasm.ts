/** The kernels of `assembly/transformer/` as one transformer, in an instance that keeps its weights. */
import { Arena, type MemoryExports } from "../memory.ts";
import { type Linear, limitOf, type Norm, type TransformerKernels, type TransformerWeights } from "./kernels.ts";

/** Exports of the module; `assembly/transformer/` documents each. */
export interface TransformerExports {
  quantiseRows(values: number, rows: number, width: number, limit: number, out: number, scales: number): void;
  product(...args: [...Quantised, weights: number, columns: number, ...QuantisedScales, out: number]): void;
  attend(tokens: number, length: number, width: number, headWidth: number, scratch: number, out: number): void;
  addRows(values: number, more: number, count: number): void;
  gate(values: number, count: number): void;
  normaliseRows(values: number, rows: number, width: number, gains: number, shifts: number, epsilon: number): void;
}
type Quantised = [a: number, rows: number, inner: number];
type QuantisedScales = [scales: number, columnScales: number, shifts: number];

type TransformerInstance = MemoryExports & TransformerExports;

/** @param another makes one more instance, whose memory is its owner's alone */
export function transformerKernels(another: () => TransformerInstance): TransformerKernels {
  return {
    transformer(weights) {
      const transformer = new Transformer(another(), weights);
      return (inputs, lengths) => transformer.run(inputs, lengths);
    },
  };
}

interface KeptLinear {
  inner: number;
  columns: number;
  weights: number;
  scales: number;
  shifts: number;
}

interface KeptNorm {
  gains: number;
  shifts: number;
}

type ProductPlaces = [from: number, by: KeptLinear, to: number];

/** Columns of a panel, and rows of a block: what a kernel does at once. */
const PANEL_COLUMNS = 8;
const BLOCK_ROWS = 4;

class Transformer {
  readonly #kernels: TransformerInstance;
  readonly #arena: Arena;
  readonly #about: Pick<TransformerWeights, "width" | "headWidth" | "epsilon">;
  readonly #inputNorm: KeptNorm;
  readonly #layers;
  /** Numbers of the widest row between layers. */
  readonly #widest: number;

  constructor(kernels: TransformerInstance, { width, headWidth, epsilon, inputNorm, layers }: TransformerWeights) {
    this.#kernels = kernels;
    this.#arena = new Arena(kernels.memory, Math.ceil(kernels.HEAP_BASE.value / 16) * 16);
    this.#about = { width, headWidth, epsilon };
    this.#inputNorm = this.#keepNorm(inputNorm);
    this.#layers = layers.map((layer) => ({
      attention: this.#keepProduct(layer.attention),
      attended: this.#keepProduct(layer.attended),
      attendedNorm: this.#keepNorm(layer.attendedNorm),
      widened: this.#keepProduct(layer.widened),
      narrowed: this.#keepProduct(layer.narrowed),
      narrowedNorm: this.#keepNorm(layer.narrowedNorm),
    }));
    this.#widest = Math.max(...this.#layers.flatMap(({ attention, widened }) => [attention.columns, widened.columns]));
    this.#arena.keep();
  }

  run(inputs: Float32Array, lengths: readonly number[]): Float32Array {
    if (inputs.length === 0) return new Float32Array();
    const kernels = this.#kernels;
    const { width, headWidth, epsilon } = this.#about;
    const places = this.#lay(inputs, Math.max(...lengths));
    const { rows, tokens, wide } = places;
    const normalise = ({ gains, shifts }: KeptNorm) =>
      kernels.normaliseRows(tokens, rows, width, gains, shifts, epsilon);
    const addNormalised = (norm: KeptNorm) => {
      kernels.addRows(tokens, places.narrow, rows * width);
      normalise(norm);
    };
    normalise(this.#inputNorm);
    for (const layer of this.#layers) {
      this.#product(places, tokens, layer.attention, wide);
      lengths.reduce((at, length) => {
        const [from, to] = [wide + 12 * width * at, places.narrow + 4 * width * at];
        kernels.attend(from, length, width, headWidth, places.scratch, to);
        return at + length;
      }, 0);
      this.#product(places, places.narrow, layer.attended, places.narrow);
      addNormalised(layer.attendedNorm);
      this.#product(places, tokens, layer.widened, wide);
      kernels.gate(wide, rows * layer.widened.columns);
      this.#product(places, wide, layer.narrowed, places.narrow);
      addNormalised(layer.narrowedNorm);
    }
    return new Float32Array(this.#arena.bytes(tokens, inputs.byteLength).slice().buffer);
  }

  /** Memory of a call. Rows behind the last token fill a block: they hold what was there, and nobody reads them. */
  #lay(inputs: Float32Array, longest: number) {
    const { width, headWidth } = this.#about;
    const arena = this.#arena;
    const rows = Math.ceil(inputs.length / width / BLOCK_ROWS) * BLOCK_ROWS;
    arena.reset();
    const tokens = arena.put(inputs);
    arena.extend(tokens, 4 * rows * width);
    const [narrow, wide] = [arena.take(4 * rows * width), arena.take(4 * rows * this.#widest)];
    const [integers, scales] = [arena.take(2 * rows * this.#widest), arena.take(4 * rows)];
    return { rows, tokens, narrow, wide, integers, scales, scratch: arena.take(4 * (headWidth + 1) * (longest + 3)) };
  }

  /** Rows times a matrix; the result may take the place of the rows. */
  #product({ rows, integers, scales }: Record<"rows" | "integers" | "scales", number>, ...at: ProductPlaces) {
    const [from, by, to] = at;
    this.#kernels.quantiseRows(from, rows, by.inner, limitOf(by.inner), integers, scales);
    this.#kernels.product(integers, rows, by.inner, by.weights, by.columns, scales, by.scales, by.shifts, to);
  }

  #keepNorm({ gains, shifts }: Norm): KeptNorm {
    return { gains: this.#arena.put(gains), shifts: this.#arena.put(shifts) };
  }

  /** Weights in panels, two rows of a panel side by side. */
  #keepProduct({ weights, inner, scales, shifts }: Linear): KeptLinear {
    const columns = scales.length;
    const at = this.#arena.take(weights.length);
    const panels = this.#arena.bytes(at, weights.length);
    let to = 0;
    for (let panel = 0; panel < columns; panel += PANEL_COLUMNS)
      for (let row = 0; row < inner; row += 2)
        for (let column = panel; column < panel + PANEL_COLUMNS; column++) {
          panels[to++] = weights[row * columns + column]!;
          panels[to++] = weights[(row + 1) * columns + column]!;
        }
    return { inner, columns, weights: at, scales: this.#arena.put(scales), shifts: this.#arena.put(shifts) };
  }
}
