/**
 * The weights of a BERT in an ONNX file, as exporters of PyTorch write it: biases and norms have their names, matrices
 * are found beside them, in 8 bits with one scale a column. What is another model has another operator, or another
 * number of them, and is not read.
 */
import type { Linear, Norm, TransformerWeights } from "../../../core/kernels/transformer/kernels.ts";
import { FLOATS, floats, INTEGERS_8, INTEGERS_64, type OnnxGraph, type OnnxNode, readGraph } from "./graph.ts";

export interface Bert {
  weights: TransformerWeights;
  /** Tokens that it knows, and places that it can read. */
  tokens: number;
  places: number;
  /** Writes what a token is at a place: the sum of its rows in the tables. */
  input(token: number, place: number, out: Float32Array): void;
}

/** Rows of numbers, in 8 bits with one scale a row, or as they are. */
interface TokenTable {
  rows: number;
  width: number;
  values: Int8Array | Float32Array;
  scales: Float32Array | null;
}

/** The operators of a BERT that decide what is computed; there are others, which move numbers about. */
const OPERATORS_A_LAYER = { MatMul: 8, Softmax: 1, Erf: 1, LayerNormalization: 2 } as const;
const OPERATORS_MOVING =
  /^(Add|And|Cast|Concat|Div|Expand|Gather(ND)?|GreaterOrEqual|IsNaN|Max|Mul|Range|Reshape|Shape|Slice|(Uns|S)queeze|Transpose|Where)$/;

/** `null` where the file holds another model, or in another form. */
export function readBert(bytes: Uint8Array): Bert | null {
  try {
    return new BertReader(readGraph(bytes)).read();
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError) return null;
    throw error;
  }
}

class BertReader {
  readonly #graph: OnnxGraph;
  readonly #makers = new Map<string, OnnxNode>();
  readonly #users = new Map<string, OnnxNode[]>();

  constructor(graph: OnnxGraph) {
    this.#graph = graph;
    for (const node of graph.nodes) {
      for (const name of node.outputs) this.#makers.set(name, node);
      for (const name of node.inputs) this.#users.set(name, [...(this.#users.get(name) ?? []), node]);
    }
  }

  read(): Bert {
    const bias = [...this.#graph.tensors.keys()].find((name) => name.endsWith(FIRST_BIAS));
    const base = given(bias).slice(0, -FIRST_BIAS.length);
    const layers = Array.from({ length: this.#layersOf(base) }, (_, i) => this.#layer(`${base}encoder.layer.${i}.`));
    const [ids, types, places] = [this.#table("input_ids"), this.#table("token_type_ids"), this.#table(null)];
    const inputNorm = this.#norm(`${base}embeddings.LayerNorm`);
    const width = inputNorm.gains.length;
    const headWidth = this.#headWidth(bias!);
    const norms = layers.flatMap(({ attendedNorm, narrowedNorm }) => [attendedNorm, narrowedNorm]);
    const shapes = layers.every(
      ({ attention, attended, widened, narrowed }) =>
        [attention, attended, widened].every(({ inner }) => inner === width) &&
        attention.scales.length === 3 * width &&
        narrowed.inner === widened.scales.length &&
        narrowed.inner % 8 === 0 &&
        [attended, narrowed].every(({ scales }) => scales.length === width),
    );
    check(shapes && norms.every(({ gains }) => gains.length === width));
    check([ids, types, places].every((table) => table.width === width));
    check(headWidth > 0 && headWidth % 32 === 0 && width % headWidth === 0);
    return {
      weights: { width, headWidth, epsilon: this.#epsilon(), inputNorm, layers },
      tokens: ids.rows,
      places: places.rows,
      input: inputOf(ids, types, places),
    };
  }

  /** Counts the layers; throws where the operators are not those of so many. */
  #layersOf(base: string): number {
    const layers = [...this.#graph.tensors.keys()].filter(
      (name) => name.startsWith(`${base}encoder.layer.`) && name.endsWith(".attention.self.query.bias"),
    ).length;
    const counts = new Map<string, number>();
    for (const { operator } of this.#graph.nodes) counts.set(operator, (counts.get(operator) ?? 0) + 1);
    for (const [operator, count] of Object.entries(OPERATORS_A_LAYER)) {
      check(counts.get(operator) === count * layers + (operator === "LayerNormalization" ? 1 : 0));
      counts.delete(operator);
    }
    check([...counts.keys()].every((operator) => OPERATORS_MOVING.test(operator)));
    const last = `${base}encoder.layer.${layers - 1}.output.LayerNorm.bias`;
    check(this.#makers.get(this.#graph.outputs[0]!)?.inputs[2] === last);
    return layers;
  }

  #layer(base: string) {
    const sides = ["query", "key", "value"].map((side) => this.#product(`${base}attention.self.${side}.bias`));
    return {
      attention: besideEachOther(sides),
      attended: this.#product(`${base}attention.output.dense.bias`),
      attendedNorm: this.#norm(`${base}attention.output.LayerNorm`),
      widened: this.#product(`${base}intermediate.dense.bias`),
      narrowed: this.#product(`${base}output.dense.bias`),
      narrowedNorm: this.#norm(`${base}output.LayerNorm`),
    };
  }

  /** The matrix whose result is added to a bias. */
  #product(bias: string): Linear {
    const sum = this.#userOf(bias, "Add");
    const product = given(this.#makers.get(given(sum.inputs.find((name) => name !== bias))));
    check(product.operator === "MatMul");
    const { values, scales, rows, width } = this.#quantised(product.inputs[1]!, 1);
    return { weights: values, inner: rows, scales, shifts: this.#floats(bias, width) };
  }

  /** Integers × scales: one scale for each column (`axis` 1) or row (0). */
  #quantised(name: string, axis: 0 | 1) {
    const scaled = given(this.#makers.get(name));
    const cast = given(this.#makers.get(scaled.inputs[0]!));
    check(scaled.operator === "Mul" && cast.operator === "Cast");
    const { shape, type, bytes } = given(this.#graph.tensors.get(cast.inputs[0]!));
    const [rows, width] = shape as [number, number];
    check(type === INTEGERS_8 && shape.length === 2 && bytes.length === rows * width);
    const scale = scaled.inputs[1]!;
    check(given(this.#graph.tensors.get(scale)).shape[axis] === shape[axis]);
    return { values: new Int8Array(bytes.slice().buffer), scales: this.#floats(scale, shape[axis]!), rows, width };
  }

  /** The table that an input of the model chooses rows of; without one, the other: that of places, from 0 on. */
  #table(input: string | null): TokenTable {
    const gathers = this.#graph.nodes.filter(({ operator }) => operator === "Gather");
    check(gathers.length === 3);
    const isPlaces = ({ inputs }: OnnxNode) => !/^(input_ids|token_type_ids)$/.test(inputs[1]!);
    const gather = given(gathers.find((node) => (input === null ? isPlaces(node) : node.inputs[1] === input)));
    if (input === null) {
      const numbers = given(this.#makers.get(gather.inputs[1]!));
      const { type, bytes } = given(this.#graph.tensors.get(numbers.inputs[0]!));
      // The place of the second token is 1.
      check(numbers.operator === "Slice" && type === INTEGERS_64 && bytes[0] === 0 && bytes[8] === 1);
    }
    const name = gather.inputs[0]!;
    const plain = this.#graph.tensors.get(name);
    if (plain === undefined) return this.#quantised(name, 0);
    const [rows, width] = plain.shape as [number, number];
    return { rows, width, values: this.#floats(name, rows * width), scales: null };
  }

  #norm(name: string): Norm {
    const { inputs } = this.#userOf(`${name}.bias`, "LayerNormalization");
    const { length } = this.#floats(`${name}.bias`);
    return { gains: this.#floats(inputs[1]!, length), shifts: this.#floats(`${name}.bias`) };
  }

  #epsilon(): number {
    const norms = this.#graph.nodes.filter(({ operator }) => operator === "LayerNormalization");
    const [epsilon, ...others] = new Set(norms.map(({ floats }) => floats.get("epsilon")));
    check(others.length === 0);
    return given(epsilon);
  }

  /** The last number of the shape that queries take. */
  #headWidth(bias: string): number {
    const [sum] = this.#userOf(bias, "Add").outputs;
    const shape = this.#userOf(sum!, "Reshape").inputs[1]!;
    const name = this.#makers.get(shape)?.inputs.at(-1) ?? shape;
    const { type, bytes } = given(this.#graph.tensors.get(name));
    check(type === INTEGERS_64 && bytes.length >= 8);
    return new DataView(bytes.slice(-8).buffer).getInt32(0, true);
  }

  #userOf(name: string, operator: string): OnnxNode {
    const users = (this.#users.get(name) ?? []).filter((node) => node.operator === operator);
    check(users.length === 1);
    return users[0]!;
  }

  #floats(name: string, length?: number): Float32Array {
    const { type, bytes } = given(this.#graph.tensors.get(name));
    check(type === FLOATS && bytes.length > 0 && bytes.length % 4 === 0);
    const values = floats(bytes);
    check(length === undefined || values.length === length);
    return values;
  }
}

const FIRST_BIAS = "encoder.layer.0.attention.self.query.bias";

/** In a function of its own, so that nothing else of the file stays in memory. */
function inputOf(ids: TokenTable, types: TokenTable, places: TokenTable): Bert["input"] {
  const type = rowOf(types, 0);
  return (token, place, out) => {
    const [id, at] = [rowOf(ids, token), rowOf(places, place)];
    for (let i = 0; i < ids.width; i++) out[i] = Math.fround(id(i) + type(i)) + at(i);
  };
}

const rowOf =
  ({ values, scales, width }: TokenTable, row: number) =>
  (i: number): number =>
    scales === null ? values[row * width + i]! : Math.fround(values[row * width + i]! * scales[row]!);

/** Matrices of as many rows as one of all their columns. */
function besideEachOther(products: readonly Linear[]): Linear {
  const { inner } = products[0]!;
  check(products.every((product) => product.inner === inner));
  const joined = (of: (product: Linear) => Float32Array) => Float32Array.from(products.flatMap((one) => [...of(one)]));
  const scales = joined((product) => product.scales);
  const weights = new Int8Array(inner * scales.length);
  let at = 0;
  for (let row = 0; row < inner; row++)
    for (const product of products) {
      const columns = product.scales.length;
      weights.set(product.weights.subarray(row * columns, (row + 1) * columns), at);
      at += columns;
    }
  return { weights, inner, scales, shifts: joined((product) => product.shifts) };
}

/** @throws TypeError */
function check(holds: boolean): void {
  if (!holds) throw new TypeError("another model, or another form of it");
}

/** @throws TypeError */
function given<T>(value: T | undefined): T {
  check(value !== undefined);
  return value as T;
}
