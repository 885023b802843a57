/**
 * The weights of a BERT in an ONNX file, as exporters of PyTorch write it, in 8 bits with one scale a column. The graph
 * is walked from its output back to its inputs, and each step must be what a BERT computes there: what is another
 * model, or is wired otherwise, is not read. Texts are never padded, so that of the mask it matters only that it takes
 * nothing away.
 */
import type { Linear, Norm, TransformerWeights } from "../../../core/kernels/transformer/kernels.ts";
import { FLOATS, floats, INTEGERS_8, INTEGERS_64, type OnnxGraph, type OnnxNode, readGraph } from "./graph.ts";
import { besideEachOther, inputOf, type TokenTable } from "./tables.ts";

export interface Bert {
  weights: TransformerWeights;
  /** Tokens that it knows, and places that it can read. */
  tokens: number;
  places: number;
  /** Writes what a token is at a place: the sum of its rows in the tables. */
  input(token: number, place: number, out: Float32Array): void;
}

/** What is made of the value `of`. */
type Made<What> = What & { of: string };

/** Axes of tokens, heads and numbers of a head change places: of queries and values, and of keys. */
const HEADS = "0213";
const KEYS = /^(?:0231|0213,021)$/;
const ERROR_MAX = 1e-4;
/** A product of more parts is none of a BERT. */
const PARTS_DEPTH_MAX = 8;

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
  readonly #makers: ReadonlyMap<string, OnnxNode>;
  readonly #epsilons = new Set<number>();

  constructor(graph: OnnxGraph) {
    this.#graph = graph;
    this.#makers = new Map(graph.nodes.flatMap((node) => node.outputs.map((name) => [name, node])));
  }

  read(): Bert {
    const layers: TransformerWeights["layers"][number][] = [];
    let last = this.#norm(given(this.#graph.outputs[0]));
    let headWidth = 0;
    for (let beside = this.#besideIn(last.of); beside !== undefined; beside = this.#besideIn(last.of)) {
      const narrowed = this.#linear(this.#otherThan(beside, last.of));
      const widened = this.#gated(narrowed.of);
      const middle = this.#norm(beside);
      const input = given(this.#besideIn(middle.of));
      const attended = this.#linear(this.#otherThan(input, middle.of));
      const attention = this.#attention(attended.of, input);
      check(widened.of === beside && layers.length < this.#graph.nodes.length);
      check(layers.length === 0 || attention.headWidth === headWidth);
      ({ headWidth } = attention);
      const norms = { attendedNorm: middle.norm, narrowedNorm: last.norm };
      const products = { attention: attention.joined, attended: attended.linear, widened: widened.linear };
      layers.unshift({ ...products, narrowed: narrowed.linear, ...norms });
      last = this.#norm(input);
    }
    const [ids, types, places] = this.#tables(last.of);
    const width = last.norm.gains.length;
    check(layers.length > 0 && [ids, types, places].every((table) => table.width === width));
    check(layers.every((layer) => isOfWidth(layer, width)));
    check(headWidth > 0 && headWidth % 32 === 0 && width % headWidth === 0 && this.#epsilons.size === 1);
    const [epsilon] = this.#epsilons;
    return {
      weights: { width, headWidth, epsilon: epsilon!, inputNorm: last.norm, layers },
      tokens: ids.rows,
      places: places.rows,
      input: inputOf(ids, types, places),
    };
  }

  /** softmax(queries × keys / √width of a head, masked) × values. @param input of all three */
  #attention(name: string, input: string): { joined: Linear; headWidth: number } {
    const [shares, ofValues] = this.#node(this.#turned(name, HEADS).of, "MatMul").inputs;
    const softmax = this.#node(this.#withoutNaN(shares!), "Softmax");
    check([undefined, -1, 3].includes(softmax.attributes.get("axis")?.[0]));
    const scores = this.#factors(this.#withoutMask(softmax.inputs[0]!));
    const [ofQueries, ofKeys] = this.#node(only(scores.others), "MatMul").inputs.map((one) => this.#factors(one));
    const values = this.#turned(ofValues!, HEADS);
    const queries = this.#turned(only(ofQueries!.others), HEADS);
    const keys = this.#turned(only(ofKeys!.others), KEYS);
    const { headWidth } = values;
    check(queries.headWidth === headWidth && keys.headWidth === headWidth);
    check(isNear(scores.number * ofQueries!.number * ofKeys!.number * Math.sqrt(headWidth), 1));
    const sides = [queries, keys, values].map(({ of }) => this.#linear(of));
    check(sides.every(({ of, linear }) => of === input && linear.inner === sides[0]!.linear.inner));
    return { joined: besideEachOther(sides.map(({ linear }) => linear)), headWidth };
  }

  /** x/2 × (1 + erf(x / √2)). */
  #gated(name: string): Made<{ linear: Linear }> {
    const { number, others } = this.#factors(name);
    const isGate = (one: string) => this.#makers.get(this.#plus(one))?.operator === "Erf";
    const gate = given(others.find(isGate));
    const inner = this.#factors(this.#node(this.#plus(gate), "Erf").inputs[0]!);
    const value = only(others.filter((one) => one !== gate));
    check(isNear(number, 0.5) && isNear(inner.number, Math.SQRT1_2) && only(inner.others) === value);
    return this.#linear(value);
  }

  /** What 1 is added to; empty where it is not. */
  #plus(name: string): string {
    const { operator, inputs } = given(this.#makers.get(name));
    const one = inputs.find((input) => this.#scalar(input) === 1);
    return operator === "Add" && one !== undefined ? this.#otherThan(one, name) : "";
  }

  /** A value times a matrix, and a bias. */
  #linear(name: string): Made<{ linear: Linear }> {
    const bias = given(this.#node(name, "Add").inputs.find((input) => this.#graph.tensors.has(input)));
    const [of, matrix] = this.#node(this.#otherThan(bias, name), "MatMul").inputs;
    const { values, scales, rows, width } = this.#quantised(matrix!, 1);
    return { of: of!, linear: { weights: values, inner: rows, scales, shifts: this.#floats(bias, width) } };
  }

  #norm(name: string): Made<{ norm: Norm }> {
    const { inputs, attributes } = this.#node(name, "LayerNormalization");
    const [of, gains, shifts] = inputs;
    check([undefined, -1].includes(attributes.get("axis")?.[0]));
    this.#epsilons.add(given(attributes.get("epsilon")?.[0]));
    const norm = { gains: this.#floats(gains!), shifts: this.#floats(shifts!) };
    check(norm.gains.length === norm.shifts.length);
    return { of: of!, norm };
  }

  /** Of a sum, what went round a step: a layer norm made it. Absent in the sum of the tables. */
  #besideIn(sum: string): string | undefined {
    return this.#node(sum, "Add").inputs.find((name) => this.#makers.get(name)?.operator === "LayerNormalization");
  }

  /** The other part of a sum. */
  #otherThan(part: string, sum: string): string {
    return only(this.#node(sum, "Add").inputs.filter((name) => name !== part));
  }

  /** A product as its numbers, multiplied, and what else is in it. */
  #factors(name: string, depth = 0): { number: number; others: string[] } {
    check(depth < PARTS_DEPTH_MAX);
    const scalar = this.#scalar(name);
    if (scalar !== null) return { number: scalar, others: [] };
    const { operator, inputs } = given(this.#makers.get(name));
    if (operator !== "Mul" && operator !== "Div") return { number: 1, others: [name] };
    const [one, other] = inputs.map((input) => this.#factors(input, depth + 1));
    check(operator === "Mul" || other!.others.length === 0);
    const number = operator === "Mul" ? one!.number * other!.number : one!.number / other!.number;
    return { number, others: [...one!.others, ...other!.others] };
  }

  /** What was divided into heads, or joined again, by changes of axes and shape. */
  #turned(name: string, expected: string | RegExp): Made<{ headWidth: number }> {
    const turns: string[] = [];
    let of = name;
    let shape = "";
    for (
      let node = this.#makers.get(of);
      /^(?:Reshape|Transpose)$/.test(node?.operator ?? "");
      node = this.#makers.get(of)
    ) {
      if (node!.operator === "Transpose") turns.unshift(given(node!.attributes.get("perm")).join(""));
      else shape = node!.inputs[1]!;
      of = node!.inputs[0]!;
      check(turns.length < PARTS_DEPTH_MAX);
    }
    check(typeof expected === "string" ? turns.join() === expected : expected.test(turns.join()));
    const parts = this.#makers.get(shape);
    // Of what is joined again the last number is not stated.
    return { of, headWidth: this.#integers(parts?.operator === "Concat" ? parts.inputs.at(-1)! : shape).at(-1)! };
  }

  /** What has 0 in the place of what is no number. */
  #withoutNaN(name: string): string {
    const { operator, inputs } = given(this.#makers.get(name));
    if (operator !== "Where") return name;
    check(this.#node(inputs[0]!, "IsNaN").inputs[0] === inputs[2] && this.#scalar(inputs[1]!) === 0);
    return inputs[2]!;
  }

  /** What has less than any number added where a token is masked, and 0 elsewhere. */
  #withoutMask(name: string): string {
    if (this.#makers.get(name)?.operator !== "Add") return name;
    const mask = this.#node(name, "Add").inputs.find((one) => this.#makers.get(one)?.operator === "Where");
    const [, kept, masked] = this.#node(given(mask), "Where").inputs;
    check(this.#scalar(kept!) === 0 && given(this.#scalar(masked!)) < -1e4);
    return this.#otherThan(mask!, name);
  }

  /** Rows of tokens and of the only type, added first, and of places, from 0 on. */
  #tables(sum: string): [ids: TokenTable, types: TokenTable, places: TokenTable] {
    const isOf = (name: string, input: string) => this.#makers.get(name)?.inputs[1] === input;
    const place = given(this.#node(sum, "Add").inputs.find((name) => this.#makers.get(name)?.operator === "Gather"));
    const parts = this.#node(this.#otherThan(place, sum), "Add").inputs;
    const [ids, types] = ["input_ids", "token_type_ids"].map((input) =>
      only(parts.filter((name) => isOf(name, input))),
    );
    const [numbers, start, , , step] = this.#node(this.#node(place, "Gather").inputs[1]!, "Slice").inputs;
    check(this.#integers(start!)[0] === 0 && (step === undefined || this.#integers(step)[0] === 1));
    check(this.#integers(numbers!).every((number, i) => number === i));
    return [this.#table(ids!), this.#table(types!), this.#table(place)];
  }

  #table(name: string): TokenTable {
    const { inputs, attributes } = this.#node(name, "Gather");
    check((attributes.get("axis")?.[0] ?? 0) === 0);
    const plain = this.#graph.tensors.get(inputs[0]!);
    if (plain === undefined) return this.#quantised(inputs[0]!, 0);
    const [rows, width] = plain.shape as [number, number];
    return { rows, width, values: this.#floats(inputs[0]!, rows * width), scales: null };
  }

  /** Integers × scales: one scale for each column (`axis` 1) or row (0). */
  #quantised(name: string, axis: 0 | 1) {
    const [integers, scale] = this.#node(name, "Mul").inputs;
    const { shape, type, bytes } = given(this.#graph.tensors.get(this.#node(integers!, "Cast").inputs[0]!));
    const [rows, width] = shape as [number, number];
    check(type === INTEGERS_8 && shape.length === 2 && bytes.length === rows * width);
    check(given(this.#graph.tensors.get(scale!)).shape[axis] === shape[axis]);
    return { values: new Int8Array(bytes.slice().buffer), scales: this.#floats(scale!, shape[axis]!), rows, width };
  }

  #node(name: string, operator: string): OnnxNode {
    const node = given(this.#makers.get(name));
    check(node.operator === operator);
    return node;
  }

  #scalar(name: string): number | null {
    const { type, bytes } = this.#graph.tensors.get(name) ?? {};
    return type === FLOATS && bytes?.length === 4 ? floats(bytes)[0]! : null;
  }

  #floats(name: string, length?: number): Float32Array {
    const { type, bytes } = given(this.#graph.tensors.get(name));
    check(type === FLOATS && bytes.length > 0 && bytes.length % 4 === 0);
    const values = floats(bytes);
    check(length === undefined || values.length === length);
    return values;
  }

  #integers(name: string): number[] {
    const { type, bytes } = given(this.#graph.tensors.get(name));
    check(type === INTEGERS_64 && bytes.length > 0 && bytes.length % 8 === 0);
    return Array.from(new BigInt64Array(bytes.slice().buffer), Number);
  }
}

function isOfWidth(layer: TransformerWeights["layers"][number], width: number): boolean {
  const { attention, attended, widened, narrowed } = layer;
  return (
    [attention, attended, widened].every(({ inner }) => inner === width) &&
    attention.scales.length === 3 * width &&
    narrowed.inner === widened.scales.length &&
    narrowed.inner % 8 === 0 &&
    [attended.scales, narrowed.scales, layer.attendedNorm.gains, layer.narrowedNorm.gains].every(
      ({ length }) => length === width,
    )
  );
}

const isNear = (value: number, expected: number): boolean => Math.abs(value - expected) < ERROR_MAX;

/** @throws TypeError */
function check(holds: boolean): void {
  if (!holds) throw new TypeError("another model, or another form of it");
}

/** @throws TypeError */
function given<T>(value: T | undefined | null): T {
  check(value !== undefined && value !== null);
  return value as T;
}

/** @throws TypeError */
function only<T>(values: readonly T[]): T {
  check(values.length === 1);
  return values[0]!;
}
